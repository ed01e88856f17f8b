-- The answers that are kept, each with its question. Nobody but the functions of this extension
-- reads or writes them. A dump leaves them out: they cost nothing that a restored database must
-- remember. The number of a budget is never used again.
CREATE TABLE indp.answers(
  at pg_catalog.timestamptz NOT NULL,
  policy pg_catalog.int4 NOT NULL,
  version pg_catalog.int4 NOT NULL,
  budget pg_catalog.int4 NOT NULL,
  reader pg_catalog.oid NOT NULL,
  name pg_catalog.name NOT NULL,
  hash pg_catalog.int8 NOT NULL,
  question pg_catalog.bytea NOT NULL,
  answer pg_catalog.bytea NOT NULL,
  query pg_catalog.text NOT NULL);
CREATE INDEX answers_hash ON indp.answers(policy, hash);
COMMENT ON TABLE indp.answers IS 'answers that are kept; indp.kept shows which';

-- PUBLIC may call this function, which itself checks what the caller may see.
CREATE FUNCTION indp.kept(source pg_catalog.regclass)
  RETURNS TABLE(at pg_catalog.timestamptz, until pg_catalog.timestamptz, budget pg_catalog.regrole,
    reader pg_catalog.name, query pg_catalog.text, bytes pg_catalog.int8)
  AS 'MODULE_PATHNAME', 'indp_pg_kept' LANGUAGE C STRICT;
COMMENT ON FUNCTION indp.kept(pg_catalog.regclass) IS
  'the answers that the same question gets again for nothing, and until when; '
  'the owner of the table sees all, others see only those to their own questions';

CREATE FUNCTION indp.forget(source pg_catalog.regclass) RETURNS pg_catalog.int4
  AS 'MODULE_PATHNAME', 'dp_forget' LANGUAGE C VOLATILE STRICT PARALLEL UNSAFE;
COMMENT ON FUNCTION indp.forget(pg_catalog.regclass) IS
  'removes the kept answers about a table, and tells how many these were; '
  'what was answered stays answered, and what was spent stays spent; for the owner of the table';
