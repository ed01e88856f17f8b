"""The neighbouring data sets: one table for all engines and bindings. A space has a type of values,
public parameters, the rows of everyone else, and rows that one person may add to them."""

import itertools
from dataclasses import dataclass, field, replace

NAN, INF, LEAST = float("nan"), float("inf"), 5e-324


@dataclass
class Space:
    name: str
    type: str  # double, integer, numeric, text: numbers; label, code: candidates of a mode
    epsilon: float
    m: int  # rows_per_person
    others: list
    values: list  # what the rows of one person may hold
    lo: float = 0.0
    hi: float = 0.0
    points: int = 0  # candidates of a quantile
    edges: list = field(default_factory=list)
    candidates: list = field(default_factory=list)

    def data_sets(self):
        """The rows of everyone else, which may be none, and data sets that add the rows of one
        person."""
        persons = list(self._persons())
        yield [], persons[::2]
        yield self.others, [self.others + rows for rows in persons]

    def _persons(self):
        """One row of each value; and as many rows as a person may have."""
        yield from ([value] for value in self.values)
        if self.m > 1:
            yield from ([value] * self.m for value in self.values[:: self.m])
            yield list(itertools.islice(itertools.cycle(self.values), self.m))


SPECIAL = [None, NAN, INF, -INF, -0.0, LEAST, -LEAST, 1e308, -1e308]

SPACES = [
    Space(
        "grid",
        "double",
        1.0,
        1,
        [1.0, 2.5, 2.5, 7.0, 10.0, 0.0, -3.0, 40.0, None],
        SPECIAL + [0.0, 10.0, 5.0, 9.999999999999998, 10.000000000000002, 2.5, -1e-300],
        0.0,
        10.0,
        11,
        [0.0, 2.5, 10.0],
    ),
    Space(
        "off the grid",
        "double",
        0.3,
        2,
        [0.1, 0.3, -0.1, 0.7, 0.25, 0.25, 5.0, NAN],
        SPECIAL + [-0.1, 0.7, 0.3, -0.10000000000000002, 0.7000000000000001],
        -0.1,
        0.7,
        9,
        [-0.1, 0.1, 0.7],
    ),
    Space(
        "above zero",
        "double",
        0.2,
        1,
        [5.0, 6.0, 7.5, 9.0],
        SPECIAL + [5.0, 9.0, 7.0],
        5.0,
        9.0,
        5,
        [6.0, 8.0],
    ),
    Space(
        "wide",
        "double",
        2.0,
        3,
        [1e6, -2e9, 3.5],
        SPECIAL + [-1e300, 1e300, 1e299],
        -1e300,
        1e300,
        5,
        [-1e300, 0.0, 1e300],
    ),
    # Engines collect up to 2,048 numbers before they add them.
    Space(
        "many",
        "double",
        0.5,
        2,
        [i * 7919 % 1000 / 64 - 3 for i in range(2047)],
        [None, 5.0, NAN, INF, -INF],
        0.0,
        10.0,
        11,
        [0.0, 2.5, 10.0],
    ),
    Space(
        "integers",
        "integer",
        2.0,
        3,
        [0, 1, 2**53 + 1, 2**60, -5],
        [None, 2**63 - 1, -(2**63), 2**53 + 1, 2**62, 2**62 - 1, 0, 1],
        0.0,
        2.0**62,
        9,
        [1.0, 2.0**53, 2.0**62],
    ),
    # Integers that are no doubles pass by what engines have collected. The states of quantiles
    # grow.
    Space(
        "many integers",
        "integer",
        0.5,
        2,
        [2**53 + i if i % 7 else i for i in range(1500)],
        [None, 2**60 + 1, 5],
        0.0,
        2.0**54,
        1025,
        [1.0, 2.0**53],
    ),
    Space(
        "small integers",
        "integer",
        0.5,
        2,
        [1, 2, 2, 3, 7],
        [None, 0, 7, 8, -1, 3, 2**63 - 1],
        0.0,
        7.0,
        8,
        [0.0, 4.0],
    ),
    Space(
        "numeric",
        "numeric",
        0.5,
        1,
        ["0.1", "-4", "3.9", "12", None],
        [
            None,
            "4",
            "-4",
            "3.99999999999999999999",
            "99999999999999999999",
            "-99999999999999999999",
            "0.00000000000000000001",
            "-0.0",
        ],
        -4.0,
        4.0,
        9,
        [-4.0, 0.1],
    ),
    Space(
        "huge numeric",
        "huge",
        0.5,
        1,
        ["1e400", "NaN", "2"],
        ["1e400", "-1e400", "Infinity", "-Infinity", "NaN", "1e-400"],
        -4.0,
        4.0,
        9,
        [-4.0, 0.1],
    ),
    Space(
        "texts as numbers",
        "text",
        1.0,
        2,
        ["1", "2.5", "x", None],
        [
            None,
            "10",
            "0x10",
            "",
            " 7",
            "7 ",
            "1e999",
            "-1e999",
            "nan",
            "inf",
            "secret",
            "-0",
            "5e-324",
            "９",
        ],
        0.0,
        10.0,
        11,
        [0.0, 5.0],
    ),
    Space(
        "labels",
        "label",
        0.5,
        2,
        ["a", "b", "b", "c", "z", None],
        [None, "a", "c", "z", "", "A", "a ", "ä"],
        candidates=["a", "b", "c"],
    ),
    Space(
        "codes",
        "code",
        1.0,
        1,
        [1, 2, 2, 3],
        [None, 1, 3, 4, -1, 2**63 - 1, -(2**63)],
        candidates=[-1, 1, 2, 3],
    ),
]


def in_floats():
    """Spaces to compare in float arithmetic, with fewer values."""
    return [replace(space, values=space.values[::3]) for space in SPACES[:2]]
