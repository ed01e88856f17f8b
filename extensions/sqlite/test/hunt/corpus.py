"""What a reader tries besides questions: every function, pragma and module that SQLite has, tables,
other databases, EXPLAIN. The names come from a connection of the same SQLite without a fence."""

ARGUMENTS = ['1', "'visit'", "'private'", 'NULL', "x'00'", "'[1]'", '-1', '1e999']
UNLISTED = ['stats', 'lock_status', 'lock_proxy_file', 'data_store_directory', 'vdbe_trace',
            'vdbe_listing', 'vdbe_addoptrace', 'vdbe_eqp', 'sql_trace', 'parser_trace',
            'activate_extensions', 'key', 'rekey', 'hexkey', 'textkey', 'wal_checkpoint',
            'full_column_names', 'temp_store_directory', 'none']
VALUES = ['1', '0', 'visit', "'private'", 'FULL', 'visit_ward', 'schema']
# A control that set these would be broken by them, or break the observations that follow.
NOT_SET = ('heap_limit', 'writable_schema', 'locking_mode', 'temp_store', 'store_directory', 'key',
           'trace', 'vdbe_', 'encoding')
TABLES = ['visit', 'private.visit', 'main.visit', 'temp.visit', 'stay', 'numbered', 'pad',
          'sqlite_sequence', 'private.sqlite_sequence', 'sqlite_stat1', 'private.sqlite_stat1',
          'private.sqlite_stat4',
          'sqlite_master', 'sqlite_schema', 'sqlite_temp_master', 'sqlite_temp_schema',
          'private.sqlite_master', 'private.sqlite_schema', 'main.sqlite_master', 'entry',
          'private.entry', 'l.entry',
          'dp_ledger', 'dp_budgets', 'dp_declared', 'dp_questions', "bytecode('SELECT 1')",
          "tables_used('SELECT * FROM visit')"]
SESSION = ['SELECT changes(), total_changes(), last_insert_rowid()', 'PRAGMA data_version',
           'PRAGMA page_count', 'PRAGMA freelist_count', 'PRAGMA schema_version',
           'PRAGMA database_list', 'PRAGMA table_list',
           'PRAGMA wal_checkpoint', 'PRAGMA cache_spill', 'PRAGMA soft_heap_limit',
           'PRAGMA hard_heap_limit', 'PRAGMA shrink_memory', 'SELECT * FROM sqlite_stmt',
           'SELECT * FROM dbstat',
           'PRAGMA integrity_check', 'PRAGMA private.page_count', 'PRAGMA private.freelist_count',
           'PRAGMA private.data_version', 'PRAGMA private.integrity_check',
           'PRAGMA private.journal_mode', 'SELECT * FROM sqlite_temp_master',
           'SELECT hex(randomblob(8)), random()', 'SELECT CURRENT_TIMESTAMP, julianday()']


def functions(plain):
    out = []
    for name in sorted({row[0] for row in plain.rows('SELECT name FROM pragma_function_list')}):
        quoted = '"%s"' % name
        calls = (['()'] + ['(%s)' % one for one in ARGUMENTS]
                 + ['(%s, 1)' % one for one in ARGUMENTS[:5]] + ["('visit', 'private')",
                                                                 '(1, 2, 3)',
                                                                 "('visit', 1, 'private', 2)",
                                                                 '(1, 0, 1, 1, 0.05)', '(*)'])
        out += ['SELECT %s%s' % (quoted, one) for one in calls]
        out.append('SELECT %s(x) OVER (ORDER BY x) FROM (VALUES (1), (2)) v(x)' % quoted)
        out.append('SELECT %s(column1) FROM (VALUES (1), (2))' % quoted)
    return out


def pragmas(plain, is_fenced):
    out = []
    for name in sorted({row[0] for row in plain.rows('SELECT name FROM pragma_pragma_list')}
                       | set(UNLISTED)):
        out += ['PRAGMA %s%s' % (schema, name) for schema in ('', 'main.', 'temp.', 'private.')]
        if is_fenced or not any(part in name for part in NOT_SET):
            out += (['PRAGMA %s(%s)' % (name, value) for value in VALUES]
                    + ['PRAGMA private.%s(%s)' % (name, value) for value in VALUES[2:3]]
                    + ['PRAGMA %s = 1' % name])
        out += ['SELECT * FROM pragma_' + name, "SELECT * FROM pragma_%s('visit')" % name,
                "SELECT * FROM pragma_%s('visit', 'private')" % name,
                "SELECT * FROM pragma_%s WHERE schema = 'private'" % name]
    return out


