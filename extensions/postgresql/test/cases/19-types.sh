# Tests values that are dates, times, intervals or booleans, the number of candidates, calls without
# epsilon or bounds, the limit indp.max_epsilon, and that states cannot be grouped or compared.

# The declared type of x decides whether the candidates of a median are integers or fractions. The
# values of x and the bounds do not.
thousand="(SELECT i / 1000.0 AS x FROM generate_series(0, 999) i) s"
answer 'fractions between integer bounds' \
    "SELECT abs(dp_median(x, 0, 1, 1e6) - 0.5) < 0.002, abs(dp_quantile(x, 0.9, 0, 3, 1e6) - 0.9) < 0.002,
        abs(dp_median(x::float8, 0, 1, 1e6) - 0.5) < 0.002 FROM $thousand" \
    't|t|t'
answer 'medians of integers are integers' \
    "SELECT dp_median(i, 0, 1000, 1e6), dp_quantile(i::bigint, 0.25, 0, 1000, 1e6), dp_median(i::smallint, -1, 1001, 1e6)
        FROM generate_series(0, 1000) i" \
    '500|250|500'
answer 'integers between fractional bounds' \
    "SELECT count(DISTINCT m), min(m), max(m), max(n), max(d)
        FROM (SELECT dp_median(t.g, 0.5, 2.5, 1) AS m, dp_quantile(t.g, 0.9, 0, 10, 1e6, 1, 1000) AS n, dp_median(date '2000-01-01' + t.g, '2000-01-01', '2000-01-09', 1e6, 1, 1000) AS d FROM k JOIN t ON true WHERE k.i <= 99 GROUP BY k.i) s" \
    \
    '2|1|2|3|2000-01-03'
for from in true false; do
    for bounds in '0.25, 0.75' '0.2, 1.9' '1, 1.5'; do
        refused "fewer than two integers between the bounds $bounds, $from" "SELECT dp_median(i, $bounds, 1) FROM (SELECT i FROM k WHERE $from) s" 22023 \
            'dp_median: integers need two whole numbers from lo to hi: widen the interval, or pass the number of candidates'
        holds "a number of candidates between these bounds, $bounds, $from" \
            "SELECT dp_median(i, $bounds, 1, 1, 101) BETWEEN 0 AND 2 FROM (SELECT i FROM k WHERE $from) s"
    done
done
refused 'integers: lo above hi' 'SELECT dp_median(i, 1.9, 0.2, 1) FROM k' 22023 'dp_median: lo must be below hi'
answer 'fractions and integers without rows' \
    "SELECT count(*) FILTER (WHERE m <> round(m)) > 80, count(*) FILTER (WHERE n <> round(n))
        FROM (SELECT dp_median(t.x, 0, 4, 1) AS m, dp_median(t.g, 0, 4, 1) AS n FROM k LEFT JOIN t ON false WHERE k.i <= 100
        GROUP BY k.i) s" \
    't|0'
holds 'default candidates: 16385 for fractions, the integers in the range for integers' \
    "SELECT dp_median_state(x, 0, 10)::bytea = dp_median_state(x, 0, 10, 1, 16385)::bytea
        AND dp_median_state(x::int, 0, 10)::bytea = dp_median_state(x, 0, 10, 1, 11)::bytea FROM t"
