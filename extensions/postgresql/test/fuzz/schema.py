"""The tables of the fuzzer. The schemas a, b and c hold the same tables and protected views. The
rows of b are those of a without one person. The tables of c stay empty. Removing one person after
another leads from a to c, so an error that occurs in a but not in c depends on the data."""
import json

TYPES = {
    'b': 'bool', 'i2': 'int2', 'i4': 'int4', 'i8': 'int8', 'f4': 'float4', 'f8': 'float8',
    'n': 'numeric', 'tx': 'text',
    'vc': 'varchar(40)', 'bp': 'char(6)', 'd': 'date', 'tm': 'time', 'ts': 'timestamp',
    'tz': 'timestamptz',
    'iv': 'interval', 'u': 'uuid', 'en': 'rd.mood',
}
# Columns whose types or collations no expression over private values may use.
OTHER = {'ar': 'int4[]', 'js': 'jsonb', 'dm': 'rd.small', 'by': 'bytea', 'rg': 'int4range',
         'cl': 'text COLLATE rd.nd'}
KEYS = {'k1': 'int4', 'k2': 'text', 'k3': 'bool', 'k4': 'rd.mood', 'k5': 'numeric', 'k6': 'float8',
        'k7': 'date', 'k8': 'char(6)'}
KEY_LISTS = {
    'k1': [3, 1, 2, 9], 'k2': ['a', '', 'zz'], 'k3': [True, False], 'k4': ['ok', 'sad'],
    'k5': ['1', '0.5', 'NaN'],
    'k6': ['0', 'NaN', '-Infinity'], 'k7': ['2000-01-01', 'infinity'], 'k8': ['x', 'yy'],
}
# Values of the key columns: values in the list of keys, values outside of it, NULL, and values that
# equal a key but have other bytes.
KEY_VALUES = {
    'k1': ['1', '2', '3', '7', None], 'k2': ['a', '', 'zz', 'b', None], 'k3': ['t', 'f', None],
    'k4': ['ok', 'sad', 'happy', None],
    'k5': ['1', '1.000', '0.5', '0.50', 'NaN', '7', None],
    'k6': ['0', '-0', 'NaN', '-Infinity', '7', None],
    'k7': ['2000-01-01', 'infinity', '-infinity', None], 'k8': ['x', 'x  ', 'yy', 'q', None],
}
BOUNDS = {
    'i2': [0, 10], 'i4': [-5, 50], 'i8': [0, 1000], 'f4': [0, 10], 'f8': [-1, 1], 'n': [0, 100],
    'b': [0, 1],
    'd': ['2000-01-01', '2002-01-01'], 'ts': ['2000-01-01', '2002-01-01'],
    'tz': ['2000-01-01 00:00:00+00', '2002-01-01 00:00:00+00'],
    'iv': ['0', '10 days'], 'tx': ['a', 'b', 'zz'],
}
VALUES = {
    'b': ['t', 'f'],
    'i2': ['-32768', '32767', '0', '1', '-1', '5', '98'],
    'i4': ['-2147483648', '2147483647', '0', '1', '-1', '5', '98', '46341'],
    'i8': ['-9223372036854775808', '9223372036854775807', '0', '1', '-1', '5', '98', '3037000500'],
    'f4': ['NaN', 'Infinity', '-Infinity', '3.4028235e38', '1e-45', '0', '-0', '1.5', '-98', '5'],
    'f8': ['NaN', 'Infinity', '-Infinity', '1.7976931348623157e308', '-1.7976931348623157e308',
           '5e-324', '0', '-0', '0.5', '-98', '9e18', '5'],
    'n': ['NaN', 'Infinity', '-Infinity', '1e131071', '-1e131071', '1e-16383', '0', '0.00', '0.5',
          '1.0', '98', '-32768.5', '9223372036854775807.5'],
    'tx': ['', ' ', 'a', 'b', 'zz', 'A', '%', '_', '\\', 'a\\', '\u00e9', '\U0001f418', '\u00df',
           '\u0130', 'a\nb', '5', 'x' * 300],
    'vc': ['', 'a', '%', '\U0001f418', 'y' * 40],
    'bp': ['', 'a', 'b  ', '\u00e9', 'abcdef'],
    'd': ['infinity', '-infinity', '4714-11-24 BC', '5874897-12-31', '2000-02-29', '2001-06-15',
          '294277-01-01'],
    'tm': ['00:00', '24:00:00', '23:59:59.999999', '12:30'],
    'ts': ['infinity', '-infinity', '4714-11-24 00:00:00 BC', '294276-12-31 23:59:59.999999',
           '2000-02-29 01:02:03', '2001-06-15'],
    'tz': ['infinity', '-infinity', '4714-11-24 00:00:00+00 BC', '294276-12-31 23:59:59.999999+00',
           '2000-02-29 01:02:03+00', '2001-03-25 01:30+00'],
    'iv': ['178000000 years', '-178000000 years', '0', '1 mon', '1 day', '2147483647 days',
           '-2147483648 mons', '2147483647 hours 2147483647 minutes 2147483647 seconds', '-1 us'],
    'u': ['00000000-0000-0000-0000-000000000000', 'ffffffff-ffff-ffff-ffff-ffffffffffff',
          '12345678-1234-1234-1234-123456789abc'],
    'en': ['sad', 'ok', 'happy'],
    'ar': ['{}', '{1,2}', '{NULL}'], 'js': ['{}', '[1]', '"5"', 'null'], 'dm': ['1', '5'],
    'by': ['', '\\x00ff'], 'rg': ['empty', '[1,5)'],
    'cl': ['a', 'A', ''],
}

