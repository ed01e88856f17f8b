# Tests that no message shows a value of the data, and that every message is in a fixed list.

# Provokes every kind of failure with every kind of secret value.
for g in 1 2 3 4 5; do
    for call in 'dp_count(x, 0)' 'dp_count(x, 1, 0)' 'dp_count(x, x)' 'dp_count(1, 1, x)' 'dp_sum(x, x, 10, 1)' \
        'dp_sum(x, 0, x, 1)' 'dp_sum(x, 0, 10, x)' 'dp_sum(x, 0, 10, 1, x)' 'dp_sum(x, 0, 0, 1)' \
        'dp_sum(x, x, x, x, x)' 'dp_sum(x, -1e308, 1e308, 1e-9)' 'dp_sum(x, 0, 10, 1) FILTER (WHERE false)' \
        'dp_avg(x, x, 10, 1)' 'dp_var(x, 0, 10, 0)' 'dp_stddev(x, 10, 0, 1)' 'dp_median(x, 0, x, x)' 'dp_min(x, x, 10, 1)' \
        'dp_max(x, 0, 10, x)' 'dp_max_state(x, 0, x)' 'dp_quantile(x, x, 0, 1, 1)' \
        'dp_quantile(x, 0.123456789, 0, 1, 1)' 'dp_quantiles(x, x, 0, 1, 1)' 'dp_quantiles(x, json_array(x), 0, 1, 1)' \
        "dp_quantiles(x, '[0.5]', 0, 1, x)" 'dp_release_quantiles(dp_max_state(x, 0, 5), json_array(x), 1)' \
        "dp_release_quantiles(x, '[0.5]', 1)" 'dp_mode(x, x, 1)' 'dp_mode(x, json_array(x), 1, 0)' 'dp_sum_state(x, 0, x)' \
        'dp_mode_state(x, x)' 'dp_histogram(x, x, 1)' 'dp_histogram(x, json_array(x, x), 1)' "dp_histogram(x, '[1]', x)" \
        "dp_histogram_state(x, '[1]', x)" 'dp_counts(x, x, 1)' 'dp_counts(x, json_array(x, x), 1, 0)' 'dp_release_counts(x, 1)' \
        "dp_release_counts(dp_histogram_state(x, '[1]'), -1)" 'dp_release_counts(dp_count_state(x), 1)' \
        'dp_bounds(x, 0)' 'dp_bounds(x, x)' 'dp_bounds(x, 1, 1, x)' 'dp_bounds(x, 1, 0)' \
        'dp_bounds(x, 1e-308, 1000)' 'dp_bounds_among(x, x, 1)' \
        'dp_bounds_among(x, json_array(x, x), 1)' "dp_bounds_among(x, '[1]', x)" \
        'dp_release_bounds(x, 1)' \
        'dp_release_bounds(dp_count_state(x), 1)' 'dp_release_bounds(dp_bounds_state(x), -1)' \
        'dp_merge(x)' 'dp_merge(x, x)' 'dp_merge(CAST(x AS BLOB), 1)' 'dp_release(x, 1)' 'dp_release(CAST(x AS BLOB), 1)' \
        'dp_release(dp_count_state(x), -1)' \
        'dp_release_parts(x, 1)' 'dp_release_parts(CAST(x AS BLOB), 1)' 'dp_release_parts(dp_sum_state(x, 0, 5), 1)' \
        'dp_release_parts(dp_avg_state(x, 0, 5), 0)'; do
        sql "SELECT $call FROM secret WHERE g = $g;"
        if [ "$code" != 0 ] && [ -z "$out" ]; then pass; else fail "message of $call, group $g" "no error: $out"; fi
    done
done

if [ "$(wc -l <"$errors")" -lt 200 ]; then fail 'audit' 'hardly any message was collected'; fi
shown=$(grep -n -i '123456789\|4711\|feedface\|987654321\|1e+999\|\<inf\>' "$errors")
if [ -z "$shown" ]; then pass; else fail 'a message shows data' "$shown"; fi