# Without a number of candidates, integers have whole numbers as candidates. With a number, or with 0,
# they have the candidates that other numbers have in every engine. Dates always have whole days.
for candidates in 1001 101 16385 2 0; do
    for bounds in '0, 100' '-0.5, 12.25' '0, 40000'; do
        for call in 'dp_median_state(X, ' 'dp_quantile_state(X, 0.9, ' 'dp_min_state(X, ' 'dp_max_state(X, '; do
            holds "$call$bounds, 1, $candidates): integers and doubles make the same state" "SELECT count(DISTINCT s::bytea) = 1
                FROM (SELECT ${call%%X*}i::int${call#*X}$bounds, 1, $candidates) AS s FROM k
                      UNION ALL SELECT ${call%%X*}i::bigint${call#*X}$bounds, 1, $candidates) FROM k
                      UNION ALL SELECT ${call%%X*}i::float8${call#*X}$bounds, 1, $candidates) FROM k) u"
        done
    done
done
# For some bounds no power of two gives exactly 2 candidates. A wider interval would not help.
for from in secret none; do
    for bounds in '-1, 1' '-100, 100' '-1.5, 1.5'; do
        refused "2 candidates between $bounds, $from" "SELECT dp_median(x, $bounds, 1, 1, 2) FROM $from" 22023 \
            'dp_median: no grid has exactly 2 candidates for these lo and hi: use at least 3'
        answer "3 candidates between $bounds, $from" "SELECT dp_max(x, $bounds, 1, 1, 3) BETWEEN -100 AND 100 FROM $from" t
    done
done
holds 'integers: 0 and no number of candidates between whole bounds' \
    'SELECT dp_median_state(i, 0, 100)::bytea = dp_median_state(i, 0, 100, 1, 0)::bytea FROM k'
answer 'dates have whole days, whatever the number of candidates' \
    "SELECT dp_median(d, '2000-01-01', '2000-01-09', 1e6, 1, 1000), dp_median(d, '2000-01-01', '2000-01-09', 1e6, 1, 0)
        FROM (VALUES (date '2000-01-03')) v(d)" '2000-01-03|2000-01-03'
answer 'a number of candidates' \
    "SELECT dp_median(x, 0, 8, 1e6, 1, 9), dp_median(i, 0, 8, 1e6, 1, 3), dp_quantile(x, 0.5, 0, 8, 1e6, 2, 1025)
        FROM (SELECT i, i + 0.3 AS x FROM generate_series(3, 3) i) s" \
    '3|4|3.296875'
answer 'a number of candidates, without rows' \
    "SELECT count(DISTINCT m), min(m), max(m) FROM (SELECT dp_median(t.x, 0, 8, 1, 1, 3) AS m FROM k LEFT JOIN t ON false
        WHERE k.i <= 200 GROUP BY k.i) s" \
    '3|0|8'
for from in secret none; do
    refused "candidates from a column, $from" "SELECT dp_median(x, 0, 1, 1, 1, g + 5) FROM $from" 22023 \
        'dp_median: candidates must be a constant or a bound parameter'
done
refused 'states of different candidates' \
    "SELECT dp_merge(s) FROM (VALUES ((SELECT dp_median_state(x, 0, 10) FROM t)), ((SELECT dp_median_state(x::int, 0, 10)
        FROM t))) v(s)" \
    22023 'dp_merge: only states of the same kind with the same parameters can be merged'

# Dates, timestamps, intervals and booleans. The answers are exact at these epsilons.
days="(SELECT date '2020-01-01' + i AS d, timestamp '2020-01-01' + i * interval '1 h' AS ts, timestamptz '2020-01-01 00:00+00' + i * interval '1 h' AS tz, i * interval '1 day 1 h' AS iv, i > 2 AS b FROM generate_series(0, 4) i) s"
answer 'dates' \
    "SELECT dp_median(d, '2000-01-01', '2030-01-01', 1e6), dp_quantile(d, 0.9, '2000-01-01', '2030-01-01', 1e6, 2),
        dp_avg(d, '2019-01-01', '2021-01-01', $E), pg_typeof(dp_median(d, '2000-01-01', '2030-01-01', 1)) FROM $days" \
    \
    '2020-01-03|2020-01-05|2020-01-03|date'
