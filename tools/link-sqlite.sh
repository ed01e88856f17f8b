#!/bin/sh
# link-sqlite.sh LIBINDP.a OUTPUT.so [MORE.c...]: compiles and links the SQLite extension. The
# result contains the library and exports only its entry points. SQLite may unload an extension
# while threads still need its thread-local destructors. The linker option nodelete keeps the code
# in memory.
set -eu
archive=$1 output=$2
shift 2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
echo '{ global: sqlite3_extension_init; sqlite3_indp_init; indp_sqlite_reader; local: *; };' >"$work/exports"

# shellcheck disable=SC2086
"${CC:-cc}" ${CFLAGS:--O2 -g} -std=c99 -Wall -Wextra -Werror -pedantic -ffile-prefix-map="$PWD"=/indp -fPIC -fvisibility=hidden -shared -Ibuild/cargo \
    -Iextensions/common extensions/sqlite/src/*.c extensions/sqlite/src/*/*.c extensions/common/*.c "$@" "$archive" -o "$output" \
    -Wl,--version-script="$work/exports" -Wl,-soname,indp.so \
    -Wl,-z,nodelete -Wl,-z,defs -Wl,-z,relro -Wl,-z,now -Wl,-z,noexecstack \
    -Wl,--as-needed -lm -lpthread -ldl
