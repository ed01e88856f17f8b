#!/bin/sh
# headers.sh: puts DuckDB's C headers into build/duckdb/include. They come from the crate
# libduckdb-sys, which headers/Cargo.toml names. Cargo fetches it and refuses it if its hash is not
# the one in headers/Cargo.lock.
set -eu
cd "$(dirname "$0")/../../.."
folder=build/duckdb/include
lock=extensions/duckdb/headers/Cargo.lock
# A copy of the lock file is kept beside the headers and says which version they are from.
! cmp -s "$lock" "$folder/Cargo.lock" || exit 0

crate=$(
    "${CARGO:-cargo}" metadata --locked --format-version 1 --manifest-path extensions/duckdb/headers/Cargo.toml |
        grep -o '"manifest_path":"[^"]*/libduckdb-sys-[^"/]*/Cargo.toml"' | cut -d '"' -f 4
)
[ -n "$crate" ] || { echo 'duckdb: cargo does not find the crate libduckdb-sys' >&2; exit 1; }
mkdir -p "$folder"
for name in duckdb.h duckdb_extension.h; do
    tar -xzOf "${crate%/Cargo.toml}/duckdb.tar.gz" "duckdb/src/include/$name" >"$folder/$name"
done
cp "$lock" "$folder/Cargo.lock"
