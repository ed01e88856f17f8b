"""Statements that make a function a part of an object of the role: of an operator, an aggregate, a
cast, an index, a constraint, a trigger and so on, and then use that object."""
import calls

# {f} is the name, {identity} the name with types, {types} the types, {first} and {second} the first
# two, {call} a usual call without columns. Objects are made in the temporary schema or that of the
# role.
FORMS = """
CREATE OPERATOR {own}.@#@ (FUNCTION = {f}, LEFTARG = {first}, RIGHTARG = {second})
CREATE OPERATOR {own}.@#@ (FUNCTION = {f}, RIGHTARG = {first})
CREATE OPERATOR {own}.@#= (FUNCTION = int4eq, LEFTARG = int4, RIGHTARG = int4, RESTRICT = {f})
CREATE OPERATOR {own}.@#= (FUNCTION = int4eq, LEFTARG = int4, RIGHTARG = int4, JOIN = {f})
CREATE AGGREGATE {own}.a({rest}) (SFUNC = {f}, STYPE = {first})
CREATE AGGREGATE {own}.a({rest}) (SFUNC = {f}, STYPE = {first}, INITCOND = '')
CREATE AGGREGATE {own}.a(int8) (SFUNC = int8pl, STYPE = int8, FINALFUNC = {f})
CREATE AGGREGATE {own}.a(int8) (SFUNC = int8_avg_accum, STYPE = internal, FINALFUNC = {f})
CREATE AGGREGATE {own}.a(int8) (SFUNC = int8_avg_accum, STYPE = internal, SERIALFUNC = {f}, DESERIALFUNC = {f}, COMBINEFUNC = int8_avg_combine)
CREATE AGGREGATE {own}.a({types}) (SFUNC = {f}, STYPE = internal)
CREATE AGGREGATE {own}.a(float8) (SFUNC = float8pl, STYPE = float8, COMBINEFUNC = {f})
CREATE AGGREGATE {own}.a(int8) (SFUNC = int8pl, STYPE = int8, MSFUNC = int8pl, MINVFUNC = {f}, MSTYPE = int8)
CREATE CAST ({first} AS surface.pair) WITH FUNCTION {identity}
CREATE CAST (surface.pair AS {second}) WITH FUNCTION {identity}
CREATE FUNCTION {own}.s(int) RETURNS int LANGUAGE sql SUPPORT {f} AS 'SELECT $1'
CREATE FUNCTION {own}.s(surface.pair) RETURNS text LANGUAGE sql AS 'SELECT {quoted}::text'
CREATE TABLE {own}.t(i int DEFAULT 1, d text DEFAULT {call}::text); INSERT INTO {own}.t VALUES (1)
CREATE TABLE {own}.t(i int CHECK ({call} IS NOT NULL)); INSERT INTO {own}.t VALUES (1)
CREATE TABLE {own}.t(i int, g text GENERATED ALWAYS AS ({call}::text) STORED); INSERT INTO {own}.t VALUES (1)
CREATE TABLE {own}.t(i int); CREATE INDEX ON {own}.t((({call})::text)); INSERT INTO {own}.t VALUES (1)
CREATE TABLE {own}.t(i int); CREATE INDEX ON {own}.t(i) WHERE {call} IS NOT NULL; INSERT INTO {own}.t VALUES (1)
CREATE TABLE {own}.t(i int); CREATE STATISTICS {own}.st ON (({call})::text), i FROM {own}.t
CREATE TABLE {own}.t(i int) PARTITION BY RANGE ((({call})::text))
CREATE TABLE {own}.t(i int); CREATE TRIGGER tr BEFORE INSERT ON {own}.t FOR EACH ROW EXECUTE FUNCTION {f}(); INSERT INTO {own}.t VALUES (1)
CREATE TABLE {own}.t(i int); CREATE TRIGGER tr BEFORE INSERT ON {own}.t FOR EACH ROW WHEN ({call} IS NOT NULL) EXECUTE FUNCTION suppress_redundant_updates_trigger(); INSERT INTO {own}.t VALUES (1)
CREATE TABLE {own}.t(i int); ALTER TABLE {own}.t ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY; CREATE POLICY p ON {own}.t USING ({call} IS NOT NULL); SELECT * FROM {own}.t
CREATE TABLE {own}.t(i int); CREATE RULE r AS ON INSERT TO {own}.t DO INSTEAD SELECT {call}; INSERT INTO {own}.t VALUES (1)
CREATE TABLE {own}.t AS SELECT {call} AS x; TABLE {own}.t
CREATE TABLE {own}.t(i int); INSERT INTO {own}.t VALUES (1), (2); ALTER TABLE {own}.t ALTER i TYPE text USING {call}::text
CREATE VIEW {own}.v AS SELECT {call} AS x; SELECT * FROM {own}.v
CREATE MATERIALIZED VIEW {own}.m AS SELECT {call} AS x; REFRESH MATERIALIZED VIEW {own}.m
CREATE DOMAIN {own}.d AS int CHECK ({call} IS NOT NULL); SELECT 1::{own}.d
CREATE TYPE {own}.r AS RANGE (SUBTYPE = float8, SUBTYPE_DIFF = {f})
CREATE TYPE {own}.r; CREATE TYPE {own}.r (INPUT = {f}, OUTPUT = {f})
CREATE OPERATOR CLASS {own}.c FOR TYPE int4 USING btree AS OPERATOR 1 <, FUNCTION 1 {identity}
CREATE OPERATOR CLASS {own}.c FOR TYPE int4 USING hash AS OPERATOR 1 =, FUNCTION 1 {identity}
CREATE CONVERSION {own}.c FOR 'UTF8' TO 'LATIN1' FROM {f}
CREATE TRANSFORM FOR surface.pair LANGUAGE plpgsql (FROM SQL WITH FUNCTION {identity})
CREATE LANGUAGE surface_language HANDLER {f}
CREATE LANGUAGE surface_language HANDLER plpgsql_call_handler INLINE {f} VALIDATOR {f}
CREATE FOREIGN DATA WRAPPER surface_wrapper HANDLER {f}
CREATE FOREIGN DATA WRAPPER surface_wrapper VALIDATOR {f}
CREATE ACCESS METHOD surface_method TYPE INDEX HANDLER {f}
CREATE EVENT TRIGGER surface_event ON ddl_command_start EXECUTE FUNCTION {f}()
CREATE TEXT SEARCH TEMPLATE {own}.x (LEXIZE = {f})
CREATE TEXT SEARCH PARSER {own}.x (START = {f}, GETTOKEN = {f}, END = {f}, LEXTYPES = {f})
SELECT * FROM surface.kept TABLESAMPLE {f} (1)
EXPLAIN (VERBOSE) SELECT {call}
PREPARE p AS SELECT {call}; EXECUTE p; EXECUTE p
DECLARE c CURSOR FOR SELECT {call}; FETCH c; FETCH BACKWARD 1 FROM c; FETCH ABSOLUTE 1 FROM c
COPY (SELECT {call}) TO STDOUT
CALL {call}
EXECUTE {call}
DO $do$ DECLARE x text; BEGIN x := {call}; FOR i IN 1..3 LOOP x := {call}; END LOOP; END $do$
SELECT array_agg({call}) OVER (), {call} FROM generate_series(1, 3)
SELECT {call} WITHIN GROUP (ORDER BY 1)
SELECT {call} FROM ROWS FROM ({call}, {call}) WITH ORDINALITY
SELECT 1 WHERE {call} IS DISTINCT FROM {call} GROUP BY ROLLUP (({call})::text)
SELECT 1 FROM surface.kept ORDER BY ({call})::text
WITH RECURSIVE w(x) AS (SELECT ({call})::text UNION ALL SELECT ({call})::text FROM w WHERE x IS NULL) SELECT * FROM w LIMIT 5
SELECT * FROM surface.kept k, LATERAL (SELECT {call}) l
""".strip().split('\n')


def statements(functions, role, full, chance):
    """Every form of each function, or one form of some. What a statement makes is undone with
    it."""
    own = 'pg_temp' if role == 'stranger' else role if role != 'postgres' else 'surface'
    for function in functions if full else chance.sample(functions, min(300, len(functions))):
        kinds = function.kinds + ['int4', 'int4']
        usual = '%s(%s)' % (function.name, ', '.join(one[0] for one in function.choices({})))
        for form in FORMS if full else chance.sample(FORMS, 1):
            sql = form.format(own=own, f=function.name, identity=function.identity,
                              types=', '.join(function.kinds), rest=', '.join(function.kinds[1:])
                              or '*', first=kinds[0], second=kinds[1],
                              call=usual, quoted=usual.replace("'", "''"))
            yield calls.ask('part ' + function.identity, 'BEGIN; %s; ROLLBACK' % sql)
            yield calls.ask('end', 'ROLLBACK')
