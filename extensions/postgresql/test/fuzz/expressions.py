"""Makes expressions over the columns of a protected view. A tame expression calls only functions
that the extension allows over private columns, as far as this grammar knows. A wild expression may
contain anything."""
import re

from schema import TYPES, VALUES, quote

NUMBERS = ['i2', 'i4', 'i8', 'f4', 'f8', 'n']
INTEGERS = ['i2', 'i4', 'i8']
SQL_TYPE = {**TYPES, 'vc': 'varchar', 'bp': 'bpchar'}

# For each result type and each group, a list of pairs (template, argument types). A group is chosen
# first, according to its weight, so that the many fields of dates do not crowd out arithmetic.
RULES = {t: {} for t in TYPES}
WILD = {t: [] for t in TYPES}  # result type -> [(template, argument types)]
GROUPS = [  # name, weight, what the templates contain
    ('arithmetic', 4, r'\{0\} [-+*/%^&|#]+ \{1\}|mod\('),
    ('field', 1, r'extract|date_part|date_trunc'),
    ('like', 1, r'LIKE|starts_with'),
    ('comparison', 4, r' ([<>=]+|IN|BETWEEN|IS (NOT )?DISTINCT FROM) |ANY|ALL'),
    ('choice', 2, r'CASE|coalesce|nullif|greatest|least|IS '),
    ('cast', 2, r'::'),
    ('function', 3, r''),
]


def rule(result, template, *arguments):
    for name, weight, pattern in GROUPS:
        if re.search(pattern, template):
            RULES[result].setdefault((name, weight), []).append((template, arguments))
            return


def wild(result, template, *arguments):
    WILD[result].append((template, arguments))


def wider(a, b):
    return a if INTEGERS.index(a) > INTEGERS.index(b) else b


def _rules():
    comparable = [t for t in TYPES if t not in ('en', 'vc')]
    for t in comparable:
        for op in ('=', '<>', '<', '<=', '>', '>='):
            rule('b', '({0} %s {1})' % op, t, t)
        rule('b', '({0} BETWEEN {1} AND {2})', t, t, t)
        rule('b', '({0} IS DISTINCT FROM {1})', t, t)
    for t in TYPES:
        rule('b', '({0} IS NULL)', t)
        rule('b', '({0} IS NOT NULL)', t)
        rule(t, 'CASE WHEN {0} THEN {1} ELSE {2} END', 'b', t, t)
        rule(t, 'coalesce({0}, {1})', t, t)
        if t not in ('vc', 'en'):
            rule(t, 'nullif({0}, {1})', t, t)
        if t not in ('en', 'tx', 'vc', 'bp'):
            rule(t, 'greatest({0}, {1})', t, t)
            rule(t, 'least({0}, {1}, {2})', t, t, t)
    for t in ('i2', 'i4', 'i8', 'n', 'd', 'u', 'tx', 'f8'):
        rule('b', '({0} IN (%s))' % ', '.join('{%d}' % i for i in (1, 2, 3)), t, t, t, t)
    rule('b', '({0} = ANY (ARRAY[1, 5, 98]))', 'i4')
    rule('b', "({0} IN ('a', '%'))", 'vc')
    rule('b', "CASE {0} WHEN {1} THEN {2} ELSE {3} END", 'i4', 'i4', 'b', 'b')
    rule('b', "({0} <> ALL ('{{a,b,NULL}}'::text[]))", 'tx')
    rule('b', '({0} IS NOT DISTINCT FROM {1})', 'n', 'n')
    rule('b', '({0} = {1})', 'en', 'en')
    rule('b', '({0} <> {1})', 'en', 'en')
    for a, c in (('i2', 'i4'), ('i4', 'i8'), ('i2', 'i8'), ('f4', 'f8'), ('d', 'ts'), ('d', 'tz'),
                 ('ts', 'tz')):
        for x, y in ((a, c), (c, a)):
            for op in ('=', '<', '>='):
                rule('b', '({0} %s {1})' % op, x, y)
    for form in ('({0} AND {1})', '({0} OR {1})', '(({0}) IS DISTINCT FROM ({1}))'):
        rule('b', form, 'b', 'b')
    for form in ('(NOT {0})', '({0} IS TRUE)', '({0} IS NOT TRUE)', '({0} IS UNKNOWN)',
                 '({0} IS NOT FALSE)'):
        rule('b', form, 'b')
    _numbers()
    _times()
    _texts()


