#!/bin/sh
# Compares the times of sessions with and without the fence: a short SELECT, a query of the catalog and a
# loop in PL/pgSQL, for a role outside of the fence in a server without the library (the base), with the
# library, and for a member of indp_reader. pgbench runs each for SECONDS (5 by default), in turn, three
# times; the ratios are those of the medians. Usage, after `make`: fence.sh [SECONDS]
set -eu
cd "$(dirname "$0")/../../.."
. tools/pg-cluster.sh
seconds=${1:-5}
[ -x "$pg_bin/pgbench" ] || { echo 'fence.sh: pgbench is missing' >&2; exit 2; }
cluster_start "jit = off"
pg postgres -c "CREATE DATABASE bench" && pg bench -c 'CREATE EXTENSION indp; CREATE TABLE t(id int PRIMARY KEY, x int); INSERT INTO t SELECT i, i % 10 FROM generate_series(1, 10000) i; ANALYZE t' \
    -c 'CREATE ROLE plain LOGIN; CREATE ROLE fenced LOGIN IN ROLE indp_reader; GRANT SELECT ON t TO plain, fenced'
work=$cluster/bench
mkdir "$work"
printf '%s\n' '\set id random(1, 10000)' 'SELECT x FROM t WHERE id = :id;' >"$work/select.sql"
echo "SELECT c.relname, n.nspname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE c.relkind = 'r' AND c.relname LIKE 'pg_am%';" >"$work/catalog.sql"
printf '%s\n' "DO 'DECLARE s int8 := 0; BEGIN FOR i IN 1..300 LOOP s := s + length(lower(i::text)); END LOOP; END';" >"$work/loop.sql"
rate() { # USER SCRIPT: transactions a second
    "$pg_bin/pgbench" -n -U "$1" -M simple -T "$seconds" -f "$work/$2.sql" bench 2>/dev/null | sed -n 's/^tps = \([0-9.]*\).*/\1/p' | head -n 1
}
for script in select catalog loop; do : >"$work/$script.base"; : >"$work/$script.plain"; : >"$work/$script.fenced"; done
for round in 1 2 3; do
    cluster_restart "jit = off"
    for script in select catalog loop; do rate plain $script >>"$work/$script.base"; done
    cluster_restart "jit = off" "shared_preload_libraries = '$pg_preload'"
    for script in select catalog loop; do
        rate plain $script >>"$work/$script.plain"
        rate fenced $script >>"$work/$script.fenced"
    done
done
median() { sort -n "$1" | sed -n 2p; }
echo 'time of a statement, as a ratio to a server without the library: outside of the fence, inside'
for script in select catalog loop; do
    awk -v s="$script" -v b="$(median "$work/$script.base")" -v p="$(median "$work/$script.plain")" -v f="$(median "$work/$script.fenced")" 'BEGIN { printf "%-8s %.3f %.3f\n", s, b / p, b / f }'
done
