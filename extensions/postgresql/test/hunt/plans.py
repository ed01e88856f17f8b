"""Tells when a prepared statement over a protected view is planned anew: its WHERE calls a function of the
reader that says so, and which planning evaluates. A generic plan is made anew after an invalidation."""

SETUP = """CREATE FUNCTION {own}.said(i int) RETURNS int LANGUAGE plpgsql IMMUTABLE AS $$ BEGIN RAISE NOTICE 'planned %', i; RETURN i; END $$"""
SOURCES = ('visit', 'stay', 'parts')


def prepare(session, own):
    session.ask('SET plan_cache_mode = force_generic_plan')
    for source in SOURCES:
        session.ask("PREPARE said_%s AS SELECT dp_count(*) FROM %s_private WHERE ward = 'eye' AND days >= %s.said(0)" % (source, source, own))
        session.ask('EXECUTE said_%s' % source)
        session.ask('EXECUTE said_%s' % source)


def observe(session, book, when):
    for source in SOURCES:
        book.add('plan of %s, %s' % (source, when), session.ask('EXECUTE said_%s' % source).text())