def _numbers():
    for a in INTEGERS:
        for c in INTEGERS:
            for op in '+-*/':
                rule(wider(a, c), '({0} %s {1})' % op, a, c)
        for form in ('({0} %% {1})', '({0} & {1})', '({0} | {1})', '({0} # {1})', 'mod({0}, {1})'):
            rule(a, form.replace('%%', '%'), a, a)
        for form in ('(- {0})', 'abs({0})', '(@ {0})', '(~ {0})', '(+ {0})'):
            rule(a, form, a)
    for a, c, r in (('f4', 'f4', 'f4'), ('f8', 'f8', 'f8'), ('f4', 'f8', 'f8'), ('f8', 'f4', 'f8'),
                    ('n', 'n', 'n')):
        for op in '+-*/':
            rule(r, '({0} %s {1})' % op, a, c)
    for a in ('f4', 'f8', 'n'):
        for form in ('(- {0})', 'abs({0})', '(@ {0})', '(+ {0})'):
            rule(a, form, a)
    for name in 'round ceil ceiling floor trunc cbrt sqrt ln log log10 exp sign'.split():
        rule('f8', '%s({0})' % name, 'f8')
    for form in ('(|/ {0})', '(||/ {0})'):
        rule('f8', form, 'f8')
    for form in ('power({0}, {1})', '({0} ^ {1})', 'pow({0}, {1})'):
        rule('f8', form, 'f8', 'f8')
    for name in 'ceil ceiling floor round trunc sign'.split():
        rule('n', '%s({0})' % name, 'n')
    for form in ('({0} % {1})', 'mod({0}, {1})'):
        rule('n', form, 'n', 'n')
    for form in ('round({0}, 2)', 'trunc({0}, -3)', 'round({0}, 1000)', 'round({0}, -1000)',
                 '{0}::numeric(5,2)', '{0}::numeric(1000,0)'):
        rule('n', form, 'n')
    for a in NUMBERS:
        for c in NUMBERS:
            if a != c:
                rule(c, '{0}::%s' % TYPES[c], a)
    rule('b', '{0}::bool', 'i4')
    rule('i4', '{0}::int4', 'b')
    rule('i4', 'length({0})', 'tx')
    rule('i4', 'char_length({0})', 'bp')
    rule('i4', 'octet_length({0})', 'tx')
    rule('i4', 'strpos({0}, {1})', 'tx', 'tx')
    rule('i4', 'position({0} IN {1})', 'tx', 'tx')
    rule('i4', '({0} - {1})', 'd', 'd')
    for form, t in (('int4div({0}, {1})', 'i4'), ('numeric_div({0}, {1})', 'n'),
                    ('float8mul({0}, {1})', 'f8'), ('int8mul({0}, {1})', 'i8')):
        rule(t, form, t, t)
    for t in NUMBERS:
        for form in ('({0} << 40)', 'factorial({0}::int8)', 'sqrt({0}::numeric)',
                     'width_bucket({0}::float8, 0, 10, 5)::%s' % TYPES[t],
                     '{0}::text::%s' % TYPES[t], 'to_char({0}, %s)::%s' % (quote('999'), TYPES[t]),
                     'gcd({0}::int4, 6)::%s' % TYPES[t], 'rd.boom({0}::int4)',
                     'rd.same({0}::int4)', '(SELECT {0})', '(ARRAY[{0}])[1]', '(random() * {0})::%s'
                     % TYPES[t], 'setseed({0}::float8)::text::%s' % TYPES[t]):
            wild(t, form, t)
    for form in ('({0} << {1})', 'lcm({0}, {1})', 'int4pl({0}, {1})', 'rd.boom({0} + {1})',
                 'div({0}, {1})', 'int4larger({0}, {1})'):
        wild('i4', form, 'i4', 'i4')
    for form in ('log({0}, {1})', 'power({0}, {1})', 'div({0}, {1})', 'numeric_larger({0}, {1})'):
        wild('n', form, 'n', 'n')
    for form in ('atan2({0}, {1})', 'sin({0})', 'acos({0})', 'degrees({0})', 'erf({0})',
                 'tanh({0} * {1})', 'dexp({0})'):
        wild('f8', form, 'f8', 'f8')


