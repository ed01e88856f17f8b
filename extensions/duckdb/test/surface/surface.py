#!/usr/bin/env python3
"""Calls every function that the extension adds to a database, with values of every type in every
place. Usage:

    surface.py EXTENSION SEED FORM     FORM is short (some calls, chosen by SEED) or full
    surface.py EXTENSION list          prints the list that reachable.txt must be

Fails if a process crashes, if a sanitizer speaks, if DuckDB reports an internal or fatal error, if
a connection no longer works, or if what is there is not what reachable.txt says."""
import os
import random
import re
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, '..', '..', '..', 'test', 'surface'))

import forms
import shared
import values
from children import Runner, Statement, ask

LISTS = {
    'function': "SELECT DISTINCT function_type, function_name || '(' || "
                "array_to_string(parameter_types, ', ') || coalesce(', ' || varargs || '...', '') "
                "|| ')', coalesce(return_type, 'table'), lower(stability), "
                "CASE WHEN has_side_effects THEN 'with side effects' END FROM duckdb_functions()",
    'setting': 'SELECT name FROM duckdb_settings()',
    'type': 'SELECT DISTINCT type_name FROM duckdb_types()',
    'schema': 'SELECT DISTINCT schema_name FROM duckdb_schemas()',
    'view': 'SELECT view_name FROM duckdb_views()',
    'table': 'SELECT table_name FROM duckdb_tables()',
    'secret': 'SELECT type FROM duckdb_secret_types()',
}
DATA = """CREATE TYPE mood AS ENUM ('calm', 'sad'); CREATE TABLE made(i INTEGER PRIMARY KEY, b VARCHAR); INSERT INTO made VALUES (1, 'x');
CREATE TABLE v(k BIGINT, x BIGINT, d DOUBLE, s VARCHAR, l BIGINT[]); INSERT INTO v VALUES (1, 1, 0.5, 'a', [1]), (1, 2, 'nan', 'b', [1, NULL]), (2, NULL, NULL, NULL, NULL), (2, 9223372036854775807, 'inf', '', []),
(3, -9223372036854775808, '-inf', 'a string of more than 12 bytes', [2, 3]), (NULL, 7, -0.0, 'é', [NULL]), (NULL, NULL, 5e-324, chr(0), range(100))"""
INTERNAL = re.compile(r'INTERNAL Error|FATAL Error|has been invalidated|Assertion')
# DuckDB's own, which README.md names.
KNOWN = re.compile(r'^INTERNAL Error: Function \'"?dp_\w+"?\' has incomplete argument type ')


def connect(extension):
    import duckdb # only in children: an engine with threads must not be forked
    out = duckdb.connect(config={'allow_unsigned_extensions': 'true', 'threads': '2',
                                 'memory_limit': '2GB'})
    if extension:
        out.execute("LOAD '%s'" % extension)
    return out


def listed(extension):
    """What a database has more than one without the extension."""
    plain, loaded = connect(None), connect(extension)
    out = ['export ' + name for name in shared.exported(extension)]
    for what, sql in LISTS.items():
        for row in set(loaded.execute(sql).fetchall()) - set(plain.execute(sql).fetchall()):
            out.append('extension ' + (what + ' ' + row[0] if what != 'function'
                                       else ' '.join([row[0], row[1], 'gives', row[2]]
                                                     + [one for one in row[3:] if one])))
    return sorted(out)


def own(extension):
    """States of each kind and with other rows, and parts of releases, as literals."""
    connection, states, parts = connect(extension), [], []
    connection.execute(DATA)
    for name in shared.STATES:
        for column in ('x', 'NULL::BIGINT', 's' if name == 'mode' else 'd'):
            if name == 'mode' and column == 's':
                arguments = ['s', "['a', 'b', '']", '2']
            else:
                arguments = [column if one == 'x' else values.USUAL[one]
                             for one in shared.parameters('dp_%s_state' % name)[0]]
            ((state,),) = connection.execute('SELECT dp_%s_state(%s) FROM v'
                                             % (name, ', '.join(arguments))).fetchall()
            states.append(bytes(state).hex())
            if name in ('avg', 'var', 'stddev'):
                parts.append(connection.execute('SELECT dp_release_parts(?, 1)',
                                                [state]).fetchone()[0])
    return states, parts


