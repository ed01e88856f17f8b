#!/usr/bin/env python3
"""Makes one side of a comparison in a running cluster, and sees it as readers do. Usage, with
PGHOST:

    observe.py write SIDE              what the superuser writes before the restart
    observe.py read SIDE FORM FILE     asks as the fenced reader and then as the control, and writes
    what they saw to the file. FORM is short or full"""
import os
import sys
import time

sys.path.insert(1, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..'))

import contention
import counters
import explain
import functions
import objects
import plans
import questions
import relations
import sides
from book import Book
from wire import Session

DATABASE = 'hunt'
# What the control reads in a short hunt.
SHORT_CONTROL = ('pg_catalog.pg_class', 'pg_catalog.pg_stat_all_tables')
ROLES = ('fenced', 'watcher') # behind the fence, and the control
VERBOSE = 'HUNT_VERBOSE' in os.environ


def run(session, sql):
    reply = session.ask(sql)
    if reply.error:
        sys.exit('%s: %s' % (sql[:200], reply.error))
    return reply


class Planner:
    """Sessions of a role that see when plans are made."""

    def __init__(self, role):
        self.role = role
        self.session, self.within, self.looping, self.fresh = (Session(role, DATABASE)
                                                               for _ in range(4))
        plans.prepare(self.session, role)
        plans.prepare(self.within, role)
        self.within.ask('BEGIN')
        self.named = {name: Session(role, DATABASE) for name in plans.NAMES}

    def before(self, step):
        for name, session in self.named.items():
            if step == plans.step_of(name):
                plans.parse_name(session, self.role, name)

    def begin_loops(self):
        plans.begin_loops((self.looping, self.fresh), self.role)

    def end_loops(self, book):
        book.prefix = '%s, ' % self.role
        plans.end_loops((self.looping, self.fresh), book)

    def after(self, book, step):
        book.prefix = '%s, ' % self.role
        for name, session in self.named.items():
            if step == plans.step_of(name):
                plans.observe_name(session, self.looping, book, self.role, name)

    def observe(self, book, step):
        book.prefix = '%s, ' % self.role
        plans.observe(self.session, book, self.role, step, 'step %d' % step)
        plans.observe(self.within, book, self.role, step, 'step %d, in a transaction' % step)

    def close(self):
        for session in (self.session, self.within, self.looping, self.fresh, *self.named.values()):
            session.close()


class Look:
    """What one role sees of one side."""

    def __init__(self, admin, book, role, form):
        self.admin, self.book, self.role, self.full = admin, book, role, form == 'full'
        self.major = int(admin.ask('SHOW server_version_num').rows[0][0]) // 10000
        self.fenced = role == 'fenced'
        self.values = functions.find_values(admin)
        self.functions = functions.list_all(admin, self.full and self.fenced)
        self.relations = relations.list_all(admin)
        if not self.full:
            self.relations = [one for one in self.relations
                              if not one[0].startswith('information_schema.')
                              and (self.fenced or one[0] in SHORT_CONTROL)]
        self.calls = 0
        self.uncallable = 0
        self.began = time.time()

    def open(self, database=DATABASE, **parameters):
        return Session(self.role, database, **parameters)

    def say(self, what):
        if self.full or VERBOSE:
            print('    %s %s: %.1f s' % (self.role, what, time.time() - self.began),
                  file=sys.stderr)
        self.began = time.time()

    def everything(self, session, when, most=40):
        self.book.prefix = '%s, %s: ' % (self.role, when)
        number, self.uncallable = functions.observe(session, self.book, self.functions, self.values,
                                                    most)
        self.say(when + ', functions')
        self.calls += number + relations.observe(session, self.book, self.relations)
        self.say(when + ', relations')

    def within(self, session):
        """Counters of a transaction, in the transaction of a question."""
        self.book.prefix = '%s, within: ' % self.role
        names = [name for name, kinds in self.functions if name.startswith('pg_stat_get_')
                 and kinds in ([], ['oid'])]
        some = [(name, kinds) for name, kinds in self.functions if name in names]
        session.ask('BEGIN')
        session.ask("SELECT dp_count(*) FROM visit_private WHERE ward = 'eye'")
        for name, kinds in some:
            sql = 'SELECT * FROM pg_catalog.%s(%s)' % (name, self.values['visit'] if kinds else '')
            reply = session.ask_all(['SAVEPOINT s', sql, 'ROLLBACK TO s'])[1]
            self.book.add_cells('function %s(%s)' % (name, ', '.join(kinds)), reply)
        session.ask('ROLLBACK')

    def between(self, session, name):
        self.book.prefix = '%s, ' % self.role
        counters.observe(session, self.book, self.role, name, 0)

    def ask(self, session):
        self.book.prefix = '%s, ' % self.role
        objects.setup(session, self.book, self.role)
        self.book.add('greeting', session.greeting.text())
        counters.observe(session, self.book, self.role, 'the beginning', 0)
        self.book.prefix = '%s, ' % self.role
        questions.observe(session, self.book, self.role,
                          lambda name: self.ask_between(session, name))
        counters.pages(session, self.book)
        self.say('questions')
        self.calls += explain.observe(session, self.book, self.role, self.major, not self.full)
        self.say('explain')
        objects.observe(session, self.book, self.role, 1)
        objects.observe_debug(session, self.book, self.role)
        if self.full or self.fenced:
            other = self.open()
            contention.observe(session, other, self.book, self.role)
            other.close()
        self.say('objects and contention')

    def ask_between(self, session, name):
        counters.observe(session, self.book, self.role, name, 0)

    def fast_path(self, session):
        self.book.prefix = '%s, fast path: ' % self.role
        reply = self.admin.ask("SELECT oid, oid::regprocedure FROM pg_proc WHERE pronamespace = "
                               "'pg_catalog'::regnamespace AND prokind = 'f' AND NOT proretset AND "
                               "pronargs <= 1 "
                               "AND provolatile <> 'i' AND coalesce(proargtypes[0], 26) IN (26, "
                               "2205) ORDER BY oid::regprocedure::text")
        for oid, name in reply.rows:
            if not functions.is_skipped(name.split('(')[0]):
                self.book.add(name, session.call(int(oid), [] if name.endswith('()')
                                                 else [self.values['visit']]).brief())

    def writes(self, session, side):
        """What the superuser writes while the session is open."""
        self.book.prefix = '%s, ' % self.role
        planners = [Planner(role) for role in ROLES]
        for step, sql in enumerate(sides.during(side)):
            for planner in planners:
                planner.before(step)
                if step == 1:
                    planner.begin_loops()
            if step == 1:
                time.sleep(0.4)
            run(self.admin, sql)
            self.book.prefix = '%s, step %d: ' % (self.role, step)
            objects.observe(session, self.book, self.role, 0, ['a sequence'])
            for planner in planners:
                if step == 1:
                    planner.end_loops(self.book)
                if not sides.is_at_the_edge(side): # planners write
                    planner.after(self.book, step)
                    if self.full or step == 1:
                        planner.observe(self.book, step)
        for planner in planners:
            planner.close()
        numbers(self.admin, self.book)
        self.book.prefix = '%s, ' % self.role
        objects.observe(session, self.book, self.role, 3)
        counters.observe(session, self.book, self.role, 'writes', 1)

    def all(self, side):
        session = self.open()
        self.ask(session)
        if self.full or self.fenced:
            self.everything(session, 'same session')
            self.within(session)
        if self.fenced:
            self.writes(session, side)
        if self.full:
            self.everything(session, 'same session, later')
        session.close()
        session = self.open(options='-c client_min_messages=debug1 -c '
                                    'default_transaction_isolation=repeatable\\ read')
        self.book.prefix = '%s, new session, ' % self.role
        self.book.add('greeting', session.greeting.text())
        objects.observe(session, self.book, self.role, 2)
        if self.full or not self.fenced:
            self.everything(session, 'new session')
        if self.full:
            self.fast_path(session)
        session.close()
        if self.full and self.fenced: # a database without the extension
            session = self.open('postgres')
            self.everything(session, 'another database', 10)
            session.close()
        self.book.prefix = '%s, ' % self.role
        try:
            self.open(replication='database').close()
        except (ConnectionError, AttributeError):
            pass
        self.say('the rest')


def numbers(admin, book):
    """The next OID and the next number of a transaction, for compare.py."""
    book.prefix = 'numbers: '
    for name, sql in (('oid', 'SELECT lo_create(0)'), ('xid', 'SELECT pg_current_xact_id()')):
        book.add(name, admin.ask(sql).rows[0][0])


def read(side, form, path):
    admin = Session('postgres', DATABASE)
    book = Book()
    numbers(admin, book)
    for role in ROLES:
        session = Session(role, DATABASE)
        for sql in (questions.OWN, plans.SETUP):
            run(session, sql.replace('{own}', role))
        session.close()
    for role in ROLES:
        look = Look(admin, book, role, form)
        look.all(side)
        if form == 'full':
            print('    %s: %d calls and statements; functions that SQL cannot call: %d'
                  % (role, look.calls, look.uncallable), file=sys.stderr)
    numbers(admin, book)
    admin.close()
    book.save(path)


def main():
    if sys.argv[1] == 'write':
        admin = Session('postgres', DATABASE)
        for sql in sides.before(sys.argv[2]):
            run(admin, sql)
        admin.close()
    else:
        read(*sys.argv[2:5])


if __name__ == '__main__':
    main()
