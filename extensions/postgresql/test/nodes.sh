#!/bin/sh
# Tests tables whose partitions are on three other servers: what is sent to them, that merged states
# equal the state of a single table, and what happens when a server fails or has another version.
# Usage, after `make` and from any directory: nodes.sh [PARTS...], for example
# `nodes.sh 30-failures`. The parts are in nodes/. checks.sh describes the functions that they call.
#
# SERVER_OF_NODE3 may name a folder that contains another major version of PostgreSQL. The test must
# be able to write to that folder. The third node then runs that version in part 40-versions.
set -u
cd "$(dirname "$0")/../../.." || exit 2
here=$PWD/extensions/postgresql/test
. tools/pg-cluster.sh
. tools/pg-nodes.sh
cluster_start "shared_buffers = '128MB'" "jit = off"
work=$cluster/work
mkdir "$work" || exit 2
label=nodes
. "$here/checks.sh"
db=postgres
E=1e18 # at this epsilon the noise rounds to zero
nodes_start "shared_buffers = '64MB'" "jit = off"

# Each node has every third of the generated values, and the rows of two sites of the RAND Health
# Insurance Experiment. The coordinator has all generated values in the table `whole`, and all rows
# of the experiment in `rand`. The partitions of its tables `parts` and `everywhere` are foreign
# tables, which read the nodes. The tables are analysed, so that every run gets the same plans.
generated="SELECT i % 3 + 1 AS node, i % 7 AS k,
    CASE WHEN i % 1000 = 1 THEN 'NaN' WHEN i % 1000 = 2 THEN 'Infinity' WHEN i % 1000 = 3 THEN '-Infinity' WHEN i % 1000 = 4 THEN NULL
         WHEN i % 1000 = 5 THEN 1e300 WHEN i % 1000 = 6 THEN -5e-324 ELSE (i * 7919 % 1000003) / 1024.0::float8 - 400 END::float8 AS x
    FROM generate_series(1::bigint, 300000) AS i"
columns='node int, k int, x float8'
rand=$(sed -n '/^CREATE TABLE rand/,/;/p' "$here/data.sql")
prepare "CREATE TABLE whole($columns); INSERT INTO whole $generated; CREATE TABLE parts($columns) PARTITION BY LIST (node);
    $rand; CREATE TABLE everywhere (LIKE rand) PARTITION BY LIST (site)"
pg postgres -c 'COPY rand FROM STDIN (FORMAT csv, HEADER true)' <examples-c/data/randhie.csv || exit 2
for n in 1 2 3; do
    on "$n" -c "CREATE TABLE parts($columns); INSERT INTO parts SELECT * FROM ($generated) AS g WHERE node = $n; $rand; ANALYZE parts" \
        -c 'CREATE TABLE none(LIKE parts)' || exit 2
    pg postgres -c "COPY (SELECT * FROM rand WHERE site IN (2 * $n - 1, 2 * $n)) TO STDOUT" >"$work/rows" && on "$n" -c 'COPY rand FROM STDIN' <"$work/rows" || exit 2
    prepare "CREATE FOREIGN TABLE part$n PARTITION OF parts FOR VALUES IN ($n) SERVER node$n OPTIONS (table_name 'parts');
        CREATE FOREIGN TABLE none$n($columns) SERVER node$n OPTIONS (table_name 'none');
        CREATE FOREIGN TABLE rand$n PARTITION OF everywhere FOR VALUES IN ($((2 * n - 1)), $((2 * n))) SERVER node$n OPTIONS (table_name 'rand')"
done
prepare 'ANALYZE; ALTER DATABASE postgres SET enable_partitionwise_aggregate = on'

for part in "$here"/nodes/*.sh; do
    case " $* " in '  ' | *" $(basename "$part" .sh) "*) ;; *) continue ;; esac
    start=$(date +%s)
    # shellcheck source=/dev/null
    . "$part"
    echo "nodes $(basename "$part" .sh): $passed passed so far, $failed failed, $(($(date +%s) - start)) s"
done

echo "nodes PostgreSQL: $passed passed, $failed failed"
[ "$failed" = 0 ] && [ "$passed" -gt 0 ]
