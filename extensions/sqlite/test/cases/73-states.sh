# Tests of dp_..._state, dp_merge and dp_release. A state consists of bytes that can be stored,
# merged and released later.

# Each line describes one kind: function|its arguments after x|an epsilon at which its answer is
# exact. x lies between 0 and about 500.
kinds="count||$E
sum|, -0.25, 300.5|$E
avg|, -0.25, 300.5|$E
var|, -0.25, 300.5|$E
stddev|, -0.25, 300.5|$E
median|, -0.25, 300.5|$F
quantile|, 0.9, 0, 16384|$F
min|, -0.25, 300.5|$F
max|, 5, 300.5|$F
mode|, '[1,2,3,\"a\"]'|$F"
scattered="(SELECT i, i % 13 AS day, CASE WHEN i % 11 THEN i * 7919 % 20011 / 40.0 END AS x FROM k WHERE i <= 6000
            UNION ALL SELECT 7000 + i, i % 13, 2 FROM k WHERE i <= 50)"
echo "$kinds" >"$work/kinds"
while IFS='|' read -r f more huge; do
    call="dp_${f}_state(x$more)"
    # Partial states are stored in a table and merged. In any order and grouping, the merged state
    # equals the state of one pass over all rows byte for byte.
    days="CREATE TEMP TABLE day AS SELECT day, $call AS s FROM $scattered GROUP BY day;"
    holds "$f: merged states of days equal the state of one pass" \
        "$days SELECT (SELECT dp_merge(s, 1) FROM day) = (SELECT $call FROM $scattered)"
    holds "$f: states merged in any order" \
        "$days SELECT (SELECT dp_merge(s, 1) FROM (SELECT s FROM day ORDER BY day DESC)) = (SELECT dp_merge(s, 1) FROM (SELECT s
            FROM day ORDER BY day * 5 % 13))"
    holds "$f: states merged in any grouping" \
        "$days SELECT (SELECT dp_merge(s, 1) FROM (SELECT dp_merge(s, 1) AS s FROM day GROUP BY day % 3)) = (SELECT dp_merge(s, 1)
            FROM day)"
    holds "$f: an empty state changes nothing" \
        "$days SELECT dp_merge(s, 1) = (SELECT dp_merge(s, 1) FROM day) FROM (SELECT s FROM day
            UNION ALL SELECT dp_${f}_state(x$more) FROM (SELECT NULL AS x))"
    holds "$f: a merge of one state is that state" "SELECT dp_merge(s, 1) = s FROM (SELECT $call AS s FROM $scattered)"
    holds "$f: rows in another order" \
        "SELECT (SELECT $call FROM (SELECT x FROM $scattered ORDER BY i)) = (SELECT $call FROM (SELECT x
            FROM $scattered ORDER BY -i))"
    holds "$f: NULL among the states is skipped" \
        "$days SELECT dp_merge(s, 1) = (SELECT dp_merge(s, 1) FROM day) FROM (SELECT NULL AS s UNION ALL SELECT s FROM day
            UNION ALL SELECT NULL)"
    # The release of a state equals the answer of the aggregate.
    holds "$f: the release of a state equals the answer in value and type" \
        "SELECT r = a AND typeof(r) = typeof(a) FROM (SELECT dp_release($call, $huge) AS r, dp_$f(x$more, $huge) AS a
            FROM $scattered)"
    holds "$f: release of a merge" \
        "$days SELECT (SELECT dp_release(dp_merge(s, 1), $huge) FROM day) = (SELECT dp_$f(x$more, $huge) FROM $scattered)"
    # Malformed states must be refused. One run of the shell tries every shorter length, one byte
    # more, another version or kind, 150 random strings, and 150 states with a random body.
    printf '.load %s\nCREATE TEMP TABLE one AS SELECT %s AS s FROM %s;\nSELECT length(s) FROM one;\n' "$extension" "$call" \
        "(SELECT 2 AS x UNION ALL SELECT 3 UNION ALL SELECT 1)" >"$work/bad.sql"
    length=$("$shell" -batch -noheader -init /dev/null -readonly "$work/data.db" <"$work/bad.sql")
    awk -v n="$length" 'BEGIN {
        for (i = 0; i < n; i++) bad("substr(s, 1, " i ")")
        bad("s || x\"00\""); bad("CAST(x\"00\" || s AS BLOB)"); bad("zeroblob(" n ")"); bad("NULL"); bad("hex(s)"); bad("1"); bad("2.5")
        bad("CAST(substr(s, 1, 4) || x\"02\" || substr(s, 6) AS BLOB)"); bad("CAST(substr(s, 1, 5) || x\"08\" || substr(s, 7) AS BLOB)")
        bad("CAST(substr(s, 1, 6) || x\"01\" || substr(s, 8) AS BLOB)"); bad("CAST(\"INDP\" || substr(s, 5) AS BLOB)")
        for (i = 0; i < 150; i++) { bad("randomblob(" 1 + i % 200 ")"); bad("CAST(substr(s, 1, 8) || randomblob(" n - 8 ") AS BLOB)") }
    }
    function bad(e) { gsub(/"/, "\047", e); print "SELECT dp_release(" e ", 1) FROM one;"; if (e != "NULL") print "SELECT dp_merge(" e ", 1) FROM one;" }' >"$work/cases.sql"
    sed '$d' "$work/bad.sql" | cat - "$work/cases.sql" |
        "$shell" -batch -noheader -init /dev/null -readonly "$work/data.db" >"$work/out" 2>"$work/err"
    cat "$work/err" >>"$errors"
    wanted=$(wc -l <"$work/cases.sql")
    told=$(grep -c ': state must be what a dp_\.\.\._state function or dp_merge returned' "$work/err")
    # A count's state consists only of its header, the rows per person and the number of rows. So
    # the 150 states with a random body may be valid. Each of them is released and merged, and these
    # 300 calls need not be refused.
    if [ "$f" = count ] && [ "$told" -ge $((wanted - 300)) ] || { [ "$told" = "$wanted" ] && [ ! -s "$work/out" ]; }; then pass; else
        fail "$f: malformed bytes" "$told of $wanted refused: $(head -c 300 "$work/out")"
    fi
    # After a change of any one byte of a state, its release must give an error or an answer, and
    # must not crash the shell.
    { sed '$d' "$work/bad.sql"
      awk -v n="$length" \
            'BEGIN { for (i = 1; i <= n; i++) for (b = 1; b < 256; b += 84) printf "SELECT typeof(dp_release(CAST(substr(s, 1, %d) || x\047%02x\047 || substr(s, %d) AS BLOB), 1)) FROM one;\n", i - 1, b, i + 1 }'
      echo "SELECT 'alive';"; } | "$shell" -batch -noheader -init /dev/null -readonly "$work/data.db" >"$work/out" 2>"$work/err"
    cat "$work/err" >>"$errors"
    if [ "$(tail -n 1 "$work/out")" = alive ] && [ $(($(wc -l <"$work/out") - 1 + $(grep -c 'near line' "$work/err"))) = $((4 * length)) ]; then pass; else
        fail "$f: changed bytes" "$(tail -n 2 "$work/out" "$work/err")"
    fi
done <"$work/kinds"
answer 'types of released states' \
    "SELECT typeof(dp_release(dp_count_state(1), 1)), typeof(dp_release(dp_sum_state(1, 0, 5), 1)),
        typeof(dp_release(dp_mode_state(1, '[1]'), 1)), dp_release(dp_mode_state(1, '[\"é\"]'), 1)" \
    \
    'integer|real|integer|é'

holds 'the order of the candidates does not change a state' \
    "SELECT dp_mode_state(1, '[1,\"b\",2]') = dp_mode_state(1, '[2,1,\"b\"]')"

# A merge that receives no state must be refused.
refused 'merge of no row' 'SELECT dp_merge(s, 1) FROM (SELECT x AS s FROM t WHERE false)' \
    'dp_merge: no state was passed to this call; add one that always exists, for example a state made from no rows'
refused 'merge of only NULLs' 'SELECT dp_merge(NULL, 1) FROM t' \
    'dp_merge: no state was passed to this call; add one that always exists, for example a state made from no rows'
refused 'merge as a window function' 'SELECT dp_merge(x, 1) OVER () FROM t' 'may not be used as a window function'
answer 'merge anchored by an empty state' \
    "SELECT dp_release(dp_merge(s, 1), $E) FROM (SELECT dp_sum_state(NULL, 0, 10) AS s UNION ALL SELECT s FROM (SELECT x'' AS s)
        WHERE false)" \
    0.0
answer 'anchored state: no row matches' "SELECT dp_release(dp_sum_state(t.x, 3, 10), $E) FROM (SELECT 1) LEFT JOIN t ON false" 0.0

# These tests count releases, that is, independent draws of noise. The grid step is about a
# thousandth of the noise scale, so two releases are equal with probability below 10^-3. Eight pairs
# are all equal with probability below 10^-24. Eight releases have at most four different values
# with probability below 10^-7.
kept='CREATE TEMP TABLE kept AS SELECT i, dp_sum_state(t.x, 0, 10) AS s FROM k LEFT JOIN t ON t.g = k.i WHERE i <= 8 GROUP BY i;'
holds 'each row of dp_release is a release' \
    "$kept SELECT count(DISTINCT dp_release(s, 0.0001)) > 4 FROM kept WHERE i = 8 OR i < 8"
holds 'bytes released again have other noise' "$kept SELECT sum(dp_release(s, 0.0001) = dp_release(s, 0.0001)) < 8 FROM kept"
holds 'a literal state has other noise in each release' \
    "SELECT count(DISTINCT r) > 1000 FROM (SELECT dp_release(x'696E64700101000001000000000000000200000000000000', 0.0001) AS r
        FROM k)"
