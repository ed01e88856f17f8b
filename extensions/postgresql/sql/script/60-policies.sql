-- The schema indp has a fixed name, since the code that approves queries looks for the extension's
-- functions and tables there. Nobody but the owner of the extension may create anything in it. If a
-- schema of this name exists already, CREATE EXTENSION fails.
CREATE SCHEMA indp;
GRANT USAGE ON SCHEMA indp TO PUBLIC;

-- Only superusers and the members of indp_owner may protect tables: what they declare is kept for ever
-- in tables that every charge reads. The members of indp_reader are fenced: they may call, read and
-- execute only what is listed as harmless (src/fence). Those who are members of indp_author, too, may
-- also define code, such as functions. Roles belong to the whole cluster, so these stay when the
-- extension is dropped.
DO LANGUAGE plpgsql $do$
DECLARE
  name pg_catalog.name;
BEGIN
  FOREACH name IN ARRAY ARRAY['indp_owner', 'indp_reader', 'indp_author']::pg_catalog.name[] LOOP
    BEGIN
      EXECUTE pg_catalog.format('CREATE ROLE %I NOLOGIN', name);
    EXCEPTION WHEN duplicate_object OR unique_violation THEN
      NULL;
    END;
  END LOOP;
END
$do$;

-- Policies and budgets get their numbers from sequences, so no number is used twice, even if a
-- transaction is rolled back.
CREATE SEQUENCE indp.policy_numbers AS pg_catalog.int4;
CREATE SEQUENCE indp.budget_numbers AS pg_catalog.int4;

-- The policies of the protected tables. A row is never deleted: `unprotect` sets the view to NULL,
-- and `protect` of the same source finds the row again, so that what was spent stays spent. Only
-- the functions of this extension write these tables.
CREATE TABLE indp.policies(
  policy pg_catalog.int4 PRIMARY KEY,
  source pg_catalog.regclass NOT NULL UNIQUE,
  view pg_catalog.regclass,
  person pg_catalog.name NOT NULL,
  rows_per_person pg_catalog.int8 NOT NULL CHECK (rows_per_person OPERATOR(pg_catalog.>=) 1),
  columns pg_catalog.jsonb NOT NULL,
  keys pg_catalog.jsonb NOT NULL,
  epsilon pg_catalog.float8 NOT NULL CHECK (epsilon OPERATOR(pg_catalog.>) 0),
  max_epsilon pg_catalog.float8 NOT NULL CHECK (max_epsilon OPERATOR(pg_catalog.>=) epsilon AND max_epsilon OPERATOR(pg_catalog.<) 'Infinity'),
  total pg_catalog.float8 NOT NULL CHECK (total OPERATOR(pg_catalog.>) 0 AND total OPERATOR(pg_catalog.<) 'Infinity'),
  version pg_catalog.int4 NOT NULL,
  accepted pg_catalog.text[] NOT NULL,
  min_epsilon pg_catalog.float8 NOT NULL DEFAULT 1e-12 CHECK (min_epsilon OPERATOR(pg_catalog.>) 0 AND min_epsilon OPERATOR(pg_catalog.<=) epsilon),
  -- How long answers are kept, in microseconds.
  keep pg_catalog.int8 CHECK (keep OPERATOR(pg_catalog.>=) 1000000));
-- Not unique: the view of a policy may be dropped, and a dump then has its bare number, which may
-- be that of another policy's view where the dump is restored.
CREATE INDEX policies_view ON indp.policies(view);
COMMENT ON TABLE indp.policies IS 'what is private in each protected table; written by indp.protect';

-- The budgets. `role` may spend `epsilon` in each window of `every` microseconds from `started` on,
-- or once if `every` is NULL. If `per_reader` is not NULL, it is the most that each reader may
-- spend of this epsilon. The window that begins at `started` has the number `first`. A leak is a
-- way to read the source other than through the protected view.
-- While indp.budget finds a leak that the owner has not accepted, it refuses to open or enlarge a
-- budget.
CREATE TABLE indp.budgets(
  budget pg_catalog.int4 PRIMARY KEY,
  policy pg_catalog.int4 NOT NULL REFERENCES indp.policies,
  role pg_catalog.regrole NOT NULL,
  epsilon pg_catalog.float8 NOT NULL CHECK (epsilon OPERATOR(pg_catalog.>) 0 AND epsilon OPERATOR(pg_catalog.<) 'Infinity'),
  every pg_catalog.int8 CHECK (every OPERATOR(pg_catalog.>=) 1000000),
  started pg_catalog.timestamptz NOT NULL,
  per_reader pg_catalog.float8 CHECK (per_reader OPERATOR(pg_catalog.>) 0 AND per_reader OPERATOR(pg_catalog.<) 'Infinity'),
  first pg_catalog.int8 NOT NULL DEFAULT 0 CHECK (first OPERATOR(pg_catalog.>=) 0),
  -- If it is NULL, that of the policy. If it is 0, no answers are kept.
  keep pg_catalog.int8 CHECK (keep OPERATOR(pg_catalog.=) 0
    OR keep OPERATOR(pg_catalog.>=) 1000000),
  UNIQUE (policy, role));
COMMENT ON TABLE indp.budgets IS 'who may spend how much on a protected table; written by indp.budget';

-- Login roles that are not fenced and of whom the superuser says that they tell readers nothing, and
-- extensions whose functions in C fenced sessions may call.
CREATE TABLE indp.trusted(
  role pg_catalog.regrole UNIQUE,
  extension pg_catalog.name UNIQUE,
  CHECK (pg_catalog.num_nonnulls(role, extension) OPERATOR(pg_catalog.=) 1));
COMMENT ON TABLE indp.trusted IS 'whom and what the fence trusts; written by indp.trust and indp.distrust';
GRANT SELECT ON indp.trusted TO indp_owner;

SELECT pg_catalog.pg_extension_config_dump('indp.policy_numbers', '');
SELECT pg_catalog.pg_extension_config_dump('indp.budget_numbers', '');
-- A dump names sources and roles. A row whose source or role is gone would be restored as a bare
-- number, which may belong to something else there. The name of a temporary table would make the
-- restore of all rows fail. So a dump leaves such rows out. What was spent stays in indp.spent.
SELECT pg_catalog.pg_extension_config_dump('indp.policies',
  'WHERE source::pg_catalog.oid OPERATOR(pg_catalog.=) ANY (SELECT c.oid FROM pg_catalog.pg_class AS c WHERE c.relpersistence OPERATOR(pg_catalog.<>) ''t'')');
SELECT pg_catalog.pg_extension_config_dump('indp.budgets',
  'WHERE role::pg_catalog.oid OPERATOR(pg_catalog.=) ANY (SELECT r.oid FROM pg_catalog.pg_roles AS r) AND policy OPERATOR(pg_catalog.=) ANY (SELECT p.policy
     FROM indp.policies AS p JOIN pg_catalog.pg_class AS c ON c.oid OPERATOR(pg_catalog.=) p.source::pg_catalog.oid
    WHERE c.relpersistence OPERATOR(pg_catalog.<>) ''t'')');
SELECT pg_catalog.pg_extension_config_dump('indp.trusted',
  'WHERE extension IS NOT NULL OR role::pg_catalog.oid OPERATOR(pg_catalog.=) ANY (SELECT r.oid FROM pg_catalog.pg_roles AS r)');
-- Everybody may read which tables are protected, how, and for whom.
GRANT SELECT ON indp.policies, indp.budgets TO PUBLIC;
