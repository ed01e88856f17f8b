"""Compares what an engine makes of neighbouring data sets with the same randomness. For each pair,
each aggregate and each path from rows to a release:

1. The states have the public parameters of the call, and equal ones on both sides. Their sums are
   at most as far apart as the noise is scaled for (exact integers; states.py).
2. States that were merged from parts have the same bytes.
3. An answer is, bit for bit, what the library releases from the engine's state with the epsilon of
   the call and the same randomness. So it depends on the rows through the state alone.
4. A noisy sum moves by what the exact sum moves, up to one step of the output grid.
5. A selection's exact law, computed from the states without the library, has at most the loss
   epsilon.
6. Both sides give answers, or both the same error; and both draw as many seeds.

A data set whose rows are only in another order is no neighbour but the same: everything is equal.
"""

import math
import os
import sys
from dataclasses import dataclass, field
from fractions import Fraction

import calls
import laws
import library
import states
from tape import Tape, in_thread

KEY = 4711
CHUNKS = "(SELECT 0 AS c UNION ALL SELECT 1 UNION ALL SELECT 2) p"


class Failure(Exception):
    """What an engine answers to a query that it refuses."""


def outcome(query, sql):
    try:
        return query(sql)
    except Failure as failure:
        return failure


@dataclass
class Path:
    """A query, and what it answered."""

    call: calls.Call  # None for a call that is refused
    name: str
    how: str  # as in library.release
    sql: str
    states: dict  # of each group; None is the key of all rows
    outcome: object = None
    order: list = field(default_factory=list)
    answers: list = field(default_factory=list)


