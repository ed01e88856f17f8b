-- Noisy answers to a health economist's questions, from inside SQLite. Run from the repository root:
--
--     make demo        or, once it is built:        sqlite3 < extensions/sqlite/demo/demo.sql
--
-- What is protected: all rows of one person, at most 5 of them (one a year). What is public: the
-- bounds, the list of sites, the two groups of coinsurance, the four ratings of health, epsilon, and the 5.

.bail on
.load build/sqlite/indp

CREATE TABLE person_year(
  zper INTEGER, year INTEGER, site INTEGER, plan INTEGER, coins REAL, income REAL, xage REAL,
  female INTEGER, educdec REAL, hlthg INTEGER, hlthf INTEGER, hlthp INTEGER, disea REAL,
  mdvis INTEGER, outpdol REAL, inpdol REAL, meddol REAL);
.mode csv
.import --skip 1 examples-c/data/randhie.csv person_year

-- Public lists: they come from the plan of the experiment, not from the rows.
CREATE TABLE public_site(site INTEGER PRIMARY KEY);
INSERT INTO public_site VALUES (1), (2), (3), (4), (5), (6);
CREATE TABLE public_share(line INTEGER, name TEXT, lowest REAL, highest REAL);
INSERT INTO public_share VALUES (0, 'care is free', 0, 0), (1, 'patient pays a share', 1, 100);

-- Each private answer is drawn once and kept: who asks again reads this table and gets the same
-- noise. lambda = sensitivity / epsilon is the mean absolute error; within is what dp_count_error and
-- dp_sum_error say before anything is spent: 95 times in 100 the answer is that near.
CREATE TABLE answer(line REAL, question TEXT, exact REAL, clamped REAL, private REAL,
                    lambda REAL, within REAL, epsilon REAL);

-- 1. People: one row each after DISTINCT, so a person moves the count by 1.
INSERT INTO answer
SELECT 1, 'People enrolled', count(p.zper), count(p.zper),
       dp_count(p.zper, 0.1), 1 / 0.1, dp_count_error(0.1, 0.05), 0.1
  FROM (SELECT 1) LEFT JOIN (SELECT DISTINCT zper FROM person_year) p ON true;

-- 2. Person-years: up to 5 rows a person, hence the last argument.
INSERT INTO answer
SELECT 2 + s.line / 10.0, 'Person-years, ' || s.name, count(p.zper), count(p.zper),
       dp_count(p.zper, 0.2, 5), 5 / 0.2, dp_count_error(0.2, 0.05, 5), 0.2
  FROM public_share s LEFT JOIN person_year p ON p.coins BETWEEN s.lowest AND s.highest
 GROUP BY s.line;

-- 3. Visits to a doctor: 0 to 20 a year. Few people see a doctor more than twice a month, and a
-- bound of 50 would make the noise two and a half times as large.
INSERT INTO answer
SELECT 3 + s.line / 10.0, 'Doctor visits, ' || s.name, sum(p.mdvis), sum(min(max(p.mdvis, 0), 20)),
       dp_sum(p.mdvis, 0, 20, 0.3, 5), 5 * 20 / 0.3, dp_sum_error(0, 20, 0.3, 0.05, 5), 0.3
  FROM public_share s LEFT JOIN person_year p ON p.coins BETWEEN s.lowest AND s.highest
 GROUP BY s.line;

-- 4. Medical spending: 0 to 5000 dollars a year, the price of a long hospital stay at the time. The
-- few dearer years count as 5000: that lowers the total (see the column `clamped`), and the noise.
INSERT INTO answer
SELECT 4, 'Medical spending in dollars, all', sum(p.meddol), sum(min(max(p.meddol, 0), 5000)),
       dp_sum(p.meddol, 0, 5000, 0.5, 5), 5 * 5000 / 0.5, dp_sum_error(0, 5000, 0.5, 0.05, 5), 0.5
  FROM (SELECT 1) LEFT JOIN person_year p ON true;

-- 5. The same by site. Each row is at one site, so one person's 5 rows move the six sums by 5 * 5000
-- dollars together, wherever they are: the six answers cost epsilon once, not six times. (Nobody
-- changes site in this data, but the argument does not need that.) So too with groups in 2 and 3.
INSERT INTO answer
SELECT 5 + s.site / 10.0, '  at site ' || s.site, sum(p.meddol), sum(min(max(p.meddol, 0), 5000)),
       dp_sum(p.meddol, 0, 5000, 1.0, 5), 5 * 5000 / 1.0, dp_sum_error(0, 5000, 1.0, 0.05, 5), 1.0
  FROM public_site s LEFT JOIN person_year p ON p.site = s.site
 GROUP BY s.site;

-- 6 to 10 are no sums. Their expected errors are estimates from public numbers and private answers alone: m rows a
-- person, epsilon, n = the private number of person-years (answers 2), and the formulas below.
CREATE TABLE figure(line REAL, question TEXT, exact, private, expected TEXT, epsilon REAL);
CREATE TABLE about AS SELECT sum(private) AS n FROM answer WHERE line BETWEEN 2 AND 2.5;

