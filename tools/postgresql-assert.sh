#!/bin/sh
# postgresql-assert.sh [CASES...]: runs the extension's tests on a server with assertions
# (--enable-cassert), AddressSanitizer and UndefinedBehaviorSanitizer. The extension's C code is
# built with them, too; the library's Rust code is not. Call it after `make`. The first run builds
# the server from the source package of this system's PostgreSQL, which takes a few minutes. The
# server stays in ${XDG_CACHE_HOME:-~/.cache}/indp/postgresql for later runs.
set -eu
cd "$(dirname "$0")/.."
cache=${XDG_CACHE_HOME:-$HOME/.cache}/indp/postgresql
[ -f build/lib/libindp.a ] || { echo 'postgresql-assert: build/lib/libindp.a is missing: run make' >&2; exit 2; }
name=$(apt-cache depends postgresql | sed -n 's/.*Depends: \(postgresql-[0-9][0-9]*\)$/\1/p' | head -n 1)
[ -n "$name" ] || { echo 'postgresql-assert: apt has no package postgresql here' >&2; exit 2; }
# Servers leak on purpose when they end; a fake stack would defeat the check of the stack's depth;
# and a large quarantine of freed memory would look like a leak.
export ASAN_OPTIONS=detect_leaks=0:detect_stack_use_after_return=0:quarantine_size_mb=1:abort_on_error=1:disable_coredump=0:print_stacktrace=1
export UBSAN_OPTIONS=print_stacktrace=1:abort_on_error=1:disable_coredump=0
sanitizers='-fsanitize=address,undefined -fno-sanitize-recover=undefined'
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM

# Runs apt-get with a separate list of package sources. The list names the same servers as this
# system's list, and asks them for source packages.
sources() {
    apt-get -o Dir::Etc::sourcelist=/dev/null -o Dir::Etc::sourceparts="$work/parts" -o Dir::State::lists="$work/lists" \
        -o Dir::Cache::srcpkgcache= -o Dir::Cache::pkgcache= -o APT::Sandbox::User=root "$@"
}

build() {
    mkdir -p "$work/parts" "$work/lists/partial"
    for list in /etc/apt/sources.list.d/*.sources; do
        [ ! -f "$list" ] || sed 's/^Types:.*/Types: deb-src/' "$list" >"$work/parts/$(basename "$list")"
    done
    for list in /etc/apt/sources.list /etc/apt/sources.list.d/*.list; do
        [ ! -f "$list" ] || sed -n 's/^deb /deb-src /p' "$list" >"$work/parts/$(basename "$list" .list).list"
    done
    sources -qq update
    cd "$work"
    # Versions are tried from the newest down. The index may list a version that the mirror has
    # already removed, or has not yet received.
    for version in $(sources indextargets >/dev/null && apt-cache -o Dir::Etc::sourcelist=/dev/null -o Dir::Etc::sourceparts="$work/parts" \
        -o Dir::State::lists="$work/lists" showsrc "$name" | sed -n 's/^Version: //p' | sort -rV); do
        sources -qq source --download-only "$name=$version" && break
    done
    tar xf "$name"_*.orig.tar.*
    cd postgresql-*/
    ./configure -q --prefix="$cache/sanitized" --enable-cassert --enable-debug --without-readline --without-zlib CFLAGS="-O1 -g -fno-omit-frame-pointer $sanitizers" LDFLAGS="$sanitizers"
    make -s -j2
    # The server gets its name in the cache by a rename within the cache, when it is complete. So a
    # build that fails or is stopped leaves no partial server under that name.
    make -s install DESTDIR="$work/root"
    for module in postgres_fdw citext tcn pg_stat_statements amcheck; do
        make -s -j2 -C "contrib/$module" && make -s -C "contrib/$module" install DESTDIR="$work/root"
    done
    mkdir -p "$cache"
    part=$(mktemp -d "$cache/part.XXXXXX")
    mv "$work/root$cache/sanitized" "$part/sanitized"
    mv -T "$part/sanitized" "$cache/sanitized"
    rmdir "$part"
}
[ -d "$cache/sanitized" ] || (build) >"$work/log" 2>&1 || { tail -n 5 "$work/log" >&2; echo "postgresql-assert: $name cannot be built here" >&2; exit 2; }

# The tests use a private copy of the server. The server's user can read it, and the extension is
# installed into it.
chmod 711 "$work"
cp -a "$cache/sanitized" "$work/server"
mkdir "$work/tree"
git ls-files -z | tar --null -T - -cf - | tar -xf - -C "$work/tree"
cp -a build "$work/tree/"
cd "$work/tree"
"$work/server/bin/pg_config" --configure | grep -e --enable-cassert | grep -q -e -fsanitize=address,undefined || { echo 'postgresql-assert: the server has no assertions or sanitizers' >&2; exit 2; }
export INDP_SURFACE=full
PG_CONFIG=$work/server/bin/pg_config INDP_PG_PRIVATE=1 LD_LIBRARY_PATH=$work/server/lib sh extensions/postgresql/test/run.sh "$@"
