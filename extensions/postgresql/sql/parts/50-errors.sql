-- Functions that compute the error to expect from a release. They use only public numbers and read
-- no data, so everybody may call them. They are STABLE because they depend on indp.float_precision.
CREATE FUNCTION dp_count_error(epsilon pg_catalog.float8, alpha pg_catalog.float8, rows_per_person pg_catalog.int8 DEFAULT 1)
  RETURNS pg_catalog.float8 AS 'MODULE_PATHNAME', 'indp_pg_count_error' LANGUAGE C STABLE PARALLEL SAFE;
COMMENT ON FUNCTION dp_count_error(pg_catalog.float8, pg_catalog.float8, pg_catalog.int8) IS
  'with probability 1 - alpha, a dp_count differs from the exact count by at most this much';
CREATE FUNCTION dp_sum_error(lo pg_catalog.float8, hi pg_catalog.float8, epsilon pg_catalog.float8, alpha pg_catalog.float8,
  rows_per_person pg_catalog.int8 DEFAULT 1)
  RETURNS pg_catalog.float8 AS 'MODULE_PATHNAME', 'indp_pg_sum_error' LANGUAGE C STABLE PARALLEL SAFE;
COMMENT ON FUNCTION dp_sum_error(pg_catalog.float8, pg_catalog.float8, pg_catalog.float8, pg_catalog.float8, pg_catalog.int8) IS
  'with probability 1 - alpha, a dp_sum differs from the exact sum of the clamped values by at most this much';
CREATE FUNCTION dp_avg_error(lo pg_catalog.float8, hi pg_catalog.float8, epsilon pg_catalog.float8, alpha pg_catalog.float8,
  n pg_catalog.int8, rows_per_person pg_catalog.int8 DEFAULT 1)
  RETURNS pg_catalog.float8 AS 'MODULE_PATHNAME', 'indp_pg_avg_error' LANGUAGE C STABLE PARALLEL SAFE;
COMMENT ON FUNCTION dp_avg_error(pg_catalog.float8, pg_catalog.float8, pg_catalog.float8, pg_catalog.float8, pg_catalog.int8, pg_catalog.int8) IS
  'with probability 1 - alpha, a dp_avg of n rows differs from the exact mean of the clamped values by at most this much';
CREATE FUNCTION dp_var_error(lo pg_catalog.float8, hi pg_catalog.float8, epsilon pg_catalog.float8, alpha pg_catalog.float8,
  n pg_catalog.int8, rows_per_person pg_catalog.int8 DEFAULT 1)
  RETURNS pg_catalog.float8 AS 'MODULE_PATHNAME', 'indp_pg_var_error' LANGUAGE C STABLE PARALLEL SAFE;
COMMENT ON FUNCTION dp_var_error(pg_catalog.float8, pg_catalog.float8, pg_catalog.float8, pg_catalog.float8, pg_catalog.int8, pg_catalog.int8) IS
  'with probability 1 - alpha, a dp_var of n rows differs from the exact variance of the clamped values by at most this much';
CREATE FUNCTION dp_stddev_error(lo pg_catalog.float8, hi pg_catalog.float8, epsilon pg_catalog.float8, alpha pg_catalog.float8,
  n pg_catalog.int8, rows_per_person pg_catalog.int8 DEFAULT 1)
  RETURNS pg_catalog.float8 AS 'MODULE_PATHNAME', 'indp_pg_stddev_error' LANGUAGE C STABLE PARALLEL SAFE;
COMMENT ON FUNCTION dp_stddev_error(pg_catalog.float8, pg_catalog.float8, pg_catalog.float8, pg_catalog.float8, pg_catalog.int8, pg_catalog.int8) IS
  'with probability 1 - alpha, a dp_stddev of n rows differs from the exact standard deviation of the clamped values by at most this much';
CREATE FUNCTION dp_quantile_error(q pg_catalog.float8, epsilon pg_catalog.float8, alpha pg_catalog.float8,
  candidates pg_catalog.int8, rows_per_person pg_catalog.int8 DEFAULT 1)
  RETURNS pg_catalog.float8 AS 'MODULE_PATHNAME', 'indp_pg_quantile_error' LANGUAGE C STABLE PARALLEL SAFE;
COMMENT ON FUNCTION dp_quantile_error(pg_catalog.float8, pg_catalog.float8, pg_catalog.float8, pg_catalog.int8, pg_catalog.int8) IS
  'with probability 1 - alpha, a dp_quantile among `candidates` candidates is at most this many ranks from the exact one';
