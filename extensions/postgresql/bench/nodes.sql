-- The benchmark that nodes.sh runs on the coordinator.
\set ON_ERROR_STOP on
CREATE SCHEMA bench;
SET search_path = bench, public, pg_temp;
SET enable_partitionwise_aggregate = on;
CREATE TABLE parts(node int, k int, x float8) PARTITION BY LIST (node);
CREATE TABLE hundredth(node int, k int, x float8) PARTITION BY LIST (node);
-- The same tables, read through the relay.
CREATE SCHEMA counted;
CREATE TABLE counted.parts(LIKE parts) PARTITION BY LIST (node);
CREATE TABLE counted.hundredth(LIKE parts) PARTITION BY LIST (node);
SELECT set_config('bench.relay', :'relay', false) \g /dev/null
DO $$
DECLARE
  way text;
BEGIN
  FOR n IN 1..3 LOOP
    EXECUTE format('CREATE SERVER relay%1$s FOREIGN DATA WRAPPER postgres_fdw OPTIONS (host %2$L, port %3$L, dbname %4$L, extensions %5$L,
      async_capable %6$L); CREATE USER MAPPING FOR postgres SERVER relay%1$s OPTIONS (user %4$L)',
      n, current_setting('bench.relay'), 5432 + n, 'postgres', 'indp', 'true');
    FOREACH way IN ARRAY ARRAY['bench node', 'counted relay'] LOOP
      EXECUTE format('CREATE FOREIGN TABLE %2$I.part%1$s PARTITION OF %2$I.parts FOR VALUES IN (%1$s) SERVER %3$I OPTIONS (schema_name %7$L, table_name %4$L);
        CREATE FOREIGN TABLE %2$I.hundredth%1$s PARTITION OF %2$I.hundredth FOR VALUES IN (%1$s) SERVER %3$I OPTIONS (schema_name %7$L, table_name %5$L, fetch_size %6$L)',
        n, split_part(way, ' ', 1), split_part(way, ' ', 2) || n, 't', 'hundredth', 10000, 'public');
    END LOOP;
  END LOOP;
END $$;
-- postgres_fdw does not push partial aggregates down to the servers, so its users write a sum of
-- sums. So do the queries without privacy here.
CREATE TABLE query(line int, call text, query text, beside int, aim float8);
INSERT INTO query VALUES
  (1, 'sum', 'SELECT sum(s) FROM (SELECT sum(x) AS s FROM parts GROUP BY node) AS q', 1, NULL),
  (2, 'dp_sum', 'SELECT dp_release(dp_merge(s), 0.5) FROM (SELECT dp_sum_state(x, 0, 100) AS s FROM parts GROUP BY node
     UNION ALL SELECT dp_sum_state(NULL::float8, 0, 100)) AS q', 1, NULL),
  (3, 'avg', 'SELECT sum(s) / sum(n) FROM (SELECT sum(x) AS s, count(x) AS n FROM parts GROUP BY node) AS q', 3, NULL),
  (4, 'dp_avg', 'SELECT dp_release(dp_merge(s), 0.5) FROM (SELECT dp_avg_state(x, 0, 100) AS s FROM parts GROUP BY node
     UNION ALL SELECT dp_avg_state(NULL::float8, 0, 100)) AS q', 3, NULL),
  (5, 'sum, 1,000 groups', 'SELECT k, sum(s) FROM (SELECT node, k, sum(x) AS s FROM parts GROUP BY node, k) AS q GROUP BY k', 5, NULL),
  (6, 'dp_sum, 1,000 groups', 'SELECT k, dp_release(dp_merge(s), 0.5) FROM (SELECT node, k, dp_sum_state(x, 0, 100) AS s FROM parts GROUP BY node, k
     UNION ALL SELECT NULL, k, dp_sum_state(NULL::float8, 0, 100) FROM generate_series(0, 999) AS k GROUP BY k) AS q GROUP BY k', 5, NULL),
  (7, 'dp_sum, rows pulled / 100', 'SELECT dp_sum(x, 0, 100, 0.5) FROM hundredth', 1, NULL);
\set runs 5
SET bench.workers = '{0}';
\ir measure.sql
-- Queries 2, 6 and 7 run again, through the relay, twice each. wire.sql counts the bytes of the
-- second run, including all messages of the protocol.
SELECT format('%-28s%14s%14s', 'call', 'from servers', 'to servers');
\set line 2
\ir wire.sql
\set line 6
\ir wire.sql
\set line 7
\ir wire.sql
