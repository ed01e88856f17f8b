#!/bin/sh
# surface.sh: functions that call everything that a role can reach. Source it after
# tools/pg-cluster.sh, from the repository's root.
#
#     surface_prepare              makes the database `surface`
#     surface_call SEED FORM       calls everything, FORM is short or full; prints what is wrong
surface_here=extensions/postgresql/test/surface

surface_prepare() {
    cluster_restart "shared_preload_libraries = '$pg_preload'" "max_connections = 30" "jit = off" "statement_timeout = '20s'"
    pg postgres -c 'CREATE DATABASE surface' && pg surface -f "$surface_here/objects.sql" >/dev/null
}

surface_call() { # SEED FORM
    PYTHONDONTWRITEBYTECODE=1 python3 "$surface_here/surface.py" "$@" "$cluster/log"
}