class Check:
    def __init__(self, engine):
        self.engine, self.tape, self.failures = engine, Tape(), []
        self.pairs = self.releases = self.errors = 0
        self._laws = {}
        self.bits = 0  # of float arithmetic, for counts, sums and moments

    def need(self, holds, *what):
        if holds:
            return
        self.failures.append(" ".join(map(str, what)))
        if (
            "NEIGHBOURS_FIRST" in os.environ
        ):  # for faults.sh, which wants to know whether there is one
            raise SystemExit(f"FAIL {self.failures[0][:600]}")

    # ---- one side ----------------------------------------------------------------------------

    def side(self, space, number):
        """The states and answers of a data set. All answers are those of one session, one after
        another, and the library releases the same states in the same order."""
        engine, wanted = self.engine, calls.of(space)
        rows = engine.rows(space, number)
        own = f"{engine.table(space)} r ON r.side = {number}"
        chunks = f"{CHUNKS} LEFT JOIN {own} AND r.n % 3 = p.c GROUP BY p.c"
        partial = [call.partial(space, engine) for call in wanted]
        whole = self._states(f"SELECT {', '.join(partial)} FROM {rows}")[0]
        inner = ", ".join(f"{sql} AS s{i}" for i, sql in enumerate(partial))
        outer = ", ".join(f"dp_merge(s{i}{engine.merge(space.m)})" for i in range(len(wanted)))
        merged = self._states(f"SELECT {outer} FROM (SELECT {inner} FROM {chunks}) q")[0]
        parts = {c: p for c, *p in self._states(f"SELECT p.c, {', '.join(partial)} FROM {chunks}")}
        states_of, paths = {}, []
        for i, call in enumerate(wanted):
            where = f"{space.name}, {call.name}, side {number}"
            self.need(whole[i] == merged[i], where, "merged parts have another state")
            states_of[call] = states.State(whole[i])
            self._expected(space, call, where, states_of[call])
            paths += self._paths(
                space, call, rows, chunks, partial[i], whole[i], {c: p[i] for c, p in parts.items()}
            )
        bad = [
            Path(None, sql, None, f"SELECT {sql} FROM {rows}", {}) for sql in calls.refused(space)
        ]
        # Releases that read a number of words which depends on the rows are last, so that the
        # others read the same words on both sides.
        paths = bad + sorted(
            paths,
            key=lambda path: path.call.kind in (states.QUANTILE, states.MODE)
            or path.how == "bounds",
        )
        seeds = self._run(paths)
        self._compare(f"{space.name}, side {number}", space, paths)
        return states_of, paths, seeds

    def _states(self, sql):
        return [
            [bytes(x) if isinstance(x, (bytes, bytearray, memoryview)) else x for x in row]
            for row in self.engine.query(sql)
        ]

    def _paths(self, space, call, rows, chunks, partial, whole, parts):
        """The ways from the rows to a release of this aggregate."""
        engine = self.engine
        yield Path(
            call,
            "direct",
            call.how,
            f"SELECT {call.answer(space, engine)} FROM {rows}",
            {None: whole},
        )
        parted = call.kind in (states.MEAN, states.VARIANCE, states.STDDEV) and not self.bits
        if parted:
            sql = f"SELECT {call.answer(space, engine, '_parts')} FROM {rows}"
            yield Path(call, "direct parts", "parts", sql, {None: whole})
        for how in [call.how] + (["parts"] if parted else []):
            inner = f"(SELECT {partial} AS s FROM {rows}) q"
            sql = f"SELECT {call.stored(space, engine, how)} FROM {inner}"
            yield Path(call, f"stored {how or ''}", how, sql, {None: whole})
        if call.name in ("sum", "median", "counts"):
            yield Path(
                call,
                "by group",
                call.how,
                f"SELECT p.c, {call.answer(space, engine)} FROM {chunks}",
                parts,
            )

    def _run(self, paths):
        """Runs the queries in one session, which begins with the randomness of KEY."""
        self.tape.begin(KEY)
        for path, outcome in zip(paths, self.engine.fresh([path.sql for path in paths])):
            path.outcome = outcome
        return self.tape.seeds()

    def _compare(self, where, space, paths):
        """Point 3. Groups are released in the order in which the engine answers."""
        releases, expected = [], []
        for path in paths:
            failed = isinstance(path.outcome, Failure)
            self.errors += failed
            self.need(failed == (path.call is None), where, path.sql, "gives", path.outcome)
            if failed or path.call is None:
                continue
            keys = [None] if None in path.states else [c for c, _ in path.outcome]
            path.order, path.answers = keys, [row[-1] for row in path.outcome]
            floats = self.bits and path.call.kind <= states.STDDEV
            options = library.floats(self.bits) if floats else None
            releases += [
                (path.states[c], space.epsilon, path.how, path.call.qs, options) for c in keys
            ]
            expected += [(path, answer) for answer in path.answers]
        self.tape.begin(KEY)
        wanted = in_thread(lambda: [library.release(*release) for release in releases])
        self.releases += len(releases)
        for (path, answer), released in zip(expected, wanted):
            if isinstance(answer, str) and isinstance(released, int):
                released = str(released)  # dp_release_mode returns texts
            if released in (math.inf, -math.inf) and not self.engine.INFINITIES:
                released = math.copysign(sys.float_info.max, released)
            self.need(
                answer == released,
                where,
                path.call.name,
                path.name,
                "answers",
                answer,
                "but the library",
                released,
            )

    def _expected(self, space, call, where, state):
        """The public fields of a state are those of the call."""
        good = state.kind == call.kind and state.m == space.m
        if hasattr(state, "lo"):
            good = good and (state.lo, state.hi) == (space.lo, space.hi)
        if state.kind == states.QUANTILE:
            good = good and state.q == Fraction(call.q)
            width = (state.hi - state.lo) / float(state.step)
            good = good and width < space.points < 2 * width + 2
        self.need(good, where, "state of other parameters:", state.public)

    # ---- two sides ---------------------------------------------------------------------------

    def pair(self, space, one, two, added, factor=1):
        """Compares two sides. `added` rows, which are no NULL, are only in the second. A factor of
        0 means that both have the same rows, and one of 2 that a person's rows have changed."""
        self.pairs += 1
        (rows, left, paths, seeds), (others, right, other_paths, drawn) = one, two
        sides = f"{space.name}, {rows[-12:]} and {others[-12:]}:"
        self.need(seeds == drawn, sides, "seeds", seeds, drawn)
        for call in calls.of(space):
            a, b = left[call], right[call]
            where = f"{sides} {call.name}"
            self.need(a.public == b.public, where, "public fields of states differ")
            self.need(
                b.rows - a.rows == added or a.kind == states.MODE, where, "rows", a.rows, b.rows
            )
            self.need(abs(b.rows - a.rows) <= space.m, where, "rows", a.rows, b.rows)
            far = states.distance(a, b)
            self.need(
                far <= factor * a.allowed,
                where,
                "states",
                far,
                "apart, allowed",
                factor * a.allowed,
            )
            self.need(factor > 0 or a.data == b.data, where, "states differ")
            self._law(space, where, a, b, factor)
        for path, other in zip(paths, other_paths):
            where = f"{sides} {path.sql}:"
            if isinstance(path.outcome, Failure) or isinstance(other.outcome, Failure):
                self.need(
                    repr(path.outcome) == repr(other.outcome),
                    where,
                    "errors differ:",
                    path.outcome,
                    other.outcome,
                )
            elif factor == 0:
                self.need(
                    path.outcome == other.outcome,
                    where,
                    "answers differ:",
                    path.outcome,
                    other.outcome,
                )
            else:
                self.need(path.order == other.order, where, "order", path.order, other.order)
                for c, answer, moved in zip(path.order, path.answers, other.answers):
                    self._noise(
                        space,
                        where,
                        *(states.State(p.states[c]) for p in (path, other)),
                        path.how,
                        answer,
                        moved,
                    )

    def _noise(self, space, where, a, b, how, answer, other):
        """Point 4. The default grids are those of the header: 1 for counts, and otherwise the
        larger of the input grid and 2^-10 times the power of two at or above the scale of the
        noise."""
        if (a.kind == states.COUNT and not self.bits) or how == "counts":
            answers, others, grid = answer, other, Fraction(1)
            answers, others = (x if isinstance(x, list) else [x] for x in (answers, others))
        elif self.bits:
            return
        elif a.kind == states.SUM or how == "parts":
            answers, others = (
                ([answer], [other]) if a.kind == states.SUM else (answer["sums"], other["sums"])
            )
            if not all(x is not None and math.isfinite(x) for x in answers + others):
                return  # sums of squares beyond the largest double
            scale = a.allowed * a.unit() / Fraction(space.epsilon)
            natural = Fraction(2) ** (
                math.floor(math.log2(scale.numerator) - math.log2(scale.denominator)) - 1
            )
            while natural < scale:
                natural *= 2
            grid = max(a.unit(), natural / 1024)
        else:
            return
        unit = a.unit()
        for x, y, r, s in zip(a.sums, b.sums, answers, others):
            moved, exact = Fraction(s) - Fraction(r), (y - x) * unit
            self.need(
                abs(moved - exact) < grid,
                where,
                "the answer moves by",
                float(moved),
                "and the sum by",
                float(exact),
            )

    def _law(self, space, where, a, b, factor):
        if a.kind not in (states.QUANTILE, states.MODE) or factor != 1 or a.rows > 100:
            return  # with many rows some probabilities are too small for doubles
        if not isinstance(a.sums, list):
            return  # many candidates
        key = a.data, b.data, space.epsilon
        if key not in self._laws:
            self._laws[key] = laws.loss(laws.law(a, space.epsilon), laws.law(b, space.epsilon))
        self.need(self._laws[key] <= space.epsilon * (1 + 1e-9), where, "loss", self._laws[key])

    # ---- all ---------------------------------------------------------------------------------

    def run(self, spaces):
        for space in spaces:
            data, pairs = self._numbered(space)
            self.engine.load(space, data)
            sides = [([x for _, x in rows], *self.side(space, i)) for i, rows in enumerate(data)]
            for factor, one, two in pairs:
                known = [sum(x is not None for x in sides[i][0]) for i in (one, two)]
                self.pair(space, sides[one], sides[two], known[1] - known[0], factor)

    def _numbered(self, space):
        """The data sets, whose rows have numbers, and the pairs of data sets with the factor of
        `pair`."""
        data, pairs = [], []
        for others, persons in space.data_sets():
            first = len(data)
            data.append(list(enumerate(filter(self.engine.holds, others))))
            for rows in persons:
                if all(map(self.engine.holds, rows[len(others) :])):
                    data.append(list(enumerate(filter(self.engine.holds, rows))))
                    pairs.append((1, first, len(data) - 1))
            # Changes of one row to another, of which none is NULL.
            ones = [
                b
                for _, a, b in pairs
                if a == first and len(data[b]) == len(data[a]) + 1 and data[b][-1][1] is not None
            ]
            pairs += [(2, a, b) for a, b in zip(ones, ones[1:])]
            if others:
                data.append(data[-1][::-1])
                pairs.append((0, len(data) - 2, len(data) - 1))
        return data, pairs