answer 'release of a literal state' "SELECT dp_release(x'696E64700101000001000000000000000200000000000000', $E)" 2
holds 'a column of a subquery that is named twice is two releases' \
    "$kept SELECT sum(a = b) < 8 FROM (SELECT r AS a, r AS b FROM (SELECT dp_release(s, 0.0001) AS r FROM kept))"
holds 'a column of a MATERIALIZED query that is named twice is one release' \
    "$kept WITH m AS MATERIALIZED (SELECT dp_release(s, 0.0001) AS r FROM kept) SELECT sum(a = b) = 8 FROM (SELECT r AS a, r AS b
        FROM m)"
holds 'ORDER BY in a MATERIALIZED query shares the release' \
    "$kept WITH m AS MATERIALIZED (SELECT dp_release(s, 0.0001) AS r FROM kept ORDER BY r)
     SELECT sum(r < before) = 0 FROM (SELECT r, lag(r) OVER (ROWS UNBOUNDED PRECEDING) AS before FROM m)"
holds 'a release in HAVING and one in SELECT are two releases' \
    "SELECT min(r) < 0 FROM (SELECT dp_release(dp_sum_state(t.x, 0, 10), 0.0001) AS r FROM k LEFT JOIN t ON t.g = k.i
        WHERE i <= 100
       GROUP BY i HAVING dp_release(dp_sum_state(t.x, 0, 10), 0.0001) > 0)" # fails by chance with probability (3/4)^100
