"""The questions that the owner declares, and how readers ask them: with all parameters, wrongly,
and within other statements."""
import json

PERSON = {'table': 'visit', 'person': 'patient', 'epsilon': 1, 'rows_per_person': 2, 'budget': 'b',
          'remaining': 'shown'}
BOUNDS = {'value': 'days', 'lo': 0, 'hi': 30}
WARDS = {'key': 'ward', 'keys': ['eye', 'skin', 'none']}
LEAST = {'where': 'days >= :least',
         'parameters': {'least': {'type': 'integer', 'least': 0, 'most': 30}}}
NOTES = {'value': 'note', 'candidates': ['a', 'b', 'p', 7]}
TOTAL = ("coalesce(round(cost, 2), length(trim(note)), instr(note, 'p'), unicode(note), "
         "julianday(note), sign(days), 0) + CAST(days AS INTEGER) % 7")
HARD = ("lower(substr(note, 2)) NOT LIKE '%p_' OR max(days, cost) >= min(note, 1) OR typeof(days) "
        "= 'real' OR date(cost) IS NULL OR days * cost / days > -cost")

# Those whose condition leaves the person out must have the same answers on both sides.
QUESTIONS = {
    'total': {'aggregate': 'sum', **BOUNDS, **WARDS, **LEAST},
    'elsewhere': {'aggregate': 'sum', **BOUNDS, 'where': "ward = 'eye'"},
    'elsewhere_counts': {'aggregate': 'counts', **NOTES, **WARDS, 'where': "ward <> 'skin'"},
    'elsewhere_median': {'aggregate': 'median', **BOUNDS, 'where': "ward IN ('eye', 'heart')"},
    'number': {'aggregate': 'count', **LEAST},
    'mean': {'aggregate': 'avg', **BOUNDS, **WARDS},
    'parts': {'aggregate': 'avg_parts', **BOUNDS, **WARDS},
    'spread': {'aggregate': 'var', **BOUNDS},
    'deviation': {'aggregate': 'stddev', **BOUNDS},
    'middle': {'aggregate': 'median', **BOUNDS, **WARDS},
    'quarter': {'aggregate': 'quantile', 'q': 0.25, **BOUNDS},
    'quarters': {'aggregate': 'quantiles', 'q': [0.25, 0.5, 0.75], **BOUNDS},
    'lowest': {'aggregate': 'min', **BOUNDS},
    'highest': {'aggregate': 'max', **BOUNDS},
    'mode': {'aggregate': 'mode', **NOTES},
    'counts': {'aggregate': 'counts', **NOTES},
    'cells': {'aggregate': 'histogram', 'value': 'cost', 'edges': [0, 10, 20]},
    'hard': {'aggregate': 'sum', **BOUNDS, 'value': TOTAL, 'where': HARD, 'key': 'typeof(days)',
             'keys': ['integer', 'real', 'text', 'blob', 'null']},
    'collated': {'table': 'stay', 'aggregate': 'count', **WARDS},
    'numbered': {'table': 'numbered', 'aggregate': 'sum', **BOUNDS, 'person': 'patient % 100'},
    'by_note': {'aggregate': 'count', 'person': 'note', 'rows_per_person': 1},
    'hidden': {'aggregate': 'count', 'budget': 'hidden', 'remaining': 'hidden'},
    'once': {'aggregate': 'count', 'budget': 'small'},
}
PARAMETERS = {'total': '{"least":3}', 'number': '{"least":0}'}


def declare(owner, ledger):
    """Declares them, as the owner."""
    owner.rows("SELECT dp_create('%s'), dp_budget('b', 1e6), dp_budget('small', 1), "
               "dp_budget('hidden', 1e6)" % ledger)
    for name, more in QUESTIONS.items():
        owner.rows("SELECT dp_question('%s', '%s')"
                   % (name, json.dumps({**PERSON, **more}).replace("'", "''")))


def call(name, parameters=None):
    parameters = PARAMETERS.get(name) if parameters is None else parameters
    return "dp_ask('%s'%s)" % (name, '' if parameters is None else ", '%s'" % parameters)


def asked():
    """Statements that are answered: (name of the question, SQL). The answer is the column
    `value`."""
    return [(name, 'SELECT * FROM %s' % call(name)) for name in QUESTIONS] + \
        [('total', 'SELECT * FROM %s' % call('total', '{"least":%d}' % i)) for i in (0, 4, 30)]


def is_elsewhere(name):
    return name.startswith('elsewhere')


