-- Answers a health economist's questions with noise, inside PostgreSQL. `make demo-postgresql` runs
-- this script.
--
-- All rows of one person, at most 5 (one per year), are protected. The bounds, the list of sites,
-- the two groups of coinsurance, the four ratings of health, epsilon, and the limit of 5 rows are
-- public.
\set ON_ERROR_STOP on
-- Only the schemas that demo-data.sql created are in the search path, so functions that others
-- create elsewhere are never called.
SET search_path = demo, dp, pg_temp;

-- Public lists. They come from the plan of the experiment and not from the rows.
CREATE TABLE public_site AS SELECT generate_series(1, 6) AS site;
CREATE TABLE public_share(line int, name text, lowest float8, highest float8);
INSERT INTO public_share VALUES (0, 'care is free', 0, 0), (1, 'patient pays a share', 1, 100);

-- Each private answer is drawn once and kept, so a second reader of this table gets the same noise.
-- lambda = sensitivity / epsilon is the mean absolute error. With probability 0.95 the error is at
-- most `within`.
CREATE TABLE answer(line numeric, question text, exact float8, clamped float8, private float8,
                    lambda float8, within float8, epsilon float8);

-- 1. Number of people. After DISTINCT each person has one row, so a person changes the count by 1.
INSERT INTO answer
SELECT 1, 'People enrolled', count(p.zper), count(p.zper), dp_count(p.zper, 0.1), 1 / 0.1, dp_count_error(0.1, 0.05), 0.1
  FROM (SELECT DISTINCT zper FROM person_year) p;

-- 2. Person-years. A person has at most 5 rows, so the last argument of dp_count is 5. With the
-- public list on the left of the join, every group gets an answer, even a group without rows.
INSERT INTO answer
SELECT 2 + s.line / 10.0, 'Person-years, ' || s.name, count(p.zper), count(p.zper), dp_count(p.zper, 0.2, 5), 5 / 0.2,
       dp_count_error(0.2, 0.05, 5), 0.2
  FROM public_share s LEFT JOIN person_year p ON p.coins BETWEEN s.lowest AND s.highest
 GROUP BY s.line, s.name;

-- 3. Visits to a doctor, clamped to 0 to 20 a year. Few people see a doctor more than twice a
-- month, and a bound of 50 would make the noise two and a half times as large.
INSERT INTO answer
SELECT 3 + s.line / 10.0, 'Doctor visits, ' || s.name, sum(p.mdvis), sum(least(greatest(p.mdvis, 0), 20)),
       dp_sum(p.mdvis, 0, 20, 0.3, 5), 5 * 20 / 0.3, dp_sum_error(0, 20, 0.3, 0.05, 5), 0.3
  FROM public_share s LEFT JOIN person_year p ON p.coins BETWEEN s.lowest AND s.highest
 GROUP BY s.line, s.name;

-- 4. Medical spending, clamped to 0 to 5000 dollars a year. 5000 dollars was the price of a long
-- hospital stay at the time. The few more expensive years count as 5000. That lowers the total (see
-- the column `clamped`) and the noise.
INSERT INTO answer
SELECT 4, 'Medical spending in dollars, all', sum(meddol), sum(least(greatest(meddol, 0), 5000)),
       dp_sum(meddol, 0, 5000, 0.5, 5), 5 * 5000 / 0.5, dp_sum_error(0, 5000, 0.5, 0.05, 5), 0.5
  FROM person_year;

-- 5. Medical spending by site, from states. Each site keeps one state for each half of the
-- experiment, and merges the two later. Each row is at one site, so one person's 5 rows change the
-- six sums by at most 5 * 5000 dollars in total, whichever sites the rows are at. Therefore the six
-- answers cost epsilon once, not six times. The same holds for the groups in answers 2 and 3.
CREATE TABLE site_state AS
SELECT s.site, h.early, dp_sum_state(p.meddol, 0, 5000, 5) AS state
  FROM public_site s CROSS JOIN (VALUES (true), (false)) AS h(early)
       LEFT JOIN person_year p ON p.site = s.site AND (p.year <= 2) = h.early
 GROUP BY s.site, h.early;
