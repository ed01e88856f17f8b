#!/bin/sh
# apt-install.sh PACKAGE...: installs these packages of Debian. Needs root.
#
# Debian's packages of PostgreSQL servers make a cluster and start it. The tests use temporary
# clusters only, so a machine that had no server should not have one running afterwards. Debian's
# setting `create_main_cluster = false` prevents this. The script sets it only while the packages
# are installed, and only if the administrator has not set it.
set -eu
conf=/etc/postgresql-common/createcluster.conf
mark='# only while `make setup` of indp runs'
install() { DEBIAN_FRONTEND=noninteractive apt-get -qq -o Dpkg::Use-Pty=0 install --yes --no-install-recommends "$@" >/dev/null; }
restore() { [ ! -f "$conf" ] || sed -i "/$mark\$/d" "$conf"; }

case " $*" in
*' postgresql-'[0-9]*)
    install postgresql-common # its createcluster.conf must exist before a line is added
    restore                   # a run that was killed may have left its line
    chosen=$(pg_conftool "$conf" show -s create_main_cluster 2>/dev/null) || chosen=''
    if [ -n "$chosen" ]; then
        echo "indp: $conf sets create_main_cluster to $chosen; this is left unchanged"
    else
        echo "indp: PostgreSQL is being installed without a cluster; $conf is changed for this and restored afterwards"
        trap restore EXIT
        trap 'exit 1' HUP INT TERM
        echo "create_main_cluster = false $mark" >>"$conf"
    fi
    ;;
esac
install "$@"
