#!/bin/sh
# postgresql-assert.sh [CASES...]: the extension's tests on a server with assertions
# (--enable-cassert), after `make`. The server is built once, in a few minutes, from the source
# package of this system's PostgreSQL. It stays in ${XDG_CACHE_HOME:-~/.cache}/indp/postgresql.
set -eu
cd "$(dirname "$0")/.."
cache=${XDG_CACHE_HOME:-$HOME/.cache}/indp/postgresql
[ -f build/lib/libindp.a ] || { echo 'postgresql-assert: build/lib/libindp.a is missing: run make' >&2; exit 2; }
name=$(apt-cache depends postgresql | sed -n 's/.*Depends: \(postgresql-[0-9][0-9]*\)$/\1/p' | head -n 1)
[ -n "$name" ] || { echo 'postgresql-assert: apt has no package postgresql here' >&2; exit 2; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM

# apt with a separate list of source packages, from this system's package sources.
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
    # The newest version may already have left the mirror, or may not have reached it.
    for version in $(sources indextargets >/dev/null && apt-cache -o Dir::Etc::sourcelist=/dev/null -o Dir::Etc::sourceparts="$work/parts" \
        -o Dir::State::lists="$work/lists" showsrc "$name" | sed -n 's/^Version: //p' | sort -rV); do
        sources -qq source --download-only "$name=$version" && break
    done
    tar xf "$name"_*.orig.tar.*
    cd postgresql-*/
    ./configure -q --prefix="$cache/assert" --enable-cassert --enable-debug --without-readline --without-zlib CFLAGS='-O1 -g'
    make -s -j2
    # The server is installed elsewhere first and then renamed, so that the cache never holds a
    # partial server.
    make -s install DESTDIR="$work/root" && make -s -C contrib/postgres_fdw install DESTDIR="$work/root"
    mkdir -p "$cache"
    mv "$work/root$cache/assert" "$cache/assert"
}
[ -d "$cache/assert" ] || (build) >"$work/log" 2>&1 || { tail -n 5 "$work/log" >&2; echo "postgresql-assert: $name cannot be built here" >&2; exit 2; }

# A private copy that the server's user can read, and into which the extension is installed.
chmod 711 "$work"
cp -a "$cache/assert" "$work/server"
mkdir "$work/tree"
git ls-files -z | tar --null -T - -cf - | tar -xf - -C "$work/tree"
cp -a build "$work/tree/"
cd "$work/tree"
"$work/server/bin/pg_config" --configure | grep -q -e --enable-cassert || { echo 'postgresql-assert: the server has no assertions' >&2; exit 2; }
PG_CONFIG=$work/server/bin/pg_config INDP_PG_PRIVATE=1 LD_LIBRARY_PATH=$work/server/lib sh extensions/postgresql/test/run.sh "$@"