INTS = [[str(i)] for i in (1, 2, 3, 0, -1, 98, 2147483647)]
TEXTS = [['p1'], [''], ['\u00e9'], ['P1'], ['x' * 200], [' ']]
NUMERICS = [['1', '1.0', '1.000'], ['NaN'], ['Infinity'], ['0', '0.0'], ['1e100'], ['-1', '-1.00']]
FLOATS = [['0', '-0'], ['NaN'], ['Infinity'], ['1e308'], ['5e-324'], ['-1']]
UUIDS = ([[v] for v in VALUES['u']] + [['00000000-0000-0000-0000-00000000000%d' % i]
                                       for i in range(1, 4)])
PADDED = [['x', 'x  '], [''], ['X'], ['\u00e9'], ['yyyyyy'], ['z', 'z ']]


class Table:
    """One protected table. Each element of `persons` lists values that denote the same person.
    `slots` says what the column `slot` of the table holds."""

    def __init__(self, number, person, persons, rows, slots='any', columns='', after='',
                 source='t'):
        self.number, self.person, self.persons, self.rows = number, person, persons, rows
        self.slots, self.columns, self.after, self.source = slots, columns, after, source
        self.view = 'p%d' % number
        self.name = 't%d' % number


TABLES = [
    Table(0, 'int4', INTS, 1),
    Table(1, 'text', TEXTS, 2),
    Table(2, 'numeric', NUMERICS, 3, after=''') PARTITION BY LIST (k1);
        CREATE TABLE {s}.{t}x PARTITION OF {s}.{t} FOR VALUES IN (1, 2); CREATE TABLE {s}.{t}y PARTITION OF {s}.{t} DEFAULT'''),
    Table(3, 'int4', INTS, 1, slots='one', columns=', UNIQUE (pid)'),
    Table(4, 'int4', INTS, 2, slots='two',
          columns=', CHECK (slot BETWEEN 1 AND 2), UNIQUE (pid, slot)'),
    Table(5, 'int8', INTS, 2, slots='null',
          columns=', CHECK (slot BETWEEN 1 AND 2), UNIQUE (pid, slot)'),
    Table(6, 'float8', FLOATS, 4, source='view'),
    Table(7, 'uuid', UUIDS, 2, after='''); CREATE TABLE {s}.{t}x(extra int4) INHERITS ({s}.{t})'''),
    Table(8, 'char(6)', PADDED, 3, slots='any'),
    Table(9, 'int2', INTS[:-1], 2, slots='four',
          columns=', CHECK (slot >= 1 AND slot <= 4), UNIQUE (slot, pid)'),
    Table(10, 'int4', INTS, 1, slots='two',
          columns=', CHECK (slot BETWEEN 1 AND 2), UNIQUE (pid, slot)'),
    Table(11, 'int4', INTS, 2, slots='any', after=''') PARTITION BY HASH (u);
        CREATE TABLE {s}.{t}x PARTITION OF {s}.{t} FOR VALUES WITH (MODULUS 2, REMAINDER 0);
        CREATE TABLE {s}.{t}y PARTITION OF {s}.{t} FOR VALUES WITH (MODULUS 2, REMAINDER 1)'''),
]

