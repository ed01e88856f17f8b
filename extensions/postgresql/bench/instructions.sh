#!/bin/sh
# Counts the instructions of statements with and without the fence, since its cost for sessions outside
# of it is smaller than the noise of a clock: a short SELECT, a query of the catalog and a loop in PL/pgSQL,
# for a role outside of the fence in a server without the library (the base), with the library, and for a
# member of indp_reader. Callgrind counts those of a server in single-user mode; the part of a statement is
# the difference between 300 and 100 of them. Instructions of the kernel and of the protocol do not count.
# Usage, after `make`: instructions.sh
set -eu
cd "$(dirname "$0")/../../.."
. tools/pg-cluster.sh
command -v valgrind >/dev/null || { echo 'instructions.sh: valgrind is missing' >&2; exit 2; }
cluster_start "jit = off"
pg postgres -c 'CREATE DATABASE bench' && pg bench -c 'CREATE EXTENSION indp; CREATE TABLE t(id int PRIMARY KEY, x int); INSERT INTO t SELECT i, i % 10 FROM generate_series(1, 10000) i' \
    -c 'VACUUM ANALYZE t' -c 'CREATE ROLE plain LOGIN; CREATE ROLE fenced LOGIN IN ROLE indp_reader; GRANT SELECT ON t TO plain, fenced'
node_stop data
script=$cluster/script.sql
instructions() { # ROLE LIBRARY NUMBER STATEMENT
    { echo "SET SESSION AUTHORIZATION $1" && yes "$4" | head -n "$3"; } >"$script"
    (cd "$cluster" && as_postgres valgrind --tool=callgrind --callgrind-out-file=/dev/null "$pg_bin/postgres" --single -D data -c jit=off -c "shared_preload_libraries=$2" bench <"$script" 2>&1 >/dev/null) |
        sed -n 's/.*Collected : //p'
}
each() { # ROLE LIBRARY STATEMENT
    few=$(instructions "$1" "$2" 100 "$3")
    echo $((($(instructions "$1" "$2" 300 "$3") - few) / 200))
}
echo 'instructions of a statement without the library, and ratios to that: outside of the fence, inside'
while IFS='~' read -r name statement; do
    base=$(each plain '' "$statement")
    awk -v n="$name" -v b="$base" -v o="$(each plain "$pg_preload" "$statement")" -v i="$(each fenced "$pg_preload" "$statement")" 'BEGIN { printf "%-8s %8d %.4f %.4f\n", n, b, o / b, i / b }'
done <<'STATEMENTS'
select~SELECT x FROM t WHERE id = 5
catalog~SELECT c.relname, n.nspname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE c.relkind = 'r' AND c.relname LIKE 'pg_am%'
loop~DO 'DECLARE s int8 := 0; BEGIN FOR i IN 1..300 LOOP s := s + length(lower(i::text)); END LOOP; END'
STATEMENTS
