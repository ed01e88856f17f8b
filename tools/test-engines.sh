#!/bin/sh
# Runs the tests of the engines that `make test` leaves out, and compares the states of all engines.
# Faults that are planted in the glue must be found by the comparison of neighbouring data sets.
# A failure does not stop the later tests.
set -u
failed=0
sh extensions/mariadb/test/run.sh || failed=1
sh tools/test-nodes.sh || failed=1
sh extensions/test/same.sh || failed=1
sh extensions/spark/test/run.sh || failed=1
sh extensions/test/neighbours/neighbours.sh mariadb spark || failed=1
sh extensions/test/neighbours/faults.sh || failed=1
sh extensions/duckdb/test/run.sh all || failed=1
exit "$failed"
