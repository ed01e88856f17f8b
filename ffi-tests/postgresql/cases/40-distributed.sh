# Aggregates that other extensions call, as distributed planners do: wrapper.c. No plan tells the parameters
# then, so each row is compared with the first. States travel between servers as text.

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
answer 'wrapped: the answer' "SELECT wrapped($step, x, 0, 10, $E) FROM t" 10.5
case=0
for rows in '(1,0,1,1),(1,0,1,2)' '(1,0,2,1),(1,-1,2,1)' '(1,0,1,1),(1,0,1.0000000000000002,1)' '(1,0,1,1),(NULL,0,2,1)'; do
    case=$((case + 1))
    refused "wrapped: $rows" "SELECT wrapped($step, x, l, h, e) FROM (VALUES $rows) v(x, l, h, e)" 22023 \
        "dp_sum: $(echo 'epsilon lo hi hi' | cut -d ' ' -f $case) must be the same on every row"
done
refused 'wrapped: the last of a thousand rows' "SELECT wrapped($step, i, 0, 10 + (i = 1000)::int, 1) FROM generate_series(1, 1000) i" \
    22023 'dp_sum: hi must be the same on every row'
refused 'wrapped: epsilon' "SELECT wrapped($step, x, 0, 10, 0) FROM t" 22023 'dp_sum: epsilon must be a finite number above 0'
answer 'wrapped: no row' "SELECT wrapped($step, x, 0, 10, 1) FROM none" ''

# Partial states as text, one for each shard, combined elsewhere.
ship="shipped('dp_sum_float8(dp_transition, float8, float8, float8, float8)', 'dp_transition_out(dp_transition)', x, 0, 10, $E)::text"
answer 'shipped: the sum of the shards' \
    "SELECT collected(s::dp_transition) = dp_x FROM (SELECT $ship AS s FROM big GROUP BY g) w, (SELECT dp_sum(x, 0, 10, $E) AS dp_x FROM big) d GROUP BY dp_x" t
answer 'shipped: the text comes back' "SELECT s::dp_transition::text = s FROM (SELECT $ship AS s FROM t) w" t
refused 'shipped: nothing came' "SELECT collected(NULL::dp_transition) FROM none" 22023 'dp_sum: no row came and the parameters are not known here'
for other in '0, 9, 1' '-1, 10, 1' '0, 10, 2'; do
    refused "shipped: other parameters, $other" \
        "SELECT collected(s::dp_transition) FROM (SELECT shipped('dp_sum_float8(dp_transition, float8, float8, float8, float8)', 'dp_transition_out(dp_transition)', x, 0, 10, 1)::text AS s FROM t
           UNION ALL SELECT shipped('dp_sum_float8(dp_transition, float8, float8, float8, float8)', 'dp_transition_out(dp_transition)', x, $other)::text FROM t) w" \
        22023 'indp: states differ in kind or parameters and cannot be merged'
done
refused 'shipped: a kind that the bytes have not' "SELECT regexp_replace(s, '^.x02', '\\\\x01')::dp_transition FROM (SELECT $ship AS s FROM t) w" \
    22P02 'dp_transition: the bytes are not a state of this version'
# Our final function over arguments that mean something else.
refused 'other arguments, no row' "CREATE AGGREGATE pg_temp.odd(float8, float8, float8, bigint) (SFUNC = dp_sum_state_float8, STYPE = dp_transition,
    FINALFUNC = dp_sum_final, FINALFUNC_MODIFY = READ_WRITE); SELECT pg_temp.odd(x, 0, 1, 3) FROM none" 22023 'dp_sum: no row came and the parameters are not known here'
