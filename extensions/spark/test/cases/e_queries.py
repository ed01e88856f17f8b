"""Queries in SQL: what Spark does with the aggregates."""

import indp
from check import E, refused_sql
from pyspark.sql import functions as F


def view(spark):
    rows = spark.range(10).selectExpr("CAST(id AS DOUBLE) x", "id % 2 k", "id DIV 5 g")
    rows.union(rows).createOrReplaceTempView("v")


def total(data):
    return indp.deserialise(bytes(data)).release(E)


def case_clauses(spark):
    """FILTER, DISTINCT, GROUP BY, ROLLUP, HAVING, subqueries, joins, and several calls."""
    view(spark)
    for sql, expected in (
        ("SELECT dp_sum_state(x, 0, 9) FROM v", 90.0),
        ("SELECT dp_sum_state(x, 0, 9) FILTER (WHERE k = 1) FROM v", 50.0),
        ("SELECT dp_sum_state(x, 0, 9) FILTER (WHERE k = 7) FROM v", 0.0),
        ("SELECT dp_sum_state(DISTINCT x, 0, 9) FROM v", 45.0),
        ("SELECT dp_sum_state(CASE WHEN k = 1 THEN x END, 0, 9) FROM v", 50.0),
        ("SELECT s FROM (SELECT dp_sum_state(x, 0, 9) s, g FROM v GROUP BY g HAVING g = 1)", 70.0),
        (
            "SELECT dp_sum_state(x, 0, 9) FROM v a JOIN (SELECT DISTINCT x FROM v) b USING (x)",
            90.0,
        ),
        ("WITH w AS (SELECT x FROM v LIMIT 0) SELECT dp_sum_state(x, 0, 9) FROM w", 0.0),
        ("SELECT dp_count_state(*) FROM (SELECT x FROM v)", 20.0),
        ("SELECT dp_count_state(DISTINCT k) FROM v", 2.0),
    ):
        assert total(spark.sql(sql).first()[0]) == expected, sql
    mixed = spark.sql(
        "SELECT dp_sum_state(DISTINCT x, 0, 9), dp_sum_state(x, 0, 9), count(DISTINCT k), sum(x), "
        "dp_sum_state(x, 0, 9) FILTER (WHERE g = 0) FROM v"
    ).first()
    assert [total(mixed[0]), total(mixed[1]), mixed[2], mixed[3], total(mixed[4])] == [
        45.0,
        90.0,
        2,
        90.0,
        20.0,
    ]
    rollup = spark.sql(
        "SELECT k, g, dp_sum_state(x, 0, 9) s FROM v GROUP BY ROLLUP (k, g)"
    ).collect()
    assert {(row.k, row.g): total(row.s) for row in rollup} == {
        (None, None): 90,
        (0, None): 40,
        (1, None): 50,
        (0, 0): 12,
        (0, 1): 28,
        (1, 0): 8,
        (1, 1): 42,
    }
    pivot = spark.sql(
        "SELECT * FROM (SELECT x, k, g FROM v) PIVOT (dp_sum_state(x, 0, 9) FOR g IN (0, 1))"
    ).collect()
    assert {row.k: (total(row["0"]), total(row["1"])) for row in pivot} == {0: (12, 28), 1: (8, 42)}


def case_windows(spark):
    """Windows give exact states, and so release nothing."""
    view(spark)
    rows = spark.sql("SELECT x, dp_sum_state(x, 0, 9) OVER (ORDER BY x) s FROM v").collect()
    assert {row.x: total(row.s) for row in rows} == {
        float(i): float(i * (i + 1)) for i in range(10)
    }
    rows = spark.sql(
        "SELECT DISTINCT k, dp_sum_state(x, 0, 9) OVER (PARTITION BY k) s FROM v"
    ).collect()
    assert sorted((row.k, total(row.s)) for row in rows) == [(0, 40.0), (1, 50.0)]


def case_small_memory(spark):
    """States survive Spark's way of sorting instead of hashing, with any limit."""
    spark.range(5000).selectExpr("CAST(id % 50 AS DOUBLE) x", "id % 500 k").createOrReplaceTempView(
        "v"
    )
    name = "spark.sql.objectHashAggregate.sortBased.fallbackThreshold"
    found = []
    for limit in ("1", "128", "1000000"):
        spark.conf.set(name, limit)
        rows = spark.sql(
            "SELECT k, dp_sum_state(x, 0, 9) s, dp_median_state(x, 0, 50) m FROM v GROUP BY k"
        ).collect()
        found.append({row.k: (bytes(row.s), bytes(row.m)) for row in rows})
    spark.conf.unset(name)
    assert found[0] == found[1] == found[2] and len(found[0]) == 500


