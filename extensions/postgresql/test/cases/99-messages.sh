# Tests that no message shows a value of the data, and that the messages of the extension are
# exactly those of a fixed list and of the shared cases, which check them.

# Each of these calls must fail over each group of the table `secret`.
for g in 1 2 3; do
    for call in 'dp_count(x, 0)' 'dp_count(x, 1, 0)' 'dp_count(x, x)' 'dp_count(1, 1, i)' 'dp_sum(x, x, 10, 1)' \
        'dp_sum(x, 0, x, 1)' 'dp_sum(i, 0, 10, x)' 'dp_sum(n, 0, 10, 1, i)' 'dp_sum(n, 0, 0, 1)' 'dp_sum(i, NULL, 0, 1)' \
        'dp_sum_state(n, 1, 1)' 'dp_sum(n, -1e308, 1e308, 1e-9)' 'dp_release(dp_sum_state(n, 0, 1), 0)' \
        'dp_release(dp_count_state(n), 1e-320)' \
        'dp_median(x, x, 10, 1)' 'dp_median(i, 0, 10, 1, i)' 'dp_quantile(n, n::float8, 0, 1, 1)' \
        'dp_quantile(x, 4711, 0, 1, 1)' 'dp_histogram(x, ARRAY[x], 1)' "dp_histogram(x, '{4712,4711}', 1)" "dp_histogram(x, '{4711}', 0)" \
        "dp_histogram(x, '{4711}', 1, 0)" "dp_histogram(x, '{4711}', 1e-308, 1000)" "dp_histogram_state(x, '{4711,4711}')" "dp_counts(x::text, '{4711,4711}', 1)" \
        "dp_counts(x::text, '{4711}', 0)" "dp_counts(x::text, ARRAY[x::text], 1)" "dp_release_counts(dp_sum_state(x, 0, 4711), 1)" "dp_release_counts(dp_histogram_state(x, '{4711}'), 0)" \
        "dp_release(dp_histogram_state(x, '{4711}'), 1)" "dp_release_parts(dp_histogram_state(x, '{4711}'), 1)" 'dp_quantiles(x, ARRAY[x], 0, 1, 1)' "dp_quantiles(x, '{4711}', 0, 1, 1)" \
        "dp_quantiles(x, '{0.5}', 0, 4711, 0)" "dp_release_quantiles(dp_median_state(x, 0, 1), ARRAY[x], 1)" 'dp_median(n, 0, 1, 1e300)' 'dp_mode(x::text, ARRAY[x::text], 1)' \
        "dp_mode(i, '{4711,4711}', 1)" "dp_mode(n::text, '{4711,NULL}', 1)" "dp_mode(i, '{4711}', x)" \
        "dp_mode(i, '{4711}', 1e-300)" "dp_release(dp_mode_state(i, '{4711}'), 1)" \
        'dp_release_mode(dp_median_state(x, 0, 1), 1)' \
        'dp_min(x, x, 10, 1)' 'dp_max(i, 0, 10, 1, i)' 'dp_max(n, 0, 4711, 1e300)' 'dp_release_parts(dp_max_state(x, 0, 1), 1)' \
        'dp_release_parts(dp_avg_state(n, 0, 4711), 0)' \
        'dp_bounds(x, 0)' 'dp_bounds(x, 1, i)' 'dp_bounds(x, 1, 1, x)' \
        'dp_bounds(n, 1e-308, 1000)' \
        "dp_bounds_among(n, ARRAY[x], 1)" "dp_bounds_among(n, '{4712,4711}', 1)" \
        "dp_bounds_among(n, '{4711}', 1, 1, 4711)" \
        'dp_release_bounds(dp_sum_state(n, 0, 4711), 1)' \
        'dp_release_bounds(dp_bounds_state(n), 0)' \
        'dp_avg(i, 0, 1, 0)' 'dp_var(n, 5, 4711, 1e-320)' 'dp_stddev(x, x, 1, 1)'; do
        sql "SELECT $call FROM secret WHERE g = $g;"
        if [ "$code" != 0 ] && [ -z "$out" ]; then pass; else fail "message of $call, group $g" "no error: $out"; fi
    done
