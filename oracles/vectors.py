#!/usr/bin/env python3
"""Writes the test vectors vectors/*.txt. A vector states which answer a mechanism must release when
it reads given random words.

The answers are computed by an independent oracle, which shares no code with the library. It uses
exact fractions, Python's decimal logarithm (correctly rounded at any precision) and a plain
ChaCha20. `vectors.py --check` compares the files with the oracle instead of writing them.
`vectors.py --boundaries SEED COUNT` prints COUNT further cases of real arithmetic with random
parameters. In these cases the unrounded answer lies next to a rounding boundary of the grid."""
import math
import struct
import sys
from decimal import Decimal, getcontext, localcontext
from fractions import Fraction
from pathlib import Path

import above_threshold
import bounds
import geometric
import permute_and_flip
import selections

FOLDER = Path(__file__).resolve().parent.parent / "vectors"
HALF = Fraction(1, 2)
ONES = 2**64 - 1


def bits(x):
    return struct.unpack("<Q", struct.pack("<d", x))[0]


def chacha20(key, nonce, blocks):
    """Returns the keystream of the original ChaCha20, which has a 64-bit block counter and a 64-bit
    nonce. The counter starts from 0."""
    out = b""
    for counter in range(blocks):
        state = list(struct.unpack("<4I", b"expand 32-byte k")) + list(struct.unpack("<8I", key))
        state += [counter & 0xFFFFFFFF, counter >> 32, nonce & 0xFFFFFFFF, nonce >> 32]
        x = state[:]

        def quarter(a, b, c, d):
            for one, two, three, turn in ((a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)):
                x[one] = (x[one] + x[two]) & 0xFFFFFFFF
                x[three] ^= x[one]
                x[three] = ((x[three] << turn) | (x[three] >> (32 - turn))) & 0xFFFFFFFF

        for _ in range(10):
            for i in range(4):
                quarter(i, 4 + i, 8 + i, 12 + i)
            for i in range(4):
                quarter(i, 4 + (i + 1) % 4, 8 + (i + 2) % 4, 12 + (i + 3) % 4)
        out += struct.pack("<16I", *((a + b) & 0xFFFFFFFF for a, b in zip(x, state)))
    return out


