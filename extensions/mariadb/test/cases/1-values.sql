# Tests how each type of value is treated. All answers are exact, because epsilon is huge.

-- count: text and blobs are rows
SELECT dp_count(v, 1e18) FROM (SELECT 'a' AS v UNION ALL SELECT '' UNION ALL SELECT x'' UNION ALL
    SELECT x'00' UNION ALL SELECT NULL) AS q
-- = 4

-- count: every type: dp_count(i, 1e18)
SELECT dp_count(i, 1e18) FROM types
-- = 1

-- count: every type: dp_count(b, 1e18)
SELECT dp_count(b, 1e18) FROM types
-- = 1

-- count: every type: dp_count(u, 1e18)
SELECT dp_count(u, 1e18) FROM types
-- = 1

-- count: every type: dp_count(d, 1e18)
SELECT dp_count(d, 1e18) FROM types
-- = 1

-- count: every type: dp_count(f, 1e18)
SELECT dp_count(f, 1e18) FROM types
-- = 1

-- count: every type: dp_count(x, 1e18)
SELECT dp_count(x, 1e18) FROM types
-- = 1

-- count: every type: dp_count(c, 1e18)
SELECT dp_count(c, 1e18) FROM types
-- = 1

-- count: every type: dp_count(l, 1e18)
SELECT dp_count(l, 1e18) FROM types
-- = 1

-- count: every type: dp_count(t, 1e18)
SELECT dp_count(t, 1e18) FROM types
-- = 1

-- count: every type: dp_count(e, 1e18)
SELECT dp_count(e, 1e18) FROM types
-- = 1

-- count: every type: dp_count(bits, 1e18)
SELECT dp_count(bits, 1e18) FROM types
-- = 1

-- count: every type: dp_count(y, 1e18)
SELECT dp_count(y, 1e18) FROM types
-- = 1

-- count: every type: dp_count(j, 1e18)
SELECT dp_count(j, 1e18) FROM types
-- = 1

-- count: all NULL, no rows, no table: dp_count(NULL, 1e18)
SELECT dp_count(NULL, 1e18)
-- = 0

-- count: all NULL, no rows, no table: (SELECT dp_count(x, 1e18) FROM t WHERE g = 9)
SELECT (SELECT dp_count(x, 1e18) FROM t WHERE g = 9)
-- = 0

-- count: all NULL, no rows, no table: dp_count(1, 1e18)
SELECT dp_count(1, 1e18)
-- = 1

-- sum: decimals
SELECT dp_sum(v, 0, 10, 1e18) FROM (SELECT 1.5 AS v UNION ALL SELECT 2.25 UNION ALL SELECT 4) AS q
-- = 7.75

-- sum: -0.0 is 0, also clamped: dp_sum(x, -3, 4, 1e18)
SELECT dp_sum(x, -3, 4, 1e18) FROM types
-- = 0

-- sum: -0.0 is 0, also clamped: dp_sum(x, 2, 4, 1e18)
SELECT dp_sum(x, 2, 4, 1e18) FROM types
-- = 2

-- sum: the largest values: dp_sum(b, -10, 20, 1e18)
SELECT dp_sum(b, -10, 20, 1e18) FROM types
-- = 20

-- sum: the largest values: dp_sum(u, -10, 20, 1e18)
SELECT dp_sum(u, -10, 20, 1e18) FROM types
-- = 20

-- sum: the largest values: dp_sum(-b - 1, -10, 20, 1e18)
SELECT dp_sum(-b - 1, -10, 20, 1e18) FROM types
-- = -10

-- sum: the largest values: dp_sum(1.7e308, -10, 20, 1e18)
SELECT dp_sum(1.7e308, -10, 20, 1e18) FROM types
-- = 20

-- sum: an unsigned value beyond 2^63 is not negative
SELECT dp_sum(u, -1e19, 1e20, 1e18) = 18446744073709551615e0 FROM types
-- = 1

