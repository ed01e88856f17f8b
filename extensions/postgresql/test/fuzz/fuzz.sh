#!/bin/sh
# fuzz.sh: functions that fuzz queries over protected tables, in a running cluster with fsync = on.
# Source it after tools/pg-cluster.sh, from the repository's root.
#
#     fuzz_prepare            builds driver and module, and makes the database `fuzz`
#     fuzz_run SEED NUMBER    runs NUMBER statements; prints violations and a summary
fuzz_here=extensions/postgresql/test/fuzz

fuzz_prepare() {
    fuzz_build=$cluster/fuzz
    mkdir -p "$fuzz_build" && chmod 755 "$fuzz_build" || return 1
    ${CC:-cc} ${CFLAGS:--O2 -g} -Wall -Wextra -I"$("$PG_CONFIG" --includedir)" "$fuzz_here/driver.c" "$fuzz_here/outcome.c" -o "$fuzz_build/driver" \
        -L"$("$PG_CONFIG" --libdir)" -Wl,-rpath,"$("$PG_CONFIG" --libdir)" -lpq -lm || return 1
    ${CC:-cc} ${CFLAGS:--O2 -g} -fPIC -shared -Iextensions/postgresql/src -Iextensions/postgresql/src/plain -Iextensions/common -Iinclude \
        -I"$("$PG_CONFIG" --includedir-server)" "$fuzz_here/row_order.c" -o "$fuzz_build/row_order.so" || return 1
    pg postgres -c 'CREATE DATABASE fuzz' && pg postgres -c "ALTER DATABASE fuzz SET session_preload_libraries = '$pg_preload'" &&
        pg fuzz -c 'CREATE EXTENSION indp' || return 1
    python3 "$fuzz_here/generate.py" setup "$fuzz_build/row_order" >"$fuzz_build/setup.sql" && pg fuzz <"$fuzz_build/setup.sql" >/dev/null
}

fuzz_run() { # SEED NUMBER
    python3 "$fuzz_here/generate.py" "$1" "$2" | "$fuzz_build/driver" "host=$PGHOST dbname=fuzz" "${FUZZ_OUT:-$fuzz_build/violation}"
}
