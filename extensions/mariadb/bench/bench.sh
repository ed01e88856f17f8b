#!/bin/sh
# bench.sh [ROWS [RUNS]]: compares the time of the aggregates with that of MariaDB's own. It
# measures the CPU time of the server in interleaved runs, and prints ratios of the minimum times.
set -eu
rows=${1:-3000000} runs=${2:-7}
cd "$(dirname "$0")/../../.."
. tools/mariadb-server.sh
mariadb_start
mariadb_sql <extensions/mariadb/sql/install.sql
mariadb_sql -e "CREATE DATABASE bench"
mariadb_sql bench -e "CREATE TABLE t(g INT NOT NULL, x DOUBLE NOT NULL, i BIGINT NOT NULL, d DECIMAL(12, 3) NOT NULL, c VARCHAR(20) NOT NULL) ENGINE=MyISAM;
    INSERT INTO t SELECT seq % 1000, (seq * 7919 % 1000003) / 1024e0, seq % 1000, seq % 100000 / 8, seq % 1000 FROM seq_1_to_$rows"

# Each line has the aggregate for comparison, then the call to time, then the number of groups.
cat >"$mariadb_home/calls" <<'END_OF_CALLS'
sum(x)|dp_sum(x, 0, 1000, 0.5)|1
sum(x)|dp_avg(x, 0, 1000, 0.5)|1
sum(x)|dp_var(x, 0, 1000, 0.5)|1
sum(x)|dp_median(x, 0, 1000, 0.5)|1
sum(x)|dp_sum_state(x, 0, 1000)|1
sum(i)|dp_sum(i, 0, 1000, 0.5)|1
sum(d)|dp_sum(d, 0, 1000, 0.5)|1
sum(c)|dp_sum(c, 0, 1000, 0.5)|1
sum(x)|dp_count(x, 0.5)|1
sum(i)|dp_mode(i, '[0,1,2,3]', 0.5)|1
sum(x)|dp_sum(x, 0, 1000, 0.5)|1000
sum(x)|dp_avg(x, 0, 1000, 0.5)|1000
sum(x)|dp_median(x, 0, 1000, 0.5)|1000
END_OF_CALLS
cpu() { cat /proc/"$(cat "$mariadb_home/pid")"/task/*/schedstat | awk '{ n += $1 } END { printf "%.0f\n", n }'; }
time_of() { # AGGREGATE GROUPS: prints nanoseconds of CPU time
    before=$(cpu)
    if [ "$2" = 1 ]; then query="SELECT $1 FROM t"; else query="SELECT count(y) FROM (SELECT g, $1 y FROM t GROUP BY g) q"; fi
    mariadb_sql bench -e "$query" >/dev/null
    echo $(($(cpu) - before))
}
least() { sort -n | head -n 1; }

grep -m 1 'model name' /proc/cpuinfo
echo "$rows rows, minimum CPU time of $runs runs, as a ratio"
while IFS='|' read -r own call groups; do
    : >"$mariadb_home/own"
    : >"$mariadb_home/ours"
    for run in $(seq "$runs"); do
        time_of "$own" "$groups" </dev/null >>"$mariadb_home/own"
        time_of "$call" "$groups" </dev/null >>"$mariadb_home/ours"
    done
    echo "$call|$own|$groups|$(least <"$mariadb_home/own")|$(least <"$mariadb_home/ours")" |
        awk -F '|' -v n="$rows" '{ printf "%-28s %5s groups  %5.2f times %s (%.0f ns a row)\n", $1, $3, $5 / $4, $2, $5 / n }'
done <"$mariadb_home/calls"
