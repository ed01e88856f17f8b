#!/bin/sh
# Runs demo.sql in a database in memory. `make demo` builds what it needs first. FLOAT_PRECISION is the
# number of bits of float arithmetic (-1: automatic); without it the answers come from real arithmetic.
set -eu
cd "$(dirname "$0")/../../.."
for file in build/sqlite/indp.so examples-c/data/randhie.csv; do
    [ -f "$file" ] || { echo "demo: $file is missing: run make first" >&2; exit 1; }
done
mkdir -p build
command -v sqlite3 >/dev/null || { echo "demo: the sqlite3 shell is missing" >&2; exit 1; }
choose="CREATE TEMP TABLE chosen AS SELECT indp_float_precision(${FLOAT_PRECISION:-0});"
sed "/^\.load/a $choose" extensions/sqlite/demo/demo.sql | sqlite3 -batch -init /dev/null :memory:
