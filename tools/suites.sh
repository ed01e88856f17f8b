#!/bin/sh
# Runs the tests of Rust, of the C ABI and of the SQLite, PostgreSQL and DuckDB extensions, and the
# comparison of neighbouring data sets in each of them. The tests of PostgreSQL take about as long
# as the others, so they run beside them, and their output comes at the end. A failure does not
# stop the later tests. If the tests of an extension take more than three quarters of an hour,
# they are stuck, and end with exit code 124.
set -u
failed=0
suite() { # NAME COMMAND...
    name=$1
    shift
    sh tools/timed.sh "$name" timeout --foreground -k 30 2700 "$@" || {
        echo "$*: exit $?"
        return 1
    }
}
mkdir -p build
suite postgresql sh extensions/postgresql/test/run.sh >build/postgresql.log 2>&1 &
postgresql=$!
trap 'kill "$postgresql" 2>/dev/null; exit 1' HUP INT TERM
suite rust sh tools/cargo.sh test --release --locked -- --show-output || failed=1
suite c sh ffi-tests/run.sh || failed=1
for engine in sqlite duckdb; do
    suite "$engine" sh "extensions/$engine/test/run.sh" || failed=1
done
for engine in sqlite postgresql duckdb; do
    suite "neighbours in $engine" sh extensions/test/neighbours/neighbours.sh "$engine" || failed=1
done
wait "$postgresql" || failed=1
cat build/postgresql.log
exit "$failed"
