"""Makes statements as a reader writes them. Each has a specification of the comparisons that
driver.c makes. For each result, the specification has one letter for each column, or one letter for
the whole result.

    k          equal in all neighbours, row by row
    cNUMBER    the sum over the rows of the differences is at most this number
    n          NULL in the same rows; the other values are random
    x          anything
    *          the whole result depends on answers of counts and sums, in any way
    ?          like *, but the result also depends on random answers

Results are separated by ';'. The part for the last result also applies to all further results."""
import re

import hostile
from expressions import SQL_TYPE, Expressions
from schema import BOUNDS, KEYS, TABLES, TYPES, VALUES, quote

SUMMED = ['f8', 'n', 'i8', 'i4', 'i2', 'b']
BOUNDED = [(0, 1), (-5, 10), (0, 1e6), (-1, 1), (3, 3.5), (-1e18, 1), (1e300, 1e301), (0, 1e-300),
           (-100, -99)]
TIMES = {'d': ('2000-01-01', '2001-01-01'), 'ts': ('2000-01-01', '2001-01-01'),
         'tz': ('2000-01-01 00:00:00+00', '2001-01-01 00:00:00+00'), 'iv': ('-1 day', '30 days')}
OWN_BOUNDS = {c: b for c, b in BOUNDS.items() if c in ('i2', 'i4', 'i8', 'f4', 'f8', 'n')}


class Block:
    """Builds one SELECT over a protected view: keys, calls of aggregates, and by how much each
    answer may differ."""

    def __init__(self, table, keys, calls, tail, where):
        self.table, self.keys, self.calls, self.tail, self.where = table, keys, calls, tail, where

    def sql(self, names=False, having=''):
        items = list(self.keys) + [call for call, _ in self.calls]
        if names:
            items = ['%s AS %s' % (item, name) for item, name in zip(items, self.names())]
        group = ' GROUP BY ' + ', '.join(self.keys) if self.keys else ''
        return ('SELECT %s FROM %s%s%s%s' % (', '.join(items), self.table, self.where, group,
                                             having) + self.tail)

    def names(self):
        return (['g%d' % i for i in range(len(self.keys))]
                + ['a%d' % i for i in range(len(self.calls))])

    def spec(self, times=1):
        out = ['k'] * len(self.keys)
        for _, kind in self.calls:
            out.append('c%.17g' % (kind * times) if isinstance(kind, (int, float)) else kind)
        return ','.join(out)

    def is_random(self):
        return any(not isinstance(kind, (int, float)) for _, kind in self.calls)

    def whole(self):
        return '?' if self.is_random() else '*'


