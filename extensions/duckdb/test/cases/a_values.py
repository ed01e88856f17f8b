"""Values: which ones count, how they are clamped, and which types are accepted."""

from check import E, answer, refused, rows, value


def case_types_of_numbers(c):
    """All types of numbers that DuckDB converts without a failure give the same sum."""
    for kind in ("TINYINT", "SMALLINT", "INTEGER", "BIGINT", "HUGEINT", "UTINYINT", "USMALLINT", "UINTEGER", "UBIGINT", "UHUGEINT",
                 "FLOAT", "DOUBLE", "DECIMAL(4,1)", "DECIMAL(9,2)", "DECIMAL(18,3)", "DECIMAL(38,9)"):
        answer(c, f"SELECT dp_sum(x::{kind}, 2, 7, {E}) FROM range(10) r(x)", 45.0)
    for text in ("(2::HUGEINT ** 100)::HUGEINT", "170141183460469231731687303715884105727::HUGEINT",
                 "340282366920938463463374607431768211455::UHUGEINT", "18446744073709551615::UBIGINT",
                 "99999999999999999999999999999999999999::DECIMAL(38,0)"):
        answer(c, f"SELECT dp_sum(x, 2, 7, {E}) FROM (SELECT {text} AS x)", 7.0)
    answer(c, f"SELECT dp_sum(x, 2, 5, {E}) FROM (SELECT 'nan'::FLOAT AS x)", 2.0)


def case_large_integers_are_exact(c):
    """Integers beyond 2^53 are not rounded to doubles before they are added, in long and in short
    runs."""
    sql = "dp_sum_state(x, -9223372036854775808, 9223372036854775807)"
    for n in (1, 12, 13, 3000):
        c.execute(f"CREATE OR REPLACE TABLE t AS SELECT 9007199254740993 + i AS x FROM range({n}) r(i)")
        one = value(c, f"SELECT {sql} FROM t")
        merged = value(c, f"SELECT dp_merge(s, 1) FROM (SELECT {sql} AS s FROM t GROUP BY x)")
        assert one == merged
    # The grid step is 16. 2^53 + 9 itself rounds up to 2^53 + 16. As a double it would first become
    # 2^53 + 8, a tie, which would then round down to 2^53.
    for n in (1, 12, 13, 3000):
        c.execute(f"CREATE OR REPLACE TABLE t AS SELECT 9007199254741001 AS x FROM range({n})")
        answer(c, f"SELECT dp_sum(x, 0, 18014398509481984, {E}) FROM t", float(n * 9007199254741008))
    for bound in (-9223372036854775808, 9223372036854775807):
        c.execute(f"CREATE OR REPLACE TABLE t AS SELECT ({bound})::BIGINT AS x FROM range(50)")
        answer(c, f"SELECT dp_avg(x, -1, 1, {E}) FROM t", -1.0 if bound < 0 else 1.0)


