"""Tells when a prepared statement over a protected view is planned anew. One way: its WHERE calls a
function of the reader that says so, and which planning evaluates. Another one: the plan was made under other
settings, and EXPLAIN EXECUTE shows whether it still has the shape of that time."""

SETUP = """CREATE FUNCTION {own}.said(i int) RETURNS int LANGUAGE plpgsql IMMUTABLE AS $$ BEGIN RAISE NOTICE 'planned %', i; RETURN i; END $$;
CREATE FUNCTION {own}.inside() RETURNS float8 LANGUAGE plpgsql AS $$ BEGIN RETURN (SELECT dp_count(*) FROM visit_private WHERE ward = 'eye' AND days >= {own}.said(1)); END $$"""
SOURCES = ('visit', 'stay', 'parts')
JOIN = "SELECT count(*) FROM {own}.mine JOIN (SELECT dp_count(*) AS n FROM %s_private WHERE ward = 'eye') v ON mine.i = v.n"


def prepare(session, own):
    for sql in ('SET plan_cache_mode = force_generic_plan', 'SET enable_hashjoin = off', 'SET enable_nestloop = off'):
        session.ask(sql)
    for source in SOURCES:
        session.ask("PREPARE said_%s AS SELECT dp_count(*) FROM %s_private WHERE ward = 'eye' AND days >= %s.said(0)" % (source, source, own))
        session.ask('PREPARE shape_%s AS %s' % (source, JOIN.replace('{own}', own) % source))
        for _ in range(2):
            session.ask('EXECUTE said_%s' % source)
            session.ask('EXECUTE shape_%s' % source)
    session.ask('SELECT %s.inside()' % own)
    session.ask('SELECT %s.inside()' % own)
    for sql in ('SET enable_hashjoin = on', 'SET enable_mergejoin = off'):
        session.ask(sql)


def observe(session, book, own, when):
    for source in SOURCES:
        book.add('shape of the plan of %s, %s' % (source, when), session.ask('EXPLAIN (COSTS OFF) EXECUTE shape_%s' % source).text())
        book.add('plan of %s, %s' % (source, when), session.ask('EXECUTE said_%s' % source).text())
    book.add('plan in a function, %s' % when, session.ask('SELECT %s.inside()' % own).text())
