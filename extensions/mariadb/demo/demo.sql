-- Answers a health economist's questions with noise, inside MariaDB. Run by demo.sh.
--
-- The owner fills the tables `answer` and `age` once; readers may read these and nothing else. All
-- rows of one person are protected; there are at most 5, one per year. The bounds, the edges of the
-- histogram, the list of sites, the four ratings of health, epsilon, and the limit of 5 rows are
-- public.

CREATE TABLE answer(line INT AUTO_INCREMENT PRIMARY KEY, question VARCHAR(40) CHARACTER SET utf8mb4, private VARCHAR(20) CHARACTER SET utf8mb4,
  within VARCHAR(12) CHARACTER SET utf8mb4, epsilon DECIMAL(4, 1), exact VARCHAR(20) CHARACTER SET utf8mb4);
CREATE TABLE site(site INT PRIMARY KEY);
INSERT INTO site SELECT seq FROM seq_1_to_6;

-- `within` comes from dp_count_error and dp_sum_error, which read no rows. With probability 0.95
-- the noise is at most `within`. Here only one row of each person counts.
INSERT INTO answer(question, private, within, epsilon, exact)
SELECT 'People enrolled', dp_count(zper, 0.1), dp_count_error(0.1, 0.05), 0.1, count(*) FROM (SELECT DISTINCT zper FROM person_year) p;
INSERT INTO answer(question, private, within, epsilon, exact)
SELECT 'Person-years', dp_count(zper, 0.2, 5), dp_count_error(0.2, 0.05, 5), 0.2, count(*) FROM person_year;
-- Few people see a doctor more than twice a month, and a bound of 50 would make the noise two and a
-- half times as large.
INSERT INTO answer(question, private, within, epsilon, exact)
SELECT 'Doctor visits, at most 20 a year', round(dp_sum(mdvis, 0, 20, 0.3, 5)), round(dp_sum_error(0, 20, 0.3, 0.05, 5)), 0.3, sum(least(mdvis, 20))
  FROM person_year;
-- 5000 dollars was the price of a long hospital stay. The few years that cost more count as 5000.
INSERT INTO answer(question, private, within, epsilon, exact)
SELECT 'Medical spending, at most $5000 a year', round(dp_sum(meddol, 0, 5000, 0.5, 5)), round(dp_sum_error(0, 5000, 0.5, 0.05, 5)), 0.5, round(sum(least(meddol, 5000)))
  FROM person_year;
-- The keys come from a public list. Each row is at one site, so the six answers cost epsilon once.
INSERT INTO answer(question, private, within, epsilon, exact)
SELECT concat('  at site ', site.site), round(dp_sum(meddol, 0, 5000, 1.0, 5)), round(dp_sum_error(0, 5000, 1.0, 0.05, 5)), 1.0, round(sum(least(meddol, 5000)))
  FROM site LEFT JOIN person_year USING (site) GROUP BY site.site;
INSERT INTO answer(question, private, within, epsilon, exact)
SELECT 'Average age', round(dp_avg(xage, 0, 70, 0.2, 5), 2), round(dp_avg_error(0, 70, 0.2, 0.05, 20000, 5), 2), 0.2, round(avg(xage), 2) FROM person_year;
-- Quantiles in whole dollars. Their errors are in ranks, so the table shows none.
INSERT INTO answer(question, private, epsilon, exact)
SELECT 'Quartiles of spending', dp_quantiles(meddol, '[0.25,0.5,0.75]', 0, 5000, 0.5, 5, 5001), 0.5,
       (SELECT concat('[', group_concat(DISTINCT round(q) ORDER BY q), ']') FROM (
          SELECT percentile_disc(0.25) WITHIN GROUP (ORDER BY meddol) OVER () q FROM person_year UNION
          SELECT percentile_disc(0.5) WITHIN GROUP (ORDER BY meddol) OVER () FROM person_year UNION
          SELECT percentile_disc(0.75) WITHIN GROUP (ORDER BY meddol) OVER () FROM person_year) e)
  FROM person_year;
INSERT INTO answer(question, private, epsilon, exact)
SELECT 'Most common self-rated health',
       CONVERT(dp_mode(CASE WHEN hlthg = 1 THEN 'good' WHEN hlthf = 1 THEN 'fair' WHEN hlthp = 1 THEN 'poor' ELSE 'excellent' END,
                       '["excellent","good","fair","poor"]', 0.1, 5) USING utf8mb4), 0.1, 'excellent' FROM person_year;
INSERT INTO answer(question, private, epsilon, exact)
SELECT 'Most visits of a person in a year', dp_max(mdvis, 0, 100, 0.5, 5, 101), 0.5, max(mdvis) FROM person_year;

-- Each row is in one cell, so one person's 5 rows change the counts of all cells by at most 5 in
-- total. Therefore all counts together cost epsilon once. They are released into one row of `ages`,
-- from which the rows of `age` are made at no cost.
INSERT INTO answer(question, private, within, epsilon, exact)
SELECT 'Person-years, each age group (below)', '', dp_count_error(0.2, 0.05, 5), 0.2, '';
CREATE TABLE ages AS SELECT dp_histogram(xage, '[0,10,20,30,40,50,60]', 0.2, 5) AS counts FROM person_year;
CREATE TABLE edge AS SELECT i, edge FROM JSON_TABLE('[0,10,20,30,40,50,60]', '$[*]' COLUMNS (i FOR ORDINALITY, edge INT PATH '$')) e;
-- The first cell has no lower edge, and the last but one has no upper edge. The last one, which has
-- neither, is for values that are not numbers.
CREATE TABLE age AS
SELECT cell, low.edge AS lo, high.edge AS hi, private,
       (SELECT count(*) FROM person_year WHERE xage >= coalesce(low.edge, -1e9) AND xage < coalesce(high.edge, 1e9) AND (low.edge IS NOT NULL OR high.edge IS NOT NULL)) AS exact
  FROM ages JOIN JSON_TABLE(counts, '$[*]' COLUMNS (cell FOR ORDINALITY, private BIGINT PATH '$')) c
  LEFT JOIN edge low ON low.i = cell - 1 LEFT JOIN edge high ON high.i = cell;
CREATE USER reader;
GRANT SELECT ON demo.answer TO reader;
GRANT SELECT ON demo.age TO reader;
