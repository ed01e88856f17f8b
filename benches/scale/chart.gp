# Draws build/scale.tsv. Usage: gnuplot -e "times='..'; chart='..'; cpu='..'" chart.gp
set terminal svg size 760, 420 font "sans-serif,12" background "white"
set output chart
set title "Rows a second of one core, dp\\_sum (".cpu.")"
set datafile separator "\t"
set logscale xy
set format "1e%L"
set grid
set xlabel "rows; dashed: 1,000 groups"
set key outside right top
engines = system("cut -f 1 ".times." | awk '!seen[$0]++'")
of(engine, query) = sprintf("< awk -F '\\t' '$1 == \"%s\" && $2 == \"%s\"' %s | sort -n -t '\t' -k 3", engine, query, times)
plot for [i = 1:words(engines)] of(word(engines, i), "dp_sum") using 3:($3 / $4) \
         with lines linecolor i linewidth 2 title word(engines, i), \
     for [i = 1:words(engines)] of(word(engines, i), "dp_sum, groups") using 3:($3 / $4) \
         with lines linecolor i linewidth 2 dashtype 2 notitle
