# Draws Binder's cumulants of Scenarios/binder-cumulants.yml, which meet at the critical temperature, from two summaries of the sweep:
#
#     observatory collect Results/binder-cumulants-sweep --summary --table square > square.csv
#     observatory collect Results/binder-cumulants-sweep --summary --table fourth-power > fourth-power.csv
#     gnuplot -e "square='square.csv'; fourth='fourth-power.csv'" Scenarios/pictures/binder-cumulants.gp
set terminal pngcairo size 720,480 font "sans,11"
set output "Scenarios/pictures/binder-cumulants.png"
set datafile separator ","
set xlabel "temperature T"
set ylabel "1 − ⟨m⁴⟩ / (3 ⟨m²⟩²)"
set key bottom left Left reverse
set grid linecolor rgb "#dddddd"
critical = 2 / log(1 + sqrt(2))
set arrow from critical, graph 0 to critical, graph 1 nohead dashtype 2 linecolor rgb "#888888"
set label "T_c" at critical, graph 0.96 offset 0.7 textcolor rgb "#888888"
# The means of a size, of both tables side by side: temperature, ⟨m²⟩, its error, ⟨m⁴⟩, its error.
means(side) = sprintf("< paste -d , '%s' '%s' | tr -d '\"' | grep '^\\[%d,' | grep ',mean,'", square, fourth, side)
plot for [number = 1:3] means(2 ** (number + 2)) using 3:(1 - $19 / (3 * $7 ** 2)) with linespoints pointtype 7 pointsize 0.8 \
       linecolor rgb word("#d62728 #2a9d8f #264fd1", number) title sprintf("%d² spins", 2 ** (number + 2)), \
     0.6107 with lines dashtype 2 linecolor rgb "#888888" title "0.6107 at T_c (Kamieniarz and Blöte 1993)"
