#!/bin/sh
# Runs the C tests: first the tests of the C ABI, then the tests of the SQLite, PostgreSQL and
# DuckDB extensions, and the comparison of neighbouring data sets in each of them. A failure does
# not stop the later tests. If the tests of an extension take more than 45 minutes, they are
# stuck, and end with exit code 124.
set -u
failed=0
suite() { # NAME FILE [ARGUMENT...]
    name=$1
    shift
    sh tools/timed.sh "$name" timeout --foreground -k 30 2700 sh "$@" || {
        echo "$*: exit $?"
        failed=1
    }
}
sh tools/timed.sh c sh ffi-tests/run.sh || failed=1
for engine in sqlite postgresql duckdb; do suite "$engine" "extensions/$engine/test/run.sh"; done
for engine in sqlite postgresql duckdb; do
    suite "neighbours in $engine" extensions/test/neighbours/neighbours.sh "$engine"
done
exit "$failed"
