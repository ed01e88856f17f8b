#!/bin/sh
# pgxn.sh [--check]: writes build/indp-VERSION.zip, the distribution of HEAD for PGXN. With --check,
# the script also unpacks it, builds the extension and installs it under a temporary folder, and
# checks that the files that META.json names exist.
set -eu
version=$(sed -n 's/^version *= *"\(.*\)"/\1/p' Cargo.toml | head -n 1)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
name=indp-$version
zip=$PWD/build/$name.zip
python3 - "$version" <<'END_OF_PYTHON'
import json
import sys

meta, version = json.load(open("packaging/pgxn/META.json")), sys.argv[1]
control = open("extensions/postgresql/indp.control").read()
provided = meta["provides"]["indp"]
assert meta["version"] == provided["version"] == version, "META.json has another version than Cargo.toml"
assert f"default_version = '{version}'" in control, "indp.control has another version than Cargo.toml"
assert provided["file"].endswith(f"/indp--{version}.sql"), "META.json names another script"
END_OF_PYTHON
git archive --prefix="$name/" HEAD | tar -x -C "$work"
cp packaging/pgxn/META.json packaging/pgxn/GNUmakefile "$work/$name/"
cat extensions/postgresql/sql/script/*.sql >"$work/$name/extensions/postgresql/sql/indp--$version.sql"
rm -f "$zip"
mkdir -p build
(cd "$work" && python3 -m zipfile -c "$zip" "$name")
echo "$zip"

[ "${1:-}" = --check ] || exit 0
python3 -m zipfile -e "$zip" "$work/unpacked"
cd "$work/unpacked/$name"
python3 -c 'import json, os
for provided in json.load(open("META.json"))["provides"].values():
    for key in "file", "docfile":
        assert os.path.isfile(provided[key]), provided[key]'
make all
make install DESTDIR="$work/installed"
find "$work/installed" -name 'indp.so' | grep -q . && find "$work/installed" -name "indp--$version.sql" | grep -q .
