# No message shows a value of the data, and the messages of the extension are a fixed list.

# Every kind of failure, over every kind of secret value.
for g in 1 2 3 4 5; do
    for call in 'dp_count(x, 0)' 'dp_count(x, 1, 0)' 'dp_count(x, x)' 'dp_count(1, 1, x)' 'dp_sum(x, x, 10, 1)' \
        'dp_sum(x, 0, x, 1)' 'dp_sum(x, 0, 10, x)' 'dp_sum(x, 0, 10, 1, x)' 'dp_sum(x, 0, 0, 1)' \
        'dp_sum(x, x, x, x, x)' 'dp_sum(x, -1e308, 1e308, 1e-9)' 'dp_sum(x, 0, 10, 1) FILTER (WHERE false)'; do
        sql "SELECT $call FROM secret WHERE g = $g;"
        if [ "$code" != 0 ] && [ -z "$out" ]; then pass; else fail "message of $call, group $g" "no error: $out"; fi
    done
done

if [ "$(wc -l <"$errors")" -lt 200 ]; then fail 'audit' 'hardly any message was collected'; fi
shown=$(grep -n -i '123456789\|4711\|feedface\|987654321\|1e+999\|\<inf\>' "$errors")
if [ -z "$shown" ]; then pass; else fail 'a message shows data' "$shown"; fi

cat >"$work/known" <<'END'
dp_count: epsilon must be a finite number above 0
dp_count: epsilon must be the same on every row
dp_count: rows_per_person is too large for this epsilon
dp_count: rows_per_person must be a whole number of at least 1
dp_count: rows_per_person must be the same on every row
dp_sum: epsilon must be a finite number above 0
dp_sum: epsilon must be the same on every row
dp_sum: hi must be a finite number
dp_sum: hi must be the same on every row
dp_sum: lo must be a finite number
dp_sum: lo must be below hi
dp_sum: lo must be the same on every row
dp_sum: lo, hi and rows_per_person are too large for this epsilon
dp_sum: rows_per_person must be a whole number of at least 1
dp_sum: rows_per_person must be the same on every row
no row reached dp_count: anchor the query
no row reached dp_sum: anchor the query
END
# Shells add "Runtime error near line 2: " in front and, some, " (1)" behind.
sed -n -e 's/.*no row reached/no row reached/p; t' -e 's/.*\(dp_[a-z]*: \)/\1/p' "$errors" | sed 's/ ([0-9]*)$//' | sort -u >"$work/seen"
if cmp -s "$work/known" "$work/seen"; then pass; else
    fail 'the list of messages' "$(diff "$work/known" "$work/seen")"
fi