-- sum: decimals beyond the doubles of 15 digits
SELECT dp_sum(v, 0, 1e21, 1e18) = 99999999999999999999.5e0 FROM (SELECT 99999999999999999999.5 AS
    v) AS q
-- = 1

-- sum: every type that is a number: dp_sum(i, 0, 100, 1e18)
SELECT dp_sum(i, 0, 100, 1e18) FROM types
-- = 3

-- sum: every type that is a number: dp_sum(d, 0, 100, 1e18)
SELECT dp_sum(d, 0, 100, 1e18) FROM types
-- = 12.125

-- sum: every type that is a number: dp_sum(f, 0, 100, 1e18)
SELECT dp_sum(f, 0, 100, 1e18) FROM types
-- = 1.5

-- sum: every type that is a number: dp_sum(bits, 0, 100, 1e18)
SELECT dp_sum(bits, 0, 100, 1e18) FROM types
-- = 5

-- sum: every type that is a number: dp_sum(y, 0, 3000, 1e18)
SELECT dp_sum(y, 0, 3000, 1e18) FROM types
-- = 2024

-- sum: numeric text is a number
SELECT dp_sum(v, 0, 100, 1e18) FROM (SELECT '12.5' AS v UNION ALL SELECT ' 3 ' UNION ALL SELECT
    '1e1' UNION ALL SELECT '+.5' UNION ALL SELECT '5.') AS q
-- = 31

-- sum: numeric text clamps
SELECT dp_sum(v, -3, 4, 1e18) FROM (SELECT '1e999' AS v UNION ALL SELECT
    '-77777777777777777777777' UNION ALL SELECT '1e999999999999') AS q
-- = 5

-- sum: 'abc' counts as the point nearest 0, without a warning: dp_sum(v, -10, 10, 1e18)
SELECT dp_sum(v, -10, 10, 1e18) FROM (SELECT 'abc' AS v) AS q
-- = 0

-- sum: 'abc' counts as the point nearest 0, without a warning: dp_sum(v, 5, 10, 1e18)
SELECT dp_sum(v, 5, 10, 1e18) FROM (SELECT 'abc' AS v) AS q
-- = 5

-- sum: 'abc' counts as the point nearest 0, without a warning: dp_sum(v, -10, -5, 1e18)
SELECT dp_sum(v, -10, -5, 1e18) FROM (SELECT 'abc' AS v) AS q
-- = -5

-- sum: '' counts as the point nearest 0, without a warning: dp_sum(v, -10, 10, 1e18)
SELECT dp_sum(v, -10, 10, 1e18) FROM (SELECT '' AS v) AS q
-- = 0

-- sum: '' counts as the point nearest 0, without a warning: dp_sum(v, 5, 10, 1e18)
SELECT dp_sum(v, 5, 10, 1e18) FROM (SELECT '' AS v) AS q
-- = 5

-- sum: '' counts as the point nearest 0, without a warning: dp_sum(v, -10, -5, 1e18)
SELECT dp_sum(v, -10, -5, 1e18) FROM (SELECT '' AS v) AS q
-- = -5

-- sum: '12abc' counts as the point nearest 0, without a warning: dp_sum(v, -10, 10, 1e18)
SELECT dp_sum(v, -10, 10, 1e18) FROM (SELECT '12abc' AS v) AS q
-- = 0

-- sum: '12abc' counts as the point nearest 0, without a warning: dp_sum(v, 5, 10, 1e18)
SELECT dp_sum(v, 5, 10, 1e18) FROM (SELECT '12abc' AS v) AS q
-- = 5

-- sum: '12abc' counts as the point nearest 0, without a warning: dp_sum(v, -10, -5, 1e18)
SELECT dp_sum(v, -10, -5, 1e18) FROM (SELECT '12abc' AS v) AS q
-- = -5

-- sum: '0x10' counts as the point nearest 0, without a warning: dp_sum(v, -10, 10, 1e18)
SELECT dp_sum(v, -10, 10, 1e18) FROM (SELECT '0x10' AS v) AS q
-- = 0

