#!/bin/sh
# Searches for what tells a reader of one person, in two histories that differ in that person's rows.
# Usage, after `make` and from any directory: run.sh [SIDES...]; sides.py lists them. tools/pg-cluster.sh
# describes how it finds the server. HUNT_SIDES may name the sides, too. The observations stay in
# $HUNT_OUT, if that is set.
set -u
cd "$(dirname "$0")/../../../.." || exit 2
[ -n "${TMPDIR:-}" ] || [ ! -w /dev/shm ] || { TMPDIR=/dev/shm && export TMPDIR; } # each charge waits for the disk
export PYTHONDONTWRITEBYTECODE=1
. tools/pg-cluster.sh
. extensions/postgresql/test/hunt/hunt.sh
cluster_start
hunt_prepare || { cluster_log; exit 2; }
failed=0
[ -n "$*" ] || [ -z "${HUNT_SIDES:-}" ] || eval "set -- $HUNT_SIDES"
for side in ${*:-$(hunt_sides)}; do
    for repeat in 1 2; do
        hunt_side "$side" "$repeat" full || { cluster_log; exit 2; }
    done
    echo "$side: $(date +%T)"
done
# shellcheck disable=SC2046
hunt_compare full 2 $(hunt_pairs "$@") || failed=1
echo "postgresql $("$PG_CONFIG" --version): $((1 - failed)) passed, $failed failed, 0 skipped"
[ "$failed" = 0 ]
