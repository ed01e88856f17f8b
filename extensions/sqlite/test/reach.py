#!/usr/bin/env python3
"""Compares what a reader's connection reaches with the lists of src/readers/list.c. Usage: reach.py
INDP.so FOLDER HEADER, where FOLDER is empty and HEADER is SQLite's sqlite3.h.

Every function, pragma and module that the SQLite in use lists, and every action of its authorizer,
must be either in list.c or in denied.txt. Each is then tried, and must be permitted or denied as
the lists say."""
import os
import re
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, 'hunt'))
import engine # noqa: E402

# A statement for each action.
TRIED = {
    'ALTER_TABLE': 'ALTER TABLE o RENAME TO p', 'ANALYZE': 'ANALYZE',
    'ATTACH': "ATTACH ':memory:' AS m", 'CREATE_INDEX': 'CREATE INDEX j ON o(x)',
    'CREATE_TABLE': 'CREATE TABLE o2(x)',
    'CREATE_TEMP_INDEX': 'CREATE INDEX temp.k ON e(x)',
    'CREATE_TEMP_TABLE': 'CREATE TEMP TABLE e2(x)',
    'CREATE_TEMP_TRIGGER': 'CREATE TEMP TRIGGER g2 AFTER INSERT ON o BEGIN SELECT 1; END',
    'CREATE_TEMP_VIEW': 'CREATE TEMP VIEW w2 AS SELECT 1',
    'CREATE_TRIGGER': 'CREATE TRIGGER t2 AFTER INSERT ON o BEGIN SELECT 1; END',
    'CREATE_VIEW': 'CREATE VIEW v2 AS SELECT 1',
    'CREATE_VTABLE': 'CREATE VIRTUAL TABLE f USING dp_ask', 'DELETE': 'DELETE FROM o',
    'DETACH': 'DETACH main', 'DROP_INDEX': 'DROP INDEX i', 'DROP_TABLE': 'DROP TABLE o2',
    'DROP_TEMP_INDEX': 'DROP INDEX temp.k',
    'DROP_TEMP_TABLE': 'DROP TABLE e2',
    'FUNCTION': 'SELECT abs(1)', 'INSERT': 'INSERT INTO o VALUES (1)',
    'PRAGMA': 'PRAGMA user_version', 'READ': 'SELECT x FROM o',
    'RECURSIVE': 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2) '
                 'SELECT i FROM n', 'REINDEX': 'REINDEX o', 'SAVEPOINT': 'SAVEPOINT s; RELEASE s',
    'SELECT': 'SELECT 1',
    'TRANSACTION': 'BEGIN; COMMIT', 'UPDATE': 'UPDATE o SET x = 1',
}
# No statement has them: readers have no views, triggers and virtual tables of their own.
UNTRIED = ('COPY', 'DROP_TEMP_TRIGGER', 'DROP_TEMP_VIEW', 'DROP_TRIGGER', 'DROP_VIEW',
           'DROP_VTABLE')
OWN = "CREATE TABLE o(x); CREATE INDEX i ON o(x); CREATE TEMP TABLE e AS SELECT 1 AS x"
# Modules that SQLite makes, in some builds and versions, when their names are used.
UNLISTED = ('json_each', 'json_tree', 'jsonb_each', 'jsonb_tree', 'carray', 'generate_series',
            'bytecode', 'tables_used', 'sqlite_dbpage', 'sqlite_stmt', 'dbstat', 'completion')
# What the rules for names, rows and functions must refuse.
REFUSED = ['CREATE TABLE dp_x(x)', 'CREATE TEMP TABLE pragma_x(x)',
           'CREATE VIEW json_x AS SELECT 1', 'CREATE TEMP VIEW indp_x AS SELECT 1',
           'INSERT INTO e VALUES (1)',
           'SELECT * FROM pragma_cache_spill', 'SELECT schema FROM pragma_wal_checkpoint']

failures, passed = [], 0


def check(good, what):
    global passed
    passed += bool(good)
    if not good:
        failures.append(what)


def listed(source, name):
    """The names in an array of list.c."""
    body = re.search(r'\b%s\[\] = \{(.*?)\};' % name, source, re.S).group(1)
    return set(re.findall(r'"([^"]+)"', body))


def denied(kind):
    with open(os.path.join(HERE, 'denied.txt'), encoding='utf-8') as file:
        lines = [line.split('|') for line in file.read().splitlines()
                 if line and not line.startswith('#')]
    return {line[1].strip() for line in lines if line[0].strip() == kind}


def names(connection, pragma, column=0):
    return {row[column] for row in connection.rows('PRAGMA ' + pragma)}


def is_permitted(reader, sql, name=None):
    seen = reader.run(sql).all()
    return ('error 23' not in seen and 'no such table: pragma_' not in seen
            and not re.search('no such (table|module): %s$' % name, seen, re.M))


def has_table(plain, name):
    return 'no such table' not in plain.run('EXPLAIN SELECT * FROM %s' % name).all()


def decide(kind, present, reach, without):
    """Each name that the engine has must be on exactly one list."""
    for name in sorted(present):
        check((name in reach) != (name in without),
              'the %s %s must be either in src/readers/list.c or in test/denied.txt' % (kind, name))
    check(not reach & without, 'on both lists: %s' % sorted(reach & without))


