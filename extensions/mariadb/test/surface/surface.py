#!/usr/bin/env python3
"""Calls every function of the extension on a server, with values of every type in every place.
Usage, after install.sql and data.sql:

    surface.py INDP.so FOLDER SEED FORM     FOLDER has the server's socket and its log; FORM is
    short (some calls, chosen by SEED) or full
    surface.py INDP.so FOLDER list          prints the list that reachable.txt must be

Fails if the server crashes, if a sanitizer speaks, if the server reports an internal error or ends
a session, or if what is there is not what reachable.txt says."""
import os
import random
import re
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, '..', '..', '..', 'test', 'surface'))

import forms
import shared
import values
from children import SPOKE, Statement

ENDS = ('_init', '_deinit', '_clear', '_add', '_remove', '_reset', '')
# The session ended; out of memory; unknown, internal, of a storage engine.
WRONG = re.compile(r'^ERROR (2002|2006|2013|2055|1927|1037|1041|1105|1815|1030) |Can.t '
                   r'connect|[Ii]nternal error')
LOG = re.compile(SPOKE.pattern + r'|got signal|\[FATAL\]')
OPENED = ["SET SESSION max_statement_time = 20", "SET @v = 1", "SET @b = x'00ff'"]
SHOW = {'aggregate': "SELECT name, CASE ret WHEN 0 THEN 'text' WHEN 1 THEN 'real' WHEN 2 THEN "
                     "'integer' ELSE ret END, type, dl FROM mysql.func",
        'plugin': "SELECT plugin_name FROM information_schema.all_plugins WHERE plugin_library = "
                  "'indp.so' AND plugin_status = 'ACTIVE'",
        'routine': "SELECT CONCAT(routine_schema, '.', routine_name) FROM "
                   "information_schema.routines WHERE routine_schema NOT IN ('sys', 'mysql', "
                   "'surface', 'test')",
        'variable': "SELECT variable_name FROM information_schema.system_variables WHERE "
                    "variable_name LIKE '%dp\\_%'"}


