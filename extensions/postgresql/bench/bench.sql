-- The benchmark that bench.sh runs. Before the first timing, the table is in memory and VACUUM has
-- set its visibility bits.
\set ON_ERROR_STOP on
CREATE SCHEMA dp;
CREATE EXTENSION indp SCHEMA dp;
CREATE SCHEMA bench;
SET search_path = bench, dp, pg_temp;
CREATE UNLOGGED TABLE t AS SELECT (i * 7919 % 1000003) / 10000.0::float8 AS x FROM generate_series(1::bigint, :rows) AS i;
VACUUM ANALYZE t;
CREATE TABLE query(line int, call text, beside text, aim float8); -- aim: the largest acceptable ratio
INSERT INTO query(line, call, beside) VALUES (1, 'sum(x)', 'sum(x)'), (2, 'dp_sum(x, 0, 100, 0.5)', 'sum(x)'), (3, 'dp_sum_state(x, 0, 100)', 'sum(x)'),
  (4, 'count(x)', 'count(x)'), (5, 'dp_count(x, 0.5)', 'count(x)'), (6, 'avg(x)', 'avg(x)'), (7, 'dp_avg(x, 0, 100, 0.5)', 'avg(x)'),
  (8, 'var_pop(x)', 'var_pop(x)'), (9, 'dp_var(x, 0, 100, 0.5)', 'var_pop(x)'),
  (10, 'dp_median(x, 0, 100, 0.5)', 'avg(x)');
UPDATE query SET aim = 1.12 WHERE call = 'dp_sum(x, 0, 100, 0.5)';
UPDATE query SET aim = 1.0 WHERE call = 'dp_avg(x, 0, 100, 0.5)';
CREATE TABLE timing(workers int, call text, run int, ms float8);
CREATE FUNCTION measure(run int) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  q query;
  w int;
  start timestamptz;
BEGIN
  FOREACH w IN ARRAY ARRAY[0, 2] LOOP
    PERFORM set_config('max_parallel_workers_per_gather', w::text, true);
    FOR q IN SELECT * FROM query ORDER BY line LOOP
      start := clock_timestamp();
      EXECUTE format('SELECT %s FROM t', q.call);
      INSERT INTO timing VALUES (w, q.call, run, extract(epoch FROM clock_timestamp() - start) * 1000);
    END LOOP;
  END LOOP;
END
$$;
SELECT measure(0); -- a warm-up run, which is not counted
DELETE FROM timing;
SELECT measure(run) FROM generate_series(1, 7) AS run;
SELECT format('%-9s%-28s%10s%10s%10s%8s%7s', 'workers', 'call', 'median ms', 'fastest', 'slowest', 'ratio', 'aim');
WITH m AS (
  SELECT workers, call, percentile_cont(0.5) WITHIN GROUP (ORDER BY ms) AS median, min(ms) AS low, max(ms) AS high
    FROM timing GROUP BY workers, call)
SELECT format('%-9s%-28s%10s%10s%10s%8s%7s', m.workers, m.call, round(m.median), round(m.low), round(m.high),
              to_char(m.median / b.median, 'FM90.00'), to_char(aim, 'FM90.00'))
  FROM m JOIN query USING (call) JOIN m b ON b.call = beside AND b.workers = m.workers ORDER BY m.workers, line;
