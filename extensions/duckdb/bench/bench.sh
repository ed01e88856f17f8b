#!/bin/sh
# bench.sh [ROWS [RUNS]]: measures the time per row with bench.py, which describes the method.
set -eu
cd "$(dirname "$0")/../../.."
engine=$(sh extensions/duckdb/tools/engine.sh) || { echo "bench: $engine" >&2; exit 1; }
PYTHONPATH=$engine exec "${PYTHON:-python3}" extensions/duckdb/bench/bench.py build/duckdb/indp.duckdb_extension "$@"
