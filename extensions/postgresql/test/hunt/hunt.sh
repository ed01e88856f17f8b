#!/bin/sh
# hunt.sh: functions that search for what tells readers of one person. Source it after
# tools/pg-cluster.sh, from the repository's root.
#
#     hunt_prepare                    makes the cluster from which all sides are copied
#     hunt_side SIDE REPEAT FORM      makes a side in a copy, and writes what readers see to
#                                     $hunt_out/SIDE.REPEAT.json
#     hunt_sides, hunt_pairs [SIDE..] print the names of the sides, and the pairs of them
#     hunt_compare FORM REPEATS [PAIR...]  compares pairs of sides, SIDE-SIDE each
#
# All copies run one after another in the same folder and with the same numbers, so that they differ in
# what is written to them and in time.
hunt_here=extensions/postgresql/test/hunt

hunt_settings() { # COMMAND
    "$1" "shared_preload_libraries = '$pg_preload'" "fsync = on" "autovacuum = off" "jit = off" "shared_buffers = '64MB'" "bgwriter_lru_maxpages = 0" \
        "checkpoint_timeout = '1h'" "max_wal_size = '4GB'" "wal_level = minimal" "max_wal_senders = 0" "deadlock_timeout = '50ms'" "wal_writer_delay = '10s'" \
        "log_min_messages = error"
}

hunt_prepare() {
    hunt_out=${HUNT_OUT:-$cluster/hunt}
    mkdir -p "$hunt_out" || return 1
    hunt_settings cluster_restart
    hunt_major=$(pg postgres -c "SELECT current_setting('server_version_num')::int / 10000") || return 1
    pg postgres -c 'CREATE DATABASE hunt' && pg hunt -f "$hunt_here/base.sql" >/dev/null && {
        # All roles outside of the fence but the control are the superuser's.
        pg hunt -U keeper -f "$hunt_here/budget.sql" >/dev/null
    } || return 1
    node_stop data && mv "$cluster/data" "$cluster/base"
}

hunt_side() { # SIDE REPEAT FORM
    rm -rf "$cluster/data" && cp -a "$cluster/base" "$cluster/data" || return 1
    hunt_settings cluster_run && python3 "$hunt_here/observe.py" write "$1" || return 1
    hunt_settings cluster_restart && python3 "$hunt_here/observe.py" read "$1" "$3" "$hunt_out/$1.$2.json" || return 1
    node_stop data
}

hunt_compare() { # FORM REPEATS [PAIR...]
    python3 "$hunt_here/compare.py" "$hunt_out" "$hunt_major" "$@"
}

hunt_sides() { python3 "$hunt_here/sides.py"; }
# The pairs of these sides, or all pairs.
hunt_pairs() { python3 "$hunt_here/sides.py" pairs "$@"; } # [SIDE...]