INSERT INTO answer
SELECT 5 + s.site / 10.0, '  at site ' || s.site, sum(p.meddol), sum(least(greatest(p.meddol, 0), 5000)),
       dp_release((SELECT dp_merge(state) FROM site_state t WHERE t.site = s.site), 1.0), 5 * 5000 / 1.0,
       dp_sum_error(0, 5000, 1.0, 0.05, 5), 1.0
  FROM public_site s LEFT JOIN person_year p USING (site)
 GROUP BY s.site;

-- The answers 6 to 10 are not sums. Their expected errors are estimated only from public numbers
-- and private answers. The formulas below use m (the rows per person), epsilon, and n (the private
-- number of person-years, from answer 2).
CREATE TABLE figure(line int, question text, exact text, private text, expected text, epsilon float8);
CREATE TABLE about AS SELECT sum(private) AS n FROM answer WHERE line BETWEEN 2 AND 2.5;

-- 6. Average age, clamped to 0 to 70 years (nobody above 61 could enrol). The answer is 70 t. Here
-- t is the noisy sum of age, divided by the total of that sum and the noisy sum of 70 - age. Each
-- row adds 70 in total to the two sums, so each sum has noise of lambda = m * 70 / epsilon. The
-- error is (1 - t) times the noise of the first sum minus t times the noise of the second sum, all
-- divided by n. Since the noise is symmetric, the mean of its absolute value is
-- (1 - t + t^2) lambda / n.
WITH r AS MATERIALIZED (SELECT avg(xage) AS exact, dp_avg(xage, 0, 70, 0.2, 5) AS private FROM person_year)
INSERT INTO figure
SELECT 6, 'Average age', to_char(exact, 'FM990.00'), to_char(private, 'FM990.00'),
       to_char((1 - private / 70 + (private / 70) ^ 2) * 5 * 70 / 0.2 / n, 'FM990.00') || ' years', 0.2
  FROM r, about;

-- 7. Quantiles of spending at each site. The candidates are the 5001 whole dollars from 0 to 5000.
-- As in answer 5, all sites together cost epsilon once.
CREATE TABLE quantile AS
SELECT site, q, exact, private
  FROM (SELECT s.site, percentile_disc(ARRAY[0.25, 0.5, 0.75]) WITHIN GROUP (ORDER BY p.meddol) AS e, dp_quantile(p.meddol, 0.25, 0, 5000, 0.5, 5, 5001) AS low,
               dp_median(p.meddol, 0, 5000, 0.5, 5, 5001) AS middle, dp_quantile(p.meddol, 0.75, 0, 5000, 0.5, 5, 5001) AS high
          FROM public_site s LEFT JOIN person_year p ON p.site = s.site
         GROUP BY s.site) sites,
       LATERAL (VALUES (0.25::float8, e[1], low), (0.5, e[2], middle), (0.75, e[3], high)) AS quartile(q, exact, private);

-- 8. Median spending at all sites together.
INSERT INTO figure
SELECT 8, 'Median spending in dollars', to_char(percentile_disc(0.5) WITHIN GROUP (ORDER BY meddol), 'FM990.00'),
       dp_median(meddol, 0, 5000, 0.3, 5, 5001)::text, NULL, 0.3
  FROM person_year;

-- 9. The most common self-rated health. A rating with d fewer rows than the most common one is
-- released with probability at most exp(-epsilon d / m) / 2, since permute-and-flip visits the most
-- common one first with probability 1/2. This bound is 1/100 at d = m ln(50) / epsilon.
INSERT INTO figure
SELECT 9, 'Most common self-rated health', mode() WITHIN GROUP (ORDER BY rating),
       dp_mode(rating, '{excellent,good,fair,poor}', 0.1, 5), format('%s rows', round(5 * ln(50) / 0.1)), 0.1
  FROM (SELECT CASE WHEN hlthg = 1 THEN 'good' WHEN hlthf = 1 THEN 'fair' WHEN hlthp = 1 THEN 'poor' ELSE 'excellent' END AS rating
          FROM person_year) health;

