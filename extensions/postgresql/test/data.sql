-- Creates the data of all cases. Table `secret` holds values that no message may show. Table k is a
-- public list of keys.
CREATE EXTENSION indp;
-- numeric has infinities since PostgreSQL 14. On older servers a large number replaces them here.
SELECT CASE WHEN current_setting('server_version_num')::int < 140000 THEN '4711e300' ELSE 'Infinity' END AS infinite \gset
CREATE TABLE secret(g int, x float8, n numeric, i bigint);
INSERT INTO secret VALUES (1, 123456789.125, 123456789.125, 987654321987654321), (1, NULL, NULL, NULL),
  (2, 'Infinity', :'infinite', -987654321987654321), (2, '-Infinity', -:'infinite'::numeric, 0), (2, 'NaN', 'NaN', 4711),
  (3, 4711.0625, 4711.0625, 4711), (3, 4711.25, '4711e396', 4711);
CREATE TABLE t(g int, x float8);
INSERT INTO t VALUES (1, 1), (1, 2), (1, NULL), (2, 3), (2, 4.5), (3, NULL);
CREATE TABLE k AS SELECT generate_series(1, 40000) AS i;
CREATE TABLE rand(
  zper int, year int, site int, plan int, coins float8, income float8, xage float8, female int, educdec float8,
  hlthg int, hlthf int, hlthp int, disea float8, mdvis int, outpdol float8, inpdol float8, meddol float8);
-- A million rows whose values use all bits of the mantissa, lie far outside all bounds, or are NaN,
-- infinite or NULL. They do not come from random(), so each run has the same data.
CREATE TABLE big AS
  SELECT i, i % 7 AS g,
         CASE WHEN i % 1000 = 1 THEN 'NaN' WHEN i % 1000 = 2 THEN 'Infinity' WHEN i % 1000 = 3 THEN '-Infinity'
              WHEN i % 1000 = 4 THEN NULL WHEN i % 1000 = 5 THEN 1e300 WHEN i % 1000 = 6 THEN -5e-324
              ELSE sin(i) * 1000 END::float8 AS x,
         (i::bigint * 7919 % 1000003) - 500000 AS n
    FROM generate_series(1, 1000000) AS i;
-- A table that is partitioned by the key, for plans that aggregate each partition separately.
CREATE TABLE parts(g int, x float8) PARTITION BY LIST (g);
CREATE TABLE part1 PARTITION OF parts FOR VALUES IN (1);
CREATE TABLE part2 PARTITION OF parts FOR VALUES IN (2);
CREATE TABLE part3 PARTITION OF parts FOR VALUES IN (3);
INSERT INTO parts SELECT i % 3 + 1, i % 11 FROM generate_series(1, 30000) AS i;
CREATE TABLE none(g int, x float8);
CREATE VIEW noisy AS SELECT string_agg(r::text, ' ') AS r
  FROM (SELECT dp_sum(t.x, 0, 10, 0.0001) AS r FROM k LEFT JOIN t ON t.g = k.i WHERE k.i <= 8 GROUP BY k.i) AS s;
VACUUM ANALYZE;
