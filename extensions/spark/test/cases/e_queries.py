"""Queries in SQL: what Spark does with the aggregates."""

import threading

import indp
from check import E, refused_sql
from pyspark.sql import functions as F


def view(spark):
    rows = spark.range(10).selectExpr("CAST(id AS DOUBLE) x", "id % 2 k", "id DIV 5 g")
    rows.union(rows).createOrReplaceTempView("v")


def total(data):
    return indp.deserialise(bytes(data)).release(E)


def case_clauses(spark):
    """The aggregates work with FILTER, DISTINCT, GROUP BY, ROLLUP, PIVOT, HAVING, subqueries,
    joins, and several calls in one query."""
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
    """States are right if Spark sorts rows instead of hashing them, whatever the limit is."""
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


def taken(spark, merged, *keys):
    """The state of a key, as Java's Merged gives it."""
    jvm = spark._jvm
    arguments = spark.sparkContext._gateway.new_array(jvm.java.lang.Object, len(keys))
    for i, key in enumerate(keys):
        arguments[i] = key
    return merged.take(jvm.dev.indp.Sum(0.0, 9.0, 1), "s", arguments)


def java_refuses(call, message):
    try:
        call()
    except Exception as error:
        assert message in str(error), error
    else:
        raise AssertionError(message)


def case_keys_in_java(spark):
    """Keys of each type. Java would decode some of them to other values or not at all, such as
    1582-10-10, 29 February of the year 0, and bytes that are not valid UTF-8. Each key must get
    exactly its own rows."""
    jvm = spark._jvm
    list_of = jvm.java.util.List.of
    day = jvm.java.time.LocalDate.of
    frame = spark.sql("SELECT '?' k, dp_sum_state(1, 0, 9) s FROM range(2)")._jdf
    merged = jvm.dev.indp.spark.Merged.collect(frame, list_of("k"), list_of("s"))
    # A text with a surrogate that has no pair. Python cannot send one to Java, so Java makes it.
    lone = jvm.java.lang.StringBuilder().appendCodePoint(0xD800)
    key = jvm.java.util.regex.Pattern.compile(",").splitAsStream(lone).toArray()
    java_refuses(
        lambda: merged.take(jvm.dev.indp.Sum(0.0, 9.0, 1), "s", key), "key: the text has a surrogate"
    )
    for column, values, keys in (
        ("STRING", "'a', 'a', 'B', NULL", [("a", 2), ("B", 1), (None, 1), ("b", 0)]),
        ("STRING", "CAST(X'FF' AS STRING), CAST(X'FE' AS STRING), '\ufffd'", [("\ufffd", 1)]),
        ("BINARY", "X'FF', X'FF', X'FE'", [(b"\xff", 2), (b"\xfe", 1), (b"", 0)]),
        ("BOOLEAN", "true, true, false", [(True, 2), (False, 1), (None, 0)]),
        ("TINYINT", "1, 1, -1", [(1, 2), (-1, 1), (127, 0)]),
        (
            "DATE",
            "DATE'1582-10-10', DATE'1582-10-15', DATE'0000-02-29', DATE'0000-01-01', DATE'0001-01-01',"
            " date_from_unix_date(-2147483648), date_from_unix_date(2147483647), DATE'2011-12-30'",
            [
                (day(1582, 10, 10), 1),
                (day(1582, 10, 15), 1),
                (day(1582, 10, 5), 0),
                (day(0, 2, 29), 1),
                (day(0, 1, 1), 1),
                (day(1, 1, 1), 1),
                (jvm.java.time.LocalDate.ofEpochDay(-2147483648), 1),
                (day(2011, 12, 30), 1),
                (day(2011, 12, 31), 0),
            ],
        ),
    ):
        for setting in ("false", "true"):
            spark.conf.set("spark.sql.datetime.java8API.enabled", setting)
            frame = spark.sql(
                f"SELECT CAST(k AS {column}) k, dp_sum_state(1, 0, 9) s"
                f" FROM (SELECT explode(array({values})) k) GROUP BY ALL"
            )._jdf
            merged = jvm.dev.indp.spark.Merged.collect(frame, list_of("k"), list_of("s"))
            for key, rows in keys:
                assert taken(spark, merged, key).release(E) == rows, (column, setting, key)
        spark.conf.unset("spark.sql.datetime.java8API.enabled")