-- 6. Average age, 0 to 70 years (who was above 61 could not enrol). It is 70 t, t the share of the noisy sum of age in the total of it
-- and of that of 70 - age. Each row adds 70 to the two together, so each has noise of lambda = m * 70 / epsilon; the error is (1 - t)
-- times that of one and t times that of the other, divided by n, whose mean is (1 - t + t^2) lambda / n. In float arithmetic 19/32 of
-- epsilon is for the sum of age - 35, which a person moves by m * 35, and 13/32 for the count: their errors, divided by n, add up.
INSERT INTO figure
SELECT 6, 'Average age', round(avg(p.xage), 2), round(dp_avg(p.xage, 0, 70, 0.2, 5), 2), NULL, 0.2
  FROM (SELECT 1) LEFT JOIN person_year p ON true;
UPDATE figure SET expected = printf('%.2f years', iif(indp_float_precision() = 0, (1 - t + t * t) * 5 * 70 / 0.2,
                                                     5 * 35 / (0.2 * 19 / 32) + abs(private - 35) * 5 / (0.2 * 13 / 32)) / n)
  FROM about, (SELECT private / 70 AS t FROM figure) WHERE line = 6;

-- 7. Quantiles of spending at each site, in whole dollars from 0 to 5000. Sites share an epsilon as in 5.
CREATE TABLE quantile(site INTEGER, q REAL, exact REAL, private REAL, error REAL);
INSERT INTO quantile
SELECT s.site, 0.25, NULL, dp_quantile(p.meddol, 0.25, 0, 5000, 0.5, 5, 5001), NULL
  FROM public_site s LEFT JOIN person_year p ON p.site = s.site GROUP BY s.site
 UNION ALL
SELECT s.site, 0.5, NULL, dp_median(p.meddol, 0, 5000, 0.5, 5, 5001), NULL
  FROM public_site s LEFT JOIN person_year p ON p.site = s.site GROUP BY s.site
 UNION ALL
SELECT s.site, 0.75, NULL, dp_quantile(p.meddol, 0.75, 0, 5000, 0.5, 5, 5001), NULL
  FROM public_site s LEFT JOIN person_year p ON p.site = s.site GROUP BY s.site;
UPDATE quantile SET exact = (SELECT meddol FROM (SELECT meddol, row_number() OVER (ORDER BY meddol) AS i, count(*) OVER () AS n
                                                   FROM person_year p WHERE p.site = quantile.site)
                              WHERE i >= quantile.q * n LIMIT 1);
-- A candidate k rows away from the quantile has weight exp(-epsilon k / (2 m max(q, 1 - q))), so the mean error would be about
-- 2 m max(q, 1 - q) / epsilon rows if candidates won in proportion. Permute-and-flip errs no more, and less where few compete. How far rows are apart follows from the private quartiles, a quarter of the rows
-- between two of them: below the first as far as above it, beyond the third twice as far as below, since spending has a
-- long tail. Answers are whole dollars, which adds a quarter.
UPDATE quantile SET error = 0.25 + 2 * 5 * max(q, 1 - q) / 0.5 / (n / 24)
       * iif(q = 0.25, middle - low, iif(q = 0.5, (high - low) / 2, 2 * (high - middle)))
  FROM about, (SELECT site AS place, max(iif(q = 0.25, private, 0)) AS low, max(iif(q = 0.5, private, 0)) AS middle,
                      max(iif(q = 0.75, private, 0)) AS high FROM quantile GROUP BY site)
 WHERE place = site;

-- 8. Median spending of all, with the same formula.
INSERT INTO figure
SELECT 8, 'Median spending in dollars', NULL, dp_median(p.meddol, 0, 5000, 0.3, 5, 5001), NULL, 0.3
  FROM (SELECT 1) LEFT JOIN person_year p ON true;
UPDATE figure SET exact = (SELECT round(meddol, 2) FROM person_year ORDER BY meddol LIMIT 1
                           OFFSET (SELECT count(*) / 2 FROM person_year)),
                  expected = printf('%.2f dollars', 0.25 + 2 * 5 * 0.5 / 0.3 * (high - low) / (n / 2))
  FROM about, (SELECT avg(iif(q = 0.25, private, NULL)) AS low, avg(iif(q = 0.75, private, NULL)) AS high FROM quantile)
 WHERE line = 8;

-- 9. The most common rating of one's own health. A rating that d rows fewer have wins with probability exp(-epsilon d / m) / 2
-- at most, since the most common one comes first half of the time: one time in a hundred at d = m ln(50) / epsilon.
CREATE TEMP VIEW health AS
SELECT CASE WHEN hlthg = 1 THEN 'good' WHEN hlthf = 1 THEN 'fair' WHEN hlthp = 1 THEN 'poor' ELSE 'excellent' END AS rating
  FROM person_year;
