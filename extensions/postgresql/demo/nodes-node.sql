-- A hospital's server: its table, and the role with which the coordinator reads it.
\set ON_ERROR_STOP on
CREATE ROLE collector LOGIN;
CREATE SCHEMA demo;
CREATE TABLE demo.hie(
  id pg_catalog.int4 NOT NULL, year pg_catalog.int4 NOT NULL, site pg_catalog.int4 NOT NULL, plan pg_catalog.int4, coins pg_catalog.float8,
  income pg_catalog.float8, age pg_catalog.float8, female pg_catalog.int4, educdec pg_catalog.float8, hlthg pg_catalog.int4, hlthf pg_catalog.int4,
  hlthp pg_catalog.int4, disea pg_catalog.float8, mdvis pg_catalog.int4, outpdol pg_catalog.float8, inpdol pg_catalog.float8, meddol pg_catalog.float8,
  UNIQUE (id, year),
  CHECK (site IN (:sites))); -- the partition keys of this server alone: no row of another server can count twice
ALTER ROLE collector SET row_security = off; -- rows that a policy hides make the query fail instead of missing from it
GRANT USAGE ON SCHEMA demo TO collector;
GRANT SELECT ON demo.hie TO collector;
-- The states are exact. So only roles with a grant may call the aggregates that make them.
SELECT format('GRANT EXECUTE ON FUNCTION %s TO collector', oid::regprocedure) FROM pg_proc WHERE prokind = 'a' AND proname ~ '^dp_.*_state$' \gexec
