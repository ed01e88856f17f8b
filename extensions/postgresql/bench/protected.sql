-- The benchmark of protected tables that bench.sh runs: a table whose constraint bounds the rows of
-- a person, and a table without one, each beside the query that the owner would write.
\set ON_ERROR_STOP on
CREATE EXTENSION indp;
CREATE TABLE slots(id int NOT NULL, slot int NOT NULL CHECK (slot BETWEEN 1 AND 5), site int, x float8);
INSERT INTO slots SELECT i / 5, i % 5 + 1, i % 6 + 1, (i * 7919 % 1000003) / 10000.0 FROM generate_series(0::bigint, :rows - 1) AS i;
ALTER TABLE slots ADD UNIQUE (id, slot);
CREATE TABLE free AS SELECT * FROM slots;
VACUUM ANALYZE slots;
VACUUM ANALYZE free;
SELECT indp.protect(t, 'id', 5, 1e6, 0.5, 1.0, '{"x": [0, 100]}', '{"site": [1, 2, 3, 4, 5, 6]}') FROM (VALUES ('slots'::regclass), ('free')) AS v(t)
\g /dev/null
SELECT indp.accept(t, leak) FROM (VALUES ('slots'::regclass), ('free')) AS v(t), indp.check(t) WHERE NOT accepted
\g /dev/null
SELECT indp.accept(t, 'superuser') FROM (VALUES ('slots'::regclass), ('free')) AS v(t)
\g /dev/null
SELECT indp.budget(t, 'postgres', 1e6) FROM (VALUES ('slots'::regclass), ('free')) AS v(t)
\g /dev/null
CREATE TABLE query(line int, call text, query text, beside int, aim float8);
INSERT INTO query VALUES
  (1, 'dp_sum', 'SELECT dp_sum(x, 0, 100, 0.5, 5) FROM slots', 1), (2, '  protected, constraint', 'SELECT dp_sum(x) FROM slots_private', 1),
  (3, 'dp_sum by site', 'SELECT site, dp_sum(x, 0, 100, 0.5, 5) FROM slots GROUP BY site', 3),
  (4, '  protected, constraint', 'SELECT site, dp_sum(x) FROM slots_private GROUP BY site', 3),
  (5, 'row_number() by hand', 'SELECT dp_sum(x, 0, 100, 0.5, 5) FROM (SELECT x, row_number() OVER (PARTITION BY id ORDER BY random()) AS n FROM free) s WHERE n <= 5', 5),
  (6, '  protected', 'SELECT dp_sum(x) FROM free_private', 5);
UPDATE query SET aim = 1.3 WHERE line IN (2, 4);
CREATE TABLE timing(workers int, line int, ms float8);
CREATE FUNCTION measure(keep bool) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  q query;
  w int;
  start timestamptz;
BEGIN
  FOREACH w IN ARRAY ARRAY[0, 2] LOOP
    PERFORM set_config('max_parallel_workers_per_gather', w::text, true);
    FOR q IN SELECT * FROM query ORDER BY line LOOP
      start := clock_timestamp();
      EXECUTE q.query;
      INSERT INTO timing SELECT w, q.line, extract(epoch FROM clock_timestamp() - start) * 1000 WHERE keep;
    END LOOP;
  END LOOP;
END
$$;
SET work_mem = '256MB';
SELECT measure(false) \g /dev/null
SELECT measure(true) FROM generate_series(1, 5) \g /dev/null
SELECT format('%-9s%-28s%10s%10s%10s%8s%7s', 'workers', 'call', 'median ms', 'fastest', 'slowest', 'ratio', 'aim');
WITH m AS (
  SELECT workers, line, percentile_cont(0.5) WITHIN GROUP (ORDER BY ms) AS median, min(ms) AS low, max(ms) AS high FROM timing GROUP BY workers, line)
SELECT format('%-9s%-28s%10s%10s%10s%8s%7s', m.workers, call, round(m.median), round(m.low), round(m.high),
              to_char(m.median / b.median, 'FM90.00'), to_char(aim, 'FM90.00'))
  FROM m JOIN query USING (line) JOIN m b ON b.line = beside AND b.workers = m.workers ORDER BY m.workers, m.line;
