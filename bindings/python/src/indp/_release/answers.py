"""The table of answers."""

from __future__ import annotations

import importlib
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Dict, Iterator, List, Mapping, Optional, Tuple

from . import text
from .plan import names_of


class Row(Tuple[Any, ...]):
    """A row of answers: a tuple. `row["name"]` is the value in the column of this name."""

    _columns: Tuple[str, ...]

    def __new__(cls, columns: Tuple[str, ...], values: Tuple[Any, ...]) -> Row:
        made = super().__new__(cls, values)
        made._columns = columns
        return made

    def __getitem__(self, name: Any) -> Any:
        if isinstance(name, str):
            if name not in self._columns:
                raise KeyError(name)
            name = self._columns.index(name)
        return super().__getitem__(name)

    def asdict(self) -> Dict[str, Any]:
        """A dict from the names of the columns to the values."""
        return dict(zip(self._columns, self))

    def __reduce__(self) -> Tuple[Any, ...]:
        return Row, (self._columns, tuple(self))


@dataclass(frozen=True, repr=False)
class Answers:
    """The answers of `indp.release`: a table with a row for each key. It is iterable, and
    `answers[0]` is its first row. A notebook shows it with errors and cost.

    All of it was released: reading, showing and storing it costs nothing further.
    """

    columns: Tuple[str, ...]
    """The names of the columns: those of the keys, then those of the answers."""
    rows: Tuple[Row, ...]
    """The rows, in the order of the keys."""
    errors: Tuple[Row, ...]
    """For each row a row with the same keys and, in place of each answer, its error, in the unit of
    the answer. Each answer by itself differs from the exact one by at most its error, with
    probability at least 1 - alpha. For a count, a sum, a histogram and counts the error follows
    from public numbers. For a mean, variance or standard deviation it follows from the noisy sums,
    and holds if the group has at least one row. For other answers, and in float arithmetic, it is
    None: see `accuracy` of the states."""
    epsilon: Decimal
    """What the table cost: the exact sum of the decimals of all epsilons."""
    alpha: float
    """The probability with which an answer may differ by more than its error: 0.05."""
    rows_per_person: int
    """What you promised."""
    by: Tuple[str, ...]
    """The key columns."""
    labels: Mapping[str, Tuple[str, ...]]
    """For each answer with several parts, such as a histogram, the names of the parts. Bounds that
    were not found are None and have no parts."""
    categories: Tuple[str, ...] = ()
    """The answers that are categories, also if these are integers: modes."""
    insecure: bool = False
    """Whether noise follows from a seed, so that nothing is private."""

    def __iter__(self) -> Iterator[Row]:
        return iter(self.rows)

    def __len__(self) -> int:
        return len(self.rows)

    def __getitem__(self, index: int) -> Row:
        return self.rows[index]

    def __repr__(self) -> str:
        return text.plain(self)

    def _repr_html_(self) -> str:
        return text.html(self)

    def to_dict(self, errors: bool = False) -> Dict[str, List[Any]]:
        """The columns as lists. An answer with several parts, such as a histogram, has a column for
        each part, such as "ages: from 18 to below 40". With `errors`, each answer that has an error
        has a column more, such as "ages ±"."""
        found: Dict[str, List[Any]] = {}
        for name in self.columns:
            parts = names_of(name, self.labels.get(name))
            found.update(zip(parts, self._parts(name)))
            bounds = [row[name] for row in self.errors]
            if errors and name not in self.by and any(bound is not None for bound in bounds):
                found[f"{name} ±"] = bounds
        return found

    def _parts(self, name: str) -> List[List[Any]]:
        """The column, or the columns of its parts."""
        values = [row[name] for row in self.rows]
        labels = self.labels.get(name)
        if labels is None:
            return [values]
        lists = [list(one.values()) if isinstance(one, dict) else one for one in values]
        return [[None if one is None else one[at] for one in lists] for at in range(len(labels))]

    def to_pandas(self, errors: bool = False) -> Any:
        """A DataFrame of pandas with the columns of `to_dict`. Needs pandas."""
        return importlib.import_module("pandas").DataFrame(self.to_dict(errors))

    def to_polars(self, errors: bool = False) -> Any:
        """A DataFrame of Polars with the columns of `to_dict`. Needs Polars."""
        return importlib.import_module("polars").DataFrame(self.to_dict(errors), strict=False)

    def to_arrow(self, errors: bool = False) -> Any:
        """A Table of Arrow with the columns of `to_dict`. Needs pyarrow."""
        return importlib.import_module("pyarrow").table(self.to_dict(errors))

    def plot(self, name: Optional[str] = None) -> Any:
        """A chart of the answers with their errors, one panel for each column of answers.

        Needs Altair, or else Matplotlib: `pip install indp[plot]`.

        Args:
            name: draws only the column of this name.

        Returns:
            A chart of Altair or, if Altair is not installed, a Figure of Matplotlib.

        Raises:
            ValueError: there is no such column, or nothing to draw: modes are not drawn.
            ImportError: neither library is installed.
        """
        from .plot import chart

        return chart(self, name)
