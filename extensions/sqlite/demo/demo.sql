-- Answers a health economist's questions with noise, inside SQLite. Run from the repository root:
--
--     make demo        or, once it is built:        sh extensions/sqlite/demo/demo.sh
--
-- The owner declares questions and a budget, then the questions are asked by name. All rows of one
-- person are protected, and at most 5 of them count (one per year). The bounds, the list of sites,
-- the two groups of coinsurance, the four ratings of health, epsilon, and the limit of 5 rows are
-- public.

.bail on
.load build/sqlite/indp

CREATE TABLE person_year(
  zper INTEGER, year INTEGER, site INTEGER, plan INTEGER, coins REAL, income REAL, xage REAL,
  female INTEGER, educdec REAL, hlthg INTEGER, hlthf INTEGER, hlthp INTEGER, disea REAL,
  mdvis INTEGER, outpdol REAL, inpdol REAL, meddol REAL);
.mode csv
.import --skip 1 examples-c/data/randhie.csv person_year
.mode list

-- The owner makes a ledger and a budget, and declares the questions. The fields that all
-- questions share are in the call of dp_question below. The table `plan` has the other fields. The
-- table `groups` has the keys, which are public lists of the sites and of the two groups of
-- coinsurance. Keys that are read from the data would reveal private values.
CREATE TEMP TABLE owner AS SELECT dp_create('build/demo.ledger'), dp_budget('health', 5.0);
CREATE TEMP TABLE groups(name TEXT, key TEXT, keys TEXT);
INSERT INTO groups VALUES
  ('site', 'site', '[1,2,3,4,5,6]'),
  ('share', 'CASE coins WHEN 0 THEN ''care is free'' ELSE ''patient pays a share'' END', '["care is free","patient pays a share"]'),
  ('all', NULL, NULL);
CREATE TEMP TABLE plan(name TEXT, aggregate TEXT, value TEXT, lo, hi, epsilon REAL, rows INTEGER, groups TEXT, more TEXT);
INSERT INTO plan VALUES
  -- Here only one row of each person counts, whichever year it is from.
  ('people', 'count', NULL, NULL, NULL, 0.1, 1, 'all', '{}'),
  ('person_years', 'count', NULL, NULL, NULL, 0.2, 5, 'share', '{}'),
  -- Few people see a doctor more than twice a month, and a bound of 50 would make the noise two and
  -- a half times as large.
  ('visits', 'sum', 'mdvis', 0, 20, 0.3, 5, 'share', '{}'),
  -- 5000 dollars was the price of a long hospital stay. The few years that cost more count as 5000.
  -- This lowers the total (see the column `clamped`) and the noise.
  ('spending', 'sum', 'meddol', 0, 5000, 0.5, 5, 'all', '{}'),
  -- Each row is at one site, so one person's 5 rows change the six sums by at most 5 * 5000 dollars
  -- in total. Therefore the six answers cost epsilon once, not six times.
  ('spending_by_site', 'sum', 'meddol', 0, 5000, 1.0, 5, 'site', '{}'),
  ('age', 'avg', 'xage', 0, 70, 0.2, 5, 'all', '{}'),
  -- Quantiles in whole dollars.
  ('first_quartile', 'quantile', 'meddol', 0, 5000, 0.5, 5, 'site', '{"q":0.25,"candidates":5001}'),
  ('median', 'median', 'meddol', 0, 5000, 0.5, 5, 'site', '{"candidates":5001}'),
  ('third_quartile', 'quantile', 'meddol', 0, 5000, 0.5, 5, 'site', '{"q":0.75,"candidates":5001}'),
  ('median_of_all', 'median', 'meddol', 0, 5000, 0.3, 5, 'all', '{"candidates":5001}'),
  ('rating', 'mode', 'CASE WHEN hlthg = 1 THEN ''good'' WHEN hlthf = 1 THEN ''fair'' WHEN hlthp = 1 THEN ''poor'' ELSE ''excellent'' END',
   NULL, NULL, 0.1, 5, 'all', '{"candidates":["excellent","good","fair","poor"]}'),
  ('most_visits', 'max', 'mdvis', 0, 100, 0.5, 5, 'all', '{"candidates":101}'),
  -- Each row is in one cell, so one person's 5 rows change the counts of all cells by at most 5 in
  -- total. Therefore all counts together cost epsilon once.
  ('ages', 'histogram', 'xage', NULL, NULL, 0.2, 5, 'all', '{"edges":[0,10,20,30,40,50,60]}');