. surface/cases/shared.sh
rules() { # FUNCTION PARAMETER...: prints what all of its own messages say about its parameters
    name=$1
    shift
    for parameter; do echo "$name: $parameter must be the same on every row"; done
    echo "$name: no row reached this call, so its parameters are unknown; write FROM (SELECT 1) LEFT JOIN the data (README: Anchor each query)"
}
{
    for f in $every; do
        case $f in
        dp_count) own= ;;
        dp_mode) own=candidates ;;
        dp_quantile) own='q lo hi candidates' ;;
        dp_median | dp_min | dp_max) own='lo hi candidates' ;;
        *) own='lo hi' ;;
        esac
        # shellcheck disable=SC2086
        { rules "$f" $own epsilon rows_per_person; rules "${f}_state" $own rows_per_person; }
    done
    echo 'dp_merge: state must be what a dp_..._state function or dp_merge returned'
    echo 'dp_merge: rows_per_person must be the same on every row'
    echo 'dp_merge: write dp_merge(state, rows_per_person), where rows_per_person is the most rows that one person has in all states together'
    rules dp_quantiles q lo hi epsilon rows_per_person candidates
    rules dp_histogram edges epsilon rows_per_person
    rules dp_histogram_state edges rows_per_person
    rules dp_bounds epsilon rows_per_person centre
    rules dp_bounds_state rows_per_person centre
    rules dp_bounds_among edges epsilon rows_per_person centre
    rules dp_bounds_among_state edges rows_per_person centre
    rules dp_counts candidates epsilon rows_per_person
    echo 'dp_cells: edges must be a JSON array of numbers, and counts the answer of dp_histogram for these edges'
    echo 'dp_cells: write dp_cells(edges, counts), where counts is the answer of dp_histogram for these edges'
    for f in dp_release dp_release_parts dp_release_quantiles dp_release_counts \
        dp_release_bounds; do
        echo "$f: call this function directly in a statement, by its name without quotes, not in a constraint or default of a table"
        echo "$f: state must be what a dp_..._state function or dp_merge returned"
    done
    echo 'dp_release_parts: parts are released in real arithmetic only: set the float precision to 0'
    for f in dp_count dp_avg dp_var dp_stddev; do
        echo "$f: epsilon is too large for float arithmetic: use an epsilon of at most 2 * rows_per_person, or set the float precision to 0 (real arithmetic)"
    done
    for f in dp_count dp_sum dp_avg dp_var dp_stddev dp_release dp_sum_error; do
        echo "$f: epsilon is too small for this float precision: set the precision to -1 (automatic) or 0 (real arithmetic)"
    done
    echo 'dp_sum: epsilon is too large for this float precision: use a smaller epsilon, or set the precision to 0 (real arithmetic)'
    echo 'dp_sum: lo and hi are too small or too large for float arithmetic: set the float precision to 0 (real arithmetic)'
    echo 'dp_merge: no state was passed to this call; add one that always exists, for example a state made from no rows'
    shared_messages sqlite
    cat "$here/messages.txt" # messages about the ledger, declarations and questions
} | sort -u >"$work/known"
# The shell prepends "Runtime error near line 2: ", and some versions append " (1)".
sed -n 's/.*[:] \(dp_[a-z_]*: \)/\1/p' "$errors" | sed 's/ ([0-9]*)$//; s/, in JSON$//' >"$work/told"
shared_messages sqlite | cat - "$work/told" | sort -u >"$work/seen" # they are checked elsewhere
# Extreme numbers among the secret values, and states with altered bytes, may also provoke messages
# of the library itself. The list does not contain those.
unknown=$(comm -13 "$work/known" "$work/seen" | grep -v -e ': epsilon is too large$' -e '^dp_release: rows_per_person is too large$')
if [ -z "$unknown" ]; then pass; else fail 'a message that is not in the list' "$unknown"; fi
# All cases together must provoke every known message, except messages of the _state functions,
# which come from the same code.
missing=$(comm -23 "$work/known" "$work/seen" | grep -v '_state: ')
if [ -n "${CASES:-}" ] || [ -z "$missing" ]; then pass; else fail 'a message that nothing provoked' "$missing"; fi
