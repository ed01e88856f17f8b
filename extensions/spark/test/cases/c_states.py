"""States: their bytes, merges and stored forms."""

import csv

import indp
import indp_spark as dp
from check import RAND, E, errors, failed, refused, serialised, sql_states
from pyspark.sql import functions as F

ROWS = 1_000_003
PARTITIONS = (1, 2, 8, 64)

GENERATED = {
    "n": dp.Count("x"),
    "s": dp.Sum("x", -100, 500),
    "a": dp.Mean("x", -100, 500, 2),
    "v": dp.Variance("x", -100, 500),
    "d": dp.StdDev("x", -100, 500),
    "m": dp.Median("x", -100, 500, 1, 1001),
    "q": dp.Quantile("x", 0.9, -100, 500, 1, 601),
    "lo": dp.Min("x", -100, 500, 1, 601),
    "hi": dp.Max("x", -100, 500, 1, 601),
    "c": dp.Mode("c", [0, 1, 2, 3, 4]),
    "t": dp.Counts("t", ["0", "1", "3", "no"]),
    "h": dp.Histogram("x", [-100, 0.5, 20, 500], 2),
}
GENERATED_SQL = """
    dp_count_state(x) n,
    dp_sum_state(x, -100, 500) s,
    dp_avg_state(x, -100, 500, 2) a,
    dp_var_state(x, -100, 500) v,
    dp_stddev_state(x, -100, 500) d,
    dp_median_state(x, -100, 500, 1, 1001) m,
    dp_quantile_state(x, 0.9, -100, 500, 1, 601) q,
    dp_min_state(x, -100, 500, 1, 601) lo,
    dp_max_state(x, -100, 500, 1, 601) hi,
    dp_mode_state(c, array(0, 1, 2, 3, 4)) c,
    dp_mode_state(t, array('0', '1', '3', 'no')) t,
    dp_histogram_state(x, array(-100, 0.5, 20, 500), 2) h"""

PERSONS = {
    "n": dp.Count("zper", 5),
    "s": dp.Sum("meddol", 0, 5000, 5),
    "a": dp.Mean("mdvis", 0, 50, 5),
    "v": dp.Variance("meddol", 0, 5000, 5),
    "d": dp.StdDev("xage", 0, 128, 5),
    "m": dp.Median("meddol", 0, 5000, 5, 10001),
    "c": dp.Mode("year", [1, 2, 3, 4, 5], 5),
    "h": dp.Histogram("xage", [-100, 0.5, 20, 500], 5),
}
PERSONS_SQL = """
    dp_count_state(zper, 5) n,
    dp_sum_state(meddol, 0, 5000, 5) s,
    dp_avg_state(mdvis, 0, 50, 5) a,
    dp_var_state(meddol, 0, 5000, 5) v,
    dp_stddev_state(xage, 0, 128, 5) d,
    dp_median_state(meddol, 0, 5000, 5, 10001) m,
    dp_mode_state(year, array(1, 2, 3, 4, 5), 5) c,
    dp_histogram_state(xage, array(-100, 0.5, 20, 500), 5) h"""


def generated(spark):
    i = F.col("id")
    x = F.when(i % 97 != 0, (i * 7919 % 1000003) / 1024 - 400)
    return spark.range(ROWS).select(
        x.alias("x"), (i % 7).alias("c"), (i % 5).cast("string").alias("t"), (i % 13).alias("k")
    )


def expected(rows, aggregates, key=lambda row: ()):
    """The states that the package indp gives without Spark, if all rows of a group are added to a
    state in one call. The tests of that package compare its states with those of C."""
    groups = {}
    for row in rows:
        columns = groups.setdefault(key(row), {})
        for name, value in row.items():
            if value is not None:
                columns.setdefault(name, []).append(value)
    made = {}
    for group, columns in groups.items():
        made[group] = {name: aggregate.start() for name, aggregate in aggregates.items()}
        for name, aggregate in aggregates.items():
            made[group][name].add(columns.get(aggregate.column, []))
    return serialised(made)


def generated_rows():
    for i in range(ROWS):
        x = i * 7919 % 1000003 / 1024 - 400 if i % 97 else None
        yield {"x": x, "c": i % 7, "t": str(i % 5), "k": i % 13}


def number(text):
    if not text:
        return None
    return float(text) if "." in text else int(text)


