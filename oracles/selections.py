"""Implements the base-2 exponential mechanism in exact fractions, to make the test vectors
vectors/exponential.txt. This module shares no code with the library."""
import math
import random
from fractions import Fraction

TAPE = 3  # the version of docs/tape.md that this module implements
TAPE_LINE = f"# tape {TAPE}"


def log2_ceil(total):
    k = 0
    while 2**k < total:
        k += 1
    return k


class Mechanism:
    """The exponential mechanism with eta = -z log2(x / 2^y). Utilities are clamped to
    lowest..highest. It reads its random words in the order that docs/tape.md defines."""

    def __init__(self, x, y, z, lowest, highest, retries):
        self.x, self.y, self.z, self.lowest, self.highest, self.retries = (x, y, z, lowest, highest,
                                                                           retries)

    def inside(self, utility):
        if math.isnan(utility) or utility == math.inf:
            return Fraction(self.highest)
        if utility == -math.inf:
            return Fraction(self.lowest)
        return min(max(Fraction(utility), Fraction(self.lowest)), Fraction(self.highest))

    def rounded(self, utilities, tape):
        out = []
        for start in range(0, len(utilities), 64):
            block = [self.inside(u) for u in utilities[start : start + 64]]
            if all(u.denominator == 1 for u in block):
                out += [int(u) for u in block]
                continue
            words = [next(tape) for _ in range((len(block) + 3) // 4)]
            for i, u in enumerate(block):
                floor = math.floor(u)
                fraction, digits, n = u - floor, (words[i // 4] >> 16 * (i % 4)) & 0xFFFF, 16
                while fraction != 0 and math.floor(fraction * 2**n) == digits:
                    if fraction * 2**n == digits and n > 1100:
                        break  # the fraction has no further digits; the vectors never get here
                    digits, n = digits << 64 | next(tape), n + 64
                out.append(floor + (fraction != 0 and Fraction(digits, 2**n) < fraction))
        return out

    def select(self, utilities, tape):
        levels = self.rounded(utilities, tape)
        order = sorted(range(len(levels)), key=lambda i: (levels[i], i))
        base = Fraction(self.x, 2**self.y) ** self.z
        ends, total = [], Fraction(0)
        for i in order:
            total += base ** (levels[i] - levels[order[0]])
            ends.append(total)
        scale, last, draws = 2 ** log2_ceil(total), None, 0
        while last is None or draws < self.retries:
            digits, n = next(tape), 64
            while Fraction((digits + 1) * scale, 2**n) > total > Fraction(digits * scale, 2**n):
                digits, n = digits << 64 | next(tape), n + 64
            draws += 1
            if Fraction(digits * scale, 2**n) < total:
                last = digits, n
        digits, n = last
        while True:
            low, high = Fraction(digits * scale, 2**n), Fraction((digits + 1) * scale, 2**n)
            first = sum(end <= low for end in ends)
            if first == sum(end < high for end in ends):
                return order[first]
            digits, n = digits << 64 | next(tape), n + 64


def cases():
    """Yields, for each test vector, its name, mechanism, utilities and random words."""
    rand = random.Random(2017)
    etas = [(1, 1, 1), (3, 2, 2), (7, 3, 1), (65535, 16, 1), (2**33 - 9, 33, 1), (2**59 + 1, 60, 3),
            (1, 5, 4)]
    special = [math.nan, math.inf, -math.inf, 5e-324, -5e-324, -0.0, 1e300, -1e-300, 0.5, -0.5,
               2.0**-17, 1 - 2.0**-53]
    digits = [0, 0xFFFF, 0x8000, 0x7FFF, 0x4000, 0xC000, 0x1000]
    for e, eta in enumerate(etas):
        for n in (1, 2, 3, 10, 33, 63, 64, 65, 100):
            for kind in ("integers", "halves", "mixed"):
                lowest = rand.choice([-20, -3, 0, 4])
                m = Mechanism(*eta, lowest, lowest + rand.choice([1, 5, 12]),
                              rand.choice([1, 1, 3]))
                if kind == "integers":
                    utilities = [float(rand.randint(m.lowest - 1, m.highest + 1)) for _ in range(n)]
                elif kind == "halves":
                    utilities = [rand.randint(2 * m.lowest, 2 * m.highest) / 2 for _ in range(n)]
                else:
                    utilities = [rand.uniform(m.lowest - 1, m.highest + 1) for _ in range(n)]
                    utilities = [rand.choice(special) if rand.random() < 0.2 else u
                                 for u in utilities]
                tape = []
                for _ in range(90):
                    word = rand.getrandbits(64)
                    if len(tape) < n // 4 + 1 and rand.random() < 0.5:
                        word = sum(rand.choice(digits) << 16 * i for i in range(4))
                    elif rand.random() < 0.2:
                        word = rand.choice([0, 2**64 - 1, 2**63, 2**63 - 1, 2**62, 3 * 2**62])
                    tape.append(word)
                yield f"{e}/{n}/{kind}", m, utilities, tape


def text(bits):
    lines = [
        TAPE_LINE,
        "# indp exponential vectors (docs/tape.md). Written by oracles/vectors.py.",
        "# name x y z utility_min utility_max min_retries n utility0 ... index words_used word0 "
        "word1 ...",
        "# Words and the binary64 utilities are written as 16 hex digits; the other numbers are "
        "decimal.",
    ]
    for name, m, utilities, tape in cases():
        source = iter(tape)
        index = m.select(utilities, source)
        used = len(tape) - len(list(source))
        fields = [m.x, m.y, m.z, m.lowest, m.highest, m.retries, len(utilities)]
        fields += (["%016x" % bits(u) for u in utilities] + [index, used]
                   + ["%016x" % w for w in tape[: used + 1]])
        lines.append(" ".join([name, *map(str, fields)]))
    return "\n".join(lines) + "\n"
