#!/bin/sh
# Tests the extensions for SQLite, DuckDB and MariaDB with AddressSanitizer and
# UndefinedBehaviorSanitizer. A failure does not stop the later tests.
set -u
failed=0
for engine in sqlite duckdb mariadb; do
    sh extensions/$engine/test/asan.sh || { echo "$engine with sanitizers: exit $?" && failed=1; }
done
exit "$failed"
