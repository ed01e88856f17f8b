#!/bin/sh
# Runs the C tests: first the ABI itself, then the extensions. All of them run even if one fails.
set -u
failed=0
sh ffi-tests/run.sh || failed=1
sh extensions/sqlite/test/run.sh || failed=1
sh extensions/postgresql/test/run.sh || failed=1
exit "$failed"