done
if [ "$(grep -c 'ERROR:  22' "$errors")" -lt 40 ]; then fail 'audit' 'hardly any message was collected'; fi
# The server's log must not show data either. Its STATEMENT lines are left out, since they repeat
# the caller's own text.
grep -v STATEMENT "$cluster/log" | grep 'ERROR\|DETAIL\|CONTEXT\|WARNING\|HINT' >"$work/log"
shown=$(cat "$errors" "$work/log" | grep -n -i '123456789\.\|4711\|987654321\|1e+999\|\<infinity\>\|feedface')
if [ -z "$shown" ]; then pass; else fail 'a message shows data' "$shown"; fi

cat >"$work/known" <<'EOF'
dp_avg_epsilon_for_error: no epsilon gives an error this small: ask for a larger error
indp: .. is refused: it describes the session, which is not the reader's
indp: .. is refused: a function must not set the role
indp: .. is refused: it must not set the role
indp: .. is refused: readers may call it with their own rights only
indp: .. is refused: readers may not define a CHECK or DEFAULT of a domain, nor change one but by DROP
indp: .. is refused: a reader has defined it, and it would run with the rights of others
indp: .. is refused: readers may define plain ones only
indp: .. is refused: readers may define those of at most 262144 bytes, as the catalog stores them
indp: .. is refused: settings of roles have at most 1000 bytes
indp: .. is refused: readers define only tables of columns with keys and constant defaults, views, and indexes on columns, unless they are members of indp_author
indp: .. is refused: readers run no code of readers, unless they are members of indp_author
indp: .. is refused: readers name each table in GRANT and REVOKE
indp: .. is refused: readers partition by columns only
indp: .. is refused: the current role has rights on a sequence that is private or has no label
indp: .. is refused: readers may define triggers of their own tables only
indp: .. is refused: readers' functions do not run for others
indp: .. is refused: readers may not use SERIALIZABLE, which can fail because of private rows; use REPEATABLE READ
indp: .. is refused: readers may not use a standby, which can end their transactions because of private rows
indp: there is no relation with the number 0
dp_count: epsilon is too large for float arithmetic: use an epsilon of at most 2 * rows_per_person, or set the float precision to 0 (real arithmetic)
dp_avg: epsilon is too small for this float precision: set the precision to -1 (automatic) or 0 (real arithmetic)
dp_count: epsilon is too small for this float precision: set the precision to -1 (automatic) or 0 (real arithmetic)
dp_release: epsilon is too small for this float precision: set the precision to -1 (automatic) or 0 (real arithmetic)
dp_stddev: epsilon is too small for this float precision: set the precision to -1 (automatic) or 0 (real arithmetic)
dp_sum: epsilon is too small for this float precision: set the precision to -1 (automatic) or 0 (real arithmetic)
dp_sum_error: epsilon is too small for this float precision: set the precision to -1 (automatic) or 0 (real arithmetic)
dp_var: epsilon is too small for this float precision: set the precision to -1 (automatic) or 0 (real arithmetic)
dp_avg: arguments are missing
dp_avg: epsilon is missing
dp_avg: hi must be a constant or a bound parameter
dp_count: arguments are missing
dp_count: epsilon is above indp.max_epsilon
dp_count: epsilon is missing
dp_count: epsilon must be a constant or a bound parameter
dp_count: rows_per_person must be a constant or a bound parameter
dp_max: arguments are missing
dp_max: epsilon is missing
dp_max: lo must be a constant or a bound parameter
dp_max: rows_per_person must be a constant or a bound parameter
dp_max: x must be NULL on rows that an outer join pads with NULLs
dp_median: arguments are missing
dp_median: candidates must be a constant or a bound parameter
dp_median: epsilon is missing
dp_median: hi must be a constant or a bound parameter
dp_median: lo must be a constant or a bound parameter
dp_median: integers need two whole numbers from lo to hi: widen the interval, or pass the number of candidates
dp_median: rows_per_person must be a constant or a bound parameter
dp_merge: too many rows: a state holds fewer than 2^64 rows
dp_min: arguments are missing
dp_min: epsilon is missing
dp_min: hi must be the same on every row
dp_min: lo must be a constant or a bound parameter
dp_mode: DISTINCT needs a deterministic collation
dp_mode: arguments are missing
dp_mode: candidates must be a constant or a bound parameter
dp_mode: candidates must be the same on every row
dp_mode: epsilon is above indp.max_epsilon
dp_mode: epsilon must be a constant or a bound parameter
dp_mode: x must be NULL on rows that an outer join pads with NULLs
dp_mode_state: DISTINCT needs a deterministic collation
dp_quantile: arguments are missing
dp_quantile: epsilon is missing
dp_quantile: q must be a constant or a bound parameter
dp_quantile: q must be the same on every row
dp_bounds: centre must be a constant or a bound parameter
dp_bounds: epsilon is missing
dp_bounds: rows_per_person must be a constant or a bound parameter
dp_bounds_among: edges must be a constant or a bound parameter
dp_bounds_state: centre must be a constant or a bound parameter
dp_bounds_state: centre must be the same on every row
dp_counts: arguments are missing
dp_counts: candidates must be a constant or a bound parameter
dp_counts: candidates must be the same on every row
dp_histogram: edges must be a constant or a bound parameter
dp_histogram: edges must be the same on every row
dp_histogram: epsilon is missing
dp_histogram_state: edges must be a constant or a bound parameter
dp_quantiles: arguments are missing
dp_quantiles: q must be a constant or a bound parameter
dp_quantile_state: q must be a constant or a bound parameter
dp_release: epsilon is above indp.max_epsilon
dp_release: the state is a merge of no states, so it has no parameters and cannot be released
dp_release_mode: epsilon is above indp.max_epsilon
dp_release_mode: the state is a merge of no states, so it has no parameters and cannot be released
dp_release_parts: epsilon is above indp.max_epsilon
dp_release_parts: only states of averages, variances and standard deviations have parts: release this one with dp_release_mode
dp_release_parts: parts are released in real arithmetic only: set the float precision to 0
dp_release_parts: the state is a merge of no states, so it has no parameters and cannot be released
dp_state: the bytes are not a state of this version
dp_stddev: arguments are missing
dp_stddev: epsilon is missing
dp_stddev: hi must be a constant or a bound parameter
dp_stddev: lo must be a constant or a bound parameter
dp_sum: arguments are missing
dp_sum: epsilon is missing
dp_sum: epsilon must be a constant or a bound parameter
dp_sum: epsilon must be the same on every row
dp_sum: hi must be a constant or a bound parameter
dp_sum: hi must be the same on every row
dp_sum: lo must be a constant or a bound parameter
dp_sum: lo must be the same on every row
dp_sum: no row reached this call, and its parameters cannot be read from the query plan
dp_sum: rows_per_person must be a constant or a bound parameter
dp_sum: x must be NULL on rows that an outer join pads with NULLs
dp_sum_state: hi must be a constant or a bound parameter
dp_transition: the bytes are not a state of this version
dp_var: arguments are missing
dp_var: epsilon is missing
dp_var: hi must be a constant or a bound parameter
indp: this query of a protected view was planned without protection, so it is refused
indp: you have no budget for this table
indp: only the owner of the source may check it
indp: only the owner of the source may do this
indp: only the owner of the table may do this
indp: only states of the same kind with the same parameters can be merged
indp: you have several budgets for this table; name the one that pays
indp: the budget, your share of it or the total of the table does not suffice
indp: the setting indp.budget does not name the role of one of your budgets for this table
indp: the ledger was restored, copied or promoted; it may lack charges
indp: the query over a protected table is refused: COLLATE must be followed by "C" or "POSIX"
indp: the query over a protected table is refused: DISTINCT is allowed only in dp_count over the person column
indp: the query over a protected table is refused: EXPLAIN ANALYZE and extensions that measure each node, such as auto_explain with log_analyze, are not allowed
indp: the query over a protected table is refused: GROUP BY may name only columns that have a list of keys in the policy
indp: the query over a protected table is refused: GROUPING SETS, ROLLUP and CUBE are not allowed
indp: the query over a protected table is refused: ORDER BY inside an aggregate is not allowed
indp: the query over a protected table is refused: WHERE, FILTER and the arguments of an aggregate must not call a volatile function
indp: .. is refused: readers may not use this option
indp: .. is refused: readers may not set it when they connect
indp: the query over a protected table is refused: connect without the setting ignore_system_indexes
indp: the query over a protected table is refused: connect without the setting post_auth_delay
indp: .. is refused: it is not one of the catalogs that readers may read
indp: .. is refused: it keeps locks when the session has ended
indp: .. is refused: it tells what others have locked
indp: .. is refused: only STDIN and STDOUT are admitted
indp: .. is refused: private rows can be read or inferred from it
indp: .. is refused: it needs a label by its owner: SECURITY LABEL FOR indp ON .. IS 'public'
indp: only tables, views and sequences have labels
indp: the label is 'public' or NULL, not 'open'
indp: visit cannot be labelled: private rows can be read or inferred from it
indp: .. is refused: it reads xmin, xmax, cmin or cmax of a record, which count the transactions of others
indp: .. is refused: a statement that reads a view must not contain it; write it as a parameter
indp: .. is refused: large objects are rows of others
indp: .. is refused: members of indp_reader may set it to notice, warning or error, since other messages count transactions
indp: .. is refused: readers may change only their own role
indp: .. is refused: some of its columns count rows or transactions; SELECT shows the others
indp: .. is refused: readers may not call it
indp: .. is refused: readers may not execute it
indp: .. is refused: readers may define aggregates and collations only
indp: .. is refused: xmin, xmax, cmin and cmax count the transactions of others
indp: the query over a protected table is refused: a list of IN, ANY or ALL beside a char(n) needs n of at most 256; cast the column to text
indp: the query over a protected table is refused: the list of IN, ANY or ALL has more than 1000 elements
indp: row_order cannot read values of the type cstring
indp: row_order cannot read values of the type unknown
indp: source and view must not be temporary
indp: the query over a protected table is refused: a constant or parameter is longer than 1024 bytes
indp: the query over a protected table is refused: a list in an argument of an aggregate is longer than a megabyte
indp: the query over a protected table is refused: a numeric constant or parameter has more than 100 digits before or after the point
indp: the query over a protected table is refused: an epsilon is smaller than min_epsilon of the policy
indp: the query over a protected table is refused: an expression over private columns is nested more than 50 levels deep
indp: the query over a protected table is refused: it has more than 200 operations over private columns, where a function that reads a whole text counts as 10; ask in several queries, or let the owner protect a view that computes the value
indp: the query over a protected table is refused: the list of IN, ANY or ALL is longer than 8192 bytes
indp: the query over a protected table is refused: the owner of the protected view is no longer a member of the role indp_owner
indp: the query over a protected table is refused: the pattern of LIKE must be a constant of at most 100 bytes and must not end in an unpaired backslash; ESCAPE is not allowed
indp: the query over a protected table is refused: the policy lists a key of more than 8192 bytes
indp: the query over a protected table is refused: a parameter of an aggregate must not read a column
indp: the query over a protected table is refused: an IN, ANY or ALL list must be a constant, a parameter or an ARRAY of expressions; it must not be an array column or be computed from columns
indp: the query over a protected table is refused: an aggregate needs candidates: the policy has none for its argument, so write them
indp: the query over a protected table is refused: a subquery must not contain an aggregate that belongs to the outer query
indp: the query over a protected table is refused: an aggregate needs bounds: the policy has none for its argument, so write lo and hi
indp: the query over a protected table is refused: an epsilon is larger than max_epsilon of the policy
indp: the query over a protected table is refused: GREATEST and LEAST must not compare enums, or texts under a collation other than C; for texts, add COLLATE "C"
indp: the query over a protected table is refused: a column of GROUP BY has a type or a collation that is not allowed; the owner can protect a view that casts the column or changes its collation
indp: the query over a protected table is refused: an ARRAY that contains a column must have one dimension
indp: the query over a protected table is refused: the person column has a type or a collation that is not allowed; the owner can protect a view that casts the column or changes its collation
indp: the query over a protected table is refused: the policy is damaged; the owner of the source must call indp.protect again
indp: the query over a protected table is refused: the protected view has no person column; the owner of the source must call indp.unprotect, then indp.protect
indp: the query over a protected table is refused: the source of the protected view is itself a view, and it contains an IN, ANY or ALL list that is neither constant nor an ARRAY of expressions over columns
indp: the query over a protected table is refused: an expression has a type that is not allowed; the owner can protect a view that casts the column
indp: the query over a protected table is refused: the query calls an operator that is not PostgreSQL's own
indp: the query over a protected table is refused: the query calls a function that is not allowed over private columns
indp: the query over a protected table is refused: the query contains a construct that is not allowed over private columns; only these are allowed: columns, constants, functions, operators, casts (but not between text and other types), COLLATE "C", AND, OR, NOT, IN and ANY lists, CASE, COALESCE, NULLIF, GREATEST, LEAST and tests such as IS NULL
indp: the query over a protected table is refused: the query does not read the view that indp.protect made
indp: the query over a protected table is refused: the protected view must be the only table in FROM; to join, put the aggregates in a subquery and join that
indp: the query over a protected table is refused: the query must not read a column of an outer query
indp: the query over a protected table is refused: it must not run inside a parallel query
indp: the query over a protected table is refused: the SELECT that names the view in FROM must itself call a dp_ aggregate, such as dp_count(*); it may read columns of the view only inside such aggregates, in WHERE and in GROUP BY
indp: the query over a protected table is refused: aggregates over the view must not be called with OVER; put dp_ aggregates in a subquery, and use window functions over its answers
indp: the query over a protected table is refused: the policy lists a key twice; the owner of the source must call indp.protect with each key once
indp: the query over a protected table is refused: only PostgreSQL's own functions and operators that cannot fail may see private values; apply others to the results
indp: the query over a protected table is refused: only SELECT and INSERT .. SELECT may read the view
indp: the query over a protected table is refused: write rows to the source, not through the view
indp: the query over a protected table is refused: only the dp_ aggregates that give a private answer, such as dp_count, are allowed over private columns; not those that make or merge states
indp: the query over a protected table is refused: private texts need a deterministic collation that came with the server and whose recorded version is the current one; otherwise add COLLATE "C"
indp: the query over a protected table is refused: rows_per_person comes from the policy: omit it, or give the same value as the policy
indp: the query over a protected table is refused: the current role must hold SELECT on the protected view itself
indp: the query over a protected table is refused: row level security is enabled on a table of the source; its owner must disable it
indp: the query over a protected table is refused: the isolation level SERIALIZABLE is not allowed
indp: the query over a protected table is refused: the answer has more than ten million values; ask for fewer keys or fewer aggregates
indp: the query over a protected table is refused: the keys have more than a million combinations; name fewer columns in GROUP BY
indp: the query over a protected table is refused: the policy has changed: run the query again
indp: the query over a protected table is refused: the source of the protected view reads something that is neither an ordinary nor a partitioned table
indp: the query over a protected table is refused: the source of the protected view is itself a view, and it contains TABLESAMPLE
indp: the query over a protected table is refused: the source of the protected view is itself a view, and it contains an outer join
indp: the query over a protected table is refused: the source of the protected view is itself a view, which may contain only SELECT, FROM, inner joins and WHERE, without FOR UPDATE or FOR SHARE
indp: the query over a protected table is refused: the source of the protected view is itself a view, and it reads something that is not a table
indp: the query over a protected table is refused: whole rows and system columns are not allowed
indp: the query over a protected table is refused: the function public.fewest() is not in C and must not be called while private rows are read; the owner of the source must not use it in an index, statistics or a partition key
indp: the query over a protected table is refused: the function public.norm(text) is not in C and must not be called while private rows are read; the owner of the source must not use it in an index, statistics or a partition key
indp: the query over a protected table is refused: the function public.part(integer) is not in C and must not be called while private rows are read; the owner of the source must not use it in an index, statistics or a partition key
indp: the source is not protected; call indp.protect first
indp: this function cannot be part of an aggregate
indp: this function works only inside its aggregate
indp: this transaction has changed the policy, the budgets or the ledger
indp: this transition state belongs to another aggregate or was already released
EOF
sed -n 's/^ERROR:  [0-9A-Z]*: \(\(dp_[a-z_]*\|indp\): .*\)/\1/p' "$errors" |
    sed '/^indp: the query over a protected/!s/^indp: .* is refused: /indp: .. is refused: /' | LC_ALL=C sort -u >"$work/seen" # those of the fence name objects
# These messages need an older server, or one with ICU.
[ "$major" -ge 17 ] || echo 'indp: the query over a protected table is refused: old_snapshot_threshold must be -1; the administrator of the server must reset it' >>"$work/known"
sql "CREATE COLLATION of_icu (provider = icu, locale = 'und')" # a server without ICU may still list collations of it
[ "$code" = 0 ] || { grep -v 'DISTINCT needs a deterministic collation' "$work/known" >"$work/icu" && mv "$work/icu" "$work/known"; }
. surface/cases/shared.sh
shared_messages postgresql >"$work/shared"
LC_ALL=C sort -u "$work/known" >"$work/own"
LC_ALL=C sort -u "$work/own" "$work/shared" >"$work/sorted"
unlisted=$(LC_ALL=C comm -13 "$work/sorted" "$work/seen")
if [ -z "$unlisted" ]; then pass; else fail 'a message that is not in the list' "$unlisted"; fi
# Only the whole suite provokes all messages; the shared cases check their own.
missing=$(LC_ALL=C comm -23 "$work/own" "$work/seen")
if [ -n "$*" ] || [ -z "$missing" ]; then pass; else fail 'a message that nothing provoked' "$missing"; fi
