# Draws the cloth of Scenarios/cloth.yml as it falls, every second at first, with its particles and springs:
#
#     gnuplot -e "results='Results/cloth'" Scenarios/pictures/cloth.gp
set terminal pngcairo size 760,560 font "sans,11"
set output "Scenarios/pictures/cloth.png"
set datafile separator ","
set view 76,28
set view equal xyz
set xyplane at -13
set xlabel "x"
set ylabel "y"
set zlabel "z"
set grid linecolor rgb "#dddddd"
set key at screen 0.97,0.93
# Ten lines of ten particles, which become a mesh.
mesh(t) = sprintf("< awk -F, '$1 == %d { x[$2] = $3\",\"$4\",\"$5 } END { for (i = 0; i < 10; i++) { for (j = 0; j < 10; j++) print x[10 * i + j]; print \"\"; } }' %s/positions.csv", t, results)
splot mesh(0) using 1:2:3 with linespoints pointtype 7 pointsize 0.5 linecolor rgb "#cccccc" title "t = 0", \
      mesh(1) using 1:2:3 with linespoints pointtype 7 pointsize 0.5 linecolor rgb "#2a9d8f" title "t = 1", \
      mesh(60) using 1:2:3 with linespoints pointtype 7 pointsize 0.5 linecolor rgb "#264fd1" title "t = 60, at rest"
