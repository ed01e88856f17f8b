# Tests aggregates whose functions are called by another extension, as distributed planners do
# (wrapper.c imitates one). The plan then does not show the parameters, so the extension compares
# the parameters of each row with those of the first row. States travel between servers as text.

wrapper=$work/wrapper.so
# shellcheck disable=SC2046
${CC:-cc} -O1 -shared -fPIC -I"$("$PG_CONFIG" --includedir-server)" "$here/wrapper.c" -o "$wrapper" || fail wrapper 'does not compile'
chmod 755 "$work" "$wrapper"
sql "CREATE FUNCTION wrapped_step(internal, regprocedure, regprocedure, float8, float8, float8, float8) RETURNS internal
       AS '$wrapper' LANGUAGE C PARALLEL SAFE;
     CREATE FUNCTION wrapped_float8(internal) RETURNS float8 AS '$wrapper', 'wrapped_last' LANGUAGE C PARALLEL SAFE;
     CREATE FUNCTION wrapped_text(internal) RETURNS cstring AS '$wrapper', 'wrapped_last' LANGUAGE C PARALLEL SAFE;
     CREATE AGGREGATE wrapped(regprocedure, regprocedure, float8, float8, float8, float8) (SFUNC = wrapped_step, STYPE = internal,
       FINALFUNC = wrapped_float8);
     CREATE AGGREGATE shipped(regprocedure, regprocedure, float8, float8, float8, float8) (SFUNC = wrapped_step, STYPE = internal,
       FINALFUNC = wrapped_text);
     CREATE AGGREGATE collected(dp_transition) (SFUNC = dp_combine, STYPE = dp_transition, FINALFUNC = dp_sum_final,
       FINALFUNC_MODIFY = READ_WRITE)"
[ "$code" = 0 ] || fail wrapper "$err"
step="'dp_sum_float8(dp_transition, float8, float8, float8, float8)', 'dp_sum_final(dp_transition)'"
answer 'wrapped: the exact answer' "SELECT wrapped($step, x, 0, 10, $E) FROM t" 10.5
case=0
for rows in '(1,0,1,1),(1,0,1,2)' '(1,0,2,1),(1,-1,2,1)' '(1,0,1,1),(1,0,1.0000000000000002,1)' '(1,0,1,1),(NULL,0,2,1)'; do
    case=$((case + 1))
    refused "wrapped: $rows" "SELECT wrapped($step, x, l, h, e) FROM (VALUES $rows) v(x, l, h, e)" 22023 \
        "dp_sum: $(echo 'epsilon lo hi hi' | cut -d ' ' -f $case) must be the same on every row"
done
refused 'wrapped: hi differs on the last of a thousand rows' \
    "SELECT wrapped($step, i, 0, 10 + (i = 1000)::int, 1) FROM generate_series(1, 1000) i" \
    22023 'dp_sum: hi must be the same on every row'
refused 'wrapped: epsilon 0' "SELECT wrapped($step, x, 0, 10, 0) FROM t" 22023 'dp_sum: epsilon must be a finite number above 0'
answer 'wrapped: without rows the answer is NULL' "SELECT wrapped($step, x, 0, 10, 1) FROM none" ''

# Partial states, one for each shard, are converted to text and combined elsewhere.
ship="shipped('dp_sum_float8(dp_transition, float8, float8, float8, float8)', 'dp_transition_out(dp_transition)', x, 0, 10, $E)::text"
answer 'shipped: the sum of the shards' \
    "SELECT collected(s::dp_transition) = dp_x FROM (SELECT $ship AS s FROM big GROUP BY g) w,
        (SELECT dp_sum(x, 0, 10, $E) AS dp_x FROM big) d GROUP BY dp_x" \
    t
answer 'shipped: a state converts to the same text again' "SELECT s::dp_transition::text = s FROM (SELECT $ship AS s FROM t) w" t
refused 'shipped: no state reached the combining aggregate' "SELECT collected(NULL::dp_transition) FROM none" 22023 \
    'dp_sum: no row reached this call, and its parameters cannot be read from the query plan'
