#!/bin/sh
# install-postgresql.sh install|uninstall yes|no: installs the PostgreSQL extension into the folders
# of a server, or removes it from there. PG_CONFIG, or else the PATH, gives the pg_config of the
# server. If the extension cannot be installed, the script says why and succeeds, since the library
# does not need the extension.
set -eu
action=$1
[ "$2" != no ] || exit 0
pg_config=${PG_CONFIG:-pg_config}

skip() {
    echo "indp: the PostgreSQL extension is not ${action}ed: $1"
    exit 0
}

makefile=$("$pg_config" --pgxs 2>/dev/null) && [ -f "$makefile" ] ||
    skip "there are no server headers; install them, or name another pg_config in PG_CONFIG"
if [ -z "${DESTDIR:-}" ]; then
    for folder in "$("$pg_config" --pkglibdir)" "$("$pg_config" --sharedir)/extension"; do
        [ -w "$folder" ] || skip "$folder is not writable; to do only this step, run \`make $action-postgresql\` as a user who may write there"
    done
elif [ "$action" = uninstall ] && [ ! -d "$DESTDIR$("$pg_config" --pkglibdir)" ]; then
    exit 0
fi
exec "${MAKE:-make}" -C extensions/postgresql "$action"
