"""Neighbours where the engine itself bounds what a person contributes: SQLite's questions and
PostgreSQL's protected tables. A person may have more than rows_per_person rows, over all keys.

An engine has load_people(rows), with rows (person, key, value), and ask(epsilon, secret), which
returns the answers of each aggregate in the order of the keys. With the same secret and the same
noise, the counts of all keys together must move by at most M, and sums by at most M times the
larger bound. (Values and noise are multiples of the output grid, so answers move as the exact
sums do.)
"""

import itertools

M, LO, HI, KEYS, EDGES = 2, -4.0, 10.0, [1, 2, 3], [0.0, 4.0]
HUGE = 1e15  # the noise is below 1e-9
SECRET = 4711

OTHERS = [
    (1, 1, 3.0),
    (2, 1, 10.0),
    (2, 2, -4.0),
    (2, 3, 5.5),
    (None, 1, 2.0),
    (None, 2, 50.0),
    (3, 4, 1.0),
    (3, 1, None),
] + [
    (person, 1 + i % 3, [-4.0, 10.0, 0.5, 7.0, -9.0][(person + i) % 5])
    for person in range(10, 110)
    for i in range(5)
]
PERSON = [
    [(9, 1, 10.0)],
    [(9, 1, 10.0)] * 6,
    [(9, key, value) for key in (1, 2, 3) for value in (10.0, -4.0)],
    [(9, 1, None)] * 3
    + [(9, 2, 1e308), (9, 3, -1e308), (9, 2, float("inf")), (9, 3, float("-inf"))],
    [(9, 4, 10.0)] * 5 + [(9, None, 10.0)] * 5,
    [(9, 4, 10.0)] * 5 + [(9, 1, -0.0), (9, 2, 5e-324), (9, 3, 9.0)],
    [(9, 1 + i % 3, float(i % 15 - 4)) for i in range(200)],
]
ALLOWED = {"count": M, "sum": M * max(-LO, HI), "histogram": M}


def flat(answers):
    return [x for answer in answers for x in (answer if isinstance(answer, list) else [answer])]


def compare(engine, check):
    for epsilon, others, rows in itertools.product((1.0, HUGE), ([], OTHERS), PERSON):
        sides, where = [], f"epsilon {epsilon}, {len(others)} rows and {rows[:7]}:"
        for data in (others, others + rows):
            engine.load_people(data)
            check.tape.begin(SECRET)
            sides.append((engine.ask(epsilon), check.tape.seeds()))
        check.pairs += 1
        (one, seeds), (two, drawn) = sides
        check.need(seeds == drawn, where, "seeds", seeds, drawn)
        for aggregate, allowed in ALLOWED.items():
            a, b = flat(one[aggregate]), flat(two[aggregate])
            moved = sum(abs(x - y) for x, y in zip(a, b))
            check.need(
                len(a) == len(b) and moved <= allowed + 1e-9, where, aggregate, "answers", a, b
            )
            check.releases += 2
    # Without the same secret, other people's rows change, and the comparison sees it.
    engine.load_people(OTHERS)
    sums = []
    for secret in (SECRET, 2):
        check.tape.begin(secret)
        sums.append(flat(engine.ask(HUGE, secret)["sum"]))
    moved = sum(abs(x - y) for x, y in zip(*sums))
    check.need(moved > ALLOWED["sum"], "another secret, but sums move by", moved)
