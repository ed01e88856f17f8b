"""Releases answers about a table of pandas, Polars or Arrow."""

from __future__ import annotations

from typing import Any, Dict, List, Mapping, Optional, Sequence, Tuple, Union

from .. import _options
from .._ask import ALPHA, Aggregate
from .._budget import Budget
from .._options import Options
from . import plan as plans
from .answers import Answers, Row
from .columns import Table, numpy
from .keys import groups, shown
from .plan import Plan
from .rows import add_rows, count_rows
from .tables import table_of


def release(
    df: Any,
    aggregates: Mapping[str, Aggregate],
    epsilon: Union[float, Mapping[str, float]],
    by: Union[str, Sequence[str]] = (),
    keys: Optional[Any] = None,
    *,
    rows_per_person: int,
    budget: Optional[Budget] = None,
    options: Union[None, Options, Mapping[str, Options]] = None,
) -> Answers:
    """Releases each aggregate once, for each of the public keys.

    Args:
        df: a DataFrame of pandas or Polars, a Table or RecordBatch of Arrow, or an object with the
            method `__arrow_c_stream__`, which Arrow reads. Needs NumPy.
        aggregates: a dict from names of answers to what is asked: see `indp.ask`.
        epsilon: the privacy loss of each aggregate (base e): a dict from their names, or a number
            if there is one aggregate. The groups of one aggregate share its epsilon, since each row
            is in one group.
        by: the key column, or a list of key columns: integers, texts, bools, dates or bytes.
        keys: the PUBLIC keys, required if there is `by`: values, or tuples if `by` names several
            columns. None is the key of null rows. Each key has a row in the answer, whether or not
            the data have it: a key without rows gets noise around the answer of no rows. Rows with
            other keys are left out. Never take keys from the data.
        rows_per_person: the largest number of rows that one person has in the whole table, all
            groups together, at least 1. You promise it; it is not enforced. It has no default,
            since in most tables a person is not the row.
        budget: is charged once, with the exact sum of all epsilons, before a row is read.
        options: Options for all aggregates, or a dict from names to Options.

    Returns:
        A table with a row for each key, in the order of `keys`: the key columns, then the answers.
        Without `by`, a table with one row.

    Raises:
        ParameterError: epsilon, rows_per_person or an option is wrong.
        BudgetError: less than the sum of all epsilons is left; nothing is released.
        TypeError, ValueError: another argument is wrong. Columns are refused by their types, never
            by their values. A pandas column of Python objects is refused where numbers are needed.
        ImportError: NumPy is missing.

    All of these come before a row is read and before the budget is charged. A release that fails
    afterwards, for want of memory or entropy, stays charged.

    Privacy: costs the sum of the epsilons of all aggregates. Calling it again costs as much again.
    """
    numpy()
    table = table_of(df)
    if budget is not None and not isinstance(budget, Budget):
        raise TypeError(f"budget must be a Budget, not {type(budget).__name__}")
    plan = plans.made(table, aggregates, epsilon, by, keys, rows_per_person, options)
    epsilons = plan.charge(budget)
    known = _known_errors(plan, epsilons)
    return _answers(plan, known, epsilons, _filled(plan, table))


def _known_errors(plan: Plan, epsilons: List[float]) -> List[Optional[float]]:
    """The error of each aggregate, if it is public."""
    states = [each.aggregate._start(plan.rows_per_person) for each in plan.asked]
    return [
        each.aggregate._error(state, epsilon, each.options)
        for each, state, epsilon in zip(plan.asked, states, epsilons)
    ]


def _filled(plan: Plan, table: Table) -> List[List[Any]]:
    """The states of each aggregate, one for each key, with the rows of the table."""
    number = table.rows()
    found = groups([table.column(name) for name in plan.by], plan.keys, number)
    filled = []
    for each in plan.asked:
        states = [each.aggregate._start(plan.rows_per_person) for _ in plan.keys]
        if each.aggregate._column is None:
            count_rows(states, found)
        else:
            add_rows(each.aggregate, states, table.column(each.aggregate._column), found)
        filled.append(states)
    return filled


def _answers(
    plan: Plan, known: List[Optional[float]], epsilons: List[float], filled: List[List[Any]]
) -> Answers:
    columns = (*plan.by, *(each.name for each in plan.asked))
    rows, errors = [], []
    for at, key in enumerate(plan.keys):
        answers: List[Tuple[Any, Optional[float]]] = []
        for each, error, epsilon, states in zip(plan.asked, known, epsilons, filled):
            answer, around = each.aggregate._answer(states[at], epsilon, each.options)
            answers.append((answer, error if around is None else around))
        rows.append(Row(columns, (*shown(key), *(answer for answer, _ in answers))))
        errors.append(Row(columns, (*shown(key), *(error for _, error in answers))))
    return Answers(
        by=plan.by,
        columns=columns,
        rows=tuple(rows),
        errors=tuple(errors),
        epsilon=plan.cost,
        alpha=ALPHA,
        rows_per_person=plan.rows_per_person,
        labels=_labels(plan),
        categories=tuple(each.name for each in plan.asked if each.aggregate._is_category),
        insecure=any(_options.seeded(each.options) for each in plan.asked),
    )


def _labels(plan: Plan) -> Dict[str, Tuple[str, ...]]:
    """The names of the parts of those answers that have several."""
    found = {each.name: each.aggregate._labels() for each in plan.asked}
    return {name: tuple(labels) for name, labels in found.items() if labels is not None}
