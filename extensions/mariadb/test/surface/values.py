"""Values of every type that a literal, a variable, an expression or a column can have."""

NUMBERS = ['0', '1', '-1', '2', '0.5', '1e0', '1e308', '-1e308', '5e-324',
           '1.0000000000000000000000000000000000001', '9007199254740993', '9223372036854775807',
           '-9223372036854775808', '18446744073709551615', '99999999999999999999', '16777217',
           '1e18', 'true', "b'1'", '0x31', "CAST(1 AS UNSIGNED)", "CAST('1' AS DECIMAL(65,30))",
           'CAST(1 AS FLOAT)', '1/3', '-(-9223372036854775808)']
TEXTS = ["''", "'x'", "'1'", "' 1.5 '", "'1e400'", "'NaN'", "'b'", "'%s%n'", "x'ff'", "x''",
         "x'00'", "concat('a', char(0), 'b')", "repeat('1', 100000)", "space(3000000)",
         "repeat(x'00', 7)", "repeat('z', 15)", "_latin1 x'e9'", "_utf16 x'0031'",
         "_utf16 x'd800'", "_utf16le x'3100'", "_ucs2 x'0031'", "_utf32 x'00000031'",
         "_utf8mb4 x'f09f9880'", "_gbk x'8140'", "_binary '1'", "'a' COLLATE utf8mb4_bin",
         "'a' COLLATE utf8mb4_turkish_ci", "CONVERT('1' USING utf32)",
         "CONVERT('[0.5]' USING utf16)",
         "CAST('1' AS CHAR CHARACTER SET koi8r)", "CAST('é' AS BINARY)", "N'1'", "COMPRESS('x')"]
DOCUMENTS = ["'[]'", "'{}'", "'null'", "'[1]'", "'[0.5]'", "'[0,5,10]'", "'[5,0]'",
             """'["a","b",1]'""", """'["a","a"]'""", "'[1e999]'", "'[9223372036854775808]'",
             """'["\\\\ud800"]'""", """'["\\\\u0000"]'""", """'["a'""", "'[1,]'", "'[[1]]'",
             "'[1] x'",
             "repeat('[', 100000)", "concat('[', repeat('0.5,', 998), '0.5]')",
             "concat('[', repeat('1', 50000), ']')", "json_array(1, 2)", "json_object('a', 1)",
             "JSON_EXTRACT('[[0.5]]', '$[0]')", "concat('[\"', repeat('x', 70000), '\"]')"]
OTHERS = ['NULL', 'CAST(NULL AS SIGNED)', 'CAST(NULL AS CHAR)', '@v', '@nothing', '@b', '@v := 1',
          '?', 'now(6)', 'curdate()', 'curtime(6)', "DATE '2000-01-02'",
          "TIMESTAMP '2000-01-02 03:04:05.6'", "TIME '-838:59:59'", "CAST('::1' AS INET6)",
          "CAST('1.2.3.4' AS INET4)",
          "CAST(uuid() AS UUID)", 'POINT(1, 2)', "ST_GeomFromText('POLYGON((0 0, 1 0, 1 1, 0 0))')",
          'rand()', 'rand(1)', '(SELECT 1)', '(SELECT 1, 2)', '(SELECT x FROM v)',
          '(SELECT x FROM v WHERE 0)', '(SELECT max(c_blob) FROM v)', 'ROW(1, 2)', '(1, 2)',
          'one()',
          'sum(x)', 'dp_sum(x, 0, 1, 1)', 'dp_sum_state(1, 0, 1)',
          'dp_release(dp_count_state(1), 1)', 'count(*) OVER ()', '*', 'DEFAULT', 'x AS named',
          '1 AS epsilon', 'EXISTS (SELECT 1)', 'CASE WHEN k THEN x ELSE c_text END',
          'IF(k > 1, 1, NULL)', 'nothing',
          'INTERVAL 1 DAY', 'last_insert_id()', 'VALUES(x)', 'NEXTVAL(s)', 'UNHEX(k)',
          'GROUP_CONCAT(x)']
COLUMNS = """k x c_tiny c_small c_int c_big c_unsigned c_zero c_bool c_bit c_decimal c_wide c_float c_year c_date c_time c_datetime c_stamp c_char c_text c_latin c_utf16 c_utf32 c_ucs2 c_gbk c_binary c_varbinary c_blob c_enum c_set c_json c_uuid c_inet4
c_inet6 c_point c_geometry c_virtual c_stored c_compressed""".split()
USUAL = {'x': 'x', 'lo': '0', 'hi': '10', 'epsilon': '0.5', 'error': '5', 'alpha': '0.05',
         'rows': '2', 'n': '100', 'points': '101', 'number': '3', 'q': '0.5', 'qs': "'[0.25,0.5]'",
         'candidates': """'["a","b",1,2]'""", 'edges': "'[0,5]'", 'answer': '3', 'centre': '5'}


def of(parameter, states, parts):
    out = NUMBERS + TEXTS + DOCUMENTS + OTHERS + COLUMNS
    if parameter == 'parts':
        out = (out + parts + [one[:at] + "'" for one in parts[:1]
                              for at in range(1, len(one) - 1, 5)])
    return out + (states if parameter in ('state', 'parts') else states[:2])
