#!/bin/sh
# Compares the speed of the aggregates with PostgreSQL's own aggregates in a temporary cluster,
# without and with 2 workers. Usage: bench.sh [ROWS]. Runs all queries in turn, 7 times. The table
# shows the median, fastest and slowest times, the ratio of the medians, and the target of that
# ratio.
set -eu
cd "$(dirname "$0")/../../.."
. tools/pg-cluster.sh
cluster_start "shared_buffers = '1GB'" "jit = off"
pg postgres -v rows="${1:-10000000}" -f extensions/postgresql/bench/bench.sql
