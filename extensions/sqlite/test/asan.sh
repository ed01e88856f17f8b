#!/bin/sh
# asan.sh [FORM]: calls everything that the extension adds to a connection (test/surface), and runs
# cases of SQL, with an extension that was built with AddressSanitizer and
# UndefinedBehaviorSanitizer. FORM is full, or short. If the compiler lacks the sanitizers, the exit
# status is 77.
set -eu
cd "$(dirname "$0")/../../.."
. tools/sanitizers.sh
sanitizers_find
extension=build/sqlite/asan/indp.so
sanitizers_link tools/link-sqlite.sh "$extension"
failed=0
INDP_SQLITE=$extension sanitized sh extensions/sqlite/test/surface/run.sh "${1:-full}" || failed=1
# The shell that runs the cases. The other cases load the extension into programs of their own.
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cat >"$work/sqlite3" <<END
#!/bin/sh
LD_PRELOAD=${sanitizers_preload#:} ASAN_OPTIONS=detect_leaks=0:quarantine_size_mb=16 exec ${SQLITE3:-sqlite3} "\$@"
END
chmod +x "$work/sqlite3"
SQLITE3=$work/sqlite3 PROGRAMS=no CASES='[0-467][-0-9]*' sh extensions/sqlite/test/run.sh "$extension" || failed=1
exit "$failed"