-- json_patch leaves out the fields that are NULL.
CREATE TEMP TABLE declared AS
SELECT dp_question(p.name, json_patch(json_object('table', 'person_year', 'person', 'zper', 'aggregate', aggregate, 'epsilon', epsilon,
                                                  'rows_per_person', rows, 'budget', 'health'),
                                      json_patch(json_object('value', value, 'lo', lo, 'hi', hi, 'key', key, 'keys', json(keys)), more)))
  FROM plan p JOIN groups g ON g.name = p.groups ORDER BY p.rowid;

-- Each question is asked once, in the order of the plan. The answers are kept. So a second reader
-- of this table gets the same noise, and nothing more is charged.
CREATE TEMP TABLE asked AS
SELECT p.name AS question, a.key, a.value FROM plan p CROSS JOIN dp_ask(p.name) a;

-- lambda = sensitivity / epsilon is the mean absolute error. `within` comes from dp_count_error and
-- dp_sum_error, which cost no privacy. With probability 0.95 the noise is at most `within`.
CREATE TEMP TABLE answer(line REAL, question TEXT, exact REAL, clamped REAL, private REAL, lambda REAL, within REAL, epsilon REAL);
CREATE TEMP VIEW exact_share AS
SELECT CASE coins WHEN 0 THEN 'care is free' ELSE 'patient pays a share' END AS share, count(*) AS rows, sum(mdvis) AS visits,
       sum(min(mdvis, 20)) AS clamped FROM person_year GROUP BY 1;
INSERT INTO answer
SELECT 1, 'People enrolled', e.n, e.n, a.value, 1 / epsilon, dp_count_error(epsilon, 0.05), epsilon
  FROM plan JOIN asked a ON question = name, (SELECT count(DISTINCT zper) AS n FROM person_year) e WHERE name = 'people';
INSERT INTO answer
SELECT 2 + (share <> 'care is free') / 10.0, 'Person-years, ' || share, e.rows, e.rows, a.value, 5 / epsilon, dp_count_error(epsilon, 0.05, 5),
       epsilon
  FROM plan JOIN asked a ON question = name JOIN exact_share e ON share = a.key WHERE name = 'person_years';
INSERT INTO answer
SELECT 3 + (share <> 'care is free') / 10.0, 'Doctor visits, ' || share, visits, clamped, a.value, 5 * hi / epsilon,
       dp_sum_error(lo, hi, epsilon, 0.05, 5), epsilon
  FROM plan JOIN asked a ON question = name JOIN exact_share e ON share = a.key WHERE name = 'visits';
INSERT INTO answer
SELECT 4, 'Medical spending in dollars, all', e.exact, e.clamped, a.value, 5 * hi / epsilon, dp_sum_error(lo, hi, epsilon, 0.05, 5), epsilon
  FROM plan JOIN asked a ON question = name, (SELECT sum(meddol) AS exact, sum(min(meddol, 5000)) AS clamped FROM person_year) e
 WHERE name = 'spending';
INSERT INTO answer
SELECT 5 + e.site / 10.0, '  at site ' || e.site, e.exact, e.clamped, a.value, 5 * hi / epsilon, dp_sum_error(lo, hi, epsilon, 0.05, 5), epsilon
  FROM plan JOIN asked a ON question = name
  JOIN (SELECT site, sum(meddol) AS exact, sum(min(meddol, 5000)) AS clamped FROM person_year GROUP BY site) e ON e.site = a.key
 WHERE name = 'spending_by_site';