def case_integers_beyond_64_bits(c):
    """HUGEINT and UHUGEINT beyond 64 bits become the nearest double by one rounding, and are exact
    within 64 bits. A DECIMAL is converted by DuckDB, which may round it twice: README.md says so,
    and the way around it works."""
    # The doubles here are 8192 apart. DuckDB rounds the lower 64 bits to a multiple of 2048 first,
    # which makes a tie of 4097, and then to an even number.
    shapes = [(upper << 64) + (1 << 63) + 8192 * k + 4097 for upper in (2, 3) for k in range(500)]
    doubles = [float(value) for value in shapes]
    # The steps of the grids of the first two are 256 and 16384.
    calls = ("dp_sum_state(x, -1e21, 1e21)", "dp_avg_state(x, -5e22, 5e22, 3)", "dp_median_state(x, -5e20, 5e20, 1, 16777217)", "dp_max_state(x, -1e21, 1e21)")
    for kind, sign in (("HUGEINT", ""), ("HUGEINT", "-"), ("UHUGEINT", "")):
        for n in (1, 12, 500, 1000):
            c.execute(f"CREATE OR REPLACE TABLE t AS SELECT ('{sign}' || unnest($1::VARCHAR[]))::{kind} AS x", [[str(value) for value in shapes[-n:]]])
            c.execute("CREATE OR REPLACE TABLE d AS SELECT unnest($1::DOUBLE[]) AS x", [[-double if sign else double for double in doubles[-n:]]])
            for call in calls:
                assert value(c, f"SELECT {call} FROM t") == value(c, f"SELECT {call} FROM d"), (kind, sign, n, call)
    converted = [row[0] for row in rows(c, "SELECT x::DOUBLE FROM t")]
    assert converted != doubles, "DuckDB rounds once now"
    call = calls[0]
    right = value(c, f"SELECT {call} FROM d")
    assert value(c, f"SELECT {call} FROM (SELECT x::DECIMAL(38, 0) AS x FROM t)") != right
    assert value(c, f"SELECT {call} FROM (SELECT x::DECIMAL(38, 0)::HUGEINT AS x FROM t)") == right
    for kind in ("HUGEINT", "UHUGEINT"):
        for number in (0, 1, 2**53 + 1, 2**63 - 1):
            same = {value(c, f"SELECT dp_sum_state(x, 0, 9223372036854775807) FROM (SELECT {number}::{kind_} AS x)") for kind_ in (kind, "BIGINT")}
            assert len(same) == 1, (kind, number)
        answer(c, f"SELECT dp_count(x, {E}) + dp_sum(x, 0, 1, {E})::BIGINT FROM (SELECT NULL::{kind} AS x UNION ALL SELECT 5)", 2)
        answer(c, f"SELECT dp_histogram(x, [0.0, 1e20], {E}) FROM (SELECT unnest([1, 100000000000000000001]::{kind}[]) AS x)", [0, 1, 1, 0])
    answer(c, f"SELECT dp_sum(x, -5, 5, {E}) FROM (SELECT (-170141183460469231731687303715884105727::HUGEINT - 1) AS x)", -5.0)
    answer(c, f"SELECT dp_sum(x, -5, 5, {E}) FROM (SELECT 340282366920938463463374607431768211455::UHUGEINT AS x)", 5.0)


def case_types_that_could_fail(c):
    """DuckDB would convert BIGNUM and VARIANT with errors that print the value. So calls with
    values of these types are refused, whatever the rows are."""
    huge = "('1' || repeat('0', 400))::BIGNUM"
    for source in (f"SELECT {huge} AS x", "SELECT 3::BIGNUM AS x", "SELECT 3::BIGNUM AS x WHERE false"):
        for call in ("dp_sum(x, 0, 1, 1)", "dp_median_state(x, 0, 1)", "dp_quantiles(x, [0.5], 0, 1, 1)", "dp_max(x, 0, 1, 1, 1, 5)"):
            refused(c, f"SELECT {call} FROM ({source})", "the type of x has values that DuckDB cannot convert")
    for source in ("SELECT 'word'::VARIANT AS x", "SELECT 7::VARIANT AS x", "SELECT 7::VARIANT AS x WHERE false"):
        for call in ("dp_sum(x, 0, 1, 1)", "dp_mode(x, [1], 1)", "dp_mode(x, ['a'], 1)", "dp_avg_state(x, 0, 1)"):
            refused(c, f"SELECT {call} FROM ({source})", "VARIANT")
    for source in ("SELECT 4711::VARIANT AS x", "SELECT {'k': 'secret'}::VARIANT AS x", "SELECT NULL::VARIANT AS x"):
        for call in ("dp_merge(x, 1)", "dp_release(x, 1)", "dp_release_mode(x, 1)", "dp_release_parts(x, 1)",
                     "dp_release_quantiles(x, [0.5], 1)", "dp_release_counts(x, 1)"):
            refused(c, f"SELECT {call} FROM ({source})", "the state must be a BLOB")
    refused(c, "SELECT dp_merge(x, 1) FROM range(3) r(x)", "the state must be a BLOB")
    answer(c, "SELECT dp_merge(NULL, 1)", None)
    answer(c, "SELECT dp_release(NULL, 1)", None)
    answer(c, f"SELECT dp_sum(TRY_CAST(x AS DOUBLE), 2, 3, {E}) FROM (SELECT 3::BIGNUM AS x)", 3.0)
    for kind, text in (("VARCHAR", "'3'"), ("DATE", "'2020-01-01'"), ("BLOB", "'a'"), ("BOOLEAN", "true"), ("INTEGER[]", "[1]"),
                       ("STRUCT(a INTEGER)", "{'a': 1}"), ("JSON", "'3'"), ("BIT", "'1'"), ("INTERVAL", "'1 day'"), ("UUID", "uuid()")):
        refused(c, f"SELECT dp_sum(x, 0, 1, 1) FROM (SELECT {text}::{kind} AS x)", "No function matches")