def modules(plain):
    names = ({row[0] for row in plain.rows('SELECT name FROM pragma_module_list')}
             | {'sqlite_dbpage', 'bytecode', 'tables_used', 'generate_series', 'carray', 'fsdir',
                'dp_cells', 'dp_ask', 'dp_questions'})
    out = []
    for name in sorted(names):
        out += ['SELECT * FROM %s' % name, "SELECT * FROM %s('private')" % name,
                "SELECT * FROM %s('[1]', '[1,2,3]')" % name,
                "SELECT * FROM %s WHERE schema = 'private'" % name,
                'CREATE VIRTUAL TABLE temp.v USING %s(x, visit)' % name,
                'CREATE VIRTUAL TABLE v USING %s(x)' % name, 'DROP TABLE IF EXISTS v']
    return out


def tables():
    out = []
    for name in TABLES:
        out += ['SELECT * FROM %s' % name, 'SELECT rowid FROM %s' % name, 'SELECT count(*) FROM %s'
                % name, 'EXPLAIN SELECT * FROM %s' % name,
                'EXPLAIN QUERY PLAN SELECT * FROM %s ORDER BY 1' % name,
                'INSERT INTO %s SELECT 1' % name, 'DELETE FROM %s WHERE 0' % name,
                'ALTER TABLE %s RENAME TO other' % name, 'ANALYZE %s' % name, 'REINDEX %s' % name]
    return (out + ["EXPLAIN QUERY PLAN SELECT * FROM visit WHERE ward = 'skin' AND patient = 9000",
                   "EXPLAIN SELECT * FROM private.visit a JOIN private.stay b USING (patient, "
                   "slot) WHERE a.ward = 'eye'"])


def databases(private, ledger):
    """Ways to another database."""
    out = []
    for path in (private, ledger):
        out += ["ATTACH '%s' AS p" % path, "ATTACH 'file:%s?mode=ro' AS p" % path,
                "ATTACH 'file:%s?immutable=1' AS p" % path, 'PRAGMA p.page_count',
                'PRAGMA p.freelist_count',
                'SELECT count(*) FROM p.visit', 'SELECT * FROM p.sqlite_stat1',
                'SELECT * FROM p.entry', 'DETACH p']
    return out + ["ATTACH ':memory:' AS m", "ATTACH '' AS m", 'DETACH m', 'DETACH main',
                  'DETACH temp', "VACUUM INTO '%s.copy'" % private, "VACUUM private INTO '%s.copy'"
                  % private, 'VACUUM',
                  "SELECT load_extension('%s')" % private, "SELECT readfile('%s')" % private,
                  "PRAGMA temp_store_directory = '%s'" % private, 'ANALYZE', 'REINDEX']


# The reader's own objects, and the ways of a statement to fail.
OWN = ['CREATE TABLE o(x, y DEFAULT (random()))',
       "INSERT INTO o(x) SELECT value FROM json_each('[1,2,3]')", 'SELECT x FROM o',
       'UPDATE o SET x = 2 WHERE x = 3', 'SELECT changes()',
       'CREATE INDEX i ON o(x)', 'EXPLAIN SELECT * FROM o WHERE x = 2',
       'CREATE VIEW w AS SELECT * FROM o', 'CREATE VIEW a AS SELECT * FROM dp_ask(\'mean\')',
       'SELECT * FROM a',
       "CREATE TRIGGER t AFTER INSERT ON o BEGIN SELECT * FROM dp_ask('mean'); END",
       'INSERT INTO o(x) VALUES (9)', 'DROP TRIGGER t', 'CREATE TEMP TABLE e(x)',
       'INSERT INTO e VALUES (1)', 'PRAGMA page_count',
       'DROP VIEW a', 'DROP VIEW w', 'DROP TABLE o', 'DROP TABLE e', 'PRAGMA freelist_count',
       'SELEC 1', 'SELECT', 'SELECT nothing', 'SELECT * FROM nothing', 'SELECT nothing()',
       'SELECT abs(-9223372036854775808)',
       "SELECT json('{')", 'SELECT zeroblob(2000000000)', 'SELECT 1 UNION SELECT 1, 2', 'BEGIN',
       'BEGIN', 'COMMIT', 'COMMIT', 'ROLLBACK', 'RELEASE s']


def short(statements):
    """Every seventh statement."""
    return statements[::7]
