#!/bin/sh
# Tests that a program outside the repository finds the installed library through pkg-config and
# through CMake, as a shared and as a static library, and that uninstalling removes every file.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
root=$work/root
cc=${CC:-cc}
cp -r ffi-tests/outside "$work/outside"

sh tools/install.sh >/dev/null 2>&1 && { echo "install.sh without an argument succeeds"; exit 1; }
export DESTDIR="$root" PREFIX=/usr LIBDIR=/usr/lib INCLUDEDIR=/usr/include
sh tools/install.sh install
[ ! -e "$root/usr/lib/libindp.so.0.0" ]
if grep -rq "$work\|$PWD" "$root/usr/lib/pkgconfig" "$root/usr/lib/cmake" "$root/usr/include"; then
    echo "an installed file contains the path of the build"
    exit 1
fi

# Calls pkg-config with another file-system root, as in a cross build.
config() {
    PKG_CONFIG_SYSROOT_DIR=$root PKG_CONFIG_LIBDIR=$root/usr/lib/pkgconfig \
        PKG_CONFIG_SYSTEM_LIBRARY_PATH=/nowhere PKG_CONFIG_SYSTEM_INCLUDE_PATH=/nowhere \
        pkg-config "$@" indp
}
version=$(sed -n 's/^version *= *"\(.*\)"/\1/p' Cargo.toml | head -n 1)
[ "$(config --modversion)" = "$version" ]
cd "$work/outside"
# shellcheck disable=SC2046
{
    $cc -Werror $(config --cflags) main.c -o shared $(config --libs)
    $cc -Werror -static -Wl,--fatal-warnings $(config --cflags) main.c -o static $(config --static --libs)
}
LD_LIBRARY_PATH=$root/usr/lib ./shared
./static
readelf -d shared | grep -q 'NEEDED.*libindp\.so\.0'
if readelf -d static | grep -q NEEDED; then
    echo "the static program needs shared libraries"
    exit 1
fi
# Links the static library of indp with shared system libraries, as most programs would.
# shellcheck disable=SC2046
$cc -Werror $(config --cflags) main.c -o mixed $(config --static --libs | sed 's/-lindp/-l:libindp.a/')
./mixed
if readelf -d mixed | grep -q libindp; then
    echo "the mixed program needs libindp.so"
    exit 1
fi

cmake -S . -B cmake -DCMAKE_PREFIX_PATH="$root/usr" -DWANTED="${version%.*}" >cmake.log 2>&1 ||
    { cat cmake.log; exit 1; }
cmake --build cmake >cmake.log 2>&1 || { cat cmake.log; exit 1; }
./cmake/shared
./cmake/static
if cmake -S . -B newer -DCMAKE_PREFIX_PATH="$root/usr" -DWANTED=99.0 >cmake.log 2>&1; then
    echo "CMake accepts version 99"
    exit 1
fi

cd "$OLDPWD"
sh tools/install.sh uninstall
left=$(find "$root" -type f -o -type l)
[ -z "$left" ] || { echo "uninstall leaves $left"; exit 1; }
