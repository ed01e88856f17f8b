# Tests what a user without rights can do to the server: wrong types, wrong numbers of arguments,
# huge texts, forged states. The server must survive, and no message may show data.

before=$(mariadb_sql -N -e "SHOW STATUS LIKE 'Uptime'" | cut -f 2)
functions=$(sed -n 's/^CREATE OR REPLACE .*FUNCTION \([a-z_]*\) .*/\1/p' extensions/mariadb/sql/install.sql)
# Random calls: each function with 0 to 7 random arguments, 40 times, from awk's fixed seed.
# shellcheck disable=SC2086
printf '%s\n' $functions | awk '
    BEGIN {
        srand(4711)
        n = split("NULL|1|0|-1|0.5|1e308|-1e-308|\047\047|\047[0.5]\047|\047[1,\"x\"]\047|x\047696e647001\047|repeat(\047[\047, 100000)|repeat(\0471,\047, 1000000)|x|s|(SELECT 1)|18446744073709551615|-9223372036854775808|1.0000000000000000000000000000000000001|now()|rand()|@v|space(3000000)|true|json_array(1, 2)|concat(\047[\047, repeat(\0470.5,\047, 998), \0470.5]\047)|dp_sum_state(1, 0, 1)|dp_release_parts(x\047\047, 1)", a, "|")
    }
    {
        for (i = 0; i < 40; i++) {
            line = "SELECT length(" $1 "("
            m = int(rand() * 8)
            for (j = 0; j < m; j++) line = line (j ? ", " : "") a[1 + int(rand() * n)]
            print line ")) FROM (SELECT 1.5e0 x, x\04700ff\047 s UNION ALL SELECT NULL, repeat(\047z\047, 100)) q;"
        }
    }' >"$work/hostile.sql"
mariadb --no-defaults --user=stranger --socket="$mariadb_home/socket" --force --batch --skip-column-names <"$work/hostile.sql" >"$work/out" 2>"$work/err"
if [ "$(wc -l <"$work/hostile.sql")" -gt 1500 ] && [ "$(grep -c 'ERROR' "$work/err")" -gt 500 ] && [ "$(wc -l <"$work/out")" -gt 100 ]; then pass; else
    fail 'random calls' "$(wc -l <"$work/hostile.sql") $(grep -c ERROR "$work/err") $(wc -l <"$work/out")"
fi
unexpected=$(grep -a ERROR "$work/err" | grep -av "ERROR 1123 \|ERROR 1111 \|ERROR 1064 \|ERROR 1241 " | cut -c 1-300 | head -n 3)
if [ -z "$unexpected" ]; then pass; else fail 'random calls: another error' "$unexpected"; fi
after=$(mariadb_sql -N -e "SHOW STATUS LIKE 'Uptime'" | cut -f 2)
if [ "${after:-0}" -ge "${before:-1}" ] && ! grep -q 'got signal' "$mariadb_home/log"; then pass; else fail 'random calls' 'the server crashed'; fi

