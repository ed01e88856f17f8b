#!/bin/sh
# reachable.sh [ENGINE...]: writes what strangers may call in each engine to its reachable.txt, as
# the engine lists it, and prints the difference: read it, since whatever is new there is new for
# strangers. Call it after `make` and `make duckdb mariadb`.
set -eu
cd "$(dirname "$0")/.."
PYTHONDONTWRITEBYTECODE=1
export PYTHONDONTWRITEBYTECODE
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM

list_sqlite() { sh extensions/sqlite/test/surface/run.sh list; }

list_duckdb() {
    PYTHONPATH=$(sh extensions/duckdb/tools/engine.sh):extensions/duckdb/test python3 \
        extensions/duckdb/test/surface/surface.py build/duckdb/indp.duckdb_extension list
}

list_mariadb() (
    . tools/mariadb-server.sh
    mariadb_start
    mariadb_sql <extensions/mariadb/sql/install.sql
    mariadb_sql <extensions/mariadb/test/surface/data.sql
    python3 extensions/mariadb/test/surface/surface.py "$mariadb_extension" "$mariadb_home" list
)

list_postgresql() (
    . tools/pg-cluster.sh
    . extensions/postgresql/test/surface/surface.sh
    cluster_start
    surface_prepare
    python3 "$surface_here/surface.py" list
)

# The prefix keeps the names of the functions apart from those of programs, such as mariadb.
for engine in ${*:-sqlite duckdb mariadb postgresql}; do
    "list_$engine" >"$work/list" # not a pipe, which would hide that it failed
    python3 tools/reachable.py "extensions/$engine/test/surface/reachable.txt" <"$work/list"
done
