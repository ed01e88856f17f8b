#!/bin/sh
# Runs demo.py with DuckDB's package for Python, which it installs below build/. `make demo-duckdb`
# builds the extension first.
set -eu
cd "$(dirname "$0")/../../.."
for file in build/duckdb/indp.duckdb_extension examples-c/data/randhie.csv; do
    [ -f "$file" ] || { echo "demo: $file is missing: run make duckdb first" >&2; exit 1; }
done
engine=$(sh extensions/duckdb/tools/engine.sh) || { echo "demo: $engine" >&2; exit 1; }
PYTHONPATH=$engine exec "${PYTHON:-python3}" extensions/duckdb/demo/demo.py build/duckdb/indp.duckdb_extension examples-c/data/randhie.csv
