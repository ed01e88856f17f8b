"""Arguments to try for each type of argument of a function of PostgreSQL."""

TEXTS = ["'visit'", "'public.visit'", "'visit_private'", "''", "'1'"]
NAMED = {
    'regclass': ['{visit}', '{toast}', '{index}', '{view}', '{stay}', '{own}'],
    'oid': ['{visit}', '{toast}', '{index}', '{view}', '{database}', '{role}', '{keeper}', '0', '1',
            '{own}'],
    'int4': ['0', '1', '2', '{process}', '{visit}'],
    'int8': ['0', '1', '42'],
    'int2': ['0', '1'],
    'text': TEXTS,
    'name': TEXTS,
    'varchar': TEXTS[:1],
    'bpchar': TEXTS[:1],
    'cstring': TEXTS[:2],
    'unknown': TEXTS[:1],
    '"char"': ["'r'", "'t'"],
    'bool': ['true', 'false'],
    'float8': ['1', '0.5'],
    'float4': ['1'],
    'numeric': ['1'],
    'xid': ["'3'", "'{xid}'"],
    'xid8': ["'3'", "'{xid}'"],
    'pg_lsn': ["'0/1'"],
    'regtype': ["'int4'", "'visit'"],
    'regrole': ["'keeper'"],
    'regnamespace': ["'public'"],
    'regproc': ["'now'"],
    'regprocedure': ["'now()'"],
    'date': ["'2000-01-01'"],
    'timestamp': ["'2000-01-01'"],
    'timestamptz': ["'2000-01-01 00:00:00+00'"],
    'interval': ["'1 day'"],
    'time': ["'01:00'"],
    'json': ["'[1]'"],
    'jsonb': ["'[1]'"],
    'bytea': ["'\\x01'"],
    'text[]': ["'{{visit}}'", "'{{public,visit}}'"],
    'name[]': ["'{{public,visit}}'"],
    'int4[]': ["'{{1,2}}'"],
    'oid[]': ["'{{1259}}'"],
    'anyelement': ['1::int4'],
    'anynonarray': ['1::int4'],
    'anycompatible': ['1::int4'],
    'anyarray': ["'{{1}}'::int4[]"],
    '"any"': ['1::int4'],
    'refcursor': ["'c'"],
    'tid': ["'(0,1)'"],
    'uuid': ["'00000000-0000-0000-0000-000000000001'"],
    'time with time zone': ["'01:00+00'"],
    'money': ["'1'"],
    'bit': ["'1'"],
    'bit varying': ["'1'"],
    'point': ["'(0,1)'"],
    'lseg': ["'(0,0),(1,1)'"],
    'box': ["'(0,0),(1,1)'"],
    'line': ["'{{1,1,0}}'"],
    'path': ["'((0,0),(1,1))'"],
    'polygon': ["'((0,0),(1,1),(1,0))'"],
    'circle': ["'<(0,0),1>'"],
    'inet': ["'127.0.0.1'"],
    'cidr': ["'127.0.0.0/8'"],
    'macaddr': ["'00:00:00:00:00:01'"],
    'macaddr8': ["'00:00:00:00:00:00:00:01'"],
    'tsquery': ["'a'"],
    'tsvector': ["'a b'"],
    'regconfig': ["'simple'"],
    'regdictionary': ["'simple'"],
    'regcollation': ["'\"C\"'"],
    'regoper': ["'!~'"],
    'regoperator': ["'+(int4,int4)'"],
    'jsonpath': ["'$'"],
    'xml': ["'<a/>'"],
    'aclitem': ["'keeper=r/keeper'"],
    'aclitem[]': ["'{{keeper=r/keeper}}'"],
    'cid': ["'0'"],
    'oidvector': ["'{visit}'"],
    'int2vector': ["'1'"],
    'pg_snapshot': ["'1:1:'"],
    'txid_snapshot': ["'1:1:'"],
    'record': ['ROW(1, 2)'],
    'anyrange': ["'[1,2)'::int4range"],
    'anymultirange': ["'{{[1,2)}}'::int4multirange"],
    'anycompatiblenonarray': ['1::int4'],
    'anycompatiblearray': ["'{{1}}'::int4[]"],
    'anycompatiblerange': ["'[1,2)'::int4range"],
    'anycompatiblemultirange': ["'{{[1,2)}}'::int4multirange"],
    # What no literal makes. It comes from the statistics and the catalogs of the source, which the
    # reader must not read; NULL shows at least who may call.
    'pg_node_tree': ['NULL', "(SELECT conbin FROM pg_catalog.pg_constraint LIMIT 1)"],
    'pg_ndistinct': ['NULL',
                     "(SELECT stxdndistinct FROM pg_catalog.pg_statistic_ext_data LIMIT 1)"],
    'pg_dependencies': ['NULL',
                        "(SELECT stxddependencies FROM pg_catalog.pg_statistic_ext_data LIMIT 1)"],
    'pg_mcv_list': ['NULL', "(SELECT stxdmcv FROM pg_catalog.pg_statistic_ext_data LIMIT 1)"],
}
AS_THEY_ARE = ('anyelement', 'anynonarray', 'anycompatible', 'anyarray', '"any"', 'record',
               'anyenum', 'anyrange', 'anymultirange', 'anycompatiblenonarray',
               'anycompatiblearray',
               'anycompatiblerange', 'anycompatiblemultirange')
# SQL has no values of these types; extensions/postgresql/test/cases/77-surface.sh calls what has
# them otherwise.
NOT_IN_SQL = ('internal', 'trigger', 'event_trigger', 'language_handler', 'fdw_handler',
              'index_am_handler', 'table_am_handler', 'tsm_handler', 'pg_ddl_command', 'void')


def written(kind, values):
    """Returns texts of arguments of this type, or None if SQL has none."""
    if kind in NOT_IN_SQL:
        return None
    out = [value.format(**values) for value in NAMED.get(kind, ['NULL'])]
    return out if kind in AS_THEY_ARE else ['%s::%s' % (value, kind) for value in out]


def calls(kinds, values, most):
    """Returns lists of arguments for these types: all values of the first one, with the first of
    the others, and then the values of the others in turn."""
    lists = [written(kind, values) for kind in kinds]
    if None in lists:
        return []
    first = [one[0] for one in lists]
    out = [first]
    for at, one in enumerate(lists):
        for value in one[1:]:
            out.append(first[:at] + [value] + first[at + 1:])
    if kinds == ['oid', 'oid']: # such as (relation, transaction) and (database, role)
        out += [[a, b] for a in lists[0][4:] for b in lists[1][4:]]
    return out[:most]
