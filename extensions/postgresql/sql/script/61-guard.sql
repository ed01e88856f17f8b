-- Functions that occur in protected views and in the plans of approved queries. The guard is the
-- condition of a protected view. If it is ever executed, it fails, so everybody may call it.
-- `answers` occurs only in approved queries, and nobody can call it, because its first argument is
-- `internal`. row_order orders the rows of a person at random, to choose those that count. It runs
-- with the rights of the owner of the protected view, who is a member of indp_owner.
CREATE FUNCTION indp.guard(policy pg_catalog.int4) RETURNS pg_catalog.bool AS 'MODULE_PATHNAME', 'dp_guard' LANGUAGE C IMMUTABLE PARALLEL SAFE;
COMMENT ON FUNCTION indp.guard(pg_catalog.int4) IS 'the condition of a protected view: fails unless this library replaces it';
CREATE FUNCTION indp.verdict(function pg_catalog.regprocedure) RETURNS pg_catalog.text AS 'MODULE_PATHNAME', 'dp_verdict' LANGUAGE C STABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION indp.verdict(pg_catalog.regprocedure) IS
  'whether members of indp_reader may call this function: admitted, refused, or NULL (refused) for a function of PostgreSQL that indp does not know';
CREATE FUNCTION indp.verdict(relation pg_catalog.regclass, attribute pg_catalog.int2) RETURNS pg_catalog.text AS 'MODULE_PATHNAME', 'dp_column_verdict'
  LANGUAGE C STABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION indp.verdict(pg_catalog.regclass, pg_catalog.int2) IS
  'what members of indp_reader see of this column of a catalog: it is admitted, or masked, or NULL because indp does not know it; they see masked and unknown columns as NULL';
CREATE FUNCTION indp.answers(spec pg_catalog.internal, VARIADIC "any") RETURNS SETOF pg_catalog.record AS 'MODULE_PATHNAME', 'dp_answers'
  LANGUAGE C VOLATILE PARALLEL UNSAFE;
CREATE FUNCTION indp.row_order(pg_catalog.int8, pg_catalog.int8, VARIADIC "any") RETURNS pg_catalog.int8 AS 'MODULE_PATHNAME', 'dp_row_order'
  LANGUAGE C IMMUTABLE PARALLEL SAFE;
