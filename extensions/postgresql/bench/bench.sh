#!/bin/sh
# bench.sh [ROWS]: the aggregates beside PostgreSQL's own, in a temporary cluster: serial and with 2 workers. The
# queries take turns, 7 times; the table shows the median, the fastest, the slowest, the medians' ratio, and the ratio aimed at.
set -eu
cd "$(dirname "$0")/../../.."
. tools/pg-cluster.sh
cluster_start "shared_buffers = '1GB'" "jit = off"
pg postgres -v rows="${1:-10000000}" -f extensions/postgresql/bench/bench.sql