-- 10. The most visits in a year. The candidates are the whole numbers from 0 to 100. Many of them
-- lie beyond the largest value in the data. Only the number of rows that reach a candidate tells
-- whether it lies there, and a single row must not decide this. So the answer is the largest
-- candidate that enough rows reach: about
--     16/13 m ln(2) / epsilon * floor(1.3 log2(candidates))
-- rows, plus noise. Here the number of candidates is rounded up to a power of two.
INSERT INTO figure
SELECT 10, 'Most doctor visits in a year', max(mdvis)::text, dp_max(mdvis, 0, 100, 0.5, 5)::text,
       format('%s rows', round(16 / 13.0 * 5 * ln(2) / 0.5 * floor(1.3 * 7))), 0.5
  FROM person_year;

-- 11. A histogram of ages. Each row is in one cell, so one person's 5 rows change the counts of all
-- cells by at most 5 in total. Therefore all counts together cost epsilon once. The array also has
-- the counts below the first edge, from the last edge on, and of NaN.
CREATE TABLE age AS
SELECT cell, edges[cell - 1] AS lo, edges[cell] AS hi, private, 0::bigint AS exact
  FROM (SELECT '{0,10,20,30,40,50,60}'::float8[] AS edges, dp_histogram(xage, '{0,10,20,30,40,50,60}', 0.2, 5) AS counts FROM person_year) h,
       LATERAL unnest(counts) WITH ORDINALITY AS c(private, cell);
UPDATE age SET exact = (SELECT count(*) FROM person_year WHERE (lo IS NULL OR xage >= lo) AND (hi IS NULL OR xage < hi))
 WHERE lo IS NOT NULL OR hi IS NOT NULL;

-- From here on, only the tables of answers are read.

-- Expected errors of the answers 7 and 8. A candidate k rows away from the quantile has the weight
--     exp(-epsilon k / (2 m max(q, 1 - q))).
-- If candidates were released in proportion to their weights, the mean error would be about 2 m
-- max(q, 1 - q) / epsilon rows. The error of permute-and-flip is not larger, and is smaller if few
-- candidates compete.
--
-- The distance in dollars between neighbouring rows is estimated from the private quartiles, since
-- a quarter of the rows lies between two adjacent quartiles. Around the median, the estimate is the
-- mean of the distances on both sides. Around the first quartile, the estimate is the distance in
-- the quarter of the rows above that quartile. Around the third quartile, the estimate is twice the
-- distance in the quarter of the rows below that quartile, since spending has a long tail. Answers
-- are whole dollars, which adds a quarter of a dollar.
CREATE TABLE quantile_error AS
SELECT site, q, 0.25 + 2 * 5 * greatest(q, 1 - q) / 0.5 / (n / 24)
                * CASE q WHEN 0.25 THEN middle - low WHEN 0.5 THEN (high - low) / 2 ELSE 2 * (high - middle) END AS error
  FROM about, quantile JOIN (SELECT site, max(private) FILTER (WHERE q = 0.25) AS low, max(private) FILTER (WHERE q = 0.5) AS middle,
                                    max(private) FILTER (WHERE q = 0.75) AS high FROM quantile GROUP BY site) quartiles USING (site);
UPDATE figure SET expected = to_char(0.25 + 2 * 5 * 0.5 / 0.3 * (high - low) / (n / 2), 'FM990.00') || ' dollars'
  FROM about, (SELECT avg(private) FILTER (WHERE q = 0.25) AS low, avg(private) FILTER (WHERE q = 0.75) AS high FROM quantile) quartiles
 WHERE line = 8;

SELECT format(E'indp %s in PostgreSQL %s: the RAND Health Insurance Experiment, %s person-years\n',
              indp_version(), split_part(current_setting('server_version'), ' ', 1), to_char(count(*), 'FM99,999'))
  FROM person_year;
SELECT format('%-37s%10s%10s%11s%12s%12s%8s', 'question', 'exact', 'clamped', 'PRIVATE', 'mean error', '95% within', 'epsilon');
SELECT repeat('-', 100);
SELECT format('%-37s%10s%10s%11s%12s%12s%8s', question, to_char(exact, 'FM9,999,990'), to_char(clamped, 'FM9,999,990'),
              to_char(private, 'FM9,999,990'), to_char(lambda, 'FM9,999,990'), to_char(within, 'FM9,999,990'),
              CASE WHEN lag(trunc(line)) OVER w = trunc(line) THEN 'same' ELSE to_char(epsilon, 'FM0.0') END)
  FROM answer WINDOW w AS (ORDER BY line) ORDER BY line;
