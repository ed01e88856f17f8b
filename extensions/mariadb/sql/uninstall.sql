-- Removes the functions that install.sql makes, on this server only. Needs the privileges DELETE on
-- the database `mysql` and BINLOG ADMIN.

SET @indp_log_bin = @@SESSION.sql_log_bin;
SET SESSION sql_log_bin = 0;

DROP FUNCTION IF EXISTS dp_count;
DROP FUNCTION IF EXISTS dp_sum;
DROP FUNCTION IF EXISTS dp_avg;
DROP FUNCTION IF EXISTS dp_var;
DROP FUNCTION IF EXISTS dp_stddev;
DROP FUNCTION IF EXISTS dp_median;
DROP FUNCTION IF EXISTS dp_quantile;
DROP FUNCTION IF EXISTS dp_min;
DROP FUNCTION IF EXISTS dp_max;
DROP FUNCTION IF EXISTS dp_mode;
DROP FUNCTION IF EXISTS dp_histogram;
DROP FUNCTION IF EXISTS dp_count_state;
DROP FUNCTION IF EXISTS dp_sum_state;
DROP FUNCTION IF EXISTS dp_avg_state;
DROP FUNCTION IF EXISTS dp_var_state;
DROP FUNCTION IF EXISTS dp_stddev_state;
DROP FUNCTION IF EXISTS dp_median_state;
DROP FUNCTION IF EXISTS dp_quantile_state;
DROP FUNCTION IF EXISTS dp_min_state;
DROP FUNCTION IF EXISTS dp_max_state;
DROP FUNCTION IF EXISTS dp_mode_state;
DROP FUNCTION IF EXISTS dp_histogram_state;
DROP FUNCTION IF EXISTS dp_counts;
DROP FUNCTION IF EXISTS dp_quantiles;
DROP FUNCTION IF EXISTS dp_merge;
DROP FUNCTION IF EXISTS dp_release;
DROP FUNCTION IF EXISTS dp_release_mode;
DROP FUNCTION IF EXISTS dp_release_parts;
DROP FUNCTION IF EXISTS dp_release_quantiles;
DROP FUNCTION IF EXISTS dp_release_counts;
DROP FUNCTION IF EXISTS dp_count_error;
DROP FUNCTION IF EXISTS dp_count_epsilon_for_error;
DROP FUNCTION IF EXISTS dp_sum_error;
DROP FUNCTION IF EXISTS dp_sum_epsilon_for_error;
DROP FUNCTION IF EXISTS dp_avg_error;
DROP FUNCTION IF EXISTS dp_avg_epsilon_for_error;
DROP FUNCTION IF EXISTS dp_var_error;
DROP FUNCTION IF EXISTS dp_var_epsilon_for_error;
DROP FUNCTION IF EXISTS dp_stddev_error;
DROP FUNCTION IF EXISTS dp_stddev_epsilon_for_error;
DROP FUNCTION IF EXISTS dp_quantile_error;
DROP FUNCTION IF EXISTS dp_quantile_epsilon_for_error;
DROP FUNCTION IF EXISTS dp_mode_error;
DROP FUNCTION IF EXISTS dp_mode_epsilon_for_error;
DROP FUNCTION IF EXISTS dp_count_interval;
DROP FUNCTION IF EXISTS dp_sum_interval;
DROP FUNCTION IF EXISTS dp_avg_interval;
DROP FUNCTION IF EXISTS dp_var_interval;
DROP FUNCTION IF EXISTS dp_stddev_interval;
DROP FUNCTION IF EXISTS indp_version;

SET SESSION sql_log_bin = @indp_log_bin;
