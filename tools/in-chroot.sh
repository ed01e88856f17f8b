#!/bin/sh
# in-chroot.sh ROOT TMP COMMAND...: runs COMMAND in the system under ROOT, with the folder TMP as
# its /tmp. Needs root. Mounts, processes and shared memory disappear when the command ends, however
# it ends.
set -eu
exec unshare --mount --pid --ipc --fork --kill-child sh -euc '
    root=$1 tmp=$2
    shift 2
    mount -t proc proc "$root/proc"
    mount --rbind /dev "$root/dev"
    mount --bind "$tmp" "$root/tmp"
    status=0
    # This shell does not exec: it is process 1 and reaps orphaned processes.
    chroot "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C DEBIAN_FRONTEND=noninteractive "$@" || status=$?
    exit "$status"' sh "$@"