for other in '0, 9, 1' '-1, 10, 1' '0, 10, 2'; do
    refused "shipped: other parameters, $other" \
        "SELECT collected(s::dp_transition)
            FROM (SELECT shipped('dp_sum_float8(dp_transition, float8, float8, float8, float8)', 'dp_transition_out(dp_transition)', x, 0, 10, 1)::text AS s FROM t
           UNION ALL SELECT shipped('dp_sum_float8(dp_transition, float8, float8, float8, float8)', 'dp_transition_out(dp_transition)', x, $other)::text FROM t) w" \
        \
        \
        22023 'indp: only states of the same kind with the same parameters can be merged'
done
refused 'shipped: a state whose kind byte was changed' \
    "SELECT regexp_replace(s, '^.x04', '\\\\x06')::dp_transition FROM (SELECT $ship AS s FROM t) w" \
    22P02 'dp_transition: the bytes are not a state of this version'
# A user's aggregate has a final function of the extension, but passes arguments whose meanings are
# not those that the final function expects. Without rows, a call of this aggregate must be refused.
refused 'other arguments, no row' \
    "CREATE AGGREGATE pg_temp.odd(float8, float8, float8, bigint) (SFUNC = dp_sum_state_float8, STYPE = dp_transition,
    FINALFUNC = dp_sum_final, FINALFUNC_MODIFY = READ_WRITE); SELECT pg_temp.odd(x, 0, 1, 3) FROM none" 22023 \
    'dp_sum: no row reached this call, and its parameters cannot be read from the query plan'

# Tests quantiles, modes and extremes in the same way. They have other arguments, and states that
# grow. Some of their parameters are not numbers.
sql "CREATE FUNCTION wrapped_step(internal, regprocedure, regprocedure, float8, float8, float8, float8, float8) RETURNS internal AS '$wrapper' LANGUAGE C PARALLEL SAFE;
     CREATE FUNCTION wrapped_step(internal, regprocedure, regprocedure, text, text[], float8) RETURNS internal AS '$wrapper' LANGUAGE C PARALLEL SAFE;
     CREATE FUNCTION wrapped_textual(internal) RETURNS text AS '$wrapper', 'wrapped_last' LANGUAGE C PARALLEL SAFE;
     CREATE AGGREGATE wrapped(regprocedure, regprocedure, float8, float8, float8, float8, float8) (SFUNC = wrapped_step, STYPE = internal, FINALFUNC = wrapped_float8);
     CREATE AGGREGATE wrapped(regprocedure, regprocedure, text, text[], float8) (SFUNC = wrapped_step, STYPE = internal,
     FINALFUNC = wrapped_textual);
     CREATE AGGREGATE shipped(regprocedure, regprocedure, float8, float8, float8, float8, float8) (SFUNC = wrapped_step, STYPE = internal, FINALFUNC = wrapped_text);
     CREATE AGGREGATE shipped(regprocedure, regprocedure, text, text[], float8) (SFUNC = wrapped_step, STYPE = internal,
     FINALFUNC = wrapped_text);
     CREATE FUNCTION wrapped_step(internal, regprocedure, regprocedure, text, text[]) RETURNS internal AS '$wrapper' LANGUAGE C PARALLEL SAFE;
     CREATE AGGREGATE shipped(regprocedure, regprocedure, text, text[]) (SFUNC = wrapped_step, STYPE = internal,
     FINALFUNC = wrapped_text);
     CREATE AGGREGATE collected_quantile(dp_transition) (SFUNC = dp_combine, STYPE = dp_transition,
     FINALFUNC = dp_quantile_final, FINALFUNC_MODIFY = READ_WRITE);
     CREATE AGGREGATE collected_mode(dp_transition) (SFUNC = dp_combine, STYPE = dp_transition,
     FINALFUNC = dp_mode_text_final, FINALFUNC_MODIFY = READ_WRITE);
     CREATE AGGREGATE collected_integer(dp_transition) (SFUNC = dp_combine, STYPE = dp_transition,
     FINALFUNC = dp_mode_int8_final, FINALFUNC_MODIFY = READ_WRITE);
     CREATE AGGREGATE collected_quantile_state(dp_transition) (SFUNC = dp_combine, STYPE = dp_transition,
     FINALFUNC = dp_quantile_state_final, FINALFUNC_MODIFY = READ_WRITE);
     CREATE AGGREGATE collected_mode_state(dp_transition) (SFUNC = dp_combine, STYPE = dp_transition,
     FINALFUNC = dp_mode_text_state_final, FINALFUNC_MODIFY = READ_WRITE)"