COLUMNS = {**TYPES, **OTHER, **KEYS}


# A text of more than a megabyte.
LONG = object()


def quote(value):
    if value is LONG:
        return "repeat('\u00e9a%', 300000)"
    return 'NULL' if value is None else "'" + value.replace("'", "''") + "'"


def create(schema, table):
    columns = ', '.join('%s %s' % c for c in COLUMNS.items())
    slot = 'slot int4 NOT NULL' if table.slots in ('two', 'four') else 'slot int4'
    person = 'ref int4' if table.source == 'view' else 'pid %s' % table.person
    after = table.after.format(s=schema, t=table.name) or ')'
    out = ['CREATE TABLE %s.%s(%s, %s, %s%s%s;'
           % (schema, table.name + ('c' if table.source == 'view' else ''), person, slot, columns,
              table.columns, after)]
    if table.source == 'view':
        out.append('CREATE TABLE {s}.{t}p(ref int4 PRIMARY KEY, pid {p}); CREATE VIEW {s}.{t} AS '
                   'SELECT p.pid, c.slot, {c} FROM {s}.{t}p AS p JOIN {s}.{t}c AS c '
                   'ON c.ref = p.ref;'.format(s=schema, t=table.name, p=table.person,
                                              c=', '.join('c.i4 + 1 AS i4' if c == 'i4'
                                                          else 'c.' + c for c in COLUMNS)))
    return out


