#!/bin/sh
# debian-base.sh SUITE FOLDER: creates a Debian system of this suite in FOLDER. It has only apt and
# the packages that Debian calls required. The script uses debootstrap and the Debian mirror that
# apt uses on this system. It needs root. If it fails, the last line of its output says why.
set -eu
umask 022
suite=$1 folder=$2
[ "$(id -u)" = 0 ] || { echo "only root can make a chroot of Debian $suite"; exit 1; }
command -v apt-get || { echo "without apt-get the mirror of Debian $suite is unknown"; exit 1; }
mirror=$(apt-get indextargets --format '$(ORIGIN) $(LABEL) $(REPO_URI)' | sed -n 's/^Debian Debian //p' | head -n 1)
[ -n "$mirror" ] || { echo "apt has no Debian mirror here, which a chroot of $suite needs"; exit 1; }
command -v debootstrap || sh tools/setup.sh debian || { echo "a chroot of Debian $suite needs debootstrap, which cannot be installed"; exit 1; }
unshare --mount --pid --ipc --fork true || { echo "a chroot of Debian $suite needs namespaces, which are not allowed here"; exit 1; }

root=$(mktemp -d "$(dirname "$folder")/debian.XXXXXX")
chmod 755 "$root"
trap 'rm -rf "$root"' EXIT
trap 'exit 1' HUP INT TERM
base=$suite
[ "$suite" != experimental ] || base=sid # experimental is not a complete system
unshare --mount --pid --ipc --fork --kill-child debootstrap --variant=minbase "$base" "$root" "$mirror" ||
    { echo "debootstrap $base failed"; exit 1; }
[ "$base" = "$suite" ] || echo "deb $mirror $suite main" >>"$root/etc/apt/sources.list"
apt-config dump Acquire >"$root/etc/apt/apt.conf.d/99host" # proxies and other settings of this system's apt
mv "$root" "$folder"
