#!/bin/sh
# Tests that clients of PostgreSQL work behind the fence around readers. Each client connects as the
# reader ada to a temporary cluster, does what it does all day, and asks a question of a protected
# view. Usage, after `make` and from any directory: clients.sh [CLIENTS...], for example
# `clients.sh jdbc`. The programs are in clients/, and clients/install.sh installs what they need.
#
# Many clients hide errors. So each call of `client` gives, on standard input, the errors of ada
# that the server's log must contain afterwards, without duplicates: what is refused, and nothing
# else.
set -u
cd "$(dirname "$0")/../../.." || exit 2
here=$PWD/extensions/postgresql/test/clients
python=${PYTHON:-python3}
packages=$(sh "$here/install.sh") || { echo "$packages" >&2; exit 2; }
jdbc=/usr/share/java/postgresql.jar
. tools/pg-cluster.sh
port=$("$python" -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
cluster_start
# JDBC needs TCP.
cluster_restart "shared_preload_libraries = '$pg_preload'" "listen_addresses = '127.0.0.1'" "port = $port" "jit = off" "fsync = on" \
    "log_line_prefix = '%m %u '"
export PGPORT="$port"
pg postgres -c 'CREATE DATABASE clinic' && pg clinic -f "$here/setup.sql" >/dev/null || exit 2

work=$cluster/work
mkdir "$work"
failed=0 passed=0

errors_since() { tail -n +"$(($1 + 1))" "$cluster/log" | sed -n 's/^.* ada ERROR:  \(.*\)$/\1/p' | sort -u; } # LINE

chosen=" $* "
client() { # NAME COMMAND...
    name=$1
    shift
    sort -u >"$work/expected"
    case "$chosen" in '  ' | *" $name "*) ;; *) return ;; esac
    lines=$(wc -l <"$cluster/log")
    env PGUSER=ada PGDATABASE=clinic HOME="$work" PYTHONPATH="$here:$packages/python" PYTHONDONTWRITEBYTECODE=1 \
        NODE_PATH="$packages/node_modules" PGADMIN="$packages/pgadmin/pgadmin4/pgadmin" PSQL="$pg_bin/psql" "$@" >"$work/out" 2>&1 </dev/null
    code=$?
    errors_since "$lines" >"$work/errors"
    if [ "$code" = 0 ] && diff "$work/expected" "$work/errors" >"$work/diff"; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAIL $name (exit $code): see below"
        tail -n 40 "$work/out"
        [ "$code" != 0 ] || { echo "The errors expected (<) and those in the server's log (>):"; cat "$work/diff"; }
    fi
    echo "$name: $(tail -n 1 "$work/out")"
}

private='indp: reading visit is refused: private rows can be read or inferred from it'
unlisted='is refused: it is not one of the catalogs that readers may read'
uncallable='is refused: readers may not call it'

# Completion asks the server, and shows nothing if the server refuses.
client psql "$python" "$here/tab.py" </dev/null
client pgcli "$python" "$here/pgcli_tab.py" <<ERRORS
$private
ERRORS
client psycopg "$python" "$here/psycopg3.py" <<ERRORS
$private
indp: the statement LISTEN is refused: readers may not execute it
indp: a prepared transaction is refused: it keeps locks when the session has ended
ERRORS
client sqlalchemy "$python" "$here/orm.py" <<ERRORS
$private
ERRORS
client pandas "$python" "$here/frames.py" <<ERRORS
$private
ERRORS
client jdbc java -cp "$jdbc" "$here/Jdbc.java" <<ERRORS
$private
indp: reading pg_class is refused: some of its columns count rows or transactions; SELECT shows the others
ERRORS
client node node "$here/node.js" <<ERRORS
$private
indp: the statement LISTEN is refused: readers may not execute it
ERRORS
client dbeaver "$python" "$here/dbeaver.py" <<ERRORS
indp: reading pg_locks $unlisted
indp: reading pg_stat_activity $unlisted
indp: reading pg_stat_user_tables $unlisted
indp: the function pg_database_size(oid) $uncallable
indp: the function pg_relation_size(regclass) $uncallable
ERRORS
client pgadmin "$python" "$here/pgadmin.py" <<ERRORS
indp: reading pg_locks $unlisted
indp: reading pg_prepared_xacts $unlisted
indp: reading pg_replication_slots $unlisted
indp: reading pg_stat_activity $unlisted
indp: reading pg_stat_all_indexes $unlisted
indp: reading pg_stat_all_tables $unlisted
indp: reading pg_stat_database $unlisted
indp: reading pg_stat_gssapi $unlisted
indp: reading pg_stat_replication $unlisted
indp: reading pg_stat_subscription $unlisted
indp: reading pg_stat_user_functions $unlisted
indp: reading pg_statio_all_sequences $unlisted
indp: the function pg_tablespace_size(oid) $uncallable
ERRORS

echo "clients of $("$PG_CONFIG" --version): $passed passed, $failed failed"
[ "$failed" = 0 ] && [ "$passed" -gt 0 ]
