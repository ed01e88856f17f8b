#!/bin/sh
# bench.sh [ROWS [RUNS]]: measures times with bench.py, which describes the method.
set -eu
cd "$(dirname "$0")/../../.."
. extensions/spark/tools/environment.sh
exec "$PYSPARK_PYTHON" extensions/spark/bench/bench.py "$@"
