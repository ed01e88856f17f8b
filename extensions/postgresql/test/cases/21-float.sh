# Tests of float arithmetic, which indp.float_precision switches on: answers are multiples of
# Lambda, also in parallel plans.

free='SET parallel_setup_cost = 0; SET parallel_tuple_cost = 0; SET min_parallel_table_scan_size = 0; SET max_parallel_workers_per_gather = 2; ALTER TABLE big SET (parallel_workers = 2)'
answer 'real arithmetic is the default' "SELECT indp_version() <> ''; SHOW indp.float_precision" "$(printf 't\n0')"
for bits in -1 0 53 118 4096; do answer "precision $bits" \
    "SET indp.float_precision = $bits; SELECT dp_count(x, 0.001) IS NOT NULL FROM t" t; done
for bits in -2 1 52 4097 "'x'"; do
    sql "DO 'BEGIN PERFORM indp_version(); END'; SET indp.float_precision = $bits;"
    case $err in *'ERROR:  22023: '*indp.float_precision*) pass ;; *) fail "precision $bits" "$out $err" ;; esac
done
sql "DO 'BEGIN PERFORM indp_version(); END'; SET indp.float_precision = 52;"
case $err in *'must be 0 (real arithmetic), -1 (automatic), or from 53 to 4096'*) pass ;; *) fail 'the message states the rule' "$err" ;; esac

# A count has lambda = 5/0.3 = 16.7 and Lambda = 32, the next power of two. A sum has
# lambda = 50/0.3 = 167 and Lambda = 256. In real arithmetic the grid step is Lambda / 1024 for sums
# and 1 for counts, so 40 answers are all multiples of Lambda with probability below 32^-40.
multiples="SELECT count(*), bool_and(c % 32 = 0), bool_and(mod(s::numeric, 256) = 0) FROM"
groups="(SELECT dp_count(x, 0.3, 5) AS c, dp_sum(x, 0, 10, 0.3, 5) AS s FROM big WHERE i <= 40000 GROUP BY i % 40) q"
for set in 'SET max_parallel_workers_per_gather = 0' "$free"; do
    for bits in 53 118 -1; do
        answer "multiples of Lambda, $bits bits, $set" "$set; SET indp.float_precision = $bits; $multiples $groups" '40|t|t'
    done
    answer "no multiples of Lambda in real arithmetic, $set" "$set; $multiples $groups" '40|f|f'
done
# The first test computes whole groups in each partition, so that final functions may run in
# workers. The second combines partial aggregates into one answer.
answer 'multiples of Lambda, partitionwise' \
    "$free; SET enable_partitionwise_aggregate = on; SET indp.float_precision = 53; $multiples
    (SELECT dp_count(x, 0.3, 5) AS c, dp_sum(x, 0, 10, 0.3, 5) AS s FROM parts GROUP BY g) q" '3|t|t'
answer 'multiples of Lambda, partial aggregates' \
    "$free; SET indp.float_precision = 53; $multiples (SELECT dp_count(x, 0.3, 5) AS c, dp_sum(x, 0, 10, 0.3, 5) AS s
        FROM big) q" \
    '1|t|t'
answer 'multiples of Lambda, no rows' \
    "SET indp.float_precision = 53; $multiples (SELECT (SELECT dp_count(x, 0.3, 5) FROM none WHERE i > 0) AS c,
    (SELECT dp_sum(x, 0, 10, 0.3, 5) FROM none WHERE i > 0) AS s FROM k WHERE i <= 40) q" '40|t|t'
answer 'multiples of Lambda, stored states' \
    "SET indp.float_precision = 53; $multiples (SELECT dp_release(c, 0.3)::bigint AS c, dp_release(s, 0.3) AS s
    FROM (SELECT dp_count_state(x, 5) AS c, dp_sum_state(x, 0, 10, 5) AS s FROM big WHERE i <= 40000 GROUP BY i % 40) q) r" \
    '40|t|t'
holds 'a large epsilon gives nearly the exact sum' \
    "SET indp.float_precision = 118; SELECT abs(dp_sum(x, 0, 10, 1e6) - 10.5) <= 0.001 FROM t"
holds 'float arithmetic has a coarser grid and larger errors' \
    "SET indp.float_precision = 118; SELECT dp_count_error(0.25, 0.05) > 12 AND dp_count_error(0.25, 0.05) <= 4 * ln(20) + 4
    AND dp_sum_error(0, 1, 0.25, 0.05) > 4 * ln(20) + 0.5"
answer 'error bounds of real arithmetic' 'SELECT dp_count_error(0.25, 0.05), dp_sum_error(0, 1, 0.25, 0.05) < 4 * ln(20) + 0.01' \
    '12|t'
# A plan from before a change of the setting must not keep the old error bound.
answer 'error bounds follow a changed setting' \
    "PREPARE e AS SELECT dp_count_error(0.25, 0.05); SET plan_cache_mode = force_generic_plan; EXECUTE e;
        SET indp.float_precision = 118; SELECT dp_count_error(0.25, 0.05) > 12; EXECUTE e" \
    \
    "$(pg test -c 'SELECT dp_count_error(0.25, 0.05)')
t
$(pg test -c 'SET indp.float_precision = 118' -c 'SELECT dp_count_error(0.25, 0.05)')"

# Float arithmetic requires that epsilon is not too small. This is checked when the first row
# arrives, or at the end if there are no rows, and only for kinds that use float arithmetic.
for call in dp_count'(x, ' dp_sum'(x, 0, 1, ' dp_avg'(x, 0, 1, ' dp_var'(x, 0, 1, ' dp_stddev'(x, 0, 1, '; do
    refused "epsilon too small for float arithmetic: $call" "SET indp.float_precision = 53; SELECT ${call}1e-17) $second" 22023 \
        "${call%%(*}: epsilon is too small for this float precision"
    refused "epsilon too small for float arithmetic, no rows: $call" \
        "SET indp.float_precision = 53; SELECT ${call}1e-17) FROM none" 22023 \
        "${call%%(*}: epsilon is too small for this float precision"
