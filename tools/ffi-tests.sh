#!/bin/sh
# Runs the C tests: those of the C ABI, then those of the SQLite and DuckDB extensions. The tests in
# PostgreSQL run at the same time, and their output follows in the end. A failure does not stop the
# later tests.
set -u
failed=0
mkdir -p build
setsid sh tools/engine-tests.sh postgresql >build/postgresql.log 2>&1 &
postgresql=$!
trap 'kill -- "-$postgresql"; exit 1' HUP INT TERM
sh tools/timed.sh c sh ffi-tests/run.sh || failed=1
sh tools/engine-tests.sh sqlite duckdb || failed=1
wait "$postgresql" || failed=1
cat build/postgresql.log
exit "$failed"