class Engine:
    def __init__(self, extension):
        self.extension, self.db = extension, None

    def __call__(self, statement):
        if self.db is None:
            self.db = connect(self.extension)
            self.db.execute(DATA)
        what = self.execute(statement.sql)
        if statement.sql.startswith('BEGIN') or 'PRAGMA' in statement.sql:
            self.execute('ROLLBACK')
        if 'PRAGMA' in statement.sql or 'SET ' in statement.sql:
            self.db.close()
            self.db = None
        elif self.execute('SELECT error(count(*)::VARCHAR) FROM v HAVING count(*) <> '
                          '7') is not True:
            self.db = None
            return 'the connection no longer works'
        return what

    def execute(self, sql):
        try:
            self.db.execute(sql).fetchall()
            return True
        except Exception as error: # some of DuckDB's are no duckdb.Error
            return (str(error).split('\n')[0] if INTERNAL.search(str(error))
                    and not KNOWN.match(str(error)) else False)


def statements(listed, states, parts, full, chance):
    literals, texts = ["unhex('%s')" % one for one in states], ["'%s'" % one for one in parts]
    usual = dict(values.USUAL, state=literals[0], parts=texts[0])
    for name in shared.names([line for line in listed
                              if line.split()[1] in ('aggregate', 'scalar', 'table', 'pragma',
                                                     'macro')],
                             ('aggregate', 'scalar', 'table', 'pragma', 'macro')):
        parameters = shared.parameters(name)[0]
        mine = dict(usual,
                    state=literals[shared.STATES.index({'mode': 'mode', 'counts': 'histogram',
                                                        'quantiles': 'median',
                                                        'parts': 'avg'}.get(name[11:], 'sum')) * 3])
        for arguments in shared.lists(name, mine,
                                      lambda parameter: values.of(parameter, literals, texts), full,
                                      chance):
            yield Statement(name, 'SELECT %s(%s)%s' % (name, ', '.join(arguments),
                                                       shared.source(name, arguments, 'x|s|d|l|k')))
        right = ', '.join(mine[one] for one in parameters)
        aggregate = any(line.startswith('extension aggregate %s(' % name) for line in listed)
        for form in forms.FORMS if full else chance.sample(forms.FORMS, 4):
            if 'range(300000)' in form and not aggregate: # a release for each row
                continue
            sql = form.format(f=name, args=right, call='%s(%s)' % (name, right))
            yield Statement(name, sql if sql.startswith(('PRAGMA', 'SET', 'DROP'))
                            else 'BEGIN; %s; ROLLBACK' % sql)
        if 'state' in parameters:
            for _ in range(2000 if full else 10):
                bent = ("unhex('%s')"
                        % shared.bent(chance, bytes.fromhex(chance.choice(states))).hex())
                yield Statement(name,
                                'SELECT %s(%s)'
                                % (name, ', '.join(bent if one == 'state' else mine[one]
                                                   for one in parameters)))
            columns = ', '.join('b' if one == 'state' else mine[one] for one in parameters)
            # Many values at once, with NULL and other states between them.
            for _ in range(100 if full else 2):
                some = [chance.choice(literals + ['NULL']
                                      + ["unhex('%s')"
                                         % shared.bent(chance,
                                                       bytes.fromhex(chance.choice(states))).hex()])
                        for _ in range(20)]
                yield Statement(name, 'SELECT try(%s(%s)) FROM (VALUES %s) t(b)'
                                % (name, columns, ', '.join('(%s)' % one for one in some)))


def main():
    extension = os.path.abspath(sys.argv[1])
    there = ask(lambda: listed(extension))
    if sys.argv[2] == 'list':
        print('\n'.join(there))
        return
    full, chance, began = sys.argv[3] == 'full', random.Random(sys.argv[2]), time.time()
    wrong = shared.compare(there, os.path.join(HERE, 'reachable.txt'))
    todo, runner = (list(statements(there, *ask(lambda: own(extension)), full, chance)),
                    Runner('duckdb'))
    runner.run(lambda: Engine(extension), todo)
    silent = sorted({one.name for one in todo} - runner.succeeded)
    print('duckdb: %d statements, %.1f s, %d wrong; without success: %s'
          % (runner.number, time.time() - began, len(runner.wrong), ' '.join(silent)),
          file=sys.stderr)
    wrong += runner.wrong
    print(''.join('FAIL %s\n' % one[:900] for one in wrong[:40]), end='')
    print('surface: %d passed, %d failed' % (runner.number - len(wrong), len(wrong)))
    sys.exit(bool(wrong))


if __name__ == '__main__':
    main()
