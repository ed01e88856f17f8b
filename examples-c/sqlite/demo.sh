#!/bin/sh
# Runs demo.sql in a database in memory. `make demo` builds what it needs first.
set -eu
cd "$(dirname "$0")/../.."
for file in build/sqlite/indp.so examples-c/data/randhie.csv; do
    [ -f "$file" ] || { echo "demo: $file is missing: run make first" >&2; exit 1; }
done
command -v sqlite3 >/dev/null || { echo "demo: the sqlite3 shell is missing" >&2; exit 1; }
exec sqlite3 -batch -init /dev/null :memory: <examples-c/sqlite/demo.sql
