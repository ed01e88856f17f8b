#!/bin/sh
# Tests that a program outside the repository finds the installed library through pkg-config and
# through CMake, both as a shared and as a static library, even if the prefix contains spaces. Also
# tests that uninstalling removes every file.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cc=${CC:-cc}
here=$PWD
version=$(sed -n 's/^version *= *"\(.*\)"/\1/p' Cargo.toml | head -n 1)
unset DESTDIR PREFIX LIBDIR INCLUDEDIR DATADIR SQLITEDIR

fail() {
    echo "$1"
    exit 1
}

# installs ROOT PREFIX: installs the library with DESTDIR=ROOT and PREFIX, tests it, and uninstalls
# it.
installs() {
    root=$1 prefix=$2
    export DESTDIR="$root" PREFIX="$prefix"
    cd "$here"
    sh tools/install.sh install
    sh tools/install.sh list | while read -r path; do
        [ -e "$root$path" ] || fail "$path is not installed"
    done
    [ "$(sh tools/install.sh list | wc -l)" -gt 100 ]
    if grep -rq "$work\|$here" "$root$prefix/lib/pkgconfig" "$root$prefix/lib/cmake" "$root$prefix/include" "$root$prefix/share"; then
        fail "an installed file contains the path of the build"
    fi
    [ "$(readlink "$root$prefix/lib/libindp.so")" = libindp.so.0 ]
    [ "$(readlink "$root$prefix/lib/libindp.so.0")" = "libindp.so.$version" ]
    [ -f "$root$prefix/lib/libindp.so.$version" ]
    rm -rf "$work/outside"
    cp -r ffi-tests/outside "$work/outside"
    cd "$work/outside"
    with_pkg_config
    with_cmake
    [ "$(sqlite3 :memory: ".load '$root$prefix/lib/sqlite3/indp.so'" 'SELECT typeof(dp_count(1, 1.0))')" = integer ]

    cd "$here"
    sh tools/install.sh uninstall
    left=$(find "$root" -type f -o -type l -o -path '*indp*' -o -name sqlite3)
    [ -z "$left" ] || fail "uninstall leaves $left"
}

# Calls pkg-config with another root of the file system, as in a cross build.
config() {
    PKG_CONFIG_SYSROOT_DIR=$root PKG_CONFIG_LIBDIR=$root$prefix/lib/pkgconfig \
        PKG_CONFIG_SYSTEM_LIBRARY_PATH=/nowhere PKG_CONFIG_SYSTEM_INCLUDE_PATH=/nowhere \
        pkg-config "$@" indp
}

# Compiles with the flags that pkg-config prints; `eval` removes the quotes around spaces.
compile() {
    eval "$cc -Werror $*"
}

with_pkg_config() {
    [ "$(config --modversion)" = "$version" ]
    compile "$(config --cflags) main.c -o shared $(config --libs)"
    compile "-static -Wl,--fatal-warnings $(config --cflags) main.c -o static $(config --static --libs)"
    LD_LIBRARY_PATH=$root$prefix/lib ./shared
    ./static
    readelf -d shared | grep -q 'NEEDED.*libindp\.so\.0'
    if readelf -d static | grep -q NEEDED; then
        fail "the static program needs shared libraries"
    fi
    # Links the static library of indp with shared system libraries, as most programs would.
    static=$(config --static --libs | sed 's/-lindp/-l:libindp.a/')
    compile "$(config --cflags) main.c -o mixed $static"
    ./mixed
    # The C++ header must compile with the same flags.
    printf '#include <indp.hpp>\nint main() { indp::self_test(); }\n' >classes.cpp
    (cc=${CXX:-c++} && compile "-std=c++17 $(config --cflags) classes.cpp -o classes $(config --libs)")
    LD_LIBRARY_PATH=$root$prefix/lib ./classes
    if readelf -d mixed | grep -q libindp; then
        fail "the mixed program needs libindp.so"
    fi
    compile "-shared -fPIC $(config --cflags) plugin.c -o plugin.so $static"
    exports plugin.so
}

# Checks that a plugin exports its own function and no function of the library.
exports() {
    [ "$("${NM:-nm}" -D --defined-only "$1" | awk '{ print $3 }' | grep -E '^(indp|plugin)' | tr '\n' ' ')" = 'plugin_answer ' ] ||
        fail "$1 exports functions of the library"
    readelf -d "$1" | grep -q NODELETE || fail "$1 can be unloaded"
}

# wants REQUEST: succeeds if find_package(indp REQUEST) finds the package.
wants() {
    rm -rf wanted
    cmake -S . -B wanted -DCMAKE_PREFIX_PATH="$root$prefix" -DWANTED="$1" >cmake.log 2>&1
}

with_cmake() {
    wants "${version%.*}" || { cat cmake.log; exit 1; }
    cmake --build wanted >cmake.log 2>&1 || { cat cmake.log; exit 1; }
    ./wanted/shared
    ./wanted/static
    exports wanted/libplugin.so
    series=${version%.*}
    for request in '' "${version%%.*}" "$version" "$series;EXACT" "$version;EXACT" "0...1" "0.0...<1"; do
        wants "$request" || fail "CMake does not accept version '$request'"
    done
    for request in 99.0 0.0 0.99 "$series.99" "1" "$series.99;EXACT" "0.0;EXACT" "0.0...<$version" "1...2"; do
        ! wants "$request" || fail "CMake accepts version '$request'"
    done
}

sh tools/install.sh >/dev/null 2>&1 && fail "install.sh without an argument succeeds"
installs "$work/root" /usr
installs "$work/a root" "/opt/two words & more"

# Without DESTDIR, `make install` says how programs find the library.
unset DESTDIR
PREFIX=$work/prefix sh tools/install.sh install >"$work/said"
grep -Fq "the dynamic linker does not look in $work/prefix/lib" "$work/said"

# The commands of the pages must work as printed, with the first program of README.md.
export PKG_CONFIG_PATH="$work/prefix/lib/pkgconfig" LD_LIBRARY_PATH="$work/prefix/lib"
awk '/^```c$/ { inside = 1; next } inside && /^```/ { exit } inside' README.md >"$work/example.c"
cp "$work/example.c" "$work/program.c"
for page in README.md docs/install.md docs/c.md; do
    sed -n 's/.*`\(cc [^`]*pkg-config[^`]*\)`.*/\1/p; s/^    \(cc .*pkg-config.*\)$/\1/p' "$page" >"$work/commands"
    [ -s "$work/commands" ] || fail "$page: no command compiles a program"
    while read -r command; do
        (cd "$work" && rm -f a.out && eval "$command" && ./a.out >/dev/null) || fail "$page: this fails: $command"
    done <"$work/commands"
done
