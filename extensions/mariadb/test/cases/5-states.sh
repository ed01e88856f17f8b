# Tests states: their bytes, merging in any order, releases, and bytes that are not a state.

sql 'CREATE OR REPLACE TABLE vals(g INT, x DOUBLE, c VARCHAR(5)); INSERT INTO vals SELECT seq % 10, (seq * 7919 % 1000003) / 1024e0, concat("c", seq % 3) FROM seq_1_to_3000'
for f in 'dp_count_state(x)' 'dp_sum_state(x, 0, 500)' 'dp_avg_state(x, 0, 500)' 'dp_var_state(x, 0, 500)' 'dp_stddev_state(x, 0, 500)' \
    'dp_median_state(x, 0, 500)' 'dp_quantile_state(x, 0.9, 0, 500, 1, 301)' 'dp_min_state(x, 0, 500)' 'dp_max_state(x, 0, 500)' "dp_mode_state(c, '[\"c0\",\"c1\",\"c2\",5]')" \
    "dp_histogram_state(x, '[-1,0.5,100,500]')"; do
    holds "$f: merged in every order and split, the same bytes" "SELECT count(DISTINCT s) = 1 AND count(*) = 4 FROM (
        SELECT $f s FROM vals UNION ALL SELECT dp_merge(s, 1) FROM (SELECT $f s FROM vals GROUP BY g ORDER BY g) a
        UNION ALL SELECT dp_merge(s, 1) FROM (SELECT $f s FROM vals GROUP BY g ORDER BY g DESC LIMIT 100) b
        UNION ALL SELECT dp_merge(s, 1) FROM (SELECT dp_merge(s, 1) s FROM (SELECT g, $f s FROM vals GROUP BY g) c GROUP BY g % 3) d) z"
    holds "$f: an empty state changes nothing" "SELECT dp_merge(s, 1) = (SELECT $f FROM vals) FROM (SELECT $f s FROM vals UNION ALL SELECT $f FROM vals WHERE false) a"
    null "$f: another rows_per_person" "SELECT dp_merge(s, 2) FROM (SELECT $f s FROM vals) a"
    null "$f: merged with another kind" "SELECT dp_merge(s, 1) FROM (SELECT $f s FROM vals UNION ALL SELECT IF(g = 0, dp_sum_state(x, 0, 7), NULL) FROM vals GROUP BY g) a"
done
answer 'stored and read again' "CREATE OR REPLACE TABLE states AS SELECT g, dp_sum_state(x, 0, 500) s, dp_quantile_state(x, 0.5, 0, 500, 1, 501) q FROM vals GROUP BY g; SELECT round(dp_release(dp_merge(s, 1), $E) - (SELECT sum(least(x, 500)) FROM vals), 6), dp_release(dp_merge(q, 1), 1e6) = (SELECT dp_median(x, 0, 500, 1e6, 1, 501) FROM vals) FROM states" '0.000000|1'
answer 'a text column destroys no state' "SELECT count(dp_release(CAST(s AS CHAR CHARACTER SET binary), 1)) FROM states" 10
answer 'merging no state is NULL' 'SELECT dp_merge(s, 1) FROM states WHERE false' NULL
answer 'NULL is no state' 'SELECT dp_merge(IF(g = 1, s, NULL), 1) = (SELECT s FROM states WHERE g = 1) FROM states' 1
answer 'merging in groups' "SELECT h, count(dp_release(s, 1)) FROM (SELECT g % 2 h, dp_merge(s, 1) s FROM states GROUP BY h) q GROUP BY h" '0|1
1|1'
refused 'merge: one argument' 'SELECT dp_merge(s) FROM states' 'wrong number of arguments'
refused 'merge: DISTINCT' 'SELECT dp_merge(DISTINCT s, 1) FROM states' 'error in your SQL syntax'
refused 'merge: a number' 'SELECT dp_merge(g, 1) FROM states' 'state must be what a dp_..._state function or dp_merge returned'
refused 'merge: rows_per_person from a column' 'SELECT dp_merge(s, g) FROM states' 'rows_per_person must be a non-NULL constant'
refused 'release: epsilon from a column' 'SELECT dp_release(s, g) FROM states' 'epsilon must be a non-NULL constant'
refused 'release: a number' 'SELECT dp_release(g, 1) FROM states' 'state must be'

