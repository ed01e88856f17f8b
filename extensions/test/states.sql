-- The questions of same.sh, one in a line. Their names are those of same.c.
SELECT 'count', HEX(dp_count_state(x)) FROM generated;
SELECT 'sum', HEX(dp_sum_state(x, -100, 500)) FROM generated;
SELECT 'avg', HEX(dp_avg_state(x, -100, 500, 2)) FROM generated;
SELECT 'var', HEX(dp_var_state(x, -100, 500)) FROM generated;
SELECT 'stddev', HEX(dp_stddev_state(x, -100, 500)) FROM generated;
SELECT 'median', HEX(dp_median_state(x, -100, 500, 1, 1001)) FROM generated;
SELECT 'quantile', HEX(dp_quantile_state(x, 0.9, -100, 500, 1, 601)) FROM generated;
SELECT 'min', HEX(dp_min_state(x, -100, 500, 1, 601)) FROM generated;
SELECT 'max', HEX(dp_max_state(x, -100, 500, 1, 601)) FROM generated;
SELECT 'mode', HEX(dp_mode_state(k, JSON:0,1,2,3,4:END)) FROM generated;
SELECT 'rand count', HEX(dp_count_state(mdvis, 5)) FROM rand;
SELECT 'rand sum', HEX(dp_sum_state(meddol, 0, 5000, 5)) FROM rand;
SELECT 'rand avg', HEX(dp_avg_state(mdvis, 0, 50, 5)) FROM rand;
SELECT 'rand var', HEX(dp_var_state(meddol, 0, 5000, 5)) FROM rand;
SELECT 'rand stddev', HEX(dp_stddev_state(xage, 0, 128, 5)) FROM rand;
SELECT 'rand median', HEX(dp_median_state(meddol, 0, 5000, 5, 10001)) FROM rand;
SELECT 'rand quantile', HEX(dp_quantile_state(meddol, 0.25, 0, 5000, 5, 10001)) FROM rand;
SELECT 'rand mode', HEX(dp_mode_state(site, JSON:0,1,2,3,4,5,6:END, 5)) FROM rand;
