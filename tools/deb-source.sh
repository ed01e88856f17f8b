#!/bin/sh
# deb-source.sh FOLDER: writes Debian's source package of HEAD to FOLDER: indp_VERSION.orig.tar.xz,
# a second archive with the crates (so that building needs no network), and the unpacked source
# FOLDER/indp-VERSION with packaging/debian as its debian folder. PG_CONFIG chooses the server that the
# PostgreSQL package is for.
set -eu
out=$1
version=$(sed -n 's/^version *= *"\(.*\)"/\1/p' Cargo.toml | head -n 1)
pg=$("${PG_CONFIG:-pg_config}" --version | sed -n 's/^PostgreSQL \([0-9]*\).*/\1/p')
[ -n "$pg" ] || { echo "indp: the headers of a PostgreSQL server are missing" >&2; exit 1; }
# The time of the last commit stands in the archives, so that they can be made again bit by bit.
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)
export SOURCE_DATE_EPOCH
tree=$out/indp-$version
mkdir -p "$tree"

archive() {
    tar --sort=name --mtime="@$SOURCE_DATE_EPOCH" --owner=0 --group=0 --numeric-owner --format=gnu -C "$1" -cf - "$2" |
        xz -1 -T1 >"$3"
}

git archive HEAD | tar -x -C "$tree"
archive "$out" "indp-$version" "$out/indp_$version.orig.tar.xz"

sh tools/cargo.sh vendor --locked --quiet "$tree/vendor" >/dev/null
# Neither is used: GMP's manual, the library MPC, and prebuilt libraries for other systems.
rm -rf "$tree"/vendor/gmp-mpfr-sys/doc-c "$tree"/vendor/gmp-mpfr-sys/mpc-*/doc
find "$tree"/vendor/windows* \( -name '*.a' -o -name '*.lib' \) -delete
find "$tree/vendor" -name .cargo-checksum.json -exec sed -i 's/"files":{[^}]*/"files":{/' {} +
archive "$tree" vendor "$out/indp_$version.orig-vendor.tar.xz"

cp -r "$tree/packaging/debian" "$tree/debian"
cd "$tree/debian"
sed "s/@PG@/$pg/g" control.in >control
sed "s/@PG@/$pg/g" postgresql.install.in >"postgresql-$pg-indp.install"
cp postgresql.docs.in "postgresql-$pg-indp.docs"
sed -e "s/@VERSION@/$version/g" -e "s/@DATE@/$(date -u -R -d "@$SOURCE_DATE_EPOCH")/" changelog.in >changelog
rm -f ./*.in