INSERT INTO figure
SELECT 9, 'Most common self-rated health', (SELECT rating FROM health GROUP BY 1 ORDER BY count(*) DESC LIMIT 1),
       dp_mode(h.rating, '["excellent", "good", "fair", "poor"]', 0.1, 5), printf('%.0f rows', 5 * ln(50) / 0.1), 0.1
  FROM (SELECT 1) LEFT JOIN health h ON true;

-- 10. The most visits in a year, among the whole numbers from 0 to 100. Only rows distinguish the largest value from the many candidates
-- beyond it that nobody has, so the answer is the largest candidate that enough rows reach, with noise. Enough are
-- 16/13 m ln(2) / epsilon * floor(1.3 log2(candidates)) and noise, where the number of candidates counts as the next power of two.
INSERT INTO figure
SELECT 10, 'Most doctor visits in a year', CAST(max(p.mdvis) AS INTEGER), CAST(dp_max(p.mdvis, 0, 100, 0.5, 5, 101) AS INTEGER),
       printf('%.0f rows', 16 / 13.0 * 5 * ln(2) / 0.5 * floor(1.3 * 7)), 0.5
  FROM (SELECT 1) LEFT JOIN person_year p ON true;

-- From here on only the table of answers is read.
.mode list
.headers off
SELECT printf('indp %s in SQLite %s: the RAND Health Insurance Experiment, %,d person-years',
              indp_version(), sqlite_version(), count(*)) || char(10)
  FROM person_year;
SELECT printf('in float arithmetic, precision %s', iif(indp_float_precision() < 0, 'automatic',
              indp_float_precision() || ' bits')) || char(10) WHERE indp_float_precision() <> 0;
SELECT printf('%-37s%10s%10s%11s%12s%12s%8s', 'question', 'exact', 'clamped', 'PRIVATE',
              'mean error', '95% within', 'epsilon');
SELECT printf('%.100c', '-');
SELECT printf('%-37s%,10d%,10d%,11d%,12d%,12d%8s', question, round(exact), round(clamped),
              round(private), round(lambda), round(within),
              CASE WHEN lag(CAST(line AS INTEGER)) OVER w IS CAST(line AS INTEGER) THEN 'same'
                   ELSE printf('%.1f', epsilon) END)
  FROM answer WINDOW w AS (ORDER BY line) ORDER BY line;
SELECT printf('%.100c', '-') || char(10);

SELECT printf('%-37s%14s%14s%23s%12s', 'question', 'exact', 'PRIVATE', 'expected error', 'epsilon');
SELECT printf('%.100c', '-');
SELECT printf('%-37s%14s%14s%23s%12.1f', question, exact, private, expected, epsilon) FROM figure WHERE line < 7;
SELECT printf('%-37s%14s%14s%23s%12s', 'Spending at site ' || site || iif(q = 0.5, ', median', printf(', quantile %.2f', q)),
              printf('%.2f', exact), printf('%.0f', private), printf('%.1f dollars', error), iif(site = 1, '0.5', 'same'))
  FROM quantile ORDER BY q, site;
SELECT printf('%-37s%14s%14s%23s%12.1f', question, exact, private, expected, epsilon) FROM figure WHERE line > 7;
SELECT printf('%.100c', '-');
SELECT printf('%-37s%63.1f', 'Privacy loss of all answers together',
              (SELECT sum(e) FROM (SELECT max(epsilon) AS e FROM answer GROUP BY CAST(line AS INTEGER)))
              + (SELECT sum(epsilon) FROM figure) + (SELECT count(DISTINCT q) * 0.5 FROM quantile)) || char(10);

SELECT 'What follows from the private answers, at no further cost:';
SELECT printf('  visits per person-year, %-22s%6.2f   (exact, clamped: %.2f)',
              substr(v.question, 16), v.private / max(n.private, 1), v.clamped / n.clamped)
  FROM answer v JOIN answer n ON n.line = v.line - 1 WHERE v.line BETWEEN 3 AND 3.5 ORDER BY v.line;
SELECT printf('  dollars per person-year%29.2f   (exact, clamped: %.2f)',
              s.private / max(n.private, 1), s.clamped / n.clamped) || char(10)
  FROM answer s,
       (SELECT sum(private) AS private, sum(clamped) AS clamped FROM answer
         WHERE line BETWEEN 2 AND 2.5) n
 WHERE s.line = 4;

.print "exact       shown because this is a demo; in real use it stays inside the database."
.print "clamped     exact after each row is clamped to the public bounds; the noise is added to this."
.print "PRIVATE     what may be published. New noise each time the demo runs."
.print "mean error  lambda = (what one person can add) / epsilon: the mean distance of private from"
.print "            clamped."
.print "95% within  what dp_count_error and dp_sum_error say beforehand: 95 answers in 100 are that near."
.print "same        part of the epsilon above: each row is in one group only, so the groups share it."
.print "expected    mean distance of PRIVATE from exact, estimated from what is public; for the rating: how"
.print "error       many rows fewer than the most common one a winner may have, one time in a hundred; for"
.print "            the largest: how many rows must reach the answer, before noise."
.read extensions/sqlite/demo/picture.sql
.print
.print "The picture of private and exact spending by site is in build/spending-by-site.svg."
