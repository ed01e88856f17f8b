#!/bin/sh
# Runs demo.sql in a temporary cluster. `make demo-postgresql` builds the extension and then runs
# this script.
set -eu
cd "$(dirname "$0")/../../.."
. tools/pg-cluster.sh
cluster_start
pg postgres -f extensions/postgresql/demo/demo-data.sql
pg postgres -c 'COPY demo.person_year FROM STDIN (FORMAT csv, HEADER true)' <examples-c/data/randhie.csv
pg postgres -v VERBOSITY=default -f extensions/postgresql/demo/demo.sql