answer 'timestamps' \
    "SET timezone = 'UTC'; SELECT dp_avg(ts, '2019-01-01', '2021-01-01', $E), dp_avg(tz, '2019-01-01', '2021-01-01', $E),
        dp_median(ts, '2020-01-01', '2020-01-02', 1e6, 1, 86401), dp_median(tz, '2020-01-01', '2020-01-02', 1e6, 1, 86401)
        FROM $days" \
    \
    '2020-01-01 02:00:00|2020-01-01 02:00:00+00|2020-01-01 02:00:00|2020-01-01 02:00:00+00'
answer 'timestamps in another time zone' \
    "SET timezone = 'Asia/Tokyo'; SELECT dp_avg(tz, '2019-01-01', '2021-01-01', $E) FROM $days" '2020-01-01 11:00:00+09'
answer 'intervals' \
    "SELECT dp_sum(iv, '0', '30 days', $E), dp_avg(iv, '-1 mon', '1 mon', $E), dp_median(iv, '0', '10 days', 1e6, 1, 3601),
        extract(epoch FROM dp_quantile(iv, 0.9, '0', '8 days', 1e6)) BETWEEN 360000 - 64 AND 360000 + 64 FROM $days" \
    \
    '10 days 10:00:00|2 days 02:00:00|2 days 01:59:28|t'
answer 'booleans' "SELECT dp_sum(b, 0, 1, $E), dp_avg(b, 0, 1, $E), dp_sum(NULL::bool, 0, 1, $E) FROM $days" '2|0.4|0'
answer 'dates clamped, infinities, NULL' \
    "SELECT dp_median(v, '2000-01-01', '2000-01-09', 1e6), dp_quantile(v, 0, '2000-01-01', '2000-01-09', 1e6),
        dp_quantile(v, 1, '2000-01-01', '2000-01-09', 1e6)
        FROM (VALUES ('infinity'::date), ('-infinity'), ('1-01-01 BC'), ('9999-12-31'), ('2000-01-05'), (NULL)) x(v)" \
    '2000-01-05|2000-01-01|2000-01-09'
answer 'timestamps clamped' \
    "SELECT dp_avg('infinity'::timestamp, '2000-01-01', '2000-01-09', $E),
        dp_avg('-infinity'::timestamp, '2000-01-01', '2000-01-09', $E),
        dp_median('294276-01-01'::timestamp, '2000-01-01', '2000-01-09', 1e6)" \
    '2000-01-09 00:00:00|2000-01-01 00:00:00|2000-01-09 00:00:00'
answer 'the earliest and latest bounds' \
    "SELECT dp_avg('infinity'::timestamp, '4713-01-01 BC', '294276-12-31 23:59:59.999999', $E) > '294276-01-01',
        dp_median('-infinity'::date, '4713-01-01 BC', '5874897-12-31', 1e6) < '4000-01-01 BC'" \
    't|t'
answer 'a sum beyond the largest interval' \
    "SELECT dp_sum(iv, '0', '178000000 years', $E) FROM (SELECT interval '178000000 years' iv FROM generate_series(1, 100)) s" \
    '2147483647 days'
answer 'dates and times without rows' \
    "SELECT dp_median(d, '2000-01-01', '2000-01-09', 1e6) BETWEEN '2000-01-01' AND '2000-01-09',
        dp_avg(ts, '2000-01-01', '2000-01-09', 1) BETWEEN '2000-01-01' AND '2000-01-09', dp_sum(iv, '-1 s', '1 s', $E),
        dp_avg(tz, '2000-01-01', '2000-01-09', 1) IS NOT NULL FROM $days WHERE false" \
    't|t|00:00:00|t'
answer 'states of dates and times' \
    "SELECT dp_release(dp_median_state(d, '2000-01-01', '2030-01-01'), 1e6), dp_release(dp_sum_state(iv, '0', '30 days'), $E),
        dp_release(dp_avg_state(ts, '2019-01-01', '2021-01-01', 3), $E) FROM $days" \
    '7307|900000|631159200'
