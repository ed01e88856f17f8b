#!/bin/sh
# neighbours.sh ENGINE...
# neighbours.sh binding NAME COMMAND...
#
# Runs each engine on neighbouring data sets with the same randomness on both
# sides, and compares states, answers, errors and calls. check.py says what must hold, pairs.py has
# the data sets, engines/ a module for each engine. In the second form, COMMAND runs the test
# program of a binding (lines.py). Usage, after `make` and from any directory.
#
# The engines are the products. tape.c, which is loaded before them (LD_PRELOAD), makes what they
# draw from the operating system repeatable.
set -u
cd "$(dirname "$0")/../../.." || exit 2
here=$PWD/extensions/test/neighbours
tape=$(mktemp -d) || exit 2
chmod 755 "$tape"
trap 'rm -rf "$tape"' EXIT
trap 'exit 1' HUP INT TERM
"${CC:-cc}" -std=c99 -O2 -Wall -Wextra -Werror -pedantic -shared -fPIC "$here/tape.c" -ldl \
    -o "$tape/tape.so" &&
    head -c 24 /dev/zero >"$tape/tape" && chmod 666 "$tape/tape" || exit 2
NEIGHBOURS_TAPE=$tape/tape
PYTHONPATH=$here:$PWD/bindings/python/src
INDP_LIBRARY=${INDP_SHARED:-$PWD/build/lib/libindp.so}
PYTHONDONTWRITEBYTECODE=1
export NEIGHBOURS_TAPE PYTHONPATH INDP_LIBRARY PYTHONDONTWRITEBYTECODE

run() { LD_PRELOAD=$tape/tape.so "${PYTHON:-python3}" "$here/run.py" "$1"; }

run_sqlite() { run sqlite; }

run_duckdb() (
    packages=$(sh extensions/duckdb/tools/engine.sh) ||
        { echo "neighbours: $packages" >&2; exit 2; }
    PYTHONPATH=$PYTHONPATH:$packages run duckdb
)

run_postgresql() (
    . tools/pg-cluster.sh
    cluster_start
    LD_PRELOAD=$tape/tape.so
    export LD_PRELOAD
    cluster_restart "shared_buffers = '64MB'" "jit = off" "fsync = on" \
        "shared_preload_libraries = '$pg_preload'"
    run postgresql
)

# The server must not give a session the thread of an earlier one.
run_mariadb() (
    . tools/mariadb-server.sh
    mariadb_start
    mariadb_sql <extensions/mariadb/sql/install.sql || exit 2
    LD_PRELOAD=$tape/tape.so
    export LD_PRELOAD
    mariadb_restart --thread-cache-size=0 --thread-handling=one-thread-per-connection
    NEIGHBOURS_SOCKET=$mariadb_home/socket
    export NEIGHBOURS_SOCKET
    run mariadb
)

run_spark() (
    path=$PYTHONPATH
    . extensions/spark/tools/environment.sh
    PYTHONPATH=$PYTHONPATH:$path
    run spark
)

if [ "$1" = binding ]; then
    shift
    LD_PRELOAD=$tape/tape.so "${PYTHON:-python3}" "$here/binding.py" "$@"
    exit
fi
status=0
for engine in "$@"; do
    "run_$engine" || status=1
done
exit "$status"
