# Tests the limits on what one row may cost a reader's query (src/total/limits.h). Each limit is
# tried from both sides. Values that are too long are read as NULL, and the refusals name the limit.
cluster_restart "shared_buffers = '256MB'" "jit = off" "fsync = on"
pg postgres -c 'CREATE DATABASE limits' && pg postgres -c "ALTER DATABASE limits SET session_preload_libraries = '$pg_preload'" &&
    pg limits -c 'CREATE EXTENSION indp' || fail 'a database for limits' 'not made'
db=limits
sql "CREATE TABLE ill(p int, x int, note text, code varchar, sign char(4), n numeric);
    INSERT INTO ill VALUES (1, 1, repeat('a', 8192), repeat('b', 8192), 'u', 1e99), (2, 2, repeat('a', 8193), repeat('b', 8193), 'v', 1e100),
      (3, 3, repeat('é', 4096), 'b', 'w', 1e-100), (4, 4, repeat('é', 4097), NULL, 'x', 1e-101), (5, 5, NULL, 'c', 'y', NULL), (6, 6, 'a', 'd', 'z', 'NaN');
    SELECT indp.protect('ill', 'p', 2, 1e40, 1e22, 1e30, '{\"x\": [0, 9]}', min_epsilon => 1); SELECT indp.accept('ill', leak) FROM (VALUES ('reltuples'), ('statistics'), ('locks'), ('superuser')) l(leak);
    SELECT indp.budget('ill', 'postgres', 1e39)"
[ -z "$err" ] || fail 'the table' "$err"

answer 'long values are NULL' "SELECT dp_count(*) FILTER (WHERE note = note), dp_count(*) FILTER (WHERE code LIKE 'b%'), dp_count(*) FILTER (WHERE n <> 7), dp_count(lower(sign)), dp_count(octet_length(note)) FROM ill_private" '3|2|3|6|3'
answer 'whether they are NULL is known' "SELECT dp_count(note), dp_count(n), dp_count(*) FILTER (WHERE note IS NULL), dp_count(*) FILTER (WHERE n IS NOT NULL) FROM ill_private" '5|5|1|5'
answer 'long values and the bound of rows' "INSERT INTO ill SELECT 9, 9, repeat('q', 9000 + i) FROM generate_series(1, 5) i; SELECT dp_count(note), dp_count(*) FILTER (WHERE note LIKE 'q%') FROM ill_private WHERE p = 9; DELETE FROM ill WHERE p = 9" '2|0'

