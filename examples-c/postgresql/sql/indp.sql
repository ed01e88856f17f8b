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
-- States merge to the same bytes as one state.
SELECT dp_release(dp_merge(s), 1e18) AS merged, dp_merge(s)::bytea = (SELECT dp_sum_state(n, 0, 5)::bytea FROM visits) AS same
  FROM (SELECT dp_sum_state(n, 0, 5) AS s FROM visits GROUP BY clinic) p;
-- Errors.
SELECT dp_sum(n, 0, 5, 0) FROM visits;
SELECT dp_sum(n, 5, 0, 1) FROM visits;
SELECT dp_sum(n, 0, n, 1) FROM visits;
SELECT dp_count(n, 1, 0) FROM visits;
SELECT dp_count(n, 1) OVER () FROM visits;
SELECT 'x'::dp_state;
DROP TABLE visits;
DROP EXTENSION indp;
