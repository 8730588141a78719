# Draws how observation scales from the CSV that observer-scaling or 'observatory benchmark observers' writes:
#
#     gnuplot -e "results='observer-scaling.csv'" Benchmarks/pictures/observer-scaling.gp
#
# A panel a workload, a line a library, both axes logarithmic; the last two show memory, where the table has it. Libraries that
# the table lacks are left out, and so are the panels of one object with many observers.
if (!exists("results")) results = "observer-scaling.csv"
if (!exists("picture")) picture = "Benchmarks/pictures/observer-scaling.png"

hasOneObject = int(system(sprintf("grep -c ',fan-out,' '%s'; true", results))) > 0
set terminal pngcairo size 1200,(hasOneObject ? 1400 : 1000) font "sans,11"
set output picture
set datafile separator ","
set logscale xy
set format x "10^{%T}"
set format y "%g"
set grid linecolor rgb "#dddddd"
set key off

libraries = "'C functions' 'Swift closures' 'ObserverCore' 'simulation nodes' 'OpenCombine PassthroughSubject' " . \
    "'OpenCombine CurrentValueSubject' 'NotificationCenter' 'Observation' 'Boost.Signals2' 'libsigc++'"
colors = "#000000 #888888 #d62728 #ff7f0e #1f77b4 #6baed6 #2ca02c #9467bd #8c564b #e377c2"
measured = system(sprintf("cut -d, -f1 '%s'", results))

isMeasured(library) = strstrt(measured, library) > 0
rows(library, workload) = sprintf("< grep -F '%s,%s,' '%s'", library, workload, results)
color(number) = word(colors, number)
# Ours is the one to find at a glance.
thickness(library) = library eq "ObserverCore" || library eq "simulation nodes" ? 3 : 1.5

panel = "plot for [number = 1:words(libraries)] library = word(libraries, number), " . \
    "isMeasured(library) ? rows(library, workload) : '/dev/null' using 3:shown with linespoints pointtype 7 " . \
    "pointsize 0.6 linewidth thickness(library) linecolor rgb color(number) title library"

set multiplot layout (hasOneObject ? 3 : 2),2 title "Nanoseconds an operation, and bytes" \
    margins 0.07,0.98,0.04,(hasOneObject ? 0.89 : 0.85) spacing 0.08,(hasOneObject ? 0.08 : 0.11)
shown = 4
set key at screen 0.5, 0.97 center top vertical maxrows 4 samplen 2
if (hasOneObject) {
    set xlabel "observers of one object"
    set title "fan-out: a message to one of many observers"
    workload = "fan-out"
    @panel
    set key off
}
set xlabel "observed objects"
set title "population: changing the value of one of many observed objects"
workload = "population-change"
@panel
set key off
set title "population: beginning an observation"
workload = "population-begin"
@panel
set title "population: ending an observation"
workload = "population-end"
@panel
shown = 5
set title "population: bytes of an observation"
workload = "population-begin"
@panel
if (hasOneObject) {
    set xlabel "observers of one object"
    set title "fan-out: bytes of an observation"
    workload = "fan-out"
    @panel
}
unset multiplot
