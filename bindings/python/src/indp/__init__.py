"""indp: differential privacy with exact mechanisms.

    import indp

    # Spending, clamped to 0..1000 dollars, at most one row per person.
    spending = indp.Sum(0, 1000)
    spending.add([120.5, 0.0, 4000.0, 18.25])
    print(f"about {spending.release(epsilon=0.5):.0f} dollars")

The aggregates are Count, Sum, Mean, Variance, StdDev, Quantile, Mode, Histogram and Bounds. They
are exact states: rows are added to them, they can be merged and sent as bytes, and they are
released once. Snapping (the Laplace mechanism) and Exponential work on answers and utilities that
you have computed yourself. `release` answers questions (`ask`) about a whole table of pandas,
Polars or Arrow, for each of its public groups. Budget counts privacy losses. Options holds all
optional settings.

The promise is pure epsilon-differential privacy. One person has at most `rows_per_person` rows. Two
data sets are neighbours if one results from the other by adding or removing all rows of one person.
Bounds, candidates, epsilon and all other parameters must be public.

Whether a call fails never depends on private values. A call that raises has released nothing.
"""

from __future__ import annotations

from . import _load, _sums, ask
from . import _low as low
from ._aggregates import Count, Sum
from ._audit import Audit
from ._bounds import Bounds
from ._budget import Budget
from ._errors import (
    BudgetError,
    BusyError,
    EntropyError,
    Error,
    InternalError,
    OutOfMemoryError,
    ParameterError,
    ReleasedError,
    StoppedError,
    check,
)
from ._expect import Interval
from ._histogram import Histogram
from ._long import Stop
from ._mode import Mode
from ._noise import Distance, Laplace, Moments, Snapping
from ._options import Options
from ._quantile import Quantile
from ._release import release
from ._release.answers import Answers
from ._selection import Eta, Exponential
from ._states import Parts, State, deserialise
from ._sums import *

__all__ = [
    "Answers",
    "Audit",
    "Bounds",
    "Budget",
    "BudgetError",
    "BusyError",
    "Count",
    "Distance",
    "EntropyError",
    "Error",
    "Eta",
    "Exponential",
    "Histogram",
    "InternalError",
    "Interval",
    "Laplace",
    "Mode",
    "Moments",
    "Options",
    "OutOfMemoryError",
    "ParameterError",
    "Parts",
    "Quantile",
    "ReleasedError",
    "Snapping",
    "State",
    "Stop",
    "StoppedError",
    "Sum",
    "__version__",
    "ask",
    "deserialise",
    "library_version",
    "release",
    "self_test",
    "tape_version",
]
__all__ += _sums.__all__

__version__ = low.VERSION


def library_version() -> str:
    """The version of the shared library in use. It equals __version__."""
    version: bytes = low.indp_version_string()
    return version.decode()


def tape_version() -> int:
    """The version number of the order in which random words are read. While it stays the same, the
    same seed and the same calls give the same outputs."""
    return int(low.indp_tape_version())


def self_test() -> None:
    """Tests this build on this machine, in about a millisecond.

    Raises:
        InternalError: it computes wrong results here. Do not use it.
        EntropyError: the operating system gives no random bits.
    """
    check(low.indp_self_test())


_load.check_version(library_version(), __version__)
