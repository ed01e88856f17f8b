"""What the superuser writes on each side. The sides differ in the rows of one person, number 9000,
whose ward is `skin`; the rows of others are equal. Each side makes the same number of transactions
that have a number, so that those numbers are equal, too. Only `apart` makes one more, for the
person's rows. Usage: sides.py prints the names of the sides, and `sides.py pairs [SIDES]` which of
them are compared."""
import sys

SOURCES = ('visit', 'stay', 'part')

# Rows of the person: how many, and the text in `note`.
SIDES = {
    'none': {},
    'row': {'rows': (1, "'p'")},
    'pages': {'rows': (12, "repeat('p', 1900)")},
    'long': {'rows': (1, "repeat('p', 100000)")},
    'value': {'rows': (1, "'q'"), 'days': 30},
    'gone': {'rows': (12, "repeat('p', 1900)"), 'gone': True},
    'later': {'later': (3, "repeat('p', 3000)")},
    'visits': {'rows': (12, "repeat('p', 1900)"), 'gone': True, 'later': (3, "'p'")},
    'edge': {'edge': True},
    'over': {'edge': True, 'later': (12, "repeat('p', 1900)")},
    'apart': {'rows': (1, "'p'"), 'apart': True},
}

# Which sides are compared. What differs between `row` and `value` is only the contents of a row.
PAIRS = [('none', 'row'), ('none', 'pages'), ('none', 'long'), ('row', 'value'), ('none', 'gone'),
         ('none', 'later'), ('none', 'visits'), ('none', 'apart'), ('edge', 'over')]


def insert(source, rows, days):
    """One statement: the rows of others, and those of the person among them."""
    column = 'part' if source == 'part' else 'slot'
    others = ("SELECT i / 4, i %% 4 + 1, CASE i %% 2 WHEN 0 THEN 'eye' ELSE 'skin' END, i %% 31, i "
              "%% 50, repeat(md5(i::text), 4) FROM generate_series(0, %d) i"
              % {'visit': 1199, 'stay': 11999, 'part': 799}[source])
    if rows:
        others += (" UNION ALL SELECT 9000, i, 'skin', %d, 49, %s FROM generate_series(1, %d) i"
                   % (days, rows[1], rows[0]))
    return 'INSERT INTO %s(patient, %s, ward, days, cost, note) %s' % (source, column, others)


def before(side):
    """Returns the transactions before the restart."""
    side = SIDES[side]
    rows, days = side.get('rows'), side.get('days', 3)
    persons = ('SELECT i, 1950 FROM generate_series(0, 400) i' + (' UNION ALL SELECT 9000, 1950'
                                                                  if rows else ''))
    apart = []
    if side.get('apart'):
        persons, rows = persons.split(' UNION ALL ')[0], None
        apart = ["BEGIN; INSERT INTO patient VALUES (9000, 1950); INSERT INTO visit VALUES (9000, "
                 "1, 'skin', 3, 49, 'p'); COMMIT"]
    out = (['BEGIN; INSERT INTO pad VALUES (1); INSERT INTO patient %s; %s; COMMIT'
            % (persons, '; '.join(insert(s, rows, days) for s in SOURCES))] + apart)
    gone = ('; '.join('DELETE FROM %s WHERE patient = 9000' % s for s in SOURCES + ('patient',))
            if side.get('gone') else 'SELECT 1')
    out.append('BEGIN; INSERT INTO pad VALUES (2); %s; COMMIT' % gone)
    return out + ['VACUUM ANALYZE visit', 'ANALYZE part', 'VACUUM (FREEZE) patient', 'CHECKPOINT']


# The bytes that are left of the segment of the write-ahead log.
LEFT = "16777216 - (pg_current_wal_insert_lsn() - '0/0') % 16777216"


def fill(left, least):
    """A write of others after which about so many bytes are left of the segment."""
    return ("SELECT pg_logical_emit_message(false, 'x', repeat('x', (%s - %d)::int)) WHERE %s > %d"
            % (LEFT, left, LEFT, least))


def at_the_edge(later):
    """The others write until a segment of the write-ahead log is almost full, and the person's rows
    go beyond it, where a checkpoint begins."""
    return ["ALTER SYSTEM SET max_wal_size = '32MB'", 'SELECT pg_reload_conf()',
            'SELECT pg_sleep(0.3)', 'CHECKPOINT', fill(100000, 200000), fill(20000, 25000),
            later + '; SELECT pg_sleep(2)'] # a checkpoint begins at once, in another process


def is_at_the_edge(side):
    return 'edge' in SIDES[side]


def during(side):
    """Returns the transactions while readers are connected."""
    rows = SIDES[side].get('later')
    later = 'BEGIN; INSERT INTO pad VALUES (3); %s; COMMIT' % ('; '.join(
        ['INSERT INTO patient VALUES (9000, 1950)'] +
        ["INSERT INTO %s SELECT 9000, i, 'skin', 3, 49, %s FROM generate_series(1, %d) i"
         % (s if s != 'part' else 'part(patient, part, ward, days, cost, note)', rows[1], rows[0])
         for s in SOURCES]) if rows else 'SELECT 1')
    if is_at_the_edge(side):
        return at_the_edge(later)
    return [later, 'VACUUM ANALYZE visit', 'VACUUM ANALYZE stay', 'VACUUM ANALYZE part',
            'CHECKPOINT']


if __name__ == '__main__':
    some = sys.argv[2:] or list(SIDES)
    print('\n'.join('%s-%s' % pair for pair in PAIRS if set(pair) <= set(some))
          if sys.argv[1:2] == ['pairs'] else '\n'.join(SIDES))