def compare(spark, df, aggregates, sql, by, wanted):
    """Checks that the states in Python and in SQL have the expected bytes for each number of
    partitions, and those that `merge` gives for the largest number."""
    for partitions in PARTITIONS:
        parts = df.repartition(partitions)
        lazy = dp.states(parts, aggregates, by)
        assert lazy.rdd.getNumPartitions() == partitions
        assert serialised(dp.collect(lazy, aggregates, by)) == wanted, partitions
        parts.createOrReplaceTempView("v")
        assert sql_states(spark, sql, "v", by) == wanted, partitions
    merged = dp.merge(lazy, aggregates, by)
    assert merged.count() == len(wanted) < lazy.count()
    assert serialised(dp.collect(merged, aggregates, by)) == wanted


def case_generated(spark):
    """A million values in 1, 2, 8 and 64 partitions."""
    df = generated(spark).cache()
    compare(spark, df, GENERATED, GENERATED_SQL, [], expected(generated_rows(), GENERATED))
    compare(
        spark,
        df,
        GENERATED,
        GENERATED_SQL,
        ["k"],
        expected(generated_rows(), GENERATED, lambda row: row["k"]),
    )
    df.unpersist()


def case_rand(spark):
    """The data of the RAND experiment, by site and year."""
    df = spark.read.csv(RAND, header=True, inferSchema=True).cache()
    with open(RAND) as file:
        rows = [
            {name: number(value) for name, value in row.items()} for row in csv.DictReader(file)
        ]
    compare(spark, df, PERSONS, PERSONS_SQL, [], expected(rows, PERSONS))
    compare(
        spark,
        df,
        PERSONS,
        PERSONS_SQL,
        ["site", "year"],
        expected(rows, PERSONS, lambda row: (row["site"], row["year"])),
    )
    df.unpersist()


def case_many_groups(spark):
    """States are right with more groups than the hash table of Spark's object aggregates holds, and
    with more than 2^15 groups, whose numbers the package cannot sort as 16-bit integers."""
    df = spark.range(200_000).select(
        (F.col("id") % 50_000).alias("k"), (F.col("id") % 1000).cast("double").alias("x")
    )
    aggregates = {"s": dp.Sum("x", 0, 700), "n": dp.Count()}
    by = dp.collect(dp.states(df, aggregates, "k"), aggregates, "k")
    assert len(by) == 50_000
    df.createOrReplaceTempView("v")
    assert sql_states(
        spark, "dp_sum_state(x, 0, 700) s, dp_count_state(1) n", "v", ["k"]
    ) == serialised(by)
    whole = dp.collect(dp.states(df, aggregates), aggregates)[()]
    total = {name: aggregate.start() for name, aggregate in aggregates.items()}
    for group in by.values():
        for name, state in group.items():
            total[name].merge(state)
    assert serialised({0: whole}) == serialised({0: total})


def case_small_batches(spark):
    """Rows that are collected in several batches before they are sorted give the same bytes."""
    import indp_spark._partition as partition

    df = spark.range(5000).select(
        (F.col("id") % 7).cast("string").alias("k"),
        (F.col("id") % 2 == 0).alias("b"),
        F.col("id").cast("double").alias("x"),
    )
    wanted = serialised(
        dp.collect(
            dp.states(df, {"s": dp.Sum("x", 0, 9)}, ["k", "b"]),
            {"s": dp.Sum("x", 0, 9)},
            ["k", "b"],
        )
    )
    fields = [dp._schema.field("s", dp.Sum("x", 0, 9), 0)]
    rows = df.selectExpr("CAST(k AS BINARY)", "b", "x").toArrow().to_batches(max_chunksize=100)
    most = partition.MOST_ROWS
    try:
        partition.MOST_ROWS = 250
        made = [batch.to_pydict() for batch in partition.adding(fields, ["k", "b"], None)(rows)]
    finally:
        partition.MOST_ROWS = most
    got = {
        (k.decode(), b): {"s": s}
        for batch in made
        for k, b, s in zip(batch["k"], batch["b"], batch["s"])
    }
    assert got == wanted and len(got) == 14