class Server:
    def __init__(self, folder):
        self.folder, self.socket = folder, os.path.join(folder, 'socket')

    def client(self, user, statements, *options):
        """Runs statements, each on a line. Returns the output and the messages."""
        run = subprocess.run(['mariadb', '--no-defaults', '--user=' + user,
                              '--socket=' + self.socket, '--batch', '--skip-column-names',
                              '--default-character-set=utf8mb4', '--delimiter=;;', *options,
                              *([] if user == 'root' else ['surface'])],
                             input=''.join(one + ';;\n' for one in statements).encode(),
                             stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
        return run.stdout.decode('utf-8', 'replace'), run.stderr.decode('utf-8', 'replace')

    def rows(self, sql):
        out, messages = self.client('root', [sql])
        if messages:
            sys.exit('surface: %s: %s' % (sql, messages))
        return [line.split('\t') for line in out.splitlines()]


def listed(server, extension):
    """The functions with the symbols that belong to each, and what belongs to none."""
    symbols, out = set(shared.exported(extension)), []
    for name, result, kind, library in server.rows(SHOW['aggregate']):
        mine = [name + end for end in ENDS if name + end in symbols]
        symbols -= set(mine)
        out.append('everyone %s %s gives %s, %s: %s' % (kind, name, result, library,
                                                        ' '.join(one[len(name):] or 'itself'
                                                                 for one in mine)))
    out += ['export ' + name for name in symbols]
    for what in ('plugin', 'routine', 'variable'):
        out += ['everyone %s %s' % (what, row[0]) for row in server.rows(SHOW[what])]
    return sorted(out)


def own(server):
    """States of each kind and with other rows, and parts of releases, as literals."""
    states, parts = [], []
    for name in shared.STATES:
        for column in ('x', 'NULL', 'c_char'):
            call = ('dp_%s_state(%s)'
                    % (name, ', '.join(column if one == 'x' else values.USUAL[one]
                                       for one in shared.parameters('dp_%s_state' % name)[0])))
            ((state,),) = server.rows('SELECT hex(%s) FROM surface.v' % call)
            states.append(state)
            if name in ('avg', 'var', 'stddev'):
                parts.append("'%s'" % server.rows("SELECT dp_release_parts(x'%s', 1)"
                                                  % state)[0][0])
    return states, parts


def statements(listed, states, parts, user, full, chance):
    literals = ["x'%s'" % one for one in states]
    for name in shared.names(listed, ('function', 'aggregate')):
        parameters = shared.parameters(name)[0]
        kind = {'mode': 'mode', 'counts': 'histogram', 'quantiles': 'median',
                'parts': 'avg'}.get(name[11:], 'sum')
        usual = dict(values.USUAL, state=literals[shared.STATES.index(kind) * 3], parts=parts[0])
        right = ', '.join(usual[one] for one in parameters)
        call = '%s(%s)' % (name, right)
        for form in forms.FORMS if full else chance.sample(forms.FORMS, 3):
            yield Statement(name,
                            form.format(f=name, args=right, call=call,
                                        quoted=call.replace("'", "''"),
                                        marks=', '.join('?' * len(parameters)),
                                        vs=', '.join(['@v'] * len(parameters)) or '@v'))
        if user == 'keeper': # rights change what objects can be made, and no values
            continue
        for arguments in shared.lists(name, usual,
                                      lambda parameter: values.of(parameter, literals, parts), full,
                                      chance):
            yield Statement(name, 'SELECT length(%s(%s))%s' % (name, ', '.join(arguments),
                                                               shared.source(name, arguments,
                                                                             r'x|k|c_\w+')))
        if 'state' in parameters:
            for _ in range(2000 if full else 10):
                bent = "x'%s'" % shared.bent(chance, bytes.fromhex(chance.choice(states))).hex()
                yield Statement(name,
                                'SELECT length(%s(%s))'
                                % (name, ', '.join(bent if one == 'state' else usual[one]
                                                   for one in parameters)))
            columns = ', '.join('b' if one == 'state' else usual[one] for one in parameters)
            # Many values at once, with NULL and other states between them.
            for _ in range(100 if full else 2):
                some = [chance.choice(literals + ['NULL']
                                      + ["x'%s'"
                                         % shared.bent(chance,
                                                       bytes.fromhex(chance.choice(states))).hex()])
                        for _ in range(20)]
                yield Statement(name, 'SELECT length(%s(%s)) FROM (%s) t'
                                % (name, columns,
                                   ' UNION ALL '.join('SELECT %s b' % one for one in some)))


def run(server, user, todo):
    """Runs all statements in one session. Returns what was wrong, and the names of functions of
    which a call succeeded."""
    lines, of = list(OPENED), [None] * len(OPENED)
    for statement in todo:
        for part in statement.sql.split(' ;; '):
            lines.append(part)
            of.append(statement)
    lines.append("SELECT 'the session works'")
    of.append(None)
    out, messages = server.client(user, lines, '--force')
    wrong, failed = [], set()
    for line in messages.splitlines():
        at = re.match(r'ERROR \d+ \(\w+\) at line (\d+)', line)
        statement = of[int(at.group(1)) - 1] if at else None
        failed.add(statement)
        if WRONG.search(line):
            wrong.append('%s: %s: %s' % (user, line[:200], lines[int(at.group(1)) - 1]
                                         if at else ''))
            if 'ERROR 20' in line or "Can't connect" in line: # what follows is the same
                break
    if not wrong and not out.endswith('the session works\n'):
        wrong.append('%s: the session ended: %s' % (user, messages[-300:]))
    return wrong, {statement.name for statement in todo if statement not in failed}


def main():
    extension, server = sys.argv[1], Server(sys.argv[2])
    there = listed(server, extension)
    if sys.argv[3] == 'list':
        print('\n'.join(there))
        return
    full, chance = sys.argv[4] == 'full', random.Random(sys.argv[3])
    wrong, number = shared.compare(there, os.path.join(HERE, 'reachable.txt')), 0
    states, parts = own(server)
    # One who may only read, and one who may make objects in a database.
    for user in ('guest', 'keeper'):
        began, todo = time.time(), list(statements(there, states, parts, user, full, chance))
        found, succeeded = run(server, user, todo)
        print('%s: %d statements, %.1f s, %d wrong; without success: %s'
              % (user, len(todo), time.time() - began, len(found),
                 ' '.join(sorted({one.name for one in todo} - succeeded))), file=sys.stderr)
        wrong += found
        number += len(todo)
    with open(os.path.join(server.folder, 'log'), errors='replace') as file:
        wrong += ['the log: ' + line.strip() for line in file if LOG.search(line)][:5]
    print(''.join('FAIL %s\n' % one[:900] for one in wrong[:40]), end='')
    print('surface: %d passed, %d failed' % (number - len(wrong), len(wrong)))
    sys.exit(bool(wrong))


if __name__ == '__main__':
    main()
