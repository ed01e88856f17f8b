#!/usr/bin/env python3
"""Makes one side of a comparison, and sees it as readers do, with hunt/seeded.c preloaded. Usage:

    observe.py owner SIDE FOLDER          makes the private database and the ledger in FOLDER
    observe.py READER SIDE FOLDER FORM OUT  sees them as a reader, and adds to the file OUT what was
    seen: names of observations with texts. FORM is short or full

Each reader has a process of its own, as has the owner:

    fenced     a reader's connection to a file, made by dp_reader
    memory     one to :memory:, made by indp_sqlite_reader
    opened     one whose authorizer and limit were removed afterwards
    control    an ordinary connection to which the private database is attached

Besides what these see, the names of observations begin with

    answer     the values that a question released, which may differ
    ledger     what a session of `fenced` leaves in the ledger and in the folder
    host       counters that only a host can ask for, which may differ"""
import json
import os
import re
import subprocess
import sys

import corpus
import engine
import questions
import sides

EXTENSION = os.path.abspath(os.environ.get('INDP_SQLITE', 'build/sqlite/indp.so'))
# EXPLAIN shows where a virtual table is in memory. test/reader.c tests these addresses, in
# processes whose memory is equal but for what one of them used.
ADDRESS = re.compile(r'vtab:[0-9A-F]+')
NAMES = ('private', 'ledger', 'reader', 'own')


class Look:
    """What one reader sees of one side."""

    def __init__(self, book, reader, connection, folder):
        self.book, self.reader, self.connection, self.folder = book, reader, connection, folder
        self.step = ''

    def add(self, name, value):
        self.book.setdefault(name.replace(self.folder, '$F'), []).append(value)

    def see(self, sql, seed=True):
        """Runs a text, and keeps what it shows but a released answer."""
        if seed:
            engine.reseed(len(sql))
        seen = self.connection.run(sql)
        self.add('%s%s: %s' % (self.reader, self.step, sql), seen.all())
        self.add('host, %s: %s' % (self.reader, sql), repr(seen.counters))

    def ask(self, question, sql):
        engine.reseed(len(sql))
        seen = self.connection.run(sql)
        name = '%s%s: %s' % (self.reader, self.step, sql)
        answered = not any(': error ' in line for line in seen.lines)
        if not answered or questions.is_elsewhere(question):
            self.add(name, seen.all())
        else:
            self.add(name, seen.shape(1))
            self.add('answer, %s' % name, seen.values())
        self.add('host, %s: %s' % (self.reader, sql), repr(seen.counters))

    def session(self):
        """What the session knows of itself, after a question."""
        for sql in corpus.SESSION:
            self.see(sql, False)

    def all_questions(self, form):
        for question, sql in questions.asked():
            self.ask(question, sql)
            if form == 'full' or question in ('total', 'mean'):
                self.session()
        for sql in questions.WRONG:
            self.see(sql)
        for sql in questions.around(questions.QUESTIONS if form == 'full' else ('total', 'counts')):
            self.see(sql)
            self.connection.end()
        self.session()
        self.add('host, %s' % self.reader, repr(self.connection.counters()))


def statements(plain, form, is_fenced, paths):
    lists = [corpus.functions(plain), corpus.pragmas(plain, is_fenced), corpus.modules(plain)]
    if form == 'short':
        lists = [corpus.short(one) for one in lists]
    return (sum(lists, []) + corpus.tables() + corpus.OWN
            + corpus.databases(paths['private'], paths['ledger']))


def fenced(path, paths):
    connection = engine.Connection(path)
    connection.load(EXTENSION, 'sqlite3_indpreader_init')
    connection.rows("SELECT dp_reader('%s', '%s')" % (paths['private'], paths['ledger']))
    return connection


def connect(reader, paths):
    if reader == 'control':
        out = engine.Connection(paths['own'])
        out.rows("ATTACH '%s' AS private" % paths['private'])
        return out
    if reader == 'memory':
        out = engine.Connection(':memory:')
        out.load(EXTENSION, 'sqlite3_indp_init')
        out.serve(EXTENSION, paths['private'], paths['ledger'])
        return out
    out = fenced(paths['reader'] if reader == 'fenced' else ':memory:', paths)
    if reader == 'opened':
        out.open_fence()
    return out


def look_at_ledger(book, folder, paths):
    plain = engine.Connection(paths['ledger'])
    for name, sql in [(row[0], 'SELECT * FROM %s' % row[0])
                      for row
                      in plain.rows("SELECT name FROM sqlite_master WHERE type = "
                                    "'table'")] + [('file', 'PRAGMA page_count'),
                                                   ('free', 'PRAGMA freelist_count')]:
        book['ledger, ' + name] = [plain.run(sql).all()]
    plain.close()
    with open(paths['ledger'], 'rb') as file:
        book['ledger, bytes'] = [file.read().hex()]
    mine = [one for one in sorted(os.listdir(folder)) if not one.startswith('private')]
    book['ledger, files'] = ['%s %d' % (one, os.stat(os.path.join(folder, one)).st_size)
                             for one in mine]


def be_owner(side, paths, when):
    """The owner's statements before readers come, or while they are connected."""
    owner = engine.Connection(paths['private'])
    if when == 'before':
        owner.load(EXTENSION, 'sqlite3_indp_init')
    for sql in getattr(sides, when)(side):
        owner.rows(sql)
    if when == 'before':
        questions.declare(owner, paths['ledger'])
    owner.close()


def be_opened(look, paths):
    for question, sql in questions.asked()[:3]:
        look.ask(question, sql)
    for sql in corpus.databases(paths['private'], paths['ledger']):
        look.see(sql)


def be_reader(look, side, form, paths):
    plain = engine.Connection(':memory:')
    look.step = ', before'
    look.all_questions(form)
    subprocess.run([sys.executable, __file__, 'owner', side, look.folder, 'during'], check=True)
    look.step = ', after'
    look.all_questions(form)
    look.step = ''
    for sql in statements(plain, form, look.reader != 'control', paths):
        look.see(sql)
    look.session()
    look.all_questions('short')
    if look.reader != 'control':
        other = Look(look.book, look.reader, fenced(':memory:', paths), look.folder)
        other.step = ', another connection'
        other.all_questions('short')


def be_asker(look, side, paths):
    """Only asks, as what is known to fail then changes everything that follows."""
    owner = engine.Connection(paths['private'])
    if side == 'writing':
        owner.rows('BEGIN EXCLUSIVE')
    for question, sql in questions.asked():
        look.ask(question, sql)
    for sql in questions.WRONG:
        look.see(sql)
    owner.close()


def main():
    who, side, folder = sys.argv[1:4]
    paths = {name: os.path.join(folder, name) for name in NAMES}
    engine.reseed(1)
    if who == 'owner':
        be_owner(side, paths, sys.argv[4] if sys.argv[4:] else 'before')
        return
    form, out = sys.argv[4:]
    book = {}
    look = Look(book, who, connect(who, paths), folder)
    if who == 'opened':
        be_opened(look, paths)
    elif side in sides.ASKED:
        be_asker(look, side, paths)
    else:
        be_reader(look, side, form, paths)
    look.connection.close()
    if who == 'fenced':
        look_at_ledger(book, folder, paths)
    texts = {name: ADDRESS.sub('vtab:#', '\n'.join(values)) for name, values in book.items()}
    if os.path.exists(out):
        with open(out, encoding='utf-8') as file:
            texts = {**json.load(file), **texts}
    with open(out, 'w', encoding='utf-8') as file:
        json.dump(texts, file)


if __name__ == '__main__':
    main()