def functions(plain, reader, source):
    rows = plain.rows('PRAGMA function_list')
    builtin, reach, without = ({row[0] for row in rows if row[1]}, listed(source, 'FUNCTIONS'),
                               denied('function'))
    decide('function', builtin, reach, without)
    own = ({'dp_remaining', 'indp_version'} | {n for n in names(reader, 'function_list')
                                               if re.fullmatch(r'dp_\w+_(error|epsilon_for_error|interval)', n)})
    for row in rows + reader.rows('PRAGMA function_list'):
        name, count = row[0], max(row[4], 0)
        call = 'SELECT "%s"(%s)' % (name, ', '.join('1' * count))
        tries = ([call, 'SELECT "%s"(1)' % name, 'SELECT "%s"(1, 1)' % name] if row[4] < 0
                 else [call])
        seen = [reader.run(sql).all() for sql in tries]
        may = name in reach if name in builtin else name in own
        refused = any('not authorized to use function' in text or 'no such function' in text
                      for text in seen)
        check(refused != may,
              'the function %s is %s' % (name, 'refused' if refused else 'permitted'))
        if not may: # SQLite asks no authorizer about the default of a column
            for sql in tries:
                seen = reader.run('CREATE TABLE d(a, x DEFAULT (%s)); INSERT INTO d(a) VALUES (1)'
                                  % sql[len('SELECT '):]).all()
                check(': error ' in seen, 'the function %s in a default' % name)
                reader.run('DROP TABLE IF EXISTS d')


def pragmas(plain, reader, source):
    present, used, shown, without = (names(plain, 'pragma_list'), listed(source, 'PRAGMAS'),
                                     listed(source, 'SHOWN'), denied('pragma'))
    check(not used & shown, 'a pragma is on two lists of list.c')
    decide('pragma', present, used | shown, without)
    for name in sorted(present):
        check(is_permitted(reader, 'EXPLAIN PRAGMA %s' % name) == (name in used | shown),
              'the pragma %s' % name)
        check(is_permitted(reader, 'EXPLAIN PRAGMA %s = 1' % name) == (name in used),
              'setting the pragma %s' % name)
        check(is_permitted(reader, 'EXPLAIN SELECT * FROM pragma_%s' % name)
              == (name in used | shown), 'the table pragma_%s' % name)


def modules(plain, reader, source):
    of_sqlite = set(re.findall(r'"([^"]+)"', re.search(r'#define OF_SQLITE (.*)', source).group(1)))
    reach, without = of_sqlite | listed(source, 'MODULES'), denied('module')
    own = {'dp_ask', 'dp_cells', 'dp_questions'}
    check(reach == of_sqlite | own, 'the modules of list.c are %s' % reach)
    present = {name for name in names(plain, 'module_list') if not name.startswith('pragma_')}
    present |= {name for name in UNLISTED if has_table(plain, name)}
    decide('module', present, reach, without)
    have = names(reader, 'module_list')
    check({name for name in have if not name.startswith('pragma_')} - of_sqlite == own,
          'modules of a reader: %s' % sorted(have))
    allowed = {'pragma_' + name for name in listed(source, 'PRAGMAS') | listed(source, 'SHOWN')}
    check(not {name for name in have if name.startswith('pragma_')} - allowed,
          'tables of pragmas: %s' % sorted(have))
    for name in sorted(present | own):
        table = "%s('1', '1')" % name if name in ('dp_ask', 'dp_cells') else name
        check(is_permitted(reader, 'EXPLAIN SELECT * FROM %s' % table, name) == (name in reach),
              'the module %s' % name)
        check(not is_permitted(reader, 'CREATE VIRTUAL TABLE temp.made USING %s' % name, name),
              'a virtual table of %s' % name)


def actions(reader, source, header):
    body = re.search(r'CAPI3REF: Authorizer Action Codes(.*?)CAPI3REF', header, re.S).group(1)
    present = set(re.findall(r'#define SQLITE_(\w+) +\d', body))
    reach, without = set(re.findall(r'\{ SQLITE_(\w+), REACH_(?!NONE)', source)), denied('action')
    check(len(present) >= 34, 'the header has the actions')
    decide('action', present, reach, without)
    reader.rows(OWN)
    for name in sorted(present - set(UNTRIED)):
        check(name in TRIED, 'no statement tries the action %s' % name)
        seen = reader.run(TRIED.get(name, '')).all()
        check((': error ' not in seen) == (name in reach), 'the action %s: %s' % (name, seen))
        if name in without:
            check('not authorized' in seen or 'no such module' in seen
                  or 'too many attached' in seen, 'the action %s: %s' % (name, seen))
    for sql in REFUSED:
        check(not is_permitted(reader, sql), sql)


def readers(extension, folder):
    """Connections with the owner's functions, which must be denied, made by dp_reader and by
    indp_sqlite_reader."""
    private, ledger = [os.path.join(folder, name) for name in ('private', 'ledger')]
    owner = engine.Connection(private)
    owner.load(extension, 'sqlite3_indp_init')
    owner.rows("CREATE TABLE t(x); SELECT dp_create('%s')" % ledger)
    owner.close()
    out = [engine.Connection(':memory:') for _ in range(2)]
    for reader in out:
        reader.load(extension, 'sqlite3_indp_init')
    out[0].rows("SELECT dp_reader('%s', '%s')" % (private, ledger))
    out[1].serve(extension, private, ledger)
    return out


def main():
    extension, folder, header = sys.argv[1:]
    with open(os.path.join(HERE, '..', 'src', 'readers', 'list.c'), encoding='utf-8') as file:
        source = file.read()
    with open(header, encoding='utf-8') as file:
        header = file.read()
    plain = engine.Connection(':memory:')
    for reader in readers(os.path.abspath(extension), folder):
        modules(plain, reader, source) # before the others use more of them
        functions(plain, reader, source)
        pragmas(plain, reader, source)
        actions(reader, source, header)
    for failure in failures[:20]:
        print('FAIL %s' % failure)
    print('reach: %d passed, %d failed' % (passed, len(failures)))
    sys.exit(bool(failures))


if __name__ == '__main__':
    main()
