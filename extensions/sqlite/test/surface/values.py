"""Values for the arguments of functions: text of SQL, or a value that is bound. Bound values lie in
memory of exactly their size, so that a sanitizer sees a read beyond them."""
import json


class Bound:
    def __init__(self, data, is_text=False):
        self.data, self.is_text = data, is_text

    def __str__(self):
        return ("CAST(x'%s' AS TEXT)" % self.data.hex() if self.is_text
                else "x'%s'" % self.data.hex())

    __repr__ = __str__


def text(value):
    return Bound(value if isinstance(value, bytes) else value.encode(), True)


NUMBERS = ['0', '1', '-1', '2', '0.5', '-0.0', '1e308', '-1e308', '5e-324', '9e999', '-9e999',
           '9007199254740993', '9223372036854775807', '-9223372036854775808', '16777217', '1e18']
BLOBS = [Bound(b''), Bound(b'\0'), Bound(b'indp'), Bound(b'indp\0' * 40), Bound(bytes(range(256))),
         'zeroblob(100000)', 'zeroblob(0)']
TEXTS = [text(one) for one in ('', '1', ' 1.5 ', '1e400', 'x', 'NaN', '-', '\xe9\n', b'\xff',
                               b'\xed\xa0\x80', b'a\0b', b'1\0', '%s%n%d', "a'b\"c", 'b', 'visits',
                               'main', 'q' * 65)] + [
    "printf('%.*c', 100000, '1')", "printf('%.*c', 100000, '[')"]
DOCUMENTS = [text(one) for one in ('[]', '{}', 'null', '[1]', '[0.5]', '[0,5,10]', '[5,0]',
                                   '["a","b",1]', '["a","a"]', '[1e999]',
                                   '[-9223372036854775808,9223372036854775807]',
                                   '[9223372036854775808]', '["\\ud800"]',
                                  '["\\u0000"]', '["a', '[1,]', '[[1]]', '[null]', '{"a":[1]}',
                                   '[1] x', '[0x1]', '[1.]', '[' * 2000, '[1,2,3,4,5,6]',
                                   '[0.1,0.1,1,0]', '[""]',
                                   '[true]')] + ["'[' || printf('%.*c', 50000, '1') || ']'",
                                  "(SELECT json_group_array(value) FROM generate)",
                                                 text(json.dumps(['x' * 1000] * 20))]
FIELDS = {
    'declare': {'lo': 0, 'hi': 50, 'epsilon': 0.5, 'rows_per_person': 5, 'budget': 'b'},
    'question': {'table': 'people', 'person': 'person', 'value': 'x', 'aggregate': 'sum', 'lo': 0,
                 'hi': 100, 'epsilon': 0.5, 'rows_per_person': 9, 'budget': 'b', 'where': 'g = :g',
                 'key': 'g', 'keys': [1, 2, 3],
                 'parameters': {'g': {'type': 'integer', 'least': 1, 'most': 3}},
                 'remaining': 'shown'},
}
STRANGE = [None, '', 'x', 'sum', 'person', 0, -1, 1e308, 2 ** 63, True, [], {}, [[]],
           ['a', 1, None], {'g': {}}, {'g': {'type': 'text', 'values': ['a']}}, 'x + abs(g)',
           'x; DROP TABLE people', '((((((((((x))))))))))', ':g', "'", 'count', 'mode',
           'histogram', 'quantiles', 'bounds', 'a\0b', 'x' * 5000]


def fields(kind):
    """Declarations with each field missing or strange."""
    usual = FIELDS[kind]
    others = {'candidates': [1, 2], 'edges': [0, 5], 'q': [0.5], 'points': 101, 'centre': 1,
              'unknown': 1}
    out = [dict(usual), dict(usual, aggregate='count'),
           dict(usual, aggregate='mode', candidates=['a', 1]),
           dict(usual, aggregate='histogram', edges=[0, 1]),
           dict(usual, aggregate='quantiles', q=[0.25, 0.5]),
           dict(usual, aggregate='bounds', centre=5),
           dict(usual, aggregate='bounds_among', edges=[0, 1])]
    out += [{key: value for key, value in usual.items() if key != name} for name in usual]
    out += ([dict(usual, **{name: value}) for name in list(usual) + list(others)
             for value in STRANGE] + [dict(usual, **{name: value}) for name,
                                      value in others.items()])
    documents = [json.dumps(one) for one in out]
    return ([text(one) for one in documents] + [text(documents[0][:n])
                                                for n in range(0, len(documents[0]), 7)]
            + [text(documents[0].replace('{', '{"lo": 1, ', 1))])


USUAL = {
    'x': 'a', 'lo': '0', 'hi': '10', 'epsilon': '0.5', 'error': '5', 'alpha': '0.05', 'rows': '2',
    'n': '100', 'points': '101', 'number': '3', 'q': '0.5', 'qs': text('[0.25,0.5]'),
    'candidates': text('["a","b",1,2]'),
    'edges': text('[0,5]'), 'counts': text('[1,2,3,4]'), 'answer': '3', 'centre': '5',
    'name': text('b'),
    'total': '1e30', 'days': '7', 'aggregate': text('sum'), 'bits': '118', 'question': text('q'),
    'asked': text('{"g": 1}'),
    'declare': text(json.dumps(FIELDS['declare'])),
    'question_fields': text(json.dumps(FIELDS['question'])), 'new': text('fresh'),
}


def of(parameter, states, paths):
    """Values to try for a parameter."""
    out = ['NULL', 'a', 'k'] + NUMBERS + BLOBS + TEXTS + DOCUMENTS + states['state']
    if parameter in ('declare', 'question_fields'):
        out += fields(parameter.split('_')[0])
    if parameter == 'asked':
        out += [text(json.dumps({key: value})) for key in ('g', 'h', '') for value in STRANGE]
    if parameter == 'path':
        out += paths
    if parameter == 'parts':
        out += (states['parts'] + [text(str(one.data[:n], 'utf-8')) for one in states['parts'][:1]
                                   for n in range(0, len(one.data), 5)])
    return out
