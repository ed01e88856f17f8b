-- The functions of a protected view and of its private part. Everybody may call the guard, which
-- always fails, and row_order, which the owner of a view calls. Nobody can call answers.
CREATE FUNCTION indp.guard(policy pg_catalog.int4) RETURNS pg_catalog.bool AS 'MODULE_PATHNAME', 'dp_guard' LANGUAGE C IMMUTABLE PARALLEL SAFE;
COMMENT ON FUNCTION indp.guard(pg_catalog.int4) IS 'the condition of a protected view: fails unless this library replaces it';
CREATE FUNCTION indp.answers(spec pg_catalog.internal, VARIADIC "any") RETURNS SETOF pg_catalog.record AS 'MODULE_PATHNAME', 'dp_answers'
  LANGUAGE C VOLATILE PARALLEL UNSAFE;
CREATE FUNCTION indp.row_order(pg_catalog.int8, pg_catalog.int8, VARIADIC "any") RETURNS pg_catalog.int8 AS 'MODULE_PATHNAME', 'dp_row_order'
  LANGUAGE C IMMUTABLE PARALLEL SAFE;
