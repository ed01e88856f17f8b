"""Everything about a release that is public, checked before a row is read."""

from __future__ import annotations

import decimal
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Dict, List, Mapping, Optional, Sequence, Tuple

from .. import _ask
from .._budget import Budget, spend_all
from .._errors import BudgetError, Error, with_place
from .._numbers import real
from .._options import Options
from . import text
from .columns import BOOL, BYTES, DECIMAL, FLOAT, INTEGER, NULL, OBJECT, TEXT, Table, need, one_of
from .keys import Key, key_columns, key_kinds, public_keys

# What an aggregate can read: the kinds of columns, and their names in a message.
READS = {
    _ask.NUMBERS: ((INTEGER, FLOAT, DECIMAL, BOOL, NULL), "numbers"),
    _ask.TEXTS: ((TEXT, BYTES, OBJECT, NULL), "texts"),
    _ask.INTEGERS: ((INTEGER, FLOAT, BOOL, OBJECT, NULL), "integers"),
}

# Sums of any number of epsilons from 5e-324 to 1.7e308 are exact.
_EXACT = decimal.Context(prec=700, Emax=999, Emin=-999)

# A budget of this size shows what a charge returns, which does not depend on the budget.
HUGE = 1.7e308


@dataclass(frozen=True)
class Asked:
    """An aggregate of a release."""

    name: str
    aggregate: _ask.Aggregate
    epsilon: float
    options: Optional[Options]

    def check(self, rows_per_person: int, epsilon: float) -> None:
        """Raises what a release would raise because of public parameters."""
        state = self.aggregate._start(rows_per_person)
        try:
            self.aggregate._check(state, epsilon, self.options)
        except Error as error:
            raise with_place(error, f"(aggregate {self.name!r})") from error


@dataclass(frozen=True)
class Plan:
    """A release whose public parameters are right."""

    asked: Tuple[Asked, ...]
    by: Tuple[str, ...]
    keys: Tuple[Key, ...]
    rows_per_person: int

    @property
    def cost(self) -> Decimal:
        """The exact sum of the decimals of all epsilons."""
        total = Decimal(0)
        for each in self.asked:
            total = _EXACT.add(total, Decimal(repr(each.epsilon)))
        return total

    def charge(self, budget: Optional[Budget]) -> List[float]:
        """Charges the budget with the cost. Returns the epsilons to release with."""
        given = [each.epsilon for each in self.asked]
        if budget is None:
            return given
        for each, epsilon in zip(self.asked, spend_all(Budget(HUGE), given)):
            each.check(self.rows_per_person, epsilon)
        try:
            return spend_all(budget, given)
        except BudgetError as error:
            why = f"the table costs {text.decimal(self.cost)}, and less is left of the budget"
            raise BudgetError(error.status, "epsilon", why) from None


def made(
    table: Table,
    aggregates: Any,
    epsilon: Any,
    by: Any,
    keys: Any,
    rows_per_person: int,
    options: Any,
) -> Plan:
    """Checks all that is public. Reads no row."""
    named = _named(aggregates)
    columns = key_columns(by)
    _need_names(columns, named)
    listed = public_keys(keys, columns, key_kinds(table, columns))
    for name, aggregate in named.items():
        _need_column(table, name, aggregate)
    losses = _each("epsilon", epsilon, named, required=True)
    chosen = _each("options", options, named, required=False)
    asked = tuple(
        Asked(name, one, real("epsilon", losses[name]), chosen.get(name))
        for name, one in named.items()
    )
    for each in asked:
        each.check(rows_per_person, each.epsilon)
    return Plan(asked, tuple(columns), tuple(listed), rows_per_person)


def _named(aggregates: Any) -> Dict[str, _ask.Aggregate]:
    if not isinstance(aggregates, Mapping) or not aggregates:
        raise TypeError("aggregates must be a dict with at least one aggregate")
    for name, aggregate in aggregates.items():
        if not isinstance(name, str) or not isinstance(aggregate, _ask.Aggregate):
            raise TypeError("aggregates must be a dict from names to indp.ask.Count, Sum, ...")
    return dict(aggregates)


def _need_names(by: Sequence[str], named: Dict[str, _ask.Aggregate]) -> None:
    """Refuses two columns of the answer with one name."""
    found = [*by]
    for name, aggregate in named.items():
        found += names_of(name, aggregate._labels())
    twice = sorted({name for name in found if found.count(name) > 1})
    if twice:
        raise ValueError(f"aggregates and by must give different names, but there are two {twice}")


def names_of(name: str, labels: Optional[Sequence[str]]) -> List[str]:
    """The names of the numbers of an answer: one, or one for each of its parts."""
    return [name] if labels is None else [f"{name}: {label}" for label in labels]


def _need_column(table: Table, name: str, aggregate: _ask.Aggregate) -> None:
    if aggregate._column is None:
        return
    what = f"column of the aggregate {name!r}"
    kind = one_of(table, aggregate._column, what)
    if aggregate._reads in READS:
        need(what, kind, *READS[aggregate._reads])


def _each(what: str, given: Any, named: Mapping[str, Any], required: bool) -> Dict[str, Any]:
    """One value for each aggregate."""
    if isinstance(given, Mapping):
        if not set(given) <= set(named) or (required and len(given) < len(named)):
            each = ", one for each aggregate" if required else ""
            raise ValueError(f"{what}: the keys of the dict must be names of aggregates{each}")
        return dict(given)
    if required and len(named) > 1:
        raise TypeError(f"{what} must be a dict with a number for each aggregate")
    return dict.fromkeys(named, given)
