# Draws the order parameters of Scenarios/kuramoto-sizes.yml beside the theory of infinitely many oscillators, from the summary of the
# sweep:
#
#     observatory collect Results/kuramoto-sizes-sweep --summary > summary.csv
#     gnuplot -e "summary='summary.csv'" Scenarios/pictures/kuramoto-sizes.gp
set terminal pngcairo size 720,480 font "sans,11"
set output "Scenarios/pictures/kuramoto-sizes.png"
set datafile separator ","
set datafile columnheaders
set xlabel "coupling K"
set ylabel "order parameter r"
set xrange [0.4:3.1]
set yrange [0:1]
set key bottom right
set grid linecolor rgb "#dddddd"
set samples 2000
mean(nodes) = column("graph.isolated.nodes") == nodes && strcol("statistic") eq "mean" ? column("value-mean") : NaN
plot (x > 1 ? sqrt(1 - 1 / x) : 0) with lines linewidth 2 linecolor rgb "#888888" title "r = √(1 − 1/K)", \
     summary using "model.kuramoto.coupling.mean-field":(mean(100)):"value-error" with yerrorbars pointtype 7 pointsize 0.7 \
       linecolor rgb "#d62728" title "100 oscillators", \
     summary using "model.kuramoto.coupling.mean-field":(mean(400)):"value-error" with yerrorbars pointtype 5 pointsize 0.7 \
       linecolor rgb "#2a9d8f" title "400", \
     summary using "model.kuramoto.coupling.mean-field":(mean(1600)):"value-error" with yerrorbars pointtype 9 pointsize 0.9 \
       linecolor rgb "#264fd1" title "1600"
