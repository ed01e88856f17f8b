"""Neighbouring data sets for the bindings. The test program of a binding (bindings/test/wire.py)
makes each state, releases it with the randomness of the operating system, reads its bytes into a
second state and releases that with an insecure seed."""

import os
import sys

sys.path.append(os.path.join(os.path.dirname(__file__), "../../../bindings/test"))

import library
import pairs
import states
from check import Check, Failure, Path
from tape import in_thread
from wire import Program, read, written

import calls

SEED = 4711
NAMES = {
    states.COUNT: "Count",
    states.SUM: "Sum",
    states.MEAN: "Mean",
    states.VARIANCE: "Variance",
    states.STDDEV: "StdDev",
    states.QUANTILE: "Quantile",
    states.MODE: "Mode",
    states.HISTOGRAM: "Histogram",
}
TYPES = ("double", "integer", "label", "code")


def made(space, call):
    """The call that makes an empty state."""
    bounds, m = [space.lo, space.hi], [space.m]
    arguments = {
        states.COUNT: m,
        states.QUANTILE: [call.q, *bounds, space.m, space.points],
        states.MODE: [space.candidates, space.m],
        states.HISTOGRAM: [list(map(float, space.edges)), space.m],
    }
    if call.how == "bounds":
        return "Bounds", *map(written, [space.m, 0.0, list(map(float, space.edges))])
    return NAMES[call.kind], *map(written, arguments.get(call.kind, bounds + m))


def added(kind, rows):
    """The calls that add rows, one by one and together. NULL is no row."""
    rows = [row for row in rows if row is not None]
    if kind == states.COUNT:
        yield from [("add",)] * len(rows[:2])
        yield "add_rows", written(len(rows[2:]))
        return
    many = []
    for row in rows:
        if kind == states.MODE:
            yield "add", written(row)
        elif isinstance(row, int):
            yield "add_integer", written(row)
        elif len(many) < 4:
            many.append(row)
        else:
            yield "add", written(row)
    if kind != states.MODE:
        yield "add_many", written(many)


def released(call, how, epsilon):
    """The call that releases the state."""
    if how == "quantiles":
        return "release_many", written(list(call.qs)), written(epsilon)
    counts = how == "counts" and call.kind == states.MODE
    return f"release_{how}" if counts or how == "parts" else "release", written(epsilon)


class Binding(Check):
    def __init__(self, name, command):
        super().__init__(self)
        self.name, self.command = name, command
        self.INFINITIES = True

    def holds(self, value):
        return True

    def run(self, spaces=None):
        spaces = [space for space in pairs.SPACES if space.type in TYPES]
        todo, everything = [], []  # the lines, and the sides that they belong to
        for space in spaces:
            data, wanted = self._numbered(space)
            sides = []
            for rows in data:
                rows = [x for _, x in rows]
                paths = [
                    path for call in calls.of(space) for path in self._paths_of(space, call, rows)
                ]
                if len(sides) < 5:  # calls that public parameters make fail
                    first = calls.of(space)[0]
                    paths += [
                        Path(None, "", None, self._text(space, first, None, rows, epsilon), {})
                        for epsilon in (-1.0, pairs.NAN)
                    ]
                sides.append((rows, paths))
                todo += paths
            everything.append((space, sides, wanted))
        answers = self._run_program([path.sql for path in todo])
        if len(answers) != len(todo):
            raise Failure(f"{len(answers)} lines instead of {len(todo)}")
        drawn = self._take(everything, dict(zip(map(id, todo), answers)))
        self._replay(todo, drawn)
        for space, sides, wanted in everything:
            made = [(rows, self._states_of(space, paths), paths, 0) for rows, paths in sides]
            for factor, one, two in wanted:
                known = [sum(x is not None for x in made[i][0]) for i in (one, two)]
                self.pair(space, made[one], made[two], known[1] - known[0], factor)

    def _paths_of(self, space, call, rows):
        moments = call.kind in (states.MEAN, states.VARIANCE, states.STDDEV)
        for how in [call.how] + (["parts"] if moments else []):
            text = self._text(space, call, how, rows, space.epsilon)
            yield Path(call, "seeded", how, text, {})

    def _text(self, space, call, how, rows, epsilon):
        """The calls of one state, a line each."""
        if self.name == "python" and call.kind != states.COUNT:  # takes lists with NULL
            rows = [("add_many", written(rows))]
        else:
            rows = added(call.kind, rows)
        lines = [made(space, call), *rows, released(call, how, epsilon)]
        return "\n".join("\t".join(fields) for fields in lines)

    def _run_program(self, texts):
        self.tape.begin(SEED)
        program = Program(self.command)
        answers = [self._run_calls(program, text.split("\n")) for text in texts]
        if not program.end():
            raise Failure("the program failed")
        return answers

    def _run_calls(self, program, lines):
        for line in lines[:-1]:
            answer = program.call("state", *line.split("\t"))
            if answer != "ok":
                raise Failure(f"{line}: {answer}")
        data = program.call("state", "to_bytes")
        program.call("second", lines[0].split("\t")[0] + ".from_bytes", data)
        last = lines[-1].split("\t")
        seeded = f"insecure_seed={written(SEED)}"
        return data, program.call("state", *last), program.call("second", *last, seeded)

    def _take(self, everything, answers):
        """Fills the paths with the seeded answers, and returns those of the system's generator."""
        drawn = {}
        for space, sides, _ in everything:
            for _, paths in sides:
                for path in paths:
                    data, first, second = answers[id(path)]
                    if "!" in (first[0], second[0]) or path.call is None:
                        path.outcome = Failure(f"{first} {second}")
                        self.errors += 1
                        self.need(
                            path.call is None and first == second == "!EPSILON epsilon",
                            path.sql,
                            "gives",
                            first,
                            second,
                        )
                        continue
                    path.states, path.order = {None: read(data)}, [None]
                    path.outcome = path.answers = [self._shaped(path.how, second)]
                    drawn[id(path)] = self._shaped(path.how, first)
                    path.epsilon = space.epsilon
        return drawn

    def _shaped(self, how, text):
        if how == "bounds" and text == "ok":
            return None
        items = read(text)
        if how == "parts":
            return {"value": items[0], "count": items[1], "sums": items[2:-1], "scale": items[-1]}
        return items

    def _replay(self, todo, drawn):
        todo = [path for path in todo if id(path) in drawn]
        releases = [(path.states[None], path.epsilon, path.how, path.call.qs) for path in todo]
        self.tape.begin(SEED)
        wanted = in_thread(lambda: [library.release(*release, plain=True) for release in releases])
        options = library.seeded(SEED)
        for path, release, released in zip(todo, releases, wanted):
            self.releases += 2
            self.need(
                drawn[id(path)] == released,
                path.sql[:200],
                "answers",
                drawn[id(path)],
                "but the library",
                released,
            )
            released = library.release(*release, options=options, plain=True)
            self.need(
                path.answers[0] == released,
                path.sql[:200],
                "answers with a seed",
                path.answers[0],
                "but the library",
                released,
            )

    def _states_of(self, space, paths):
        """The state of each call, which must not depend on what will be released."""
        found = {}
        for path in paths:
            if path.call is not None and path.states:
                state = states.State(path.states[None])
                same = found.setdefault(path.call, state)
                self.need(same.data == state.data, path.sql[:200], "another state")
                self._expected(space, path.call, path.sql[:200], state)
        return found
