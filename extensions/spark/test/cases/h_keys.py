"""Public keys in Python: the forms that a caller may use, and the key columns that are refused."""

import datetime

import indp_spark as dp
import numpy
from check import E, refused
from pyspark.sql import functions as F

COUNT = {"n": dp.Count()}


class Word(str):
    """A text of which Spark cannot make a column, and whose `encode` returns other bytes."""

    def encode(self, *arguments):
        return b"0"


class Day(datetime.date):
    """A date whose `toordinal` returns another day."""

    def toordinal(self):
        return datetime.date(1970, 1, 1).toordinal()


def case_forms(spark):
    """The same keys, given in several forms, get the same answers and come back as plain values."""
    df = spark.sql(
        "SELECT id % 3 i, CAST(id % 3 AS STRING) t, CAST(CAST(id % 3 AS STRING) AS BINARY) b,"
        " date_from_unix_date(CAST(id % 3 AS INT)) d, id % 3 = 1 y FROM range(10)"
    )
    day = [datetime.date(1970, 1, 1 + i) for i in range(4)]
    for by, keys, plain in (
        ("i", [2, 0, 7], [2, 0, 7]),
        ("i", (2, 0, 7), [2, 0, 7]),
        ("i", iter([2, 0, 7]), [2, 0, 7]),
        ("i", (k for k in (2, 0, 7)), [2, 0, 7]),
        ("i", map(int, "207"), [2, 0, 7]),
        ("i", {2: "a", 0: "b", 7: "c"}, [2, 0, 7]),
        ("i", numpy.array([2, 0, 7], dtype=numpy.int8), [2, 0, 7]),
        ("i", [numpy.array(2), numpy.int64(0), 7], [2, 0, 7]),
        ("i", [[2], [0], (7,)], [2, 0, 7]),
        ("t", ["2", numpy.str_("0"), "7"], ["2", "0", "7"]),
        ("t", numpy.array(["2", "0", "7"]), ["2", "0", "7"]),
        ("t", map(Word, "207"), ["2", "0", "7"]),
        ("b", [b"2", bytearray(b"0"), numpy.bytes_(b"7")], [b"2", b"0", b"7"]),
        ("d", [day[2], day[0], day[3]], [day[2], day[0], day[3]]),
        ("d", [Day(1970, 1, 3), day[0], Day(1970, 1, 4)], [day[2], day[0], day[3]]),
    ):
        rows = dp.release(df, COUNT, E, by=by, keys=keys)
        assert [row[by] for row in rows] == plain, (by, rows)
        assert [row.n for row in rows] == [3, 4, 0], (by, rows)
        assert [type(row[by]) for row in rows] == [type(plain[0])] * 3, rows
        again = spark.createDataFrame(rows).collect()
        assert [row[by] for row in again] == plain, again
    for keys in (iter([True, False]), numpy.array([True, False])):
        rows = dp.release(df, COUNT, E, by="y", keys=keys)
        assert [(row.y, row.n) for row in rows] == [(True, 3), (False, 7)], rows
    rows = dp.release(df, COUNT, E, by=["i", "b"], keys=iter([(2, bytearray(b"2")), [1, b"2"]]))
    assert [(row.i, row.b, row.n) for row in rows] == [(2, b"2", 3), (1, b"2", 0)], rows
    states = dp.states(df, COUNT, "b").cache()
    rows = dp.release_states(states, COUNT, E, by="b", keys=iter([bytearray(b"1"), b"9"]))
    assert [(row.b, row.n) for row in rows] == [(b"1", 3), (b"9", 0)], rows
    found = dp.collect(states, COUNT, by="b", keys=iter([bytearray(b"1")]))
    assert {key: state["n"].release(E) for key, state in found.items()} == {b"1": 3}


def case_collations(spark):
    """Spark puts texts that a collation treats as equal into one group, with the text of one of its
    rows as the key. So one person's row can move all rows of a group from one key to another. Such
    keys are refused."""
    df = spark.createDataFrame([("a",)] * 5 + [("A",)], "t string")
    for collation in ("UTF8_LCASE", "UTF8_BINARY_RTRIM", "UNICODE", "UNICODE_CI", "de_AI"):
        other = df.withColumn("t", F.collate("t", collation))
        for call in (
            lambda: dp.release(other, COUNT, E, by="t", keys=["a"]),
            lambda: dp.states(other, COUNT, by="t"),
            lambda: dp.release_states(
                other.selectExpr("t", "X'00' n"), COUNT, E, by="t", keys=["a"]
            ),
            lambda: dp.collect(other.selectExpr("t", "X'00' n"), COUNT, by="t"),
            lambda: dp.merge(other.selectExpr("t", "X'00' n"), COUNT, by="t"),
        ):
            refused(call, "by: t must have the collation UTF8_BINARY")
        # If the column is collated before rows are grouped, as the message says, it is accepted.
        back = other.withColumn("t", F.collate("t", "UTF8_BINARY"))
        assert dp.release(back, COUNT, E, by="t", keys=["a"])[0].n == 5
