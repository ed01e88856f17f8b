#!/bin/sh
# install.sh install|uninstall|list: installs or removes the library under $DESTDIR$PREFIX, or lists
# the paths that it installs, without $DESTDIR. The CMake package finds the other files by paths
# relative to its own folder, so it still works if the tree is moved. Paths may contain spaces.
set -eu
PREFIX=${PREFIX:-/usr/local}
LIBDIR=${LIBDIR:-$PREFIX/lib}
INCLUDEDIR=${INCLUDEDIR:-$PREFIX/include}
DATADIR=${DATADIR:-$PREFIX/share}
SQLITEDIR=${SQLITEDIR:-$LIBDIR/sqlite3}
DESTDIR=${DESTDIR:-}
cmake=$LIBDIR/cmake/indp
documents=$DATADIR/doc/indp
manual=$DATADIR/man/man3
version=$(sed -n 's/^version *= *"\(.*\)"/\1/p' Cargo.toml | head -n 1)
soname=$(basename "$(echo build/lib/libindp.so.[0-9]*)")

# Calls "$1 SOURCE PATH MODE" for each file and "$2 TARGET PATH" for each symbolic link.
each() {
    "$1" "build/lib/$soname" "$LIBDIR/libindp.so.$version" 755
    "$2" "libindp.so.$version" "$LIBDIR/$soname"
    "$2" "$soname" "$LIBDIR/libindp.so"
    "$1" build/lib/libindp.a "$LIBDIR/libindp.a" 644
    "$1" build/sqlite/indp.so "$SQLITEDIR/indp.so" 755
    "$1" include/indp.h "$INCLUDEDIR/indp.h" 644
    "$1" include/indp.hpp "$INCLUDEDIR/indp.hpp" 644
    for name in indp.pc indp-config.cmake indp-config-version.cmake; do
        case $name in
        *.pc) "$1" "packaging/$name.in" "$LIBDIR/pkgconfig/$name" 644 ;;
        *) "$1" "packaging/$name.in" "$cmake/$name" 644 ;;
        esac
    done
    "$1" include/indp.json "$DATADIR/indp/indp.json" 644
    for file in README.md CHANGELOG.md include/STATES.md LICENSE-MIT LICENSE-APACHE LICENSES/*; do
        "$1" "$file" "$documents/$(basename "$file")" 644
    done
    "$1" extensions/sqlite/README.md "$documents/sqlite.md" 644
    for file in build/cargo/man/*.3; do
        "$1" "$file" "$manual/$(basename "$file")" 644
    done
}

# Quotes a path for the replacement of sed's command s|||.
quoted() { printf %s "$1" | sed 's/[\\&|]/\\&/g'; }

# As usual in pkg-config files, paths below the prefix begin with ${prefix}. A backslash precedes a
# space, because pkg-config splits flags there.
below_prefix() {
    case $1 in
    "$PREFIX"/*) printf '${prefix}/%s' "${1#"$PREFIX"/}" ;;
    *) printf %s "$1" ;;
    esac | spaces
}
spaces() { sed 's/ /\\ /g'; }

fill() {
    sed -e "s|@PREFIX@|$(quoted "$(printf %s "$PREFIX" | spaces)")|" -e "s|@VERSION@|$version|" -e "s|@SONAME@|$soname|" \
        -e "s|@LIBDIR@|$(quoted "$(below_prefix "$LIBDIR")")|" \
        -e "s|@INCLUDEDIR@|$(quoted "$(below_prefix "$INCLUDEDIR")")|" \
        -e "s|@LIBDIR_TO_INCLUDEDIR@|$(quoted "$(realpath -ms --relative-to="$LIBDIR" "$INCLUDEDIR")")|" "$1"
}

put() {
    mkdir -p "$DESTDIR$(dirname "$2")"
    case $1 in
    *.in) fill "$1" >"$DESTDIR$2" && chmod "$3" "$DESTDIR$2" ;;
    *) install -m "$3" "$1" "$DESTDIR$2" ;;
    esac
}
link() { ln -sf "$1" "$DESTDIR$2"; }

# Removes a file, and then its folder if only indp uses that folder and it is now empty.
remove() {
    rm -f "$DESTDIR$2"
    case $(dirname "$2") in
    "$cmake" | "$documents" | "$DATADIR/indp" | "$SQLITEDIR")
        rmdir "$DESTDIR$(dirname "$2")" 2>/dev/null || true ;;
    esac
}

show() { printf '%s\n' "$2"; }

# Programs find a new library only after ldconfig has updated the cache of the dynamic linker. If
# the linker looks in LIBDIR and root runs this script, the script runs ldconfig. Otherwise it says
# what to do.
announce() {
    if [ -n "$DESTDIR" ]; then
        return
    elif ! ldconfig -v -N -X 2>/dev/null | sed -n 's/^\(\/[^:]*\):.*/\1/p' | xargs -d '\n' realpath -q | grep -Fqx "$(realpath "$LIBDIR")"; then
        echo "indp: the dynamic linker does not look in $LIBDIR: set LD_LIBRARY_PATH or link with -Wl,-rpath"
    elif [ "$(id -u)" = 0 ]; then
        ldconfig
        echo "indp: ran ldconfig, so programs find the library"
    else
        echo "indp: run ldconfig as root, so that programs find the library"
    fi
}

case "${1:-}" in
install) each put link && PATH=$PATH:/sbin:/usr/sbin announce ;;
uninstall) each remove remove ;;
list) each show show ;;
*) echo "usage: install.sh install|uninstall|list" >&2; exit 2 ;;
esac
