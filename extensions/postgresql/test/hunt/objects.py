"""Numbers of objects and transactions that the reader makes, by all ways to see them."""

# Names of xmin that PL/pgSQL might understand.
SPELLED = ['r.xmin', 'r . XMIN', 'r."xmin"', 'r.U&"\\0078min"', 'r/**/.Xmin', '(r).xmin']

RECORD = """CREATE FUNCTION {own}.record%d() RETURNS text LANGUAGE plpgsql AS $$ DECLARE r record; o text := ''; BEGIN
  INSERT INTO {own}.x VALUES (1, 'a') RETURNING * INTO r; UPDATE {own}.x SET t = 'b' WHERE i = 1;
  FOR r IN SELECT * FROM {own}.x LOOP o := o || concat_ws(' ', %s, r.ctid, ';'); END LOOP; DELETE FROM {own}.x; RETURN o; END $$"""
SETUP = ['CREATE TABLE {own}.x(i int, t text); CREATE TABLE {own}.seen(what text); CREATE SEQUENCE '
         '{own}.s',
         """CREATE FUNCTION {own}.row() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  INSERT INTO {own}.seen VALUES (concat_ws(' ', TG_OP, NEW.xmin, NEW.xmax, NEW.ctid, OLD.xmin, OLD.xmax, OLD.ctid)); RETURN NEW; END $$""",
         'CREATE TRIGGER r AFTER INSERT OR UPDATE ON {own}.x FOR EACH ROW EXECUTE FUNCTION '
         '{own}.row()',
         'CREATE TRIGGER v BEFORE INSERT ON {own}.seen FOR EACH ROW EXECUTE FUNCTION '
         'tsvector_update_trigger(what, "pg_catalog.simple", xmin)',
         ] + [RECORD % (i, spelled) for i, spelled in enumerate(SPELLED)]

# (name, statements): what the last one returns is seen
WAYS = [
    ('OID of a new table', ["DROP TABLE IF EXISTS {own}.o", "CREATE TABLE {own}.o(i int, t text)",
                            "SELECT '{own}.o'::regclass::oid, reltype, reltoastrelid FROM pg_class "
                            "WHERE oid = '{own}.o'::regclass"]),
    ('OID of a new function',
     ["CREATE OR REPLACE FUNCTION {own}.o{n}() RETURNS int LANGUAGE sql AS 'SELECT 1'",
      "SELECT '{own}.o{n}'::regproc::oid"]),
    ('OID of a temporary table',
     ["CREATE TEMP TABLE o(i int)", "SELECT 'o'::regclass::oid, pg_my_temp_schema()::regnamespace",
      "DROP TABLE o", "SELECT 1"]),
    ('xmin of a record', ['SELECT {own}.record%d()' % i for i in range(len(SPELLED))]),
    ('xmin in a trigger', ["INSERT INTO {own}.x VALUES (3, 'c')", "TABLE {own}.seen"]),
    ('xmin of a returned row', ["INSERT INTO {own}.x VALUES (2, 'a') RETURNING xmin"]),
    ('places of rows',
     ["SELECT ctid FROM {own}.x", "SELECT ctid, relname FROM pg_class WHERE relname = 'o'"]),
    ('a sequence', ["SELECT nextval('{own}.s')", "SELECT nextval('{own}.s')",
                    "SELECT * FROM {own}.s"]),
    ('a savepoint', ["BEGIN", "SAVEPOINT a", "INSERT INTO {own}.x VALUES (4, 'd')",
                     "SELECT {own}.record0()", "ROLLBACK", "SELECT 1"]),
    ('two-phase commit', ["BEGIN", "INSERT INTO {own}.x VALUES (5, 'e')", "PREPARE TRANSACTION 'a'",
                          "ROLLBACK", "SELECT 1"]),
    ('session', ["SELECT name, statement, is_holdable FROM pg_cursors",
                 "SELECT name, statement, parameter_types, generic_plans, custom_plans FROM "
                 "pg_prepared_statements"]),
    ('nested EXPLAIN', ["EXPLAIN (ANALYZE, TIMING OFF, SUMMARY OFF) SELECT {own}.counted()"]),
]
LEVELS = ['debug5', 'log', 'notice']


def setup(session, book, own):
    """Makes what the ways need, as far as the fence admits it."""
    for at, sql in enumerate(SETUP):
        book.add('made %d' % at, session.ask(sql.replace('{own}', own)).brief())


def observe(session, book, own, n, ways=None):
    for name, statements in WAYS:
        if ways is None or name in ways:
            book.add(name, '\n'.join(session.ask(sql.format(own=own, n=n)).brief()
                                     for sql in statements))


def observe_debug(session, book, own):
    """The messages of DEBUG5 of a transaction that writes."""
    for level in LEVELS:
        for sql in ['SET client_min_messages = ' + level, 'BEGIN', 'INSERT INTO %s.x VALUES (6)'
                    % own, 'COMMIT', 'TRUNCATE %s.x' % own, 'CREATE TABLE %s.o_%s(i int)'
                    % (own, level),
                    'RESET client_min_messages']:
            reply = session.ask(sql)
            book.add('messages of %s: %s' % (level, sql.split(' ')[0]), reply.text())
