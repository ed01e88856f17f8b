#!/bin/sh
# pg-cluster.sh: functions that make a temporary PostgreSQL cluster with the extension. The cluster
# is removed when the script that sources this file ends. Source it from the repository's root:
#
#     cluster_start [LINE...]     builds the extension and starts the server; each LINE is a setting
#     cluster_restart [LINE...]   restarts the server with these lines instead of the first ones
#     node_start NAME PORT [LINE...]  starts one more server, in the folder NAME of the cluster. It
#                                 listens on this port in the same socket folder
#     node_restart NAME PORT [LINE...]  starts it again after node_stop, with these settings
#     node_stop NAME [MODE]       stops it: fast by default, or immediate
#     pg DATABASE                 runs psql as the superuser: quiet, unaligned, no start-up file
#     $cluster                    the folder of the cluster, which the server's user may write
#     $PGHOST                     the folder of the server's socket
#     $pg_stage                   the folder of a staged install; '' with INDP_PG_INSTALLED
#     $pg_scripts                 the folder of extension scripts, in which tests may put their own;
#                                 '' with INDP_PG_INSTALLED
#     $pg_preload                 the module to name in shared_preload_libraries
#
# The server listens only on a private socket. If the caller is root, the server runs as user
# postgres, since PostgreSQL refuses to run as root. The variable PG_CONFIG chooses the PostgreSQL
# installation.
#
# From PostgreSQL 18 on, the setting extension_control_path makes the server read the staged
# install. Debian's servers before 18 have the setting extension_destdir for this purpose. For other
# servers, install the extension first and set INDP_PG_INSTALLED=1. If the server's tree is a
# private copy, set INDP_PG_PRIVATE=1 instead. The extension is then installed into that copy.
PG_CONFIG=${PG_CONFIG:-pg_config}
pg_bin=$("$PG_CONFIG" --bindir) || { echo "postgresql: $PG_CONFIG was not found; install the server's headers, or set PG_CONFIG" >&2; exit 2; }

as_postgres() {
    if [ "$(id -u)" = 0 ]; then
        setpriv --reuid=postgres --regid=postgres --init-groups env HOME="$cluster" "$@"
    else
        "$@"
    fi
}

cluster_log() { [ ! -f "$cluster/log" ] || tail -n 20 "$cluster/log" >&2; }

node_stop() { # NAME [MODE]
    (cd "$cluster" && as_postgres "$pg_bin/pg_ctl" -D "$1" -m "${2:-fast}" -w stop >/dev/null 2>&1)
}

cluster_stop() {
    [ -n "${cluster:-}" ] || return 0
    for pid in "$cluster"/*/postmaster.pid; do
        [ ! -e "$pid" ] || node_stop "$(dirname "$pid")" immediate
    done
    rm -rf "$cluster"
    cluster=
}

server_init() { # FOLDER
    (cd "$cluster" && as_postgres "$pg_bin/initdb" -D "$1" -A trust -U postgres -E UTF8 --no-locale -N >/dev/null) || exit 2
    # Before PostgreSQL 15 everybody may create in public, which indp.check names as a leak.
    [ "$(cat "$cluster/$1/PG_VERSION")" -ge 15 ] || for database in template1 postgres; do
        (cd "$cluster" && echo 'REVOKE CREATE ON SCHEMA public FROM PUBLIC' |
            as_postgres "$pg_bin/postgres" --single -D "$1" "$database" >/dev/null) || exit 2
    done
    echo "include 'indp.conf'" >>"$cluster/$1/postgresql.conf"
}

server_run() { # FOLDER LOG LINE...
    folder=$1 log=$2
    shift 2
    {
        printf '%s\n' "listen_addresses = ''" "unix_socket_directories = '$cluster'" "fsync = off" \
            "max_parallel_workers = 8" "max_worker_processes = 16" "lc_messages = 'C'" \
            "log_line_prefix = '%m '" # no process IDs, since tests search the log for numbers
        printf '%s\n' "$pg_lines"
        for line in "$@"; do printf '%s\n' "$line"; done
    } >"$cluster/$folder/indp.conf"
    (cd "$cluster" && as_postgres "$pg_bin/pg_ctl" -D "$folder" -l "$log" -w start >/dev/null) || {
        echo 'postgresql: the server does not start' >&2
        cluster_log
        exit 2
    }
}

cluster_run() { server_run data log "$@"; } # LINE...

node_restart() { # NAME PORT LINE...
    node=$1 port=$2
    shift 2
    server_run "$node" "$node.log" "port = $port" "$@"
}

node_start() { # NAME PORT LINE...
    server_init "$1"
    node_restart "$@"
}

# Stages an install of the extension, unless it is installed already, and chooses the settings with
# which the server finds it. The server does not apply these settings to preloaded libraries. So
# $pg_preload is a path if the server uses the staged install.
cluster_install() {
    pg_stage='' pg_scripts='' pg_lines='' pg_preload=indp
    [ -z "${INDP_PG_INSTALLED:-}" ] || return 0
    pg_stage=$cluster/stage
    make -s -C extensions/postgresql PG_CONFIG="$PG_CONFIG" DESTDIR="$pg_stage" install >/dev/null || exit 2
    sharedir=$("$PG_CONFIG" --sharedir) pkglibdir=$("$PG_CONFIG" --pkglibdir)
    pg_scripts=$pg_stage$sharedir/extension
    pg_preload=$pg_stage$pkglibdir/indp
    settings=$("$pg_bin/postgres" --describe-config | cut -f 1)
    if echo "$settings" | grep -q '^extension_control_path$'; then
        pg_lines="extension_control_path = '$pg_stage$sharedir:\$system'
dynamic_library_path = '$pg_stage$pkglibdir:\$libdir'"
    elif echo "$settings" | grep -q '^extension_destdir$'; then
        pg_lines="extension_destdir = '$pg_stage'"
    elif [ -n "${INDP_PG_PRIVATE:-}" ]; then
        make -s -C extensions/postgresql PG_CONFIG="$PG_CONFIG" install >/dev/null || exit 2
        pg_scripts=$sharedir/extension
        pg_preload=indp
    else
        echo 'postgresql: this server reads extensions from its own folders only: install indp there and set INDP_PG_INSTALLED=1' >&2
        exit 2
    fi
}

cluster_start() {
    make -s -C extensions/postgresql PG_CONFIG="$PG_CONFIG" >&2 || exit 2
    cluster=$(mktemp -d) || exit 2
    trap cluster_stop EXIT
    trap 'exit 1' HUP INT TERM
    [ "$(id -u)" != 0 ] || chown postgres: "$cluster"
    cluster_install
    server_init data
    cluster_run "$@"
    PGHOST=$cluster PGUSER=postgres PGDATABASE=postgres
    export PGHOST PGUSER PGDATABASE
    unset PGPORT PGOPTIONS PGSERVICE
}

cluster_restart() {
    (cd "$cluster" && as_postgres "$pg_bin/pg_ctl" -D data -m fast -w stop >/dev/null) || exit 2
    cluster_run "$@"
}

pg() { "$pg_bin/psql" -X -q -A -t -v ON_ERROR_STOP=1 -v VERBOSITY=verbose "${@:-postgres}"; }