-- sum: '0x10' counts as the point nearest 0, without a warning: dp_sum(v, 5, 10, 1e18)
SELECT dp_sum(v, 5, 10, 1e18) FROM (SELECT '0x10' AS v) AS q
-- = 5

-- sum: '0x10' counts as the point nearest 0, without a warning: dp_sum(v, -10, -5, 1e18)
SELECT dp_sum(v, -10, -5, 1e18) FROM (SELECT '0x10' AS v) AS q
-- = -5

-- sum: 'NaN' counts as the point nearest 0, without a warning: dp_sum(v, -10, 10, 1e18)
SELECT dp_sum(v, -10, 10, 1e18) FROM (SELECT 'NaN' AS v) AS q
-- = 0

-- sum: 'NaN' counts as the point nearest 0, without a warning: dp_sum(v, 5, 10, 1e18)
SELECT dp_sum(v, 5, 10, 1e18) FROM (SELECT 'NaN' AS v) AS q
-- = 5

-- sum: 'NaN' counts as the point nearest 0, without a warning: dp_sum(v, -10, -5, 1e18)
SELECT dp_sum(v, -10, -5, 1e18) FROM (SELECT 'NaN' AS v) AS q
-- = -5

-- sum: 'inf' counts as the point nearest 0, without a warning: dp_sum(v, -10, 10, 1e18)
SELECT dp_sum(v, -10, 10, 1e18) FROM (SELECT 'inf' AS v) AS q
-- = 0

-- sum: 'inf' counts as the point nearest 0, without a warning: dp_sum(v, 5, 10, 1e18)
SELECT dp_sum(v, 5, 10, 1e18) FROM (SELECT 'inf' AS v) AS q
-- = 5

-- sum: 'inf' counts as the point nearest 0, without a warning: dp_sum(v, -10, -5, 1e18)
SELECT dp_sum(v, -10, -5, 1e18) FROM (SELECT 'inf' AS v) AS q
-- = -5

-- sum: '1e' counts as the point nearest 0, without a warning: dp_sum(v, -10, 10, 1e18)
SELECT dp_sum(v, -10, 10, 1e18) FROM (SELECT '1e' AS v) AS q
-- = 0

-- sum: '1e' counts as the point nearest 0, without a warning: dp_sum(v, 5, 10, 1e18)
SELECT dp_sum(v, 5, 10, 1e18) FROM (SELECT '1e' AS v) AS q
-- = 5

-- sum: '1e' counts as the point nearest 0, without a warning: dp_sum(v, -10, -5, 1e18)
SELECT dp_sum(v, -10, -5, 1e18) FROM (SELECT '1e' AS v) AS q
-- = -5

-- sum: '1 2' counts as the point nearest 0, without a warning: dp_sum(v, -10, 10, 1e18)
SELECT dp_sum(v, -10, 10, 1e18) FROM (SELECT '1 2' AS v) AS q
-- = 0

-- sum: '1 2' counts as the point nearest 0, without a warning: dp_sum(v, 5, 10, 1e18)
SELECT dp_sum(v, 5, 10, 1e18) FROM (SELECT '1 2' AS v) AS q
-- = 5

-- sum: '1 2' counts as the point nearest 0, without a warning: dp_sum(v, -10, -5, 1e18)
SELECT dp_sum(v, -10, -5, 1e18) FROM (SELECT '1 2' AS v) AS q
-- = -5

-- sum: '--1' counts as the point nearest 0, without a warning: dp_sum(v, -10, 10, 1e18)
SELECT dp_sum(v, -10, 10, 1e18) FROM (SELECT '--1' AS v) AS q
-- = 0

-- sum: '--1' counts as the point nearest 0, without a warning: dp_sum(v, 5, 10, 1e18)
SELECT dp_sum(v, 5, 10, 1e18) FROM (SELECT '--1' AS v) AS q
-- = 5

-- sum: '--1' counts as the point nearest 0, without a warning: dp_sum(v, -10, -5, 1e18)
SELECT dp_sum(v, -10, -5, 1e18) FROM (SELECT '--1' AS v) AS q
-- = -5

