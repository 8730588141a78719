# Draws the final sizes of Scenarios/epidemic-threshold.yml beside Newman's theory and mean-field theory, from the summary of the sweep:
#
#     observatory collect Results/epidemic-threshold-sweep --summary > summary.csv
#     gnuplot -e "summary='summary.csv'" Scenarios/pictures/epidemic-threshold.gp
set terminal pngcairo size 720,480 font "sans,11"
set output "Scenarios/pictures/epidemic-threshold.png"
set datafile separator ","
set datafile columnheaders
set xlabel "rate of infection β, at a rate of recovery of 1"
set ylabel "part that was infected in the end"
set xrange [0:1.6]
set yrange [0:1]
set key bottom right
set grid linecolor rgb "#dddddd"
set arrow from 1.0 / 3, 0 to 1.0 / 3, 1 nohead dashtype 2 linecolor rgb "#888888"
set label "β_c = 1/3" at 1.0 / 3, 0.95 offset 0.5 textcolor rgb "#888888"
# R = 1 − 0.99 exp(−4 T R), solved for T, and for β = T / (1 − T) in Newman's theory; mean-field theory has β in the place of T.
transmissibility(R) = -log((1 - R) / 0.99) / (4 * R)
set parametric
set trange [0.0101:0.97]
set samples 1000
plot transmissibility(t) / (1 - transmissibility(t)), t with lines linewidth 2 linecolor rgb "#264fd1" title "Newman 2002", \
     transmissibility(t), t with lines dashtype 2 linecolor rgb "#888888" title "mean field", \
     summary using "model.sir.infection":(column("time") > 0 ? column("recovered-mean") / 1e4 : NaN):(column("recovered-error") / 1e4) \
       with yerrorbars pointtype 7 pointsize 0.8 linecolor rgb "#d62728" title "10 runs of 10,000 nodes each"