def _times():
    for form in ('({0} + {1})', '({0} - {1})'):
        rule('d', form, 'd', 'i4')
        for t in ('ts', 'tz'):
            rule(t, form, t, 'iv')
        rule('ts', form, 'd', 'iv')
    rule('d', '({0} + {1})', 'i4', 'd')
    for t in ('ts', 'tz', 'tm'):
        rule('iv', '({0} - {1})', t, t)
    for t, others in (('ts', ('d', 'tz')), ('tz', ('d', 'ts')), ('d', ('ts', 'tz')),
                      ('tm', ('ts', 'tz')), ('iv', ('tm',))):
        for other in others:
            rule(t, '{0}::%s' % TYPES[t], other)
    years = 'millennium century decade year quarter month'.split()
    days = 'week day isoyear dow isodow doy'.split()
    times = 'hour minute second milliseconds microseconds epoch'.split()
    for t, fields in (('d', years + days + ['epoch']), ('tm', times), ('ts', years + days + times),
                      ('tz', years + days + times),
                      ('iv', years + ['day'] + times)):
        for field in fields:
            rule('n', 'extract(%s FROM {0})' % field, t)
            rule('f8', "date_part('%s', {0})" % field, t)
    for field in years + ['week', 'day', 'hour', 'minute', 'second']:
        for t in ('ts', 'tz'):
            rule(t, "date_trunc('%s', {0})" % field, t)
    for form in ('justify_days({0})', '({0} * 5)', '({0} + {0})', '(- {0})',
                 "date_trunc('day', {0})", '({0} / 0)'):
        wild('iv', form, 'iv')
    for form in ("date_trunc('day', {0}, 'UTC')", "({0} AT TIME ZONE 'UTC')::timestamptz",
                 "date_bin('1 day', {0}, {0})"):
        wild('tz', form, 'tz')
    wild('ts', "date_trunc({0}, {1})", 'tx', 'ts')
    wild('f8', "date_part({0}, {1})", 'tx', 'ts')
    wild('f8', "date_part('timezone', {0})", 'tz')
    wild('n', "extract(julian FROM {0})", 'd')
    wild('d', '{0}::date', 'tx')
    wild('ts', '{0}::timestamp', 'tx')
    wild('iv', 'age({0}, {1})', 'ts', 'ts')
    wild('d', "make_date({0}, {1}, 1)", 'i4', 'i4')


def _texts():
    for form in ('lower({0})', 'upper({0})', 'btrim({0})', 'ltrim({0})', 'rtrim({0})',
                 '{0} COLLATE "C"'):
        rule('tx', '(%s)' % form, 'tx')
    for form in ('({0} || {1})', 'btrim({0}, {1})', 'ltrim({0}, {1})', 'rtrim({0}, {1})'):
        rule('tx', form, 'tx', 'tx')
    for form in ('left({0}, {1})', 'right({0}, {1})', 'substr({0}, {1})',
                 'substring({0} FROM {1})'):
        rule('tx', form, 'tx', 'i4')
    rule('tx', 'substr({0}, {1}, {2})', 'tx', 'i4', 'i4')
    rule('tx', '{0}::text', 'b')
    rule('tx', '{0}::text', 'bp')
    rule('tx', '{0}::text', 'vc')
    rule('vc', '{0}::varchar', 'tx')
    rule('vc', '{0}::varchar(3)', 'vc')
    rule('bp', '{0}::char(5)', 'bp')
    for pattern in ("'%'", "'a%'", "'_'", "'%\\\\%'", "'%%%%a%%%%'", "''", "'%\u00e9_%'", "NULL"):
        rule('b', '({0} LIKE %s)' % pattern, 'tx')
        rule('b', '({0} NOT ILIKE %s)' % pattern, 'tx')
        rule('b', '({0} LIKE %s)' % pattern, 'bp')
    rule('b', 'starts_with({0}, {1})', 'tx', 'tx')
    for op in ('<', '>=', '='):
        rule('b', '({0} COLLATE "en-x-icu" %s {1})' % op, 'tx', 'tx')
    for form in ("replace({0}, 'a', 'b')", 'reverse({0})', 'repeat({0}, 2)', 'md5({0})',
                 'lpad({0}, 5)', "split_part({0}, ',', 1)", 'initcap({0})',
                 "regexp_replace({0}, 'a', 'b')", "translate({0}, 'a', 'b')", 'quote_literal({0})',
                 "format('%s', {0})", "concat({0}, 'a')", 'chr(ascii({0}))',
                 'rd.lower({0})', "encode({0}::bytea, 'hex')", "to_json({0})::text",
                 "{0}::name::text", "overlay({0} placing 'x' from 1)",
                 "convert_from({0}::bytea, 'UTF8')", 'current_setting({0})',
                 'set_config({0}, {0}, true)', 'query_to_xml({0}, true, true, {0})::text'):
        wild('tx', form, 'tx')
    for t in TYPES:
        wild('tx', '{0}::text', t)
        wild('tx', "concat({0}, '')", t)
        wild(t, '{0}::text::%s' % SQL_TYPE[t], 'tx')
        wild(t, '(SELECT {0})', t)
        wild(t, '(SELECT max({0}) FROM rd.pub)', t) if t not in ('b', 'u') else None
        wild(t, 'CASE WHEN {0} THEN {1} ELSE (SELECT {1}) END', 'b', t)
        wild(t, '(ARRAY[{0}, {1}])[1]', t, t)
        wild(t, '(ROW({0}, 1)).f1', t)
        wild('b', '(ROW({0}, {1}) = ROW({1}, {0}))', t, t)
        wild('b', '({0} IN (SELECT {1}))', t, t)
        wild('b', 'EXISTS (SELECT FROM rd.pub WHERE {0} IS NULL)', t)
        wild('b', '({0} IS NOT NULL) = (pg_column_size({0}) > 3)', t)
        wild('b', "to_jsonb({0}) @> '5'", t)
    for form in ("({0} ~ 'a')", "({0} ~* '(a|b)+')", "({0} SIMILAR TO 'a')", "({0} LIKE {0})",
                 "({0} LIKE 'a!' ESCAPE '!')", "({0} ~ {0})",
                 "regexp_match({0}, 'a') IS NULL", '(rd.lower({0}) = {0})', "({0} LIKE '\\')",
                 "({0} ^@ 'a')", "({0} ~~ 'a'::name::text)",
                 '({0} COLLATE rd.nd = {0})', "json_typeof({0}::json) = 'number'"):
        wild('b', form, 'tx')
    for form in ('({0} OPERATOR(rd.===) {1})', '({0} OPERATOR(rd.=) {1})', 'rd.is98({0}, {1})',
                 '({0} IN (SELECT k FROM rd.pub))',
                 '({0} = ANY (SELECT k FROM rd.pub WHERE k > {1}))',
                 '({0} = ANY (ARRAY[{0}, {1}]))',
                 '({0} < (SELECT max(k) FROM rd.pub WHERE low = {1}))',
                 '({0} BETWEEN SYMMETRIC {1} AND 5)', 'has_table_privilege({0}::oid, {1}::text)',
                 'int4range({0}, {1}) IS NULL', '({0} = random())',
                 'pg_sleep(0) IS NULL', 'pg_try_advisory_lock({0})', 'nextval({0}::regclass) > 0',
                 'txid_current() = {0}',
                 'generate_series(1, {0}) > 0', '(pid IS NULL)', '(slot = {0})', "(ctid = '(0,1)')",
                 '(tableoid::int4 = {0})', '(xmin IS NULL)'):
        wild('b', form, 'i4', 'i4')
    for op in ('<', '>'):
        wild('b', '({0} %s {1})' % op, 'en', 'en')
    wild('i4', 'array_length(ar, 1)')
    wild('i4', 'cardinality(ar)')
    wild('i4', '(ar)[1]')
    wild('i4', 'dm + 1')
    wild('i4', 'dm::int4')
    wild('i4', '(js->>0)::int4')
    wild('b', "(js @> '5')")
    wild('b', '(by IS NULL)')
    wild('b', "(rg @> 1)")
    wild('b', "(cl = 'a')")
    wild('b', "(cl IS NULL)")
    wild('tx', "(cl COLLATE \"C\")")
    wild('tx', "enum_first(en)::text")
    wild('i4', '{0}::rd.small', 'i4')


