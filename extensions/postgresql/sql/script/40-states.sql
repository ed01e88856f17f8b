-- Functions that merge states. Who may call them can make a state to release, so by default no role
-- may.
CREATE FUNCTION dp_merge_add(state dp_transition, other dp_state) RETURNS dp_transition AS 'MODULE_PATHNAME'
  LANGUAGE C IMMUTABLE PARALLEL SAFE;
CREATE FUNCTION dp_merge_final(state dp_transition) RETURNS dp_state AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE;
CREATE AGGREGATE dp_merge(state dp_state) (SFUNC = dp_merge_add, STYPE = dp_transition, SSPACE = 128, INITCOND = '',
  FINALFUNC = dp_merge_final, FINALFUNC_MODIFY = READ_WRITE, COMBINEFUNC = dp_combine, PARALLEL = SAFE);
REVOKE EXECUTE ON FUNCTION dp_merge(dp_state) FROM PUBLIC;
COMMENT ON AGGREGATE dp_merge(dp_state) IS 'merges states into one, which is raw private data until released';
