# Prints the times of scale.sh as rows a second, and the last of them as a ratio to the engine's sum.
BEGIN { FS = "\t" }
{
    if (!($1 in engines)) { engines[$1]; order[++n] = $1 }
    seconds[$1, $2, $3] = $4
    if ($3 > most[$1, $2]) most[$1, $2] = $3
    if ($3 > last) last = $3
}
function rate(rows, seconds,    millions) {
    millions = rows / seconds / 1e6
    return sprintf(millions >= 10 ? "%.0f" : "%.1f", millions)
}
END {
    printf "%-24s", "million rows a second"
    for (rows = 100000; rows <= last; rows *= 10) printf "%12s", sprintf("10^%d rows", length(rows "") - 1)
    printf "%12s\n", "times sum"
    for (i = 1; i <= n; i++)
        for (j = 0; j < 2; j++) {
            own = j ? "sum, groups" : "sum"
            engine = order[i]
            printf "%-24s", engine ", dp_" own
            for (rows = 100000; rows <= last; rows *= 10)
                printf "%12s", ((engine, "dp_" own, rows) in seconds) ? rate(rows, seconds[engine, "dp_" own, rows]) : ""
            rows = most[engine, "dp_" own]
            printf "%12.2f\n", seconds[engine, "dp_" own, rows] / seconds[engine, own, rows]
        }
}