-- The other answers are not sums. Their expected errors are estimated only from public numbers and
-- private answers. The formulas below use m (the rows per person), epsilon, and n (the private
-- number of person-years).
CREATE TEMP TABLE figure(line REAL, question TEXT, exact, private, expected TEXT, epsilon REAL);
CREATE TEMP TABLE about AS SELECT sum(private) AS n FROM answer WHERE line BETWEEN 2 AND 2.5;

-- The average age, clamped to 0 to 70 years (nobody above 61 could enrol). The answer is 70 t. Here
-- t is the noisy sum of age, divided by the total of that sum and the noisy sum of 70 - age. Each
-- row adds 70 in total to the two sums, so each sum has noise of lambda = m * 70 / epsilon. The
-- error is (1 - t) times the noise of the first sum minus t times the noise of the second sum, all
-- divided by n. Since the noise is symmetric, the mean of its absolute value is
-- (1 - t + t^2) lambda / n.
INSERT INTO figure
SELECT 6, 'Average age', round((SELECT avg(xage) FROM person_year), 2), round(a.value, 2),
       printf('%.2f years', (1 - a.value / 70 + a.value * a.value / 4900) * 5 * 70 / epsilon / n), epsilon
  FROM plan JOIN asked a ON question = name, about WHERE name = 'age';

CREATE TEMP TABLE quantile(site INTEGER, q REAL, exact REAL, private REAL, error REAL);
INSERT INTO quantile
SELECT key, CASE question WHEN 'first_quartile' THEN 0.25 WHEN 'median' THEN 0.5 ELSE 0.75 END, NULL, value, NULL
  FROM asked WHERE question IN ('first_quartile', 'median', 'third_quartile');
UPDATE quantile SET exact = (SELECT meddol FROM (SELECT meddol, row_number() OVER (ORDER BY meddol) AS i, count(*) OVER () AS n
                                                   FROM person_year p WHERE p.site = quantile.site)
                              WHERE i >= quantile.q * n LIMIT 1);
-- A candidate k rows away from the quantile has weight exp(-epsilon k / (2 m max(q, 1 - q))). If
-- candidates were released in proportion to their weights, the mean error would be about 2 m max(q,
-- 1 - q) / epsilon rows. The error of permute-and-flip is not larger, and is smaller if few
-- candidates compete.
--
-- The distance in dollars between consecutive rows, in order of spending, is estimated from the
-- private quartiles, since a quarter of the rows lies between two adjacent quartiles. Around the
-- median, the estimate is the mean of the distances on both sides. Around the first quartile, the
-- estimate is the distance in the quarter of the rows above that quartile. Around the third
-- quartile, the estimate is twice the distance in the quarter of the rows below that quartile,
-- since spending has a long tail. Rounding the answers to whole dollars adds a quarter of a dollar.
UPDATE quantile SET error = 0.25 + 2 * 5 * max(q, 1 - q) / 0.5 / (n / 24)
       * iif(q = 0.25, middle - low, iif(q = 0.5, (high - low) / 2, 2 * (high - middle)))
  FROM about, (SELECT site AS place, max(iif(q = 0.25, private, 0)) AS low, max(iif(q = 0.5, private, 0)) AS middle,
                      max(iif(q = 0.75, private, 0)) AS high FROM quantile GROUP BY site)
 WHERE place = site;

-- The median of all sites together. Its expected error has the same formula.
INSERT INTO figure
SELECT 8, 'Median spending in dollars', (SELECT round(meddol, 2) FROM person_year ORDER BY meddol LIMIT 1
                                         OFFSET (SELECT count(*) / 2 FROM person_year)), a.value,
       printf('%.2f dollars', 0.25 + 2 * 5 * 0.5 / epsilon * (high - low) / (n / 2)), epsilon
  FROM plan JOIN asked a ON question = name, about,
       (SELECT avg(iif(q = 0.25, private, NULL)) AS low, avg(iif(q = 0.75, private, NULL)) AS high FROM quantile) WHERE name = 'median_of_all';