-- sum: '.' counts as the point nearest 0, without a warning: dp_sum(v, -10, 10, 1e18)
SELECT dp_sum(v, -10, 10, 1e18) FROM (SELECT '.' AS v) AS q
-- = 0

-- sum: '.' counts as the point nearest 0, without a warning: dp_sum(v, 5, 10, 1e18)
SELECT dp_sum(v, 5, 10, 1e18) FROM (SELECT '.' AS v) AS q
-- = 5

-- sum: '.' counts as the point nearest 0, without a warning: dp_sum(v, -10, -5, 1e18)
SELECT dp_sum(v, -10, -5, 1e18) FROM (SELECT '.' AS v) AS q
-- = -5

-- sum: x'' counts as the point nearest 0, without a warning: dp_sum(v, -10, 10, 1e18)
SELECT dp_sum(v, -10, 10, 1e18) FROM (SELECT x'' AS v) AS q
-- = 0

-- sum: x'' counts as the point nearest 0, without a warning: dp_sum(v, 5, 10, 1e18)
SELECT dp_sum(v, 5, 10, 1e18) FROM (SELECT x'' AS v) AS q
-- = 5

-- sum: x'' counts as the point nearest 0, without a warning: dp_sum(v, -10, -5, 1e18)
SELECT dp_sum(v, -10, -5, 1e18) FROM (SELECT x'' AS v) AS q
-- = -5

-- sum: x'39003900' counts as the point nearest 0, without a warning: dp_sum(v, -10, 10, 1e18)
SELECT dp_sum(v, -10, 10, 1e18) FROM (SELECT x'39003900' AS v) AS q
-- = 0

-- sum: x'39003900' counts as the point nearest 0, without a warning: dp_sum(v, 5, 10, 1e18)
SELECT dp_sum(v, 5, 10, 1e18) FROM (SELECT x'39003900' AS v) AS q
-- = 5

-- sum: x'39003900' counts as the point nearest 0, without a warning: dp_sum(v, -10, -5, 1e18)
SELECT dp_sum(v, -10, -5, 1e18) FROM (SELECT x'39003900' AS v) AS q
-- = -5

-- sum: date'2024-01-02' counts as the point nearest 0, without a warning: dp_sum(v, -10, 10, 1e18)
SELECT dp_sum(v, -10, 10, 1e18) FROM (SELECT date'2024-01-02' AS v) AS q
-- = 0

-- sum: date'2024-01-02' counts as the point nearest 0, without a warning: dp_sum(v, 5, 10, 1e18)
SELECT dp_sum(v, 5, 10, 1e18) FROM (SELECT date'2024-01-02' AS v) AS q
-- = 5

-- sum: date'2024-01-02' counts as the point nearest 0, without a warning: dp_sum(v, -10, -5, 1e18)
SELECT dp_sum(v, -10, -5, 1e18) FROM (SELECT date'2024-01-02' AS v) AS q
-- = -5

-- sum: repeat('x', 2000) counts as the point nearest 0, without a warning: dp_sum(v, -10, 10, 1e18)
SELECT dp_sum(v, -10, 10, 1e18) FROM (SELECT repeat('x', 2000) AS v) AS q
-- = 0

-- sum: repeat('x', 2000) counts as the point nearest 0, without a warning: dp_sum(v, 5, 10, 1e18)
SELECT dp_sum(v, 5, 10, 1e18) FROM (SELECT repeat('x', 2000) AS v) AS q
-- = 5

-- sum: repeat('x', 2000) counts as the point nearest 0, without a warning: dp_sum(v, -10, -5, 1e18)
SELECT dp_sum(v, -10, -5, 1e18) FROM (SELECT repeat('x', 2000) AS v) AS q
-- = -5

-- sum: long numeric text: dp_sum(concat('0.', repeat('0', 900), '1'), -1, 1, 1e18)
SELECT dp_sum(concat('0.', repeat('0', 900), '1'), -1, 1, 1e18)
-- = 0

