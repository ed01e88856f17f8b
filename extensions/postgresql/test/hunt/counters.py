"""What is looked at after each question: counters that a session can read quickly. The fence
refuses most of them; the control reads them."""
import objects

STATEMENTS = [
    'SELECT pg_stat_force_next_flush()', # so that the counters below are exact
    'SELECT pg_stat_get_buf_alloc()',
    "SELECT * FROM pg_stat_get_slru()",
    "SELECT backend_type, object, context, reads, hits, extends FROM pg_stat_io WHERE backend_type "
    "= 'client backend' AND context = 'normal'",
    'SELECT pg_current_wal_insert_lsn()',
    "SELECT pg_relation_size('visit'), pg_total_relation_size('stay_other')",
    "SELECT relname, relpages, reltuples, relfrozenxid FROM pg_class WHERE relname ~ "
    "'^(visit|stay|part|patient)'",
    "SELECT relname, n_live_tup, n_dead_tup, n_tup_del FROM pg_stat_all_tables WHERE relname ~ "
    "'^(visit|stay|part|patient)'",
    "SELECT relname, seq_tup_read FROM pg_stat_all_tables WHERE relname ~ "
    "'^(visit|stay|part|patient)'",
    'SELECT blks_hit, tup_returned, tup_fetched FROM pg_stat_database WHERE datname = '
    'current_database()',
    'SELECT pg_current_xact_id_if_assigned(), pg_current_snapshot()',
    'SELECT locktype, relation, page, tuple, mode FROM pg_locks WHERE relation > 16384',
    'SELECT name, total_bytes, free_bytes FROM pg_backend_memory_contexts',
    'SELECT calls FROM pg_stat_user_functions',
]
WAYS = ['xmin of a record', 'session', 'OID of a temporary table']


def observe(session, book, own, when, n):
    for sql, reply in zip(STATEMENTS, session.ask_all(STATEMENTS)):
        book.add('after %s: %s' % (when, sql), reply.brief())
    prefix, book.prefix = book.prefix, '%safter %s: ' % (book.prefix, when)
    objects.observe(session, book, own, n, WAYS)
    book.prefix = prefix


def pages(session, book):
    """How many pages one question reads, by what pg_stat_io counts before and after it: the least
    of several times, since the first ones read catalogs, too."""
    counts = []
    for _ in range(8):
        session.ask('SELECT pg_stat_force_next_flush()')
        reply = session.ask("SELECT sum(reads + hits) FROM pg_stat_io WHERE backend_type IN "
                            "('client backend', 'background worker')")
        counts.append(reply.error['C'] if reply.error else int(reply.rows[0][0]))
        session.ask("SELECT dp_count(*) FROM visit_private WHERE ward = 'eye'")
        session.ask("SELECT dp_count(*) FROM stay_private WHERE ward = 'eye'")
    refused = [one for one in counts if isinstance(one, str)]
    book.add('pages of a question', refused[0] if refused
             else str(min(after - before for before, after in zip(counts[2:], counts[3:]))))
