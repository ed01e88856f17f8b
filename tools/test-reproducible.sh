#!/bin/sh
# Builds the libraries, the SQLite extension and, if pg_config is there, the PostgreSQL extension
# twice, and compares the products byte for byte. The builds use two folders whose names differ in
# length and two values of CARGO_HOME, and do not use the cache of GMP.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
: "${CARGO_HOME:=$HOME/.cargo}"
original=$CARGO_HOME

# build FOLDER: builds the products in FOLDER, with rustup and the cargo settings of this machine.
build() {
    mkdir -p "$(dirname "$1")" "$1.home"
    git clone -q . "$1"
    for name in bin config.toml config credentials.toml; do
        [ ! -e "$original/$name" ] || ln -s "$original/$name" "$1.home/$name"
    done
    env -u CARGO_TARGET_DIR CARGO_HOME="$1.home" GMP_MPFR_SYS_CACHE=_ RUSTUP_HOME="${RUSTUP_HOME:-$HOME/.rustup}" \
        make -C "$1" all >"$1.log" 2>&1 || { tail -n 20 "$1.log"; exit 1; }
    ! pg_config --pgxs >/dev/null 2>&1 || make -C "$1/extensions/postgresql" >"$1.log" 2>&1 || { tail -n 20 "$1.log"; exit 1; }
}
build "$work/one"
build "$work/another-with-a-longer-name/two"

different=0
for product in build/lib/libindp.so build/lib/libindp.a build/sqlite/indp.so build/cargo/indp.json extensions/postgresql/indp.so; do
    [ -e "$work/one/$product" ] || continue
    if cmp "$work/one/$product" "$work/another-with-a-longer-name/two/$product"; then
        echo "equal      $(sha256sum <"$work/one/$product" | cut -c 1-16)  $product"
    else
        echo "different  $product"
        different=1
    fi
    if grep -aqF "$work" "$work/one/$product"; then
        echo "$product contains the path of the build folder"
        different=1
    fi
done
exit "$different"
