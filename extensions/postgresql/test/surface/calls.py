"""Statements that call a function: with each value in each place, by SQL and by the fast path."""
import struct

import values

# Usual values of arguments with these names, by their types.
USUAL = {
    'hi': {'double precision': "'10'::float8", 'numeric': '10::numeric', 'bigint': '10::int8',
           'integer': '10', 'date': "'2001-01-02'::date", 'interval': "'1 h'::interval",
           'timestamp without time zone': "'2001-01-02'::timestamp",
           'timestamp with time zone': "'2001-01-02'::timestamptz"},
    'q': {'double precision': "'0.5'::float8"},
    'alpha': {'double precision': "'0.1'::float8"},
    'query': {'text': "'SELECT dp_count(*) FROM visit_private'::text"},
}
SOME = 3 # calls of each function in the short form, besides the usual one
ENDINGS = ('FILTER (WHERE false)', 'OVER ()', 'OVER (ORDER BY i ROWS 1 PRECEDING)')


class Function:
    def __init__(self, oid, name, identity, kind, is_set, is_variadic, kinds, names):
        self.oid, self.name, self.identity, self.kind = int(oid), name, identity, kind
        self.is_set, self.is_variadic = is_set == 't', is_variadic == 't'
        self.kinds = kinds.split('|') if kinds else []
        self.names = (names or '').split('|') + [''] * len(self.kinds)

    def choices(self, states):
        out = []
        for kind, name in zip(self.kinds, self.names):
            some = values.of(kind, states)
            usual = USUAL.get(name, {}).get(kind)
            out.append(([usual] if usual else []) + some if kind not in values.ANY
                       else ['1'] + some)
        return out


class What:
    def __init__(self, name, sql):
        self.name, self.sql = name, sql

    def __str__(self):
        return self.sql


def ask(name, sql):
    return What(name, sql), lambda session: session.send(sql)


def call(function, arguments, ending=''):
    text = '%s(%s)' % (function.name, ', '.join(arguments))
    if function.kind == 'a':
        return 'SELECT %s %s FROM generate_series(1, 3) i' % (text, ending)
    return ('SELECT * FROM %s' if function.is_set else 'SELECT %s') % text


def lists(function, states, full, chance):
    """Lists of arguments: the usual ones, each other value in each place, and some chosen by
    chance."""
    choices = function.choices(states)
    usual = [one[0] for one in choices]
    single = [usual[:at] + [value] + usual[at + 1:] for at, one in enumerate(choices)
              for value in one[1:]]
    mixed = ([[chance.choice(one) for one in choices] for _ in range(20 if full else 1)] if choices
             else [])
    return [usual] + (single if full else chance.sample(single, min(SOME, len(single)))) + mixed


def statements(functions, states, full, chance):
    for function in functions:
        for at, arguments in enumerate(lists(function, states, full, chance)):
            yield ask(function.identity, call(function, arguments))
            if function.kind == 'a' and at == 0:
                for ending in ENDINGS:
                    yield ask(function.identity, call(function, arguments, ending))
                yield ask(function.identity, 'SELECT %s(DISTINCT %s) FROM generate_series(1, 3) i'
                          % (function.name, ', '.join(arguments)))
                yield ask(function.identity, 'SELECT %s(%s ORDER BY i) FROM generate_series(1, 3) i'
                          % (function.name, ', '.join(arguments)))
            if function.is_variadic and at % 7 == 0:
                yield ask(function.identity, call(function, arguments + arguments[-1:] * 5))
                yield ask(function.identity,
                          call(function, arguments[:-1] + ['VARIADIC ARRAY[%s]' % arguments[-1]]))
                yield ask(function.identity, call(function, arguments[:-1]))
        if function.kinds: # values of columns, and of parameters that are read at run time
            yield ask(function.identity, 'SELECT %s(%s) FROM surface.kept'
                      % (function.name, ', '.join(column(kind) for kind in function.kinds)))


def column(kind):
    return {'text': 't', 'bytea': 'b', 'numeric': 'n', 'integer[]': 'i', 'text[]': 'c',
            'jsonb': 'j', '"any"': 'p', 'integer': 'id', 'bigint': 'id::int8'}.get(kind, 'NULL')


def message(function, formats, arguments):
    values = b''.join(struct.pack('!i', -1) if one is None else struct.pack('!i', len(one)) + one
                      for one in arguments)
    return (struct.pack('!ih', function.oid, len(formats)) + b''.join(struct.pack('!h', one)
                                                                      for one in formats)
            + struct.pack('!h', len(arguments)) + values + struct.pack('!h', 0))


def fast_path(functions, chance):
    """Calls by number, with text and with bytes that need not be a value of the type."""
    for function in functions:
        number = len(function.kinds)
        tries = [([0], [b'1'] * number), ([0], [None] * number), ([0], [b'1'] * (number + 1)),
                 ([0], []), ([0], [b'1'] * 100), ([0], [b"visit"] * number)]
        for length in (0, 1, 2, 4, 8, 16, 60, 200):
            tries.append(([1], [chance.randbytes(length) for _ in range(number)]))
        tries.append(([1], [b'\0' * 8] * number))
        for formats, arguments in tries:
            body = message(function, formats, arguments)
            yield What(function.identity, 'fast path %s %r %r' % (function.identity, formats,
                                                                  arguments)), lambda session, body=body: session.write('F', body)
