#!/bin/sh
# link-sqlite.sh LIBINDP.a OUTPUT.so [MORE.c...]: compiles and links the SQLite extension.
exec sh "$(dirname "$0")/link-extension.sh" sqlite 'sqlite3_extension_init; sqlite3_indp_init; indp_sqlite_reader;' "$@"
