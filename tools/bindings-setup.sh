#!/bin/sh
# bindings-setup.sh: installs the packages that the bindings and their tests need, with apt-get.
set -eu
# Maven's compiler plugin reads a project file whose parent is in the package junit5.
wanted='g++ cmake pkg-config valgrind python3 golang-go default-jdk-headless nodejs npm libnode-dev
    maven libmaven-install-plugin-java libmaven-resources-plugin-java libmaven-compiler-plugin-java junit5'
missing=
for package in $wanted; do
    dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q 'ok installed' || missing="$missing $package"
done
# Packages from other sources may contain the same programs. For example, Node.js's own package
# contains npm and the headers.
for pair in node:nodejs npm:npm javac:default-jdk-headless go:golang-go mvn:maven; do
    ! command -v "${pair%%:*}" >/dev/null 2>&1 || missing=$(echo "$missing " | sed "s/ ${pair#*:} / /")
done
for header in /usr/include/node/node_api.h /usr/include/nodejs/src/node_api.h; do
    [ ! -e "$header" ] || missing=$(echo "$missing " | sed 's/ libnode-dev / /')
done
missing=$(echo "$missing" | xargs)
[ -n "$missing" ] || exit 0
if [ "$(id -u)" != 0 ] || ! command -v apt-get >/dev/null 2>&1; then
    echo "indp: as root, run: apt-get install $missing" >&2
    exit 1
fi
echo "indp: installing $missing"
apt-get -qq update
# shellcheck disable=SC2086
DEBIAN_FRONTEND=noninteractive apt-get -qq install --yes --no-install-recommends $missing >/dev/null
