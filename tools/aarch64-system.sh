#!/bin/sh
# aarch64-system.sh FOLDER: creates FOLDER with Debian's shared libraries for arm64, SQLite's shell,
# and Python, for programs under qemu-aarch64. apt-get fetches them from this system's mirrors, but
# keeps its lists and packages in FOLDER. So nothing else on the system changes, and root is not
# needed.
set -eu
umask 022
folder=$1
mkdir -p "$folder"
cd "$folder"
mkdir -p apt/state/lists/partial apt/cache/archives/partial link
: >apt/status
cat >apt/conf <<END
APT::Architecture "arm64";
APT::Architectures { "arm64"; };
Dir::State "$PWD/apt/state";
Dir::State::status "$PWD/apt/status";
Dir::Cache "$PWD/apt/cache";
APT::Sandbox::User "";
END
export APT_CONFIG="$PWD/apt/conf"
apt-get -q update
apt-get -q --yes --no-install-recommends --download-only install libc6 libgcc-s1 sqlite3 python3
for package in apt/cache/archives/*.deb; do dpkg -x "$package" .; done
[ -e lib ] || ln -s usr/lib lib
[ -e bin ] || ln -s usr/bin bin
# SQLite's library gets a folder of its own. Otherwise the linker would take the C library from
# FOLDER and not from the cross compiler.
ln -s ../usr/lib/aarch64-linux-gnu/libsqlite3.so.0 link/libsqlite3.so
rm -rf apt
