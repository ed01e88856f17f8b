-- Noisy answers to a health economist's questions, from inside PostgreSQL: make demo-postgresql
--
-- What is protected: all rows of one person, at most 5 of them (one a year). What is public: the
-- bounds, the list of sites, the two groups of coinsurance, the four ratings of health, epsilon, and the 5.
\set ON_ERROR_STOP on
-- demo-data.sql made these schemas. No other: what anybody may create elsewhere is never called.
SET search_path = demo, dp, pg_temp;

-- Public lists: they come from the plan of the experiment, not from the rows.
CREATE TABLE public_site AS SELECT generate_series(1, 6) AS site;
CREATE TABLE public_share(line int, name text, lowest float8, highest float8);
INSERT INTO public_share VALUES (0, 'care is free', 0, 0), (1, 'patient pays a share', 1, 100);

-- Each private answer is drawn once and kept: who asks again reads this table and gets the same
-- noise. lambda = sensitivity / epsilon is the mean absolute error; 95 times in 100 it is within `within`.
CREATE TABLE answer(line numeric, question text, exact float8, clamped float8, private float8,
                    lambda float8, within float8, epsilon float8);

-- 1. People: one row each after DISTINCT, so a person moves the count by 1.
INSERT INTO answer
SELECT 1, 'People enrolled', count(p.zper), count(p.zper), dp_count(p.zper, 0.1), 1 / 0.1, dp_count_error(0.1, 0.05), 0.1
  FROM (SELECT DISTINCT zper FROM person_year) p;

-- 2. Person-years: up to 5 rows a person, hence the last argument. The public list on the left gives every
-- group an answer, also one without rows.
INSERT INTO answer
SELECT 2 + s.line / 10.0, 'Person-years, ' || s.name, count(p.zper), count(p.zper), dp_count(p.zper, 0.2, 5), 5 / 0.2,
       dp_count_error(0.2, 0.05, 5), 0.2
  FROM public_share s LEFT JOIN person_year p ON p.coins BETWEEN s.lowest AND s.highest
 GROUP BY s.line, s.name;

-- 3. Visits to a doctor: 0 to 20 a year. Few people see a doctor more than twice a month, and a
-- bound of 50 would make the noise two and a half times as large.
INSERT INTO answer
SELECT 3 + s.line / 10.0, 'Doctor visits, ' || s.name, sum(p.mdvis), sum(least(greatest(p.mdvis, 0), 20)),
       dp_sum(p.mdvis, 0, 20, 0.3, 5), 5 * 20 / 0.3, dp_sum_error(0, 20, 0.3, 0.05, 5), 0.3
  FROM public_share s LEFT JOIN person_year p ON p.coins BETWEEN s.lowest AND s.highest
 GROUP BY s.line, s.name;

-- 4. Medical spending: 0 to 5000 dollars a year, the price of a long hospital stay at the time. The
-- few dearer years count as 5000: that lowers the total (see the column `clamped`), and the noise.
INSERT INTO answer
SELECT 4, 'Medical spending in dollars, all', sum(meddol), sum(least(greatest(meddol, 0), 5000)),
       dp_sum(meddol, 0, 5000, 0.5, 5), 5 * 5000 / 0.5, dp_sum_error(0, 5000, 0.5, 0.05, 5), 0.5
  FROM person_year;

-- 5. The same by site, out of states: each site keeps one for each half of the experiment, to be merged later. Each
-- row is at one site, so one person's 5 rows move the six sums by 5 * 5000 dollars together, wherever they are:
-- the six answers cost epsilon once, not six times. So too with groups in 2 and 3.
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

-- 6 to 10 are no sums. Their expected errors are estimates from public numbers and private answers alone: m rows a
-- person, epsilon, n = the private number of person-years (answers 2), and the formulas below.
CREATE TABLE figure(line int, question text, exact text, private text, expected text, epsilon float8);
CREATE TABLE about AS SELECT sum(private) AS n FROM answer WHERE line BETWEEN 2 AND 2.5;

-- 6. Average age, 0 to 70 years (who was above 61 could not enrol). It is 70 t, t the share of the noisy sum of age in the total of it
-- and of that of 70 - age. Each row adds 70 to the two together, so each has noise of lambda = m * 70 / epsilon; the error is (1 - t)
-- times that of one and t times that of the other, divided by n, whose mean is (1 - t + t^2) lambda / n.
WITH r AS MATERIALIZED (SELECT avg(xage) AS exact, dp_avg(xage, 0, 70, 0.2, 5) AS private FROM person_year)
INSERT INTO figure
SELECT 6, 'Average age', to_char(exact, 'FM990.00'), to_char(private, 'FM990.00'),
       to_char((1 - private / 70 + (private / 70) ^ 2) * 5 * 70 / 0.2 / n, 'FM990.00') || ' years', 0.2
  FROM r, about;

