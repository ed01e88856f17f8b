-- The database of the calls: roles, and types and values of every kind that every role may use.
CREATE EXTENSION indp;
CREATE ROLE stranger LOGIN;
CREATE ROLE fenced LOGIN IN ROLE indp_reader, indp_author;
CREATE ROLE keeper LOGIN IN ROLE indp_owner;
CREATE SCHEMA fenced AUTHORIZATION fenced;
CREATE SCHEMA keeper AUTHORIZATION keeper;
CREATE SCHEMA surface;
GRANT USAGE ON SCHEMA surface TO PUBLIC;
CREATE TYPE surface.mood AS ENUM ('calm', 'glad');
CREATE TYPE surface.pair AS (a int, b text);
CREATE TYPE surface.nest AS (p surface.pair, q surface.pair[]);
CREATE DOMAIN surface.positive AS int CHECK (VALUE > 0);
CREATE DOMAIN surface.word AS text;
CREATE DOMAIN surface.couple AS surface.pair;
CREATE DOMAIN surface.list AS int[];
CREATE TYPE surface.textrange AS RANGE (subtype = text);
CREATE TABLE surface.dropped(a int, gone text, b text);
INSERT INTO surface.dropped VALUES (1, 'x', repeat('y', 100000));
ALTER TABLE surface.dropped DROP gone;
ALTER TABLE surface.dropped ADD later int DEFAULT 5;
-- Values as they lie in tables: with a short header, compressed, out of line and both.
CREATE TABLE surface.kept(id int, t text, b bytea, n numeric, i int[], p surface.pair, c text[], j jsonb);
ALTER TABLE surface.kept ALTER t SET STORAGE EXTERNAL, ALTER b SET STORAGE EXTERNAL;
INSERT INTO surface.kept SELECT 1, 'x', '\x01', 1, '{1}', ROW(1, 'x')::surface.pair, '{x,y}', '{}';
INSERT INTO surface.kept SELECT 2, repeat('x', 100000), decode(repeat('01', 100000), 'hex'), repeat('9', 20000)::numeric,
  array_agg(i), ROW(1, repeat('x', 100000))::surface.pair, array_agg('x' || i), jsonb_agg(i) FROM generate_series(1, 50000) i;
ALTER TABLE surface.kept ALTER t SET STORAGE MAIN;
INSERT INTO surface.kept SELECT 3, repeat('x', 5000), decode(repeat('01', 5000), 'hex'), repeat('9', 3000)::numeric, array_fill(7, ARRAY[3000]),
  ROW(1, repeat('x', 5000))::surface.pair, array_fill('x'::text, ARRAY[3000]), to_jsonb(array_fill(7, ARRAY[3000]));
INSERT INTO surface.kept VALUES (4);
GRANT SELECT ON surface.kept, surface.dropped TO PUBLIC;
-- Values in their expanded form.
CREATE FUNCTION surface.expanded_array() RETURNS int[] LANGUAGE plpgsql AS 'DECLARE v int[] := ''{1,2}''; BEGIN v[3] := 3; RETURN v; END';
CREATE FUNCTION surface.expanded_texts() RETURNS text[] LANGUAGE plpgsql AS 'DECLARE v text[] := ''{x,y}''; BEGIN v[3] := ''z''; RETURN v; END';
CREATE FUNCTION surface.expanded_pair() RETURNS surface.pair LANGUAGE plpgsql AS 'DECLARE v surface.pair; BEGIN v.a := 1; v.b := ''x''; RETURN v; END';
CREATE FUNCTION surface.nothing() RETURNS void LANGUAGE sql AS '';
-- Any bytes as values of the extension's types.
CREATE TYPE surface.raw_state;
CREATE FUNCTION surface.raw_state_in(cstring) RETURNS surface.raw_state LANGUAGE internal STRICT IMMUTABLE AS 'byteain';
CREATE FUNCTION surface.raw_state_out(surface.raw_state) RETURNS cstring LANGUAGE internal STRICT IMMUTABLE AS 'byteaout';
CREATE TYPE surface.raw_state (INPUT = surface.raw_state_in, OUTPUT = surface.raw_state_out, LIKE = dp_state);
CREATE CAST (surface.raw_state AS dp_state) WITHOUT FUNCTION;
CREATE TYPE surface.raw_transition;
CREATE FUNCTION surface.raw_transition_in(cstring) RETURNS surface.raw_transition LANGUAGE internal STRICT IMMUTABLE AS 'byteain';
CREATE FUNCTION surface.raw_transition_out(surface.raw_transition) RETURNS cstring LANGUAGE internal STRICT IMMUTABLE AS 'byteaout';
CREATE TYPE surface.raw_transition (INPUT = surface.raw_transition_in, OUTPUT = surface.raw_transition_out, LIKE = dp_transition);
CREATE CAST (surface.raw_transition AS dp_transition) WITHOUT FUNCTION;
-- A protected table, for the functions that ask about one.
CREATE TABLE visit(patient int, ward text, cost float8, note text);
INSERT INTO visit SELECT i / 12, CASE i % 2 WHEN 0 THEN 'eye' ELSE 'skin' END, i % 50, 'x' FROM generate_series(0, 1199) i;
ALTER TABLE visit OWNER TO keeper;
GRANT CREATE ON SCHEMA public TO keeper;
SET ROLE keeper;
SELECT indp.protect('visit', person => 'patient', rows_per_person => 12, total => 1e40, epsilon => 1, columns => '{"cost": [0, 50]}', keys => '{"ward": ["eye", "skin"]}');
GRANT SELECT ON visit_private TO PUBLIC;