-- sum: long numeric text: dp_sum(concat(repeat('0', 900), '1'), -1, 3, 1e18)
SELECT dp_sum(concat(repeat('0', 900), '1'), -1, 3, 1e18)
-- = 1

-- sum: long numeric text: dp_sum(concat('1', repeat('0', 900), 'e-900'), -1, 3, 1e18)
SELECT dp_sum(concat('1', repeat('0', 900), 'e-900'), -1, 3, 1e18)
-- = 1

-- sum: text beside other types: dp_sum(c, 0, 100, 1e18)
SELECT dp_sum(c, 0, 100, 1e18) FROM types
-- = 12.5

-- sum: text beside other types: dp_sum(l, 0, 100, 1e18)
SELECT dp_sum(l, 0, 100, 1e18) FROM types
-- = 99

-- sum: text beside other types: dp_sum(e, 0, 100, 1e18)
SELECT dp_sum(e, 0, 100, 1e18) FROM types
-- = 7

-- sum: text beside other types: dp_sum(j, 0, 100, 1e18)
SELECT dp_sum(j, 0, 100, 1e18) FROM types
-- = 3.5

-- version
SELECT indp_version() RLIKE '^[0-9]+[.][0-9]+[.][0-9]+$'
-- = 1

-- the answers have SQL types
CREATE OR REPLACE TABLE a AS SELECT dp_count(x, 1) c, dp_sum(x, 0, 1, 1) s, dp_mode(x, '[1]', 1)
    m, dp_sum_state(x, 0, 1) b, dp_histogram(x, '[1]', 1) h, dp_counts(x, '[1]', 1) k,
    dp_release_counts(dp_mode_state(x, '[1]'), 1) r FROM t; SELECT group_concat(column_type ORDER
    BY ordinal_position) FROM information_schema.columns WHERE table_name = 'a'
-- = bigint(20),double,blob,longblob,longblob,longblob,longblob

# Sums beyond 2^53 grid units, where a running sum of doubles loses the low bits: 500,000 values
# 900000 + i * 2^-30, then 500,000 values of -900000. The exact sum is 500000 * 500001 / 2 * 2^-30.

-- sum: exact beyond 2^53 units, in two groups
SELECT sum(r) = (500000e0 * 500001e0 / 2) / 1073741824e0 FROM (SELECT dp_sum(x, -1000000, 1000000,
    1e18) AS r FROM (SELECT seq i, IF(seq <= 500000, 900000 + seq / 1073741824e0, -900000e0) x
    FROM seq_1_to_1000000) AS q GROUP BY i % 2) z
-- = 1

# The extension and the server must read the same doubles from 2,000 texts.

-- numbers in text are read as the server reads them
SELECT sum(a = b) = 2000 FROM (SELECT dp_sum(t, -1e300, 1e300, 1e280) a, dp_sum(CAST(t AS DOUBLE),
    -1e300, 1e300, 1e280) b FROM (SELECT seq, concat(IF(seq % 3, '', '-'), seq * 7919 % 1000003,
    '.', seq * 104729 % 999983, IF(seq % 2, 'e', 'e-'), seq % 140) t FROM seq_1_to_2000) q GROUP
    BY seq) z
-- = 1

# Where dp_counts expects an integer, the server passes a BIT column as bytes, which would be read
# as digits. README.md says to write x + 0.

-- dp_counts of a BIT column needs x + 0: dp_counts(bits + 0, '[5]', 1e18)
SELECT dp_counts(bits + 0, '[5]', 1e18) FROM types
-- = [1]

-- dp_counts of a BIT column needs x + 0: dp_sum(bits, 0, 255, 1e18)
SELECT dp_sum(bits, 0, 255, 1e18) FROM types
-- = 5

-- keys that are longer than max_sort_length: digests of them
SET max_sort_length = 64; SELECT count(*), min(c), max(c) FROM (SELECT dp_count(1, 1e18) c FROM
    (SELECT concat(repeat('a', 512), seq % 2) k FROM seq_1_to_40) t GROUP BY md5(k)) q
-- = 2|20|20
