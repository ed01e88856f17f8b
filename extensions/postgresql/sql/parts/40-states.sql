-- Functions that merge and release states. A role that may call them can release any number of
-- times, so by default no role may.
CREATE FUNCTION dp_merge_add(state dp_transition, other dp_state) RETURNS dp_transition AS 'MODULE_PATHNAME'
  LANGUAGE C IMMUTABLE PARALLEL SAFE;
CREATE FUNCTION dp_merge_final(state dp_transition) RETURNS dp_state AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE;
CREATE AGGREGATE dp_merge(state dp_state) (SFUNC = dp_merge_add, STYPE = dp_transition, SSPACE = 128, INITCOND = '',
  FINALFUNC = dp_merge_final, FINALFUNC_MODIFY = READ_WRITE, COMBINEFUNC = dp_combine, PARALLEL = SAFE);
REVOKE EXECUTE ON FUNCTION dp_merge(dp_state) FROM PUBLIC;
COMMENT ON AGGREGATE dp_merge(dp_state) IS 'merges states into one, which is raw private data until released';
CREATE FUNCTION dp_release(state dp_state, epsilon pg_catalog.float8) RETURNS pg_catalog.float8 AS 'MODULE_PATHNAME'
  LANGUAGE C VOLATILE PARALLEL SAFE;
COMMENT ON FUNCTION dp_release(dp_state, pg_catalog.float8) IS 'differentially private: the answer of a state; each call costs epsilon';
CREATE FUNCTION dp_release_quantiles(state dp_state, q pg_catalog.float8[], epsilon pg_catalog.float8) RETURNS pg_catalog.float8[] AS 'MODULE_PATHNAME'
  LANGUAGE C VOLATILE PARALLEL SAFE;
COMMENT ON FUNCTION dp_release_quantiles(dp_state, pg_catalog.float8[], pg_catalog.float8) IS
  'differentially private: several quantiles of the state of a quantile, in the order of q; each call costs epsilon';
CREATE FUNCTION dp_release_counts(state dp_state, epsilon pg_catalog.float8) RETURNS pg_catalog.int8[] AS 'MODULE_PATHNAME'
  LANGUAGE C VOLATILE PARALLEL SAFE;
COMMENT ON FUNCTION dp_release_counts(dp_state, pg_catalog.float8) IS
  'differentially private: all counts of the state of a histogram or mode; each call costs epsilon. The order is that of the cells of a histogram; for a mode, integer candidates come first, in ascending order, then texts in byte order';
CREATE FUNCTION dp_release_mode(state dp_state, epsilon pg_catalog.float8) RETURNS pg_catalog.text AS 'MODULE_PATHNAME'
  LANGUAGE C VOLATILE PARALLEL SAFE;
COMMENT ON FUNCTION dp_release_mode(dp_state, pg_catalog.float8) IS
  'differentially private: the answer of the state of a mode; each call costs epsilon';
CREATE FUNCTION dp_release_parts(state dp_state, epsilon pg_catalog.float8) RETURNS pg_catalog.json AS 'MODULE_PATHNAME'
  LANGUAGE C VOLATILE PARALLEL SAFE;
COMMENT ON FUNCTION dp_release_parts(dp_state, pg_catalog.float8) IS
  'differentially private: the answer of the state of a mean, variance or standard deviation, with the noisy sums that it is computed from; each call costs epsilon';