answer 'a ? without a value gives NULL' "EXECUTE IMMEDIATE 'SELECT dp_merge(s, ?), (SELECT dp_release(s, ?) FROM states WHERE g = 1) FROM states' USING NULL, NULL" 'NULL|NULL'
answer 'a state in place of a ?' "SET @s = (SELECT dp_sum_state(x, 0, 500) FROM vals); PREPARE p FROM 'SELECT dp_release(?, ?) = (SELECT dp_sum(x, 0, 500, $E) FROM vals), dp_merge(?, 1) = @s'; SET @e = $E; EXECUTE p USING @s, @e, @s" '1|1'
answer 'a number in place of a ?' "PREPARE p FROM 'SELECT dp_release(?, 1), dp_merge(?, 1)'; EXECUTE p USING 7, 1.5" 'NULL|NULL'
answer 'release: parts' "SELECT json_keys(p), json_length(p, '\$.sums') FROM (SELECT dp_release_parts(dp_avg_state(x, 0, 500), 1) p FROM vals) q" '["value", "count", "sums", "scale"]|2'
answer 'release: several quantiles' "SELECT dp_release_quantiles(dp_median_state(x, 0, 500, 1, 501), '[0.1,0.5]', 1e6) = dp_quantiles(x, '[0.1,0.5]', 0, 500, 1e6, 1, 501) FROM vals" 1
answer 'release: a mode' "SELECT dp_release_mode(dp_mode_state(c, '[\"c1\",\"z\"]'), 1e6) FROM vals" c1
answer 'release: counts' "SELECT dp_release_counts(dp_histogram_state(x, '[100,500]'), $E) = dp_histogram(x, '[100,500]', $E), dp_release_counts(dp_mode_state(c, '[\"c1\",\"z\",\"c0\",4]'), $E) FROM vals" '1|[0,1000,1000,0]'
refused 'release: counts of a number' "SELECT dp_release_counts(g, 1) FROM states" 'state must be'
refused 'release: counts take no candidates' "SELECT dp_release_counts(s, '[1]', 1) FROM states" 'wrong number of arguments'
null 'release: a sum has no counts' 'SELECT dp_release_counts(s, 1) FROM states LIMIT 1'
null 'release: counts of NULL' 'SELECT dp_release_counts(NULL, 1)'
null 'release: counts that rows_per_person does not permit' "SELECT dp_release_counts(dp_histogram_state(x, '[1]', 1000), 1e-308) FROM vals"
for f in 'dp_release(s, 1)' 'dp_release_mode(s, 1)' 'dp_release_parts(s, 1)' "dp_release_quantiles(s, '[0.5]', 1)"; do
    null "$f: a histogram has counts only" "SELECT $f FROM (SELECT dp_histogram_state(x, '[1]') s FROM vals) z"
done
null 'merge: other edges' "SELECT dp_merge(s, 1) FROM (SELECT dp_histogram_state(x, '[1]') s FROM vals UNION ALL SELECT dp_histogram_state(x, '[2]') FROM vals) z"
null 'release: a mode is text' "SELECT dp_release(dp_mode_state(c, '[\"c1\"]'), 1) FROM vals"
null 'release: a sum is no mode' "SELECT dp_release_mode(s, 1) FROM states LIMIT 1"
null 'release: a sum has no parts' 'SELECT dp_release_parts(s, 1) FROM states LIMIT 1'
null 'release: a sum has no quantiles' "SELECT dp_release_quantiles(s, '[0.5]', 1) FROM states LIMIT 1"
null 'release: parameters of the state that permit no release' "SELECT dp_release(dp_sum_state(x, 0, 1e308), 1e-20) FROM vals"
null 'release: NULL' 'SELECT dp_release(NULL, 1)'