def setup(row_order):
    """Returns the statements with which a superuser makes the roles, types, functions, tables and
    views."""
    out = ['''CREATE ROLE fuzz_owner LOGIN; GRANT indp_owner TO fuzz_owner; CREATE ROLE fuzz_reader LOGIN; CREATE SCHEMA rd AUTHORIZATION fuzz_reader;
CREATE TYPE rd.mood AS ENUM ('sad', 'ok', 'happy'); CREATE DOMAIN rd.small AS int4 CHECK (VALUE < 6);
DO $$ BEGIN
  CREATE COLLATION rd.nd (provider = icu, locale = 'und-u-ks-level2', deterministic = false);
EXCEPTION WHEN feature_not_supported THEN -- a server without ICU
  CREATE COLLATION rd.nd FROM "C";
END $$;
CREATE OR REPLACE FUNCTION indp.row_order(pg_catalog.int8, pg_catalog.int8, VARIADIC "any") RETURNS pg_catalog.int8
  AS %s, 'fuzz_row_order' LANGUAGE C IMMUTABLE PARALLEL SAFE;
SET ROLE fuzz_reader;
CREATE TABLE rd.pub(k int4 PRIMARY KEY, name text, low int4); INSERT INTO rd.pub VALUES (1, 'one', 0), (2, 'two', 5), (3, 'three', 98);
CREATE FUNCTION rd.boom(int4) RETURNS int4 LANGUAGE plpgsql IMMUTABLE AS 'BEGIN IF $1 OPERATOR(pg_catalog.=) 98 THEN RAISE ''boom %%'', $1; END IF; RETURN $1; END';
CREATE FUNCTION rd.same(int4) RETURNS int4 LANGUAGE sql IMMUTABLE AS 'SELECT $1';
CREATE FUNCTION rd.is98(int4, int4) RETURNS bool LANGUAGE plpgsql IMMUTABLE COST 0.0001 AS 'BEGIN PERFORM 1 / ($1 - 98); RETURN true; END';
CREATE OPERATOR rd.= (FUNCTION = rd.is98, LEFTARG = int4, RIGHTARG = int4);
CREATE OPERATOR rd.=== (FUNCTION = rd.is98, LEFTARG = int4, RIGHTARG = int4);
CREATE FUNCTION rd.lower(text) RETURNS text LANGUAGE plpgsql IMMUTABLE AS 'BEGIN IF $1 OPERATOR(pg_catalog.=) ''a'' THEN RAISE ''lower''; END IF; RETURN $1; END';
CREATE AGGREGATE rd.total(int4) (SFUNC = int4pl, STYPE = int4);
RESET ROLE;''' % quote(row_order)]
    for schema in 'abc':
        out.append('CREATE SCHEMA %s AUTHORIZATION fuzz_owner; GRANT USAGE ON SCHEMA %s TO '
                   'fuzz_reader; CREATE SCHEMA r%s AUTHORIZATION fuzz_reader;'
                   % (schema, schema, schema))
        out.append('GRANT USAGE ON SCHEMA rd TO fuzz_owner; SET ROLE fuzz_owner;')
        for table in TABLES:
            out += create(schema, table)
            name = '%s.%s' % (schema, table.name)
            out.append("SELECT indp.protect('%s', person => 'pid', rows_per_person => %d, columns "
                       "=> %s, keys => %s, epsilon => 1e18, max_epsilon => 1e18, "
                       "total => 1e40, min_epsilon => 1e-3, view => '%s');"
                       % (name, table.rows, quote(json.dumps(BOUNDS)), quote(json.dumps(KEY_LISTS)),
                          table.view))
            out.append("SELECT indp.accept('%s', leak) FROM unnest(ARRAY['reltuples', "
                       "'statistics', 'locks']) AS l(leak);" % name)
            out.append("SELECT indp.budget('%s', 'fuzz_reader', 1e39); GRANT SELECT ON %s.%s TO "
                       "fuzz_reader;" % (name, schema, table.view))
        out.append('RESET ROLE; SET ROLE fuzz_reader;')
        for table in TABLES:
            out.append('CREATE VIEW r{s}.v{n} AS SELECT k1, dp_count(*) AS n FROM {s}.p{n} GROUP '
                       'BY k1;'.format(s=schema, n=table.number))
            out.append("CREATE FUNCTION r{s}.f{n}() RETURNS int8 LANGUAGE sql STABLE AS 'SELECT "
                       "dp_count(*) FROM {s}.p{n}';"
                       "CREATE FUNCTION r{s}.s{n}() RETURNS SETOF int8 LANGUAGE sql STABLE AS "
                       "'SELECT dp_count(*) FROM {s}.p{n} GROUP BY k1';"
                       "CREATE FUNCTION r{s}.b{n}(x int4) RETURNS int8 LANGUAGE sql VOLATILE BEGIN "
                       "ATOMIC SELECT dp_count(*) FROM {s}.p{n} WHERE i4 = x; END;"
                       "CREATE FUNCTION r{s}.l{n}() RETURNS int8 LANGUAGE plpgsql IMMUTABLE AS "
                       "'BEGIN RETURN (SELECT dp_count(*) FROM {s}.p{n}); END';"
                       .format(s=schema, n=table.number))
            out.append('CREATE VIEW r{s}.w{n} AS SELECT * FROM '
                       '{s}.p{n};'.format(s=schema, n=table.number))
        out.append('RESET ROLE;')
    return out


