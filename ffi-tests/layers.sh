#!/bin/sh
# Checks the C files of the extensions. Calls between files must not form a cycle. Every name that
# is not static must begin with the prefix of its folder, except the names that the engines look up.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
pg_config=${PG_CONFIG:-pg_config}
status=0
wrong() {
    echo "$*"
    status=1
}
objects() { # FOLDER SOURCES FLAGS: compiles each source file
    mkdir "$work/$1"
    for file in $2; do
        name=$(basename "$file" .c)
        # shellcheck disable=SC2086
        ${CC:-cc} -std=c99 -D_GNU_SOURCE -O1 -fPIC -Iinclude -Iextensions/common $3 -c "$file" -o "$work/$1/$name.o"
    done
}
# Lists the symbols of a folder without sqlite3_api and duckdb_ext_api, the pointers to an engine's
# functions, which all files share.
symbols() { "${NM:-nm}" -A -P "$work/$1"/*.o | grep -vE " (sqlite3_api|duckdb_ext_api) " | awk '{ sub(/:$/, "", $1); sub(/.*\//, "", $1); print $1, $2, $3 }'; }
check() { # FOLDER PATTERN: checks the calls, and checks that the names match PATTERN
    symbols "$1" | awk '$3 ~ /^[BDRTC]$/ { home[$2] = $1; next } $3 == "U" { file[++n] = $1; name[n] = $2 }
        END { for (i = 1; i <= n; i++) if (name[i] in home && home[name[i]] != file[i]) print file[i], home[name[i]] }' | sort -u >"$work/calls"
    [ -s "$work/calls" ] || wrong "$1: no calls between files were found"
    tsort "$work/calls" >/dev/null 2>"$work/cycle" || wrong "$1: a cycle of calls between files: $(cat "$work/cycle")"
    [ ! -s "$work/cycle" ] || wrong "$1: a cycle of calls between files: $(cat "$work/cycle")"
    names=$(symbols "$1" | awk '$3 ~ /^[BDRTC]$/ { print $2 }' | grep -vE "$2" || true)
    [ -z "$names" ] || wrong "$1: names without the prefix: $names"
}

objects common 'extensions/common/*.c' ''
objects sqlite 'extensions/sqlite/src/*.c extensions/sqlite/src/*/*.c' ''
objects mariadb 'extensions/mariadb/src/*.c' ''
objects postgresql 'extensions/postgresql/src/*/*.c' "-Iextensions/postgresql/src -Iextensions/postgresql/src/plain -isystem $("$pg_config" --includedir-server)"
sh extensions/duckdb/tools/headers.sh
objects duckdb 'extensions/duckdb/src/*.c' '-isystem build/duckdb/include'
check common '^indpx_'
check sqlite '^indpsql_|^sqlite3_(indp_init|indpreader_init|extension_init)$|^indp_sqlite_reader$'
check duckdb '^indpduck_|^indp_init_c_api$'
check mariadb '^indpmy_|^dp_|^indp_version(_init)?$'
check postgresql '^indppg_|^dp_|^pg_finfo_|^indp_pg_|^Pg_magic_func$|^_PG_init$'
exit "$status"