holds 'noise of a released state' \
    "SELECT $(within 'sum(r = 0)' 'tanh(0.5)') FROM $(releases 'dp_release(dp_count_state(t.x), 1)')"
holds 'noise at the rows per person of the state' \
    "SELECT $(within 'sum(r = 0)' '(1 - exp(-0.5/6))') FROM $(releases 'dp_release(dp_count_state(t.x, 3), 0.5)')"

# A view or trigger must not release, whoever created it. A view may build states.
for schema in ON OFF; do
    refused "dp_release in a view, trusted_schema $schema" ".open :memory:
.load $extension
CREATE VIEW v AS SELECT dp_release(x'696E64700101000001000000000000000200000000000000', 1) AS r; PRAGMA trusted_schema = $schema;
SELECT * FROM v" \
        'unsafe use of dp_release()'
    refused "dp_release in a trigger, trusted_schema $schema" ".open :memory:
.load $extension
CREATE TABLE a(x); CREATE TABLE b(x); CREATE TRIGGER c AFTER INSERT ON a BEGIN INSERT INTO b SELECT dp_release(new.x, 1); END;
PRAGMA trusted_schema = $schema; INSERT INTO a VALUES (1)" 'unsafe use of dp_release()'
done
refused 'dp_release in an index' ".open :memory:
.load $extension
CREATE TABLE e(x); CREATE INDEX i ON e(dp_release(x, 1))" 'non-deterministic functions prohibited'
refused 'dp_merge in a view when the schema is not trusted' ".open :memory:
.load $extension
CREATE VIEW v AS SELECT dp_merge(x'', 1); PRAGMA trusted_schema = OFF; SELECT * FROM v" 'unsafe use of dp_merge()'
answer 'a statement may release the states of a view' ".open :memory:
.load $extension
PRAGMA trusted_schema = ON; CREATE VIEW v AS SELECT dp_sum_state(3, 0, 5) AS s; SELECT dp_release(s, $E) FROM v" 3.0
# A merge must count two equal states twice. If it counted them once, a single row could make two
# states equal, and so remove a whole day from the total. SQLite itself refuses DISTINCT in
# aggregates of two or more arguments.
two_days="(SELECT dp_sum_state(1000, 0, 1000) AS s UNION ALL SELECT dp_sum_state(1000, 0, 1000))"
answer 'merge: two equal states both count' "SELECT dp_release(dp_merge(s, 1), $E) FROM $two_days" 2000.0
refused 'merge DISTINCT' "SELECT dp_merge(DISTINCT s, 1) FROM $two_days" 'DISTINCT aggregates must have exactly one argument'
for distinct in '' DISTINCT; do
    refused "merge of one argument $distinct" "SELECT dp_merge($distinct s) FROM $two_days" \
        'dp_merge: write dp_merge(state, rows_per_person), where'
