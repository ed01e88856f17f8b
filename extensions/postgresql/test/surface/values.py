"""Expressions of values of every type, each with the edges of its type, and with what a value can
look like in memory: a constant, a value of a table (short, compressed, out of line), an expanded
one."""

LONG = "repeat('x', 100000)"


def kept(column):
    return ['(SELECT %s FROM surface.kept WHERE id = %d)' % (column, number)
            for number in (1, 2, 3, 4)]


# By the name of the type, as format_type writes it. The first is a usual value.
VALUES = {
    'bigint': ['1::int8', '0::int8', '-1::int8', '9223372036854775807::int8',
               '(-9223372036854775808)::int8'],
    'integer': ['1', '0', '-1', '2147483647', '-2147483648'],
    'smallint': ['1::int2', '0::int2', '32767::int2', '(-32768)::int2'],
    'double precision': ["'1'::float8", "'0'::float8", "'-0'::float8", "'NaN'::float8",
                         "'Infinity'::float8", "'-Infinity'::float8", "'5e-324'::float8",
                         "'-1e308'::float8", "'1.7976931348623157e308'::float8"],
    'real': ["'1'::float4", "'NaN'::float4", "'-Infinity'::float4", "'1e-45'::float4"],
    'numeric': ["'1'::numeric", "'NaN'::numeric", "'1e1000'::numeric", "'-1e-1000'::numeric",
                "'0.00'::numeric"] + kept('n'),
    'boolean': ['true', 'false'],
    'text': ["'x'::text", "''::text", "'1'::text", "E'\\u00e9\\n'", LONG] + kept('t'),
    'character varying': ["'x'::varchar", "'x'::varchar(1)"],
    'character': ["'x'::bpchar"],
    'name': ["'cost'::name", "''::name", "repeat('x', 63)::name"],
    '"char"': ["'x'::\"char\""],
    'bytea': ["'\\x01'::bytea", "''::bytea"] + kept('b'),
    'cstring': ["'x'::cstring", "''::cstring", "'AAAAAAAAAAAAAAAA'::cstring"],
    'unknown': ["'x'", "''", "E'\\x01\\x02AAAAAAAAAAAA'"],
    'date': ["'2000-01-02'::date", "'infinity'::date", "'-infinity'::date", "'4713-01-01 BC'::date",
             "'5874897-12-31'::date"],
    'time without time zone': ["'01:02'::time", "'24:00'::time"],
    'time with time zone': ["'01:02+03'::timetz"],
    'timestamp without time zone': ["'2000-01-02'::timestamp", "'infinity'::timestamp",
                                    "'-infinity'::timestamp", "'294276-12-31 23:59:59'::timestamp"],
    'timestamp with time zone': ["'2000-01-02'::timestamptz", "'infinity'::timestamptz",
                                 "'4714-11-24 00:00:00+00 BC'::timestamptz"],
    'interval': ["'1 s'::interval", "'178000000 years'::interval", "'-178000000 years'::interval",
                 "'1 mon -1 day'::interval"],
    'uuid': ["'00000000-0000-0000-0000-000000000001'::uuid"],
    'money': ["'1'::money"],
    'json': ["'[1]'::json", "'{\"cost\": [0, 50]}'::json"],
    'jsonb': ["'{\"cost\": [0, 50]}'::jsonb", "'[]'::jsonb", "'null'::jsonb",
              "'{\"ward\": [\"eye\", null, 1, [], {}]}'::jsonb"] + kept('j'),
    'oid': ['0::oid', '4294967295::oid', "'visit'::regclass::oid"],
    'regclass': ["'visit'::regclass", "'visit_private'::regclass", "'surface.kept'::regclass",
                 "'pg_class'::regclass", '0::regclass', '4294967295::regclass'],
    'regprocedure': ["'surface.expanded_array()'::regprocedure", "'now()'::regprocedure",
                     '0::regprocedure', '4294967295::regprocedure'],
    'regproc': ["'now'::regproc"],
    'regtype': ["'int4'::regtype"],
    'regrole': ["'postgres'::regrole", '0::regrole'],
    'xid': ["'3'::xid"],
    'cid': ["'3'::cid"],
    'tid': ["'(0,1)'::tid"],
    'pg_lsn': ["'0/1'::pg_lsn"],
    'txid_snapshot': ["'1:2:'::txid_snapshot"],
    'point': ["'(1,2)'::point"],
    'box': ["'(1,2),(3,4)'::box"],
    'path': ["'((1,2),(3,4))'::path"],
    'polygon': ["'((1,2),(3,4))'::polygon"],
    'inet': ["'1.2.3.4/8'::inet"],
    'cidr': ["'1.2.3.0/24'::cidr"],
    'macaddr': ["'01:02:03:04:05:06'::macaddr"],
    'bit': ["'101'::bit(3)"],
    'bit varying': ["'101'::varbit"],
    'tsvector': ["'a b'::tsvector"],
    'tsquery': ["'a & b'::tsquery"],
    'xml': ["'<a/>'::xml"],
    'refcursor': ["'c'::refcursor"],
    'int2vector': ["'1 2'::int2vector"],
    'oidvector': ["'1 2'::oidvector"],
    'int4range': ["'[1,2)'::int4range", "'empty'::int4range"],
    'surface.textrange': ["'[a,b)'::surface.textrange"],
    'surface.mood': ["'calm'::surface.mood"],
    'surface.pair': ["ROW(1, 'x')::surface.pair", 'surface.expanded_pair()',
                     'ROW(NULL, NULL)::surface.pair'] + kept('p'),
    'surface.nest': ["ROW(ROW(1, 'x'), '{}')::surface.nest"],
    'surface.positive': ['1::surface.positive'],
    'surface.word': ["'x'::surface.word", LONG + '::surface.word'],
    'surface.couple': ["ROW(1, 'x')::surface.couple"],
    'surface.list': ["'{1,2}'::surface.list"],
    'surface.dropped': ['(SELECT d FROM surface.dropped d)'],
    'record': ["ROW(1, 'x')", 'ROW()', "ROW('x'::cstring, NULL)", "ROW(ROW(1), ARRAY[ROW(2)])"],
    'void': ['surface.nothing()'],
    'bigint[]': ["'{1,2}'::int8[]", "'{}'::int8[]", "'{NULL}'::int8[]", "'{{1,2},{3,4}}'::int8[]",
                 "'[5:6]={1,2}'::int8[]"],
    'integer[]': ["'{1,2}'::int4[]", "'{}'::int4[]", 'surface.expanded_array()'] + kept('i'),
    'double precision[]': ["'{0.2,0.5,0.9}'::float8[]", "'{}'::float8[]", "'{NaN}'::float8[]",
                           "'{NULL,1}'::float8[]", "'{{1,2},{3,4}}'::float8[]",
                           "'[-5:-4]={1,2}'::float8[]", "'{Infinity,0,-Infinity}'::float8[]"],
    'text[]': ["'{x,y}'::text[]", "'{}'::text[]", "'{NULL}'::text[]", "'{{x,y},{z,w}}'::text[]",
               "'[0:1]={x,y}'::text[]", 'surface.expanded_texts()', 'ARRAY[%s]' % LONG] + kept('c'),
    'date[]': ["'{2000-01-02,2001-01-02}'::date[]", "'{infinity}'::date[]", "'{NULL}'::date[]"],
    'timestamp without time zone[]': ["'{2000-01-02,2001-01-02}'::timestamp[]", "'{}'::timestamp[]",
                                      "'{NULL}'::timestamp[]"],
    'timestamp with time zone[]': ["'{2000-01-02,2001-01-02}'::timestamptz[]",
                                   "'{-infinity}'::timestamptz[]", "'{NULL}'::timestamptz[]"],
    'interval[]': ["'{1 s,1 h}'::interval[]", "'{}'::interval[]", "'{NULL}'::interval[]"],
    'numeric[]': ["'{1,NaN}'::numeric[]"],
    'oid[]': ["'{1259}'::oid[]", "'{}'::oid[]", "'{NULL}'::oid[]"],
    'name[]': ["'{a,b}'::name[]", "'{}'::name[]"],
    'cstring[]': ["'{a,b}'::cstring[]"],
    'record[]': ["ARRAY[ROW(1, 'x')]"],
    'surface.pair[]': ["ARRAY[ROW(1, 'x')]::surface.pair[]"],
    'surface.positive[]': ["'{1,2}'::surface.positive[]"],
    'surface.mood[]': ["'{calm}'::surface.mood[]"],
}
# Types of which only NULL can be written.
PSEUDO = ('internal', 'trigger', 'event_trigger', 'language_handler', 'fdw_handler',
          'index_am_handler', 'table_am_handler', 'tsm_handler', 'anyelement', 'anyarray',
          'anyenum', 'anyrange',
          'pg_ddl_command', 'pg_node_tree', 'any')
ANY = ('"any"', 'anyelement', 'anynonarray', 'anyarray', 'anyenum', 'anyrange', 'anycompatible',
       'anycompatiblearray')


def everything():
    """A value of each type, and what is special about some."""
    out = ['NULL'] + ['NULL::%s' % kind for kind in PSEUDO]
    for kind, values in VALUES.items():
        out += values + ['NULL::' + kind]
    return out


def of(kind, states):
    """The values to try for an argument of this type. `states` are expressions of values of the
    extension's own types."""
    if kind in ANY:
        return everything()
    own = states.get(kind) or VALUES.get(kind) or []
    return own + ['NULL::' + kind, "'x'", "'\\x'", "'x'::cstring", "ROW(1, 'x')"]