[ "$code" = 0 ] || fail wrapper "$err"
quantile="'dp_quantile_float8(dp_transition, float8, float8, float8, float8, float8)'"
mode="'dp_mode_text(dp_transition, text, text[], float8)'"
quantile_state="'dp_quantile_state_float8(dp_transition, float8, float8, float8, float8)'"
mode_state="'dp_mode_state_text(dp_transition, text, text[])'"
shown_as="'dp_transition_out(dp_transition)'"
answer 'wrapped: a quantile' \
    "SELECT wrapped($quantile, 'dp_quantile_final(dp_transition)', i, 0.25, 0, 10000, 1e6) FROM k WHERE i < 8000" 2000
answer 'wrapped: a median' \
    "SELECT wrapped('dp_median_float8(dp_transition, float8, float8, float8, float8)', 'dp_median_final(dp_transition)', i, 0, 10000, 1e6) FROM k WHERE i < 8000" \
    \
    4000
answer 'wrapped: a maximum' \
    "SELECT wrapped('dp_max_float8(dp_transition, float8, float8, float8, float8)', 'dp_max_final(dp_transition)', i, 0, 10000, 1e6) FROM k WHERE i < 8000" \
    \
    7999
refused 'wrapped: a minimum, hi differs on the last row' \
    "SELECT wrapped('dp_min_float8(dp_transition, float8, float8, float8, float8)', 'dp_min_final(dp_transition)', i, 0, 10 + (i = 1000)::int, 1) FROM generate_series(1, 1000) i" \
    \
    \
    22023 'dp_min: hi must be the same on every row'
answer 'wrapped: a mode' \
    "SELECT wrapped($mode, 'dp_mode_text_final(dp_transition)', (i % 3)::text, '{0,1,7}', 1e6) FROM k WHERE i % 3 > 0" 1
# The order of the candidates does not matter. Other candidates are refused, even on the last of a
# thousand rows.
answer 'wrapped: candidates in another order' \
    "SELECT wrapped($mode, 'dp_mode_text_final(dp_transition)', 'a', CASE i % 2 WHEN 0 THEN '{a,b}' ELSE '{b,a}' END::text[], 1e6)
        FROM k WHERE i <= 1000" \
    a
for other in '{a,c}' '{a}' '{a,b,c}' '{A,b}' '{ab}'; do
    refused "wrapped: candidates $other" \
        "SELECT wrapped($mode, 'dp_mode_text_final(dp_transition)', 'a', CASE i
            WHEN 1000 THEN '$other' ELSE '{a,b}' END::text[], 1) FROM generate_series(1, 1000) i" \
        \
        22023 'dp_mode: candidates must be the same on every row'
done
refused 'wrapped: q differs on the last row' \
    "SELECT wrapped($quantile, 'dp_quantile_final(dp_transition)', 1, CASE i WHEN 1000 THEN 0.25 ELSE 0.5 END, 0, 10000, 1)
        FROM generate_series(1, 1000) i" \
    \
    22023 'dp_quantile: q must be the same on every row'
refused 'wrapped: candidates are NULL on the second row' \
    "SELECT wrapped($mode, 'dp_mode_text_final(dp_transition)', 'a', CASE i WHEN 1 THEN '{a}' END::text[], 1)
        FROM generate_series(1, 2) i" \
    22023 'dp_mode: candidates must be'

# Converts the states of 1000 shards, the state of a shard without rows and an empty state to text
# and back, and merges them. The result must be the state of all rows.
sql "CREATE TABLE shards AS SELECT shipped($quantile, $shown_as, x, 0.25, -900, 800, 1e6)::text AS q,
    shipped($mode, $shown_as, (i % 5)::text, '{1,2,3}', 1e6)::text AS m,
        shipped($quantile_state, $shown_as, x, 0.25, -900, 800)::text AS qs,
        shipped($mode_state, $shown_as, (i % 5)::text, '{1,2,3}')::text AS ms FROM big GROUP BY i % 1000
     UNION ALL SELECT shipped($quantile, $shown_as, NULL, 0.25, -900, 800, 1e6)::text,
     shipped($mode, $shown_as, NULL, '{3,2,1}', 1e6)::text,
        shipped($quantile_state, $shown_as, NULL, 0.25, -900, 800)::text, shipped($mode_state, $shown_as, NULL, '{3,2,1}')::text
        FROM t UNION ALL SELECT '', '', '', ''"