def case_count_accepts_every_type(c):
    """dp_count counts values of any type, nested ones included."""
    for text in ("1", "'a'", "'a'::BLOB", "[1, NULL]", "{'a': NULL}", "MAP {1: 2}", "DATE '2020-01-01'", "3::BIGNUM", "'a'::VARIANT",
                 "NULL::INTEGER", "NULL"):
        expected = 0 if text.startswith("NULL") else 3000
        answer(c, f"SELECT dp_count(x, {E}) FROM (SELECT {text} AS x FROM range(3000))", expected)


def case_nulls(c):
    """NULLs are left out wherever they stand, in every type and for runs of every length."""
    for n in (5, 12, 13, 2048, 2049, 5000):
        for kind in ("DOUBLE", "BIGINT"):
            source = f"(SELECT CASE WHEN i % 3 <> 0 THEN i::{kind} END AS x, i FROM range({n}) r(i))"
            exact = sum(min(i, 100) for i in range(n) if i % 3 != 0)
            answer(c, f"SELECT dp_sum(x, 0, 100, {E}) FROM {source}", float(exact))
            answer(c, f"SELECT dp_count(x, {E}) FROM {source}", sum(i % 3 != 0 for i in range(n)))
            answer(c, f"SELECT sum(s)::BIGINT FROM (SELECT dp_sum(x, 0, 100, {E}) AS s FROM {source} GROUP BY i % 7)", exact)
    answer(c, f"SELECT dp_count(x, {E}) FROM (SELECT NULL::DOUBLE AS x FROM range(10))", 0)


def case_modes(c):
    """Texts are compared byte by byte, integers by value; values that are not candidates are
    ignored; candidates that no row has can win."""
    c.execute("CREATE TABLE t AS SELECT CASE WHEN i % 3 = 0 THEN 'a' WHEN i % 3 = 1 THEN 'longer than twelve bytes' ELSE 'A' END AS s, i % 4 AS k "
              "FROM range(3000) r(i) WHERE i % 3 <> 2 OR i % 2 = 0")
    answer(c, "SELECT dp_mode(s, ['A', 'longer than twelve bytes', ''], 1e3) FROM t", "longer than twelve bytes")
    answer(c, "SELECT dp_mode(CASE WHEN s <> 'a' THEN s ELSE 'none' END, ['A', 'z'], 1e3) FROM t", "A")
    answer(c, "SELECT dp_mode('b', ['a', 'b'], 1e3) FROM t", "b")
    answer(c, "SELECT dp_mode(k, [9, 0, -9223372036854775808], 1e3) FROM t", 0)
    answer(c, "SELECT dp_mode(k, [77], 1) FROM t", 77)
    answer(c, "SELECT dp_mode(e, ['x', 'y'], 1e3) FROM (SELECT 'y'::ENUM('x', 'y') AS e FROM range(9))", "y")
    got = {k: v for k, v in rows(c, "SELECT k, dp_mode(s, ['a', 'A'], 1e3) FROM t GROUP BY k")}
    assert got == {0: "a", 1: "a", 2: "a", 3: "a"} or set(got.values()) <= {"a", "A"}, got


def case_types_of_modes_and_numbers(c):
    """dp_counts and dp_sum accept some types of x. DuckDB refuses the others with its own
    message."""
    for kind in ("TINYINT", "UTINYINT", "SMALLINT", "USMALLINT", "INTEGER", "UINTEGER", "BIGINT"):
        answer(c, f"SELECT dp_counts(x::{kind}, [1], {E}) FROM (VALUES (1)) v(x)", [1])
        answer(c, f"SELECT dp_mode(x::{kind}, [0, 1], 1e3) FROM (VALUES (1)) v(x)", 1)
    for kind in ("UBIGINT", "HUGEINT", "DECIMAL(9, 2)", "FLOAT", "DOUBLE"):
        refused(c, f"SELECT dp_counts(x::{kind}, [1], 1) FROM (VALUES (1)) v(x)", "No function matches")
        answer(c, f"SELECT dp_sum(x::{kind}, 0, 10, {E}) FROM (VALUES (1)) v(x)", 1.0)
    for kind in ("BOOLEAN", "ENUM('true', '1')"):
        refused(c, f"SELECT dp_sum(x::{kind}, 0, 10, 1) FROM (VALUES ('1')) v(x)", "No function matches")
    answer(c, f"SELECT dp_counts(x::ENUM('a', 'b'), ['a'], {E}) FROM (VALUES ('a')) v(x)", [1])