class Statements:
    def __init__(self, random):
        self.random = random
        self.e = Expressions(random)
        self.table = None

    def choice(self, *items):
        return self.random.choice(items)

    def chance(self, p):
        return self.random.random() < p

    def epsilon(self):
        if self.e.wildness and self.chance(0.05):
            return self.choice(', 0', ', -1', ", 'NaN'", ', 1e19', ', NULL', ', random()', ', i4',
                               ", 'Infinity'", ", 1e18, 7",
                               ', 1e18, %d' % self.table.rows)
        return self.choice('', '', ', 1e18', ", 1e18")

    def filter(self):
        return ' FILTER (WHERE %s)' % self.e.of('b') if self.chance(0.25) else ''

    def grid(self):
        return self.random.choice(BOUNDED)

    def summand(self):
        """Returns a sum, and the most by which one person can change it."""
        rows = self.table.rows
        if self.chance(0.1):
            if self.chance(0.5):
                return ("extract(epoch FROM dp_sum(%s, '0'::interval, '1 day'::interval, 1e18))"
                        % self.e.of('iv'), rows * 86400.0)
            return "extract(epoch FROM dp_sum(iv))", rows * 864000.0
        if self.chance(0.3):
            column = self.random.choice(list(OWN_BOUNDS))
            return ('dp_sum(%s%s)%s' % (column, self.choice('', ', 1e18'), self.filter()),
                    rows * float(max(map(abs, OWN_BOUNDS[column]))))
        lo, hi = self.grid()
        x = self.e.of(self.random.choice(SUMMED))
        return ('dp_sum(%s, %r, %r%s)%s' % (x, lo, hi, self.epsilon_after_bounds(), self.filter()),
                rows * float(max(abs(lo), abs(hi))))

    def epsilon_after_bounds(self):
        return self.choice('', ', 1e18')

    def call(self, grouped):
        rows, r = self.table.rows, self.random.random()
        if r < 0.3:
            return (self.choice('dp_count(*)', 'dp_count(*, 1e18)' if self.chance(0.02)
                                else 'dp_count(1)') + self.filter(), rows)
        if r < 0.45:
            return ('dp_count(%s%s)%s' % (self.e.of(self.random.choice(list(TYPES))),
                                          self.epsilon(), self.filter()), rows)
        if r < (0.47 if grouped else 0.55):
            return ('dp_count(DISTINCT pid%s)%s' % (self.choice('', ', 1e18'), self.filter()), rows
                    if grouped else 1)
        if r < 0.8:
            return self.summand()
        return self.other(), 'n'

    def other(self):
        kind = self.choice('avg', 'var', 'stddev', 'avg_parts', 'stddev_parts', 'median', 'min',
                           'max', 'quantile', 'mode')
        if kind == 'mode':
            return self.choice("dp_mode(%s, ARRAY['a', 'b', ''], 100)%s"
                               % (self.e.of('tx'), self.filter()),
                               'dp_mode(k2, 100)' + self.filter(), 'dp_mode(tx, 10)',
                               'dp_mode(%s, ARRAY[1, 5, 98]::int8[], 100)' % self.e.of('i8'))
        t = self.random.choice(SUMMED if kind.startswith('avg') else SUMMED[:-1])
        q = ', %s' % self.choice('0.5', '0', '1', '0.25') if kind == 'quantile' else ''
        # Quantiles, minima and maxima refuse an epsilon of 1e18, so their calls get a smaller one.
        epsilon = ', %d' % self.choice(1, 100)
        if kind.startswith(('avg', 'var', 'stddev')) or self.chance(0.02):
            epsilon = self.epsilon_after_bounds()
        if not kind.startswith(('var', 'stddev', 'avg_parts')) and self.chance(0.4):
            t = self.random.choice(list(TIMES))
            lo, hi = TIMES[t]
            return ("dp_%s(%s%s, '%s'::%s, '%s'::%s%s)%s" % (kind, self.e.of(t), q, lo, TYPES[t],
                                                             hi, TYPES[t], epsilon, self.filter()))
        if self.chance(0.3) and t != 'b':
            return 'dp_%s(%s%s%s)%s' % (kind, t, q, epsilon, self.filter())
        lo, hi = self.grid()
        return 'dp_%s(%s%s, %r, %r%s)%s' % (kind, self.e.of(t), q, lo, hi, epsilon, self.filter())

    def fill(self, template, block=None):
        """Replaces the names in braces as hostile.py describes."""
        def of(match):
            name = match.group(1)
            if name in ('v', 'o', 'number'):
                return {'v': self.table.view, 'o': self.random.choice(TABLES).view,
                        'number': str(self.table.number)}[name]
            return (block.sql(names=True) if name == 'block'
                    else self.e.of(self.random.choice(list(TYPES)) if name == 'any' else name))
        return re.sub(r'\{(\w+)\}', of, template)

    def wild_call(self):
        return self.fill(self.random.choice(hostile.CALLS)), 'x'

    def block(self, wildness=None):
        self.table = self.random.choice(TABLES)
        if wildness is not None:
            self.e.wildness = wildness
        keys = (self.random.sample(list(KEYS), self.choice(1, 1, 1, 2, 2, 3)) if self.chance(0.5)
                else [])
        calls = [self.call(bool(keys)) for _ in range(self.choice(1, 1, 2, 3))]
        if self.e.wildness and self.chance(self.e.wildness):
            calls.insert(self.random.randrange(len(calls) + 1), self.wild_call())
        if self.e.wildness and self.chance(self.e.wildness / 3):
            keys.append(self.choice('i4', 'k1 + 1', 'slot', 'pid', 'lower(k2)', 'ROLLUP (k1)',
                                    'ctid', self.e.of('b')))
        where = ' WHERE ' + self.e.of('b') if self.chance(0.5) else ''
        return Block(self.table.view, keys, calls, '', where)

    # ---- shapes: each returns (spec, sql)
    # -----------------------------------------------------------
    def plain(self):
        block = self.block()
        if block.keys and self.chance(0.3):
            block.tail = (' ORDER BY ' + ', '.join(self.choice('%s', '%s DESC NULLS LAST') % key
                                                   for key in block.keys))
        return block.spec(), block.sql()

    def scaled(self):
        block = self.block()
        block.calls = [('(%s) * 2 + 1' % call, kind * 2) if isinstance(kind, (int, float))
                       and kind < 1e200 else (call, kind)
                       for call, kind in block.calls]
        having = ' HAVING (%s) IS NOT NULL' % block.keys[0] if block.keys else ' HAVING 1 = 1'
        spec = block.spec()
        if 'k1' in block.keys and self.chance(0.3):
            block.calls.append(('(SELECT count(*) FROM rd.pub WHERE k = k1)', 'k'))
            spec += ',k'
        return spec, block.sql(having=having)

    def dependent(self):
        block = self.block()
        calls = [call for call, _ in block.calls]
        block.tail = self.choice(' ORDER BY %s DESC' % calls[0], ' LIMIT 2', ' OFFSET 1',
                                 ' ORDER BY 1 LIMIT 1', '')
        having = self.choice('', ' HAVING %s IS NOT NULL' % calls[0], ' HAVING dp_count(*) > 3')
        sql = block.sql(having=having)
        if self.chance(0.3):
            sql = sql.replace('SELECT ', 'SELECT DISTINCT ', 1)
        if self.chance(0.3):
            extra = self.choice('rank() OVER (ORDER BY dp_count(*))', 'sum(dp_count(*)) OVER ()',
                                'lag(dp_count(*)) OVER (ORDER BY dp_count(*))',
                                '(SELECT count(*) FROM rd.pub)',
                                'dp_count(*)::text || %s' % quote('x'), 'ARRAY[dp_count(*)]',
                                'to_json(dp_count(*))')
            sql = sql.replace(' FROM %s' % block.table, ', %s FROM %s' % (extra, block.table), 1)
        return block.whole(), sql

    def around(self):
        """Queries that contain the block as a subquery. Which rows they return depends on the keys
        alone."""
        block = self.block()
        sql, names = block.sql(names=True), block.names()
        form = self.random.randrange(8)
        if form == 0:
            return block.spec(), 'SELECT * FROM (%s) s' % sql
        if form == 1:
            return (block.spec(), 'WITH s AS %s(%s) SELECT * FROM s'
                    % (self.choice('', 'MATERIALIZED ', 'NOT MATERIALIZED '), sql))
        if form == 2:
            return block.spec(2), '(%s) UNION ALL (%s)' % (sql, sql)
        if form == 3:
            return (block.spec(3) + ',k', 'SELECT s.*, p.k FROM (%s) s, rd.pub p ORDER BY p.k%s'
                    % (sql, ''.join(', ' + n for n in names if n[0] == 'g')))
        if form == 4:
            return block.spec(3) + ',k', 'SELECT s.*, p.k FROM rd.pub p LEFT JOIN LATERAL (%s) s ON %s ORDER BY p.k%s' % (
                sql, self.choice('true', 'p.k > 0'),
                ''.join(', ' + n for n in names if n[0] == 'g'))
        if form == 5:
            return block.spec(2), 'WITH s AS (%s) SELECT * FROM s UNION ALL SELECT * FROM s' % sql
        if form == 7:
            other = self.block()
            block.keys, other.keys, block.calls, other.calls = ([], [], block.calls[:2],
                                                                other.calls[:2])
            names = ', '.join('%s.%s' % (t, n) for t, b in (('x', block), ('y', other))
                              for n in b.names())
            return (block.spec() + ',' + other.spec(), 'SELECT %s FROM (%s) x, (%s) y'
                    % (names, block.sql(names=True), other.sql(names=True)))
        if block.keys and block.keys[0] == 'k1':
            return block.spec() + ',k', 'SELECT s.*, p.name FROM (%s) s JOIN rd.pub p ON p.k OPERATOR(pg_catalog.=) s.g0 ORDER BY p.k%s' % (
                sql, ''.join(', ' + n for n in names if n[0] == 'g'))
        return (block.spec(), 'SELECT * FROM (%s) s WHERE %s'
                % (sql, self.choice('true', "now() > '2000-01-01'", 'EXISTS (SELECT FROM rd.pub)')))

    def sublink(self):
        block = self.block()
        block.keys, block.calls = [], block.calls[:1]
        kind = block.calls[0][1]
        if '(DISTINCT pid' in block.calls[0][0]:
            kind = 1
        sql = block.sql()
        spec = 'c%.17g' % (kind * 3) if isinstance(kind, (int, float)) else kind
        return self.random.choice([
            ('k,' + spec, 'SELECT k, (%s) FROM rd.pub ORDER BY k' % sql),
            ('k', 'SELECT EXISTS (%s)' % sql),
            ('k', 'SELECT count(*) FROM (%s) s' % sql),
            ('*' if spec[0] == 'c' else '?',
             'SELECT k FROM rd.pub WHERE k IN (SELECT dp_count(*) FROM %s%s)'
             % (block.table, block.where)),
            ('*', 'SELECT k FROM rd.pub WHERE k > ALL (SELECT dp_count(*) FROM %s%s)'
             % (block.table, block.where)),
            ('k,' + spec, 'SELECT k, (SELECT x FROM (%s) q(x)) FROM rd.pub ORDER BY k' % sql),
            ('x', 'SELECT (SELECT dp_count(*) FROM %s WHERE k1 = p.k) FROM rd.pub p' % block.table),
            ('x', 'SELECT x.* FROM rd.pub p, LATERAL (SELECT dp_count(*) FROM %s WHERE i4 = p.low) '
             'x' % block.table),
        ])

    def prepared(self):
        self.e.parameters = []
        try:
            block = self.block()
            sql = block.sql()
            types = list(self.e.parameters)
        finally:
            self.e.parameters = None
        runs = []
        for _ in range(self.choice(1, 2, 7)):
            values = ', '.join('NULL' if self.chance(0.2)
                               else '%s::%s' % (quote(self.random.choice(VALUES[t])), SQL_TYPE[t])
                               for t in types)
            runs.append('EXECUTE q%s' % ('(%s)' % values if types else ''))
        if self.chance(0.1):
            runs.append('EXPLAIN ' + runs[0])
        types = '(%s)' % ', '.join(SQL_TYPE[t] for t in types) if types else ''
        spec = ';'.join([block.spec()] * (len(runs) - (1 if runs[-1].startswith('EXPLAIN') else 0)))
        return spec + ';k', 'DEALLOCATE ALL; PREPARE q%s AS %s; %s' % (types, sql, '; '.join(runs))

    def transaction(self):
        block = self.block()
        sql = block.sql()
        traces = ("SELECT count(*), sum(seq_scan), sum(seq_tup_read), sum(idx_scan) FROM "
                  "pg_stat_xact_user_tables WHERE schemaname < 'd'")
        return self.random.choice([
            (block.spec() + ';k,k,k,k', 'BEGIN; %s; %s; ROLLBACK' % (sql, traces)),
            (block.spec() + ';k,k',
             'BEGIN; %s; SELECT mode, count(*) FROM pg_locks WHERE pid OPERATOR(pg_catalog.=) '
             'pg_backend_pid() GROUP BY 1 ORDER BY 1; '
                                   'ROLLBACK' % sql),
            (block.spec() + ';' + block.spec(),
             'BEGIN; DECLARE c SCROLL CURSOR FOR %s; FETCH 2 FROM c; FETCH ALL FROM c; COMMIT'
             % sql),
            (block.spec(),
             'BEGIN; DECLARE c CURSOR WITH HOLD FOR %s; COMMIT; FETCH ALL FROM c; CLOSE c' % sql),
            ('k', 'BEGIN; DECLARE c CURSOR FOR %s; COMMIT' % sql),
            (block.spec(), 'BEGIN ISOLATION LEVEL REPEATABLE READ; SAVEPOINT s; %s; ROLLBACK TO s; '
             '%s; COMMIT' % (sql, sql)),
            ('x', 'BEGIN ISOLATION LEVEL SERIALIZABLE; %s; COMMIT' % sql),
            (block.spec(), 'BEGIN READ ONLY; %s; COMMIT' % sql),
            (block.spec(), 'BEGIN; CREATE TEMP TABLE z ON COMMIT DROP AS %s; SELECT * FROM z; '
             'COMMIT' % block.sql(names=True)),
            (block.spec(), 'BEGIN; CREATE TEMP TABLE z ON COMMIT DROP AS %s; WITH i AS (INSERT '
             'INTO z %s RETURNING *) '
                           'SELECT * FROM i; COMMIT' % (block.sql(names=True), sql)),
            ('k', 'COPY (%s) TO STDOUT' % sql),
            ('k', 'DO $$ BEGIN PERFORM * FROM (%s) s; END $$' % block.sql(names=True)),
            ('x', 'DO $$ DECLARE r record; BEGIN FOR r IN %s LOOP NULL; END LOOP; END $$' % sql),
            ('x', "DO $$ BEGIN PERFORM * FROM (%s) s; EXCEPTION WHEN OTHERS THEN RAISE NOTICE "
             "'%%', SQLERRM; END $$" % block.sql(names=True)),
        ])

    def explained(self):
        block = self.block()
        return ('k',
                'EXPLAIN (%s) %s'
                % (self.choice('COSTS', 'VERBOSE, COSTS off', 'FORMAT JSON', 'GENERIC_PLAN',
                               'ANALYZE'), block.sql()))

    def view(self):
        number = self.random.choice(TABLES).number
        rows = TABLES[number].rows
        block = self.block()
        return self.random.choice([
            ('c%d' % rows, 'SELECT f%d()' % number), ('c%d' % rows, 'SELECT * FROM s%d()' % number),
            ('c%d' % rows, 'SELECT b%d(98)' % number), ('c%d' % rows, 'SELECT l%d()' % number),
            ('c%d' % (3 * rows), 'SELECT f%d() FROM rd.pub' % number),
            ('k,c%d' % (3 * rows), 'SELECT k, b%d(low) FROM rd.pub' % number),
            ('*', 'SELECT dp_count(*) FROM %s WHERE i4 > f%d()' % (block.table, number)),
            ('*', 'SELECT k FROM rd.pub WHERE k < f%d()' % number),
            ('*', 'SELECT dp_sum(i4, 0, l%d() + 100) FROM %s' % (number, block.table)),
            ('x', 'SELECT dp_count(b%d(i4)) FROM %s' % (number, block.table)),
            ('k,c%d' % rows, 'SELECT * FROM v%d' % number),
            ('c%d' % rows, 'SELECT n FROM v%d WHERE k1 = 1' % number),
            ('c%d' % rows, 'SELECT sum(n) FROM v%d' % number),
            ('c%d' % rows, 'SELECT dp_count(*) FROM w%d' % number),
            ('x', 'SELECT * FROM w%d' % number),
            ('k,c%d' % rows, 'SELECT k1, n FROM v%d ORDER BY k1' % number),
            ('c%d' % (8 * rows), 'SELECT sum(x.n) + sum(y.n) FROM v%d x JOIN v%d y USING (k1)'
             % (number, number))])

    def hostile(self):
        """Statements that read the view in other ways. Most of them are refused."""
        block = self.block(0.3)
        return 'x', self.fill(self.random.choice(hostile.STATEMENTS), block)

    NAMES = ('plain scaled dependent around sublink prepared transaction explained view '
             'hostile'.split())
    WEIGHTS = [40, 8, 10, 16, 6, 5, 6, 3, 4, 4]

    def statement(self):
        r = self.random.random()
        self.e.wildness = 0.0 if r < 0.6 else self.choice(0.03, 0.1, 0.5)
        shape = self.random.choices(self.NAMES, self.WEIGHTS)[0]
        spec, sql = getattr(self, shape)()
        return shape, spec, sql
