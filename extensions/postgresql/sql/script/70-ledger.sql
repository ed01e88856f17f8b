-- The ledger. Only the functions of this extension write its rows. They write them in place,
-- outside of any transaction. If somebody changes the rows by SQL, no charge succeeds before
-- indp.resume is called. The code relies on the layout of indp.spent, so no column may be added,
-- dropped or moved.
--
-- A row of indp.spent states what was spent in a window. If budget is 0, this is what was spent of
-- the total of a policy. If reader is 0, it is what was spent of a budget. Otherwise it is what the
-- reader spent of the reader's share of the budget; reader 1 stands for all readers who have no row
-- yet. `number` is the number of the window. The columns timeline, system, database and ledger say
-- where the row was written, so that copies are recognised. `state` holds the bytes of a budget of
-- the library.
CREATE TABLE indp.spent(
  policy pg_catalog.int4 NOT NULL,
  budget pg_catalog.int4 NOT NULL,
  reader pg_catalog.oid NOT NULL,
  timeline pg_catalog.int4 NOT NULL,
  number pg_catalog.int8 NOT NULL,
  system pg_catalog.int8 NOT NULL,
  database pg_catalog.oid NOT NULL,
  ledger pg_catalog.oid NOT NULL,
  state pg_catalog.bytea NOT NULL);
ALTER TABLE indp.spent ALTER COLUMN state SET STORAGE PLAIN;
COMMENT ON TABLE indp.spent IS 'what was spent of each budget; do not change it';

-- Each charge adds one row. `role` names the budget that paid, and `epsilon` is the exact sum of
-- the epsilons, each of which counts as the shortest decimal that converts back to the same double.
CREATE TABLE indp.charges(
  at pg_catalog.timestamptz NOT NULL,
  policy pg_catalog.int4 NOT NULL,
  budget pg_catalog.int4 NOT NULL,
  reader pg_catalog.oid NOT NULL,
  role pg_catalog.name NOT NULL,
  name pg_catalog.name NOT NULL,
  epsilon pg_catalog.numeric NOT NULL,
  query pg_catalog.text NOT NULL);
COMMENT ON TABLE indp.charges IS 'the log of all charges; do not change it; indp.ledger shows it';

SELECT pg_catalog.pg_extension_config_dump('indp.spent', '');
SELECT pg_catalog.pg_extension_config_dump('indp.charges', '');

-- PUBLIC may call the next three functions, which themselves check what the caller may see or do.
CREATE FUNCTION indp.remaining(source pg_catalog.regclass)
  RETURNS TABLE(budget pg_catalog.regrole, epsilon pg_catalog.float8, remaining pg_catalog.float8, until pg_catalog.timestamptz,
    share pg_catalog.float8, total pg_catalog.float8)
  AS 'MODULE_PATHNAME', 'indp_pg_remaining' LANGUAGE C STRICT;
COMMENT ON FUNCTION indp.remaining(pg_catalog.regclass) IS
  'for each of your budgets for a protected table: what is left of the budget in its current window, of your own share, and of the total of the table';

CREATE FUNCTION indp.ledger(source pg_catalog.regclass)
  RETURNS TABLE(at pg_catalog.timestamptz, reader pg_catalog.name, budget pg_catalog.name, epsilon pg_catalog.numeric, query pg_catalog.text)
  AS 'MODULE_PATHNAME', 'indp_pg_ledger' LANGUAGE C STRICT;
COMMENT ON FUNCTION indp.ledger(pg_catalog.regclass) IS
  'who was charged what, and when; the owner of the table sees all charges, others see only their own';

CREATE FUNCTION indp.resume(source pg_catalog.regclass, spent pg_catalog.float8) RETURNS pg_catalog.void
  AS 'MODULE_PATHNAME', 'indp_pg_resume' LANGUAGE C STRICT;
COMMENT ON FUNCTION indp.resume(pg_catalog.regclass, pg_catalog.float8) IS
  'reopens the ledger after a restore, copy or failover; from then on, at least the amount `spent` has been used of the total, of each budget and of the share of each reader';

-- Makes the row for the total of a new policy, as indp.put_policy does, for tests that insert a
-- policy themselves. ROLLBACK does not remove that row. A row without a policy does no harm.
CREATE FUNCTION indp.open(policy pg_catalog.int4) RETURNS pg_catalog.void
  AS 'MODULE_PATHNAME', 'indp_pg_open' LANGUAGE C STRICT;
