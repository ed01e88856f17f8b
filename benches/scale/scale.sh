#!/bin/sh
# scale.sh [ROWS [ENGINE...]]: times a private sum and the engine's own sum in each engine. The
# queries run in one thread over 10^5, 10^6, ... ROWS rows, without groups and with 1,000 groups.
# Call the script after `make all duckdb mariadb`. It writes build/scale.tsv, whose columns are the
# engine, the query, the number of rows and the least seconds of 3 runs. Then it draws
# build/scale.svg. A time is that of one whole query, including its start-up. ROWS is 10^7 by
# default.
#
# The row i has k = i mod 1000 and x = (i * 7919 mod 1000003) / 1024. To add an engine, add a
# function time_ENGINE that prints lines of build/scale.tsv.
set -eu
cd "$(dirname "$0")/../.."
rows=${1:-10000000}
[ $# = 0 ] || shift
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
sizes=''
size=100000
while [ "$size" -le "$rows" ]; do
    sizes="$sizes $size"
    size=$((size * 10))
done

# Prints the queries over a table, one per line. A line has a name, a tab, and SQL.
queries() { # TABLE
    printf '%s\t%s\n' sum "SELECT sum(x) FROM $1" dp_sum "SELECT dp_sum(x, 0, 1000, 0.5) FROM $1" \
        'sum, groups' "SELECT max(y) FROM (SELECT sum(x) AS y FROM $1 GROUP BY k) AS q" \
        'dp_sum, groups' "SELECT max(y) FROM (SELECT dp_sum(x, 0, 1000, 0.5) AS y FROM $1 GROUP BY k) AS q"
}
least() { sort -n | head -n 1; }
lines() { # ENGINE SIZE COMMAND...: the command runs the SQL of its standard input and prints seconds
    engine=$1 size=$2
    shift 2
    queries "t$size" | while IFS="$(printf '\t')" read -r name sql; do
        for run in 1 2 3; do echo "$sql;" | "$@"; done | least | sed "s/^/$engine	$name	$size	/"
    done
}

time_c() {
    "${CC:-cc}" -std=c99 -D_POSIX_C_SOURCE=200809L -O2 -Wall -Wextra -Werror -pedantic -Iinclude benches/scale/scale.c build/lib/libindp.a \
        -lm -lpthread -ldl -o "$work/c"
    for size in $sizes; do "$work/c" "$size"; done
}

time_sqlite() {
    for size in $sizes; do
        echo "CREATE TABLE t$size AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < $size)
            SELECT i % 1000 AS k, (i * 7919 % 1000003) / 1024.0 AS x FROM n;"
    done | sqlite3 -batch -init /dev/null "$work/db"
    sqlite_seconds() {
        { printf '%s\n' '.load build/sqlite/indp' '.timer on' && cat; } | sqlite3 -batch -noheader -init /dev/null -readonly "$work/db" |
            sed -n 's/^Run Time: real \([0-9.]*\).*/\1/p'
    }
    for size in $sizes; do lines SQLite "$size" sqlite_seconds; done
}

time_postgresql() (
    . tools/pg-cluster.sh
    cluster_start "shared_buffers = '8GB'" "jit = off" "max_parallel_workers_per_gather = 0" "max_wal_size = '8GB'" >/dev/null
    for size in $sizes; do
        pg postgres -c 'CREATE EXTENSION IF NOT EXISTS indp' -c 'SET max_parallel_workers_per_gather = 0' -c "CREATE UNLOGGED TABLE t$size AS
            SELECT (i % 1000)::int AS k, (i * 7919 % 1000003) / 1024.0::float8 AS x FROM generate_series(1::bigint, $size) AS i" -c "VACUUM ANALYZE t$size" 2>/dev/null
    done
    pg_seconds() { { printf '%s\n' '\timing on' && cat; } | pg postgres | sed -n 's/^Time: \([0-9.]*\) ms.*/\1/p' | awk '{ print $1 / 1000 }'; }
    for size in $sizes; do lines PostgreSQL "$size" pg_seconds; done
)

time_duckdb() {
    engine=$(sh extensions/duckdb/tools/engine.sh)
    for size in $sizes; do queries "t$size" | sed "s/^/$size	/"; done |
        PYTHONPATH=$engine "${PYTHON:-python3}" benches/scale/duckdb_times.py build/duckdb/indp.duckdb_extension
}

time_mariadb() (
    . tools/mariadb-server.sh
    mariadb_start
    mariadb_sql <extensions/mariadb/sql/install.sql
    mariadb_sql -e 'CREATE DATABASE scale'
    for size in $sizes; do
        mariadb_sql scale -e "CREATE TABLE t$size(k INT NOT NULL, x DOUBLE NOT NULL) ENGINE=MyISAM;
            INSERT INTO t$size SELECT seq % 1000, (seq * 7919 % 1000003) / 1024e0 FROM seq_1_to_$size"
    done
    mariadb_seconds() {
        { echo 'SET profiling = 1;' && cat && echo 'SHOW PROFILES;'; } |
            mariadb_sql scale -N | sed -n 's/^1\t\([0-9.]*\)\t.*/\1/p'
    }
    for size in $sizes; do lines MariaDB "$size" mariadb_seconds; done
)

mkdir -p build
[ $# != 0 ] || set -- c sqlite postgresql duckdb mariadb
for each; do
    "time_$each" >"$work/$each.tsv" || { echo "scale: $each failed" >&2; exit 1; }
    cat "$work/$each.tsv"
    # Keeps the earlier lines of the other engines, since this run may leave those engines out.
    name=$(head -n 1 "$work/$each.tsv" | cut -f 1)
    { [ ! -f build/scale.tsv ] || grep -v "^$name	" build/scale.tsv || true; } >"$work/all"
    cat "$work/all" "$work/$each.tsv" >build/scale.tsv
done
cpu=$(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -n 1)
echo "$cpu"
awk -f benches/scale/table.awk build/scale.tsv
gnuplot -e "times='build/scale.tsv'; chart='build/scale.svg'; cpu='$cpu'" benches/scale/chart.gp
