"""The cases of surface/cases, which all engines share. Refusals have rows of which a late one
raises an error of its own, which a single thread reads last."""

import re
import sys

import duckdb
from check import ROOT, errors

sys.path.append(str(ROOT / "surface/cases"))
import shared

LATE = """FROM (SELECT i, i::DOUBLE AS x, i::VARCHAR AS t FROM
    (SELECT CASE WHEN n < 9999 THEN 1 ELSE error('late') END AS i FROM range(10000) r(n)))"""
ONE = "FROM (SELECT 1.5 AS x, 1 AS i, '1' AS t)"


def sql(text):
    """A call or rows in DuckDB's SQL."""
    text = re.sub(r"(?<![\w'])(-?inf|nan)(?![\w'])", r"'\1'", text)
    for found in re.findall(r"\[[^ ]*\]", text):
        written = found.replace('"', "'")
        if re.search("(mode|counts)[_a-z]*\\(i, " + re.escape(found), text) and "1" not in found:
            written += "::BIGINT[]"
        text = text.replace(found, written)
    return text


def source(rows, call):
    """The rows of a call. Their type follows from the values."""
    if rows == ".":
        return ""
    if rows == "-":
        kind = "BIGINT" if re.search("mode|counts", call) else "DOUBLE"
        return f"FROM (SELECT 1) LEFT JOIN (SELECT NULL::{kind} AS x) ON false"
    kind = "VARCHAR" if "'" in rows else "DOUBLE" if re.search("[.ein]", rows) else "BIGINT"
    values = ", ".join(f"CAST({value} AS {kind})" for value in sql(rows).split(", "))
    return f"FROM (SELECT unnest([{values}]) AS x)"


def statement(table, call, rows="", persons="", *_):
    """The statement of a row. A state must be the merge of the states of single values."""
    call, merge = sql(call), re.fullmatch(r"dp_merge\((.*) \+ (.*), (\S+)\)", call)
    if table == "refusals" and merge:
        first, second, persons = map(sql, merge.groups())
        states = f"SELECT {first} AS s {ONE} UNION ALL SELECT {second} {ONE}"
        return f"SELECT dp_merge(s, {persons}) FROM ({states})"
    if table == "refusals":
        scalar = re.search(r"_(error|interval)\(", call)
        return f"SELECT {call} {ONE if call.startswith('dp_release') else '' if scalar else LATE}"
    whole = f"SELECT {call} AS s {source(rows, call)}"
    if table == "values":
        return whole
    merged = f"SELECT dp_merge(s, {persons}) AS m FROM ({whole} GROUP BY x)"
    answer = "CASE WHEN s = m THEN hex(s) ELSE 'merged ' || hex(m) END"
    return f"SELECT {answer} FROM ({whole}), ({merged})"


def seen(c, text):
    """What a statement gives."""
    try:
        ((answer,),) = c.execute(text).fetchall()
        return f"= {answer}"
    except duckdb.Error as error:
        errors.append(str(error))
        return "! " + re.sub("^Invalid Input Error: ", "", str(error).split("\n")[0])


def run(c, table):
    c.execute("SET threads = 1")
    shared.run("duckdb", table, lambda rows: [seen(c, statement(table, *row)) for row in rows])


def case_refusals(c):
    run(c, "refusals")


def case_values(c):
    run(c, "values")


def case_states(c):
    run(c, "states")
