# Tests the installation: files, exported symbols, other schemas, DROP, upgrades, dump and restore,
# and pg_regress.

module=extensions/postgresql/indp.so
exported=$(${NM:-nm} -D --defined-only $module | awk '{ print $3 }' | grep -v '^pg_finfo_\|^dp_\|^indp_pg_')
if [ "$(echo "$exported" | sort | xargs)" = 'Pg_magic_func _PG_init' ]; then pass; else fail 'exported symbols' "$exported"; fi
if readelf -d $module | grep -q 'FLAGS_1.*NODELETE' && ! readelf -d $module | grep -q 'libindp\|RPATH\|RUNPATH'; then pass; else
    fail 'flags of the module' "$(readelf -d $module)"
fi
if readelf -lW $module | grep -q 'GNU_STACK.* RW ' && readelf -d $module | grep -q BIND_NOW; then pass; else fail 'hardening' "$(readelf -lW $module)"; fi

# `make install` installs exactly these files.
if [ -n "$pg_stage" ]; then
    packaged=$(cd "$pg_stage" && find . -type f | sed 's|.*/||' | LC_ALL=C sort | xargs)
    files="indp--$(sed -n "s/^default_version = '\(.*\)'/\1/p" extensions/postgresql/indp.control).sql indp.control indp.md indp.so"
    if [ "$packaged" = "$files" ]; then pass; else fail 'make install' "$packaged"; fi
    if cmp "$pg_stage$("$PG_CONFIG" --docdir)/extension/indp.md" extensions/postgresql/README.md >"$work/out" 2>&1; then pass; else fail 'the document' "$(cat "$work/out")"; fi

    # Builds in a copy of extensions/postgresql, with a copy of extensions/common beside it and the
    # library in another place. The build must install the same files. When that library is removed,
    # the build must fail, which shows that it used that library.
    alone=$work/alone
    mkdir "$alone" "$alone/lib" "$alone/include" && cp include/indp.h "$alone/include/" && cp build/lib/libindp.a "$alone/lib/libother.a" &&
        cp -r extensions/common "$alone/" && mkdir "$alone/pg" &&
        (cd extensions/postgresql && cp -r Makefile README.md exports.map indp.control sql "$alone/pg/" && cp -r src "$alone/pg/") &&
        find "$alone/pg/src" -name '*.o' -exec rm {} +
    if make -s -C "$alone/pg" PG_CONFIG="$PG_CONFIG" INDP_LIB="$alone/lib/libother.a" INDP_INCLUDE="$alone/include" DESTDIR="$alone/stage" install >"$work/out" 2>&1 &&
        [ "$(cd "$alone/stage" && find . -type f | sed 's|.*/||' | LC_ALL=C sort | xargs)" = "$files" ] &&
        [ "$(${NM:-nm} -D --defined-only "$alone/pg/indp.so" | cut -d ' ' -f 2-)" = "$(${NM:-nm} -D --defined-only $module | cut -d ' ' -f 2-)" ]; then pass; else
        fail 'built alone' "$(cat "$work/out")"
    fi
    rm "$alone/lib/libother.a" "$alone/pg/indp.so"
    if make -s -C "$alone/pg" PG_CONFIG="$PG_CONFIG" INDP_LIB="$alone/lib/libother.a" INDP_INCLUDE="$alone/include" >"$work/out" 2>&1; then
        fail 'built alone' 'without the library that was named'
    else
        pass
    fi
fi
# Without a PostgreSQL server the build must fail and say what is missing.
if make -C extensions/postgresql PG_CONFIG=/nonexistent/pg_config >"$work/out" 2>&1; then fail 'no pg_config' 'make succeeded'; else
    if grep -q 'No PostgreSQL to build for' "$work/out"; then pass; else fail 'no pg_config' "$(cat "$work/out")"; fi
fi

# The files that META.json names must exist.
for named in $(python3 -c 'import json; p = json.load(open("packaging/pgxn/META.json"))["provides"]["indp"]; print(p["file"], p["docfile"])'); do
    if [ -f "$named" ]; then pass; else fail 'META.json' "names $named"; fi
done

