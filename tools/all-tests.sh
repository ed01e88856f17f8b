#!/bin/sh
# Runs the tests of Rust, of the C ABI, and of the SQLite and DuckDB extensions, one after another.
# The tests in PostgreSQL, which take longest and often wait, run at the same time, and their output
# follows in the end. A failure does not stop the later tests.
set -u
failed=0
mkdir -p build
setsid sh tools/engine-tests.sh postgresql >build/postgresql.log 2>&1 &
postgresql=$!
trap 'kill -- "-$postgresql"; exit 1' HUP INT TERM
# Rust's tests include the C programs, which therefore run in the other ways only after it.
export INDP_C_LIBRARY=build/lib INDP_PROGRAMS=elsewhere
sh tools/timed.sh rust sh tools/cargo.sh test --profile tests --locked -- --show-output || failed=1
sh tools/timed.sh c sh ffi-tests/run.sh || failed=1
sh tools/engine-tests.sh sqlite duckdb || failed=1
wait "$postgresql" || failed=1
cat build/postgresql.log
exit "$failed"
