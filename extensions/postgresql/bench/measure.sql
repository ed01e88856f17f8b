-- Runs each query of the table query(line, call, query, beside, aim), with each number of workers
-- in the array bench.workers. All queries run in turn, :runs times after a warm-up run that is not
-- counted. Prints the table of timings. The ratio divides the median of a query by the median of
-- the query on line `beside`, and `aim` is the largest acceptable ratio.
CREATE TABLE timing(workers int, line int, ms float8);
CREATE FUNCTION measure(keep bool) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  q query;
  w int;
  start timestamptz;
BEGIN
  FOREACH w IN ARRAY current_setting('bench.workers')::int[] LOOP
    PERFORM set_config('max_parallel_workers_per_gather', w::text, true);
    FOR q IN SELECT * FROM query ORDER BY line LOOP
      start := clock_timestamp();
      EXECUTE q.query;
      INSERT INTO timing SELECT w, q.line, extract(epoch FROM clock_timestamp() - start) * 1000 WHERE keep;
    END LOOP;
  END LOOP;
END
$$;
SELECT measure(false) \g /dev/null
SELECT measure(true) FROM generate_series(1, :runs) \g /dev/null
SELECT format('%-9s%-28s%10s%10s%10s%8s%7s', 'workers', 'call', 'median ms', 'fastest', 'slowest', 'ratio', 'aim');
WITH m AS (
  SELECT workers, line, percentile_cont(0.5) WITHIN GROUP (ORDER BY ms) AS median, min(ms) AS low, max(ms) AS high FROM timing GROUP BY workers, line)
SELECT format('%-9s%-28s%10s%10s%10s%8s%7s', m.workers, call, round(m.median), round(m.low), round(m.high),
              to_char(m.median / b.median, 'FM90.00'), to_char(aim, 'FM90.00'))
  FROM m JOIN query USING (line) JOIN m b ON b.line = beside AND b.workers = m.workers ORDER BY m.workers, m.line;