# Tests bytes that are not a state, each prefix of a state, and states with one changed byte.
for f in dp_release dp_release_mode dp_release_parts dp_release_counts; do
    for bytes in "''" "'indp'" "repeat('x', 80)" "x'00'" "repeat(x'00', 100000)" 's' "concat(s, 'x')" "substr(s, 1, 79)"; do
        sql "SELECT $f(IF(g >= 0, $bytes, NULL), 1) IS NULL FROM states LIMIT 1;"
        expected=1
        [ "$f$bytes" != dp_releases ] || expected=0
        if [ "$out$err" = "$expected" ]; then pass; else fail "$f of $bytes" "$out $err"; fi
    done
done
answer 'every prefix is refused' "SELECT count(dp_release(substr(s, 1, i.seq), 1)), count(dp_release(substr(q, 1, i.seq), 1)) FROM (SELECT * FROM states WHERE g = 1) z, seq_0_to_79 i" '0|0'
holds 'a changed byte gives NULL or a state, and no crash' "SELECT count(dp_release(concat(substr(s, 1, i.seq), char(v.seq), substr(s, i.seq + 2)), 1)) BETWEEN 100 AND 9000 FROM (SELECT * FROM states WHERE g = 1) z, seq_0_to_79 i, seq_0_to_255 v"
holds 'a changed byte of a quantile' "SELECT count(dp_release(concat(substr(q, 1, i.seq), char(v.seq), substr(q, i.seq + 2)), 1)) < 12000 FROM (SELECT * FROM states WHERE g = 1) z, seq_0_to_120 i, seq_0_to_255 v"
answer 'every prefix of a histogram is refused' "SELECT length(s) > 80, count(dp_release_counts(substr(s, 1, i.seq), 1)) FROM (SELECT dp_histogram_state(x, '[0.5,100,500]') s FROM vals) z, seq_0_to_200 i WHERE i.seq < length(s)" '1|0'
holds 'a changed byte of a histogram' "SELECT count(dp_release_counts(concat(substr(s, 1, i.seq), char(v.seq), substr(s, i.seq + 2)), 1)) BETWEEN 100 AND 20000 FROM (SELECT dp_histogram_state(x, '[0.5,100,500]') s FROM vals) z, seq_0_to_120 i, seq_0_to_255 v WHERE i.seq < length(s)"

# Results of more than 16 MiB in temporary tables: one distinct value more must not decide whether
# there is an answer.
for rows in 1398094 1398095 1500000; do
    state="dp_median_state(seq, 0, 2000000, 1, 16777217) AS s FROM seq_1_to_$rows"
    holds "a state of $rows values in a derived table" "SELECT abs(dp_release(s, 1e9) - $rows / 2) < 10 FROM (SELECT $state) q"
    holds "a state of $rows values after UNION" "SELECT length(s) = 80 + 12 * $rows FROM (SELECT $state UNION ALL SELECT NULL) q LIMIT 1"
done
holds 'a state of more than 16 MiB in a table, and its merge in a derived table' \
    "CREATE OR REPLACE TABLE long_states AS SELECT $state; SELECT abs(dp_release(m, 1e9) - $rows / 2) < 10 FROM (SELECT dp_merge(s, 1) AS m FROM long_states) q; DROP TABLE long_states"
holds 'a mode of more than 64 KiB in a derived table' \
    "SET @c = concat('[\"', repeat('a', 70000), '\"]'); SELECT max(length(m)) = 70000
        FROM (SELECT dp_release_mode(dp_mode_state(repeat('a', 70000), @c), 10) AS m FROM seq_1_to_10 UNION SELECT 'x') q"