within() { answer "$1" "SELECT dp_count(*) BETWEEN 0 AND 6 FROM ill_private WHERE $2" t; }
beyond() { refused "$1" "SELECT dp_count(*) FROM ill_private WHERE $2" 0A000 "$3"; }
text() { printf "%0$1d" 0; }
sum() { printf 'x'; printf ' + x%.0s' $(seq "$1"); }
within 'a constant of 1024 bytes' "note = '$(text 1024)'"
beyond 'a constant of 1025 bytes' "note = '$(text 1025)'" 'a constant or parameter is longer than 1024 bytes'
answer 'a parameter of 1024 bytes' "PREPARE q(text) AS SELECT dp_count(*) FROM ill_private WHERE note = \$1; EXECUTE q('$(text 1024)')" 0
refused 'a parameter of 1025 bytes' "PREPARE q(text) AS SELECT dp_count(*) FROM ill_private WHERE note = \$1; EXECUTE q('$(text 1025)')" 0A000 'a constant or parameter is longer than 1024 bytes'
beyond 'a computed parameter' "note = repeat('a', 1025)" 'a constant or parameter is longer than 1024 bytes'
within 'a number of 100 digits' "n < $(text 100 | tr 0 9)"
beyond 'a number of 101 digits' "n < $(text 101 | tr 0 9)" 'has more than 100 digits before or after the point'
beyond 'a number of 101 digits after the point' "n < 0.$(text 101)" 'has more than 100 digits before or after the point'
beyond 'a number with a large exponent' "n < 1e1000::numeric" 'has more than 100 digits before or after the point'
answer 'a parameter with few digits' 'PREPARE q(numeric) AS SELECT dp_count(*) FROM ill_private WHERE n < $1; EXECUTE q(1e99)' 1
refused 'a parameter with many digits' 'PREPARE q(numeric) AS SELECT dp_count(*) FROM ill_private WHERE n < $1; EXECUTE q(1e300)' 0A000 'has more than 100 digits'
within 'a list of 8 kB' "note IN ($(seq -s, 1 900 | sed "s/[0-9]*/'&'/g"))"
beyond 'a longer list' "note IN ($(seq -s, 1 1100 | sed "s/[0-9]*/'&'/g"))" 'the list of IN, ANY or ALL is longer than 8192 bytes'
beyond 'a longer list as a parameter' 'x = ANY (ARRAY(SELECT generate_series(1, 3000)))' 'the list of IN, ANY or ALL is longer than 8192 bytes'
within 'a list of 1000 elements' "x IN ($(seq -s, 1 1000))"
beyond 'a list of 1001 elements' "x IN ($(seq -s, 1 1001))" 'the list of IN, ANY or ALL has more than 1000 elements'
beyond 'such a list as a parameter' 'x::int2 <> ALL (ARRAY(SELECT i::int2 FROM generate_series(1, 1001) i))' 'has more than 1000 elements'
within 'a list beside a short char(n)' "sign IN ('u', 'v')"
beyond 'a list beside a long char(n)' "code::char(257) IN ('u', 'v')" 'beside a char(n) needs n of at most 256'
beyond 'a list beside a char without a length' "code::bpchar = ANY ('{u,v}'::bpchar[])" 'beside a char(n) needs n of at most 256'
within 'an array of 15 columns' "note = ALL (ARRAY[$(for i in $(seq 14); do printf 'note, '; done)note])"
beyond 'an array of 25 columns' "note = ALL (ARRAY[$(for i in $(seq 24); do printf 'note, '; done)note])" 'more than 200 operations'
beyond 'an array that would exceed the greatest size for one row' "CASE WHEN p = 1 THEN note = ALL (ARRAY[$(for i in $(seq 2000); do printf 'note, '; done)note]) ELSE false END" 'more than 200 operations'
beyond 'many arguments of GREATEST' "greatest($(for i in $(seq 200); do printf 'x, '; done)x) > 0" 'more than 200 operations'
beyond 'many arguments of COALESCE' "coalesce($(for i in $(seq 200); do printf 'x, '; done)x) > 0" 'more than 200 operations'
beyond 'many conditions' "x > 0 $(for i in $(seq 70); do printf ' OR x IS NULL OR x = 1'; done)" 'more than 200 operations'
within 'a pattern of 100 bytes' "note LIKE '$(text 100)'"
beyond 'a pattern of 101 bytes' "note LIKE '$(text 101)'" 'a constant of at most 100 bytes'
# Each of these four conditions has 40 additions and a comparison. Each further comparison, each
# argument of AND and the aggregate count, too.
additions() { for i in 1 2 3 4; do printf '%s > 0 AND ' "$(sum 40)"; done; printf 'x > 0'; printf ' AND x > 0%.0s' $(seq $(($1 - 1))); }
within '199 operations' "$(additions 15)"
beyond '201 operations' "$(additions 16)" 'it has more than 200 operations over private columns'
refused 'operations in several aggregates' "SELECT $(for i in 1 2 3 4 5; do printf "dp_sum(%s, 0, $i, 1e22), " "$(sum 40)"; done) dp_count(*) FROM ill_private" 0A000 'it has more than 200 operations'
refused 'operations in a filter' "SELECT dp_count(*) FILTER (WHERE $(additions 16)) FROM ill_private" 0A000 'it has more than 200 operations'
within 'operations over texts' "strpos(note, 'b') > 0 $(for i in $(seq 15); do printf " OR lower(note) = 'b'"; done)"
beyond '21 operations over texts' "strpos(note, 'b') > 0 $(for i in $(seq 20); do printf " OR lower(note) = 'b'"; done)" 'it has more than 200 operations'
within '49 levels' "$(for i in $(seq 46); do printf -- '(-'; done)x$(for i in $(seq 46); do printf ')'; done) > 0"
beyond '51 levels' "$(for i in $(seq 51); do printf -- '(-'; done)x$(for i in $(seq 51); do printf ')'; done) > 0" 'nested more than 50 levels deep'
beyond 'one person who makes the query slow by a long search' "CASE WHEN p = 42 THEN strpos(note || repeat('a', 900000), repeat('a', 20000) || 'b') > 0 ELSE false END" 'a constant or parameter is longer than 1024 bytes'
beyond 'and by long numbers' "CASE WHEN p = 42 THEN n * $(text 300 | tr 0 9) > 0 ELSE false END" 'has more than 100 digits'
answer 'products do not grow' "SELECT dp_count(n * n * n), dp_count(n / 3) FROM ill_private" '1|2'
answer 'long results are NULL' "SELECT dp_count(code || '$(text 1000)'), dp_count(note || note) FROM ill_private" '3|1'
answer 'the owner is not limited: a view' "CREATE VIEW wide AS SELECT p, length(note || repeat('a', 2000)) AS l FROM ill; SELECT indp.protect('wide', 'p', 2, 1e40, 1e22, 1e30)" wide_private
answer 'candidates may be many' "SELECT dp_mode(code, (SELECT array_agg(i::text) || ARRAY['b', 'd'] FROM generate_series(1, 5000) i), 1e6) IN ('b', 'd') FROM ill_private WHERE code IN ('b', 'd')" t
refused 'but not without limit' "SELECT dp_mode(code, ARRAY[repeat('a', 600000), repeat('b', 600000)], 1e6) FROM ill_private" 0A000 'a list in an argument of an aggregate is longer than a megabyte'
sql "CREATE TABLE keyed(p int, k text); INSERT INTO keyed VALUES (1, 'a'); SELECT indp.protect('keyed', 'p', 1, 1e40, 1e22, keys => jsonb_build_object('k', jsonb_build_array('a', repeat('b', 8192))))"
[ "$out" = keyed_private ] || fail 'keys of 8192 bytes' "$err"
refused 'longer keys' "SELECT indp.protect('keyed', 'p', 1, 1e40, 1e22, keys => jsonb_build_object('k', jsonb_build_array('a', repeat('b', 8193))))" 0A000 'the policy lists a key of more than 8192 bytes'

