#!/bin/sh
# asan.sh [FORM]: calls every function of the extension on a server with AddressSanitizer and
# UndefinedBehaviorSanitizer (test/surface), and runs cases of SQL on it. The extension is built
# with them; the server is the usual one, and only loads them. FORM is full, or short. If the
# compiler lacks the sanitizers, the exit status is 77.
set -eu
cd "$(dirname "$0")/../../.."
. tools/sanitizers.sh
sanitizers_find
export INDP_MARIADB=build/mariadb/asan/indp.so
sanitizers_link tools/link-mariadb.sh "$INDP_MARIADB"
export MARIADB_CHECKER="env LD_PRELOAD=${sanitizers_preload#:} ASAN_OPTIONS=detect_leaks=0:quarantine_size_mb=16:abort_on_error=1 UBSAN_OPTIONS=print_stacktrace=1:abort_on_error=1"
failed=0
(
    . tools/mariadb-server.sh
    mariadb_start --thread-stack=1048576 # frames with sanitizers are larger
    mariadb_sql <extensions/mariadb/sql/install.sql && mariadb_sql <extensions/mariadb/test/surface/data.sql || exit 2
    PYTHONDONTWRITEBYTECODE=1 "${PYTHON:-python3}" extensions/mariadb/test/surface/surface.py "$INDP_MARIADB" "$mariadb_home" 1 "${1:-full}"
) || failed=1
MARIADB_STACK=1048576 sh extensions/mariadb/test/run.sh 0-shared 1-values 2-parameters 3-queries 4-aggregates 5-states || failed=1
exit "$failed"
