"""The aggregates and their SQL. A dialect is an engine module with these names:

items(list)      a list in its SQL
merge(m)         the arguments of dp_merge after the state, such as ', 1'
RELEASE_MODE     the function that releases a mode's state
"""

from dataclasses import dataclass

import states


@dataclass(frozen=True)
class Call:
    name: str  # of the aggregate, without dp_
    kind: int  # of its state
    state: str  # the aggregate whose state function makes it
    how: str = None  # as in library.release
    q: float = None  # of the state
    qs: tuple = ()

    def arguments(self, space, dialect, of_state):
        m = str(space.m)
        epsilon = [] if of_state else [repr(space.epsilon)]
        bounds = [repr(space.lo), repr(space.hi)]
        if self.kind == states.COUNT:
            given = []
        elif self.kind == states.MODE:
            given = [dialect.items(space.candidates)]
        elif self.kind == states.HISTOGRAM:
            given = [dialect.items(space.edges)]
        elif self.name == "quantile":
            given = [repr(self.q)] + bounds
        elif self.name == "quantiles" and not of_state:
            given = [dialect.items(list(self.qs))] + bounds
        else:
            given = bounds
        last = [str(space.points)] if self.kind == states.QUANTILE else []
        return ", ".join(["r.x"] + given + epsilon + [m] + last)

    def answer(self, space, dialect, form=""):
        return f"dp_{self.name}{form}({self.arguments(space, dialect, False)})"

    def partial(self, space, dialect):
        return f"dp_{self.state}_state({self.arguments(space, dialect, True)})"

    def stored(self, space, dialect, how):
        """Releases a state that is called s."""
        if how == "quantiles":
            return f"dp_release_quantiles(s, {dialect.items(list(self.qs))}, {space.epsilon!r})"
        if how in ("counts", "parts", "bounds"):
            return f"dp_release_{how}(s, {space.epsilon!r})"
        name = dialect.RELEASE_MODE if self.kind == states.MODE else "dp_release"
        return f"{name}(s, {space.epsilon!r})"


NUMBERS = [
    Call("count", states.COUNT, "count"),
    Call("sum", states.SUM, "sum"),
    Call("avg", states.MEAN, "avg"),
    Call("var", states.VARIANCE, "var"),
    Call("stddev", states.STDDEV, "stddev"),
    Call("histogram", states.HISTOGRAM, "histogram", "counts"),
    Call("bounds_among", states.HISTOGRAM, "bounds_among", "bounds"),
    Call("median", states.QUANTILE, "median", None, 0.5),
    Call("quantile", states.QUANTILE, "quantile", None, 0.25),
    Call("quantiles", states.QUANTILE, "median", "quantiles", 0.5, (0.25, 0.5, 0.75)),
    Call("min", states.QUANTILE, "min", None, 0.0),
    Call("max", states.QUANTILE, "max", None, 1.0),
]
LABELS = [
    Call("count", states.COUNT, "count"),
    Call("counts", states.MODE, "mode", "counts"),
    Call("mode", states.MODE, "mode"),
]


def of(space):
    return LABELS if space.candidates else NUMBERS


def refused(space):
    """Calls that public parameters make fail."""
    if space.candidates:
        return ["dp_count(r.x, 0.0)", "dp_count(r.x, 1.0, 0)"]
    lo, hi, m = space.lo, space.hi, space.m
    return [
        f"dp_sum(r.x, {lo!r}, {hi!r}, -1.0, {m})",
        f"dp_avg(r.x, {hi!r}, {lo!r}, 1.0, {m})",
        f"dp_median(r.x, {lo!r}, {hi!r}, 1.0, {m}, 1)",
        f"dp_max(r.x, {lo!r}, {hi!r}, 1e-200, {m}, {space.points})",
        f"dp_quantile(r.x, 2.0, {lo!r}, {hi!r}, 1.0, {m}, {space.points})",
    ]
