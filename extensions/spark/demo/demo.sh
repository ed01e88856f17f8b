#!/bin/sh
# Runs demo.py with PySpark, which it installs in the cache folder. `make demo-spark` builds the jar
# first.
set -eu
cd "$(dirname "$0")/../../.."
. extensions/spark/tools/environment.sh
exec "$PYSPARK_PYTHON" extensions/spark/demo/demo.py examples-c/data/randhie.csv
