"""Two sessions of the reader that fail because of each other: what the errors tell."""
import time


def setup(one, own):
    one.ask('CREATE TABLE %s.d(i int PRIMARY KEY, n int); INSERT INTO %s.d VALUES (1, 0), (2, 0)'
            % (own, own))


def deadlock(one, two, own):
    """The first session waits, and finds no deadlock. The second one then ends the deadlock."""
    for session, row in ((one, 1), (two, 2)):
        session.ask('BEGIN')
        session.ask('UPDATE %s.d SET n = n + 1 WHERE i = %d' % (own, row))
    one.send('UPDATE %s.d SET n = n + 1 WHERE i = 2' % own)
    time.sleep(0.2) # deadlock_timeout is 50 ms
    out = two.ask('UPDATE %s.d SET n = n + 1 WHERE i = 1' % own).text()
    two.ask('ROLLBACK')
    out += one.receive().text()
    one.ask('ROLLBACK')
    return out


def serialization(one, two, own, level):
    for session in (one, two):
        session.ask('BEGIN ISOLATION LEVEL ' + level)
        session.ask('SELECT sum(n) FROM %s.d' % own)
    one.ask('UPDATE %s.d SET n = n + 1 WHERE i = 1' % own)
    out = one.ask('COMMIT').text()
    out += two.ask('UPDATE %s.d SET n = n + 1 WHERE i = %d' % (own, 1 if level.startswith('R')
                                                               else 2)).text()
    return out + two.ask('COMMIT').text() + two.ask('ROLLBACK').text()


def lock_timeout(one, two, own):
    one.ask('BEGIN')
    one.ask('UPDATE %s.d SET n = 0' % own)
    out = two.ask('UPDATE %s.d SET n = 0 /* no wait */ WHERE i = (SELECT i FROM %s.d WHERE i = 1 '
                  'FOR UPDATE NOWAIT)' % (own, own)).text()
    one.ask('ROLLBACK')
    return out


def observe(one, two, book, own):
    setup(one, own)
    book.add('deadlock', deadlock(one, two, own))
    for level in ('REPEATABLE READ', 'SERIALIZABLE'):
        book.add('serialization failure, ' + level, serialization(one, two, own, level))
    book.add('a lock that is not available', lock_timeout(one, two, own))
    one.send("SELECT dp_count(*) FROM visit_private WHERE ward = 'eye' UNION ALL SELECT count(*) "
             "FROM generate_series(1, 1000000000)")
    time.sleep(0.3)
    one.cancel()
    book.add('a cancelled query', one.receive().text())
