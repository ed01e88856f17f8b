-- The benchmark of protected tables that bench.sh runs. One table has a constraint that bounds the
-- rows of a person, and the other has none. A query over each is compared with the query that the
-- owner would write by hand.
\set ON_ERROR_STOP on
CREATE EXTENSION indp;
CREATE TABLE slots(id int NOT NULL, slot int NOT NULL CHECK (slot BETWEEN 1 AND 5), site int, x float8);
INSERT INTO slots SELECT i / 5, i % 5 + 1, i % 6 + 1, (i * 7919 % 1000003) / 10000.0 FROM generate_series(0::bigint, :rows - 1) AS i;
ALTER TABLE slots ADD UNIQUE (id, slot);
CREATE TABLE free AS SELECT * FROM slots;
VACUUM ANALYZE slots;
VACUUM ANALYZE free;
SELECT indp.protect(t, 'id', 5, 1e6, 0.5, 1.0, '{"x": [0, 100]}', '{"site": [1, 2, 3, 4, 5, 6]}') FROM (VALUES ('slots'::regclass), ('free')) AS v(t)
\g /dev/null
SELECT indp.accept(t, leak) FROM (VALUES ('slots'::regclass), ('free')) AS v(t), indp.check(t) WHERE NOT accepted
\g /dev/null
SELECT indp.accept(t, 'superuser') FROM (VALUES ('slots'::regclass), ('free')) AS v(t)
\g /dev/null
SELECT indp.budget(t, 'postgres', 1e6) FROM (VALUES ('slots'::regclass), ('free')) AS v(t)
\g /dev/null
CREATE TABLE query(line int, call text, query text, beside int, aim float8);
INSERT INTO query VALUES
  (1, 'dp_sum', 'SELECT dp_sum(x, 0, 100, 0.5, 5) FROM slots', 1), (2, '  protected, constraint', 'SELECT dp_sum(x) FROM slots_private', 1),
  (3, 'dp_sum by site', 'SELECT site, dp_sum(x, 0, 100, 0.5, 5) FROM slots GROUP BY site', 3),
  (4, '  protected, constraint', 'SELECT site, dp_sum(x) FROM slots_private GROUP BY site', 3),
  (5, 'row_number() by hand', 'SELECT dp_sum(x, 0, 100, 0.5, 5) FROM (SELECT x, row_number() OVER (PARTITION BY id ORDER BY random()) AS n FROM free) s WHERE n <= 5', 5),
  (6, '  protected', 'SELECT dp_sum(x) FROM free_private', 5);
UPDATE query SET aim = 1.3 WHERE line IN (2, 4);

-- Answers that are kept, over a million rows. The condition makes each question another one.
CREATE TABLE paid AS SELECT * FROM slots WHERE id < 200000;
ALTER TABLE paid ADD UNIQUE (id, slot), ADD CHECK (slot BETWEEN 1 AND 5), ALTER slot SET NOT NULL;
CREATE TABLE stored(LIKE paid INCLUDING ALL);
INSERT INTO stored SELECT * FROM paid;
VACUUM ANALYZE paid, stored;
SELECT indp.protect(t, 'id', 5, 1e6, 0.5, 1.0, '{"x": [0, 100]}', keep => k)
  FROM (VALUES ('paid'::regclass, NULL::interval), ('stored', '1 day')) AS v(t, k)
\g /dev/null
SELECT indp.accept(t, leak) FROM (VALUES ('paid'::regclass), ('stored')) AS v(t),
    indp.check(t) WHERE NOT accepted
\g /dev/null
SELECT indp.accept(t, 'superuser') FROM (VALUES ('paid'::regclass), ('stored')) AS v(t)
\g /dev/null
SELECT indp.budget(t, 'postgres', 1e6) FROM (VALUES ('paid'::regclass), ('stored')) AS v(t)
\g /dev/null
INSERT INTO query VALUES
  (7, 'a question, 10^6 rows',
   'SELECT dp_sum(x) FROM paid_private WHERE id <> (SELECT -count(*) FROM timing)', 7, NULL),
  (8, '  and its answer stored',
   'SELECT dp_sum(x) FROM stored_private WHERE id <> (SELECT -count(*) FROM timing)', 7, 1.3),
  (9, '  and given again', 'SELECT dp_sum(x) FROM stored_private WHERE id <> 1', 7, 0.2);
SET work_mem = '256MB';
\set runs 5
SET bench.workers = '{0,2}';
\ir measure.sql
