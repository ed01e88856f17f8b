#!/bin/sh
# Runs the demo of several servers in four temporary clusters: three hold the rows, and a fourth
# releases answers about all of them. `make demo-distributed` builds the extension and then runs
# this script.
set -eu
cd "$(dirname "$0")/../../.."
. tools/pg-cluster.sh
. tools/pg-nodes.sh
demo=extensions/postgresql/demo
play() { # ROLE SCRIPT: runs a script as the role, and shows the statements and their results
    echo
    echo "---- $2, as $1"
    "$pg_bin/psql" -X -q -U "$1" -d postgres -v ON_ERROR_STOP=1 -v ECHO=queries -P footer=off -f "$demo/$2"
}
cluster_start "shared_buffers = '64MB'"
nodes_start "shared_buffers = '64MB'"
echo "indp $(pg postgres -c 'SELECT indp_version()') in PostgreSQL $(pg postgres -c 'SHOW server_version'): the RAND Health Insurance Experiment on three servers"
for n in 1 2 3; do
    on "$n" -v sites="$((2 * n - 1)), $((2 * n))" -f "$demo/nodes-node.sql"
    awk -F , -v n="$n" 'NR > 1 && ($3 == 2 * n - 1 || $3 == 2 * n)' examples-c/data/randhie.csv | on "$n" -c 'COPY demo.hie FROM STDIN (FORMAT csv)'
    on "$n" -c "SELECT 'node$n: ' || count(*) || ' person-years of sites ' || min(site) || ' and ' || max(site) FROM demo.hie"
done
pg postgres -f "$demo/nodes-admin.sql"
play health nodes-coordinator.sql
play health nodes.sql
echo '---- exact, shown because this is a demo'
"$pg_bin/psql" -X -q -U health -d postgres -P footer=off -c 'SELECT count(DISTINCT id) AS people, sum(least(meddol, 5000))::int8 AS dollars,
    avg(age)::numeric(4, 2) AS age, percentile_disc(ARRAY[0.25, 0.5, 0.75]) WITHIN GROUP (ORDER BY meddol) AS quartiles,
    mode() WITHIN GROUP (ORDER BY plan) AS plan, sum(least(mdvis, 20)) FILTER (WHERE coins > 0) AS "visits, patient pays a share",
    sum(least(mdvis, 20)) FILTER (WHERE coins = 0) AS "visits, care is free" FROM demo.hie'
