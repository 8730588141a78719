#!/usr/bin/env bash
# Draws the members of the karate club with their phases from the results of Scenarios/karate-club.yml, by Graphviz:
#
#     Scenarios/pictures/karate-club.sh Results/karate-club
set -euo pipefail
cd "$(dirname "$0")/../.."
results=$1

{
  echo 'graph { overlap=false; splines=false; bgcolor=white; outputorder=edgesfirst; dpi=80'
  echo 'node [shape=circle style=filled fixedsize=true width=0.42 fontname="sans" fontsize=13 penwidth=0.6]; edge [color="#bbbbbb"]'
  # The last phase of each member becomes a hue.
  awk -F, 'NR > 1 { phase[$2] = $3 } END {
    turn = 6.283185307179586
    for (node in phase) {
      part = phase[node] / turn
      printf "%s [fillcolor=\"%.3f 0.55 0.95\"]\n", node, part - (part < 0 ? int(part) - 1 : int(part))
    }
  }' "$results/phases.csv" | sort -n
  awk -F, 'NR > 1 { print $1 " -- " $2 }' "$results/data/karate-club.csv"
  echo '}'
} | neato -Gstart=7 -Tpng -o Scenarios/pictures/karate-club.png