# The sources compile without warnings. Warnings about the server's own headers are off.
# shellcheck disable=SC2046,SC2086
if ${CC:-cc} -std=gnu11 -O2 -Wall -Wextra -Werror -Wno-unused-parameter -fsyntax-only -Iinclude \
    -isystem "$("$PG_CONFIG" --includedir-server)" -D_GNU_SOURCE -Iextensions/postgresql/src -Iextensions/postgresql/src/plain -Iextensions/common extensions/postgresql/src/*/*.c >"$work/out" \
    2>&1; then pass; else
    fail 'strict warnings' "$(cat "$work/out")"
fi

sql "\\i extensions/postgresql/sql/indp--0.1.0.sql"
case $out in 'Use "CREATE EXTENSION indp" to load this file.') pass ;; *) fail 'the script is not for psql' "$out" ;; esac
version=$(sed -n 's/^version *= *"\(.*\)"/\1/p' Cargo.toml | head -n 1)
answer 'versions' "SELECT indp_version(), extversion FROM pg_extension WHERE extname = 'indp'" "$version|$version"
if grep -q "default_version = '$version'" extensions/postgresql/indp.control && [ -f "extensions/postgresql/sql/indp--$version.sql" ] &&
    python3 -c \
    'import json, sys; m = json.load(open("packaging/pgxn/META.json")); sys.exit(m["version"] != sys.argv[1] or m["provides"]["indp"]["file"] != "extensions/postgresql/sql/indp--%s.sql" % sys.argv[1])' \
    \
    "$version"; then
    pass
else
    fail 'version' "control file, META.json and script should be of $version"
fi

answer 'every function has a description' \
    "SELECT string_agg(oid::regprocedure::text, ' ') FROM pg_proc WHERE proname ~ '^(dp_|indp_)'
        AND pronamespace = 'public'::regnamespace AND coalesce(length(obj_description(oid, 'pg_proc')), 0) < 20" \
    ''
answer 'every type has a description' \
    "SELECT string_agg(typname, ' ') FROM pg_type WHERE typname ~ '^dp_' AND typtype = 'b' AND typelem = 0
        AND obj_description(oid, 'pg_type') IS NULL" \
    ''

# Lists the objects of the extension and their properties. The list does not depend on the
# extension's schema.
describe="SELECT pg_describe_object(classid, objid, objsubid), coalesce(p.proacl::text, '-'), p.provolatile, p.proparallel,
    a.aggfinalmodify, a.aggtransspace
    FROM pg_depend d LEFT JOIN pg_proc p ON p.oid = objid AND classid = 'pg_proc'::regclass LEFT
    JOIN pg_aggregate a ON a.aggfnoid = p.oid
    WHERE deptype = 'e' AND refobjid = (SELECT oid FROM pg_extension WHERE extname = 'indp') ORDER BY 1"
fresh() { # DATABASE SQL: creates DATABASE, runs SQL in it, and lists the extension's objects
    pg postgres -c "CREATE DATABASE $1" && pg "$1" -c "$2" && pg "$1" -c "$describe" >"$work/$1.objects" || fail "$1" 'not made'
}
fresh plain 'CREATE EXTENSION indp'
fresh moved 'CREATE SCHEMA dp; CREATE EXTENSION indp SCHEMA dp'
sed "s/\\<dp\\.//g; s/schema dp\$/schema public/" "$work/moved.objects" | LC_ALL=C sort >"$work/moved.sorted"
LC_ALL=C sort "$work/plain.objects" >"$work/plain.sorted"
if [ "$(wc -l <"$work/plain.objects")" -gt 50 ] && cmp -s "$work/plain.sorted" "$work/moved.sorted"; then pass; else
    fail 'another schema' "$(diff "$work/plain.sorted" "$work/moved.sorted")"
fi
db=moved
refused 'the schema stays' 'ALTER EXTENSION indp SET SCHEMA public' 0A000 'does not support SET SCHEMA'
answer 'out of the search path' "SET search_path = pg_catalog;
    SELECT dp.dp_count(x, $E), dp.dp_sum(x, 0, 10, $E), dp.dp_release(dp.dp_sum_state(x, 0, 10), $E),
    dp.dp_median(least(x, 3), 3, 10, 1e6), dp.dp_mode(3, '{3,4}', 1e6) FROM generate_series(1, 4) x" \
    '4|10|10|3|3'
refused 'a schema that hides the operators' \
    "CREATE SCHEMA evil; CREATE FUNCTION evil.dp_sum(float8, float8, float8, float8) RETURNS float8 LANGUAGE sql AS 'SELECT 0::float8';
    SET search_path = evil; SELECT dp_sum_state(1.5, 0, 10)" 42883 'does not exist'
answer 'DROP EXTENSION leaves nothing' \
    "DROP EXTENSION indp; SELECT count(*) FROM pg_proc WHERE proname LIKE 'dp\\_%' AND pronamespace <> 'evil'::regnamespace" 0
answer 'CREATE EXTENSION after DROP EXTENSION' "CREATE EXTENSION indp; SELECT dp_count(1, $E)" 1
db=test
refused 'DROP EXTENSION while a view uses it' 'DROP EXTENSION indp' 2BP01 'cannot drop extension indp'

# Every upgrade script A--B must give the same objects as a new installation of B. The invented
# version `next` tests this test itself, and tests that an upgrade keeps views, stored states and
# privileges.
if [ -n "$pg_scripts" ]; then
    cp "$here/upgrade.sql" "$pg_scripts/indp--$version--next.sql"
    cat "$pg_scripts/indp--$version.sql" "$here/upgrade.sql" | grep -v '^.echo.*UPDATE' >"$pg_scripts/indp--next.sql"
    sql "CREATE DATABASE old"
    db=old
    sql "CREATE EXTENSION indp; CREATE TABLE s AS SELECT dp_sum_state(x, 0, 10) s, dp_median_state(x, 0, 10) q,
        dp_mode_state(4, '{4,5}') m FROM generate_series(1, 4) x; CREATE VIEW v AS SELECT dp_sum(x, 0, 10, $E)
        FROM generate_series(1, 4) x"
    answer 'upgrade keeps views and states' \
        "ALTER EXTENSION indp UPDATE TO 'next'; SELECT (SELECT dp_release(s, $E) FROM s), (SELECT dp_release(q, 1e6) BETWEEN 2
            AND 3 FROM s), (SELECT dp_release_mode(m, 1e6) FROM s), (SELECT * FROM v), extversion FROM pg_extension
            WHERE extname = 'indp'" \
        '10|t|4|10|next'
    db=test
    for script in "$pg_scripts"/indp--*--*.sql; do
        steps=$(basename "$script" .sql | sed 's/^indp--//; s/--/ /')
        from=${steps% *} to=${steps#* }
        name=$(echo "${from}_$to" | tr . _)
        fresh "fresh_$name" "CREATE EXTENSION indp VERSION '$to'"
        fresh "upgraded_$name" "CREATE EXTENSION indp VERSION '$from'; ALTER EXTENSION indp UPDATE TO '$to'"
        if cmp -s "$work/fresh_$name.objects" "$work/upgraded_$name.objects"; then pass; else
            fail "upgrade $steps" "$(diff "$work/fresh_$name.objects" "$work/upgraded_$name.objects")"
        fi
    done
    if cmp -s "$work/plain.objects" "$work/fresh_$name.objects"; then fail 'upgrade' 'the invented version changes nothing'; else pass; fi
fi

# States and views survive a dump and a restore.
pg postgres -c 'CREATE DATABASE restored'
sql "CREATE TABLE dumped AS SELECT g, dp_sum_state(x, -900, 800.5) s, dp_median_state(x, -900, 800) q,
    dp_max_state(x, -900, 800) h, dp_mode_state(i::text, ARRAY['1', 'é', E'\\\\x']) m FROM big GROUP BY g;
    CREATE TABLE dumped_numbers(n int);
    INSERT INTO dumped_numbers VALUES (3), (4); CREATE VIEW dumped_view AS SELECT dp_sum(n, 0, 10, $E, 2) FROM dumped_numbers"
# One -c for each query, because psql before 15 shows only the last answer of a -c.
before=$(pg test -c 'SELECT * FROM dumped ORDER BY g' -c 'SELECT * FROM dumped_view')
# With -t, pg_dump omits extensions unless -e names them. Before version 14 it has no -e, so the
# extension is created here.
only_indp='-e indp'
[ "$major" -ge 14 ] || { only_indp='' && pg restored -c 'CREATE EXTENSION indp'; }
# shellcheck disable=SC2086
if "$pg_bin/pg_dump" test -t 'dumped*' $only_indp | pg restored >"$work/out" 2>"$work/err"; then pass; else fail 'pg_dump' "$(cat "$work/err")"; fi
after=$(pg restored -c 'SELECT * FROM dumped ORDER BY g' -c 'SELECT * FROM dumped_view')
if [ "$before" = "$after" ] && [ "$(echo "$after" | wc -l)" = 8 ]; then pass; else fail 'restore' "$after"; fi

# Runs the pg_regress test. Those who package the extension run this test as well.
if [ -x "$(dirname "$("$PG_CONFIG" --pgxs)")/../test/regress/pg_regress" ]; then
    mkdir "$work/regress"
    if "$(dirname "$("$PG_CONFIG" --pgxs)")/../test/regress/pg_regress" --inputdir=extensions/postgresql/test --outputdir="$work/regress" --bindir="$pg_bin" \
        --dbname=contrib_regression indp >"$work/out" 2>&1; then pass; else fail 'pg_regress' \
            "$(cat "$work/out" "$work"/regress/regression.diffs)"; fi
else
    skip 'pg_regress' 'it is not installed'
fi
