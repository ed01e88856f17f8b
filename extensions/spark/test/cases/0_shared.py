"""The cases of surface/cases, which all engines share. SQL makes the states, which Python releases;
Python's aggregates make them, too. Refusals run no job."""

import math
import re
import subprocess
import tempfile

import indp_spark as dp
from check import ROOT, errors
from pyspark.sql import functions as F

TABLES = ROOT / "surface/cases"
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
}
# How many parameters precede epsilon.
OWN = {"count": 0, "mode": 1, "counts": 1, "histogram": 1, "quantile": 3, "quantiles": 3}


def awk(program, table, *files):
    """What this program of surface/cases prints. Java has other words in its messages."""
    given = ["-v", "engine=spark", "-v", f"table={table}", "-v", "loose=1"]
    return subprocess.run(["awk", *given, "-f", TABLES / program, *files], capture_output=True, text=True)


def python(text):
    """The values of arguments or rows."""
    text = re.sub(r"x'(\w\w)'", r"bytes.fromhex('\1')", text)
    return list(eval(f"({text},)", {"NULL": None, "inf": math.inf, "nan": math.nan}))


def sql(text):
    """A call in Spark's SQL."""
    text = re.sub(r"(?<![\w'])(-?inf|nan)(?![\w'])", r"double('\1')", text)
    text = re.sub(r"(?<![\w'.])-9223372036854775808(?!\w)", "(-9223372036854775807L - 1)", text)
    return re.sub(r"\[([^ ]*)\]", lambda found: f"array({found[1]})".replace('"', "'"), text)


def frame(spark, rows, call):
    """The rows of a call, whose type follows from the values."""
    kind = "bigint" if re.search("mode|counts", call) else "double"
    if rows != "-":
        kind = "string" if "'" in rows else "double" if re.search("[.ein]", rows) else "bigint"
    return spark.createDataFrame([] if rows == "-" else [(x,) for x in python(rows)], f"x {kind}")


def aggregate(call):
    """The aggregate in Python, and its epsilon."""
    kind, column, text = re.fullmatch(r"dp_(\w+)\((\w+)(?:, )?(.*)\)", call).groups()
    given = python(text) if text else []
    epsilon = given.pop(OWN.get(kind, 2))
    if kind in ("median", "min", "max", "quantile", "quantiles") and len(given) == OWN.get(kind, 2) + 2:
        given[-1] = given[-1] or None  # in Python, None lets the library choose the candidates
    return PYTHON[kind](F.lit(1) if column == "1" else column, *given), epsilon


def candidates(call):
    return eval(re.search(r"\[.*\]", call)[0])


def answer(spark, table, call, rows, persons):
    if table == "values":
        made, epsilon = aggregate(call)
        ((found,),) = dp.release(frame(spark, rows, call), {"a": made}, epsilon)
        return found if not isinstance(found, dict) else [found[one] for one in candidates(call)]
    frame(spark, rows, call).createOrReplaceTempView("shared")
    whole = f"SELECT {sql(call)} AS s FROM shared"
    ((merged,),) = spark.sql(f"SELECT hex(dp_merge(s, {persons})) FROM ({whole} GROUP BY x)").collect()
    ((state,),) = spark.sql(f"SELECT hex(s) FROM ({whole})").collect()
    return state if merged == state or rows == "-" else f"{state}, merged: {merged}"


def refuse(spark, call):
    if "_state(" in call:
        spark.sql(f"SELECT {sql(call)} FROM shared")
    else:
        made, epsilon = aggregate(call)
        dp.release(spark.table("shared"), {"a": made}, epsilon)


def seen(spark, table, call, rows="", persons="", *_):
    try:
        return f"= {refuse(spark, call) if table == 'refusals' else answer(spark, table, call, rows, persons)}"
    except Exception as error:
        errors.append(str(error))
        name = call.split("(")[0]
        text = str(error).split("\n")[0]
        return f"! {text if text.startswith(name) else name + ': ' + text}"


def run(spark, table):
    spark.range(9).selectExpr("id i", "id + 0.5D x", "string(id) t").createOrReplaceTempView("shared")
    rows = awk("expand.awk", table, TABLES / f"{table}.tsv")
    assert rows.returncode == 0, rows.stderr
    with tempfile.NamedTemporaryFile("w") as given, tempfile.NamedTemporaryFile("w") as answers:
        given.write(rows.stdout)
        for number, row in enumerate(rows.stdout.splitlines(), 1):
            answers.write(f"{number}\t{seen(spark, table, *row.split(chr(9)))}\n")
        given.flush()
        answers.flush()
        compared = awk("compare.awk", table, given.name, answers.name)
    print(compared.stdout.splitlines()[-1])
    assert compared.returncode == 0, compared.stdout


def case_refusals(spark):
    run(spark, "refusals")


def case_values(spark):
    run(spark, "values")


def case_states(spark):
    run(spark, "states")
