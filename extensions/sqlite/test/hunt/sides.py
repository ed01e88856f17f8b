"""The private database on each side. The sides differ in the rows of one person, number 9000, whose
ward is `skin`; the rows of others are equal. Usage: sides.py [short] prints the names of the
sides."""
import sys

ROW = "(1, 'skin', 3, 49, 'p')"
VISITS = "SELECT i, 'skin', i % 7, 40 + i % 5, 'p' FROM n WHERE i BETWEEN 1 AND {rows}"
LONG = "SELECT 1, 'skin', 3, 49, printf('%.*c', {size}, 'p')"

# Rows of the person: a SELECT or VALUES of slot, ward, days, cost and note.
SIDES = {
    'none': {},
    'row': {'rows': 'VALUES ' + ROW},
    'value': {'rows': "VALUES (1, 'skin', 30, 5, 'q')"},
    'null': {'rows': "VALUES (1, 'skin', NULL, NULL, NULL), (2, 'skin', NULL, 5, NULL)"},
    'text': {'rows': "VALUES (1, 'skin', 'many', '49', 'p'), (2, 'skin', '7 days', '1e999', ''), "
                     "(3, 'skin', '9223372036854775808', ' 1', 'P')"},
    'blob': {'rows': "VALUES (1, 'skin', x'ff00', x'', x'c3'), (2, 'skin', zeroblob(10000), x'39', "
                     "CAST(x'ff80' AS TEXT))"},
    'extreme': {'rows': "VALUES (1, 'skin', 1e999, -1e999, char(0)), (2, 'skin', "
                        "-9223372036854775808, 9223372036854775807, char(1114111)), (3, 'skin', "
                        "5e-324, -0.0, '%_')"},
    'over': {'rows': VISITS.format(rows=40)}, # more rows than count
    'pages': {'rows': VISITS.format(rows=2000)},
    'long': {'rows': LONG.format(size=5000000)},
    'gone': {'rows': VISITS.format(rows=2000), 'gone': True},
    'alone': {'rows': 'VALUES ' + ROW, 'person': 'NULL'},
    'later': {'later': VISITS.format(rows=300)}, # while readers are connected
    'visits': {'rows': VISITS.format(rows=2000), 'gone': True, 'later': LONG.format(size=100000)},
    'log': {'rows': VISITS.format(rows=300), 'log': True}, # only in the write-ahead log
    'idle': {}, # what the next two are compared with
    'writing': {}, # another connection holds the lock, without a write-ahead log
    # More than the 100 MB that README.md names.
    'huge': {'rows': LONG.format(size=600000000), 'tables': ('visit',)},
}
# Where readers only ask questions, of a database without a write-ahead log.
ASKED = ('idle', 'writing', 'huge')

# Which sides are compared. What differs between `row` and `value` is only the contents of a row.
PAIRS = ([('none', side) for side in SIDES if side not in ('none', 'value') + ASKED]
         + [('row', 'value'), ('idle', 'writing'), ('idle', 'huge')])
SHORT = ('none', 'extreme', 'visits', 'idle', 'writing')

BASE = """
CREATE TABLE visit(patient INTEGER, slot INTEGER, ward TEXT, days, cost, note);
CREATE INDEX visit_ward ON visit(ward, patient);
CREATE TABLE stay(patient INTEGER, slot INTEGER, ward TEXT COLLATE NOCASE, days, cost, note, PRIMARY KEY(patient, slot)) WITHOUT ROWID;
CREATE TABLE numbered(id INTEGER PRIMARY KEY AUTOINCREMENT, patient INTEGER, slot INTEGER, ward TEXT, days, cost, note);
CREATE TABLE pad(x);
"""
TABLES = ('visit', 'stay', 'numbered')
N = 'WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 2000) '


def insert(table, person, rows):
    return (N + 'INSERT INTO %s(patient, slot, ward, days, cost, note) SELECT %s, * FROM (%s)'
            % (table, person, rows))


def person_in(table, side, rows):
    """A table with a key has no row without a person."""
    person = side.get('person', '9000')
    return insert(table, '9001' if person == 'NULL' and table == 'stay' else person, rows)


def before(name):
    """The statements of the owner before readers come."""
    side = SIDES[name]
    mode = 'DELETE' if name in ASKED else 'WAL'
    out = ['PRAGMA journal_mode = %s' % mode, 'PRAGMA wal_autocheckpoint = 0', BASE]
    for table in TABLES:
        others = ("SELECT i / 4, i % 4 + 1, CASE i % 2 WHEN 0 THEN 'eye' ELSE 'heart' END, i % 31, "
                  "i % 50, char(97 + i % 5) FROM n WHERE i < 400")
        out.append(N + 'INSERT INTO %s(patient, slot, ward, days, cost, note) %s' % (table, others))
        if 'rows' in side and table in side.get('tables', TABLES):
            out.append(person_in(table, side, side['rows']))
        if side.get('gone'):
            out.append('DELETE FROM %s WHERE patient = 9000' % table)
    return out + (['ANALYZE'] if 'log' not in side else [])


def during(name):
    """The transaction of the owner while readers are connected."""
    later = SIDES[name].get('later')
    rows = [insert(table, 9000, later) for table in TABLES] if later else []
    return (['BEGIN', 'INSERT INTO pad VALUES (1)'] + rows
            + ['COMMIT', 'ANALYZE', 'PRAGMA wal_checkpoint(TRUNCATE)'])


if __name__ == '__main__':
    print(' '.join(SHORT if sys.argv[1:] == ['short'] else SIDES))
