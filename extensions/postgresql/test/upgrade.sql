\echo Use "ALTER EXTENSION indp UPDATE" to load this file. \quit

-- An invented next version of the extension for the test of upgrades. It has one more function and
-- one changed comment.
CREATE FUNCTION dp_state_size(state dp_state) RETURNS pg_catalog.int4 LANGUAGE sql IMMUTABLE PARALLEL SAFE
  SET search_path = pg_catalog, pg_temp AS 'SELECT pg_catalog.length(state::pg_catalog.bytea)';
REVOKE EXECUTE ON FUNCTION dp_state_size(dp_state) FROM PUBLIC;
COMMENT ON TYPE dp_state IS 'mergeable state';