SELECT repeat('-', 100) || E'\n';

SELECT format('%-37s%14s%14s%23s%12s', 'question', 'exact', 'PRIVATE', 'expected error', 'epsilon');
SELECT repeat('-', 100);
SELECT format('%-37s%14s%14s%23s%12s', question, exact, private, expected, to_char(epsilon, 'FM0.0')) FROM figure WHERE line = 6;
SELECT format('%-37s%14s%14s%23s%12s',
              'Spending at site ' || site || CASE q WHEN 0.5 THEN ', median' ELSE ', quantile ' || to_char(q, 'FM0.00') END,
              to_char(exact, 'FM9990.00'), private, to_char(error, 'FM990.0') || ' dollars', CASE site WHEN 1 THEN '0.5' ELSE 'same' END)
  FROM quantile JOIN quantile_error USING (site, q) ORDER BY q, site;
SELECT format('%-37s%14s%14s%23s%12s', question, exact, private, expected, to_char(epsilon, 'FM0.0')) FROM figure WHERE line > 7 ORDER BY line;
SELECT repeat('-', 100);
SELECT E'\n' || format('%-37s%14s%14s   %s', 'Person-years by age, for epsilon 0.2', 'exact', 'PRIVATE', 'one # for 100');
SELECT repeat('-', 100);
SELECT format('%-37s%14s%14s   %s',
              CASE WHEN lo IS NULL AND hi IS NULL THEN 'NaN' WHEN lo IS NULL THEN 'below ' || hi
                   WHEN hi IS NULL THEN 'from ' || lo || ' on' ELSE lo || ' to below ' || hi END,
              to_char(exact, 'FM9,999,990'), to_char(private, 'FM9,999,990'), repeat('#', (private / 100.0)::int))
  FROM age ORDER BY cell;
SELECT repeat('-', 100);
SELECT format('%-37s%63s', 'Privacy loss of all answers together',
              to_char((SELECT sum(e) FROM (SELECT max(epsilon) AS e FROM answer GROUP BY trunc(line)) s)
                      + (SELECT sum(epsilon) FROM figure) + (SELECT count(DISTINCT q) * 0.5 FROM quantile) + 0.2, 'FM0.0')) || E'\n';

SELECT 'What follows from the private answers, at no further cost:';
SELECT format('  visits per person-year, %-22s%6s   (exact, clamped: %s)', substr(v.question, 16),
              to_char(v.private / greatest(n.private, 1), 'FM990.00'), to_char(v.clamped / n.clamped, 'FM990.00'))
  FROM answer v JOIN answer n ON n.line = v.line - 1 WHERE v.line BETWEEN 3 AND 3.5 ORDER BY v.line;
SELECT format('  dollars per person-year%29s   (exact, clamped: %s)',
              to_char(s.private / greatest(n.private, 1), 'FM990.00'), to_char(s.clamped / n.clamped, 'FM990.00')) || E'\n'
  FROM answer s, (SELECT sum(private) AS private, sum(clamped) AS clamped FROM answer WHERE line BETWEEN 2 AND 2.5) n
 WHERE s.line = 4;

\echo 'exact       shown because this is a demo; in real use it stays inside the database.'
\echo 'clamped     exact after each row is clamped to the public bounds; the noise is added to this.'
\echo 'PRIVATE     what may be published. New noise each time the demo runs.'
\echo 'mean error  lambda = (what one person can add) / epsilon: the mean distance of private from'
\echo '            clamped.'
\echo '95% within  95 answers in 100 are at most this far from clamped; dp_count_error and dp_sum_error'
\echo '            give this in advance.'
\echo 'same        part of the epsilon above: each row is in one group only, so the groups share it.'
\echo 'expected    mean distance of PRIVATE from exact, estimated from public numbers and private answers.'
\echo 'error       For the rating: in 99 of 100 runs or more, the winner is at most this many rows behind'
\echo '            the most common rating. For the largest: this many rows must reach it, plus noise.'