-- The most common self-rated health. A rating with d fewer rows than the most common one is
-- released with probability at most exp(-epsilon d / m) / 2, since permute-and-flip visits that
-- rating before the most common one with probability 1/2. This bound is 1/100 at d = m ln(50) /
-- epsilon.
INSERT INTO figure
SELECT 9, 'Most common self-rated health',
       (SELECT CASE WHEN hlthg = 1 THEN 'good' WHEN hlthf = 1 THEN 'fair' WHEN hlthp = 1 THEN 'poor' ELSE 'excellent' END
          FROM person_year GROUP BY 1 ORDER BY count(*) DESC LIMIT 1), a.value, printf('%.0f rows', 5 * ln(50) / epsilon), epsilon
  FROM plan JOIN asked a ON question = name WHERE name = 'rating';

-- The most visits in a year. The candidates are the whole numbers from 0 to 100. The exact answer
-- is the largest candidate that at least one row reaches, but a single row must not decide the
-- private answer. So the private answer is the largest candidate that enough rows reach: about
--     m / epsilon * ln(128 candidates)
-- rows, plus noise.
INSERT INTO figure
SELECT 10, 'Most doctor visits in a year', (SELECT CAST(max(mdvis) AS INTEGER) FROM person_year), CAST(a.value AS INTEGER),
       printf('%.0f rows', 5 / epsilon * ln(128 * 101)), epsilon
  FROM plan JOIN asked a ON question = name WHERE name = 'most_visits';

-- The histogram of ages has a row for each cell, including the cells for ages below the first edge,
-- for ages from the last edge up, and for values that are not numbers.
CREATE TEMP TABLE age(cell INTEGER, lo REAL, hi REAL, private INTEGER, exact INTEGER);
INSERT INTO age SELECT c.*, 0 FROM plan JOIN asked a ON question = name, dp_cells(json_extract(more, '$.edges'), a.value) c WHERE name = 'ages';
UPDATE age SET exact = (SELECT count(*) FROM person_year WHERE (lo IS NULL OR xage >= lo) AND (hi IS NULL OR xage < hi))
 WHERE lo IS NOT NULL OR hi IS NOT NULL;

-- From here on, only the tables of answers are read.
.headers off
SELECT printf('indp %s in SQLite %s: the RAND Health Insurance Experiment, %,d person-years',
              indp_version(), sqlite_version(), count(*)) || char(10)
  FROM person_year;
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
SELECT char(10) || printf('%-25s%10s%10s   %s', 'Person-years by age', 'exact', 'PRIVATE', 'one # for 100 (epsilon 0.2)');
SELECT printf('%.100c', '-');
SELECT printf('%-25s%,10d%,10d   %s',
              CASE WHEN lo IS NULL AND hi IS NULL THEN 'no number' WHEN lo IS NULL THEN printf('below %d', hi)
                   WHEN hi IS NULL THEN printf('from %d on', lo) ELSE printf('%d to below %d', lo, hi) END,
              exact, private, substr('############################################################', 1, max(0, (private + 50) / 100)))
  FROM age ORDER BY cell;
SELECT printf('%.100c', '-');
SELECT char(10) || printf('%-37s%14s%14s', 'The budget, after each question', 'epsilon', 'left');
SELECT printf('%.100c', '-');
SELECT printf('%-37s%14s%14.1f', iif(act = 'budget', 'total', name), iif(act = 'budget', '', printf('%.1f', epsilon)), remaining)
  FROM dp_ledger WHERE act IN ('budget', 'charge') ORDER BY id;
SELECT printf('%.100c', '-') || char(10);

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
.print "95% within  95 answers in 100 are at most this far from clamped; dp_count_error and dp_sum_error"
.print "            give this in advance."
.print "same        no further cost: each row is in one group only, so the epsilon above pays for all."
.print "expected    mean distance of PRIVATE from exact, estimated from public numbers and private answers."
.print "error       For the rating: in 99 of 100 runs or more, the winner is at most this many rows behind"
.print "            the most common rating. For the most visits the number is a threshold, not an error:"
.print "            the answer is the largest candidate that about this many rows reach."
.read extensions/sqlite/demo/picture.sql
.print
.print "The picture of private and exact spending by site is in build/spending-by-site.svg."
