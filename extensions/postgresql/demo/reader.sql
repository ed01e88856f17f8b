-- A reader writes plain SQL. The policy supplies the bounds, epsilon and the number of rows per
-- person.
SET search_path = demo, public;
SELECT aggregate, epsilon, error, suffices FROM indp.explain('SELECT dp_count(DISTINCT id), dp_sum(mdvis) FROM hie_private');
SELECT dp_count(DISTINCT id) AS people, dp_sum(mdvis) AS visits FROM hie_private;
SELECT site, round(dp_avg(meddol)::numeric) AS dollars, dp_median(meddol, 0, 5000, 0.5) AS median FROM hie_private WHERE age > 18 GROUP BY site;
SELECT female, dp_sum(mdvis) / dp_count(*) AS visits_a_year FROM hie_private WHERE coins = 0 GROUP BY female;
-- A histogram of ages, drawn with one # for 100 person-years. All its counts cost epsilon once. The
-- first cell lies below the first edge; the last two are for ages from 60 on and for NaN.
SELECT edges[cell - 1] AS "from", edges[cell] AS "below", rows, repeat('#', (rows / 100.0)::int) AS drawn
  FROM (SELECT dp_histogram(age, '{0,10,20,30,40,50,60}') AS counts FROM hie_private) h,
       (SELECT '{0,10,20,30,40,50,60}'::int[] AS edges) e, unnest(counts) WITH ORDINALITY AS c(rows, cell) ORDER BY cell;
SELECT remaining, share FROM indp.remaining('hie');
-- ROLLBACK does not refund a charge.
BEGIN;
SELECT dp_max(mdvis) FROM hie_private;
ROLLBACK;
SELECT remaining, share FROM indp.remaining('hie');