def rows_of(random, table, number):
    """Returns the rows of one person as pairs (person, slot). If `number` is None, returns one row
    without a person."""
    if number is None:
        return [(None, random.choice('12'))]
    person = table.persons[number]
    if table.slots == 'one':
        slots = [random.choice('12')]
    elif table.slots == 'two':
        slots = random.choice((['1'], ['2'], ['1', '2']))
    elif table.slots == 'four':
        slots = random.sample(['1', '2', '3', '4'], random.randint(0, 4))
    elif table.slots == 'null':
        slots = random.choice(([], ['1'], ['1', '2'])) + [None] * random.choice((0, 0, 1, 5))
    else:
        slots = [random.choice(('1', '2', None))
                 for _ in range(random.choice((0, 1, 1, 2, 3, 4, 5, 8, 12)))]
    return [(random.choice(person), slot) for slot in slots]


def fill(random, table, permute_only):
    """Returns statements that replace the rows of the table in a and b. In b one person is missing,
    unless only the order of rows differs."""
    persons = ([p for p in range(len(table.persons)) if random.random() < 0.8]
               + [None] * random.choice((0, 0, 1, 4)))
    removed = random.randrange(len(persons)) if persons and not permute_only else None
    common = {c: random.choice(v) for c, v in KEY_VALUES.items()}
    alike = random.random() < 0.3
    rows = []
    for at, person in enumerate(persons):
        for key, slot in rows_of(random, table, person):
            row = [key, slot]
            for column in COLUMNS:
                value = random.choice(KEY_VALUES[column] if column in KEYS else VALUES[column])
                if alike and column in KEYS and random.random() < 0.8:
                    value = common[column]
                if column == 'tx' and random.random() < 0.001:
                    value = LONG
                row.append(None if random.random() < 0.1 else value)
            rows.append((at, row))
    random.shuffle(rows)
    out = []
    for schema in 'ab':
        kept = [row for row in rows if schema == 'a' or row[0] != removed]
        if schema == 'b' and (permute_only or random.random() < 0.5):
            random.shuffle(kept)
        out += insert(schema, table, kept)
    return out


def insert(schema, table, rows):
    name = '%s.%s' % (schema, table.name)
    if table.source == 'view':
        parents = {}
        for at, row in rows:
            parents.setdefault((at, row[0]), len(parents))
        out = ['TRUNCATE %sc, %sp' % (name, name)]
        if rows:
            out.append('INSERT INTO %sp VALUES %s'
                       % (name, ', '.join('(%d, %s)' % (n, quote(key[1])) for key,
                                          n in parents.items())))
            out.append('INSERT INTO %sc VALUES %s' % (name, ', '.join(
                '(%d, %s)' % (parents[(at, row[0])], ', '.join(map(quote, row[1:]))) for at,
                row in rows)))
        return out
    out = ['TRUNCATE %s' % name]
    parts = [(name, rows)]
    if table.number == 7:
        parts = [(name, rows[::2]), (name + 'x', rows[1::2])]
    for part, some in parts:
        if some:
            out.append('INSERT INTO %s VALUES %s'
                       % (part, ', '.join('(%s)' % ', '.join(map(quote, row)) for at, row in some)))
    return out


def enlarge(number):
    """Returns statements that add the same rows of up to 500 more persons to a and b, so that sorts
    and hashes exceed a small work_mem."""
    out = ['CREATE TEMP TABLE more AS SELECT x.* FROM b.t%d x, generate_series(1, 60)' % number,
           'UPDATE more SET pid = 1000 + (ctid::text::point)[1]::int4 %% 50 * 10 + '
           '(ctid::text::point)[0]::int4 %% 10'.replace('%%', '%')]
    out += ['INSERT INTO %s.t%d SELECT * FROM more' % (schema, number) for schema in 'ab']
    return out + ['DROP TABLE more']
