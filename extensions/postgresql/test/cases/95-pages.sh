# Every block of SQL on the pages for owners and readers must run without errors, in the order of
# the page.
cluster_restart "shared_buffers = '256MB'" "jit = off" "fsync = on"
pg postgres -c 'CREATE DATABASE pages' &&
    pg postgres -c "ALTER DATABASE pages SET session_preload_libraries = '$pg_preload'" ||
    fail 'a database for the pages' 'not made'
# The first block of owners.md is a superuser's, the others are the owner's.
blocks() { # PAGE FIRST LAST
    awk -v first="$2" -v last="$3" '/^```sql$/ { n++; on = n >= first && n <= last; next }
        /^```$/ { on = 0 } on' "extensions/postgresql/docs/$1" |
        sed 's/analysts/page_analysts/g; s/clinic_owner/page_owner/g; s/DATABASE clinic/DATABASE pages/
            s/\<ada\>/page_reader/g'
}
page() { # ROLE PAGE LINES FIRST LAST: at least LINES lines of SQL run without errors, as ROLE
    blocks "$2" "$4" "$5" >"$work/page"
    pg -U "$1" pages <"$work/page" >"$work/out" 2>"$work/err"
    if [ "$?" = 0 ] && [ ! -s "$work/err" ] && [ "$(wc -l <"$work/page")" -ge "$3" ]; then pass; else
        fail "$2" "$(cat "$work/err" "$work/page")"
    fi
}
page postgres owners.md 11 1 1
page page_owner owners.md 14 2 99
# The page's numbers of what to expect are those that the functions give.
pg pages -c "SELECT '| ' || e || ' | ' || round(dp_count_error(e, 0.05, 12)) || ' | ' ||
    round(dp_count_error(e, 0.05)) || ' | ' ||
    to_char(dp_sum_error(0, 20000, e, 0.05, 12), 'FM999,999,999') || ' | ' || round(0.5 / e) || ' |'
    FROM unnest('{0.05,0.1,0.25,0.5}'::float8[]) e" >"$work/sizes"
if [ "$(grep -c -F -x -f "$work/sizes" extensions/postgresql/docs/owners.md)" = 4 ]; then pass; else
    fail 'how large a budget' "$(cat "$work/sizes")"
fi
db=pages
answer 'no obstacles are left' "SELECT count(*) FROM indp.check('visit') WHERE leak IN ('schema', 'search_path')" 0
db=test
pg pages -c "INSERT INTO visit SELECT i / 3, i % 3 + 1, 'eye', i % 9, i % 999 FROM generate_series(0, 599) i" \
    -c "SELECT indp.protect('visit', 'patient', 12, 100.0, 0.25, 1.0, '{\"days\": [0, 31], \"cost\": [0, 20000]}', '{\"ward\": [\"eye\", \"heart\", \"skin\"]}')" \
    -c "SELECT indp.budget('visit', 'page_analysts', 90.0)" >"$work/out" 2>&1 || fail 'rows and a larger budget' "$(cat "$work/out")"
page page_reader readers.md 10 1 99

# Tests the queries of README.md, over tables with the columns that they name.
pg postgres -c 'CREATE DATABASE readme' && pg postgres -c "ALTER DATABASE readme SET session_preload_libraries = '$pg_preload'" &&
    pg readme -c 'CREATE EXTENSION indp' -c 'GRANT ALL ON SCHEMA public TO page_owner' -c 'CREATE TABLE site(id int); INSERT INTO site VALUES (1), (2), (3)' -c 'CREATE TABLE t(x float8); INSERT INTO t VALUES (1), (9)' \
        -c 'CREATE TABLE daily AS SELECT dp_avg_state(x, 0, 10) AS s FROM t' \
        -c 'SET ROLE page_owner; CREATE TABLE visit(person int, site int, cost float8, age int); INSERT INTO visit SELECT i / 3, i % 3 + 1, i, i % 90 FROM generate_series(0, 599) i' || fail 'a database for README.md' 'not made'
awk '/^```sql$/ { on = 1; next } /^```$/ { on = 0 } on' extensions/postgresql/README.md | sed 's/analysts/page_analysts/g; s/^-- The owner/SET ROLE page_owner; &/; s/^-- A reader/RESET ROLE; SET SESSION AUTHORIZATION page_reader; &/; s/^SELECT dp_release_parts/RESET SESSION AUTHORIZATION; &/' >"$work/page"
pg readme <"$work/page" >"$work/out" 2>"$work/err"
if [ "$?" = 0 ] && [ ! -s "$work/err" ] && [ "$(wc -l <"$work/out")" -ge 12 ]; then pass; else fail 'README.md' "$(cat "$work/out" "$work/err")"; fi

# Tests the queries of docs/choosing.md. The exact answers are 57258 visits, counting at most 100 of
# each person, and 5168 people with a visit. The noise exceeds 20 times its scale with probability
# e^-20.
pg postgres -c 'CREATE DATABASE choosing' && pg choosing -c 'CREATE SCHEMA dp' -c 'CREATE EXTENSION indp SCHEMA dp' \
    -c "CREATE TABLE hie ($(head -n 1 examples-c/data/randhie.csv | sed 's/,/ numeric, /g; s/$/ numeric/'))" || fail 'a database for docs/choosing.md' 'not made'
pg choosing -c 'COPY hie FROM STDIN (FORMAT csv, HEADER true)' <examples-c/data/randhie.csv
awk '/^```postgresql$/ { on = 1; next } /^```$/ { on = 0 } on' docs/choosing.md >"$work/page"
pg choosing <"$work/page" >"$work/out" 2>"$work/err"
if [ ! -s "$work/err" ] && awk 'NR == 1 && ($1 - 57258) ^ 2 < 4000 ^ 2 { n++ } NR == 2 && ($1 - 5168) ^ 2 < 200 ^ 2 { n++ } END { exit n != 2 || NR != 2 }' "$work/out"; then
    pass
else
    fail 'docs/choosing.md' "$(cat "$work/out" "$work/err")"
fi
db=test
