#!/bin/sh
# link-duckdb.sh LIBINDP.a OUTPUT.duckdb_extension: compiles and links the DuckDB extension. The
# result contains the library and exports only its entry point. The linker option nodelete keeps the
# code in memory while threads still need its thread-local destructors.
set -eu
archive=$1 output=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
echo '{ global: indp_init_c_api; local: *; };' >"$work/exports"

sh extensions/duckdb/tools/headers.sh
# shellcheck disable=SC2086
${CC:-cc} ${CFLAGS:--O2 -g} -std=c99 -Wall -Wextra -Werror -pedantic -ffile-prefix-map="$PWD"=/indp -fPIC -fvisibility=hidden -shared -Ibuild/cargo \
    -Iextensions/common -isystem build/duckdb/include extensions/duckdb/src/*.c extensions/common/*.c "$archive" -o "$work/indp.so" \
    -Wl,--version-script="$work/exports" -Wl,-soname,indp.duckdb_extension \
    -Wl,-z,nodelete -Wl,-z,defs -Wl,-z,relro -Wl,-z,now -Wl,-z,noexecstack \
    -Wl,--as-needed -lm -lpthread -ldl
VERSION=v$(sed -n 's/^version *= *"\(.*\)"/\1/p' Cargo.toml | head -n 1) python3 extensions/duckdb/tools/footer.py "$work/indp.so" "$output"
