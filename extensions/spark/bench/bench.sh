#!/bin/sh
# bench.sh [ROWS [RUNS]]: measures with bench.py, which says how.
set -eu
cd "$(dirname "$0")/../../.."
. extensions/spark/tools/environment.sh
exec "$PYSPARK_PYTHON" extensions/spark/bench/bench.py "$@"
