"""EXPLAIN of several statements, with the options of this version by themselves and in pairs."""
import itertools

OPTIONS = [(13, 'VERBOSE'), (13, 'COSTS OFF'), (13, 'SETTINGS'), (13, 'BUFFERS'), (13, 'WAL'),
           (16, 'GENERIC_PLAN'), (17, 'MEMORY'), (17, 'SERIALIZE TEXT'), (17, 'SERIALIZE BINARY'),
           (19, 'IO')]
# Times are not compared. (name, statement)
TARGETS = [
    ('count', "SELECT dp_count(*) FROM visit_private WHERE ward = 'eye'"),
    ('groups', "SELECT ward, dp_count(*) FROM stay_private GROUP BY ward ORDER BY 2"),
    ('function', 'SELECT {own}.counted()'),
    ('caught',
     "SELECT {own}.caught('SELECT 1 / (dp_count(*) - dp_count(*))::int FROM visit_private')"),
    ('refused', "SELECT {own}.caught('SELECT 1 FROM visit WHERE patient > 8000')"),
    ('prepared', "EXECUTE asked('eye')"),
    ('join', 'SELECT * FROM open o JOIN (SELECT dp_count(*) FROM parts_private) p ON o.x = '
     'p.dp_count'),
    ('source', 'SELECT 1 FROM visit WHERE patient > 8000'),
    ('own', 'SELECT count(*) FROM {own}.mine WHERE i > 50'),
    ('public', 'SELECT count(*) FROM open WHERE x > 490'),
    ('catalog', "SELECT relname FROM pg_class WHERE relname LIKE 'v%'"),
    ('catalog statistics', 'SELECT 1 FROM pg_statistic'),
    ('hidden', 'SELECT count(*) FROM pg_largeobject_metadata'),
    ('write', "INSERT INTO {own}.mine SELECT i + 1000 FROM {own}.mine WHERE i > 10000"),
    ('view', 'SELECT * FROM information_schema.tables'),
    ('ledger', "SELECT * FROM indp.ledger('visit')"),
]


def combinations(major, few):
    known = [option for since, option in OPTIONS if major >= since]
    out = [[], ['ANALYZE'], ['FORMAT JSON']]
    for option in known:
        out += [[option], ['ANALYZE', option], ['ANALYZE', option, 'FORMAT JSON']]
    if few:
        return [options for options in out if len(options) <= 2]
    for pair in itertools.combinations(known, 2):
        out += [list(pair), ['ANALYZE', *pair]]
    return (out + [['ANALYZE', 'FORMAT JSON', *known], ['ANALYZE', 'FORMAT XML'],
                   ['ANALYZE', 'FORMAT YAML'], ['ANALYZE', 'BUFFERS OFF']])


def observe(session, book, own, major, few):
    plan = []
    for name, target in TARGETS:
        for options in combinations(major, few):
            text = list(options)
            if 'ANALYZE' in options:
                text.append('TIMING OFF')
            text.append('SUMMARY OFF')
            plan.append(('explain %s, %s' % (name, ', '.join(options)),
                         'EXPLAIN (%s) %s' % (', '.join(text), target.replace('{own}', own))))
    for (name, _), reply in zip(plan, session.ask_all([sql for _, sql in plan], 10)):
        book.add(name, reply.brief())
    return len(plan)
