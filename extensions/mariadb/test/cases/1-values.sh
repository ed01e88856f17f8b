# Tests how each type of value is treated. All answers are exact, because epsilon is huge.

values() { # VALUE...: a table of one column v
    printf '(SELECT %s AS v' "$1"
    shift
    for value; do printf ' UNION ALL SELECT %s' "$value"; done
    printf ') AS q'
}

answer 'count: text and blobs are rows' "SELECT dp_count(v, $E) FROM $(values "'a'" "''" "x''" "x'00'" NULL)" 4
answer 'count: every type' "SELECT dp_count(i, $E), dp_count(b, $E), dp_count(u, $E), dp_count(d, $E), dp_count(f, $E), dp_count(x, $E), dp_count(c, $E), dp_count(l, $E), dp_count(t, $E), dp_count(e, $E), dp_count(bits, $E), dp_count(y, $E), dp_count(j, $E) FROM types" '1|1|1|1|1|1|1|1|1|1|1|1|1'
answer 'count: all NULL, no rows, no table' "SELECT dp_count(NULL, $E), (SELECT dp_count(x, $E) FROM t WHERE g = 9), dp_count(1, $E)" '0|0|1'

answer 'sum: decimals' "SELECT dp_sum(v, 0, 10, $E) FROM $(values 1.5 2.25 4)" 7.75
answer 'sum: -0.0 is 0, also clamped' "SELECT dp_sum(x, -3, 4, $E), dp_sum(x, 2, 4, $E) FROM types" '0|2'
answer 'sum: the largest values' "SELECT dp_sum(b, -10, 20, $E), dp_sum(u, -10, 20, $E), dp_sum(-b - 1, -10, 20, $E), dp_sum(1.7e308, -10, 20, $E) FROM types" '20|20|-10|20'
answer 'sum: an unsigned value beyond 2^63 is not negative' "SELECT dp_sum(u, -1e19, 1e20, $E) = 18446744073709551615e0 FROM types" 1
answer 'sum: decimals beyond the doubles of 15 digits' "SELECT dp_sum(v, 0, 1e21, $E) = 99999999999999999999.5e0 FROM $(values 99999999999999999999.5)" 1
answer 'sum: every type that is a number' "SELECT dp_sum(i, 0, 100, $E), dp_sum(d, 0, 100, $E), dp_sum(f, 0, 100, $E), dp_sum(bits, 0, 100, $E), dp_sum(y, 0, 3000, $E) FROM types" '3|12.125|1.5|5|2024'
answer 'sum: numeric text is a number' "SELECT dp_sum(v, 0, 100, $E) FROM $(values "'12.5'" "' 3 '" "'1e1'" "'+.5'" "'5.'")" 31
answer 'sum: numeric text clamps' "SELECT dp_sum(v, -3, 4, $E) FROM $(values "'1e999'" "'-77777777777777777777777'" "'1e999999999999'")" 5
for text in "'abc'" "''" "'12abc'" "'0x10'" "'NaN'" "'inf'" "'1e'" "'1 2'" "'--1'" "'.'" "x''" "x'39003900'" "date'2024-01-02'" "repeat('x', 2000)"; do
    answer "sum: $text counts as the point nearest 0, without a warning" \
        "SELECT dp_sum(v, -10, 10, $E), dp_sum(v, 5, 10, $E), dp_sum(v, -10, -5, $E) FROM $(values "$text")" '0|5|-5'
done
answer 'sum: long numeric text' "SELECT dp_sum(concat('0.', repeat('0', 900), '1'), -1, 1, $E), dp_sum(concat(repeat('0', 900), '1'), -1, 3, $E), dp_sum(concat('1', repeat('0', 900), 'e-900'), -1, 3, $E)" '0|1|1'
answer 'sum: text beside other types' "SELECT dp_sum(c, 0, 100, $E), dp_sum(l, 0, 100, $E), dp_sum(e, 0, 100, $E), dp_sum(j, 0, 100, $E) FROM types" '12.5|99|7|3.5'
answer 'version' "SELECT indp_version() RLIKE '^[0-9]+[.][0-9]+[.][0-9]+\$'" 1
answer 'the answers have SQL types' "CREATE OR REPLACE TABLE a AS SELECT dp_count(x, 1) c, dp_sum(x, 0, 1, 1) s, dp_mode(x, '[1]', 1) m, dp_sum_state(x, 0, 1) b, dp_histogram(x, '[1]', 1) h, dp_counts(x, '[1]', 1) k, dp_release_counts(dp_mode_state(x, '[1]'), 1) r FROM t; SELECT group_concat(column_type ORDER BY ordinal_position) FROM information_schema.columns WHERE table_name = 'a'" 'bigint(20),double,blob,longblob,longblob,longblob,longblob'

# Sums beyond 2^53 grid units, where a running sum of doubles loses the low bits: 500,000 values
# 900000 + i * 2^-30, then 500,000 values of -900000. The exact sum is 500000 * 500001 / 2 * 2^-30.
big='(SELECT seq i, IF(seq <= 500000, 900000 + seq / 1073741824e0, -900000e0) x FROM seq_1_to_1000000) AS q'
answer 'sum: exact beyond 2^53 units, in two groups' \
    "SELECT sum(r) = (500000e0 * 500001e0 / 2) / 1073741824e0 FROM (SELECT dp_sum(x, -1000000, 1000000, $E) AS r FROM $big GROUP BY i % 2) z" 1

# The extension and the server must read the same doubles from 2,000 texts.
holds 'numbers in text are read as the server reads them' \
    "SELECT sum(a = b) = 2000 FROM (SELECT dp_sum(t, -1e300, 1e300, 1e280) a, dp_sum(CAST(t AS DOUBLE), -1e300, 1e300, 1e280) b
       FROM (SELECT seq, concat(IF(seq % 3, '', '-'), seq * 7919 % 1000003, '.', seq * 104729 % 999983, IF(seq % 2, 'e', 'e-'), seq % 140) t FROM seq_1_to_2000) q GROUP BY seq) z"
# Where dp_counts expects an integer, the server passes a BIT column as bytes, which would be read
# as digits. README.md says to write x + 0.
answer 'dp_counts of a BIT column needs x + 0' "SELECT dp_counts(bits + 0, '[5]', $E), dp_sum(bits, 0, 255, $E) FROM types" '[1]|5'
answer 'keys that are longer than max_sort_length: digests of them' \
    "SET max_sort_length = 64; SELECT count(*), min(c), max(c) FROM (SELECT dp_count(1, $E) c FROM (SELECT concat(repeat('a', 512), seq % 2) k FROM seq_1_to_40) t GROUP BY md5(k)) q" '2|20|20'