def seeded(seed, call, words):
    """Returns the first words of the tape that the library derives from a seed."""
    # The name of tape version 1, kept in later versions.
    key = struct.pack("<Q", seed) + b"indp insecure seed tape1"
    stream = chacha20(key, call, words // 8 + 1)
    return list(struct.unpack("<%dQ" % words, stream[: 8 * words]))


def ln(x, digits):
    """Returns fractions below and above ln(x), for a positive fraction x other than 1."""
    with localcontext() as context:
        context.prec = digits
        # ln(x) is the difference of the logarithms of two integers. Each is correctly rounded, so
        # its error is below one unit in the last place of the larger logarithm (`slack`).
        a, b = Decimal(x.numerator).ln(), Decimal(x.denominator).ln()
        slack = Fraction(10) ** (max(a.adjusted(), b.adjusted()) + 1 - digits)
        middle = Fraction(a) - Fraction(b)
        return middle - 2 * slack, middle + 2 * slack


def floor(x):
    return x.numerator // x.denominator


def nearest(x):
    try:
        value = x.numerator / x.denominator
    except OverflowError:
        value = float("inf") if x > 0 else float("-inf")
    return 0.0 if value == 0 else value


class Mechanism:
    """The snapping mechanism in real arithmetic. It reads its random words in the order that
    docs/tape.md defines."""

    def __init__(self, epsilon, sensitivity, bound, grid=0.0):
        self.doubles = (epsilon, sensitivity, bound, grid)
        self.scale = Fraction(sensitivity) / Fraction(epsilon)
        self.bound = None if bound == float("inf") else Fraction(bound)
        self.grid = Fraction(grid)
        if not grid:
            self.grid = Fraction(1)
            while self.grid < self.scale:
                self.grid *= 2
            while self.grid / 2 >= self.scale:
                self.grid /= 2

    def clamp(self, x):
        return x if self.bound is None else max(-self.bound, min(self.bound, x))

    def enter(self, value):
        if value != value:
            return Fraction(0)
        return self.clamp(Fraction(max(-sys.float_info.max, min(sys.float_info.max, value))))

    def snap(self, k):
        return nearest(self.clamp(k * self.grid))

    def at(self, f, minus, d, n):
        """Returns the answer for U = d/2^n. If d = 2^n, returns the answer for U just below 1."""
        x = f / self.grid + HALF
        if d == 2**n:
            k = floor(x) if minus else -floor(-x) - 1
            return self.snap(k)
        digits = 60
        while True:
            low, high = (e * self.scale / self.grid for e in ln(Fraction(d, 2**n), digits))
            ends = (x - low, x - high) if minus else (x + low, x + high)
            answers = {self.snap(floor(end)) for end in ends}
            if len(answers) == 1:
                return answers.pop()
            digits *= 2

    def release(self, value, words):
        """Returns the answer and the number of words read."""
        f, minus = self.enter(value), words[0] >> 63 == 1
        d, n = words[0] & (2**63 - 1), 63
        used = 1
        while True:
            if d:
                answer = self.at(f, minus, d, n)
                if answer == self.at(f, minus, d + 1, n):
                    return answer, used
            d, n, used = d << 64 | words[used], n + 64, used + 1

    def boundary(self, value, k, minus, words, last):
        """Makes a tape that keeps the answer undecided between the multiples k and k + 1 of the
        grid for this number of words. Later words equal `last`."""
        f = self.enter(value)
        e = (f - (k + HALF) * self.grid) / self.scale * (-1 if minus else 1)
        assert e > 0
        with localcontext() as context:
            context.prec = 40 + words * 20
            u = (-Decimal(e.numerator) / Decimal(e.denominator)).exp()
        n = 64 * words - 1
        d = floor(Fraction(u) * 2**n)
        tape = [(d >> (64 * (words - 1 - i))) & ONES for i in range(words)]
        tape[0] |= minus << 63
        return tape + [last] * 2


def cases():
    random = iter(seeded(2012, 0, 4096))
    inf = float("inf")
    parameters = {
        "unit": (1.0, 1.0, 1000.0),
        "small-epsilon": (2.0**-10, 1.0, 1e6),
        "thirds": (1.0 / 3.0, 0.7, 99.9),
        "bound-below-grid": (0.1, 1.0, 3.0),
        "bound-off-grid": (0.25, 1.0, 33.3),
        "unbounded": (1.0, 12.0, inf),
        "fine-grid": (0.3, 1.0, 1e9, 2.0**-20),
        "coarse-grid": (2.0, 1.0, 4096.0, 64.0),
        "tiny": (1000.0, 2.2250738585072014e-308, 1e-300),
        "huge": (1.0, 1.7976931348623157e308, inf),
        "finest-grid": (1.0, 1.0, 1e9, 5e-324),
        "integers": (0.5, 3.0, inf, 1.0),
        "least-epsilon": (2.0**-100, 5e-30, 1e30),
    }
    for name, p in parameters.items():
        m = Mechanism(*p)
        grid, lam = m.grid, m.scale
        values = [0.0, -0.0, 1.5, -2.5, float("nan"), inf, -inf, nearest(lam),
                  nearest(-3 * grid / 2),
                  nearest(grid / 2), nearest(-grid / 2), nearest(5 * grid / 2), p[2] if p[2] < inf
                  else 1e17]
        for i, value in enumerate(values):
            for j in range(3):
                yield f"{name}/{i}/{j}", m, value, [next(random) for _ in range(6)]
        # The values are two ties and 0. With each sign, U lies just below 1 or next to 1/2. The
        # digits known so far stand for an interval of U that excludes its right end. Near 1 this
        # matters: with U = 1 the noise would be 0, and a tie could be rounded to the other side.
        for i, value in enumerate((nearest(grid / 2), nearest(-grid / 2), 0.0)):
            for j, first in enumerate((2**63 - 1, ONES, 2**62, 2**63 + 2**62)):
                yield f"{name}/end/{i}/{j}", m, value, [first, ONES, ONES, 0]
        # U lies below 2^-63, 2^-127 and 2^-3903.
        for j, zeros in enumerate((1, 2, 61)):
            for sign in (0, 1 << 63):
                tape = [sign] + [0] * (zeros - 1) + [next(random), next(random), next(random)]
                yield f"{name}/zeros/{j}/{sign >> 63}", m, 0.0, tape
    near = {k: parameters[k] for k in
            ("unit", "small-epsilon", "thirds", "bound-off-grid", "unbounded", "fine-grid",
             "integers", "tiny")}
    for name, p in near.items():
        m = Mechanism(*p)
        for words in (1, 2, 3, 5, 9):
            for minus in (0, 1):
                for last in (0, ONES):
                    value = nearest(m.scale / 7)
                    k = floor(m.enter(value) / m.grid) + (2 if minus else -3)
                    tape = m.boundary(value, k, minus, words, last)
                    yield f"{name}/near/{words}/{minus}/{last & 1}", m, value, tape


def rounded(x, p, mode="nearest"):
    """Rounds a fraction to p significant bits. The mode "nearest" rounds ties to even. The modes
    "up" and "down" are for positive numbers only."""
    if x == 0:
        return x
    sign, x = (-1, -x) if x < 0 else (1, x)
    e = x.numerator.bit_length() - x.denominator.bit_length()
    if Fraction(2) ** e > x:
        e -= 1
    unit = Fraction(2) ** (e - p + 1)
    q = floor(x / unit)
    rest = x / unit - q
    if mode == "up":
        q += rest > 0
    elif mode == "nearest":
        q += rest > HALF or (rest == HALF and q % 2 == 1)
    return sign * q * unit


class FloatMechanism(Mechanism):
    """The snapping mechanism in float arithmetic at p bits (docs/specification.md, section 1)."""

    def __init__(self, p, epsilon, sensitivity, bound):
        super().__init__(epsilon, sensitivity, bound)
        self.p, roundoff = p, Fraction(1, 2**p)
        asked, delta, b = Fraction(epsilon), Fraction(sensitivity), Fraction(bound)
        reduced = rounded((asked - 2 * roundoff) / (1 + 12 * b / delta * roundoff), p, "down")
        self.scale = rounded(delta / reduced, p, "up")
        assert self.scale <= b <= 2 ** (p - 12) * self.scale and asked > 2 * roundoff
        self.grid = Fraction(1)
        while self.grid < self.scale:
            self.grid *= 2
        while self.grid / 2 >= self.scale:
            self.grid /= 2

    def ln(self, u):
        """Returns ln(u), correctly rounded to p bits."""
        digits = self.p // 3 + 20
        while True:
            low, high = (rounded(e, self.p) for e in ln(u, digits))
            if low == high:
                return low
            digits *= 2

    def evaluate(self, f, minus, u):
        noise = rounded(self.scale * self.ln(u), self.p)
        x = rounded(f + (-noise if minus else noise), self.p)
        return self.snap(floor(x / self.grid + HALF))

    def release(self, value, words):
        f, minus = self.enter(value), words[0] >> 63 == 1
        d, n, used = words[0] & (2**63 - 1), 63, 1
        while True:
            if d:
                missing = self.p - d.bit_length()
                if missing <= 0:
                    ends = [Fraction(d >> -missing, 2 ** (n + missing))]
                else:
                    ends = [Fraction(m, 2 ** (n + missing))
                            for m in (d << missing, ((d + 1) << missing) - 1)]
                answers = {self.evaluate(f, minus, u) for u in ends}
                if len(answers) == 1:
                    return answers.pop(), used
            d, n, used = d << 64 | words[used], n + 64, used + 1


def float_cases():
    random = iter(seeded(2019, 0, 16384))
    parameters = {
        "unit": (1.0, 1.0, 32.0),
        "tenth": (0.1, 1.0, 1000.0),
        "off-grid": (1.0 / 3.0, 0.7, 99.9),
        "tight": (0.25, 3.0, 13.0),
        "wide": (2.0, 1.0, 2.0**39),
        "scaled": (0.5, 1e100, 1e103),
        "small": (8.0, 1e-300, 1e-298),
    }
    for name, parameter in parameters.items():
        for p in (53, 64, 118, 200, 1000):
            m = FloatMechanism(p, *parameter)
            grid, lam = m.grid, m.scale
            values = [0.0, nearest(lam), nearest(-grid / 2), nearest(5 * grid / 2), float("nan"),
                      parameter[2], -float("inf")]
            for i, value in enumerate(values):
                tape = [next(random) for _ in range(18)]
                yield f"{name}/{p}/{i}", p, m, value, tape
            for j, first in enumerate((2**63 - 1, ONES, 2**62, 2**63 + 2**62, 1, 0)):
                tape = [first] + [next(random) | 1 << 63] + [next(random) for _ in range(18)]
                yield f"{name}/{p}/end/{j}", p, m, nearest(grid / 2), tape
            for words in (1, 2, 3):
                for minus in (0, 1):
                    value = nearest(lam / 7)
                    k = floor(m.enter(value) / grid) + (1 if minus else -2)
                    tape = (m.boundary(value, k, minus, words, ONES * (words % 2))
                            + [next(random) for _ in range(16)])
                    yield f"{name}/{p}/near/{words}/{minus}", p, m, value, tape


def float_text():
    lines = [
        selections.TAPE_LINE,
        "# indp snapping vectors (docs/tape.md), float arithmetic. Written by oracles/vectors.py.",
        "# name precision epsilon sensitivity bound value out words_used word0 word1 ...",
        "# precision and words_used are decimal, the other numbers as in snapping.txt.",
    ]
    for name, p, m, value, tape in float_cases():
        out, used = m.release(value, tape)
        numbers = [bits(x) for x in (*m.doubles[:3], value, out)]
        fields = ([str(p)] + ["%016x" % x for x in numbers] + [str(used)]
                  + ["%016x" % w for w in tape])
        lines.append(" ".join([name, *fields]))
    return "\n".join(lines) + "\n"


def boundary_cases(seed, count):
    """Yields random mechanisms and values, each with a tape. For a random number of bits, the tape
    keeps the unrounded answer at a rounding boundary of the grid. Then it leaves the boundary."""
    stream = (word for call in range(count + 1) for word in seeded(seed, call, 64))
    pick = lambda n: next(stream) % n
    unit = lambda: (1 + pick(2**52) / 2**52) * 2.0 ** (pick(25) - 12)
    for i in range(count):
        epsilon, sensitivity = unit(), unit()
        scale = sensitivity / epsilon
        bound = (float("inf"), scale * (1 + pick(2000)), 0.5 * scale)[pick(3) if pick(4) == 0
                                                                      else pick(2)]
        grid = (2.0 ** (round(math.log2(scale)) + (0, 0, -1, -20, -45, 4)[pick(6)]) if pick(3)
                else 0.0)
        m = Mechanism(epsilon, sensitivity, bound, grid)
        value, minus = nearest(Fraction(scale) * (pick(2**20) - 2**19) / 2**14), pick(2)
        away = (1 + pick(4)) * max(1, floor(m.scale / m.grid * (1 + pick(9)) / 4))
        k = floor(m.enter(value) / m.grid) + (away if minus else -away - 1)
        tape = m.boundary(value, k, minus, 1 + pick(3), 0)
        # The digits of U are kept, or changed in one of these ways: all bits after the first `keep`
        # bits become zeros or ones, the number is increased or decreased by 1, or the last of these
        # `keep` bits is flipped.
        last, keep = 64 * (len(tape) - 2), 20 + pick(64 * (len(tape) - 2) - 20)
        number, rest = (sum(w << (last - 64 * (j + 1)) for j, w in enumerate(tape[:-2])),
                        (1 << (last - keep)) - 1)
        number = ((number, number & ~rest, number | rest, number + 1, number - 1,
                   number ^ (1 << (last - keep)))[pick(6)] & (2**last - 1))
        tape = [number >> (last - 64 * (j + 1)) & ONES for j in range(last // 64)]
        tape[0] = tape[0] & (2**63 - 1) | minus << 63
        yield (f"{seed}/{i}", m, value, tape + [(0, ONES, next(stream))[pick(3)] for _ in range(3)]
               + [next(stream) for _ in range(4)])


def text(chosen=cases):
    getcontext().prec = 60
    lines = [
        selections.TAPE_LINE,
        "# indp snapping vectors (docs/tape.md), real arithmetic. Written by oracles/vectors.py.",
        "# name epsilon sensitivity bound grid value out words_used word0 word1 ...",
        "# Numbers are the 16 hex digits of a binary64 or of a word; grid 0 is the default; "
        "words_used is decimal.",
    ]
    for name, m, value, tape in chosen():
        out, used = m.release(value, tape)
        numbers = [bits(x) for x in (*m.doubles, *([0.0] * (4 - len(m.doubles))), value, out)]
        fields = ["%016x" % x for x in numbers] + [str(used)] + ["%016x" % w for w in tape]
        lines.append(" ".join([name, *fields]))
    for seed, call in ((0, 0), (1, 0), (1, 1), (2**64 - 1, 2**64 - 1)):
        words = " ".join("%016x" % w for w in seeded(seed, call, 10))
        lines.append(f"#seeded {seed:016x} {call:016x} {words}")
    return "\n".join(lines) + "\n"


FILES = {
    "snapping.txt": text,
    "snapping-float.txt": float_text,
    "geometric.txt": lambda: geometric.text(bits),
    "exponential.txt": lambda: selections.text(bits),
    "permute-and-flip.txt": lambda: permute_and_flip.text(bits),
    "above-threshold.txt": lambda: above_threshold.text(bits),
    "extremes.txt": lambda: above_threshold.released_text(bits),
    "bounds.txt": lambda: bounds.text(bits),
}

if __name__ == "__main__":
    if sys.argv[1:2] == ["--boundaries"]:
        seed, count = int(sys.argv[2]), int(sys.argv[3])
        print(text(lambda: boundary_cases(seed, count)), end="")
        sys.exit()
    different = False
    for name, write in FILES.items():
        if sys.argv[1:] == ["--check"]:
            found = (FOLDER / name).read_text()
            if found.split("\n", 1)[0] != selections.TAPE_LINE:
                print(f"vectors/{name}: OF ANOTHER TAPE than {selections.TAPE}")
                different = True
                continue
            same = found == write()
            print(f"vectors/{name}:", "equals the oracle's"
                  if same else "DIFFERENT from the oracle")
            different |= not same
        else:
            FOLDER.mkdir(exist_ok=True)
            (FOLDER / name).write_text(write())
    sys.exit(different)
