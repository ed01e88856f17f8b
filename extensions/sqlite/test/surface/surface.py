#!/usr/bin/env python3
"""Calls everything that the extension adds to a connection, with values of every kind in every
place. Usage:

    surface.py INDP.so FOLDER SEED FORM     FOLDER is empty; FORM is short (some calls, chosen by
    SEED) or full surface.py INDP.so FOLDER list          prints the list that reachable.txt must be

Fails if a process crashes, if a sanitizer speaks, if SQLite reports an internal error, if a
connection no longer works, or if what is there is not what reachable.txt says."""
import ctypes
import os
import random
import shutil
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.join(HERE, '..', 'hunt'),
                os.path.join(HERE, '..', '..', '..', 'test', 'surface')]

import engine
import forms
import shared
import values
from children import Runner, Statement, ask

shared.SIGNATURES.update({
    'indp_float_precision': '| bits', 'dp_open': 'path', 'dp_create': 'path',
    'dp_reader': 'path path', 'dp_budget': 'new total | days', 'dp_remaining': 'name',
    'dp_declare': 'new aggregate declare',
    'dp_question': 'new question_fields', 'dp_forget': 'name', 'visits': 'x', 'wards': 'x x',
    'indp_choice': 'x q n rows', 'indp_listed': 'x counts', 'sqlite_log': 'x x', 'dp_budgets': '',
    'dp_declared': '', 'dp_ledger': '', 'dp_questions': '', 'dp_kept': '',
    'dp_ask': 'question asked',
    'dp_cells': 'edges counts'})
# After these, a new connection.
ALTER = ('dp_open', 'dp_create', 'dp_reader', 'dp_budget', 'dp_declare', 'dp_question', 'dp_forget',
         'indp_float_precision')
OF_LEDGER = (ALTER[:-1] + ('dp_remaining', 'visits', 'wards', 'dp_ask', 'dp_budgets', 'dp_declared',
                           'dp_ledger', 'dp_questions', 'dp_kept'))
HIDDEN = {'dp_ask': 'asked_question', 'dp_cells': 'cell_edges'}
FLAGS = ((0x800, 'deterministic'), (0x80000, 'directonly'), (0x100000, 'subtype'),
         (0x200000, 'innocuous'), (0x1000000, 'result_subtype'))
INTERNAL = {2: 'SQLITE_INTERNAL', 7: 'SQLITE_NOMEM', 21: 'SQLITE_MISUSE'}
LISTS = {'function': "SELECT name, type, narg, flags FROM pragma_function_list",
         'module': 'SELECT name FROM pragma_module_list',
         'pragma': 'SELECT name FROM pragma_pragma_list',
         'collation': 'SELECT name FROM pragma_collation_list'}
bind_blob = engine.function('bind_blob', engine.INT, engine.POINTER, engine.INT, engine.POINTER,
                            engine.INT, engine.POINTER)
bind_text = engine.function('bind_text', engine.INT, engine.POINTER, engine.INT, engine.POINTER,
                            engine.INT, engine.POINTER)
malloc, free = ctypes.CDLL(None).malloc, ctypes.CDLL(None).free
malloc.restype, malloc.argtypes, free.argtypes = (ctypes.c_void_p, (ctypes.c_size_t,),
                                                  (ctypes.c_void_p,))