# At this epsilon at least a quarter of the 400 averages are expected to lie strictly between the
# bounds, and few of those are equal. 10 or fewer different answers have probability below 1e-20.
holds 'averages of dates have noise' \
    "SELECT count(DISTINCT dp) > 10 FROM (SELECT dp_avg(d, '2000-01-01', '2030-01-01', 1e-3) AS dp FROM k, $days WHERE k.i <= 400
        GROUP BY k.i) r"
for from in "$days" "$days WHERE false"; do
    refused "lo above hi, $from" "SELECT dp_median(d, '2030-01-01', '2000-01-01', 1) FROM $from" 22023 \
        'dp_median: lo must be below hi'
    refused "an infinite bound, $from" "SELECT dp_avg(d, '-infinity', '2000-01-01', 1) FROM $from" 22023 \
        'dp_avg: lo must be a finite number'
    refused "an infinite hi, $from" "SELECT dp_avg(ts, '2000-01-01', 'infinity', 1) FROM $from" 22023 \
        'dp_avg: hi must be a finite number'
    refused "a bound from a column, $from" "SELECT dp_sum(iv, '0', iv, 1) FROM $from" 22023 \
        'dp_sum: hi must be a constant or a bound parameter'
    refused "NULL as a bound, $from" "SELECT dp_quantile(tz, 0.5, NULL, '2000-01-01', 1) FROM $from" 22023 \
        'dp_quantile: lo must be a finite number'
done

# A call with too few arguments gets an error that names what is missing, with or without rows,
# instead of "function does not exist".
for from in secret none; do
    for call in 'dp_count(x)' 'dp_sum(x, 0, 1)' 'dp_avg(x::numeric, 0, 1)' 'dp_var(g, 0, 1)' 'dp_stddev(x, 0, 1)' \
        'dp_median(x, 0, 1)' 'dp_min(g, 0, 1)' 'dp_max(x, 0, 1)' 'dp_quantile(x, 0.5, 0, 1)' \
        "dp_median(now(), '2000-01-01', '2001-01-01')"; do
        refused "$call, $from" "SELECT $call FROM $from" 22023 "${call%%(*}: epsilon is missing"
    done
    for call in 'dp_sum(x)' 'dp_sum(x, 1)' 'dp_avg(x::numeric)' 'dp_var(g, 0.5)' 'dp_stddev(x)' 'dp_median(x, 1)' 'dp_min(x)' \
        'dp_max(g, 1)' 'dp_quantile(x, 0.5)' 'dp_quantile(x, 0.5, 1)' 'dp_mode(x::text)' 'dp_mode(g, 1)' 'dp_count(*)'; do
        refused "$call, $from" "SELECT $call FROM $from" 22023 "${call%%(*}: arguments are missing"
    done
done
refused 'the hint shows the complete call' "SELECT dp_sum(x, 0, 1) FROM t" 22023 'Write dp_sum(x, lo, hi, epsilon).'
refused 'an incomplete call as a window function' "SELECT dp_sum(x, 0, 1) OVER () FROM t" 0A000 \
    'does not support use as a window function'

# A superuser can limit epsilon with indp.max_epsilon.
sql "CREATE ROLE limited LOGIN; GRANT SELECT ON t, none TO limited; CREATE DATABASE limited;
    ALTER DATABASE limited SET indp.max_epsilon = 0.5"
[ "$code" = 0 ] || fail limit "$err"
for limit in -0.5 -1e-300 -2; do
    sql "SELECT indp_version(); SET indp.max_epsilon = $limit"
    case $err in *'invalid value for parameter "indp.max_epsilon"'* | *'outside the valid range'*) pass ;; *) fail "a limit of $limit" "$out $err" ;; esac
