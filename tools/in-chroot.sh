#!/bin/sh
# in-chroot.sh ROOT TMP COMMAND...: runs COMMAND in a chroot to the system under ROOT, with the
# folder TMP as its /tmp. Needs root. COMMAND has its own namespaces, so its mounts, processes and
# shared memory disappear when it ends, even if it crashes or is killed.
set -eu
exec unshare --mount --pid --ipc --fork --kill-child sh -euc '
    root=$1 tmp=$2
    shift 2
    mount -t proc proc "$root/proc"
    mount --rbind /dev "$root/dev"
    mount --bind "$tmp" "$root/tmp"
    status=0
    # This shell must not exec the command. It is process 1 of the namespace, and so has to stay
    # alive to reap orphaned processes.
    chroot "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C DEBIAN_FRONTEND=noninteractive "$@" || status=$?
    exit "$status"' sh "$@"
