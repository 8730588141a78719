# Draws how many infections each immune node of Scenarios/vaccination.yml saves, from the summary of the sweep:
#
#     observatory collect Results/vaccination-sweep --summary > summary.csv
#     gnuplot -e "summary='summary.csv'" Scenarios/pictures/vaccination.gp
set terminal pngcairo size 720,400 font "sans,11"
set output "Sources/ScenarioFiles/ScenarioFiles.docc/vaccination.png"
set datafile separator ","
set datafile columnheaders
set xlabel "number of the immune node"
set ylabel "infections that it saves"
set xrange [-1:30]
set key top right
set grid linecolor rgb "#dddddd"
set xzeroaxis linetype 1 linecolor rgb "#888888"
# The first row is that without vaccination, whose error is that of all runs with luck of their own.
stats summary using "recovered-error" every ::0::0 nooutput
own = STATS_max
row(n) = n == 0 ? NaN : n - 1
plot summary using (row($0) - 0.15):(-column("recovered-difference")):(sqrt(column("recovered-error")**2 + own**2)) \
       with yerrorbars pointtype 6 pointsize 0.5 linecolor rgb "#bbbbbb" title "error with luck of their own", \
     summary using (row($0) + 0.15):(-column("recovered-difference")):(column("recovered-difference-error")) \
       with yerrorbars pointtype 7 pointsize 0.8 linecolor rgb "#264fd1" title "error with the same luck"