def case_udaf(spark):
    """Spark's public API can register the aggregators, and Java can collect their states."""
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
    for key, expected in ((0, 40.0), (1, 50.0), (7, 0.0)):
        state = taken(spark, merged, jvm.java.lang.Long.valueOf(key))
        assert state.release(E) == expected, key
    for key in (0, 7):
        java_refuses(lambda: taken(spark, merged, jvm.java.lang.Long.valueOf(key)), "taken before")
    for wrong in ("1", 1.0, True, jvm.java.math.BigInteger.valueOf(1)):
        java_refuses(lambda: taken(spark, merged, wrong), "key: values of k must be bigint, not")
    for keys in ((), (1, 1)):
        java_refuses(lambda: taken(spark, merged, *keys), "key: there must be one value")
    assert taken(spark, merged, None).release(E) == 0.0
    # Parameters are compared with the first state, so that a failure does not depend on the key.
    merged = here.Merged.collect(frame, list_of("k"), list_of("s"))
    for wrong in (indp_java.Sum(0.0, 8.0, 1), indp_java.Count(1)):
        for key in (0, 7):
            arguments = spark.sparkContext._gateway.new_array(jvm.java.lang.Object, 1)
            arguments[0] = jvm.java.lang.Long.valueOf(key)
            java_refuses(
                lambda: merged.take(wrong, "s", arguments),
                "the argument `empty` must have the kind",
            )
    for names in (list_of("s", "s"), list_of("s", "S"), list_of("s", "\u017f")):
        java_refuses(
            lambda: here.Merged.collect(frame, list_of("k"), names), "names: the same column is given twice"
        )
    java_refuses(
        lambda: here.Merged.collect(frame, list_of("s"), list_of("k")),
        "names: the column k must be",
    )
    # A name must be that of a column itself: no other expression may reach the same column.
    for name in ("`s`", "v.s", "*"):
        java_refuses(
            lambda: here.Merged.collect(frame.alias("v"), list_of("k"), list_of("s", name)),
            "UNRESOLVED_COLUMN",
        )
    full = indp_java.Sum(0.0, 9.0, 1)
    full.add(5.0)
    for wrong, message in ((full, "must be a state without rows"), (None, "empty")):
        arguments = spark.sparkContext._gateway.new_array(jvm.java.lang.Object, 1)
        arguments[0] = jvm.java.lang.Long.valueOf(7)
        java_refuses(lambda: merged.take(wrong, "s", arguments), message)
    java_refuses(lambda: here.MergeAggregator(0), "rows_per_person must be a whole number")
    for wrong in (
        "CAST(k AS STRING) COLLATE UTF8_LCASE",
        "CAST(k AS STRING) COLLATE UTF8_BINARY_RTRIM",
        "CAST(k AS DECIMAL(9, 2))",
        "CAST(k AS DOUBLE)",
    ):
        frame = spark.sql(f"SELECT {wrong} k, dp_sum_state(x, 0, 9) s FROM v GROUP BY ALL")._jdf
        java_refuses(lambda: here.Merged.collect(frame, list_of("k"), list_of("s")), "by: k must")
    full = indp_java.Sum(0.0, 9.0, 1)
    full.add(5.0)
    try:
        here.NumberAggregator(full)
    except Exception as error:
        assert "must be empty" in str(error)
    else:
        raise AssertionError("rows in an empty state")


def case_threads_take_a_state_once(spark):
    """If four threads take all states, each state goes to only one of them. Calls from Python are
    too slow to meet often inside of `take`, so the test also looks at how `take` is declared."""
    jvm = spark._jvm
    list_of = jvm.java.util.List.of
    frame = spark.sql("SELECT id k, dp_count_state(1) s FROM range(500) GROUP BY id")._jdf
    merged = jvm.dev.indp.spark.Merged.collect(frame, list_of("k"), list_of("s"))
    is_synchronized = jvm.java.lang.reflect.Modifier.isSynchronized
    methods = [one for one in merged.getClass().getMethods() if one.getName() == "take"]
    assert [is_synchronized(one.getModifiers()) for one in methods] == [True]
    counts = []

    def take():
        for key in range(500):
            arguments = spark.sparkContext._gateway.new_array(jvm.java.lang.Object, 1)
            arguments[0] = jvm.java.lang.Long.valueOf(key)
            try:
                counts.append(merged.take(jvm.dev.indp.Count(1), "s", arguments).release(E))
            except Exception as error:
                assert "taken before" in str(error), error

    threads = [threading.Thread(target=take) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert counts == [1.0] * 500, (len(counts), set(counts))


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
