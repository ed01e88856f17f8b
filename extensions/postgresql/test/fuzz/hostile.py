"""Calls and statements of readers who try to learn more than the answers. Names in braces are
replaced:

    v        by a protected view
    o        by another protected view
    number   by the number of v
    any      by an expression of some type
    block    by a SELECT of the grammar
    a type   by an expression of that type"""

CALLS = """
count(*)
sum({i4})
max({n})
rd.total({i4})
array_agg({any})
string_agg({tx}, {tx})
json_agg({any})
percentile_cont(0.5) WITHIN GROUP (ORDER BY {f8})
max({d}) FILTER (WHERE {b})
sum(i4) OVER (PARTITION BY k1)
{any}
dp_count(DISTINCT {any})
dp_sum(DISTINCT i4)
dp_sum(i4 ORDER BY {any})
dp_count(*) OVER ()
dp_sum({i4})
dp_sum(i4, {f8}, 5)
dp_sum(i4, 0, 5, 1e18, 100)
dp_sum(i4, 5, 0)
dp_sum(f8, 'NaN', 1)
dp_sum(f8, 0, 'Infinity')
dp_sum(f8, NULL, 1)
dp_sum(VARIADIC ARRAY[1])
dp_sum(sum(i4), 0, 1)
dp_sum(dp_count(*), 0, 5)
dp_count(count(*))
dp_sum_state(i4, 0, 5)
dp_quantile(i4, {f8})
dp_mode(tx, ARRAY[tx])
dp_mode(tx, NULL::text[])
dp_mode(tx, '{}'::text[])
dp_mode(tx, '{}'::text[], 1)
dp_count_error({f8}, 0.05)
dp_count({v})
dp_count({v}.*)
dp_count(ROW({any}))
dp_count((SELECT {any}))
dp_count(generate_series(1, i4))
dp_count(unnest(ar))
dp_count(ctid)
dp_count(tableoid)
dp_count(ar)
dp_count(js)
dp_count(dm)
dp_count(cl)
""".strip().split('\n')

STATEMENTS = """
SELECT * FROM {v}
TABLE {v}
SELECT {v}.* FROM {v}
SELECT {any} FROM {v}
SELECT DISTINCT {any} FROM {v}
SELECT 1 FROM {v} WHERE {b}
SELECT k1 FROM {v} GROUP BY k1
SELECT max(x) FROM (SELECT {any} AS x FROM {v}) s
SELECT row_to_json(x) FROM {v} x
SELECT pid FROM {v} UNION SELECT pid FROM {v}
SELECT * FROM {v} WHERE indp.guard(NULL)
SELECT indp.guard(1), {any} FROM {v}
SELECT dp_count(*) FROM {v} WHERE indp.guard(1)
SELECT dp_count(*) FROM {v}, {o} x
SELECT dp_count(*) FROM {v} NATURAL JOIN rd.pub
SELECT dp_count(*) FROM {v} x LEFT JOIN rd.pub y ON x.k1 = y.k
SELECT dp_count(*) FROM rd.pub FULL JOIN {v} ON true
SELECT dp_count(*) FROM {v}, LATERAL generate_series(1, i4)
SELECT dp_count(*) FROM ROWS FROM (generate_series(1, 2)) g, {v}
SELECT dp_count(*) FROM rd.pub WHERE k IN (SELECT k1 FROM {v})
SELECT dp_count(*) FROM rd.pub WHERE EXISTS (SELECT FROM {v} WHERE {b})
SELECT dp_count(*) FROM (SELECT * FROM {v} WHERE {b} LIMIT 3) s
SELECT dp_count(*) FROM (SELECT DISTINCT pid FROM {v}) s
SELECT dp_count(*) FROM ({block}) s
WITH s AS (SELECT * FROM {v}) SELECT dp_count(*) FROM s
WITH RECURSIVE s(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM s, {v} WHERE n < 3) SELECT count(*) FROM s
SELECT count(*) FROM (SELECT dp_count(*) FROM {v} GROUP BY k1) s, {o}
SELECT dp_count(*) FROM {v} TABLESAMPLE SYSTEM (50)
SELECT dp_count(*) FROM ONLY {v}
SELECT dp_count(*) FROM {v} FOR UPDATE
SELECT k1, dp_count(*) FROM {v} GROUP BY GROUPING SETS ((k1), ())
SELECT dp_count(*), grouping(k1) FROM {v} GROUP BY k1
SELECT dp_count(*) FROM {v} HAVING max(i4) > 5
SELECT dp_count(*) FROM {v} WINDOW w AS (PARTITION BY i4)
SELECT rank() OVER (ORDER BY i4), dp_count(*) FROM {v}
SELECT dp_count(*) FROM {v} ORDER BY i4
SELECT DISTINCT ON (k1) k1, dp_count(*) FROM {v} GROUP BY k1
SELECT dp_count(*) FROM {v} LIMIT (SELECT max(i4) FROM {v})
SELECT generate_series(1, 2), dp_count(*) FROM {v}
SELECT k, (SELECT dp_count(*) FILTER (WHERE {v}.k1 = k) FROM {v}) FROM rd.pub
SELECT (SELECT max(p.k + x.i4) FROM rd.pub p) FROM {v} x
SELECT (SELECT dp_sum(x.i4, 0, 5) FROM rd.pub LIMIT 1) FROM {v} x
SELECT dp_count(*) FROM {v} x WHERE x.i4 = ANY (SELECT x.i2)
SELECT dp_count(*) FROM {v} x WHERE x = x
SELECT dp_count(*) FROM {v} x WHERE x IS NOT NULL
SELECT dp_count(*) FROM {v} x WHERE (x).i4 = 98
SELECT dp_count(*) FROM a.t{number}
SELECT count(*) FROM a.t{number}x
SELECT pg_relation_size('{v}')
UPDATE {v} SET i4 = 1 WHERE {b}
DELETE FROM {v} WHERE {b}
INSERT INTO {v}(pid) VALUES (NULL)
MERGE INTO rd.pub USING {v} ON k = k1 WHEN MATCHED THEN DELETE
CREATE TEMP TABLE z AS SELECT * FROM {v}
BEGIN; CREATE MATERIALIZED VIEW z AS {block}; ROLLBACK
COPY {v} TO STDOUT
BEGIN; DECLARE c CURSOR FOR SELECT * FROM {v}; FETCH 1 FROM c; COMMIT
EXPLAIN SELECT * FROM {v} WHERE {b}
ANALYZE {v}
BEGIN; LOCK TABLE {v}; COMMIT
""".strip().split('\n')
