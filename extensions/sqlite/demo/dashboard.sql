-- A dashboard of eight questions that is refreshed 1,000 times. Its budget is what one refresh
-- costs. The answers are kept for a day, so that it suffices. Run by demo.sh.

.bail on
.load build/sqlite/indp

CREATE TEMP TABLE owner AS
SELECT dp_open('build/demo.ledger'), dp_budget('dashboard', 0.8);
CREATE TEMP TABLE panel(name TEXT, fields TEXT);
INSERT INTO panel VALUES
  ('panel_people', '{"aggregate": "count", "rows_per_person": 1}'),
  ('panel_years', '{"aggregate": "count", "key": "site", "keys": [1, 2, 3, 4, 5, 6]}'),
  ('panel_visits', '{"aggregate": "sum", "value": "mdvis", "lo": 0, "hi": 20}'),
  ('panel_spending', '{"aggregate": "sum", "value": "meddol", "lo": 0, "hi": 5000}'),
  ('panel_age', '{"aggregate": "avg", "value": "xage", "lo": 0, "hi": 70}'),
  ('panel_median', '{"aggregate": "median", "value": "meddol", "lo": 0, "hi": 5000}'),
  ('panel_most', '{"aggregate": "max", "value": "mdvis", "lo": 0, "hi": 100, "candidates": 101}'),
  ('panel_ages', '{"aggregate": "histogram", "value": "xage", "edges": [0, 20, 40, 60]}');
CREATE TEMP TABLE declared AS
SELECT dp_question(name, json_patch(json_object('table', 'person_year', 'person', 'zper',
    'epsilon', 0.1, 'rows_per_person', 5, 'budget', 'dashboard', 'keep', '1 day'), fields))
  FROM panel;

CREATE TEMP TABLE shown AS
SELECT p.name, r.value AS refresh, json_group_array(json_array(a.key, a.value)) AS answer
  FROM generate_series(1, 1000) r CROSS JOIN panel p CROSS JOIN dp_ask(p.name) a
 GROUP BY p.name, r.value;

SELECT '';
SELECT printf('A dashboard: %d questions, refreshed %d times. '
              || 'Each had %d answer, since they are kept for a day:' || char(10)
              || '%d charges of %.1f together, and %d answers for nothing.',
              (SELECT count(DISTINCT name) FROM shown), (SELECT count(DISTINCT refresh) FROM shown),
              (SELECT max(n) FROM (SELECT count(DISTINCT answer) AS n FROM shown GROUP BY name)),
              count(*), sum(epsilon), (SELECT sum(given) FROM dp_kept))
  FROM dp_ledger WHERE budget = 'dashboard' AND act = 'charge';
