#!/bin/sh
# setup.sh build|test: makes sure that the system packages are there. Installs what is missing with
# apt-get where that is allowed; otherwise names it in one message and fails.
set -eu

# One "test:package" a word; a test is a program to be found, or a header to be compiled.
build='gcc:gcc make:make m4:m4 ld:binutils <stdlib.h>:libc6-dev
       sqlite3:sqlite3 <sqlite3ext.h>:libsqlite3-dev'
tests="$build g++:g++ valgrind:valgrind pkg-config:pkg-config cmake:cmake python3:python3
       qemu-x86_64:qemu-user abidiff:abigail-tools"

case "${1:-}" in
build) wanted=$build ;;
test) wanted=$tests ;;
*) echo "usage: setup.sh build|test" >&2; exit 2 ;;
esac

present() {
    case "$1" in
    '<'*) echo "#include $1" | gcc -E -x c - >/dev/null 2>&1 ;;
    *) command -v "$1" >/dev/null 2>&1 ;;
    esac
}

# clippy and rustfmt are parts of the toolchain: rustup adds them where it manages the toolchain.
rust_parts() {
    for part in clippy fmt; do
        "${CARGO:-cargo}" "$part" --version >/dev/null 2>&1 && continue
        name=$(echo "$part" | sed 's/^fmt$/rustfmt/')
        rustup component add "$name" >/dev/null 2>&1 && continue
        echo "indp: cargo $part is missing: install the Rust component $name and run make again" >&2
        exit 1
    done
}

missing_packages() {
    for pair in $wanted; do
        present "${pair%%:*}" || printf '%s ' "${pair#*:}"
    done
}

if ! command -v "${CARGO:-cargo}" >/dev/null 2>&1; then
    cat >&2 <<'END'
indp: the Rust toolchain is missing: `cargo` is not on the PATH.
indp: install Rust (https://rustup.rs, or your system's rustc and cargo) and run make again;
indp: Cargo.toml says under `rust-version` which release is needed.
END
    exit 1
fi

[ "$1" = build ] || rust_parts
missing=$(missing_packages)
[ -n "$missing" ] || exit 0

if ! command -v apt-get >/dev/null 2>&1; then
    run=none
elif [ "$(id -u)" = 0 ]; then
    run=env
elif sudo -n true >/dev/null 2>&1; then
    run='sudo -n env'
else
    run=none
fi

if [ "$run" = none ]; then
    echo "indp: system packages are missing and cannot be installed from here. As root, run:" >&2
    echo "indp:     apt-get install $missing" >&2
    echo "indp: (names are those of Debian and Ubuntu)" >&2
    exit 1
fi

echo "indp: installing $missing"
quietly='DEBIAN_FRONTEND=noninteractive apt-get -qq -o Dpkg::Use-Pty=0'
# shellcheck disable=SC2086
$run $quietly update
# shellcheck disable=SC2086
$run $quietly install --yes --no-install-recommends $missing >/dev/null

still=$(missing_packages)
if [ -n "$still" ]; then
    echo "indp: still missing after apt-get install: $still" >&2
    exit 1
fi
