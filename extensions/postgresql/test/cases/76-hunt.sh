# Makes two histories that differ in one person's rows, and compares everything that a reader behind the
# fence sees. The files in test/hunt describe the hunt; `make hunt-postgresql` compares more histories and
# looks at more. The hunt has its own cluster, in which a charge does not wait for a slow disk.
if since 15 'a hunt for what tells of one person' 'counters are in shared memory'; then
    if (
        [ ! -w /dev/shm ] || { TMPDIR=/dev/shm && export TMPDIR; }
        export PYTHONDONTWRITEBYTECODE=1
        cluster='' # the subshell's own
        . extensions/postgresql/test/hunt/hunt.sh
        cluster_start && hunt_prepare || exit 2
        for side in none visits; do
            for repeat in 1 2; do hunt_side "$side" "$repeat" short || exit 2; done
        done
        hunt_compare short 2 none-visits
    ) >"$work/hunt" 2>&1; then
        pass
    else
        fail 'a hunt for what tells of one person' "$(cut -c 1-300 "$work/hunt" | grep -v '^noise')"
    fi
fi
