"""The command line: one question over a CSV or SQLite file."""

from __future__ import annotations

import argparse
import json
import math
import sys
from itertools import islice
from pathlib import Path
from typing import Any, Dict, List, NamedTuple, Optional, Sequence, Tuple

from . import _sums, _tables
from ._aggregates import Count, Sum
from ._ask import cell_name
from ._bounds import Bounds
from ._errors import Error
from ._histogram import Histogram
from ._mode import Mode
from ._options import Options
from ._quantile import Quantile

BATCH = 8192
QUANTILES = {"min": 0.0, "median": 0.5, "max": 1.0}
TEXTS = ("mode", "counts")
CHOSEN = (*QUANTILES, "quantile")
# Other names of questions. The first ones are those of SQL.
ALIASES = {"mean": "avg"}
SUMS: Dict[str, Any] = {"sum": Sum}
SUMS.update((ALIASES.get(one.lower(), one.lower()), getattr(_sums, one)) for one in _sums.__all__)
BOUNDED = (*SUMS, *CHOSEN)
# The questions to which an option applies. All other options apply to every question.
APPLIES = {
    "lo": BOUNDED,
    "hi": BOUNDED,
    "q": ("quantile",),
    "candidates": (*CHOSEN, *TEXTS),
    "edges": ("histogram", "bounds"),
    "centre": ("bounds",),
}
# The parts of the answer of bounds, and the number of numbers that these are chosen from.
ENDS = ("lo", "hi")
CANDIDATES = 762
EPILOG = """\
Two data sets are neighbours if one results from the other by adding or removing all rows of one
person. Bounds, groups and candidates are public: never take them from the data. An empty cell adds
no row. A cell that is not a number adds a row only to a count, a mode or counts of candidates. All
groups together cost epsilon once, if --rows-per-person bounds the rows of a person in all groups
together. Nothing limits how often you ask, and the epsilons of all answers add up."""


def _named(what: str) -> str:
    return ALIASES.get(what, what)


def parser() -> argparse.ArgumentParser:
    made = argparse.ArgumentParser(
        prog="python -m indp",
        description="Answers one question over a CSV or SQLite file, with differential privacy.",
        epilog=EPILOG,
    )
    add = made.add_argument
    add("file", type=Path, help="a CSV file with a header, or an SQLite file")
    what = ["count", *BOUNDED, *TEXTS, "histogram", "bounds"]
    add("what", type=_named, choices=what, metavar="what", help=", ".join(what))
    add("column", nargs="?", help="the column of the values; count needs none")
    loss = "epsilon, the bound on the privacy loss (base e)"
    add("--epsilon", type=float, required=True, help=loss)
    promise = "the most rows that one person has; you guarantee this"
    add("--rows-per-person", type=int, required=True, help=promise)
    add("--lo", type=float, help="values below LO count as LO")
    add("--hi", type=float, help="values above HI count as HI")
    add("--q", type=float, help="the quantile, from 0 to 1")
    candidates = (
        "for mode and counts: the public candidates, separated by commas; "
        "for a quantile: the number of candidates"
    )
    add("--candidates", help=candidates)
    edges = (
        "public, separated by commas: for histogram, the edges of its cells; "
        "for bounds, the numbers to choose from"
    )
    add("--edges", help=edges)
    centre = "for bounds: a public number near which values are expected (default 0)"
    add("--centre", type=float, help=centre)
    where = "use only the rows where COLUMN is VALUE"
    add("--where", action="append", default=[], metavar="COLUMN=VALUE", help=where)
    add("--by", metavar="COLUMN", help="answer for each group in COLUMN; needs --groups")
    add("--groups", help="the public groups, separated by commas")
    add("--table", help="the table of an SQLite file")
    add("--delimiter", default=",", help="the delimiter of a CSV file")
    alpha = "the probability that the error exceeds the printed bound (default 0.05)"
    add("--alpha", type=float, default=0.05, help=alpha)
    add("--json", action="store_true", help="print one JSON object")
    add("--insecure-seed", type=int, help="make the noise from this seed, for tests: NOT PRIVATE")
    return made


class Answer(NamedTuple):
    """An answer, or a part of one, with the error that it keeps with probability 1 - alpha."""

    part: Optional[str]  # the cell of a histogram, the candidate of counts, or a bound
    value: Any
    error: float  # infinity if there is no bound
    unit: str  # what the error counts: "answer", its own unit; or "rows"
    about: str  # a sentence about the error


