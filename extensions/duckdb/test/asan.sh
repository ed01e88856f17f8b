#!/bin/sh
# asan.sh [FORM]: runs the cases that CASES selects below, and calls every function that the
# extension adds to a database (test/surface), with an extension that was built with
# AddressSanitizer and UndefinedBehaviorSanitizer. FORM is full, or short. If the compiler lacks the
# sanitizers, the exit status is 77.
set -eu
cd "$(dirname "$0")/../../.."
. tools/sanitizers.sh
sanitizers_find
extension=$PWD/build/duckdb/asan/indp.duckdb_extension
sanitizers_link tools/link-duckdb.sh "$extension"
engine=$(sh extensions/duckdb/tools/engine.sh)
export PYTHONPATH="$engine:extensions/duckdb/test" PYTHONDONTWRITEBYTECODE=1
failed=0
# slow/memory.py looks for leaks.
INDP_DUCKDB=$extension CASES='[0abdei]_*' sanitized "${PYTHON:-python3}" extensions/duckdb/test/run.py extensions/duckdb/test/cases || failed=1
sanitized "${PYTHON:-python3}" extensions/duckdb/test/surface/surface.py "$extension" 1 "${1:-full}" || failed=1
exit "$failed"