# Large inputs: a stack of 128 KiB must suffice for them. After that, repeated queries: they must
# free their memory.
answer 'a mode of 100,000 candidates' "SET group_concat_max_len = 9999999; SELECT dp_mode(7, concat('[', (SELECT group_concat(seq) FROM seq_1_to_100000), ']'), 1e6) IS NOT NULL" 1
answer 'a histogram of 100,000 edges' "SET group_concat_max_len = 9999999; SELECT json_length(dp_histogram(7, concat('[', (SELECT group_concat(seq) FROM seq_1_to_100000), ']'), 1)), json_length(dp_counts(7, concat('[', (SELECT group_concat(seq) FROM seq_1_to_100000), ']'), 1))" '100002|100000'
answer 'counts longer than a BLOB are stored' "SET group_concat_max_len = 9999999; CREATE OR REPLACE TABLE long_counts AS SELECT dp_histogram(7, concat('[', (SELECT group_concat(seq) FROM seq_1_to_100000), ']'), 1e-18) h; SELECT length(h) > 1000000, json_length(h) FROM long_counts" '1|100002'
answer '1,000 quantiles' "SELECT json_length(dp_quantiles(x, concat('[', repeat('0.5,', 999), '0.5]'), 0, 1, 1)) FROM t" 1000
refused '1,001 quantiles' "SELECT dp_quantiles(x, concat('[', repeat('0.5,', 1000), '0.5]'), 0, 1, 1) FROM t" 'q must be a JSON array'
answer 'candidates up to the limit' "SELECT dp_median(x, 0, 1, 1, 1, 16777217) BETWEEN 0 AND 1, dp_max(x, 0, 1, 1, 1, 16777217) BETWEEN 0 AND 1 FROM t" '1|1'
answer '128 KiB of stack' "SELECT @@thread_stack; SELECT dp_sum(x, 0, 1, 1e-300) IS NULL, dp_avg(x, -1e-300, 1e300, 1e-3) IS NULL, dp_var(x, 0, 1e150, 1) IS NULL FROM t" '131072
0|0|0'
answer 'a row too many is no error' 'SELECT count(*) FROM (SELECT dp_quantile_state(x, 0.5, 0, 1, 1, 100001) s FROM (SELECT seq % 100 g, rand(seq) x FROM seq_1_to_300000) q GROUP BY g) z' 100
memory() { awk '/VmRSS/ { print $2 }' "/proc/$(cat "$mariadb_home/pid")/status"; }
repeat() { # NUMBER
    yes "SELECT dp_mode(x, '[1,2,3]', 1), dp_quantiles(x, '[0.5]', 0, 10, 1), dp_merge(s, 1), dp_count(s, 1), dp_histogram(x, '[1,2,3]', 1), dp_counts(x, '[1,2,3]', 1), dp_release_counts(dp_histogram_state(x, '[1]'), 1) FROM (SELECT g, x, dp_sum_state(x, 0, 1) s FROM t GROUP BY g, x WITH ROLLUP) q;" | head -n "$1" | mariadb_sql test >/dev/null 2>&1
}
repeat 1000
first=$(memory)
repeat 4000
if [ $(($(memory) - first)) -lt 8000 ]; then pass; else fail 'memory' "grew from $first to $(memory) KiB"; fi

# The server ends a call early if a row fails or the query is killed. It must survive both.
refused 'another expression fails' "SELECT dp_sum(x, 0, 10, 1), (SELECT seq FROM seq_1_to_2) FROM t" 'Subquery returns more than 1 row'
sql "SELECT 1"
(sleep 0.5; for id in $(mariadb_sql -N -e "SELECT id FROM information_schema.processlist WHERE info LIKE 'SELECT dp_count(a%'"); do mariadb_sql -e "KILL QUERY $id"; done) &
refused 'a query that is killed releases nothing' 'SELECT dp_count(a.seq, 1) FROM seq_1_to_1000000 a, seq_1_to_1000000 b' 'interrupted'
wait $!
answer 'the server lives' "SELECT dp_count(x, $E) FROM t" 4

# No message or warning may show data, whatever values the arguments have.
for column in x n d s; do
    for call in "dp_count($column, 0)" "dp_count(1, $column)" "dp_sum($column, $column, 10, 1)" "dp_sum($column, 0, 10, $column)" "dp_sum($column, 0, 0, 1)" \
        "dp_avg($column, 0, $column, 1)" "dp_quantile($column, $column, 0, 1, 1)" "dp_quantiles($column, $column, 0, 1, 1)" "dp_mode($column, $column, 1)" \
        "dp_histogram($column, $column, 1)" "dp_counts($column, $column, 1)" "dp_histogram($column, '[0]', 1) IS NULL" "dp_counts($column, '[4711]', $column)" "dp_release_counts(concat($column), 1)" \
        "dp_merge($column, 1)" "dp_merge(concat($column), 1)" "dp_release(concat($column), 1)" "dp_release_parts(concat($column), 1)" "dp_sum_error(0, $column, 1, 0.5)" \
        "dp_sum($column, -1e300, 1e300, 1)" "dp_mode($column, '[4711, \"secret-4711\"]', 1e-9) = 'x'" "dp_median($column, 0, 10, 1)" "dp_sum_state($column, 0, 10) IS NULL"; do
        sql "SELECT $call FROM secret;"
        case $err in '' | *'ERROR 1123 '*) pass ;; *) fail "message of $call" "$err" ;; esac
    done
done
sed '/^SELECT /d' "$errors" >"$work/messages"
if [ "$(wc -l <"$work/messages")" -lt 100 ]; then fail 'audit' 'hardly any message was collected'; fi
shown=$(grep -n -i '123456789\.125\|secret-4711\|4711\.\|987654321' "$work/messages")
if [ -z "$shown" ]; then pass; else fail 'a message shows data' "$shown"; fi
