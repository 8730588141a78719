# Draws the polarisation of Scenarios/vicsek-noise.yml against the noise, from the summary of the sweep:
#
#     observatory collect Results/vicsek-noise-sweep --summary > summary.csv
#     gnuplot -e "summary='summary.csv'" Scenarios/pictures/vicsek-noise.gp
set terminal pngcairo size 720,480 font "sans,11"
set output "Scenarios/pictures/vicsek-noise.png"
set datafile separator ","
set datafile columnheaders
set xlabel "noise η"
set ylabel "polarisation"
set xrange [0:6]
set yrange [0:1.05]
set key top right
set grid linecolor rgb "#dddddd"
plot sin(x / 2) / (x / 2) with lines linewidth 2 linecolor rgb "#888888" title "if all knew the mean direction: sin(η/2) / (η/2)", \
     1 / sqrt(400.0) with lines dashtype 2 linecolor rgb "#888888" title "random directions: 1/√400", \
     summary using "model.vicsek.noise":(strcol("statistic") eq "mean" ? column("value-mean") : NaN):"value-error" \
       with yerrorbars pointtype 7 pointsize 0.8 linecolor rgb "#d62728" title "4 runs of 400 particles each"
