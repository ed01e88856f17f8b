#!/usr/bin/env python3
"""Calls every function of the extension that a role can reach, with values of each type in each
place, as a plain call, as an aggregate, by the fast path and as a part of the role's own objects.
Usage, with PGHOST:

    surface.py SEED FORM LOG     FORM is short (some values, chosen by SEED) or full; LOG is the
    server's log surface.py list              prints the list that reachable.txt must be

Fails if the server crashed, if a sanitizer or an assertion spoke, if a call failed with an internal
error (SQLSTATE XX000), or if what can be reached is not what reachable.txt says."""
import os
import random
import re
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(1, os.path.join(HERE, '..'))

import calls
import made
import states
from wire import Session

DATABASE = 'surface'
# No rights; behind the fence; a member of indp_owner.
ROLES = ('stranger', 'fenced', 'keeper', 'postgres')
CRASH = re.compile(r'AddressSanitizer|UndefinedBehaviorSanitizer|runtime error:|TRAP: |terminated '
                   r'by signal|PANIC|Assertion')
AT_ONCE = 40


def say(text):
    print(text, file=sys.stderr)


# Internal errors of PostgreSQL's own functions, which read an argument from bytes.
OF_POSTGRESQL = ('unsupported jsonb version number',)


class Runner:
    """Runs statements as a role, one by one, and remembers which failed in a way they must not."""

    def __init__(self, role):
        self.role, self.session, self.wrong, self.number, self.succeeded = role, None, [], 0, set()

    def connect(self):
        for _ in range(100): # a server that has crashed restarts
            try:
                self.session = Session(self.role, DATABASE, options='-c client_min_messages=error')
                if not self.session.greeting.error:
                    return
            except OSError:
                pass
            time.sleep(0.2)
        sys.exit('surface: the server does not come back')

    def run(self, statements):
        """Each statement comes as (what it tests, a function that sends it). Those of a batch are
        sent before the first answer is read."""
        todo = list(statements)
        while todo:
            if self.session is None:
                self.connect()
            batch, todo = todo[:AT_ONCE], todo[AT_ONCE:]
            answered = 0
            try:
                for _, send in batch:
                    send(self.session)
                for what, _ in batch:
                    reply = self.session.receive()
                    if self.session.raw[-1][0] != 'Z':
                        raise ConnectionError(reply.error)
                    answered += 1
                    self.note(what, reply)
            except OSError as error:
                self.wrong.append('%s: the session ended (%s): %s'
                                  % (self.role, error, batch[answered][0]))
                self.session = None
                todo = batch[answered + 1:] + todo
            self.number += answered

    def note(self, what, reply):
        if not reply.error:
            self.succeeded.add(what.name)
        elif (reply.error.get('C') == 'XX000'
              and not reply.error.get('M', '').startswith(OF_POSTGRESQL)):
            self.wrong.append('%s: internal error "%s": %s' % (self.role, reply.error.get('M'),
                                                               what))


def reachable(admin, role):
    """The extension's functions that the role may execute."""
    reply = admin.ask("SELECT p.oid, p.oid::regproc, p.oid::regprocedure, p.prokind, p.proretset, "
                      "p.provariadic <> 0, "
                      "(SELECT string_agg(format_type(t, NULL), '|' ORDER BY i) FROM "
                      "unnest(p.proargtypes::oid[]) WITH ORDINALITY a(t, i)), "
                      "array_to_string(p.proargnames, '|', '') "
                      "FROM pg_proc p JOIN pg_depend d ON d.classid = 'pg_proc'::regclass AND "
                      "d.objid = p.oid AND d.deptype = 'e' JOIN pg_extension e ON e.oid = "
                      "d.refobjid "
                      "WHERE e.extname = 'indp' AND has_function_privilege('%s', p.oid, 'EXECUTE') "
                      "AND has_schema_privilege('%s', p.pronamespace, 'USAGE') ORDER BY 3"
                      % (role, role))
    return [calls.Function(*row) for row in reply.rows]


def compare_lists(admin, path):
    """What is reachable, compared with reachable.txt both ways."""
    major = int(admin.ask('SHOW server_version_num').rows[0][0]) // 10000
    with open(path) as file:
        lines = [line.rstrip('\n').partition(' since ') for line in file if line.strip()
                 and not line.startswith('#')]
    known = {line for line, _, since in lines if major >= int(since or 0)}
    found = set(listed(admin))
    return (['not in reachable.txt: ' + line for line in sorted(found - known)]
            + ['in reachable.txt, but not reachable: ' + line for line in sorted(known - found)])


def listed(admin):
    with open(os.path.join(HERE, 'lists.sql')) as file:
        admin.ask("SET search_path = public")
        return [row[0] for row in admin.ask(file.read()).rows]


def main():
    admin = Session('postgres', DATABASE)
    if sys.argv[1] == 'list':
        print('\n'.join(listed(admin)))
        return
    seed, form, log = sys.argv[1:4]
    chance = random.Random(seed)
    wrong = []
    own = states.make(admin)
    for role in ROLES:
        functions = reachable(admin, role)
        runner = Runner(role)
        for name, statements in (('calls', calls.statements(functions, own, form == 'full',
                                                            chance)),
                                 ('fast path', calls.fast_path(functions, chance)),
                                 ('made', made.statements(functions, role, form == 'full',
                                                          chance)),
                                 ('corrupted', states.corrupted(functions, own, form == 'full',
                                                                chance))):
            began, before = time.time(), runner.number
            runner.run(statements)
            say('%s, %s: %d statements, %.1f s' % (role, name, runner.number - before,
                                                   time.time() - began))
        silent = sorted({function.identity for function in functions} - runner.succeeded)
        say('%s: %d functions, no success: %s' % (role, len(functions), '; '.join(silent)))
        wrong += runner.wrong
    wrong += compare_lists(admin, os.path.join(HERE, 'reachable.txt'))
    with open(log, errors='replace') as file:
        wrong += ['the log: ' + line.strip() for line in file if CRASH.search(line)]
    print(''.join(one[:600] + '\n' for one in wrong[:60]), end='')
    sys.exit(1 if wrong else 0)


if __name__ == '__main__':
    main()
