#!/bin/sh
# Runs the demo in a temporary cluster: the owner of real health data protects a table, a reader
# asks, and the database refuses what is not allowed. `make demo-postgresql` builds the extension
# and then runs this script.
set -eu
cd "$(dirname "$0")/../../.."
. tools/pg-cluster.sh
demo=extensions/postgresql/demo
play() { # ROLE SCRIPT: runs a script as the role, and shows the statements and their results
    echo
    echo "---- $2, as $1"
    "$pg_bin/psql" -X -q -U "$1" -v ECHO=queries -P footer=off -f "$demo/$2" 2>&1 | sed 's/^psql:[^ ]* //'
}
cluster_start "fsync = on"
pg postgres -v VERBOSITY=default -c "ALTER DATABASE postgres SET session_preload_libraries = '$pg_preload'" -f "$demo/demo-data.sql"
pg postgres -U health -c 'COPY demo.hie FROM STDIN (FORMAT csv, HEADER true)' <examples-c/data/randhie.csv
echo "indp: the RAND Health Insurance Experiment, $(pg postgres -c 'SELECT count(*), count(DISTINCT id) FROM demo.hie' | sed 's/|/ person-years of /') people"
play health owner.sql
printf '%s\n' "SELECT statement FROM indp.check('demo.hie') WHERE leak <> 'reltuples' \\gexec" | pg postgres
play health budget.sql
play ada reader.sql
play ada refused.sql
play health board.sql
play bob dashboard.sql
echo
echo '---- the ledger, as health'
"$pg_bin/psql" -X -q -U health -P footer=off \
    -c "SELECT to_char(at, 'HH24:MI:SS') AS at, reader, epsilon, left(query, 60) AS query FROM indp.ledger('demo.hie') WHERE epsilon > 0"
echo '---- exact, shown because this is a demo'
"$pg_bin/psql" -X -q -U health -P footer=off -c 'SELECT count(DISTINCT id) AS people, sum(least(mdvis, 20)) AS visits FROM demo.hie'
