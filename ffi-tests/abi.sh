#!/bin/sh
# Checks that the C ABI is still compatible with the one recorded in ffi-tests/abi. No function may
# be removed or change its type, no constant may be removed or change its value, and no declaration
# may change its text. Additions are allowed. Usage: abi.sh [update]. `update` records the present
# ABI: additions, and also incompatible changes, which need another SONAME.
#
# The texts of declarations are compared because the types do not show some changes, such as a
# dropped const or two double parameters that are swapped.
#
# The types come from a library with one empty function for each prototype of the header. The real
# library cannot be used, because its debug information describes Rust types, including private
# fields of handles. cbindgen, header.sh and symbols.sh compare the header with the real library.
set -eu
recorded=ffi-tests/abi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp include/indp.h "$work"
here=$PWD
cd "$work"

# Turns every prototype of indp_* into a definition.
{
    printf '#include <stddef.h>\n#include <stdint.h>\n'
    sed '/#include/d' indp.h | "${CC:-cc}" -E -P -x c - | tr '\n' ' ' | sed 's/;/;\n/g' |
        sed '/indp_[a-z0-9_]* *(.*) *;$/s/;$/{ __builtin_trap(); }/'
} >stub.c
"${CC:-cc}" -g -O0 -w -fPIC -shared -fdebug-prefix-map="$work"=. stub.c \
    -Wl,-soname,"$(readelf -d "$here/build/lib/libindp.so" | sed -n 's/.*SONAME.*\[\(.*\)\]/\1/p')" -o stub.so
abidw --no-corpus-path --no-architecture --no-show-locs --no-comp-dir-path --short-locs \
    --out-file now.abi stub.so
"${CC:-cc}" -E -dM indp.h | sed -n 's/^#define \(INDP_[A-Z0-9_]* .*\)/\1/p' |
    grep -Ev '^INDP_(H|VERSION_[A-Z]*) ' | LC_ALL=C sort >constants.txt

# Writes one declaration per line, without comments.
sed '/#include/d' indp.h | "${CC:-cc}" -E -P -x c - | tr '\n' ' ' |
    awk 'BEGIN { RS = "" } { depth = 0; line = ""
        for (i = 1; i <= length($0); i++) {
            c = substr($0, i, 1); depth += (c == "{") - (c == "}"); line = line c
            if (c == ";" && depth == 0) { gsub(/[ \t]+/, " ", line); sub(/^ /, "", line); print line; line = "" }
        } }' | LC_ALL=C sort >declarations.txt

# Without debug information, now.abi would contain only names and hide every change of a type.
functions=$(grep -c "<function-decl name='indp_" now.abi || true)
if [ "$functions" != "$(wc -l <"$here/ffi-tests/symbols.txt")" ] || ! grep -q '<parameter' now.abi; then
    echo "the dump describes $functions functions: is the debug information there?"
    exit 1
fi

cd "$here"
if [ "${1:-}" = update ]; then
    mkdir -p $recorded
    cp "$work/now.abi" $recorded/libindp.abi
    cp "$work/constants.txt" $recorded/constants.txt
    cp "$work/declarations.txt" $recorded/declarations.txt
    exit 0
fi
status=0
abidiff --no-added-syms --no-architecture $recorded/libindp.abi "$work/now.abi" || status=1
for what in constants declarations; do
    LC_ALL=C comm -23 $recorded/$what.txt "$work/$what.txt" >"$work/gone"
    if [ -s "$work/gone" ]; then
        echo "$what that changed or were removed:"
        cat "$work/gone"
        status=1
    fi
done
exit "$status"
