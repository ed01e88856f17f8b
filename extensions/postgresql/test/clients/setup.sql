-- What the tests of clients need: a protected table, a reader ada with a budget and a schema of her
-- own, and a table of hers with everything that clients describe.
CREATE EXTENSION indp;
CREATE ROLE ada LOGIN IN ROLE indp_reader;
CREATE ROLE analysing NOLOGIN;
GRANT analysing TO ada;
CREATE SCHEMA ada AUTHORIZATION ada;
CREATE TABLE ward(ward text PRIMARY KEY);
INSERT INTO ward VALUES ('eye'), ('skin');
CREATE TABLE visit(patient int, month int NOT NULL CHECK (month BETWEEN 1 AND 12), ward text REFERENCES ward, cost float8, UNIQUE (patient, month));
INSERT INTO visit SELECT i / 12, i % 12 + 1, CASE i % 2 WHEN 0 THEN 'eye' ELSE 'skin' END, i % 50 FROM generate_series(0, 1199) i;
CREATE TABLE open(x int);
INSERT INTO open VALUES (1), (2);
SECURITY LABEL FOR indp ON TABLE open IS 'public';
GRANT SELECT ON open, visit TO ada; -- but the fence refuses visit
ANALYZE;
-- At this epsilon the noise rounds to zero.
SELECT indp.protect('visit', 'patient', 12, 1e40, 1e22, 1e30, '{"cost": [0, 50]}', '{"ward": ["eye", "skin"]}', min_epsilon => 1);
GRANT SELECT ON visit_private TO ada;
DO $$ BEGIN
    PERFORM indp.accept('visit', leak) FROM (SELECT DISTINCT leak FROM indp.find_leaks('visit', 'ada') WHERE NOT accepted) l;
    PERFORM indp.budget('visit', 'ada', 1e39);
END $$;

-- Of old, from before she was a reader who may define no code. The functions are another's now.
GRANT indp_author TO ada;
SET SESSION AUTHORIZATION ada;
CREATE TYPE ada.mood AS ENUM ('calm', 'busy');
CREATE TABLE ada.team(id serial PRIMARY KEY, name text NOT NULL UNIQUE);
CREATE TABLE ada.shift(id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, team int NOT NULL REFERENCES ada.team, mood ada.mood DEFAULT 'calm', hours numeric(6, 2) CHECK (hours > 0), during tstzrange,
    tags text[], EXCLUDE USING gist (during WITH &&));
CREATE INDEX shift_team ON ada.shift(team, hours DESC) WHERE hours > 1;
COMMENT ON TABLE ada.shift IS 'who works when';
COMMENT ON COLUMN ada.shift.hours IS 'planned hours';
CREATE VIEW ada.long AS SELECT * FROM ada.shift WHERE hours > 8;
CREATE MATERIALIZED VIEW ada.teams AS SELECT count(*) AS n FROM ada.team;
CREATE SEQUENCE ada.ticket;
CREATE FUNCTION ada.twice(n int) RETURNS int LANGUAGE sql RETURN 2 * n;
CREATE PROCEDURE ada.clear() LANGUAGE plpgsql AS 'BEGIN DELETE FROM ada.shift; END';
CREATE FUNCTION ada.touch() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END';
CREATE TRIGGER touch BEFORE UPDATE ON ada.shift FOR EACH ROW EXECUTE FUNCTION ada.touch();
CREATE RULE quiet AS ON DELETE TO ada.team WHERE OLD.id < 0 DO INSTEAD NOTHING;
RESET SESSION AUTHORIZATION;
REVOKE indp_author FROM ada;
ALTER FUNCTION ada.twice(int) OWNER TO postgres;
ALTER PROCEDURE ada.clear() OWNER TO postgres;
ALTER FUNCTION ada.touch() OWNER TO postgres;
SET SESSION AUTHORIZATION ada;
INSERT INTO ada.team(name) VALUES ('north'), ('south');
INSERT INTO ada.shift(team, hours, tags) VALUES (1, 7.5, '{early}'), (2, 10, '{late,night}');
