-- Draws build/spending-by-site.svg from the tables of demo.sql. The picture has two bars for each
-- site, one of exact quartiles of spending in grey and one of private quartiles in blue. A bar
-- reaches from the first to the third quartile, and has a line at the median.
CREATE TEMP TABLE shape(layer INTEGER, svg TEXT);

-- y grows downwards: 0 dollars are at y = 320. The largest quartile, rounded up to a multiple of 50
-- dollars, is at y = 60.
CREATE TEMP VIEW scale AS SELECT 260.0 / top AS up, top FROM
  (SELECT (CAST(max(max(exact), max(private)) AS INTEGER) / 50 + 1) * 50 AS top FROM quantile);
CREATE TEMP VIEW bar AS
SELECT site, kind, 100.0 * site - 30 + 34 * kind AS x,
       320 - max(iif(q = 0.25, dollars, 0)) * up AS low, 320 - max(iif(q = 0.5, dollars, 0)) * up AS middle,
       320 - max(iif(q = 0.75, dollars, 0)) * up AS high
  FROM scale, (SELECT site, q, 0 AS kind, exact AS dollars FROM quantile UNION ALL SELECT site, q, 1, private FROM quantile)
 GROUP BY site, kind;

WITH RECURSIVE tick(dollars) AS (SELECT 0 UNION ALL SELECT dollars + 50 FROM tick, scale WHERE dollars < top)
INSERT INTO shape
SELECT 1, printf('<line x1="60" x2="680" y1="%.1f" y2="%.1f" stroke="#ddd"/><text x="52" y="%.1f" text-anchor="end">%d</text>',
                 320 - dollars * up, 320 - dollars * up, 324 - dollars * up, dollars) FROM tick, scale;
INSERT INTO shape
SELECT 2, printf('<rect x="%.1f" y="%.1f" width="28" height="%.1f" fill="%s"/><line x1="%.1f" x2="%.1f" y1="%.1f" y2="%.1f" stroke="%s" stroke-width="3"/>',
                 x, high, max(low - high, 1), iif(kind, '#9cc4e8', '#ccc'), x, x + 28, middle, middle, iif(kind, '#1f5fa8', '#555'))
  FROM bar;
INSERT INTO shape SELECT 3, printf('<text x="%d" y="342" text-anchor="middle">site %d</text>', 100 * site + 1, site) FROM (SELECT DISTINCT site FROM quantile);
INSERT INTO shape VALUES
  (0, '<svg xmlns="http://www.w3.org/2000/svg" width="720" height="380" viewBox="0 0 720 380" font-family="sans-serif" font-size="12">'),
  (0, '<rect width="720" height="380" fill="white"/>'),
  (0, '<text x="60" y="24" font-size="15">Medical spending a year, in dollars: quartiles by site</text>'),
  (0, '<rect x="60" y="34" width="12" height="12" fill="#ccc"/><text x="78" y="44">exact</text>'),
  (0, '<rect x="130" y="34" width="12" height="12" fill="#9cc4e8"/><text x="148" y="44">private, epsilon = 0.5 a quartile, at most 5 rows a person</text>'),
  (4, '<text x="60" y="366" fill="#555">Bars from the first to the third quartile, a line at the median.</text>'),
  (5, '</svg>');
.once build/spending-by-site.svg
SELECT svg FROM shape ORDER BY layer, rowid;
