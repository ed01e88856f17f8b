#!/bin/sh
# link-sqlite.sh LIBINDP.a OUTPUT.so [MORE.c...]: compiles and links the SQLite extension. SQLite
# loads extensions with RTLD_GLOBAL. With -Bsymbolic, two files with the same names do not call each
# other. link-sqlite.sh --exports prints the names that the extension exports.
set -eu
exports='sqlite3_extension_init; sqlite3_indp_init; sqlite3_indpreader_init; indp_sqlite_reader;'
[ "$1" != --exports ] || { echo "$exports" && exit; }
archive=$1 output=$2
shift 2
exec sh "$(dirname "$0")/link-extension.sh" sqlite "$exports" "$archive" "$output" -Wl,-Bsymbolic "$@"
