#!/bin/sh
# Runs the tests of the DuckDB extension. Usage: run.sh [all], from any directory; with `all` also
# those that take minutes or download other versions of the engine.
# Environment variables, with their defaults in parentheses:
#
#     PYTHON         the interpreter (python3)
#     INDP_DUCKDB    the extension (build/duckdb/indp.duckdb_extension)
#     INDP_SHARED    the shared library, for the comparison with C (build/lib/libindp.so)
#     CASES          a pattern of the cases to run (*), such as 'a_values.*'
set -u
cd "$(dirname "$0")/../../.." || exit 2
here=extensions/duckdb/test
extension=${INDP_DUCKDB:-build/duckdb/indp.duckdb_extension}
for file in "$extension" build/lib/libindp.so build/sqlite/indp.so; do
    [ -f "$file" ] || { echo "duckdb tests: $file is missing" >&2; exit 2; }
done
engine=$(sh extensions/duckdb/tools/engine.sh) || { echo "duckdb tests: $engine" >&2; exit 2; }
[ "${1:-}" = all ] && slow=$here/slow || slow=
PYTHONPATH=$engine:$here PYTHONDONTWRITEBYTECODE=1
export PYTHONPATH PYTHONDONTWRITEBYTECODE
# shellcheck disable=SC2086
exec "${PYTHON:-python3}" "$here/run.py" "$here/cases" $slow