# What readers may write around a question, and learn nothing more from.
AROUND = [
    'SELECT key FROM {0}',
    'SELECT key, typeof(value) FROM {0}',
    'SELECT count(*), count(value), count(DISTINCT key) FROM {0}',
    'SELECT rowid, key FROM {0}',
    'SELECT key FROM {0} LIMIT 1',
    'SELECT * FROM {0} LIMIT 0',
    'SELECT key FROM {0} WHERE rowid = 1',
    'SELECT key FROM {0} ORDER BY key DESC',
    'SELECT a.key, b.key FROM {0} a, {0} b',
    'SELECT key FROM {0} UNION SELECT key FROM {0}',
    'SELECT 1 WHERE EXISTS (SELECT 1 FROM {0})',
    'WITH c AS MATERIALIZED (SELECT key FROM {0}) SELECT a.key, b.key FROM c a, c b',
    'SELECT key, row_number() OVER (ORDER BY key) FROM {0}',
    'BEGIN; SELECT key FROM {0}; ROLLBACK',
    'SAVEPOINT s; SELECT key FROM {0}; ROLLBACK TO s; RELEASE s',
    'CREATE TEMP TABLE kept AS SELECT key FROM {0}; SELECT rowid, * FROM kept; DROP TABLE kept',
    'CREATE TABLE kept(k); INSERT INTO kept SELECT key FROM {0} RETURNING rowid, k; SELECT '
    'last_insert_rowid(), changes(), total_changes(); PRAGMA page_count; DROP TABLE kept',
    'EXPLAIN SELECT * FROM {0}',
    'EXPLAIN QUERY PLAN SELECT * FROM {0}',
    'EXPLAIN SELECT * FROM {0} a JOIN {0} b USING (key) ORDER BY a.value',
    'EXPLAIN QUERY PLAN SELECT * FROM {0} a JOIN {0} b USING (key), json_each(a.value) ORDER BY '
    'a.value',
    "EXPLAIN QUERY PLAN SELECT * FROM pragma_table_list t, {0} a WHERE t.name = a.key",
    'SELECT json(value) FROM {0} WHERE json_valid(key) AND json(key) IS NULL',
    'SELECT abs(key), value FROM {0} WHERE rowid < 0',
    'SELECT * FROM {0} WHERE question = 1',
    'SELECT * FROM {0} WHERE parameters IN (1, 2)',
    'SELECT * FROM {0} FOR UPDATE',
    "SELECT * FROM {0} WHERE value = (SELECT x FROM visit)",
    'DELETE FROM {0}',
    "SELECT dp_remaining('b'), dp_remaining('small')",
]

WRONG = [
    'SELECT * FROM dp_ask', 'SELECT * FROM dp_ask()', "SELECT * FROM dp_ask('none')",
    'SELECT * FROM dp_ask(NULL)', 'SELECT * FROM dp_ask(1)', "SELECT * FROM dp_ask(x'00')",
    "SELECT * FROM dp_ask('total')", "SELECT * FROM dp_ask('total', '{}')",
    "SELECT * FROM dp_ask('total', '{\"least\":31}')",
    "SELECT * FROM dp_ask('total', '{\"least\":1.5}')",
    "SELECT * FROM dp_ask('total', '{\"least\":\"1\"}')",
    "SELECT * FROM dp_ask('total', '{\"least\":1,\"most\":2}')",
    "SELECT * FROM dp_ask('total', '{\"least\":')",
    "SELECT * FROM dp_ask('total', NULL)", "SELECT * FROM dp_ask('total', 1)",
    "SELECT * FROM dp_ask('mean', '{\"least\":1}')",
    "SELECT * FROM dp_ask('total', '{\"least\":3}', 1)",
    "SELECT * FROM dp_ask('total', (SELECT json_object('least', max(days)) FROM visit))",
    "SELECT * FROM dp_ask('visit')", "SELECT * FROM dp_ask('once')", "SELECT * FROM dp_ask('once')",
    "SELECT * FROM dp_ask WHERE question IN ('mean', 'spread')",
    "SELECT * FROM dp_ask WHERE question LIKE 'm%'", 'SELECT * FROM dp_questions',
    'SELECT rowid, * FROM dp_questions',
    "SELECT dp_remaining('hidden')", "SELECT dp_remaining('none')", "SELECT dp_remaining('b')",
    "SELECT dp_remaining('small')", 'SELECT dp_remaining()',
    "SELECT dp_ask('total')", "INSERT INTO dp_ask VALUES (1, 2)",
    "UPDATE dp_questions SET name = 1", 'DROP TABLE dp_ask', 'CREATE TABLE dp_ask(x)',
    'SELECT * FROM main.dp_ask', 'SELECT * FROM temp.dp_ask',
]


def around(names):
    return [sql.format(call(name)) for name in names for sql in AROUND]
