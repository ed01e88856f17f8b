\echo Use "ALTER EXTENSION indp UPDATE" to load this file. \quit

-- A made-up next version for the test of upgrades: one function more, one comment changed.
CREATE FUNCTION dp_state_size(state dp_state) RETURNS integer LANGUAGE sql IMMUTABLE PARALLEL SAFE
  SET search_path = pg_catalog AS 'SELECT length(state::bytea)';
COMMENT ON TYPE dp_state IS 'mergeable state';
