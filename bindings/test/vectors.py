"""Replays the vectors in vectors/ in a binding, through the entropy callback. The bits of each
answer and the number of words that were read must equal those in the files."""

import os

from wire import read, written


def integers(fields):
    return [f"i{field}" for field in fields]


def doubles(fields):
    return [f"d{field}" for field in fields]


def listed(fields):
    return "[" + ",".join(fields) + "]"


def tape(words):
    return "entropy=" + listed(f"x{word}" for word in words)


def snapping(_, fields, options=()):
    *parameters, given = doubles(fields[:4])
    *_, out, used = fields[:6]
    yield ("Snapping", *parameters, *options, tape(fields[6:])), "ok"
    yield ("release", given), f"d{out}"
    yield ("used",), f"i{used}"


def snapping_real(name, fields):
    grid = fields.pop(3)
    return snapping(name, fields, [f"grid=d{grid}"])


def snapping_float(name, fields):
    return snapping(name, fields[1:], [f"float_precision=i{fields[0]}"])


def outcomes(parameters, n, fields, *options):
    utilities, (index, used, *words) = listed(doubles(fields[:n])), fields[n:]
    yield ("Exponential", *parameters, f"i{n}", *options, tape(words)), "ok"
    for method in ("select", "select_by"):
        yield ("rewind",), "ok"
        yield (method, utilities), f"i{index}"
        yield ("used",), f"i{used}"


def exponential(_, fields):
    *parameters, retries, n = integers(fields[:7])
    return outcomes(parameters, int(n[1:]), fields[7:], f"min_retries={retries}")


def flip(name, fields):
    *parameters, n = integers(fields[:6])
    n, fields, option = int(n[1:]), fields[6:], "selection=permute_and_flip"
    if not name.startswith("groups/"):
        yield from outcomes(parameters, n, fields, option)
        return
    groups, (index, used, _, _, *words) = integers(fields[: 2 * n]), fields[2 * n :]
    # No binding chooses a member of a group: two fields and the words after them are for that.
    total = max(1, sum(int(group[1:]) for group in groups[1::2]))
    yield ("Exponential", *parameters, f"i{total}", option, tape(words)), "ok"
    yield ("select_counted", listed(groups[::2]), listed(groups[1::2])), f"i{index}"
    yield ("used",), f"i{used}"


def extreme(_, fields):
    epsilon, (q, people, n, entries) = fields[0], map(int, fields[1:5])
    places, rows = fields[5 : 5 + 2 * entries : 2], fields[6 : 5 + 2 * entries : 2]
    # Four parameters follow that the library derives from those above.
    answer, used, *words = fields[5 + 2 * entries + 4 :]
    high = written(float(n - 1))
    yield ("Quantile", written(float(q)), written(0.0), high, f"i{people}", f"i{n}"), "ok"
    # The numbers of rows may be very large, so their bits are added from the highest down: the
    # state is doubled by a merge with itself, then each candidate with this bit gets a row.
    for digit in reversed(range(max(map(int, rows), default=0).bit_length())):
        yield ("merge", "&v"), "ok"
        for place, number in zip(places, rows):
            if int(number) >> digit & 1:
                yield ("add_integer", f"i{place}"), "ok"
    yield ("release", f"d{epsilon}", tape(words)), written(float(answer))
    yield ("used",), f"i{used}"


def bounds(_, fields):
    epsilon, people, centre, n = fields[:4]
    edges, fields = doubles(fields[4 : 4 + int(n)]), fields[4 + int(n) :]
    entries, fields = int(fields[0]), fields[1:]
    values, rows = doubles(fields[: 2 * entries : 2]), map(int, fields[1 : 2 * entries : 2])
    # Four parameters follow that the library derives from those above.
    below, above, used, *words = fields[2 * entries + 4 :]
    yield ("Bounds", f"i{people}", f"d{centre}", *([listed(edges)] if edges else [])), "ok"
    for value, number in zip(values, rows):
        yield ("add_many", listed([value] * number)), "ok"
    found = [centre if side == "none" else side for side in (below, above)]
    found = [side.replace("8" + 15 * "0", 16 * "0") for side in found]  # -0 is 0
    answer = "ok" if below == above == "none" else listed(doubles(found))
    yield ("release", f"d{epsilon}", tape(words)), answer
    yield ("used",), f"i{used}"


FILES = {
    "snapping.txt": snapping_real,
    "snapping-float.txt": snapping_float,
    "exponential.txt": exponential,
    "permute-and-flip.txt": flip,
    "extremes.txt": extreme,
    "bounds.txt": bounds,
}


def replay(folder, table):
    """Makes the calls of all vectors, and returns the number of vectors."""
    replayed = 0
    for file, calls in FILES.items():
        before = replayed
        with open(os.path.join(folder, file), encoding="utf-8") as lines:
            version = read(table.program.call("v", "tape_version"))
            table.compare(file, "tape", (), next(lines).strip(), f"# tape {version:g}", str.__eq__)
            for line in lines:
                if line.strip() and line[0] != "#":
                    name, *fields = line.split()
                    replayed += 1
                    for call, expected in calls(name, fields):
                        seen = table.program.call("v", *call)
                        table.compare(file, name, call[:1], seen, expected, table.equal)
        table.compare(file, "vectors", (), written(replayed - before), ">= 100")
    return replayed
