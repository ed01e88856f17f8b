#!/bin/sh
# setup.sh [--check] PURPOSE: makes sure that the system packages for this purpose are installed.
# PURPOSE is library, build, postgresql, mariadb, engines, test, aarch64, musl, windows, parsers,
# wheel, debian, spark, clients, scale or site. If the script may use apt-get, it installs the
# missing packages.
# Otherwise, and always with --check, it lists the missing packages in one message and fails.
set -eu

install=1
[ "${1:-}" != --check ] || { install=0 && shift; }

# Each word has the form "test:packages". The packages are installed if the test fails. A test is
# the name of a program that must be found, the path of a file, or the name of a header that must
# compile. The function `present` handles the exceptions. In names of packages, N stands for the
# major version of PostgreSQL. The server and its headers are installed together, because the
# headers must not be newer than the server. The headers of ICU are also installed, since Debian's
# package of the server's headers does not depend on them.
library='gcc:gcc make:make m4:m4 ld:binutils <stdlib.h>:libc6-dev'
build="$library sqlite3:sqlite3 <sqlite3ext.h>:libsqlite3-dev"
postgresql="$build postgresql:postgresql-N,postgresql-server-dev-N <unicode/ucol.h>:libicu-dev"
# These packages of MariaDB start no server and create no data.
mariadb="$build mariadbd:mariadb-server-core mariadb:mariadb-client-core"
engines="$mariadb $postgresql valgrind:valgrind"
tests="$postgresql g++:g++ valgrind:valgrind pkg-config:pkg-config cmake:cmake python3:python3 pip3:python3-pip
       qemu-x86_64:qemu-user abidiff:abigail-tools"
aarch64="$build aarch64-linux-gnu-gcc:gcc-aarch64-linux-gnu,libc6-dev-arm64-cross qemu-aarch64:qemu-user"
# Rust's standard libraries for these come from rustup.
musl="$build musl-gcc:musl-tools tclsh:tcl"
windows="$build x86_64-w64-mingw32-gcc:gcc-mingw-w64-x86-64-posix /usr/lib/wine/wine64:wine64"
# These packages are for tools/postgresql-wheel.sh and tools/debian-base.sh, which fetch servers of
# other major versions and make chroots.
wheel='python3:python3 pip3:python3-pip,python3-venv'
debian='debootstrap:debootstrap'
# Spark 4 needs Java 17 or 21.
spark="$build $wheel javac:default-jdk-headless jar:default-jdk-headless"
# These packages are for extensions/postgresql/test/clients.sh.
clients="$postgresql $wheel java:default-jdk-headless node:nodejs npm:npm /usr/share/java/postgresql.jar:libpostgresql-jdbc-java"
# These packages are for ffi-tests/parsers.sh.
parsers="$build g++:g++ bindgen:bindgen,libclang-dev cffi:python3-cffi"

# The tools that read the sources of the bindings (tools/site/languages.py), and the browser that
# looks at the pages (tools/site/look.py).
site="$build $wheel javadoc:default-jdk-headless go:golang node:nodejs npm:npm chromium:chromium"

# The chart of `make bench-scale`.
scale="$engines gnuplot:gnuplot-nox"

case "${1:-}" in
library) wanted=$library ;;
build) wanted=$build ;;
postgresql) wanted=$postgresql ;;
mariadb) wanted=$mariadb ;;
engines) wanted=$engines ;;
test) wanted=$tests ;;
aarch64) wanted=$aarch64 ;;
musl) wanted=$musl ;;
windows) wanted=$windows ;;
wheel) wanted=$wheel ;;
debian) wanted=$debian ;;
spark) wanted=$spark ;;
clients) wanted=$clients ;;
scale) wanted=$scale ;;
site) wanted=$site ;;
parsers) wanted=$parsers ;;
*)
    echo "usage: setup.sh [--check] PURPOSE, such as build: see the top of tools/setup.sh" >&2
    exit 2
    ;;
esac

pg_config=${PG_CONFIG:-pg_config}

# Succeeds if the server and its headers are installed, in whatever folder pg_config reports.
postgresql_present() {
    bin=$("$pg_config" --bindir 2>/dev/null) && headers=$("$pg_config" --includedir-server) &&
        [ -x "$bin/initdb" ] && [ -x "$bin/psql" ] && [ -f "$headers/postgres.h" ]
}

# Prints the major version of the installed PostgreSQL. If none is installed, prints the version
# that apt would install, or 15 if apt does not know.
postgresql_major() {
    {
        "$pg_config" --version 2>/dev/null | sed -n 's/^PostgreSQL \([0-9]*\).*/\1/p'
        apt-cache depends postgresql 2>/dev/null | sed -n 's/.*Depends: postgresql-\([0-9][0-9]*\)$/\1/p'
        echo 15
    } | head -n 1
}

