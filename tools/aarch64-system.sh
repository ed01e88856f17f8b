#!/bin/sh
# aarch64-system.sh FOLDER: creates FOLDER, the shared libraries of Debian's arm64 and the shell of
# SQLite, for programs under qemu-aarch64. apt-get fetches them from the mirrors of this system, but
# keeps its lists and packages in FOLDER. So nothing else changes, and root is not needed.
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
apt-get -q --yes --no-install-recommends --download-only install libc6 libgcc-s1 sqlite3
for package in apt/cache/archives/*.deb; do dpkg -x "$package" .; done
[ -e lib ] || ln -s usr/lib lib
[ -e bin ] || ln -s usr/bin bin
# The linker finds SQLite's library in a folder of its own, so that it takes the C library from the
# cross compiler.
ln -s ../usr/lib/aarch64-linux-gnu/libsqlite3.so.0 link/libsqlite3.so
rm -rf apt