-- 7. Quantiles of spending at each site, in whole dollars from 0 to 5000: 5001 candidates. Sites share an epsilon as in 5.
CREATE TABLE quantile AS
SELECT site, q, exact, private
  FROM (SELECT s.site, percentile_disc(ARRAY[0.25, 0.5, 0.75]) WITHIN GROUP (ORDER BY p.meddol) AS e, dp_quantile(p.meddol, 0.25, 0, 5000, 0.5, 5, 5001) AS low,
               dp_median(p.meddol, 0, 5000, 0.5, 5, 5001) AS middle, dp_quantile(p.meddol, 0.75, 0, 5000, 0.5, 5, 5001) AS high
          FROM public_site s LEFT JOIN person_year p ON p.site = s.site
         GROUP BY s.site) sites,
       LATERAL (VALUES (0.25::float8, e[1], low), (0.5, e[2], middle), (0.75, e[3], high)) AS quartile(q, exact, private);

-- 8. Median spending of all.
INSERT INTO figure
SELECT 8, 'Median spending in dollars', to_char(percentile_disc(0.5) WITHIN GROUP (ORDER BY meddol), 'FM990.00'),
       dp_median(meddol, 0, 5000, 0.3, 5, 5001)::text, NULL, 0.3
  FROM person_year;

-- 9. The most common rating of one's own health. A rating that d rows fewer have wins with probability exp(-epsilon d / m) / 2
-- at most, since the most common one comes first half of the time: one time in a hundred at d = m ln(50) / epsilon.
INSERT INTO figure
SELECT 9, 'Most common self-rated health', mode() WITHIN GROUP (ORDER BY rating),
       dp_mode(rating, '{excellent,good,fair,poor}', 0.1, 5), format('%s rows', round(5 * ln(50) / 0.1)), 0.1
  FROM (SELECT CASE WHEN hlthg = 1 THEN 'good' WHEN hlthf = 1 THEN 'fair' WHEN hlthp = 1 THEN 'poor' ELSE 'excellent' END AS rating
          FROM person_year) health;

-- 10. The most visits in a year, among the whole numbers from 0 to 100. Only rows distinguish the largest value from the many candidates
-- beyond it that nobody has, so the answer is the largest candidate that enough rows reach, with noise. Enough are
-- 16/13 m ln(2) / epsilon * floor(1.3 log2(candidates)) and noise, where the number of candidates counts as the next power of two.
INSERT INTO figure
SELECT 10, 'Most doctor visits in a year', max(mdvis)::text, dp_max(mdvis, 0, 100, 0.5, 5)::text,
       format('%s rows', round(16 / 13.0 * 5 * ln(2) / 0.5 * floor(1.3 * 7))), 0.5
  FROM person_year;

-- From here on only the tables of answers are read.

-- Expected errors of 7 and 8. A candidate k rows away from the quantile has weight exp(-epsilon k / (2 m max(q, 1 - q))), so
-- the mean error would be about 2 m max(q, 1 - q) / epsilon rows if candidates won in proportion. Permute-and-flip errs no more, and less
-- where few compete. How far rows are apart follows from the private quartiles, a
-- quarter of the rows between two of them: below the first as far as above it, beyond the third twice as far as
-- below, since spending has a long tail. Answers are whole dollars, which adds a quarter.
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
SELECT format('%-37s%63s', 'Privacy loss of all answers together',
              to_char((SELECT sum(e) FROM (SELECT max(epsilon) AS e FROM answer GROUP BY trunc(line)) s)
                      + (SELECT sum(epsilon) FROM figure) + (SELECT count(DISTINCT q) * 0.5 FROM quantile), 'FM0.0')) || E'\n';

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
\echo '95% within  PRIVATE is that near to clamped, 95 times in 100: dp_count_error and dp_sum_error.'
\echo 'same        part of the epsilon above: each row is in one group only, so the groups share it.'
\echo 'expected    mean distance of PRIVATE from exact, estimated from what is public; for the rating: how'
\echo 'error       many rows fewer than the most common one a winner may have, one time in a hundred; for'
\echo '            the largest: how many rows must reach the answer, before noise.'