present() {
    case "$1" in
    postgresql) postgresql_present ;;
    bindgen) bindgen include/indp.h >/dev/null 2>&1 ;; # it loads libclang at run time
    cffi) /usr/bin/python3 -c 'import cffi' >/dev/null 2>&1 ;;
    /*) [ -e "$1" ] ;;
    '<'*) echo "#include $1" | gcc -E -x c - >/dev/null 2>&1 ;;
    *) (PATH=$PATH:/usr/sbin && command -v "$1") >/dev/null 2>&1 ;;
    esac
}

# Makes sure that cargo has its components clippy and rustfmt. If rustup manages the toolchain, it
# can install them.
rust_parts() {
    for part in clippy fmt; do
        "${CARGO:-cargo}" "$part" --version >/dev/null 2>&1 && continue
        name=$(echo "$part" | sed 's/^fmt$/rustfmt/')
        [ "$install" = 1 ] && rustup component add "$name" >/dev/null 2>&1 && continue
        [ "$install" = 1 ] && remedy="and rustup cannot add it: install the Rust component $name" ||
            remedy="run \`make setup\`, or install the Rust component $name"
        echo "indp: cargo $part is missing, $remedy" >&2
        exit 1
    done
}

# Makes sure that Rust has its standard library for aarch64.
rust_aarch64() {
    target=aarch64-unknown-linux-gnu
    folder=$("${RUSTC:-rustc}" --print target-libdir --target $target) || folder=/nowhere
    ls "$folder"/libstd-*.rlib >/dev/null 2>&1 && return
    [ "$install" = 1 ] && rustup target add $target >/dev/null 2>&1 && return
    echo "indp: Rust's library for $target is missing: \`rustup target add $target\` installs it;" >&2
    echo "indp: with Debian's rustc, install the package libstd-rust-dev:arm64 instead" >&2
    exit 1
}

missing_packages() {
    for pair in $wanted; do
        present "${pair%%:*}" || printf '%s ' "${pair#*:}"
    done | tr ',' ' ' | sed "s/-N\b/-$(postgresql_major)/g"
}

# Refuses what build.rs refuses, but before anything has been compiled.
refused() { # WHY
    echo "indp: $1 (see docs/platforms.md)" >&2
    exit 1
}
if [ -z "${TARGET:-}" ]; then
    case $(uname -s) in
    Linux | Darwin | MINGW* | MSYS*) ;;
    *) refused "runs on Linux, macOS and Windows only, and this is $(uname -s)" ;;
    esac
    case $(uname -m) in
    x86_64 | aarch64 | arm64) ;;
    *) refused "runs on x86-64 and aarch64 only, and this is $(uname -m)" ;;
    esac
fi

if ! command -v "${CARGO:-cargo}" >/dev/null 2>&1; then
    cat >&2 <<'END'
indp: the Rust toolchain is missing: `cargo` is not on the PATH.
indp: install Rust (https://rustup.rs, or your system's rustc and cargo) and run make again;
indp: `rust-version` in Cargo.toml is the oldest release that works.
END
    exit 1
fi

# Old releases fail on Cargo.lock, with other words.
oldest=$(sed -n 's/^rust-version = "\(.*\)"$/\1/p' Cargo.toml)
own=$("${RUSTC:-rustc}" --version 2>/dev/null | sed -n 's/^rustc \([0-9.]*\).*/\1/p')
if [ "$(printf '%s\n' "$oldest" "$own" | sort -V | head -n 1)" != "$oldest" ]; then
    echo "indp: needs Rust $oldest or newer, and \`rustc\` is ${own:-missing}" >&2
    echo 'indp: install a newer one, for example from https://rustup.rs, and run make again' >&2
    exit 1
fi

[ "$1" != test ] || rust_parts
[ "$1" != aarch64 ] || rust_aarch64
missing=$(missing_packages)
[ -n "$missing" ] || exit 0

if [ "$install" = 0 ]; then
    echo "indp: system packages are missing: $missing" >&2
    case $1 in build | postgresql | test) packages='' ;; *) packages=" PACKAGES=$1" ;; esac
    echo "indp: \`make setup$packages\` installs them with apt-get (package names are those of Debian and Ubuntu)" >&2
    exit 1
fi

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
    echo "indp: system packages are missing and cannot be installed automatically. As root, run:" >&2
    echo "indp:     apt-get install $missing" >&2
    echo "indp: (package names are those of Debian and Ubuntu)" >&2
    exit 1
fi

echo "indp: installing $missing"
$run apt-get -qq update
missing=$(missing_packages)
# shellcheck disable=SC2086
$run sh tools/apt-install.sh $missing

still=$(missing_packages)
if [ -n "$still" ]; then
    echo "indp: still missing after apt-get install: $still" >&2
    exit 1
fi
