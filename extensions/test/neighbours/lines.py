"""Neighbouring data sets for the bindings. A binding's test program reads one line for each state,
makes it, releases it with the randomness of the operating system, reads its bytes into a second
state and releases that with an insecure seed. It prints one line for each:

    KIND HOW ROWS_PER_PERSON EPSILON LO HI POINTS Q LIST VALUES
    STATE ANSWER ANSWER

separated by tabs. LIST has edges, candidates or the q of several quantiles, and VALUES the rows,
both separated by commas; - is an empty field. An element is d and the 16 hexadecimal digits of a
double, i and an integer, t and the hexadecimal digits of a text, or n for NULL, which is no row. An
answer is such a list, or e and a status. HOW is value, quantiles, counts or parts."""

import os
import struct
import subprocess

import calls
import library
import pairs
import states
from check import Check, Failure, Path
from tape import in_thread

SEED = 4711
NAMES = {
    states.COUNT: "count",
    states.SUM: "sum",
    states.MEAN: "mean",
    states.VARIANCE: "variance",
    states.STDDEV: "stddev",
    states.QUANTILE: "quantile",
    states.MODE: "mode",
    states.HISTOGRAM: "histogram",
}
TYPES = ("double", "integer", "label", "code")


def written(x):
    if x is None:
        return "n"
    if isinstance(x, float):
        return "d" + struct.pack(">d", x).hex()
    return f"i{x}" if isinstance(x, int) else "t" + x.encode().hex()


def read(text):
    if text[0] == "d":
        return struct.unpack(">d", bytes.fromhex(text[1:]))[0]
    return int(text[1:]) if text[0] == "i" else bytes.fromhex(text[1:]).decode()


def listed(items):
    return ",".join(map(written, items)) or "-"


def line(space, call, how, rows, epsilon):
    items = space.candidates or space.edges
    if how == "quantiles":
        items = call.qs
    fields = [
        NAMES[call.kind],
        how or "value",
        str(space.m),
        written(epsilon),
        written(space.lo),
        written(space.hi),
        str(space.points),
        written(call.q or 0.0),
        listed(items),
        listed(rows),
    ]
    return "\t".join(fields)


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
                    paths += [
                        Path(
                            None, "", None, line(space, calls.of(space)[0], None, rows, epsilon), {}
                        )
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
            yield Path(call, "seeded", how, line(space, call, how, rows, space.epsilon), {})

    def _run_program(self, lines):
        self.tape.begin(SEED)
        ran = subprocess.run(
            self.command, input="\n".join(lines) + "\n", capture_output=True, text=True
        )
        if ran.returncode != 0:
            raise Failure(ran.stderr[-2000:])
        return ran.stdout.splitlines()

    def _take(self, everything, answers):
        """Fills the paths with the seeded answers, and returns those of the system's generator."""
        drawn = {}
        for space, sides, _ in everything:
            for _, paths in sides:
                for path in paths:
                    state, first, second = answers[id(path)].split("\t")
                    if "e" in (first[0], second[0]) or path.call is None:
                        path.outcome = Failure(f"{first} {second}")
                        self.errors += 1
                        self.need(
                            path.call is None and first == second == "eEPSILON",
                            path.sql,
                            "gives",
                            first,
                            second,
                        )
                        continue
                    path.states, path.order = {None: bytes.fromhex(state)}, [None]
                    path.outcome = path.answers = [self._shaped(path.how, second)]
                    drawn[id(path)] = self._shaped(path.how, first)
                    path.epsilon = space.epsilon
        return drawn

    def _shaped(self, how, text):
        items = [read(item) for item in text.split(",")]
        if how == "parts":
            return {"value": items[0], "count": items[1], "sums": items[2:-1], "scale": items[-1]}
        return items if how in ("quantiles", "counts") else items[0]

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
