#!/bin/sh
# postgresql-debian.sh MAJOR FOLDER: creates FOLDER, a small Debian system with PostgreSQL MAJOR,
# its headers, PGXS, and a C compiler. It needs root. If it fails, the last line of its output says
# why.
set -eu
umask 022
major=$1 folder=$2
case $major in
13) suite=bullseye ;;
15) suite=bookworm ;;
17) suite=trixie ;;
18) suite=sid ;;
19) suite=experimental ;;
*) echo "no Debian suite has PostgreSQL $major"; exit 1 ;;
esac

work=$(mktemp -d "$(dirname "$folder")/server.XXXXXX")
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
root=$work/system
sh tools/debian-base.sh "$suite" "$root" || exit 1 # if it fails, the last line of its output says why
chmod 755 "$work"

if [ "$suite" = experimental ]; then
    # Only PostgreSQL comes from experimental. Other packages of experimental may not fit the
    # packages of sid.
    printf '%s\n' "Package: src:postgresql-$major src:postgresql-common" "Pin: release a=$suite" 'Pin-Priority: 990' >"$root/etc/apt/preferences.d/postgresql"
fi
mkdir -p "$root/etc/postgresql-common" "$root/tmp/work"
chmod 1777 "$root/tmp/work"
echo 'create_main_cluster = false' >"$root/etc/postgresql-common/createcluster.conf"
# Exit status 101 forbids packages from starting services.
printf '%s\n' '#!/bin/sh' 'exit 101' >"$root/usr/sbin/policy-rc.d"
chmod 755 "$root/usr/sbin/policy-rc.d"
# The package with the headers depends on clang, which is needed only to build bitcode. No bitcode
# is built here. So the package is unpacked instead of installed. Unpacking ignores its
# dependencies.
sh tools/in-chroot.sh "$root" "$root/tmp/work" sh -euc "
    apt-get -q update
    apt-get -q --yes --no-install-recommends install postgresql-$major libpq-dev libicu-dev gcc libc6-dev make python3
    ! apt-cache show postgresql-$major-jit >/dev/null 2>&1 || apt-get -q --yes --no-install-recommends install postgresql-$major-jit
    cd /tmp
    apt-get -q download postgresql-server-dev-$major
    dpkg -x postgresql-server-dev-$major*.deb /
    apt-get clean
    rm -rf /var/lib/apt/lists/* /usr/share/doc /tmp/*
    /usr/lib/postgresql/$major/bin/postgres --version
    test -f \$(/usr/lib/postgresql/$major/bin/pg_config --pgxs)" || { echo "PostgreSQL $major cannot be installed from $suite"; exit 1; }
mv "$root" "$folder"
