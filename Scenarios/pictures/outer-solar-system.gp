# Draws the orbits of the outer planets from the results of Scenarios/outer-solar-system.yml:
#
#     gnuplot -e "results='Results/outer-solar-system'" Scenarios/pictures/outer-solar-system.gp
set terminal pngcairo size 900,640 font "sans,11"
set output "Scenarios/pictures/outer-solar-system.png"
set datafile separator ","
set size ratio -1
set xlabel "x in astronomical units"
set ylabel "y in astronomical units"
set xrange [-55:55]
set yrange [-38:52]
set key outside right top
set grid linecolor rgb "#dddddd"
body(name) = sprintf("< grep ',%s,' %s/positions.csv", name, results)
plot body("Jupiter") using 3:4 with lines linecolor rgb "#b5651d" title "Jupiter", \
     body("Saturn") using 3:4 with lines linecolor rgb "#d4a017" title "Saturn", \
     body("Uranus") using 3:4 with lines linecolor rgb "#2a9d8f" title "Uranus", \
     body("Neptune") using 3:4 with lines linecolor rgb "#264fd1" title "Neptune", \
     body("Pluto") using 3:4 with lines linecolor rgb "#8e44ad" title "Pluto", \
     body("Sun") using 3:4 every ::::0 with points pointtype 7 pointsize 1.2 linecolor rgb "#f39c12" title "Sun"