[ "$code" = 0 ] || fail shards "$err"
answer 'shipped: a quantile and a mode of all shards' \
    "SELECT collected_quantile_state(qs::dp_transition)::bytea = (SELECT dp_quantile_state(x, 0.25, -900, 800)::bytea FROM big),
    collected_mode_state(ms::dp_transition)::bytea = (SELECT dp_mode_state((i % 5)::text, '{1,2,3}')::bytea FROM big)
    FROM shards" \
    't|t'
answer 'shipped: the answers of all shards' \
    "SELECT collected_quantile(q::dp_transition) = (SELECT dp_quantile(x, 0.25, -900, 800, 1e6) FROM big),
        collected_mode(m::dp_transition) IN ('1', '2', '3') FROM shards" \
    't|t'
answer 'shipped: states convert to the same texts again' \
    "SELECT count(*) FROM shards WHERE q <> '' AND q::dp_transition::text = q AND m::dp_transition::text = m
        AND qs::dp_transition::text = qs AND ms::dp_transition::text = ms" \
    1001
# A transition state that was converted to text and back must accept more rows.
answer 'shipped: more rows after the conversion' "DO 'DECLARE start text; BEGIN
    SELECT qs INTO start FROM shards LIMIT 1;
    EXECUTE format(''CREATE AGGREGATE pg_temp.on(float8, float8, float8, float8) (SFUNC = dp_quantile_state_float8, STYPE = dp_transition, FINALFUNC = dp_quantile_state_final, FINALFUNC_MODIFY = READ_WRITE, INITCOND = %L)'', start); END';
    SELECT pg_temp.on(x, 0.25, -900, 800)::bytea = (SELECT collected_quantile_state(q)::bytea FROM (SELECT qs::dp_transition AS q
    FROM (SELECT qs FROM shards LIMIT 1) s UNION ALL
        SELECT shipped($quantile_state, $shown_as, x, 0.25, -900, 800)::text::dp_transition FROM big) u) FROM big" t
refused 'shipped: a state of a mode under a quantile' "SELECT collected_quantile(m::dp_transition) FROM shards" 42809 \
    'indp: this transition state belongs to another aggregate'
refused 'shipped: a mode of texts under a mode of integers' "SELECT collected_integer(m::dp_transition) FROM shards" 42809 \
    'indp: this transition state belongs to another aggregate'
refused 'shipped: other candidates' \
    "SELECT collected_mode(s::dp_transition) FROM (SELECT shipped($mode, $shown_as, 'a', '{a,b}', 1)::text AS s FROM t
        UNION ALL SELECT shipped($mode, $shown_as, 'a', '{a,c}', 1)::text FROM t) w" \
    \
    22023 'indp: only states of the same kind with the same parameters can be merged'
for other in '0.5, 0, 10, 1' '0.25, 0, 11, 1' '0.25, 0, 10, 2'; do
    refused "shipped: other parameters, $other" \
        "SELECT collected_quantile(s::dp_transition) FROM (SELECT shipped($quantile, $shown_as, x, 0.25, 0, 10, 1)::text AS s
            FROM t
        UNION ALL SELECT shipped($quantile, $shown_as, x, $other)::text FROM t) w" 22023 \
        'indp: only states of the same kind with the same parameters can be merged'
done