done
answer 'no limit by default' "SELECT indp_version() <> ''; SHOW indp.max_epsilon" "$(printf 't\n-1')"
for from in t none; do
    refused "above the limit, $from" "SET indp.max_epsilon = 0.5; SELECT dp_count(x, 0.5000000000000001) FROM $from" 22023 \
        'dp_count: epsilon is above indp.max_epsilon'
    refused "a mode above the limit, $from" "SET indp.max_epsilon = 0.5; SELECT dp_mode(g, '{1}', 1) FROM $from" 22023 \
        'dp_mode: epsilon is above indp.max_epsilon'
    answer "at the limit, $from" "SET indp.max_epsilon = 0.5; SELECT dp_count(x, 0.5) IS NOT NULL FROM $from" t
    refused "a limit of 0 allows no release, $from" "SET indp.max_epsilon = 0; SELECT dp_count(x, 1e-300) FROM $from" 22023 \
        'dp_count: epsilon is above indp.max_epsilon'
done
refused 'a state above the limit' "SET indp.max_epsilon = 0.5; SELECT dp_release(dp_count_state(x), 1) FROM t" 22023 \
    'dp_release: epsilon is above indp.max_epsilon'
refused 'a mode state above the limit' "SET indp.max_epsilon = 0.5; SELECT dp_release_mode(dp_mode_state(g, '{1}'), 1) FROM t" \
    22023 'dp_release_mode: epsilon is above indp.max_epsilon'
refused 'parts above the limit' \
    "SET indp.max_epsilon = 0.5; SELECT dp_release_parts(dp_avg_state(x, 0, 1), 0.5000000000000001) FROM t" 22023 \
    'dp_release_parts: epsilon is above indp.max_epsilon'
answer 'parts at the limit' "SET indp.max_epsilon = 0.5; SELECT dp_release_parts(dp_avg_state(x, 0, 1), 0.5) IS NOT NULL FROM t" t
refused 'above the limit, in parallel' \
    "SET indp.max_epsilon = 0.5; SET parallel_setup_cost = 0; SET parallel_tuple_cost = 0; SET min_parallel_table_scan_size = 0;
        SELECT dp_count(x, 1) FROM big" \
    22023 'epsilon is above indp.max_epsilon'
user=limited
refused 'set by a reader after the library was loaded' "DO 'BEGIN PERFORM indp_version(); END'; SET indp.max_epsilon = 1e9" \
    42501 'permission denied to set parameter "indp.max_epsilon"'
db=limited
user=postgres
sql 'CREATE EXTENSION indp'
user=limited
refused 'a limit that the database sets' "SELECT dp_count(1, 1)" 22023 'dp_count: epsilon is above indp.max_epsilon'
# Before the library is loaded, PostgreSQL accepts any value of the setting as a placeholder. A
# client that sets such a value must not be permitted a larger epsilon.
for how in "SET indp.max_epsilon = 1e9;" "SET LOCAL indp.max_epsilon = 1e9;" \
    "SELECT set_config('indp.max_epsilon', '1e9', false) WHERE false;" "SET indp.max_epsilon = -1;"; do
    sql "BEGIN; $how SELECT dp_count(1, 1); COMMIT;"
    case "$out,$err" in ,*'epsilon is above indp.max_epsilon'*) pass ;; *) fail "$how" "<$out> $err" ;; esac
done
for value in 1e9 -1 100 1; do
    printf 'SELECT dp_count(1, 1); RESET ALL; SELECT dp_count(1, 1); DISCARD ALL; SELECT dp_count(1, 1); RESET indp.max_epsilon; SELECT dp_count(1, 1);' |
        PGOPTIONS="-c indp.max_epsilon=$value" pg -U limited -v ON_ERROR_STOP=0 limited >"$work/out" 2>"$work/err"
    if [ ! -s "$work/out" ] && [ "$(grep -c 'epsilon is above indp.max_epsilon' "$work/err")" = 4 ]; then pass; else fail "PGOPTIONS $value" "$(cat "$work/out" "$work/err")"; fi
    cat "$work/err" >>"$errors"
