#!/bin/sh
# fuzz-postgresql.sh SEED NUMBER: runs NUMBER random statements over protected tables of PostgreSQL,
# with the rights of a reader. Each statement runs on two neighbouring data sets, and the answers
# are compared. Statements that reproduce violations are written to build/fuzz-postgresql. Each
# charge of a budget waits for the disk. So the cluster is kept in memory, under /dev/shm, if that
# folder is writable and TMPDIR is not set. FUZZ_MESSAGES=N also prints the N most frequent
# messages.
set -eu
cd "$(dirname "$0")/.."
seed=${1:-1}
number=${2:-100000}
[ -n "${TMPDIR:-}" ] || [ ! -w /dev/shm ] || { TMPDIR=/dev/shm && export TMPDIR; }
mkdir -p build/fuzz-postgresql
set +e
. tools/pg-cluster.sh
. extensions/postgresql/test/fuzz/fuzz.sh
cluster_start "shared_buffers = '256MB'" "jit = off" "fsync = on" "autovacuum_naptime = '5s'" "max_wal_size = '1GB'" \
    "log_min_messages = fatal" "log_min_error_statement = panic"
fuzz_prepare || exit 2
FUZZ_OUT=build/fuzz-postgresql/seed-$seed
rm -f "$FUZZ_OUT"-*.sql
fuzz_run "$seed" "$number" || { echo "failed: tools/fuzz-postgresql.sh $seed $number" >&2 && cluster_log && exit 1; }
