#!/bin/sh
# Runs the tests of the Spark extension, from any directory. Environment variables, with their
# defaults in parentheses:
#
#     PYTHON         the interpreter (python3)
#     CASES          a pattern of the cases to run (*), such as 'a_values.*'
set -u
cd "$(dirname "$0")/../../.." || exit 2
. extensions/spark/tools/environment.sh
PYTHONPATH=$PYTHONPATH:$PWD/extensions/spark/test
export PYTHONPATH
exec "$PYSPARK_PYTHON" extensions/spark/test/run.py extensions/spark/test/cases
