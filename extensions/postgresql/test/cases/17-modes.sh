# Tests of the mode, the most frequent of public candidates. At epsilon M a candidate that has one
# row less than the most frequent is released with probability at most exp(-10^6).

M=1e6
answer 'types of modes and states' \
    "SELECT pg_typeof(dp_mode('a'::text, '{a}', 1)), pg_typeof(dp_mode(1, '{1}', 1)), pg_typeof(dp_mode_state(1, '{1}')) FROM t" \
    'text|bigint|dp_state'
answer 'mode: the order of candidates does not matter' \
    "SELECT count(DISTINCT s::bytea) FROM (SELECT dp_mode_state(g::text, '{1,2,3}') s FROM t
        UNION ALL SELECT dp_mode_state(g::text, '{3,1,2}') FROM t) u" \
    1
for type in bigint int smallint; do
    answer "mode: $type" \
        "SELECT dp_mode(x::$type, ARRAY[3, -7, 12], $M), dp_mode(x::$type, '{3,-7,12}', $M, 4)
            FROM (VALUES (-7), (3), (-7), (NULL), (5), (5), (5)) v(x)" \
        '-7|-7'
done
answer 'mode: extreme integers' \
    "SELECT dp_mode(x, '{9223372036854775807,-9223372036854775808}', $M),
        dp_mode(-(x + 1), '{9223372036854775807,-9223372036854775808}', $M)
    FROM (VALUES ('-9223372036854775808'::bigint)) v(x)" '-9223372036854775808|9223372036854775807'
answer 'mode: varchar, char, name, an enum as text' \
    "CREATE TYPE pg_temp.e AS ENUM ('a', 'b'); SELECT dp_mode('b'::varchar, '{a,b}', $M), dp_mode('b'::char(5), '{a,b}', $M),
        dp_mode('b'::name, '{a,b}', $M),
    dp_mode('b'::pg_temp.e::text, enum_range(NULL::pg_temp.e)::text[], $M)" 'b|b|b|b'
answer 'mode: values that are not candidates are ignored' \
    "SELECT dp_mode(x, '{a,b}', $M) FROM (SELECT 'c' AS x FROM k UNION ALL SELECT 'b' UNION ALL SELECT 'A' FROM k
        UNION ALL SELECT 'a ' FROM k) v" \
    b
answer 'mode: ignored rows do not change the state' \
    "SELECT dp_mode_state(x, '{a}')::bytea = (SELECT dp_mode_state(NULL::text, '{a}')::bytea)
        FROM (VALUES ('b'), (''), (NULL)) v(x)" \
    t
answer 'mode: empty, long, accented and quoted texts' \
    "SELECT dp_mode(x, ARRAY['', repeat('x', 100000), 'é', E'a\\nb''\\\\'], $M) = x
        FROM (VALUES (''), (repeat('x', 100000)), ('é'), (E'a\\nb''\\\\')) v(x) GROUP BY x" \
    "$(printf 't\nt\nt\nt')"
answer 'mode: a single candidate' "SELECT dp_mode(x, '{only}', 1e-9) FROM (VALUES ('else')) v(x)" only
list=$(seq -s , 1 20000)
answer 'mode: 20,000 candidates' "SELECT dp_mode(CASE WHEN i % 3 = 0 THEN 17001 ELSE i END, '{$list}', $M) FROM k" 17001
sql "CREATE TABLE long AS SELECT i, string_agg(md5(j::text), '') || i % 2 AS x FROM generate_series(1, 5) i,
    generate_series(1, 500) j GROUP BY i;"
answer 'mode: values stored outside the row (TOAST)' "CREATE FUNCTION pg_temp.f(c text[]) RETURNS text LANGUAGE plpgsql AS
    'BEGIN RETURN (SELECT right(dp_mode(x, c, $M), 1) FROM long); END'; SELECT pg_temp.f(array_agg(DISTINCT x)) FROM long" 1

# Candidates that no row has can be released. With 3 rows for a and epsilon ln(2), b is released
# with probability 1/16. The probability that none of 400 groups releases b is below 1e-11.
holds 'mode: candidates without rows can be released' \
    "SELECT count(*) FILTER (WHERE m = 'b') > 0 AND count(*) FILTER (WHERE m = 'a') > 200 AND count(*) = 400
    FROM (SELECT dp_mode('a', '{a,b}', ln(2)) AS m FROM k, generate_series(1, 3) WHERE i <= 400 GROUP BY i) s"
for call in "dp_mode(t.g::text, '{a,b,c}', 1)" "dp_mode(t.g::text, '{a,b,c}', 1) FILTER (WHERE false)" \
    "dp_mode(t.g, '{1,2,3}', 1e6)" "dp_mode(t.g, '{1,2,3}', 1e6, 7) FILTER (WHERE false)"; do
    answer "no row: every candidate occurs, $call" \
        "SELECT count(r), count(DISTINCT r) FROM (SELECT $call AS r FROM k LEFT JOIN t ON false WHERE i <= 400 GROUP BY i) s" \
        '400|3'
done

