-- What both clusters have: two readers, protected tables, and tables of the public.
CREATE EXTENSION indp;
CREATE ROLE keeper LOGIN;
GRANT indp_owner TO keeper;
CREATE ROLE fenced LOGIN IN ROLE indp_reader, indp_author;
CREATE ROLE watcher LOGIN; -- the control, who is not fenced
CREATE ROLE readers;
GRANT readers TO fenced, watcher;
CREATE SCHEMA fenced AUTHORIZATION fenced;
CREATE SCHEMA watcher AUTHORIZATION watcher;
GRANT CREATE ON SCHEMA public TO keeper;
GRANT TEMPORARY, CREATE ON DATABASE hunt TO readers;
CREATE TABLE pad(i int); -- written by each transaction of the superuser, so that each has a number
CREATE TABLE open(x int PRIMARY KEY, label text);
INSERT INTO open SELECT i, 'label ' || i FROM generate_series(1, 500) i;
SELECT indp.is_fence_loaded(); -- loads the library in the control, too
SECURITY LABEL FOR indp ON TABLE open IS 'public';
GRANT SELECT ON open TO readers;
CREATE SEQUENCE numbers;
SECURITY LABEL FOR indp ON SEQUENCE numbers IS 'public';
GRANT USAGE ON SEQUENCE numbers TO readers;

SET ROLE keeper;
-- visit has a key that bounds the rows of a person. stay has partitions and none. part is behind a view.
CREATE TABLE visit(patient int NOT NULL, slot int NOT NULL CHECK (slot BETWEEN 1 AND 12), ward text NOT NULL, days int, cost float8, note text, UNIQUE (patient, slot));
ALTER TABLE visit ALTER note SET STORAGE EXTERNAL;
CREATE TABLE stay(patient int, slot int, ward text, days int, cost float8, note text) PARTITION BY LIST (ward);
CREATE TABLE stay_eye PARTITION OF stay FOR VALUES IN ('eye');
CREATE TABLE stay_other PARTITION OF stay DEFAULT;
CREATE INDEX ON stay(days);
CREATE TABLE patient(patient int PRIMARY KEY, born int);
CREATE TABLE part(part int, patient int REFERENCES patient, ward text, days int, cost float8, note text);
CREATE VIEW parts AS SELECT p.patient, c.part AS slot, c.ward, c.days, c.cost, c.note, p.born FROM patient p JOIN part c ON c.patient = p.patient;
SELECT indp.protect(t, person => 'patient', rows_per_person => 12, total => 1e40, epsilon => 1e18, max_epsilon => 1e18, min_epsilon => 1,
    columns => '{"days": [0, 31], "cost": [0, 50], "note": ["a", "b"]}', keys => '{"ward": ["eye", "heart", "skin"]}')
    FROM unnest('{visit,stay,parts}'::regclass[]) t;
GRANT SELECT ON visit_private, stay_private, parts_private TO readers;
RESET ROLE;
