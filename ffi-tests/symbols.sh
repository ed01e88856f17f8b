#!/bin/sh
# What the libraries export is the committed list and nothing else; how they were linked.
set -eu
status=0
nm=${NM:-nm}
readelf=${READELF:-readelf}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
expected=ffi-tests/symbols.txt
shared=build/lib/libindp.so

wrong() {
    echo "$*"
    status=1
}

# same_list WHAT EXPECTED: compares with the names in $work/got. (No pipe into it: a subshell's status
# would be lost.)
same_list() {
    LC_ALL=C sort "$work/got" >"$work/sorted"
    diff -u "$2" "$work/sorted" || wrong "$1 exports something else"
}

LC_ALL=C sort -c -u "$expected" || wrong "$expected is not sorted"
"$nm" -D --defined-only "$shared" | awk '{ print $3 }' >"$work/got"
same_list "$shared" "$expected"
"$nm" -g --defined-only build/lib/libindp.a | awk 'NF == 3 { print $3 }' >"$work/got"
same_list build/lib/libindp.a "$expected"
printf '%s\n' sqlite3_extension_init sqlite3_indp_init >"$work/sqlite"
"$nm" -D --defined-only build/sqlite/indp.so | awk '{ print $3 }' >"$work/got"
same_list build/sqlite/indp.so "$work/sqlite"

# The header declares what the library exports, and the other way round.
"${CC:-cc}" -E -P include/indp.h | tr '\n' ' ' | grep -o 'indp_[a-z0-9_]* *(' | tr -d ' (' |
    LC_ALL=C sort -u >"$work/declared"
diff -u "$expected" "$work/declared" || wrong "include/indp.h declares something else"

[ "$(readlink "$shared")" = libindp.so.0 ] || wrong "$shared is no link to libindp.so.0"
"$readelf" -d "$shared" | grep -q 'SONAME.*\[libindp\.so\.0\]' || wrong "$shared: another SONAME"

for library in "$shared" build/sqlite/indp.so; do
    "$readelf" -d "$library" >"$work/dynamic"
    grep -q 'FLAGS_1.*NODELETE' "$work/dynamic" || wrong "$library: not nodelete"
    ! grep -q TEXTREL "$work/dynamic" || wrong "$library: text relocations"
    ! grep -Eq 'RPATH|RUNPATH' "$work/dynamic" || wrong "$library: a run path"
    "$readelf" -lW "$library" | grep GNU_STACK | grep -q ' RW ' || wrong "$library: executable stack"
    "$readelf" -lW "$library" | grep -q GNU_RELRO || wrong "$library: no relro"
    needed=$(sed -n 's/.*NEEDED.*\[\(.*\)\]/\1/p' "$work/dynamic")
    for name in $needed; do
        case $name in
        libc.so.6 | libm.so.6 | libgcc_s.so.1 | ld-linux*.so.*) ;;
        libpthread.so.0 | libdl.so.2) ;; # parts of the C library before glibc 2.34
        *) wrong "$library needs $name" ;;
        esac
    done
done
exit "$status"
