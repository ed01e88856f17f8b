CREATE FUNCTION indp_version() RETURNS pg_catalog.text AS 'MODULE_PATHNAME', 'indp_pg_version' LANGUAGE C IMMUTABLE PARALLEL SAFE;
COMMENT ON FUNCTION indp_version() IS 'version of the indp library';

