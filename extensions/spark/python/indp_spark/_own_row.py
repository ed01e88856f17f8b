"""Refuses columns whose value for a row depends on other rows, as far as Spark can tell. With such
a column, the row of one person would change many values.

Spark allows only expressions over one row in the condition of a join, so this module lets Spark
analyse a join on the column. Spark also allows subqueries there, so this module looks for those
by other means. No job runs."""

from __future__ import annotations

import re
from typing import Mapping

from py4j.protocol import Py4JJavaError
from pyspark.errors import AnalysisException, PySparkException
from pyspark.sql import Column, DataFrame
from pyspark.sql import functions as F


def need_own_rows(df: DataFrame, columns: Mapping[str, Column]) -> None:
    """Raises ValueError if a column has an aggregate, a window function, a time window, a generator
    such as explode, an expression that is not deterministic, a row number, or a subquery."""
    try:
        # The analysis of all columns together takes little longer than that of one column.
        _need_own_row(df, "columns", F.array(*(column.isNotNull() for column in columns.values())))
    except (ValueError, PySparkException, Py4JJavaError):
        for name, column in columns.items():
            _need_own_row(df, name, column)
        raise


def _need_own_row(df: DataFrame, name: str, column: Column) -> None:
    one = df.sparkSession.range(1).select()
    try:
        df.join(one, column.isNotNull(), "left").schema  # noqa: B018 - only analyses the query
    except AnalysisException as error:
        df.select(column).schema  # noqa: B018 - if this fails too, Spark's own message says why
        raise _refusal(name) from error
    except (Py4JJavaError, PySparkException) as error:
        # If the column has a time window, Spark's analyser fails with an internal error.
        if "INTERNAL_ERROR" not in str(error):
            raise
        raise _refusal(name) from error
    if _has_subquery(df, column) or _has_metadata(df, column):
        raise _refusal(name)


def _refusal(name: str) -> ValueError:
    return ValueError(
        f"{name}: each value of the column must be computed from its own row alone; aggregates, "
        "window functions, time windows, explode, random numbers, row numbers and subqueries are "
        "not allowed"
    )


def _has_subquery(df: DataFrame, column: Column) -> bool:
    if hasattr(df, "_jdf"):
        # The subquery in the body of a SQL function is visible only in the plan.
        return _subqueries(df.select(column)) > _subqueries(df)
    # Spark Connect has no plan on the client. Spark refuses subqueries within a lambda function,
    # unless a setting of the session allows them.
    if not _refused_in_a_lambda(df, F.expr("(SELECT 1)")):
        raise ValueError(
            "columns cannot be searched for subqueries while "
            "spark.sql.analyzer.allowSubqueryExpressionsInLambdasOrHigherOrderFunctions is true: "
            "set it to false"
        )
    return _refused_in_a_lambda(df, column)


def _refused_in_a_lambda(df: DataFrame, column: Column) -> bool:
    try:
        df.select(F.transform(F.array(F.lit(1)), lambda _: column)).schema  # noqa: B018
    except AnalysisException as error:
        condition = error.getCondition() or ""
        if condition.startswith("UNSUPPORTED_SUBQUERY"):
            return True
        # Spark also refuses Python and SQL functions within a lambda function, but only after it
        # has looked for subqueries. So this error means that there is none.
        if not condition.startswith("UNSUPPORTED_FEATURE.LAMBDA_FUNCTION_WITH"):
            raise
    return False


def _subqueries(df: DataFrame) -> int:
    return int(df._jdf.queryExecution().analyzed().subqueriesAll().size())


def _has_metadata(df: DataFrame, column: Column) -> bool:
    """Whether the column reads the hidden column of a file source, which has row numbers."""
    if not hasattr(df, "_jdf"):
        return "_metadata" not in df.columns and bool(re.search(r"\b_metadata\b", str(column)))
    read = df.select(column)._jdf.queryExecution().analyzed().references().toSeq()
    return any(read.apply(i).metadata().contains("__metadata_col") for i in range(read.size()))
