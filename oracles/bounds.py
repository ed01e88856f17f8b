"""Finds bounds in data as docs/specification.md defines it (Claim A12), to make the test vectors
vectors/bounds.txt. Values and candidates are compared as exact fractions. This module shares no
code with the library."""
import math
import random
import struct
from fractions import Fraction

from above_threshold import AboveThreshold, eta_of, hexadecimal, threshold
from permute_and_flip import Made
from selections import TAPE_LINE

RARE = 30


def distances():
    own = [Fraction(step, 4) * Fraction(2) ** k for k in range(-32, 63) for step in (4, 5, 6, 7)]
    return own + [Fraction(2) ** 63]


def candidates(numbers, centre):
    """The candidates below the centre from the lowest one up, and those above from the highest one
    down. Without a list of numbers they lie at all distances from the centre."""
    if numbers is None:
        # Python rounds a fraction to the nearest double.
        numbers = [float(Fraction(centre) + sign * d) for d in distances() for sign in (-1, 1)]
    return (sorted({c for c in numbers if c < centre}),
            sorted({c for c in numbers if c > centre}, reverse=True))


def beyond(rows, limit, sign):
    """The rows further than the limit, in the direction of the sign."""
    return sum(many for value, many in rows if not math.isnan(value) and sign * (value - limit) > 0
               and value != limit)


def release(rows, numbers, centre, epsilon, rows_per_person, tape, aim=0):
    """Returns the mechanism, the answer for each side (None if there is none), lower side first."""
    below, above = candidates(numbers, centre)
    eta = eta_of(epsilon, 4 * rows_per_person)
    own = AboveThreshold(threshold(eta, len(below) + len(above), RARE), eta)
    found = []
    for list_, sign in ((above, 1), (below, -1)):
        counts = [beyond(rows, after, sign) for after in list_[1:] + [centre]] if list_ else []
        place = own.first_of(counts, tape, aim)
        found.append(None if place is None else list_[place])
    return own, found[1], found[0]


def rows_of(rand, own_candidates, centre, scale):
    """Random rows (value, number), many of them at candidates, next to them or at the centre."""
    rows = []
    for _ in range(rand.choice([0, 1, 2, 5, 12])):
        value = rand.choice(own_candidates + [centre])
        up, down = math.nextafter(value, math.inf), math.nextafter(value, -math.inf)
        value = rand.choice([value, value, up, down, 2 * value + 1, rand.uniform(-100, 100),
                             math.inf, -math.inf, math.nan, centre])
        rows.append((value, rand.choice([1, 2, *(1 + int(k * scale) for k in (1, 2, 4))])))
    return rows


def cases():
    rand = random.Random(2026)
    lists = [None, None, [1.0], [-3.0, 5.0], [0.0, 10.0], [-1.5, -1.0, 0.0, 1.0, 1.5],
             [1900.0, 1950.0, 2000.0, 2050.0], [-5e-324, 0.0, 5e-324],
             [-1.7976931348623157e308, 1e308], [float(c) for c in range(-70, 70)],
             [float(c) for c in range(65)], [-0.0, 3.0], [18.0, 18.000000000000004, 65.0]]
    centres = [0.0, 0.0, 2000.0, -17.25, -0.0, 1e9, 5e-324, -5e-324, 0.1, 2.0**62, -1e17]
    epsilons = [1.0, 0.5, 5.0, 0.1, 1 / 3, 20.0, 1e4, math.pi, 130.0]
    for i in range(240):
        numbers, centre = lists[i % len(lists)], centres[(i // 2) % len(centres)]
        if numbers is not None and all(c == centre for c in numbers):
            continue
        if numbers is not None and i % 3:
            centre = rand.choice([0.0, centre, numbers[len(numbers) // 2], numbers[0]])
            if all(c == centre for c in numbers):
                continue
        epsilon, m = rand.choice(epsilons), rand.choice([1, 1, 2, 7, 1000])
        below, above = candidates(numbers, centre)
        scale = min(26 * m / epsilon, 3000)
        rows = rows_of(rand, below + above, centre, scale)
        tape = Made(rand, rand.choice([0, 0, 0.1, 0.5]))
        aim = rand.choice([0, 1, 5])
        yield (f"bounds/{i}", epsilon, m, centre, numbers, rows,
               release(rows, numbers, centre, epsilon, m, tape, aim), tape)


def real(x):
    return struct.pack(">d", x).hex()


def text(bits):
    lines = [
        TAPE_LINE,
        "# indp vectors of bounds (docs/tape.md). Written by oracles/vectors.py.",
        "# name epsilon rows_per_person centre numbers number0 ... values value0 rows0 ... x y z K "
        "lower upper words_used word0 ...",
        "# `numbers` is 0 if there is no list. A bound is none, or a binary64. Words and binary64 "
        "are written as 16 hex digits; the other numbers are decimal.",
    ]
    for name, epsilon, m, centre, numbers, rows, (own, lower, upper), made in cases():
        fields = [real(epsilon), m, real(centre), len(numbers or []), *map(real, numbers or [])]
        fields += [len(rows)]
        fields += [field for value, many in rows for field in (real(value), many)]
        fields += [*own.eta, own.k]
        fields += ["none" if bound is None else real(bound) for bound in (lower, upper)]
        fields += [made.used, *hexadecimal(made.words + [bits(0.1)])]
        lines.append(" ".join(map(str, [name, *fields])))
    return "\n".join(lines) + "\n"
