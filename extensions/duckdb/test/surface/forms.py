"""Statements around a call: where SQL can have one, and what the engine can make of it."""

# {f} is the name, {args} the arguments, {call} both. The table v has a row for each kind of value.
FORMS = """
SELECT {call} FROM v WHERE false
SELECT k, {call} FROM v GROUP BY k
SELECT {call} FROM v GROUP BY ALL
SELECT k, s, {call} FROM v GROUP BY CUBE (k, s)
SELECT k, {call} FROM v GROUP BY ROLLUP (k) HAVING {call} IS NOT NULL ORDER BY {call}
SELECT i % 3000, {call} FROM v, range(20000) r(i) GROUP BY 1
SELECT {call} FROM v, range(300000) r(i)
SELECT {call} FILTER (WHERE k > 1) FROM v
SELECT {call} FILTER (WHERE false) FROM v
SELECT {call} OVER () FROM v
SELECT {call} OVER (ORDER BY k ROWS 1 PRECEDING) FROM v
SELECT {call} OVER (PARTITION BY k ORDER BY x RANGE BETWEEN 1 PRECEDING AND 1 FOLLOWING EXCLUDE TIES) FROM v
SELECT {call} FILTER (WHERE k > 1) OVER (ORDER BY k GROUPS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) FROM v, range(3000)
SELECT {f}(DISTINCT {args}) FROM v
SELECT {f}(DISTINCT {args}) OVER (ORDER BY k) FROM v
SELECT {f}({args} ORDER BY k DESC) FROM v
SELECT {f}({args} ORDER BY k) OVER () FROM v
SELECT {f}(*) FROM v
SELECT {f}({args} IGNORE NULLS) OVER (ORDER BY k) FROM v
SELECT {f}(col0 := {args}) FROM v
SELECT x.{f}() FROM v
SELECT list_aggregate([1, 2], '{f}')
SELECT list_aggregate([1, 2], '{f}', {args}) FROM v
SELECT list_transform([1, 2], lambda y: {call}) FROM v
SELECT list_reduce([1, 2], lambda a, b: {call}) FROM v
SELECT apply(l, lambda y: {f}(y, {args})) FROM v
SELECT {call}, {call}, sum({call}) FROM v
SELECT (SELECT {call}) FROM v
SELECT k, (SELECT {call} FROM v w WHERE w.k = v.k) FROM v
SELECT * FROM v, LATERAL (SELECT {call} FROM v w WHERE w.k = v.k) z(c)
SELECT * FROM v WHERE {call} IS NOT NULL
SELECT * FROM v JOIN v w ON {call} = w.k
SELECT * FROM v QUALIFY {call} IS NOT NULL
SELECT * FROM v LIMIT {call}
SELECT {call} UNION SELECT {call} FROM v
WITH m AS MATERIALIZED (SELECT {call} AS c FROM v) SELECT c, typeof(c) FROM m, m AS n
WITH RECURSIVE n(x) AS (SELECT {call} FROM v UNION ALL SELECT {call} FROM n WHERE x IS NULL) SELECT * FROM n LIMIT 3
PIVOT v ON k USING {call}
PIVOT (SELECT k, s, x, d FROM v) ON s USING {call} GROUP BY k
SELECT unnest({call}) FROM v
SELECT CASE WHEN k > 1 THEN {call} END FROM v
SELECT try({call}) FROM v
SELECT TRY_CAST({call} AS VARCHAR), {call}::BLOB FROM v
SELECT * FROM {f}({args})
SELECT * FROM range({call})
VALUES ({call})
EXPLAIN ANALYZE SELECT {call} FROM v
DESCRIBE SELECT {call} FROM v
SUMMARIZE SELECT {call} FROM v
INSERT INTO made SELECT 1, {call}::VARCHAR FROM v RETURNING *
UPDATE made SET b = {call}::VARCHAR WHERE {call} IS NOT NULL
DELETE FROM made WHERE {call} IS NULL
CREATE TEMP VIEW w AS SELECT {call} AS c FROM v; FROM w
CREATE VIEW w AS SELECT {call} AS c FROM v; FROM w; SELECT c FROM w WHERE c IS NOT NULL
CREATE TABLE w AS SELECT {call} AS c FROM v; FROM w
CREATE TABLE w(i INTEGER, c VARCHAR DEFAULT ({call})); INSERT INTO w(i) VALUES (1); FROM w
CREATE TABLE w(i INTEGER, c VARCHAR AS ({call}::VARCHAR)); INSERT INTO w(i) VALUES (1); FROM w
CREATE TABLE w(i INTEGER CHECK ({call} IS NOT NULL)); INSERT INTO w VALUES (1)
CREATE TABLE w(i INTEGER); INSERT INTO w VALUES (1); ALTER TABLE w ADD COLUMN c VARCHAR DEFAULT ({call})
CREATE TABLE w(x INTEGER); INSERT INTO w VALUES (1); ALTER TABLE w ALTER x TYPE VARCHAR USING {call}::VARCHAR
CREATE TABLE w(x INTEGER); CREATE INDEX y ON w(({call}))
CREATE MACRO w(x) AS {call}; SELECT w(1) FROM v
CREATE MACRO {f}(x) AS x + 1; SELECT {f}(1); DROP MACRO {f}
CREATE TYPE w AS ENUM (SELECT {call}::VARCHAR FROM v)
CREATE SEQUENCE w START {call}
CREATE TRIGGER w AFTER INSERT ON made FOR EACH ROW INSERT INTO made VALUES ({call})
MERGE INTO made USING v ON made.i = v.k WHEN MATCHED THEN UPDATE SET b = {call}::VARCHAR
PREPARE w AS SELECT {call} FROM v; EXECUTE w; EXECUTE w; DEALLOCATE w
PREPARE w AS SELECT {f}(?, ?, ?, ?) FROM v; EXECUTE w(1, 0, 10, 0.5); EXECUTE w('x', NULL, [1], 0.5)
EXECUTE w({call})
SET VARIABLE w = {call}
SET threads = {call}
COPY (SELECT {call} AS c FROM v) TO '/dev/null' (FORMAT csv)
COPY (SELECT {call} AS c FROM v) TO '/dev/null' (FORMAT parquet)
PRAGMA disable_optimizer; SELECT {call} FROM v GROUP BY k; SELECT {call} OVER (ORDER BY k) FROM v; PRAGMA enable_optimizer
PRAGMA verify_parallelism; SELECT k, {call} FROM v, range(5000) GROUP BY k; PRAGMA disable_verify_parallelism
SET debug_window_mode = 'separate'; SELECT {call} OVER (ORDER BY k) FROM v; RESET debug_window_mode
SET memory_limit = '30MB'; SELECT {call} FROM v, range(100000); RESET memory_limit
SELECT * FROM v AS OF (VERSION => {call})
SELECT * FROM v TABLESAMPLE {call}
SELECT {call} AT TIME ZONE 'UTC' FROM v
FROM v SELECT {call}, COLUMNS(x)::VARCHAR
DROP AGGREGATE {f}
DROP FUNCTION {f}
""".strip().split('\n')
