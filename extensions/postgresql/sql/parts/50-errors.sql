-- Functions that return an error bound. They read no data, so everybody may call them. They are
-- STABLE because they depend on indp.float_precision.
CREATE FUNCTION dp_count_error(epsilon pg_catalog.float8, alpha pg_catalog.float8, rows_per_person pg_catalog.int8 DEFAULT 1)
  RETURNS pg_catalog.float8 AS 'MODULE_PATHNAME' LANGUAGE C STABLE PARALLEL SAFE;
COMMENT ON FUNCTION dp_count_error(pg_catalog.float8, pg_catalog.float8, pg_catalog.int8) IS
  'a dp_count is within this of the exact count with probability 1 - alpha';
CREATE FUNCTION dp_sum_error(lo pg_catalog.float8, hi pg_catalog.float8, epsilon pg_catalog.float8, alpha pg_catalog.float8,
  rows_per_person pg_catalog.int8 DEFAULT 1) RETURNS pg_catalog.float8 AS 'MODULE_PATHNAME' LANGUAGE C STABLE PARALLEL SAFE;
COMMENT ON FUNCTION dp_sum_error(pg_catalog.float8, pg_catalog.float8, pg_catalog.float8, pg_catalog.float8, pg_catalog.int8) IS
  'a dp_sum is within this of the exact sum of the clamped values with probability 1 - alpha';

CREATE FUNCTION indp_version() RETURNS pg_catalog.text AS 'MODULE_PATHNAME', 'indp_pg_version' LANGUAGE C IMMUTABLE PARALLEL SAFE;
COMMENT ON FUNCTION indp_version() IS 'version of the indp library';