RULE='candidates must be a flat array of 1 to 1048576 distinct texts or integers'
for from in secret none; do
    for bad in "'{{a},{b}}'"; do
        refused "mode: candidates $bad, $from" "SELECT dp_mode(x::text, $bad, 1) FROM $from" 22023 "dp_mode: $RULE"
        refused "mode state: candidates $bad, $from" "SELECT dp_mode_state(x::text, $bad) FROM $from" 22023 "dp_mode_state: $RULE"
    done
    refused "mode: too many candidates, $from" \
        "SELECT dp_mode(g, string_to_array(trim(trailing ',' from repeat('1,', 1048577)), ',')::bigint[], 1) FROM $from" 22023 \
        "dp_mode: $RULE"
    for bad in 'ARRAY[x::text]' "ARRAY['a', g::text]" "(SELECT '{a}'::text[])" "(SELECT array_agg(x::text) FROM secret)" \
        'ARRAY[random()::text]'; do
        refused "mode: candidates $bad, $from" "SELECT dp_mode(x::text, $bad, 1) FROM $from" 22023 \
            'dp_mode: candidates must be a constant or a bound parameter'
    done
    refused "mode as a window function, $from" "SELECT dp_mode(x::text, '{a}', 1) OVER (ORDER BY g) FROM $from" 0A000 \
        'does not support use as a window function'
done
refused 'mode: a mode of fractions does not exist' "SELECT dp_mode(1.5, '{1}', 1)" 42883 'does not exist'

answer 'mode: bound parameters' \
    "SET plan_cache_mode = force_generic_plan; PREPARE p(text[], float8, bigint) AS SELECT dp_mode(g::text, \$1, \$2, \$3) FROM t
        WHERE g > 1; EXECUTE p('{1,2,5}', $M, 3); EXECUTE p('{1}', $M, 3)" \
    "$(printf '2\n1')"
answer 'mode: bound parameters, no row' \
    "SET plan_cache_mode = force_generic_plan; PREPARE p(bigint[], float8) AS SELECT dp_mode(g, \$1, \$2) FROM none;
        EXECUTE p('{5}', $M); EXECUTE p('{6}', $M)" \
    "$(printf '5\n6')"
answer 'mode: PL/pgSQL variables' \
    "CREATE FUNCTION pg_temp.f(c text[]) RETURNS text LANGUAGE plpgsql AS 'BEGIN RETURN (SELECT dp_mode(g::text, c, $M) FROM t WHERE g > 1); END';
    SELECT pg_temp.f('{1,2,5}'), pg_temp.f('{7}')" '2|7'
answer 'mode: merged states' \
    "SELECT dp_release_mode(dp_merge(s), $M), dp_merge(s)::bytea = (SELECT dp_mode_state(g, '{1,2,3}')::bytea FROM t WHERE g <> 2)
        FROM (SELECT dp_mode_state(g, '{3,2,1}') s FROM t WHERE g <> 2 GROUP BY x) p" \
    '1|t'
answer 'many groups share the candidates' \
    "SELECT count(*) FROM (SELECT i, dp_mode(j, '{1,2,3}', $M) m FROM k, generate_series(1, 4) j WHERE j = i % 3 + 1 GROUP BY i) s
        WHERE m = i % 3 + 1" \
    40000

# A STABLE function must not return other candidates at each evaluation. If one does, the answer
# must still be a candidate of one of the lists, never a truncated text.
sql "CREATE TEMP SEQUENCE calls;
    CREATE FUNCTION pg_temp.c() RETURNS text[] STABLE LANGUAGE plpgsql AS 'BEGIN IF nextval(''calls'') % 2 = 1 THEN RETURN ARRAY[''aaaaaaa'']; END IF; RETURN ARRAY[''éééééééé'', ''bé'']; END';
    SELECT string_agg(DISTINCT m, ' ' ORDER BY m) FROM (SELECT dp_mode(t.x::text, pg_temp.c(), 1) FILTER (WHERE false) AS m FROM k
    LEFT JOIN t ON t.g = k.i WHERE k.i <= 60 GROUP BY k.i) s;"
case $out in 'aaaaaaa bé éééééééé') pass ;; *) fail 'candidates that change at each evaluation' "$out $err" ;; esac
answer 'an empty text can be released' \
    "SELECT dp_mode(x, ARRAY['', 'b'], 1e6), dp_mode(x, ARRAY['', 'b'], 1e6) FILTER (WHERE false) IN ('', 'b')
        FROM (VALUES (''), ('b'), ('')) v(x)" \
    '|t'

# Under a nondeterministic collation, two texts can be equal although their bytes differ. With
# DISTINCT one row could then move a count from one candidate to another, so DISTINCT is refused.
sql "CREATE COLLATION either (provider = icu, locale = 'und-u-ks-level2', deterministic = false)"
case $err in
*ICU*) skip 'collations' 'the server is built without ICU' ;;
*)
    V="(VALUES ('a'), ('A'), ('a')) v(x)"
    for f in dp_mode dp_mode_state; do
        p=$([ $f = dp_mode ] && echo ", $M" || true)
        refused "$f DISTINCT under a nondeterministic collation" "SELECT $f(DISTINCT x COLLATE either, '{a,A}'$p) FROM $V" 22023 \
            "$f: DISTINCT needs a deterministic collation"
        answer "$f with DISTINCT or with that collation" \
            "SELECT $f(DISTINCT x, '{a,A}'$p) IS NOT NULL, $f(x COLLATE either, '{a,A}'$p) IS NOT NULL FROM $V" 't|t'
    done
    ;;
esac
