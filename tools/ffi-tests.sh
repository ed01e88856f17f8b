#!/bin/sh
# Runs the C tests: first the tests of the C ABI, then the tests of the SQLite, PostgreSQL and
# DuckDB extensions. A failure does not stop the later tests.
set -u
failed=0
sh ffi-tests/run.sh || failed=1
sh extensions/sqlite/test/run.sh || failed=1
sh extensions/postgresql/test/run.sh || failed=1
sh extensions/duckdb/test/run.sh || failed=1
exit "$failed"
