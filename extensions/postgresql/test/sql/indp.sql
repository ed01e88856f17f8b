-- At this epsilon the noise rounds to zero, so answers are exact.
CREATE EXTENSION indp;
CREATE TABLE visits(person int, clinic int, n int, cost numeric);
INSERT INTO visits SELECT i, i % 3, i % 7, i % 50 + 0.25 FROM generate_series(1, 100) i;
INSERT INTO visits VALUES (101, 0, NULL, '1e400'), (102, 0, 1000000, 'NaN');
SELECT dp_count(n, 1e18), dp_count(1, 1e18), dp_sum(n, 0, 5, 1e18), dp_sum(cost, 0, 50, 1e18), dp_sum(cost::float8, 0, 50, 1e18)
  FROM visits WHERE cost < 1e300;
SELECT dp_sum(cost, 0, 50, 1e18) FROM visits;
SELECT clinic, dp_count(n, 1e18, 2), dp_sum(n, 0, 5, 1e18, 2) FROM visits GROUP BY clinic ORDER BY clinic;
SELECT dp_count(n, 1e18), dp_sum(n, 3, 5, 1e18) FROM visits WHERE false;
-- Averages, variances, standard deviations, quantiles, minima, maxima and modes. (Quantiles and
-- modes refuse an epsilon far above 10^10.)
SELECT dp_avg(n, 0, 6, 1e18) AS avg, dp_var(n, 0, 6, 1e18) AS var, round(dp_stddev(n, 0, 6, 1e18)::numeric, 6) AS stddev FROM visits;
SELECT dp_median(n, 0, 9, 1e6), dp_quantile(n, 0.75, 0, 9, 1e6) AS upper, dp_quantile(cost, 1, 0, 60, 1e6, 2) AS top FROM visits WHERE person <= 101;
SELECT dp_min(n, 0, 9, 1e6), dp_max(n, 0, 9, 1e6) AS largest, dp_max(cost, 0, 60, 1e6, 2, 61) AS rounded FROM visits WHERE person <= 99;
SELECT dp_mode(clinic, '{0,1,2,3}', 1e6), dp_mode('clinic ' || clinic, '{clinic 0,clinic 1,clinic 7}', 1e6, 2) FROM visits WHERE clinic > 0;
-- The candidates of a quantile are whole numbers if the values are integers; otherwise they are a
-- fine grid. A call may also set their number. The second query tests dates and intervals.
SELECT dp_median(cost, 0, 60, 1e6, 1, 61) AS whole, abs(dp_median(cost, 0, 60, 1e6) - 25.25) < 0.01 AS fine FROM visits WHERE person <= 99;
SELECT dp_median(date '2020-01-01' + n, '2020-01-01', '2020-12-31', 1e6) AS day, dp_sum(n * interval '1 hour', '0', '1 day', 1e18) AS hours FROM visits WHERE person <= 100;
-- Merged states have the same bytes as one state over all rows.
SELECT dp_release(dp_merge(s), 1e18) AS merged, dp_merge(s)::bytea = (SELECT dp_sum_state(n, 0, 5)::bytea FROM visits) AS same
  FROM (SELECT dp_sum_state(n, 0, 5) AS s FROM visits GROUP BY clinic) p;
SELECT dp_release(dp_merge(q), 1e6) AS median, dp_release_mode(dp_merge(m), 1e6) AS clinic
  FROM (SELECT dp_median_state(n, 0, 9) AS q, dp_mode_state(clinic, '{0,1,2}') AS m FROM visits GROUP BY person % 7) p;
-- A mean with the sums that it is computed from.
SELECT dp_release_parts(dp_avg_state(n, 0, 8), 1e18) AS parts FROM visits WHERE person <= 98;
-- Wrong parameters are errors.
SELECT dp_sum(n, 0, 5) FROM visits;
SELECT dp_sum(coalesce(v.n, 5), 0, 5, 1) FROM (SELECT 1) k LEFT JOIN visits v ON v.clinic = 7;
SELECT dp_median(n, 0, 5, 1, 1, 1) FROM visits;
SELECT dp_sum(n, 0, 5, 0) FROM visits;
SELECT dp_sum(n, 5, 0, 1) FROM visits;
SELECT dp_sum(n, 0, n, 1) FROM visits;
SELECT dp_count(n, 1, 0) FROM visits;
SELECT dp_count(n, 1) OVER () FROM visits;
SELECT dp_quantile(n, 1.5, 0, 5, 1) FROM visits;
SELECT dp_mode(n, '{1,2,1}', 1) FROM visits;
SELECT dp_release(dp_mode_state(n, '{1,2}'), 1) FROM visits;
SELECT dp_release_parts(dp_max_state(n, 0, 9), 1) FROM visits;
SELECT dp_max(n, 0, 9) FROM visits;
SELECT 'x'::dp_state;
DROP TABLE visits;
DROP EXTENSION indp;
