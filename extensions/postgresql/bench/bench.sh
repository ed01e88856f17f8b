#!/bin/sh
# bench.sh [ROWS]: compares the aggregates with PostgreSQL's own in a temporary cluster, serial and with 2 workers. The
# queries are interleaved, 7 times. The table shows median, fastest, slowest, the ratio of the medians, and the target ratio.
set -eu
cd "$(dirname "$0")/../../.."
. tools/pg-cluster.sh
cluster_start "shared_buffers = '1GB'" "jit = off"
pg postgres -v rows="${1:-10000000}" -f extensions/postgresql/bench/bench.sql