def case_columns(spark):
    """The functions work in the DataFrame API."""
    view(spark)
    call = F.call_function("dp_sum_state", F.col("x"), F.lit(0), F.lit(9))
    rows = spark.table("v").groupBy("k").agg(call.alias("s")).collect()
    assert {row.k: total(row.s) for row in rows} == {0: 40.0, 1: 50.0}


def case_udaf(spark):
    """The aggregators are registered by Spark's public API, and Java collects their states."""
    view(spark)
    jvm = spark._jvm
    indp_java, here = jvm.dev.indp, jvm.dev.indp.spark
    udf = spark._jsparkSession.udf()
    list_of = jvm.java.util.List.of
    made = {
        "own_sum": (
            here.NumberAggregator(indp_java.Sum(0.0, 9.0, 1)),
            "CAST(x AS DOUBLE)",
            "dp_sum_state(x, 0, 9)",
        ),
        "own_wide": (
            here.IntegerAggregator(indp_java.Sum(0.0, 2.0**60, 1)),
            "CAST(k AS BIGINT)",
            "dp_sum_state(k, 0, 1152921504606846976D)",
        ),
        "own_count": (
            here.CountAggregator(indp_java.Count(2)),
            "x > 3",
            "dp_count_state(CASE WHEN x > 3 THEN 1 END, 2)",
        ),
        "own_text": (
            here.TextAggregator(indp_java.Mode(list_of(indp_java.Category.of("1")), 1)),
            "CAST(CAST(k AS STRING) AS BINARY)",
            "dp_mode_state(CAST(k AS STRING), array('1'))",
        ),
        "own_code": (
            here.CodeAggregator(indp_java.Mode(list_of(indp_java.Category.of(1)), 1)),
            "k",
            "dp_mode_state(k, array(1))",
        ),
    }
    for name, (aggregator, x, call) in made.items():
        udf.register(
            name, jvm.org.apache.spark.sql.functions.udaf(aggregator, aggregator.inputEncoder())
        )
        for clause in ("", " GROUP BY g ORDER BY g", " GROUP BY x ORDER BY x"):
            own = spark.sql(f"SELECT {name}({x}) s FROM v{clause}").collect()
            assert own == spark.sql(f"SELECT {call} s FROM v{clause}").collect(), (name, clause)
    frame = spark.sql("SELECT k, dp_sum_state(x, 0, 9) s FROM v GROUP BY k, g")._jdf
    merged = here.Merged.collect(frame, list_of("k"), list_of("s"))
    for key, expected in ((0, 40.0), (1, 50.0), (7, 0.0), (0, 0.0)):
        arguments = spark.sparkContext._gateway.new_array(jvm.java.lang.Object, 1)
        arguments[0] = jvm.java.lang.Long.valueOf(key)
        state = merged.take(indp_java.Sum(0.0, 9.0, 1), "s", arguments)
        assert state.release(E) == expected, key
    full = indp_java.Sum(0.0, 9.0, 1)
    full.add(5.0)
    try:
        here.NumberAggregator(full)
    except Exception as error:
        assert "must be empty" in str(error)
    else:
        raise AssertionError("rows in an empty state")


def case_views_and_plans(spark):
    """A view may name the functions; a plan shows public parameters only."""
    view(spark)
    spark.sql(
        "CREATE OR REPLACE TEMPORARY VIEW w AS SELECT k, dp_sum_state(x, 0, 9) s FROM v GROUP BY k"
    )
    assert {row.k: total(row.s) for row in spark.table("w").collect()} == {0: 40.0, 1: 50.0}
    plan = spark.sql("SELECT dp_sum_state(x, 0, 9) FROM v")._jdf.queryExecution().toString()
    assert "dp_sum_state(x" in plan and "@" not in plan, plan
    refused_sql(spark, "SELECT dp_sum(x, 0, 9, 0.5) FROM v", "UNRESOLVED_ROUTINE")
