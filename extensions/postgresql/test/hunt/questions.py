"""What a reader asks. In a question with `whole`, the answer must not depend on the person, whose
ward is `skin`; of the others only the outline is compared, without the contents of cells."""

ELSEWHERE = "ward = 'eye'"

# (name, compare the whole answer, statements)
QUESTIONS = [
    ('count', True, ["SELECT dp_count(*) FROM visit_private WHERE " + ELSEWHERE]),
    ('sums', True,
     ["SELECT dp_sum(cost), dp_avg(days), dp_median(cost), dp_mode(note) FROM visit_private "
      "WHERE " + ELSEWHERE]),
    ('filter', True,
     ["SELECT dp_count(*) FILTER (WHERE ward = 'heart'), dp_count(DISTINCT patient) FILTER (WHERE "
      "ward = 'eye') FROM stay_private"]),
    ('sorted by person', True,
     ["SELECT dp_count(*), dp_sum(cost) FROM stay_private WHERE " + ELSEWHERE]),
    ('a view', True, ["SELECT dp_count(*), dp_sum(cost) FROM parts_private WHERE " + ELSEWHERE]),
    ('texts', True,
     ["SELECT dp_count(*) FILTER (WHERE lower(note) || upper(note) LIKE '%a%b%c%d%e%' AND ward = "
      "'eye') FROM visit_private"]),
    ('groups', False, ["SELECT ward, dp_count(*), dp_sum(cost) FROM visit_private GROUP BY ward"]),
    ('all rows', False, ["SELECT dp_count(*), dp_sum(cost), dp_count(note) FROM visit_private",
                         "SELECT dp_count(*) FROM stay_private",
                         "SELECT dp_count(*) FROM parts_private"]),
    ('prepared', True,
     ["PREPARE asked(text) AS SELECT dp_count(*) FROM visit_private WHERE ward = $1"]
     + ["EXECUTE asked('eye')"] * 7 +
                       ["SET plan_cache_mode = force_generic_plan", "EXECUTE asked('eye')",
                        "RESET plan_cache_mode", "EXPLAIN EXECUTE asked('eye')"]),
    ('cursor', True,
     ["BEGIN", "DECLARE c SCROLL CURSOR WITH HOLD FOR SELECT ward, dp_count(*) FILTER (WHERE ward "
      "= 'eye') FROM stay_private GROUP BY ward", "FETCH 1 FROM c",
                      "MOVE 1 FROM c", "COMMIT", "FETCH ALL FROM c", "CLOSE c"]),
    ('kept', True,
     ["CREATE TEMP TABLE kept AS SELECT ward, dp_count(*) FILTER (WHERE days < 0) AS n FROM "
      "visit_private GROUP BY ward", "SELECT ctid, * FROM kept", "DROP TABLE kept"]),
    ('rolled back', True,
     ["BEGIN", "SAVEPOINT a", "SELECT dp_count(*) FROM visit_private WHERE " + ELSEWHERE,
      "ROLLBACK TO a", "SELECT 1/0", "ROLLBACK"]),
    ('caught', True,
     ["SELECT {own}.caught('SELECT 1 / (dp_count(*) - dp_count(*))::int FROM visit_private')",
      "SELECT {own}.caught('SELECT dp_count(*) FROM visit_private WHERE random() < 1')",
                      "SELECT {own}.caught('SELECT * FROM visit_private')",
      "SELECT {own}.caught('SELECT dp_sum(note) FROM visit_private')"]),
    ('cancelled', True,
     ["SET statement_timeout = '30ms'",
      "SELECT {own}.caught('SELECT count(*) FROM generate_series(1, 100000000)')",
                         "SELECT {own}.caught($$SELECT dp_count(*) FILTER (WHERE %s) FROM "
      "stay_private$$)"
      % ' AND '.join(["upper(lower(note)) NOT LIKE '%%a%%b%%c%%d%%%d%%z'" % i for i in range(8)]),
                         "RESET statement_timeout"]),
    ('own errors', True, ["SELECT 1/0", "SELECT * FROM nowhere", "SELECT * FROM visit",
                          "SELECT * FROM stay_eye", "SELECT nextval('numbers')",
                          "SELECT currval('numbers'), lastval()",
                          "SELECT last_value FROM numbers"]),
    ('without the right', True,
     ["SELECT 1 FROM visit WHERE patient > 8000", "DELETE FROM visit WHERE patient = 9000",
      "INSERT INTO visit VALUES (9000, 1, 'skin')",
                                 "INSERT INTO part VALUES (1, 9000)",
      "CREATE TABLE {own}.r(i int REFERENCES patient)",
      "CREATE TABLE {own}.l(LIKE visit INCLUDING ALL)", "TRUNCATE visit",
                                 "ANALYZE visit", "COMMENT ON TABLE visit IS 'x'",
      "CREATE INDEX ON visit(days)", "CREATE STATISTICS {own}.s ON days, cost FROM visit",
      "LOCK TABLE visit"]),
    ('messages of all levels', True,
     ["SET client_min_messages = debug5", "SET debug_print_plan = on", "SET debug_print_parse = on",
      "SET debug_print_rewritten = on", "SET trace_sort = on",
                                      "SELECT dp_count(*) FROM stay_private WHERE " + ELSEWHERE,
      "RESET client_min_messages", "RESET debug_print_plan", "RESET debug_print_parse",
                                      "RESET debug_print_rewritten", "RESET trace_sort"]),
    ('settings', True, ["SET work_mem = '64kB'", "SET enable_seqscan = off",
                        "SET enable_sort = off", "SET max_parallel_workers_per_gather = 2",
                        "SET parallel_setup_cost = 0",
                        "SET parallel_tuple_cost = 0", "SET min_parallel_table_scan_size = 0",
                        "SELECT dp_count(*) FROM stay_private WHERE " + ELSEWHERE, "RESET ALL"]),
    ('isolation', True, ["BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY",
                         "SELECT dp_count(*) FROM visit_private WHERE " + ELSEWHERE, "COMMIT",
                         "BEGIN ISOLATION LEVEL SERIALIZABLE",
                         "SELECT dp_count(*) FROM visit_private", "ROLLBACK"]),
    ('the ledger', True, ["SELECT reader, budget, epsilon, query FROM indp.ledger('visit')",
                          "SELECT * FROM indp.remaining('visit')",
                          "SELECT * FROM indp.remaining('stay')",
                          "SELECT indp.count_error('visit')",
                          "SELECT * FROM indp.explain('SELECT dp_count(*), dp_sum(cost) FROM "
                          "stay_private')"]),
    ('COPY', True, ["COPY (SELECT dp_count(*) FROM visit_private WHERE ward = 'eye') TO STDOUT"]),
]

