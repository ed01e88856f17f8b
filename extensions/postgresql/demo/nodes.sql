-- The states of the three servers are merged and released once. The empty state in each query gives
-- an answer even if no row fits. 5 is rows_per_person: each person has at most one row per year.
SET search_path = demo, public;
EXPLAIN (VERBOSE, COSTS OFF)
SELECT dp_release(dp_merge(s), 0.5) FROM (SELECT dp_sum_state(meddol, 0, 5000, 5) AS s FROM hie GROUP BY site
                                          UNION ALL SELECT dp_sum_state(NULL::float8, 0, 5000, 5)) AS q;
-- DISTINCT counts each person once at each site. Nobody moved to another site, so the merged count
-- has each person once.
INSERT INTO answers SELECT 'people', dp_release(dp_merge(s), 0.1), dp_count_error(0.1, 0.05), 0.1
  FROM (SELECT dp_count_state(DISTINCT id) AS s FROM hie GROUP BY site UNION ALL SELECT dp_count_state(NULL::int)) AS q;
INSERT INTO answers SELECT 'spending in dollars, up to 5000 a year', dp_release(dp_merge(s), 0.5), dp_sum_error(0, 5000, 0.5, 0.05, 5), 0.5
  FROM (SELECT dp_sum_state(meddol, 0, 5000, 5) AS s FROM hie GROUP BY site UNION ALL SELECT dp_sum_state(NULL::float8, 0, 5000, 5)) AS q;
INSERT INTO answers SELECT 'average age', round(dp_release(dp_merge(s), 0.2)::numeric, 2), dp_avg_error(0, 70, 0.2, 0.05, 20000, 5), 0.2
  FROM (SELECT dp_avg_state(age, 0, 70, 5) AS s FROM hie GROUP BY site UNION ALL SELECT dp_avg_state(NULL::float8, 0, 70, 5)) AS q;
INSERT INTO answers SELECT 'quartiles of spending', dp_release_quantiles(dp_merge(s), '{0.25,0.5,0.75}', 0.5), NULL, 0.5
  FROM (SELECT dp_quantile_state(meddol, 0.5, 0, 5000, 5, 5001) AS s FROM hie GROUP BY site
        UNION ALL SELECT dp_quantile_state(NULL::float8, 0.5, 0, 5000, 5, 5001)) AS q;
INSERT INTO answers SELECT 'most common insurance plan', dp_release_mode(dp_merge(s), 0.1), NULL, 0.1
  FROM (SELECT dp_mode_state(plan, '{1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16}', 5) AS s FROM hie GROUP BY site
        UNION ALL SELECT dp_mode_state(NULL::int, '{1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16}', 5)) AS q;
-- One answer for each public key. All keys together cost epsilon once, since a row has one key.
INSERT INTO answers SELECT 'doctor visits, up to 20 a year, ' || label, dp_release(dp_merge(s), 0.3), dp_sum_error(0, 20, 0.3, 0.05, 5), 0.3
  FROM (VALUES (true, 'patient pays a share'), (false, 'care is free')) AS public(pays, label)
  JOIN (SELECT coins > 0 AS pays, dp_sum_state(mdvis, 0, 20, 5) AS s FROM hie GROUP BY site, coins > 0
        UNION ALL SELECT pays, dp_sum_state(NULL::int, 0, 20, 5) FROM (VALUES (true), (false)) AS public(pays) GROUP BY pays) AS q USING (pays)
 GROUP BY label;
-- A histogram of ages, one # for 100 person-years. All its counts cost epsilon once.
INSERT INTO answers SELECT 'person-years by age', dp_release_counts(dp_merge(s), 0.2), NULL, 0.2
  FROM (SELECT dp_histogram_state(age, '{0,10,20,30,40,50,60}', 5) AS s FROM hie GROUP BY site
        UNION ALL SELECT dp_histogram_state(NULL::float8, '{0,10,20,30,40,50,60}', 5)) AS q;
SELECT edges[cell - 1] AS "from", edges[cell] AS "below", rows, repeat('#', (rows / 100.0)::int) AS drawn
  FROM (SELECT answer::bigint[] AS counts FROM answers WHERE question = 'person-years by age') AS h,
       (SELECT '{0,10,20,30,40,50,60}'::int[] AS edges) AS e, unnest(counts) WITH ORDINALITY AS c(rows, cell) ORDER BY cell;
SELECT question, answer, round(error::numeric, 1) AS "95% within", epsilon FROM answers;
