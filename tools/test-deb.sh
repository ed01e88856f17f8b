#!/bin/sh
# test-deb.sh: builds the Debian packages on a fresh Debian system and checks them with lintian.
# Then builds them again in another folder and compares the bytes. Last, installs and uses them on a
# second fresh system. SUITES="trixie" chooses systems. STEPS=use does only the last step, with
# packages that were built before. Needs root.
#
# The chroot uses this system's Rust toolchain, mounted read-only, in place of one that rustup would
# install. If the system's own GMP and MPFR are new enough (trixie), the test vectors that the Rust
# tests read are also replayed with them. The output is written to build/deb/SUITE.log, and the
# packages to build/deb/SUITE.
set -u
cd "$(dirname "$0")/.." || exit 2
cache=${XDG_CACHE_HOME:-$HOME/.cache}/indp/debian
mkdir -p "$cache" build/deb || exit 2
rust=$("${RUSTC:-rustc}" --print sysroot) || exit 2
part=''
cleanup() { rm -rf ${part:+"$part"}; }
trap cleanup EXIT
trap 'exit 1' HUP INT TERM

fresh() { # SUITE: creates a new system in $part/root, with $part/tmp as its /tmp
    part=$(mktemp -d "$cache/part.XXXXXX") || exit 2
    [ -d "$cache/$1" ] || { sh tools/debian-base.sh "$1" "$part/base" && mv -T "$part/base" "$cache/$1"; } || return 1
    cp -a "$cache/$1" "$part/root" && mkdir -m 1777 "$part/tmp" && chmod 1777 "$part/tmp" || return 1
    cp /etc/resolv.conf "$part/root/etc/"
    mkdir -p "$part/root/opt/rust"
    # Packages must not start services here.
    printf '%s\n' '#!/bin/sh' 'exit 101' >"$part/root/usr/sbin/policy-rc.d" && chmod 755 "$part/root/usr/sbin/policy-rc.d"
}
inside() {
    unshare --mount sh -euc 'mount --bind "$1" "$2/opt/rust" && mount -o remount,bind,ro "$2/opt/rust"
        exec sh tools/in-chroot.sh "$2" "$3" sh -c "$4"' sh "$rust" "$part/root" "$part/tmp" "$1"
}

# Builds twice, in folders whose names differ in length.
build='set -eu
export PATH="/opt/rust/bin:$PATH"
mkdir -p /etc/postgresql-common
echo "create_main_cluster = false" >/etc/postgresql-common/createcluster.conf
apt-get -qq update
apt-get -qq install --yes --no-install-recommends build-essential debhelper fakeroot lintian libgmp-dev libicu-dev libmpfr-dev libsqlite3-dev \
    m4 pkg-config python3 sqlite3 postgresql-server-dev-all >/dev/null
cd /tmp/one
tar --no-same-owner -xf ../source.tar
mkdir -p /tmp/another/with/a/longer/name
cp -a . /tmp/another/with/a/longer/name
for folder in /tmp/one /tmp/another/with/a/longer/name; do
    cd $folder
    (cd indp-* && dpkg-buildpackage -us -uc -Ppkg.indp.rustup)
done
cd /tmp/one
for deb in *.deb; do
    cmp "$deb" "/tmp/another/with/a/longer/name/$deb" && echo "deb: equal $(sha256sum <$deb | cut -c 1-16) $deb"
done
if pkg-config --atleast-version=6.3 gmp && pkg-config --atleast-version=4.2.2 mpfr; then
    (cd indp-*/ && export CARGO_HOME="$PWD/debian/cargo" CARGO_NET_OFFLINE=true &&
        cargo test --release --locked --lib --features gmp-mpfr-sys/use-system-libs vectors -- --show-output) >/tmp/vectors.log
    n=$(sed -n "s/^\([0-9][0-9]*\) vectors.*/\1/p" /tmp/vectors.log | awk "{ n += \$1 } END { print n }")
    [ "$n" -gt 2000 ]
    echo "deb: $n vectors give the same bits with GMP $(pkg-config --modversion gmp) and MPFR $(pkg-config --modversion mpfr)"
fi
lintian --fail-on error --allow-root --profile debian *.changes
echo "deb: lintian finds no errors"'

use='set -eu
apt-get -qq update
mkdir -p /etc/postgresql-common
echo "create_main_cluster = false" >/etc/postgresql-common/createcluster.conf
dpkg -l | awk "{ print \$2 }" >/tmp/before
apt-get -qq install --yes --no-install-recommends /tmp/*.deb sqlite3 gcc libc6-dev pkg-config postgresql >/dev/null
cd /tmp
cc -Werror quickstart.c $(pkg-config --cflags --libs indp) -lm -o quickstart
./quickstart >quickstart.out
cc -Werror quickstart.c $(pkg-config --cflags indp) -l:libindp.a $(pkg-config --static --libs indp | sed "s/-lindp//") -lm -o static
[ "$(./static | wc -l)" = "$(wc -l <quickstart.out)" ]
[ "$(sqlite3 :memory: ".load $(echo /usr/lib/*/sqlite3/indp.so)" "SELECT typeof(dp_count(1, 1.0))")" = integer ]
pg=$(echo postgresql-*-indp_*.deb | sed "s/postgresql-\([0-9]*\).*/\1/")
su postgres -c "pg_createcluster --start $pg main && psql -qAtc \"CREATE SCHEMA dp; CREATE EXTENSION indp SCHEMA dp; SELECT pg_typeof(dp.dp_sum(x, 0, 10, 1.0)) FROM generate_series(1.0, 10) x\"" >answer
grep -Fxq "double precision" answer
pg_dropcluster --stop $pg main
for page in indp indp_sum_init; do ls /usr/share/man/man3/$page.3.gz; done
apt-get -qq purge --yes libindp0 libindp-dev sqlite3-indp postgresql-$pg-indp >/dev/null
left=$(find / -xdev \( -path /proc -o -path /tmp -o -path /sys \) -prune -o -name "*indp*" -print)
[ -z "$left" ] || { echo "deb: left behind: $left"; exit 1; }
echo "deb: installed, used and removed"'

# postgresql SUITE: prints the major version of PostgreSQL in this suite.
postgresql() {
    case $1 in bookworm) echo 15 ;; trixie) echo 17 ;; *) echo 18 ;; esac
}

build_on() { # SUITE
    rm -rf "$out"
    mkdir -p "$out"
    fresh "$1" && mkdir "$part/tmp/one" && sh tools/deb-source.sh "$part/tmp/source" "$(postgresql "$1")" &&
        tar -C "$part/tmp/source" -cf "$part/tmp/source.tar" . && rm -rf "$part/tmp/source" && inside "$build" &&
        cp "$part"/tmp/one/*.deb "$part"/tmp/one/*.dsc "$part"/tmp/one/*.tar.xz "$out"
}
use_on() { # SUITE
    fresh "$1" && cp "$out"/*.deb "$part/tmp/" && rm -f "$part"/tmp/*dbgsym*.deb &&
        cp examples-c/quickstart.c "$part/tmp/" && inside "$use"
}

failed=0
for suite in ${SUITES:-bookworm trixie}; do
    out=$PWD/build/deb/$suite log=$PWD/build/deb/$suite.log
    : >"$log"
    verdict=''
    for step in ${STEPS:-build use}; do
        "${step}_on" "$suite" >>"$log" 2>&1 </dev/null || { verdict=' FAILED' failed=1; break; }
        cleanup
    done
    cleanup
    echo "$suite$verdict"
    sed -n 's/^deb: /    /p' "$log"
    [ -z "$verdict" ] || tail -n 5 "$log"
done
exit "$failed"