# What the reader makes first.
OWN = """CREATE FUNCTION {own}.caught(q text) RETURNS text LANGUAGE plpgsql AS $$ DECLARE a text; b text; c text; d text; e text; BEGIN
  EXECUTE q; RETURN 'answered'; EXCEPTION WHEN OTHERS OR query_canceled THEN
  GET STACKED DIAGNOSTICS a = MESSAGE_TEXT, b = PG_EXCEPTION_DETAIL, c = PG_EXCEPTION_HINT, d = PG_EXCEPTION_CONTEXT, e = TABLE_NAME; RETURN concat_ws('|', SQLSTATE, a, b, c, d, e); END $$;
CREATE FUNCTION {own}.counted() RETURNS float8 LANGUAGE sql AS 'SELECT dp_count(*) FROM visit_private WHERE ward = ''eye''';
CREATE TABLE {own}.mine(i int PRIMARY KEY, t text); INSERT INTO {own}.mine SELECT i, 'mine' FROM generate_series(1, 100) i"""


def observe(session, book, own, between):
    """Asks the questions, and after each one what `between` sees."""
    for name, whole, statements in QUESTIONS:
        for at, sql in enumerate(statements):
            reply = session.ask(sql.replace('{own}', own))
            book.add('question %s %d' % (name, at), reply.text() if whole else reply.outline())
            if whole:
                book.add('lengths of messages, %s %d' % (name, at), ' '.join(reply.shape))
        between(name)
    question = ('SELECT ward, dp_count(*) FILTER (WHERE days < 0) AS n FROM visit_private GROUP BY '
                'ward')
    for binary in (0, 1):
        for limit in (0, 2):
            reply = session.extended(question, binary=binary, limit=limit)
            book.add('extended protocol, binary %d, limit %d' % (binary, limit),
                     reply.text() + ' '.join(reply.shape))