CREATE FUNCTION dp_mode_error(epsilon pg_catalog.float8, alpha pg_catalog.float8, candidates pg_catalog.int8,
  rows_per_person pg_catalog.int8 DEFAULT 1)
  RETURNS pg_catalog.float8 AS 'MODULE_PATHNAME', 'indp_pg_mode_error' LANGUAGE C STABLE PARALLEL SAFE;
COMMENT ON FUNCTION dp_mode_error(pg_catalog.float8, pg_catalog.float8, pg_catalog.int8, pg_catalog.int8) IS
  'with probability 1 - alpha, the answer of dp_mode falls short of the most common candidate by at most this many rows; `candidates` is the number of candidates';

-- The inverses of these functions: the smallest epsilon for a given error.
CREATE FUNCTION dp_count_epsilon_for_error(error pg_catalog.float8, alpha pg_catalog.float8, rows_per_person pg_catalog.int8 DEFAULT 1)
  RETURNS pg_catalog.float8 AS 'MODULE_PATHNAME', 'indp_pg_count_epsilon_for_error' LANGUAGE C STABLE PARALLEL SAFE;
COMMENT ON FUNCTION dp_count_epsilon_for_error(pg_catalog.float8, pg_catalog.float8, pg_catalog.int8) IS
  'the smallest epsilon for which dp_count_error is at most the argument `error`';
CREATE FUNCTION dp_sum_epsilon_for_error(lo pg_catalog.float8, hi pg_catalog.float8, error pg_catalog.float8,
  alpha pg_catalog.float8, rows_per_person pg_catalog.int8 DEFAULT 1)
  RETURNS pg_catalog.float8 AS 'MODULE_PATHNAME', 'indp_pg_sum_epsilon_for_error' LANGUAGE C STABLE PARALLEL SAFE;
COMMENT ON FUNCTION dp_sum_epsilon_for_error(pg_catalog.float8, pg_catalog.float8, pg_catalog.float8, pg_catalog.float8, pg_catalog.int8) IS
  'the smallest epsilon for which dp_sum_error is at most the argument `error`';
CREATE FUNCTION dp_avg_epsilon_for_error(lo pg_catalog.float8, hi pg_catalog.float8, error pg_catalog.float8,
  alpha pg_catalog.float8, n pg_catalog.int8, rows_per_person pg_catalog.int8 DEFAULT 1)
  RETURNS pg_catalog.float8 AS 'MODULE_PATHNAME', 'indp_pg_avg_epsilon_for_error' LANGUAGE C STABLE PARALLEL SAFE;
COMMENT ON FUNCTION dp_avg_epsilon_for_error(pg_catalog.float8, pg_catalog.float8, pg_catalog.float8, pg_catalog.float8, pg_catalog.int8, pg_catalog.int8) IS
  'the smallest epsilon for which dp_avg_error is at most the argument `error`';
CREATE FUNCTION dp_var_epsilon_for_error(lo pg_catalog.float8, hi pg_catalog.float8, error pg_catalog.float8,
  alpha pg_catalog.float8, n pg_catalog.int8, rows_per_person pg_catalog.int8 DEFAULT 1)
  RETURNS pg_catalog.float8 AS 'MODULE_PATHNAME', 'indp_pg_var_epsilon_for_error' LANGUAGE C STABLE PARALLEL SAFE;
COMMENT ON FUNCTION dp_var_epsilon_for_error(pg_catalog.float8, pg_catalog.float8, pg_catalog.float8, pg_catalog.float8, pg_catalog.int8, pg_catalog.int8) IS
  'the smallest epsilon for which dp_var_error is at most the argument `error`';
CREATE FUNCTION dp_stddev_epsilon_for_error(lo pg_catalog.float8, hi pg_catalog.float8, error pg_catalog.float8,
  alpha pg_catalog.float8, n pg_catalog.int8, rows_per_person pg_catalog.int8 DEFAULT 1)
  RETURNS pg_catalog.float8 AS 'MODULE_PATHNAME', 'indp_pg_stddev_epsilon_for_error' LANGUAGE C STABLE PARALLEL SAFE;
COMMENT ON FUNCTION dp_stddev_epsilon_for_error(pg_catalog.float8, pg_catalog.float8, pg_catalog.float8, pg_catalog.float8, pg_catalog.int8, pg_catalog.int8) IS
  'the smallest epsilon for which dp_stddev_error is at most the argument `error`';
CREATE FUNCTION dp_quantile_epsilon_for_error(q pg_catalog.float8, error pg_catalog.float8, alpha pg_catalog.float8,
  candidates pg_catalog.int8, rows_per_person pg_catalog.int8 DEFAULT 1)
  RETURNS pg_catalog.float8 AS 'MODULE_PATHNAME', 'indp_pg_quantile_epsilon_for_error' LANGUAGE C STABLE PARALLEL SAFE;