done
for call in 'dp_sum_state(DISTINCT x, 0, 10)' "dp_mode_state(DISTINCT x, '[1]')" 'dp_median_state(DISTINCT x, 0, 10)' \
    'dp_quantile_state(DISTINCT x, 0.5, 0, 10)' 'dp_max_state(DISTINCT x, 0, 10)' \
    'dp_count_state(DISTINCT x, 1)' 'dp_count(DISTINCT x, 1)' 'dp_avg_state(DISTINCT x, 0, 10)'; do
    refused "$call" "SELECT $call FROM t" 'DISTINCT aggregates must have exactly one argument'
done
# DISTINCT is allowed in a count of one argument: one row changes a count of distinct values by at
# most one.
answer 'count_state of DISTINCT values' \
    "SELECT dp_release(dp_count_state(DISTINCT column1), $E) FROM (VALUES (1), (1), (2), (NULL))" 2
# rows_per_person of a merge bounds the rows of a person in all states together. Here a visitor may
# come on each of two days.
refused 'merge: rows_per_person changes' \
    "SELECT dp_merge(s, r) FROM (SELECT 1 AS r, dp_count_state(1) AS s UNION ALL SELECT 2, dp_count_state(1, 2))" \
    'dp_merge: rows_per_person must be the same on every row'
holds 'merge: noise for two rows per person over two days' \
    "SELECT $(within 'sum(r = 0)' 'tanh(0.25)') FROM (SELECT dp_release(dp_merge(s, 2), 1) AS r
        FROM (SELECT i, dp_count_state(NULL, 2) AS s FROM k WHERE i <= $N GROUP BY i UNION ALL SELECT i, dp_count_state(NULL, 2)
        FROM k WHERE i <= $N GROUP BY i) GROUP BY i)"
# A dump of the database writes each blob with quote(), which must keep all bytes of a state.
holds 'quote() keeps all bytes of a state' \
    "SELECT quote(s) = 'X''' || hex(s) || '''' FROM (SELECT dp_median_state(x, 0, 10) AS s FROM t)"
