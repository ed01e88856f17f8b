#!/bin/sh
# Compares private sums with sums over a table whose partitions are on three servers, and counts the
# bytes that the servers exchange. Usage: nodes.sh [ROWS]. All servers share this machine. All
# queries run in turn, 5 times. The last query pulls rows, so it reads one row in a hundred.
set -eu
cd "$(dirname "$0")/../../.."
. tools/pg-cluster.sh
. tools/pg-nodes.sh
rows=${1:-3000000}
bench=extensions/postgresql/bench
cluster_start "shared_buffers = '128MB'" "jit = off"
set -- "shared_buffers = '3GB'" "jit = off" "max_parallel_workers_per_gather = 0" "max_wal_size = '8GB'"
nodes_start "$@"
for n in 1 2 3; do
    # k has 1,000 values.
    on "$n" -c "CREATE UNLOGGED TABLE t AS SELECT $n AS node, (i % 1000)::int AS k, (i * 7919 % 1000003) / 10000.0::float8 AS x
        FROM generate_series($n::bigint, $rows, 3) AS i" -c 'VACUUM ANALYZE t' \
        -c "CREATE VIEW hundredth AS SELECT node, k, x FROM t WHERE k < 10"
done
# The tables in the schema `counted` (see nodes.sql) are read through a relay that counts bytes.
mkdir "$cluster/relay" && [ "$(id -u)" != 0 ] || chown postgres: "$cluster/relay"
as_postgres python3 "$PWD/$bench/relay.py" "$cluster" "$cluster/relay" 5433 5434 5435 &
relay=$!
trap 'kill $relay; cluster_stop' EXIT
until [ -e "$cluster/relay/.s.PGSQL.5435" ]; do sleep 0.1; done
pg postgres -v relay="$cluster/relay" -v bytes="$cluster/relay/bytes" -f "$bench/nodes.sql"
