#!/bin/sh
# The C tests: the ABI itself, then the extensions. Runs all of them even if one fails.
set -u
failed=0
sh ffi-tests/run.sh || failed=1
sh extensions/sqlite/test/run.sh || failed=1
sh extensions/postgresql/test/run.sh || failed=1
exit "$failed"
