#!/bin/sh
# test-bare.sh: runs `make demo` and `make test` as README.md tells new users, on fresh Debian
# systems that have only the packages that README.md names. Variables choose the systems and the
# targets: SUITES="trixie" COMMANDS="demo". Needs root.
#
# Each target runs in a new chroot, on a clone of the last commit. The bare systems stay in
# ${XDG_CACHE_HOME:-~/.cache}/indp/debian. Remove that folder to download newer ones. The chroot
# uses this system's Rust toolchain, mounted read-only, in place of one that rustup would install.
# The output is written to build/bare/SUITE-TARGET.log.
set -u
cd "$(dirname "$0")/.." || exit 2
cache=${XDG_CACHE_HOME:-$HOME/.cache}/indp/debian
logs=$PWD/build/bare
mkdir -p "$cache" "$logs" || exit 2
rust=$("${RUSTC:-rustc}" --print sysroot) || exit 2
find "$cache" -maxdepth 1 -name 'part.*' -mmin +240 -exec rm -rf {} + # left by runs that were killed
part=''
cleanup() { rm -rf ${part:+"$part"}; }
trap cleanup EXIT
trap 'exit 1' HUP INT TERM

# The commands of README.md. The chroot has its own process namespace, so a server that the packages
# start ends with it. The commands also check that the packages do not even make a cluster.
here='set -eu
export PATH="/opt/rust/bin:$PATH"
start() { began=$(date +%s); }
took() { echo "bare: $1 took $(($(date +%s) - began)) s"; }
start
apt-get -qq update
apt-get -qq install --yes PACKAGES
took packages
git clone -q /tmp/indp.bundle indp
cd indp
start
status=0
make TARGET || status=$?
took TARGET
[ "$status" = 0 ] || exit "$status"
! ls -d /etc/postgresql/*/* 2>/dev/null || { echo "bare: make left a cluster of PostgreSQL"; exit 1; }'
packages=$(sed -n 's/.*`apt-get install \([^`]*\)`.*/\1/p' README.md | head -n 1)
[ -n "$packages" ] || { echo 'test-bare: README.md names no packages' >&2; exit 2; }

run() { # SUITE TARGET
    part=$(mktemp -d "$cache/part.XXXXXX") || exit 2
    [ -d "$cache/$1" ] || { sh tools/debian-base.sh "$1" "$part/base" && mv -T "$part/base" "$cache/$1"; } || return 1
    cp -a "$cache/$1" "$part/root" && mkdir -m 1777 "$part/tmp" && chmod 1777 "$part/tmp" || return 1
    git bundle create -q "$part/tmp/indp.bundle" HEAD || return 1
    # The chroot uses this system's network settings: name resolution, certificates, and the
    # registry of cargo.
    cp /etc/resolv.conf "$part/root/etc/"
    mkdir -p "$part/root/opt/rust" "$part/root/root/.cargo" "$part/root/usr/local/share/ca-certificates"
    cp /usr/local/share/ca-certificates/*.crt "$part/root/usr/local/share/ca-certificates/" 2>/dev/null
    cp "${CARGO_HOME:-$HOME/.cargo}/config.toml" "$part/root/root/.cargo/" 2>/dev/null
    unshare --mount sh -euc 'mount --bind "$1" "$2/opt/rust" && mount -o remount,bind,ro "$2/opt/rust"
        exec sh tools/in-chroot.sh "$2" "$3" sh -c "cd /root && $4"' \
        sh "$rust" "$part/root" "$part/tmp" "$(echo "$here" | sed "s/PACKAGES/$packages/; s/TARGET/$2/g")"
}

failed=0
lines=''
for suite in ${SUITES:-bookworm trixie}; do
    for target in ${COMMANDS:-demo test}; do
        log=$logs/$suite-$target.log
        if run "$suite" "$target" >"$log" 2>&1 </dev/null; then verdict=''; else verdict=' FAILED' failed=1; fi
        cleanup
        part=''
        line="$suite$verdict: $(sed -n 's/^bare: //p' "$log" | paste -sd, | sed 's/,/, /g')"
        echo "$line"
        [ -z "$verdict" ] || { grep '^FAIL' "$log"; tail -n 3 "$log"; } | cut -c 1-200 | sed 's/^/    /'
        lines="$lines$line
"
    done
done
printf '\n%s' "$lines"
exit "$failed"
