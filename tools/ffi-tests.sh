#!/bin/sh
# The C tests: the ABI itself, then the SQLite extension. Runs both even when the first one fails.
set -u
failed=0
sh ffi-tests/run.sh || failed=1
sh ffi-tests/sqlite/run.sh || failed=1
exit "$failed"