class Question:
    """The question that the arguments ask. Makes states and releases their answers."""

    def __init__(self, given: argparse.Namespace) -> None:
        self.given = given
        self.what: str = given.what
        self.q: Optional[float] = QUANTILES.get(self.what, given.q)
        self.choices: List[str] = []
        self.number: Optional[int] = None
        self.edges: List[float] = []
        for option, kinds in APPLIES.items():
            if getattr(given, option) is not None and self.what not in kinds:
                raise ValueError(f"--{option} applies only to {', '.join(kinds)}")
        if len(given.delimiter) != 1:
            raise ValueError("--delimiter must be one character")
        if not 0 < given.alpha < 1:
            raise ValueError("--alpha must be above 0 and below 1")
        if self.what != "count" and given.column is None:
            raise ValueError(f"{self.what} needs a column")
        if self.what in BOUNDED and None in (given.lo, given.hi):
            raise ValueError(f"{self.what} needs --lo and --hi")
        if self.what == "quantile" and self.q is None:
            raise ValueError("quantile needs --q")
        if self.what == "histogram" and given.edges is None:
            raise ValueError("histogram needs --edges, a public list")
        if given.edges is not None:
            self.edges = _edges(given.edges)
        if self.what in TEXTS:
            if given.candidates is None:
                raise ValueError(f"{self.what} needs --candidates, a public list")
            self.choices = given.candidates.split(",")
        elif given.candidates is not None:
            try:
                self.number = int(given.candidates)
            except ValueError:
                raise ValueError("--candidates must be a whole number for a quantile") from None
        if (given.by is None) != (given.groups is None):
            raise ValueError("--by and --groups must be given together")
        self.options = None
        if given.insecure_seed is not None:
            self.options = Options(insecure_seed=given.insecure_seed)

    def state(self) -> Any:
        lo, hi, people = self.given.lo, self.given.hi, self.given.rows_per_person
        if self.what == "count":
            return Count(people)
        if self.what in TEXTS:
            return Mode(self.choices, people)
        if self.what == "histogram":
            return Histogram(self.edges, people)
        if self.what == "bounds":
            return Bounds(people, self.given.centre or 0.0, self.edges or None)
        if self.q is not None:
            return Quantile(self.q, lo, hi, people, self.number)
        return SUMS[self.what](lo, hi, people)

    def value(self, cell: Any) -> Any:
        """Returns the row for a cell, or None if the cell adds no row. For a count without a
        column, `ask` passes a non-empty cell for each row."""
        if self.what in ("count", *TEXTS):
            return _tables.text(cell)
        return _tables.number(cell)

    def check(self, state: Any) -> None:
        """Raises what a release would raise because of parameters."""
        check = state.can_release_counts if self.what == "counts" else state.can_release
        check(self.given.epsilon, self.options)

    def answers(self, state: Any) -> List[Answer]:
        """Releases the answer: one, or one for each cell, candidate or bound."""
        if self.what == "bounds":
            return self.bounds(state)
        if self.what not in ("histogram", "counts"):
            return [self.answer(state)]
        given = self.given
        bound = Count(given.rows_per_person).accuracy(given.epsilon, given.alpha)
        if self.what == "counts":
            found = list(state.release_counts(given.epsilon, self.options).items())
        else:
            rows = state.release(given.epsilon, self.options)
            found = [(cell_name(*ends), number) for ends, number in zip(state.cells, rows)]
        sure = f"off by at most {bound:g} with probability {1 - given.alpha:g}"
        return [Answer(name, rows, bound, "answer", sure) for name, rows in found]

    def bounds(self, state: Any) -> List[Answer]:
        """Releases bounds. No error holds, since the rows beyond a bound may have any values."""
        given = self.given
        # The threshold of the search: see indp_state_release_bounds.
        number = len(self.edges) or CANDIDATES
        rows = given.rows_per_person * (math.log(number) + 20.1) / given.epsilon
        found = state.release(given.epsilon, self.options) or (None, None)
        usual = f"usually about {rows:.0f} rows lie beyond"
        answers = []
        for part, end in zip(ENDS, found):
            missing = end in (None, given.centre or 0.0)  # no bound is the centre
            about = f"no bound, since {usual} one" if missing else f"{usual} it"
            answers.append(Answer(part, end, math.inf, "rows", about))
        return answers

    def answer(self, state: Any) -> Answer:
        """Releases the answer."""
        given = self.given
        epsilon, alpha = given.epsilon, given.alpha
        sure = f"with probability {1 - alpha:g}"
        if self.what in ("count", "sum"):
            error = state.accuracy(epsilon, alpha, self.options)
            about = f"off by at most {error:g} {sure}"
            return Answer(None, state.release(epsilon, self.options), error, "answer", about)
        if self.what == "mode" or self.q is not None:
            rows = state.accuracy(epsilon, alpha, self.options)
            return Answer(None, state.release(epsilon, self.options), rows, "rows", self.rank(rows))
        parts = state.release_parts(epsilon, self.options)
        ends = state.interval(parts, alpha)
        error = max(parts.value - ends.low, ends.high - parts.value)
        about = f"off by at most {error:.2g} {sure}; about {max(0, round(parts.count))} rows"
        return Answer(None, parts.value, error, "answer", about)

    def rank(self, rows: float) -> str:
        """The sentence about the error of a mode or quantile."""
        sure = f"with probability {1 - self.given.alpha:g}"
        if self.what == "mode":
            return f"at most {rows:g} fewer rows than the most common candidate, {sure}"
        if math.isinf(rows):
            why = "since the answer may lie beyond all rows"
            return f"no finite error bound holds {sure}, {why}"
        where = "beyond the answer" if self.q in (0, 1) else "from the exact rank"
        return f"at most {rows:g} rows {where}, {sure}"


