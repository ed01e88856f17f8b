"""Values of every logical type, with the edges of each. The first of a parameter is a usual one."""

BLOBS = ["''::BLOB", "'\\x00'::BLOB", "'indp'::BLOB", "encode(repeat('indp', 3000))",
         "unhex('ff00')"]
TEXTS = ["'x'", "''", "'1'", "'é\n'", "chr(0)", "'a' || chr(0) || 'b'", "repeat('x', 100000)",
         "'123456789012'", "'1234567890123'"]
DOCUMENTS = ["'[1]'", "'{}'", "'[0,5'", "'null'", "'[1e999]'", "repeat('[', 50000)",
             """'{"value":1,"count":2,"sums":[1,2],"scale":1}'""",
             """'{"value":1,"count":2,"sums":[1,2,3],"scale":-1}'"""]
INTEGERS = ['0', '1', '-1', '2', '16777217', '9007199254740993', '9223372036854775807',
            '(-9223372036854775808)']
REALS = ["'nan'::DOUBLE", "'-nan'::DOUBLE", "'inf'::DOUBLE", "'-inf'::DOUBLE", '-0.0::DOUBLE',
         '5e-324::DOUBLE', '1.7976931348623157e308', '-1e308', '0.5', '1e18']
OTHERS = """
NULL
NULL::INTEGER
NULL::DOUBLE
NULL::VARCHAR
NULL::BLOB
NULL::DOUBLE[]
NULL::STRUCT(a INTEGER)
true
1::TINYINT
255::UTINYINT
(-32768)::SMALLINT
65535::USMALLINT
1::INTEGER
4294967295::UINTEGER
18446744073709551615::UBIGINT
170141183460469231731687303715884105727::HUGEINT
(-170141183460469231731687303715884105728)::HUGEINT
340282366920938463463374607431768211455::UHUGEINT
'1'::BIGNUM
repeat('9', 3000)::BIGNUM
'nan'::FLOAT
'1e-45'::FLOAT
1.5::DECIMAL(4,1)
1::DECIMAL(9,0)
12345678901234567.8::DECIMAL(18,1)
99999999999999999999999999999999999999::DECIMAL(38,0)
0.00000000000000000000000000000000000001::DECIMAL(38,38)
'2000-01-02'::DATE
'infinity'::DATE
'-infinity'::DATE
'5877642-06-25 (BC)'::DATE
'01:02:03.5'::TIME
'24:00:00'::TIME
'01:02:03+15:59:59'::TIMETZ
'2000-01-02'::TIMESTAMP
'infinity'::TIMESTAMP
'-infinity'::TIMESTAMP
'2000-01-02'::TIMESTAMP_S
'2000-01-02'::TIMESTAMP_MS
'2000-01-02 00:00:00.123456789'::TIMESTAMP_NS
'2000-01-02'::TIMESTAMPTZ
'infinity'::TIMESTAMPTZ
'1 month -1 day 1 us'::INTERVAL
'178956970 years'::INTERVAL
'101'::BIT
repeat('1', 1000)::BIT
'00000000-0000-0000-0000-000000000001'::UUID
'calm'::mood
NULL::mood
'{"a": [1, null]}'::JSON
'null'::JSON
1::VARIANT
[1]::VARIANT
NULL::VARIANT
'POINT(1 2)'::GEOMETRY
NULL::GEOMETRY
[]
[NULL]
[1, 2]::BIGINT[]
[1, NULL]::BIGINT[]
[1, 1]::BIGINT[]
[9223372036854775807]::BIGINT[]
range(3000)
[0.25, 0.5]::DOUBLE[]
[5, 0]::DOUBLE[]
[0.5, NULL]::DOUBLE[]
['nan', 'inf']::DOUBLE[]
list_transform(range(2000), lambda x: x / 2000)
['a', 'b']
['a', 'a']
['a', NULL]
[chr(0), '']
list_transform(range(500), lambda x: repeat(x::VARCHAR, 500))
[[1], [2, NULL]]
[['a']]
[{'a': 1}]
[true]
['calm'::mood]
[1::HUGEINT]
[0.5::FLOAT]
['\\x00'::BLOB]
['2000-01-02'::DATE]
[1, 2, 3]::INTEGER[3]
[0.25, 0.5]::DOUBLE[2]
[[1, 2]]::INTEGER[2][1]
{'a': 1}
{'a': NULL, 'b': [1]}
row(1, 'x')
MAP {'a': 1}
MAP {[1]: {'b': NULL}}
MAP {}
union_value(n := 1)
'x'::UNION(n INTEGER, s VARCHAR)
(SELECT 1)
(SELECT x FROM v WHERE false)
(SELECT list(d) FROM v)
x
s
d
l
k
random()
lambda a: a
*
COLUMNS(*)
?
$1
nothing
DEFAULT
""".strip().split('\n')

USUAL = {
    'x': 'x', 'lo': '0', 'hi': '10', 'epsilon': '0.5', 'error': '5', 'alpha': '0.05', 'rows': '2',
    'n': '100', 'points': '101', 'number': '3', 'q': '0.5', 'qs': '[0.25, 0.5]',
    'candidates': '[1, 2]', 'edges': '[0, 5]', 'answer': '3', 'centre': '5',
}


def of(parameter, states, parts):
    out = INTEGERS + REALS + OTHERS + TEXTS + BLOBS
    if parameter == 'parts':
        out = (out + DOCUMENTS + parts + [one[:at] + "'" for one in parts[:1]
                                          for at in range(1, len(one) - 1, 5)])
    return out + (states if parameter in ('state', 'parts') else states[:2])
