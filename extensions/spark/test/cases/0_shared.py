"""The cases of surface/cases, which all engines share. A call that makes a
state is one of SQL; the others are Python's aggregates."""

import math
import re
import sys

import indp_spark as dp
from check import ROOT, errors, jobs
from pyspark.sql import functions as F

sys.path.append(str(ROOT / "surface/cases"))
import shared

PYTHON = {
    "count": dp.Count,
    "sum": dp.Sum,
    "avg": dp.Mean,
    "var": dp.Variance,
    "stddev": dp.StdDev,
    "median": dp.Median,
    "quantile": dp.Quantile,
    "quantiles": dp.Quantiles,
    "min": dp.Min,
    "max": dp.Max,
    "mode": dp.Mode,
    "counts": dp.Counts,
    "histogram": dp.Histogram,
    "bounds": dp.Bounds,
    "bounds_among": lambda x, edges, rows=1, centre=0.0: dp.Bounds(x, rows, centre, edges),
}
# How many parameters precede epsilon.
OWN = {"count": 0, "mode": 1, "counts": 1, "histogram": 1, "quantile": 3, "quantiles": 3,
       "bounds": 0, "bounds_among": 1}
POINTED = ("median", "min", "max", "quantile", "quantiles")


def python(text):
    """The values of arguments or rows."""
    text = re.sub(r"x'(\w\w)'", r"bytes.fromhex('\1')", text)
    return list(eval(f"({text},)", {"NULL": None, "inf": math.inf, "nan": math.nan}))


def sql(text):
    """A call in Spark's SQL."""
    text = re.sub(r"(?<![\w'])(-?inf|nan)(?![\w'])", r"double('\1')", text)
    text = re.sub(r"(?<![\w'.])-9223372036854775808(?!\w)", "(-9223372036854775807L - 1)", text)
    return re.sub(r"\[([^ ]*)\]", lambda found: f"array({found[1]})".replace('"', "'"), text)


def aggregate(call, number="", rows=0):
    """The aggregate in Python over the column of this number, and its epsilon."""
    kind, column, text = re.fullmatch(r"dp_(\w+)\((\w+)(?:, )?(.*)\)", call).groups()
    given = python(text)
    epsilon = given.pop(OWN.get(kind, 2))
    if kind in POINTED and len(given) == OWN.get(kind, 2) + 2:
        given[-1] = given[-1] or None  # in Python, None lets the library choose the candidates
    column = F.when(F.col("n") < rows, 1) if column == "1" else f"{column}{number}"
    return PYTHON[kind](column, *given), epsilon


def kind_of(rows, call):
    """The type of x, which follows from its values."""
    if rows == "-":
        return "bigint" if re.search("mode|counts", call) else "double"
    return "string" if "'" in rows else "double" if re.search("[.ein]", rows) else "bigint"


def frame_of(spark, rows):
    """The rows of all calls. Each call has a column of its own, which ends in NULLs."""
    columns = [[] if row[1] == "-" else python(row[1]) for row in rows]
    longest = max(map(len, columns))
    columns = [column + [None] * (longest - len(column)) for column in columns]
    kinds = ", ".join(f"x{i} {kind_of(row[1], row[0])}" for i, row in enumerate(rows))
    table = [(n, *row) for n, row in enumerate(zip(*columns))]
    return spark.createDataFrame(table, f"n int, {kinds}")


def released(spark, rows):
    """The answers of Python's aggregates, in one job."""
    made = {f"a{i}": aggregate(row[0], i, row[1].count(",") + 1) for i, row in enumerate(rows)}
    aggregates = {name: one for name, (one, _) in made.items()}
    epsilons = {name: epsilon for name, (_, epsilon) in made.items()}
    (answers,) = dp.release(frame_of(spark, rows), aggregates, epsilons)
    for row, found in zip(rows, answers):
        if isinstance(found, dict):
            found = [found[one] for one in eval(re.search(r"\[.*\]", row[0])[0])]
        yield f"= {found}"


def states(spark, rows):
    """The states that SQL makes, if it merges the states of single rows to the same bytes."""
    frame_of(spark, rows).createOrReplaceTempView("made")
    calls = [sql(row[0]).replace("(x", f"(x{i}", 1) for i, row in enumerate(rows)]
    parts = ", ".join(f"{call} AS s{i}" for i, call in enumerate(calls))
    merges = ", ".join(f"hex(dp_merge(s{i}, {row[2]}))" for i, row in enumerate(rows))
    wholes = ", ".join(f"hex({call})" for call in calls)
    (whole,) = spark.sql(f"SELECT {wholes} FROM made").collect()
    (merged,) = spark.sql(f"SELECT {merges} FROM (SELECT {parts} FROM made GROUP BY n)").collect()
    for one, other in zip(whole, merged):
        yield f"= {one}" if one == other else f"= {one}, merged: {other}"


def refusal(spark, call, *_):
    """What the analysis of the state in SQL says, or the release in Python."""
    name = call.split("(")[0]
    try:
        if "_state(" in call:
            return f"= {spark.sql(f'SELECT {sql(call)} FROM shared').collect()}"
        made, epsilon = aggregate(call)
        return f"= {dp.release(spark.table('shared'), {'a': made}, epsilon)}"
    except Exception as error:
        errors.append(str(error))
        text = str(error).split("\n")[0]
        return f"! {text}" if text.startswith(name) else f"! {name}: {text}"


def case_refusals(spark):
    """Python refuses before a job runs, and SQL at the analysis. Java has words of its own."""
    frame = spark.range(9).selectExpr("id i", "id + 0.5D x", "string(id) t")
    frame.createOrReplaceTempView("shared")

    def refusals(rows):
        return [refusal(spark, *row) for row in rows]

    assert jobs(spark, lambda: shared.run("spark", "refusals", refusals, loose=1))[1] == 0


def case_values(spark):
    """Python's aggregates answer."""
    shared.run("spark", "values", lambda rows: released(spark, rows))


def case_states(spark):
    """SQL makes and merges the states."""
    shared.run("spark", "states", lambda rows: states(spark, rows))
