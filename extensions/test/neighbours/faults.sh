#!/bin/sh
# faults.sh [ENGINE...]: plants each fault of faults.txt in a copy of the glue, builds it, and
# checks that neighbours.sh finds it. Without arguments, for SQLite, DuckDB, PostgreSQL, MariaDB and
# the bindings for Python and Node.js. FAULTS is a pattern of the faults to plant.
set -u
cd "$(dirname "$0")/../../.." || exit 2
root=$PWD
copy=$(mktemp -d) || exit 2
chmod 755 "$copy"
trap 'rm -rf "$copy"' EXIT
trap 'exit 1' HUP INT TERM
for link in build Cargo.toml examples-c include tools; do ln -s "$root/$link" "$copy/$link"; done
NEIGHBOURS_FIRST=1
INDP_SQLITE=$copy/sqlite.so INDP_MARIADB=$copy/mariadb.so
INDP_DUCKDB=$copy/duckdb/indp.duckdb_extension
CFLAGS="-O1 -w" # a fault may cause warnings
export NEIGHBOURS_FIRST INDP_SQLITE INDP_DUCKDB INDP_MARIADB CFLAGS
INDP_CFLAGS="-I$root/include" INDP_LIBS="-L$root/build/lib -lindp -Wl,-rpath,$root/build/lib"
export INDP_CFLAGS INDP_LIBS
mkdir "$copy/duckdb"

missed() { # WHY
    echo "faults: $engine: $1: $what" >&2
    missed=$((missed + 1))
}

build() { # ENGINE
    case $1 in
    sqlite) sh tools/link-sqlite.sh build/lib/libindp.a "$INDP_SQLITE" ;;
    duckdb) sh tools/link-duckdb.sh build/lib/libindp.a "$INDP_DUCKDB" ;;
    mariadb) sh tools/link-mariadb.sh build/lib/libindp.a "$INDP_MARIADB" ;;
    postgresql) make -s -C extensions/postgresql ;;
    node) node bindings/node/tools/build.js ;;
    esac
}

compare() { # ENGINE
    run="sh $copy/extensions/test/neighbours/neighbours.sh"
    case $1 in
    python) $run binding python "${PYTHON:-python3}" "$copy/bindings/python/tests/calls.py" ;;
    node) $run binding node node "$copy/bindings/node/test/calls.js" ;;
    *) $run "$1" ;;
    esac
}

found=0 missed=0 tab=$(printf '\t')
for engine in ${*:-sqlite duckdb postgresql mariadb python node}; do
    grep "^$engine$tab.*${FAULTS:-}" "$root/extensions/test/neighbours/faults.txt" >"$copy/faults"
    while IFS=$tab read -r _ file command what; do
        rm -rf "$copy/extensions" "$copy/bindings"
        cp -R extensions bindings "$copy/"
        sed -E "$command" "$file" >"$copy/$file"
        ! cmp -s "$file" "$copy/$file" || { missed 'not planted'; continue; }
        (cd "$copy" && build "$engine") >"$copy/log" 2>&1 || { cat "$copy/log" >&2; exit 2; }
        if compare "$engine" >"$copy/log" 2>&1 </dev/null; then
            missed missed
        elif grep -q '^FAIL' "$copy/log"; then
            found=$((found + 1))
            by=$(sed -n '/^FAIL/{s/^FAIL //p;q;}' "$copy/log" | cut -c 1-150)
            echo "faults: $engine: found: $what: $by"
        else
            cat "$copy/log" >&2
            missed 'failed in another way'
        fi
    done <"$copy/faults"
done
echo "faults: $found found, $missed missed"
[ "$missed" = 0 ] && [ "$found" -gt 0 ]
