"""What the cases share. A case is a function whose name begins with `case_`; its docstring says
what it checks. It is called with a session, and fails if it raises an exception."""

import os
import pathlib
import subprocess
import sys

import indp
import indp_spark as dp
from pyspark.sql import SparkSession

ROOT = pathlib.Path(__file__).resolve().parents[3]
RAND = str(ROOT / "examples-c/data/randhie.csv")

# At this epsilon the noise of counts and sums rounds to zero; at SURE, selections choose the best
# candidate.
E = 1e18
SURE = 1e5

# All messages that the cases provoked. The last case searches them for values.
errors = []

_session = None


def builder(master="local[2]"):
    return (
        SparkSession.builder.master(master)
        .config("spark.ui.enabled", "false")
        .config("spark.ui.showConsoleProgress", "false")
        .config("spark.sql.shuffle.partitions", "3")
        .config("spark.jars", os.environ["INDP_SPARK_JAR"])
        .config("spark.log.level", "ERROR")
    )


def session():
    """The session that the cases share."""
    global _session
    if _session is None:
        _session = builder().getOrCreate()
        dp.register(_session)
    return _session


def refused(call, message, kinds=(indp.Error, TypeError, ValueError)):
    """Checks that the call raises one of these exceptions, and that its text contains the
    message."""
    try:
        got = call()
    except kinds as error:
        errors.append(str(error))
        assert message in str(error), f"expected {message!r}, got {error}"
        return
    raise AssertionError(f"not refused: {got!r}, expected {message!r}")


def refused_sql(spark, sql, message):
    """Checks that the analysis of the query fails, and that the error contains the message."""
    from pyspark.errors import PySparkException

    refused(lambda: spark.sql(sql), message, PySparkException)


def failed(call, message):
    """Checks that the job fails in a task, and that the error contains the message."""
    refused(call, message, Exception)


def serialised(groups):
    """What `collect` returned, as bytes."""
    return {
        key: {name: state.serialise() for name, state in group.items()}
        for key, group in groups.items()
    }


def sql_states(spark, select, view, by=()):
    """The states of a query by key, as bytes."""
    keys = ", ".join(by)
    clause = f" GROUP BY {keys}" if by else ""
    rows = spark.sql(f"SELECT {keys + ',' if keys else ''} {select} FROM {view}{clause}").collect()
    found = {}
    for row in rows:
        values = row.asDict()
        key = tuple(values.pop(name) for name in by)
        found[key[0] if len(by) == 1 else key] = {
            name: bytes(data) for name, data in values.items()
        }
    return found


def jobs(spark, call):
    """Runs the call, and returns its result and the number of jobs that it ran."""
    context = spark.sparkContext
    group = f"group-{os.urandom(4).hex()}"
    context.setJobGroup(group, "a case")
    try:
        result = call()
    finally:
        context.setLocalProperty("spark.jobGroup.id", None)
    return result, len(context.statusTracker().getJobIdsForGroup(group))


def script(text, **environment):
    """Runs Python code in a process of its own, with the names of this module, and returns the
    finished process."""
    head = "from check import *\nfrom pyspark.sql import functions as F\n"
    return subprocess.run(
        [sys.executable, "-c", head + text],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        timeout=600,
    )