COMMENT ON FUNCTION dp_quantile_epsilon_for_error(pg_catalog.float8, pg_catalog.float8, pg_catalog.float8, pg_catalog.int8, pg_catalog.int8) IS
  'the smallest epsilon for which dp_quantile_error is at most the argument `error`';
CREATE FUNCTION dp_mode_epsilon_for_error(error pg_catalog.float8, alpha pg_catalog.float8, candidates pg_catalog.int8,
  rows_per_person pg_catalog.int8 DEFAULT 1)
  RETURNS pg_catalog.float8 AS 'MODULE_PATHNAME', 'indp_pg_mode_epsilon_for_error' LANGUAGE C STABLE PARALLEL SAFE;
COMMENT ON FUNCTION dp_mode_epsilon_for_error(pg_catalog.float8, pg_catalog.float8, pg_catalog.int8, pg_catalog.int8) IS
  'the smallest epsilon for which dp_mode_error is at most the argument `error`';

-- Intervals around released answers. They cost nothing.
CREATE FUNCTION dp_count_interval(answer pg_catalog.float8, epsilon pg_catalog.float8, alpha pg_catalog.float8,
  rows_per_person pg_catalog.int8 DEFAULT 1)
  RETURNS pg_catalog.float8[] AS 'MODULE_PATHNAME', 'indp_pg_count_interval' LANGUAGE C STABLE PARALLEL SAFE;
COMMENT ON FUNCTION dp_count_interval(pg_catalog.float8, pg_catalog.float8, pg_catalog.float8, pg_catalog.int8) IS
  'an interval around the answer of dp_count that holds the exact count with probability 1 - alpha';
CREATE FUNCTION dp_sum_interval(answer pg_catalog.float8, lo pg_catalog.float8, hi pg_catalog.float8, epsilon pg_catalog.float8,
  alpha pg_catalog.float8, rows_per_person pg_catalog.int8 DEFAULT 1)
  RETURNS pg_catalog.float8[] AS 'MODULE_PATHNAME', 'indp_pg_sum_interval' LANGUAGE C STABLE PARALLEL SAFE;
COMMENT ON FUNCTION dp_sum_interval(pg_catalog.float8, pg_catalog.float8, pg_catalog.float8, pg_catalog.float8, pg_catalog.float8, pg_catalog.int8) IS
  'an interval around the answer of dp_sum that holds the exact sum of the clamped values with probability 1 - alpha';
CREATE FUNCTION dp_avg_interval(parts pg_catalog.json, lo pg_catalog.float8, hi pg_catalog.float8, alpha pg_catalog.float8)
  RETURNS pg_catalog.float8[] AS 'MODULE_PATHNAME', 'indp_pg_avg_interval' LANGUAGE C STABLE PARALLEL SAFE;
COMMENT ON FUNCTION dp_avg_interval(pg_catalog.json, pg_catalog.float8, pg_catalog.float8, pg_catalog.float8) IS
  'an interval that holds the exact mean of the clamped values with probability 1 - alpha; `parts` is an answer of dp_release_parts';
CREATE FUNCTION dp_var_interval(parts pg_catalog.json, lo pg_catalog.float8, hi pg_catalog.float8, alpha pg_catalog.float8)
  RETURNS pg_catalog.float8[] AS 'MODULE_PATHNAME', 'indp_pg_var_interval' LANGUAGE C STABLE PARALLEL SAFE;
COMMENT ON FUNCTION dp_var_interval(pg_catalog.json, pg_catalog.float8, pg_catalog.float8, pg_catalog.float8) IS
  'an interval that holds the exact variance of the clamped values with probability 1 - alpha; `parts` is an answer of dp_release_parts';
CREATE FUNCTION dp_stddev_interval(parts pg_catalog.json, lo pg_catalog.float8, hi pg_catalog.float8, alpha pg_catalog.float8)
  RETURNS pg_catalog.float8[] AS 'MODULE_PATHNAME', 'indp_pg_stddev_interval' LANGUAGE C STABLE PARALLEL SAFE;
COMMENT ON FUNCTION dp_stddev_interval(pg_catalog.json, pg_catalog.float8, pg_catalog.float8, pg_catalog.float8) IS
  'an interval that holds the exact standard deviation of the clamped values with probability 1 - alpha; `parts` is an answer of dp_release_parts';

CREATE FUNCTION indp_version() RETURNS pg_catalog.text AS 'MODULE_PATHNAME', 'indp_pg_version' LANGUAGE C IMMUTABLE PARALLEL SAFE;
COMMENT ON FUNCTION indp_version() IS 'version of the indp library';

