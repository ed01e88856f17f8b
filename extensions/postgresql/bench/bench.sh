#!/bin/sh
# Compares the speed of the aggregates with the speed of PostgreSQL's own aggregates in a temporary
# cluster, without and with 2 workers. Also compares queries over protected tables with the same
# queries written by hand. Usage: bench.sh [ROWS]. All queries run in turn: 7 times each for the
# aggregates, and 5 times each for protected tables. The output shows the median, fastest and
# slowest times, the ratio of the medians, and the target for that ratio.
set -eu
cd "$(dirname "$0")/../../.."
. tools/pg-cluster.sh
cluster_start "shared_buffers = '1GB'" "jit = off"
pg postgres -v rows="${1:-10000000}" -f extensions/postgresql/bench/bench.sql
cluster_restart "shared_buffers = '2GB'" "jit = off" "fsync = on" "max_wal_size = '8GB'"
pg postgres -c 'CREATE DATABASE protected' -c "ALTER DATABASE protected SET session_preload_libraries = '$pg_preload'"
pg protected -v rows="${1:-10000000}" -f extensions/postgresql/bench/protected.sql
