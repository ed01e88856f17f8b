-- The benchmark that bench.sh runs. Before the first timing, the table is in memory and VACUUM has
-- set its visibility bits.
\set ON_ERROR_STOP on
CREATE SCHEMA dp;
CREATE EXTENSION indp SCHEMA dp;
CREATE SCHEMA bench;
SET search_path = bench, dp, pg_temp;
CREATE UNLOGGED TABLE t AS SELECT (i * 7919 % 1000003) / 10000.0::float8 AS x FROM generate_series(1::bigint, :rows) AS i;
VACUUM ANALYZE t;
CREATE TABLE query(line int, call text, query text, beside int, aim float8);
INSERT INTO query SELECT line, call, format('SELECT %s FROM t', call), beside, aim FROM (VALUES
  (1, 'sum(x)', 1, NULL), (2, 'dp_sum(x, 0, 100, 0.5)', 1, 1.12), (3, 'dp_sum_state(x, 0, 100)', 1, NULL),
  (4, 'count(x)', 4, NULL), (5, 'dp_count(x, 0.5)', 4, NULL), (6, 'avg(x)', 6, NULL), (7, 'dp_avg(x, 0, 100, 0.5)', 6, 1.0),
  (8, 'var_pop(x)', 8, NULL), (9, 'dp_var(x, 0, 100, 0.5)', 8, NULL), (10, 'dp_median(x, 0, 100, 0.5)', 6, NULL)) AS v(line, call, beside, aim);
\set runs 7
SET bench.workers = '{0,2}';
\ir measure.sql
