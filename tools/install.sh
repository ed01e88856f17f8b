#!/bin/sh
# install.sh install|uninstall: installs or removes the libraries, the header, the pkg-config file
# and the CMake package under $DESTDIR$PREFIX. The CMake package finds the other files by paths
# relative to its own folder, so it also works after the tree was moved.
set -eu
PREFIX=${PREFIX:-/usr/local}
LIBDIR=${LIBDIR:-$PREFIX/lib}
INCLUDEDIR=${INCLUDEDIR:-$PREFIX/include}
lib=${DESTDIR:-}$LIBDIR
include=${DESTDIR:-}$INCLUDEDIR
cmake=$lib/cmake/indp

remove() {
    rm -f "$lib/libindp.so" "$lib/libindp.so.0" "$lib/libindp.a" "$include/indp.h" \
        "$lib/pkgconfig/indp.pc" "$cmake/indp-config.cmake" "$cmake/indp-config-version.cmake"
    [ ! -d "$cmake" ] || rmdir "$cmake"
}

fill() {
    version=$(sed -n 's/^version *= *"\(.*\)"/\1/p' Cargo.toml | head -n 1)
    # As usual in pkg-config files, paths below the prefix begin with ${prefix}.
    sed -e "s|@PREFIX@|$PREFIX|" -e "s|@VERSION@|$version|" \
        -e "s|@LIBDIR@|$(echo "$LIBDIR" | sed "s|^$PREFIX/|\${prefix}/|")|" \
        -e "s|@INCLUDEDIR@|$(echo "$INCLUDEDIR" | sed "s|^$PREFIX/|\${prefix}/|")|" \
        -e "s|@LIBDIR_TO_INCLUDEDIR@|$(realpath -ms --relative-to="$LIBDIR" "$INCLUDEDIR")|" \
        "$1" >"$2"
    chmod 644 "$2"
}

case "${1:-}" in
install)
    mkdir -p "$lib/pkgconfig" "$cmake" "$include"
    install -m 755 build/lib/libindp.so.0 "$lib/libindp.so.0"
    ln -sf libindp.so.0 "$lib/libindp.so"
    install -m 644 build/lib/libindp.a "$lib/libindp.a"
    install -m 644 include/indp.h "$include/indp.h"
    fill packaging/indp.pc.in "$lib/pkgconfig/indp.pc"
    fill packaging/indp-config.cmake.in "$cmake/indp-config.cmake"
    fill packaging/indp-config-version.cmake.in "$cmake/indp-config-version.cmake"
    ;;
uninstall) remove ;;
*) echo "usage: install.sh install|uninstall" >&2; exit 2 ;;
esac