def case_stored(spark):
    """States that were written to a file, or made by another engine, are released; hostile bytes
    and states with other parameters are refused, with a message that contains no data."""
    import tempfile

    df = spark.range(100).select(
        (F.col("id") % 3).alias("k"), F.col("id").cast("double").alias("x")
    )
    aggregates = {"s": dp.Sum("x", 0, 1000), "n": dp.Count()}
    lazy = dp.states(df.repartition(5), aggregates, "k")
    with tempfile.TemporaryDirectory() as folder:
        lazy.write.parquet(f"{folder}/states")
        stored = spark.read.parquet(f"{folder}/states")
        got = dp.release_states(stored, aggregates, {"s": E, "n": E}, "k", [2, 9, 0])
    assert got == [(2, 1650.0, 33), (9, 0.0, 0), (0, 1683.0, 34)] and got[0].s == 1650.0
    # A wrong parameter is refused, whichever keys are listed.
    for wrong in (dp.Sum("x", 0, 999), dp.Count(), dp.Sum("x", 0, 1000, 2)):
        for key in (0, 9):
            refused(
                lambda: dp.release_states(lazy, {"s": wrong}, 1.0, "k", [key]),
                "s: only states of the same kind",
                indp.ParameterError,
            )
    one = indp.Sum(0, 1000)
    one.add([625.25])
    good = one.serialise()
    bad = {
        "no state": b"",
        "short": good[:-1],
        "long": good + b"\0",
        "changed": good[:20] + b"\xff" * 8 + good[28:],
        "kind": indp.Count().serialise(),
        "bounds": indp.Sum(0, 999).serialise(),
        "rows": indp.Sum(0, 1000, 2).serialise(),
    }
    wanted = {"s": dp.Sum("x", 0, 1000)}
    for name, data in bad.items():
        frame = spark.createDataFrame([(bytearray(good),), (bytearray(data),)], "s binary")
        refused(lambda: dp.release_states(frame, wanted, 1.0), "", indp.ParameterError)
        failed(lambda: dp.merge(frame, wanted).collect(), "ParameterError")
        frame.createOrReplaceTempView("v")
        failed(
            lambda: spark.sql("SELECT dp_merge(s, 1) FROM v").collect(),
            "rows_per_person must be the same here and in" if name == "rows" else "INDP_E_STATE",
        )
        assert not any("625" in message for message in errors), name
    refused(
        lambda: dp.release_states(spark.range(1).selectExpr("id s"), wanted, 1.0),
        "s: the column must hold states, which are binary, not",
    )


def case_merge_in_sql(spark):
    """dp_merge gives the state of all rows; it skips NULL, and is NULL without states."""
    df = spark.range(1000).select(
        F.col("id").cast("double").alias("x"), (F.col("id") % 7).alias("k")
    )
    df.createOrReplaceTempView("v")
    for call in (
        "dp_count_state(x, 2)",
        "dp_sum_state(x, 0, 9, 2)",
        "dp_var_state(x, 0, 9, 2)",
        "dp_median_state(x, 0, 9, 2)",
        "dp_mode_state(k, array(1, 2), 2)",
        "dp_histogram_state(x, array(5), 2)",
    ):
        whole = spark.sql(f"SELECT {call} s FROM v").first().s
        parts = f"(SELECT {call} s, k FROM v GROUP BY k UNION ALL SELECT NULL, 9)"
        assert spark.sql(f"SELECT dp_merge(s, 2) s FROM {parts}").first().s == whole, call
        twice = f"(SELECT dp_merge(s, 2) s FROM {parts} GROUP BY k % 2)"
        assert spark.sql(f"SELECT dp_merge(s, 2) s FROM {twice}").first().s == whole, call
    assert spark.sql("SELECT dp_merge(CAST(NULL AS BINARY), 1) s").first().s is None
    assert spark.sql("SELECT dp_merge(X'00', 1) s FROM v WHERE false").first().s is None


def case_empty(spark):
    """No rows, no partitions and empty partitions give the empty state, and a release is noise."""
    df = spark.range(3).select(F.col("id").cast("double").alias("x"), F.col("id").alias("k"))
    aggregates = {"s": dp.Sum("x", 0, 9), "n": dp.Count()}
    empty = {name: aggregate.start().serialise() for name, aggregate in aggregates.items()}
    nothing = spark.createDataFrame([], "x double, k long")
    for frame in (
        nothing,
        df.where("false"),
        df.where("rand() < 0"),
        nothing.repartition(4),
        spark.createDataFrame(spark.sparkContext.emptyRDD(), "x double, k long"),
    ):
        assert serialised(dp.collect(dp.states(frame, aggregates), aggregates)) == {(): empty}
        answers = {dp.release(frame, aggregates, {"s": 0.1, "n": 0.1})[0] for _ in range(2)}
        assert len(answers) == 2, answers
        assert dp.release(frame, aggregates, {"s": E, "n": E}, "k", [7]) == [(7, 0.0, 0)]
        assert dp.collect(dp.states(frame, aggregates, "k"), aggregates, "k") == {}
        frame.createOrReplaceTempView("v")
        assert sql_states(spark, "dp_sum_state(x, 0, 9) s, dp_count_state(1) n", "v") == {(): empty}
    assert dp.release(df.repartition(64), aggregates, {"s": E, "n": E}) == [(3.0, 3)]
