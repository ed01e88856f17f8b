#!/bin/sh
# Tests that the libraries export exactly the committed list of names, are linked with the required
# flags, and need no libraries except system libraries.
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

# same_list WHAT EXPECTED: compares EXPECTED with the names in $work/got. The names are not piped
# into this function, because it would then run in a subshell and its status would be lost.
same_list() {
    LC_ALL=C sort "$work/got" >"$work/sorted"
    diff -u "$2" "$work/sorted" || wrong "$1 does not export exactly the names of $2"
}

LC_ALL=C sort -c -u "$expected" || wrong "$expected is not sorted"
"$nm" -D --defined-only "$shared" | awk '{ print $3 }' >"$work/got"
same_list "$shared" "$expected"
"$nm" -g --defined-only build/lib/libindp.a | awk 'NF == 3 { print $3 }' >"$work/got"
same_list build/lib/libindp.a "$expected"
printf '%s\n' indp_sqlite_reader sqlite3_extension_init sqlite3_indp_init sqlite3_indpreader_init >"$work/sqlite"
"$nm" -D --defined-only build/sqlite/indp.so | awk '{ print $3 }' >"$work/got"
same_list build/sqlite/indp.so "$work/sqlite"

# The header must declare exactly the functions that the library exports.
"${CC:-cc}" -E -P include/indp.h | tr '\n' ' ' | grep -o 'indp_[a-z0-9_]* *(' | tr -d ' (' |
    LC_ALL=C sort -u >"$work/declared"
diff -u "$expected" "$work/declared" || wrong "include/indp.h does not declare exactly the functions of $expected"

# So must the list for Debian's packages.
sed -n 's/^ \(indp_[a-z0-9_]*\)@Base .*/\1/p' packaging/debian/libindp0.symbols >"$work/got"
same_list packaging/debian/libindp0.symbols "$expected"

[ "$(readlink "$shared")" = libindp.so.0 ] || wrong "$shared is not a link to libindp.so.0"
"$readelf" -d "$shared" | grep -q 'SONAME.*\[libindp\.so\.0\]' || wrong "$shared: wrong SONAME"

for library in "$shared" build/sqlite/indp.so; do
    "$readelf" -d "$library" >"$work/dynamic"
    grep -q 'FLAGS_1.*NODELETE' "$work/dynamic" || wrong "$library: not linked with nodelete"
    ! grep -q TEXTREL "$work/dynamic" || wrong "$library: has text relocations"
    ! grep -Eq 'RPATH|RUNPATH' "$work/dynamic" || wrong "$library: has a run path"
    "$readelf" -lW "$library" | grep GNU_STACK | grep -q ' RW ' || wrong "$library: has an executable stack"
    "$readelf" -lW "$library" | grep -q GNU_RELRO || wrong "$library: not linked with relro"
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