DATA = """CREATE TABLE people(person, g INTEGER, x, note TEXT COLLATE NOCASE);
INSERT INTO people VALUES (1, 1, 1, 'a'), (1, 2, 4, 'A'), (2, 2, 8, 'a'), (NULL, 1, 16, 'c'), ('1', 2, 64, 'd'), (3, 3, -9223372036854775808, 'e'), (4, 1, 9e999, 'f'), (5, 1, 'text', 'g'), (6, 2, x'00ff', 'h'), (7, 2, NULL, 'i');
CREATE TABLE made(i UNIQUE, b); INSERT INTO made VALUES (1, 2)"""
V = """CREATE TEMP TABLE generate AS WITH RECURSIVE n(value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM n WHERE value < 3000) SELECT value FROM n;
CREATE TEMP TABLE v(i INTEGER PRIMARY KEY, k, a);
INSERT INTO v(k, a) VALUES (1, 1), (1, 2.5), (1, NULL), (2, 'a'), (2, '7'), (2, x'00'), (3, 9223372036854775807), (3, -9e999), (3, ''), (NULL, zeroblob(2000)), (NULL, printf('%.*c', 3000, '1'))"""
DECLARED = """SELECT dp_budget('b', 1e30), dp_declare('visits', 'sum', '{"lo": 0, "hi": 50, "epsilon": 0.5, "rows_per_person": 5, "budget": "b"}'), dp_declare('wards', 'count', '{"epsilon": 0.5, "keys": ["a", 1], "budget": "b"}'),
dp_question('q', '{"table": "people", "person": "person", "value": "x", "aggregate": "sum", "lo": 0, "hi": 100, "epsilon": 0.5, "rows_per_person": 9, "budget": "b", "where": "g = :g", "key": "g", "keys": [1, 2, 3],
"parameters": {"g": {"type": "integer", "least": 1, "most": 3}}, "remaining": "shown"}'),
dp_question('k', '{"table": "people", "person": "person", "aggregate": "mode", "value": "note",
"candidates": ["a", "b"], "epsilon": 0.5, "rows_per_person": 9, "budget": "b", "key": "g",
"keys": [1, 2, 3], "keep": "1 day"}')"""


class Place:
    """The files, and a connection of each role: `host` has a ledger with declarations and a
    question, `bare` has none, `reader` is a reader's, and `unserved` has the functions for readers
    before dp_reader."""

    def __init__(self, extension, folder):
        self.extension, self.folder = extension, folder
        self.private, self.ledger, self.kept = [os.path.join(folder, name)
                                                for name in ('private', 'ledger', 'kept')]

    def prepare(self):
        owner = engine.Connection(self.private)
        owner.load(self.extension, 'sqlite3_indp_init')
        owner.rows(DATA)
        owner.rows("SELECT dp_create('%s')" % self.kept)
        owner.rows(DECLARED)
        owner.rows("SELECT * FROM dp_ask('k')")
        owner.rows(V)
        states = {'state': [], 'parts': []}
        for name in shared.STATES:
            for column in ('a', 'NULL', 'i'):
                arguments = [column if one == 'x' else values.USUAL[one]
                             for one in shared.parameters('dp_%s_state' % name)[0]]
                ((state,),) = owner.rows('SELECT dp_%s_state(%s) FROM v'
                                         % (name, ', '.join(map(str, arguments))))
                states['state'].append(state)
                if name in ('avg', 'var', 'stddev'):
                    states['parts'].append(owner.rows("SELECT dp_release_parts(x'%s', 1)"
                                                      % state)[0][0])
        return states

    def connect(self, role):
        plain = role in ('reader', 'unserved', 'plain')
        out = engine.Connection(':memory:' if plain else self.private)
        if role == 'plain':
            return out
        out.load(self.extension, 'sqlite3_indpreader_init' if plain else 'sqlite3_indp_init')
        if role in ('host', 'reader'):
            shutil.copyfile(self.kept, self.ledger)
            out.rows("SELECT dp_open('%s')" % self.ledger if role == 'host'
                     else "SELECT dp_reader('%s', '%s')" % (self.private, self.ledger))
        out.rows(V if role != 'reader'
                 else V.replace('CREATE TEMP', 'CREATE').replace("zeroblob(2000)",
                                                                 'NULL').replace("printf('%.*c', "
                                                                                 "3000, '1')",
                                                                                 'NULL')
                 + '; CREATE TABLE made AS SELECT 1 AS i, 2 AS b')
        return out

    def listed(self):
        """What each role has more than a connection without the extension. Tables of pragmas become
        modules when they are used; 7b-reach compares them."""
        out = ['export ' + name for name in shared.exported(self.extension)]
        before = {what: {tuple(row) for row in self.connect('plain').rows(sql)} for what,
                  sql in LISTS.items()}
        for role in ('host', 'reader', 'unserved'):
            connection = self.connect(role)
            for what, sql in LISTS.items():
                for row in {tuple(row) for row in connection.rows(sql)
                            if not row[0].startswith('pragma_')} - before[what]:
                    out.append('%s %s' % (role, what + ' ' + row[0] if what != 'function'
                                          else function(*row)))
        return sorted(out)


