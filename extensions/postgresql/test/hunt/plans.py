"""Tells when a prepared statement over a protected view is planned anew. One way: its WHERE calls a
function of the reader that says so, and which planning evaluates. Another one: the plan was made
under other settings, and EXPLAIN EXECUTE shows whether it still has the shape of that time. A
session looks that is within one transaction, and one that is not. A transaction learns of
invalidations when it reads a table for the first time. And another session of the reader renames
what a parsed statement names, so that the statement fails if it is analysed once more."""

SETUP = """CREATE FUNCTION {own}.said(i int) RETURNS int LANGUAGE plpgsql IMMUTABLE AS $$ BEGIN RAISE NOTICE 'planned %', i; RETURN i; END $$;
CREATE FUNCTION {own}.inside() RETURNS float8 LANGUAGE plpgsql AS $$ BEGIN RETURN (SELECT dp_count(*) FROM visit_private WHERE ward = 'eye' AND days >= {own}.said(1)); END $$"""
FRESH = ['fresh%d' % i for i in range(12)]
SETUP += ''.join('; CREATE TABLE {own}.%s()' % name for name in FRESH)
SOURCES = ('visit', 'stay', 'parts')
JOIN = ("SELECT count(*) FROM {own}.mine JOIN (SELECT dp_count(*) AS n FROM %s_private WHERE ward "
        "= 'eye') v ON mine.i = v.n")


COUNT = "SELECT dp_count(*) FROM %s_private WHERE ward = 'eye' AND days >= {own}.said(%d)"
# Plans that depend on a source, or not, in a function that learns of invalidations from a sequence
# and reads no table, not even before.
SETUP += """; CREATE FUNCTION {own}.names() RETURNS void LANGUAGE plpgsql AS $$ DECLARE x text; BEGIN x := 'visit'::regclass::text || {own}.said(4); END $$;
CREATE FUNCTION {own}.numbers() RETURNS void LANGUAGE plpgsql AS $$ DECLARE x int := {own}.said(5); BEGIN x := {own}.said(6); END $$;
CREATE FUNCTION {own}.rounds(n int) RETURNS int LANGUAGE plpgsql AS $$ DECLARE x bigint; BEGIN FOR i IN 1..n LOOP x := nextval(('{own}.n' || i)::regclass); PERFORM {own}.names(), {own}.numbers(); PERFORM pg_sleep(0.3);
  END LOOP; RETURN n; END $$""" + ''.join('; CREATE SEQUENCE {own}.n%d' % i for i in range(1, 5))
ROUNDS = 'SELECT {own}.rounds(4)'
LOOP = ("DO $$ BEGIN FOR i IN 1..4 LOOP PERFORM dp_count(*) FROM visit_private WHERE ward = 'eye' "
        "AND days >= {own}.said(3); PERFORM pg_sleep(0.3); END LOOP; END $$")
# A label of an enum, a sequence, a name that a sequence can take from a table of another schema;
# and a parameter of a type whose columns the server looks up in Bind. Each is renamed when another
# source was vacuumed, since sessions that are told of one new name analyse everything again.
NAMES = {'label': ('visit', "'a'::{own}.label IS NOT NULL",
                   'ALTER TYPE {own}.label RENAME VALUE %s TO %s', "'a'", "'b'"),
         'taken': ('stay', "'patient'::regclass = 'public.patient'::regclass",
                   'ALTER SEQUENCE {own}.%s RENAME TO %s', 'taker', 'patient'),
         'sequence': ('parts', "'{own}.counted'::regclass IS NOT NULL",
                      'ALTER SEQUENCE {own}.%s RENAME TO %s', 'counted', 'uncounted')}
SETUP += ("; CREATE TYPE {own}.label AS ENUM ('a'); CREATE SEQUENCE {own}.counted; CREATE SEQUENCE "
          "{own}.taker" + ''.join('; CREATE TYPE {own}.%s_pair AS (a int)' % name
                                  for name in NAMES))
NAMED = ("SELECT dp_count(*) FROM %s_private WHERE ward = 'eye' HAVING %s AND $1::{own}.%s_pair IS "
         "NOT NULL")


def step_of(name):
    """The step at which the source of the statement is vacuumed (sides.py)."""
    return 1 + SOURCES.index(NAMES[name][0])


def parse_name(session, own, name):
    session.ask('SET search_path = %s, public' % own)
    session.ask('BEGIN')
    session.parse('named', (NAMED % (NAMES[name][0], NAMES[name][1], name)).replace('{own}', own))


def observe_name(session, other, book, own, name):
    _, _, rename, before, after = NAMES[name]
    other.ask((rename % (before, after)).replace('{own}', own))
    book.add('parsed statement with the %s' % name, session.execute('named', ('(1)',)).text())
    # Also of the control, which may have failed: what is pruned depends on open transactions.
    session.ask('ROLLBACK')
    other.ask((rename % (after, before)).replace('{own}', own))


def prepare(session, own):
    for source in SOURCES:
        session.parse('parsed_' + source, (COUNT % (source, 2)).replace('{own}', own))
    for sql in ('SET plan_cache_mode = force_generic_plan', 'SET enable_hashjoin = off',
                'SET enable_nestloop = off'):
        session.ask(sql)
    for source in SOURCES:
        session.ask("PREPARE said_%s AS SELECT dp_count(*) FROM %s_private WHERE ward = 'eye' AND "
                    "days >= %s.said(0)" % (source, source, own))
        session.ask('PREPARE shape_%s AS %s' % (source, JOIN.replace('{own}', own) % source))
        for _ in range(2):
            session.ask('EXECUTE said_%s' % source)
            session.ask('EXECUTE shape_%s' % source)
    session.ask('SELECT %s.inside()' % own)
    session.ask('SELECT %s.inside()' % own)
    for sql in ('SET enable_hashjoin = on', 'SET enable_mergejoin = off'):
        session.ask(sql)


def observe(session, book, own, step, when):
    session.ask('SELECT count(*) FROM %s.%s' % (own, FRESH[step]))
    for source in SOURCES:
        book.add('shape of the plan of %s, %s' % (source, when),
                 session.ask('EXPLAIN (COSTS OFF) EXECUTE shape_%s' % source).text())
        book.add('plan of %s, %s' % (source, when), session.ask('EXECUTE said_%s' % source).text())
        book.add('plan of the protocol of %s, %s' % (source, when),
                 session.execute('parsed_' + source).text()
                 + session.execute('parsed_' + source).text())
    book.add('plan in a function, %s' % when, session.ask('SELECT %s.inside()' % own).text())


def begin_loops(sessions, own):
    """Statements that ask several times, while others write. They take 1.2 seconds."""
    for session, sql in zip(sessions, (LOOP, ROUNDS)):
        session.send(sql.replace('{own}', own))


def end_loops(sessions, book):
    for session, name in zip(sessions, ('loop', 'function')):
        book.add('plans in a ' + name, session.receive().text())
