# Draws how observation scales from the CSV that observer-scaling or 'observatory benchmark observers' writes:
#
#     gnuplot -e "results='observer-scaling.csv'" Benchmarks/pictures/observer-scaling.gp
#
# A panel a workload, a line a library, both axes logarithmic. Libraries that the table lacks are left out.
if (!exists("results")) results = "observer-scaling.csv"
if (!exists("picture")) picture = "Benchmarks/pictures/observer-scaling.png"

set terminal pngcairo size 1200,1000 font "sans,11"
set output picture
set datafile separator ","
set logscale xy
set format x "10^{%T}"
set format y "%g"
set grid linecolor rgb "#dddddd"
set key off

libraries = "'C functions' 'Swift closures' 'ObserverCore' 'OpenCombine PassthroughSubject' " . \
    "'OpenCombine CurrentValueSubject' 'NotificationCenter' 'Observation' 'Boost.Signals2' 'libsigc++'"
colors = "#000000 #888888 #d62728 #1f77b4 #6baed6 #2ca02c #9467bd #8c564b #e377c2"
measured = system(sprintf("cut -d, -f1 '%s'", results))

isMeasured(library) = strstrt(measured, library) > 0
rows(library, workload) = sprintf("< grep -F '%s,%s,' '%s'", library, workload, results)
color(number) = word(colors, number)
# Ours is the one to find at a glance.
thickness(library) = library eq "ObserverCore" ? 3 : 1.5

panel = "plot for [number = 1:words(libraries)] library = word(libraries, number), " . \
    "isMeasured(library) ? rows(library, workload) : '/dev/null' using 3:4 with linespoints pointtype 7 " . \
    "pointsize 0.6 linewidth thickness(library) linecolor rgb color(number) title library"

set multiplot layout 2,2 title "Nanoseconds an operation" margins 0.07,0.98,0.06,0.84 spacing 0.08,0.13
set xlabel "observers of one object"
set title "fan-out: a message to one of many observers"
workload = "fan-out"
set key at screen 0.5, 0.96 center top vertical maxrows 3 samplen 2
@panel
set key off
set xlabel "observed objects"
set title "population: changing the value of one of many observed objects"
workload = "population-change"
@panel
set title "population: beginning an observation"
workload = "population-begin"
@panel
set title "population: ending an observation"
workload = "population-end"
@panel
unset multiplot