def function(name, kind, number, flags):
    kind = {'s': 'function', 'a': 'aggregate', 'w': 'window'}[kind]
    return ' '.join(['%s %s(%s)' % (kind, name, number)] + [text for bit, text in FLAGS
                                                            if flags & bit])


class Engine:
    """Runs statements on a connection of a role."""

    def __init__(self, place, role):
        self.place, self.role, self.db, self.number = place, role, place.connect(role), 0

    def __call__(self, statement):
        if self.db is None:
            self.db = self.place.connect(self.role)
        what, code = None, self.execute(statement.sql, statement.bound)
        if (code & 255 in INTERNAL
            or (code & 255 and 'internal' in engine.text(engine.errmsg(self.db.db)))):
            what = ('%s: %s' % (INTERNAL.get(code & 255, code),
                                engine.text(engine.errmsg(self.db.db))))
        if not engine.autocommit(self.db.db):
            self.execute('ROLLBACK')
        self.number += 1
        if self.execute('SELECT count(*) FROM v'):
            return (what or 'the connection no longer works: '
                    + engine.text(engine.errmsg(self.db.db)))
        if any(name in statement.sql for name in ALTER) or 'PRAGMA' in statement.sql:
            if self.db.close():
                return 'the connection does not close'
            self.db = None
        return what or code == 0

    def execute(self, sql, bound=()):
        """Runs all statements of a text, and reads each value. Returns the last code."""
        kept = ctypes.create_string_buffer(sql.encode())
        at, end = ctypes.addressof(kept), ctypes.addressof(kept) + len(kept) - 1
        while at < end:
            statement, rest = engine.POINTER(), engine.POINTER()
            code = engine.prepare(self.db.db, at, -1, ctypes.byref(statement), ctypes.byref(rest))
            if code:
                return code
            at, blocks = (rest.value,
                          [self.bind(statement, i + 1, value) for i, value in enumerate(bound)])
            while statement.value and (code := engine.step(statement)) == engine.ROW:
                for i in range(engine.column_count(statement)):
                    engine.cell(statement, i)
            engine.finalize(statement)
            for block in blocks:
                free(block)
            if code not in (engine.OK, engine.DONE):
                return code
        return 0

    def bind(self, statement, at, value):
        block = malloc(max(len(value.data), 1))
        ctypes.memmove(block, value.data, len(value.data))
        (bind_text if value.is_text else bind_blob)(statement, at, block, len(value.data), None)
        return block


def call(name, arguments):
    """The text of a call, and what is bound in it."""
    bound, written = [], []
    for one in arguments:
        if isinstance(one, values.Bound):
            bound.append(one)
        written.append('?%d' % len(bound) if isinstance(one, values.Bound) else one)
    return '%s(%s)' % (name, ', '.join(written)), tuple(bound)