_rules()
CHOICES = {t: (list(RULES[t].values()), [weight for _, weight in RULES[t]]) for t in TYPES}
HAS_TYPE = {t: [c for c in TYPES if c == t] for t in TYPES}
for _key, _of in (('k1', 'i4'), ('k2', 'tx'), ('k3', 'b'), ('k4', 'en'), ('k5', 'n'), ('k6', 'f8'),
                  ('k7', 'd'), ('k8', 'bp')):
    HAS_TYPE[_of] = HAS_TYPE[_of] + [_key]
HAS_TYPE['i4'].append('slot')


class Expressions:
    """Makes expressions. `wildness` is the probability that a call is not in the tame grammar."""

    def __init__(self, random):
        self.random = random
        self.wildness = 0.0
        self.prefix = ''
        self.parameters = None  # parameter types of the prepared statement being made

    def constant(self, t):
        r = self.random.random()
        if self.parameters is not None and r < 0.3 and len(self.parameters) < 5:
            self.parameters.append(t)
            return '$%d' % len(self.parameters)
        if r > 0.95:
            return 'NULL::%s' % SQL_TYPE[t]
        if r > 0.9 and t == 'i4':
            return '(SELECT max(k) FROM rd.pub)'
        return '%s::%s' % (quote(self.random.choice(VALUES[t])), SQL_TYPE[t])

    def column(self, t):
        return self.prefix + self.random.choice(HAS_TYPE[t])

    def of(self, t, depth=None):
        random = self.random
        if depth is None:
            depth = random.choice((0, 1, 1, 2, 2, 3, 4))
        if depth <= 0 or random.random() < 0.15:
            return self.constant(t) if random.random() < 0.3 else self.column(t)
        if self.wildness and WILD[t] and random.random() < self.wildness:
            template, arguments = random.choice(WILD[t])
        else:
            template, arguments = random.choice(random.choices(*CHOICES[t])[0])
        return template.format(*[self.of(a, depth - 1 - random.randrange(2)) for a in arguments])
