# Sourced by the test of each binding, which runs with the root of the repository as its working
# directory.

# needs PROGRAM PACKAGE...: if a program is missing, ends the test and names the package that has
# it.
needs() {
    while [ $# -ge 2 ]; do
        case " ${missing:-} " in
        *" $2 "*) ;;
        *) command -v "$1" >/dev/null 2>&1 || missing="${missing:-} $2" ;;
        esac
        shift 2
    done
    [ -z "${missing:-}" ] && return 0
    echo "indp: missing packages:$missing (sh tools/bindings-setup.sh installs them with apt-get)" >&2
    exit 1
}

# Prints the output that the quickstart of a binding must have with the seed 42.
expected_quickstart() {
    "${CC:-cc}" -std=c99 -Iinclude -include bindings/test/seeded.h examples-c/quickstart.c -o "$work/seeded" \
        -Lbuild/lib -lindp -Wl,-rpath,"$PWD/build/lib"
    "$work/seeded"
}

# installed: installs the library under $work/installed, where the code blocks of the pages in
# docs/ find it.
installed() {
    DESTDIR='' PREFIX=$work/installed LIBDIR='' INCLUDEDIR='' DATADIR='' SQLITEDIR='' sh tools/install.sh install >/dev/null
    export PKG_CONFIG_PATH="$work/installed/lib/pkgconfig" LD_LIBRARY_PATH="$work/installed/lib"
}

# page NAME: runs the code blocks of docs/NAME.md. Blocks with a file name become files. Then the
# shell blocks run in order. In their folder, `indp` is a link to this repository, unless there is
# already a folder of that name.
page() {
    installed
    mkdir -p "$work/page"
    [ -e "$work/page/indp" ] || ln -s "$PWD" "$work/page/indp"
    python3 bindings/tools/blocks.py "docs/$1.md" "$work/page" >"$work/blocks"
    for block in "$work"/page/[0-9]*.sh; do
        (cd "$work/page" && sh -eu "$block") >"$work/log" 2>&1 || { cat "$block" "$work/log"; echo "docs/$1.md: this block fails"; exit 1; }
    done
    # A shell block must name each file, since the code in the file would not be tested otherwise.
    while read -r name; do
        case $name in *.sh) continue ;; esac
        stem=$(basename "${name%.*}")
        grep -qF "$stem" "$work"/page/[0-9]*.sh || { echo "docs/$1.md: no block runs $name"; exit 1; }
    done <"$work/blocks"
    echo "docs/$1.md: $(wc -l <"$work/blocks") blocks"
}