def _edges(given: str) -> List[float]:
    try:
        return [float(edge) for edge in given.split(",")]
    except ValueError:
        raise ValueError("--edges must be numbers") from None


def _shown(value: Any) -> str:
    if value is None:
        return "none"
    return f"{value:.6g}" if isinstance(value, float) else str(value)


def ask(given: argparse.Namespace) -> List[Tuple[str, Answer]]:
    """Returns the answers with their groups."""
    question = Question(given)
    wheres = [condition.partition("=") for condition in given.where]
    for column, equals, _ in wheres:
        if not (column and equals):
            raise ValueError("--where must have the form COLUMN=VALUE")
    named = [given.column, given.by, *(column for column, _, _ in wheres)]
    columns = [column for column in dict.fromkeys(named) if column is not None]
    place = {column: i for i, column in enumerate(columns)}
    groups = given.groups.split(",") if given.groups is not None else [""]
    states = {group: question.state() for group in groups}
    for state in states.values():
        question.check(state)

    def group_of(row: Tuple[Any, ...]) -> Optional[str]:
        if not all(_tables.equal(row[place[column]], value) for column, _, value in wheres):
            return None
        if given.by is None:
            return ""
        cell = row[place[given.by]]
        return next((group for group in groups if _tables.equal(cell, group)), None)

    rows = _tables.rows(given.file, given.table, columns, given.delimiter)
    while batch := list(islice(rows, BATCH)):
        found: Dict[str, List[Any]] = {}
        for row in batch:
            group = group_of(row)
            if group is not None:
                cell = 1 if given.column is None else row[place[given.column]]
                found.setdefault(group, []).append(question.value(cell))
        for group, values in found.items():
            states[group].add(values)
    return [(group, one) for group, state in states.items() for one in question.answers(state)]


def main(arguments: Optional[Sequence[str]] = None) -> int:
    given = parser().parse_args(arguments)
    try:
        answers = ask(given)
    except (Error, ValueError, OSError) as error:
        print(f"indp: {error}", file=sys.stderr)
        return 2
    print(_json(given, answers) if given.json else _text(given, answers))
    return 0


def _text(given: argparse.Namespace, answers: List[Tuple[str, Answer]]) -> str:
    lines = []
    for group, one in answers:
        name = " ".join(filter(None, [given.what, given.column]))
        if given.by is not None:
            name += f", {given.by} = {group}"
        part = "" if one.part is None else f", {one.part}"
        lines.append(f"{name}{part}: {_shown(one.value)} ({one.about})")
    rows = "1 row" if given.rows_per_person == 1 else f"{given.rows_per_person} rows"
    loss = f"{given.epsilon:g} for each person"
    lines.append(f"privacy loss: at most {loss}, if nobody has more than {rows}")
    if given.insecure_seed is not None:
        lines.append("NOT PRIVATE: the noise follows from the seed")
    return "\n".join(lines)


# What JSON repeats of the arguments if they are given.
ASKED = (
    *("table", "what", "column", "lo", "hi", "q", "candidates", "edges", "centre"),
    *("where", "by", "groups"),
)


def _json(given: argparse.Namespace, answers: List[Tuple[str, Answer]]) -> str:
    """One JSON object. `error` is null if no finite bound holds; `error_in` says what it counts."""
    asked = {name: getattr(given, name) for name in ASKED}
    question = {name: value for name, value in asked.items() if value not in (None, [])}
    found: Dict[str, Any] = {
        "question": {"file": str(given.file), **question},
        "answers": [_entry(given, group, one) for group, one in answers],
        "epsilon": given.epsilon,
        "rows_per_person": given.rows_per_person,
        "alpha": given.alpha,
    }
    if given.insecure_seed is not None:
        found["insecure_seed"] = given.insecure_seed
    return json.dumps(found, allow_nan=False)


def _entry(given: argparse.Namespace, group: str, one: Answer) -> Dict[str, Any]:
    found: Dict[str, Any] = {} if given.by is None else {"group": group}
    if one.part is not None:
        found["part"] = one.part
    error = one.error if math.isfinite(one.error) else None
    return {**found, "answer": one.value, "error": error, "error_in": one.unit}