def statements(listed, role, states, paths, full, chance):
    """All calls of a role. What another role could call is called, too, and must be refused."""
    own = {'state': [values.Bound(bytes.fromhex(one)) for one in states['state']],
           'parts': [values.text(one) for one in states['parts']]}
    usual = dict(values.USUAL, state=own['state'][0], parts=own['parts'][0], path=paths[0])
    choices = lambda parameter: values.of(parameter, own, paths)
    has = set(shared.names([line for line in listed if line.split()[0] == role],
                           ('function', 'aggregate', 'module')))
    for name in shared.names(listed, ('function', 'aggregate', 'module')):
        if role == 'bare' and name not in OF_LEDGER:
            continue
        whole, parameters = full and (name in has or role == 'bare'), shared.parameters(name)[0]
        table = ('%s module %s' % (role, name)) in listed or ('host module %s' % name) in listed
        for arguments in shared.lists(name, usual, choices, whole, chance):
            text, bound = call(name, arguments)
            yield Statement(name,
                            'SELECT %s%s' % ('* FROM ' if table else '',
                                             text
                                             + ('' if table
                                                else shared.source(name, arguments, 'a|k'))), bound)
        right = ', '.join(str(usual[one]) for one in parameters)
        text = '%s(%s)' % (name, right)
        for form in (forms.TABLES if table
                     else forms.CALLS) if whole else chance.sample(forms.TABLES if table
                                                                   else forms.CALLS, 3):
            made = form.format(f=name, m=name, args=right, call=text, t=text if parameters
                               else name, hidden=HIDDEN.get(name, 'name'))
            yield Statement(name, made if made.startswith(('PRAGMA', 'ATTACH'))
                            else 'BEGIN; %s; ROLLBACK' % made)
        if 'state' in parameters:
            for _ in range(3000 if whole else 10):
                arguments = [values.Bound(shared.bent(chance, chance.choice(own['state']).data))
                             if one == 'state' else usual[one] for one in parameters]
                text, bound = call(name, arguments)
                yield Statement(name, 'SELECT ' + text, bound)
        # A number, bytes or text where another is expected.
        if 'state' in parameters or 'parts' in parameters:
            for data in own['state'] + own['parts']:
                text, bound = call(name,
                                   [values.Bound(data.data, not data.is_text)
                                    if one in ('state', 'parts') else usual[one]
                                    for one in parameters])
                yield Statement(name, 'SELECT ' + text, bound)


def damaged(place, full, chance):
    """Ledgers that are almost one."""
    with open(place.kept, 'rb') as file:
        data = file.read()
    for at in range(300 if full else 5):
        path = os.path.join(place.folder, 'bent%d' % at)
        with open(path, 'wb') as file:
            file.write(shared.bent(chance, data))
        yield Statement('damaged',
                        "SELECT dp_open('%s'); SELECT visits(a), wards('a', a) FROM v; SELECT * "
                        "FROM dp_ask('q', '{\"g\": 1}'); SELECT * FROM dp_ask('k'); SELECT * "
                        "FROM dp_kept; SELECT * FROM dp_ledger; SELECT * FROM dp_questions"
                        % path)


def main():
    place = Place(os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2]))
    os.chdir(place.folder) # dp_create makes files
    os.mkfifo('fifo')
    states = ask(place.prepare)
    listed = ask(place.listed)
    if sys.argv[3] == 'list':
        print('\n'.join(listed))
        return
    full, chance = sys.argv[4] == 'full', random.Random(sys.argv[3])
    wrong = shared.compare(listed, os.path.join(HERE, 'reachable.txt'))
    paths = [values.text(one)
             for one in (place.ledger, place.private, os.path.join(place.folder, 'new'),
                         place.folder, 'fifo', ':memory:', '', 'file:x?mode=memory',
                         place.ledger + '-lock', '/' * 5000)]
    number = 0
    for role in ('host', 'bare', 'reader', 'unserved'):
        began, runner = time.time(), Runner(role)
        todo = (list(statements(listed, role, states, paths, full, chance))
                + (list(damaged(place, full, chance)) if role == 'bare' else []))
        runner.run(lambda role=role: Engine(place, role), todo)
        silent = sorted({one.name for one in todo} - runner.succeeded)
        print('%s: %d statements, %.1f s, %d wrong; without success: %s'
              % (role, runner.number, time.time() - began, len(runner.wrong), ' '.join(silent)),
              file=sys.stderr)
        wrong += runner.wrong
        number += runner.number
    print(''.join('FAIL %s\n' % one[:900] for one in wrong[:40]), end='')
    print('surface: %d passed, %d failed' % (number - len(wrong), len(wrong)))
    sys.exit(bool(wrong))


if __name__ == '__main__':
    main()