# A list of more than 100 keys is tested before the other conditions, also beside short lists, for types
# whose list becomes a range, and if rows are bounded by sorting.
sql "CREATE TABLE listed(p int, k text, n int, short text); INSERT INTO listed SELECT i % 40, 'k' || i % 200, CASE i % 3 WHEN 0 THEN NULL ELSE i % 200 END, substr('abc', i % 3 + 1, 1) FROM generate_series(0, 399) i;
    SELECT indp.protect('listed', 'p', 400, 1e40, 1e22, 1e30, keys => (SELECT jsonb_build_object('k', jsonb_agg('k' || i), 'n', jsonb_agg(i), 'short', '[\"a\", \"b\"]'::jsonb) FROM generate_series(0, 149) i));
    CREATE TABLE listed_once AS SELECT row_number() OVER () AS p, k, n, short FROM listed; ALTER TABLE listed_once ADD UNIQUE (p);
    SELECT indp.protect('listed_once', 'p', 1, 1e40, 1e22, 1e30, keys => (SELECT keys FROM indp.policies WHERE source = 'listed'::regclass));
    SELECT indp.accept(t, leak) FROM unnest('{listed,listed_once}'::regclass[]) t, (SELECT DISTINCT l.leak FROM indp.find_leaks('listed', 'postgres') l WHERE NOT accepted) l; SELECT indp.budget(t, 'postgres', 1e39) FROM unnest('{listed,listed_once}'::regclass[]) t"
for t in listed listed_once; do
    for key in k n 'k, short' 'short, n' short; do
        for where in true 'p < 100 AND n < 90' 'p = 17' "short <> 'a' OR n IS NULL"; do
            holds "long lists of keys: $t, $key, $where" "WITH s AS (SELECT $key, dp_count(*)::int AS c FROM ${t}_private WHERE $where GROUP BY $key), e AS (SELECT $key, count(*)::int AS c FROM $t WHERE ($where)
                AND ('$key' !~ 'k' OR substr(k, 2)::int < 150) AND ('$key' !~ 'n' OR n < 150) AND ('$key' !~ 'short' OR short IN ('a', 'b')) GROUP BY $key)
                SELECT NOT EXISTS (SELECT * FROM s WHERE c <> 0 EXCEPT SELECT * FROM e) AND NOT EXISTS (SELECT * FROM e EXCEPT SELECT * FROM s) AND (SELECT count(*) FROM e) > 0"
        done
    done
done

sql "CREATE TABLE padded(p int, k char(8300)); SELECT indp.protect('padded', 'p', 1, 1e40, 1e22, keys => '{\"k\": [\"a\", \"b\"]}')"
case "$err" in *'the policy lists a key of more than 8192 bytes'*) pass ;; *) fail 'keys of a long char(n)' "$out $err" ;; esac

# The functions that an approved query calls belong to members of indp_owner.
sql "CREATE ROLE former LOGIN; GRANT indp_owner TO former; GRANT CREATE ON SCHEMA public TO former; SET ROLE former; CREATE TABLE left_behind(p int); SELECT indp.protect('left_behind', 'p', 1, 1e40, 1e22); GRANT SELECT ON left_behind_private TO postgres;
    RESET ROLE; SELECT indp.accept('left_behind', leak) FROM (VALUES ('reltuples'), ('statistics'), ('locks'), ('superuser')) l(leak); SELECT indp.budget('left_behind', 'postgres', 1e39)"
answer 'a member of indp_owner' 'SELECT dp_count(*) FROM left_behind_private' 0
refused 'who is no longer one' 'REVOKE indp_owner FROM former; SELECT dp_count(*) FROM left_behind_private' 42501 'the owner of the protected view is no longer a member of the role indp_owner'
user=postgres
db=test