done
printf 'SELECT dp_count(1, 1e18);' | PGOPTIONS='-c indp.max_epsilon=-1' pg limited >"$work/out" 2>"$work/err"
if [ "$(cat "$work/out")" = 1 ]; then pass; else fail 'a superuser lifts the limit' "$(cat "$work/out" "$work/err")"; fi
# PostgreSQL 15 and later refuse this statement. Older servers refuse the value when the library is
# loaded.
sql "ALTER ROLE limited SET indp.max_epsilon = 1e9;"
user=limited
sql "SELECT dp_count(1, 1);"
case "$out,$err" in ,*'epsilon is above indp.max_epsilon'*) pass ;; *) fail 'a limit that the role sets' "<$out> $err" ;; esac
db=test
user=postgres

# States cannot be compared, so no query can merge equal states as one. Otherwise a single row could
# make two states equal, and so remove a whole state from the total.
for query in 'SELECT DISTINCT s FROM kept_states' 'SELECT s FROM kept_states UNION SELECT s FROM kept_states' \
    'SELECT s FROM kept_states GROUP BY s' 'SELECT s FROM kept_states INTERSECT SELECT s FROM kept_states' \
    'SELECT s FROM kept_states EXCEPT SELECT s FROM kept_states' 'SELECT dp_merge(DISTINCT s) FROM kept_states' \
    'SELECT count(DISTINCT s) FROM kept_states' 'SELECT s FROM kept_states ORDER BY s' \
    'SELECT dp_merge(s ORDER BY s) FROM kept_states' \
    'SELECT DISTINCT ON (s) s FROM kept_states' 'SELECT * FROM kept_states a JOIN kept_states b USING (s)' \
    'SELECT * FROM kept_states a JOIN kept_states b ON a.s = b.s' 'SELECT s IN (SELECT s FROM kept_states) FROM kept_states' \
    'CREATE INDEX ON kept_states (s)' 'CREATE INDEX ON kept_states USING hash (s)' 'SELECT DISTINCT ROW(s) FROM kept_states' \
    'SELECT DISTINCT ARRAY[s] FROM kept_states' 'SELECT count(DISTINCT kept_states) FROM kept_states' \
    'SELECT 1 FROM kept_states WHERE s = s' 'SELECT s FROM kept_states UNION ALL SELECT s FROM kept_states GROUP BY 1' \
    'SELECT rank() OVER (ORDER BY s) FROM kept_states' 'SELECT count(*) OVER (PARTITION BY s) FROM kept_states' \
    "SELECT '{}'::dp_transition[] = '{}'::dp_transition[]" "SELECT DISTINCT ''::dp_transition" \
    'WITH RECURSIVE r AS (SELECT s FROM kept_states UNION SELECT s FROM r) SELECT count(*) FROM r'; do
    sql "CREATE TEMP TABLE kept_states AS SELECT dp_count_state(x) AS s FROM t GROUP BY g; $query;"
    case "$err" in
    *'could not identify an '*' operator for type '* | *'operator does not exist: '* | *'has no default operator class for access method'* | *'could not implement recursive UNION'* | *'could not identify a comparison function for type'* | *'could not identify an equality operator'*) pass ;;
    *) fail "states as keys: $query" "<$out> $err" ;;
    esac
done
answer 'states have no operators and only explicit casts' \
    "SELECT (SELECT count(*) FROM pg_opclass WHERE opcintype IN ('dp_state'::regtype, 'dp_transition'::regtype)), (SELECT count(*)
        FROM pg_operator WHERE 'dp_state'::regtype IN (oprleft, oprright) OR 'dp_transition'::regtype IN (oprleft, oprright)),
    (SELECT string_agg(castcontext::text, '') FROM pg_cast
    WHERE castsource = 'dp_state'::regtype OR casttarget = 'dp_state'::regtype)" \
    '0|0|ee'
answer 'equal states both count' \
    "SELECT dp_release(dp_merge(s), $E) FROM (SELECT dp_count_state(x) AS s FROM t GROUP BY g UNION ALL SELECT dp_count_state(x)
        FROM t GROUP BY g) u" \
    8
