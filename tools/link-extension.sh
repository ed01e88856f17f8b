#!/bin/sh
# link-extension.sh ENGINE EXPORTS LIBINDP.a OUTPUT.so [MORE.c...]: compiles and links the extension
# in extensions/ENGINE. The result contains the library and exports only the names in EXPORTS, each
# of which ends with a semicolon. An engine may unload an extension while threads still need its
# thread-local destructors. The linker option nodelete keeps the code in memory.
set -eu
folder=extensions/$1 exports=$2 archive=$3 output=$4
shift 4
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
echo "{ global: $exports local: *; };" >"$work/exports"
sources=$(find "$folder/src" extensions/common -name '*.c' | LC_ALL=C sort)

# shellcheck disable=SC2086
${CC:-cc} ${CFLAGS:--O2 -g} -std=c99 -Wall -Wextra -Werror -pedantic -ffile-prefix-map="$PWD"=/indp -fPIC -fvisibility=hidden -shared -Ibuild/cargo \
    -Iextensions/common $sources "$@" "$archive" -o "$output" \
    -Wl,--version-script="$work/exports" -Wl,-soname,indp.so \
    -Wl,-z,nodelete -Wl,-z,defs -Wl,-z,relro -Wl,-z,now -Wl,-z,noexecstack \
    -Wl,--as-needed -lm -lpthread -ldl