# With the option `extensions 'indp'`, postgres_fdw lets the other server compute the whole
# aggregate. Here the other server is this server again.
if [ -f "$("$PG_CONFIG" --sharedir)/extension/postgres_fdw.control" ]; then
    sql "CREATE EXTENSION postgres_fdw;
        CREATE SERVER there FOREIGN DATA WRAPPER postgres_fdw OPTIONS (host '$PGHOST', dbname 'test', extensions 'indp');
         CREATE USER MAPPING FOR postgres SERVER there OPTIONS (user 'postgres');
         CREATE FOREIGN TABLE far(g int, x float8) SERVER there OPTIONS (table_name 't');
         CREATE FOREIGN TABLE far_none(g int, x float8) SERVER there OPTIONS (table_name 'none')"
    [ "$code" = 0 ] || fail postgres_fdw "$err"
    remote() { # SQL TEXT: the SQL that is sent to the other server contains TEXT
        sql "EXPLAIN (VERBOSE, COSTS false) $1;"
        case "$out" in *"Remote SQL: "*"$2"*) pass ;; *) fail "postgres_fdw: $1" "$out $err" ;; esac
    }
    remote "SELECT dp_sum(x, 0, 10, $E), dp_median(x, 0, 10, 1) FROM far" 'SELECT public.dp_sum(x, '
    remote "SELECT g, dp_count(x, $E, 2) FROM far GROUP BY g" 'GROUP BY 1'
    remote "SELECT dp_mode(g, '{1,2}', 1), dp_sum_state(x, 0, 10) FROM far" 'SELECT public.dp_mode(g, '
    for extensions in indp plpgsql; do # if this is plpgsql, the local server computes the aggregate
        sql "ALTER SERVER there OPTIONS (SET extensions '$extensions');"
        answer "postgres_fdw: answers, extensions $extensions" \
            "SELECT dp_sum(x, 0, 10, $E), dp_count(x, $E), dp_avg(x, 0, 4, $E), dp_mode(g, '{1,2}', 1e6) IN (1, 2) FROM far" \
            '10.5|4|2.5|t'
        answer "postgres_fdw: no row, extensions $extensions" "SELECT dp_sum(x, 3, 10, $E), dp_count(x, $E) FROM far_none" '0|0'
        answer "postgres_fdw: states, extensions $extensions" \
            "SELECT dp_sum_state(x, 0, 10)::bytea = (SELECT dp_sum_state(x, 0, 10)::bytea FROM t) FROM far" t
        refused "postgres_fdw: columns, extensions $extensions" "SELECT dp_sum(x, x, 10, 1) FROM far" 22023 \
            'dp_sum: lo must be a constant or a bound parameter'
    done
    # If postgres_fdw fetched all foreign answers at once, it keeps them for a rescan. 30-queries.sh
    # explains the probabilities.
    rescan="SET enable_material = off; SET enable_hashjoin = off; SET enable_mergejoin = off$no_memoize"
    query="FROM generate_series(1, 20) n LEFT JOIN (SELECT g, dp_sum(x, 0, 10, 0.0001) AS r FROM far GROUP BY g) s ON n + s.g > 0"
    sql "ALTER SERVER there OPTIONS (SET extensions 'indp', ADD fetch_size '1');"
    # With fetch_size 1, postgres_fdw does not fetch all answers at once. At a rescan, PostgreSQL 15
    # and later run the remote query again. Older servers rewind the cursor, and the HashAggregate
    # of the other server has kept the answers.
    if [ "$major" -ge 15 ]; then
        holds 'postgres_fdw: a rescan beyond fetch_size releases again' "$rescan; SELECT count(DISTINCT r) > 50 $query"
    else
        holds 'postgres_fdw: a rescan beyond fetch_size releases nothing' \
            "$rescan; SELECT count(*) = 60 AND count(DISTINCT r) <= 3 $query"
    fi
    sql "ALTER SERVER there OPTIONS (SET fetch_size '100');"
    holds 'postgres_fdw: a rescan within fetch_size releases nothing' \
        "$rescan; SELECT count(*) = 60 AND count(DISTINCT r) <= 3 $query"
    answer 'postgres_fdw: bound parameters' \
        "PREPARE p(float8, float8) AS SELECT dp_sum(x, \$1, 10, \$2) FROM far; SET plan_cache_mode = force_generic_plan;
            EXECUTE p(0, $E); EXECUTE p(2, $E)" \
        "$(printf '10.5\n11.5')"
    sql "ALTER SERVER there OPTIONS (SET extensions 'plpgsql');"
    sql "EXPLAIN (VERBOSE, COSTS false) SELECT dp_sum(x, 0, 10, $E) FROM far;"
    case "$out" in *'Remote SQL: '*dp_sum*) fail 'postgres_fdw: another list' "$out" ;; *'Remote SQL: '*) pass ;; *) fail 'postgres_fdw: another list' "$out $err" ;; esac
    sql "DROP SERVER there CASCADE; DROP EXTENSION postgres_fdw;"
    [ "$code" = 0 ] || fail postgres_fdw "$err"
else
    skip 'postgres_fdw: all cases' 'it is not installed'
fi