done
refused 'a count whose Lambda is below 1' 'SET indp.float_precision = 118; SELECT dp_count(x, 3) FROM t' 22023 \
    'dp_count: epsilon is too large for float arithmetic: use an epsilon of at most 2 * rows_per_person'
refused 'epsilon too small for float arithmetic, a stored state' \
    'SET indp.float_precision = 53; SELECT dp_release(dp_sum_state(x, 0, 1), 1e-17) FROM t' \
    22023 'dp_release: epsilon is too small for this float precision'
refused 'epsilon too small for float arithmetic, an error bound' \
    'SET indp.float_precision = 53; SELECT dp_sum_error(0, 1, 1e-17, 0.5)' 22023 \
    'dp_sum_error: epsilon is too small for this float precision'
answer 'float arithmetic does not apply to quantiles, modes, minima and maxima' \
    "SET indp.float_precision = 53; SELECT dp_median(x, 0, 1, 1e-17) IS NOT NULL, dp_quantile(g, 0.5, 0, 1, 1e-17) IS NOT NULL,
        dp_mode(g, '{1}', 1e-17),
    dp_release(dp_median_state(x, 0, 1), 1e-17) IS NOT NULL, dp_release_mode(dp_mode_state(g, '{1}'), 1e-17),
    dp_min(g, 0, 1, 1e-12) IS NOT NULL, dp_release(dp_max_state(x, 0, 1), 1e-12) IS NOT NULL FROM t" \
    't|t|1|t|1|t|t'
# Minimum and maximum accept epsilon 1e-12. In both arithmetics they refuse an epsilon below about
# 2^-43 times rows_per_person, because the noise of their threshold could reach 2^62.
for bits in 0 53; do
    refused "minimum: too small an epsilon at $bits bits" \
        "SET indp.float_precision = $bits; SELECT dp_min(g, 0, 1, 1e-17) FROM t" 22023 \
        'dp_min: epsilon is too small for this rows_per_person: use a larger epsilon'
    refused "maximum: too small an epsilon at $bits bits, a state" \
        "SET indp.float_precision = $bits; SELECT dp_release(dp_max_state(x, 0, 1), 1e-17) FROM t" 22023 \
        'dp_release: epsilon is too small for the parameters of the state: use a larger epsilon'
done
# dp_release_parts works only in real arithmetic, because float arithmetic computes an average,
# variance or standard deviation from other sums.
for bits in -1 53 118; do
    for f in dp_avg dp_var dp_stddev; do
        refused "no parts of $f at $bits bits" \
            "SET indp.float_precision = $bits; SELECT dp_release_parts(${f}_state(x, 0, 1), 0.5) FROM t" 22023 \
            'dp_release_parts: parts are released in real arithmetic only: set the float precision to 0'
    done
    refused "no parts of a sum at $bits bits" \
        "SET indp.float_precision = $bits; SELECT dp_release_parts(dp_sum_state(x, 0, 1), 0.5) FROM t" 22023 \
        'release this one with dp_release'
done

# A reader must not be able to set the float precision. An owner can set it for the whole database.
sql 'CREATE ROLE floater LOGIN; GRANT SELECT ON t TO floater; CREATE DATABASE floats; ALTER DATABASE floats SET indp.float_precision = 53'
user=floater
refused 'set by a reader' "DO 'BEGIN PERFORM indp_version(); END'; SET indp.float_precision = 53" 42501 \
    'permission denied to set parameter "indp.float_precision"'
db=floats
user=postgres
sql 'CREATE EXTENSION indp'
user=floater
answer 'a precision that the database sets' \
    'SELECT bool_and(mod(c, 32) = 0) FROM (SELECT dp_count(i, 0.3, 5) AS c FROM generate_series(1, 40) i GROUP BY i) q; SHOW indp.float_precision' \
    \
    "$(printf 't\n53')"
# A client's value that is set before the library is loaded is refused when the library loads. By
# then, a value from PGOPTIONS has displaced the value of the database, which is lost. The extension
# then sets indp.max_epsilon to 0, so that nothing can be released.
for value in 0 118; do
    sql "SET indp.float_precision = $value; SELECT dp_count(1, 0.1) % 16; SHOW indp.float_precision;"
    case "$out,$err" in "$(printf '0\n53'),"*'permission denied to set parameter "indp.float_precision"'*) pass ;; *) fail "SET $value" "<$out> $err" ;; esac
    printf 'SELECT dp_count(1, 0.1); RESET ALL; SELECT dp_count(1, 0.1);' | PGOPTIONS="-c indp.float_precision=$value" pg -U floater -v ON_ERROR_STOP=0 floats >"$work/out" 2>"$work/err"
    if [ ! -s "$work/out" ] && [ "$(grep -c 'epsilon is above indp.max_epsilon' "$work/err")" = 2 ]; then pass; else fail "PGOPTIONS $value" "$(cat "$work/out" "$work/err")"; fi
done
printf "SELECT dp_count(1, 1e18);
    SHOW indp.float_precision;" | PGOPTIONS='-c indp.float_precision=0' pg floats >"$work/out" 2>"$work/err"
if [ "$(cat "$work/out")" = "$(printf '1\n0')" ]; then pass; else fail 'a superuser may set the precision' "$(cat "$work/out" "$work/err")"; fi
db=test
user=postgres
