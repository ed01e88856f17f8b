#!/bin/sh
# deb-source.sh FOLDER PG: writes the Debian source package of HEAD to FOLDER. It consists of
# indp_VERSION.orig.tar.xz, a second archive with the crates (so that building needs no network),
# and the unpacked source FOLDER/indp-VERSION, whose folder debian is packaging/debian. PG is the
# major version of PostgreSQL for which the extension is packaged.
set -eu
out=$1 pg=$2
version=$(sed -n 's/^version *= *"\(.*\)"/\1/p' Cargo.toml | head -n 1)
# The files in the archives have the time of the last commit, so that the archives are reproducible
# bit for bit.
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
# Prebuilt libraries for other systems are not sources, so they are removed. GMP's manual is under a
# licence that Debian does not accept. Its files are emptied and not removed, because the crate
# includes them.
find "$tree/vendor/gmp-mpfr-sys" \( -path '*/doc-c/*.html' -o -path '*/doc/*.texi' -o -path '*/doc/*.html' \) -exec truncate -s 0 {} +
find "$tree"/vendor/windows* \( -name '*.a' -o -name '*.lib' \) -delete
find "$tree/vendor" -name .cargo-checksum.json -exec sed -i 's/"files":{[^}]*/"files":{/' {} +
archive "$tree" vendor "$out/indp_$version.orig-vendor.tar.xz"

cp -r "$tree/packaging/debian" "$tree/debian"
cd "$tree/debian"
sed "s/@PG@/$pg/g" control.in >control
sed "s/@PG@/$pg/g" postgresql.install.in >"postgresql-$pg-indp.install"
sed "s/@PG@/$pg/g" postgresql.lintian-overrides.in >"postgresql-$pg-indp.lintian-overrides"
cp postgresql.docs.in "postgresql-$pg-indp.docs"
sed -e "s/@VERSION@/$version/g" -e "s/@DATE@/$(date -u -R -d "@$SOURCE_DATE_EPOCH")/" changelog.in >changelog
rm -f ./*.in
