"""Implements above-threshold, which releases minima and maxima, to make the test vectors
vectors/above-threshold.txt and vectors/extremes.txt. The mechanism is computed
exactly. Its parameters are derived from epsilon with decimals of 120 digits. This module shares no
code with the library.

Weights are w(g) = 2^(-eta·g) = (x / 2^y)^(z·g) for a triple eta = (x, y, z), which gives both the
noise of the threshold and the coins of the candidates."""
import functools
import math
import random
from decimal import ROUND_CEILING, ROUND_FLOOR, Decimal, localcontext
from fractions import Fraction

from permute_and_flip import Made, Recorded
from selections import TAPE_LINE, log2_ceil


def log(x, y, digits):
    """Returns ln(x / 2^y), computed with `digits` decimal digits, and a bound on its error."""
    with localcontext() as context:
        context.prec = digits
        value = Decimal(x).ln() - y * Decimal(2).ln()
        return value, Decimal(10) ** (4 - digits) * (1 + y)


@functools.lru_cache(maxsize=100_000)
def scaled(eta, gap, n):
    """Returns the integral part of w(gap)·2^n, and whether w(gap)·2^n is an integer."""
    x, y, z = eta
    while x % 2 == 0:
        x, y = x // 2, y - 1
    power = z * gap
    if power * y <= 6000:
        numerator = x**power << n
        whole = numerator >> y * power
        return whole, whole << y * power == numerator
    # Here x is odd, so w(gap)·2^n is not an integer if y·power > n.
    assert x == 1 or y * power > n
    if x == 1:
        shift = n - y * power
        return (1 << shift, True) if shift >= 0 else (0, False)
    digits = 50 + n // 3 + 2 * len(str(power)) + 20
    while True:
        value, slack = log(x, y, digits)
        with localcontext() as context:
            context.prec = digits
            context.Emin = -10**17
            two = n * Decimal(2).ln()
            ends = []
            for sign in (-1, 1):
                exponent = power * (value + sign * slack) + two
                wide = 1 + sign * Decimal(10) ** (8 + len(str(n)) - digits)
                ends.append(int((exponent.exp() * wide).to_integral_value(ROUND_FLOOR))
                            if exponent > -100 else 0)
        if ends[0] == ends[1]:
            return ends[0], False
        digits *= 2


def last_below(eta, gap, n):
    """Returns the largest integer d with d/2^n < w(gap)."""
    whole, exact = scaled(eta, gap, n)
    return whole - exact


def largest(holds):
    """Returns the largest integer g >= 0 for which holds(g) is true. The function `holds` must be
    true for all integers from 0 up to this g, and false for all larger integers."""
    step = 1
    while holds(step):
        step *= 2
    low, high = step // 2, step
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if holds(middle) else (low, middle)
    return low


class AboveThreshold:
    """Above-threshold. It reads its random words in the order that docs/tape.md defines. The
    threshold is k, in quarters of a row."""

    def __init__(self, k, eta):
        self.k, self.eta = k, eta

    def noise(self, tape, aim=0):
        """Returns G, the noise of the threshold. G is the largest integer with U < w(G), where the
        digits of the uniform variable U are read from the tape. A tape that is made while it is
        read may keep U next to w(aim). G then stays undecided for many digits."""
        digits, n = 0, 0
        while True:
            along = last_below(self.eta, aim, n + 64) - (digits << 64)
            digits, n = digits << 64 | tape.near(along & (2**64 - 1)), n + 64
            if digits:
                # U lies in [digits, digits + 1) / 2^n. G is decided if both ends give the same G.
                most = largest(lambda g: digits <= last_below(self.eta, g, n))
                least = largest(lambda g: digits + 1 <= scaled(self.eta, g, n)[0])
                if most == least:
                    return most

    def first(self, counts, tape, aim=0):
        """Returns the index of the selected candidate in `counts`: the last one if no coin shows
        heads."""
        place = self.first_of(counts, tape, aim)
        return len(counts) - 1 if place is None else place

    def first_of(self, counts, tape, aim=0):
        """Returns the index of the first candidate in `counts` whose coin shows heads, or None.
        This list has, for each candidate from the outermost one inwards, the number of rows that
        it counts."""
        threshold = self.k + self.noise(tape, aim)
        gaps = [max(0, threshold - 4 * rows) for rows in counts]
        heads = []
        for start in range(0, len(gaps), 64):
            block = gaps[start : start + 64]
            words = [tape.near(last_below(self.eta, gap, 64)) for gap in block]
            for i, (gap, digits) in enumerate(zip(block, words)):
                n = 64
                while True:
                    if digits + 1 <= scaled(self.eta, gap, n)[0]:
                        heads.append(start + i)
                        break
                    along = last_below(self.eta, gap, n)
                    if digits > along:
                        break
                    along = last_below(self.eta, gap, n + 64) - (digits << 64)
                    digits, n = digits << 64 | tape.near(along), n + 64
        return heads[0] if heads else None


class Steered(Made):
    """A random tape. The list `first` prescribes its first words, and `rest` prescribes each later
    word. Each entry is one of three things. A number is the word itself. A tuple (offset,) stands
    for the word that leaves the answer undecided, plus the offset. None stands for a random word,
    as in `Made`."""

    def __init__(self, rand, stay, first, rest=None):
        super().__init__(rand, stay)
        self.first, self.rest = first, rest

    def near(self, along):
        place = len(self.words)
        step = self.first[place] if place < len(self.first) else self.rest
        if step is None:
            return super().near(max(along, 0) & (2**64 - 1))
        next(self)
        return self.instead(2**64 - 1, along + step[0] if isinstance(step, tuple) else step)


HALF = (1, 1, 1)
ETAS = [HALF, (3, 2, 2), (7, 3, 1), (65535, 16, 1), (2**33 - 9, 33, 1), (2**59 + 1, 60, 3),
        (1, 5, 4), (2**40 - 1, 40, 1), (1, 63, 5), (3, 3, 1), (2**20 - 1, 20, 7),
        (2**45 - 1, 45, 1)]


def spread(runs):
    """Lists the rows of each candidate from runs of (rows, number of candidates)."""
    return [rows for rows, many in runs for _ in range(many)]


def random_runs(rand, n, reach):
    """Makes runs of (rows, number of candidates) for n candidates, the outermost first. The rows
    increase from run to run, by steps of up to about `reach` / 2."""
    runs, rows, left = [], 0, n
    while left:
        many = min(left, rand.choice([1, 1, 2, 5, 40]))
        runs.append((rows, many))
        rows, left = rows + rand.choice([1, 1, 2, 1 + reach // 8, 1 + reach // 2]), left - many
    return runs


def cases():
    """Yields, for each test vector, its name, mechanism, runs of (rows, number of candidates), and
    tape."""
    rand = random.Random(2022)

    def case(name, own, runs, tape, aim=0):
        own.first(spread(runs), tape, aim)
        return name, own, runs, tape

    for e, eta in enumerate(ETAS):
        for f in range(10):
            for n in rand.sample([2, 3, 10], 1) + rand.sample([20, 63, 64, 65, 127, 128, 129, 200],
                                                              1):
                strength = (eta[2] * (eta[1] - math.log2(eta[0])) if eta[0] < 2**53 - 1
                            else 2.0**-62)
                reach = math.ceil(rand.choice([0.1, 1, 4]) / max(strength, 2.0**-50))
                own = AboveThreshold(2 + rand.randrange(1 + reach), eta)
                runs = random_runs(rand, n, reach)
                tape = Made(rand, rand.choice([0, 0.1, 0.5, 0.9]))
                yield case(f"random/{e}/{f}/{n}", own, runs, tape, rand.choice([0, 1, 2, 7]))
    # Here the first word of the threshold's U equals the boundary w(aim) or lies next to it, or G
    # stays undecided for several words.
    for e, eta in enumerate(ETAS):
        for aim in (1, 2, 9):
            for off in (-1, 0, 1, 2):
                own = AboveThreshold(2 + rand.randrange(6), eta)
                tape = Steered(rand, 0.1, [(off,)])
                yield case(f"noise/{e}/{aim}/{off}", own, random_runs(rand, 4, 6), tape, aim)
            for first in ([(0,), (-1,)], [(0,), (1,)], [(0,), (0,), (1,)], [(0,), (0,), 0], [0, 1],
                          [0, 0, 2**64 - 1], [1]):
                own = AboveThreshold(2 + rand.randrange(6), eta)
                name = (f"noise/{e}/{aim}/then-" + "-".join(str(s[0] if isinstance(s, tuple) else s)
                                                            for s in first))
                tape = Steered(rand, 0.1, first)
                yield case(name, own, random_runs(rand, 4, 6), tape, aim)
    # There are three kinds of cases. In the first kind, all random words read for coins consist of
    # ones, and no coin shows heads. In the second kind, they consist of zeros, and every coin shows
    # heads. In the third kind, the coins at the ends of a block of 64 stay undecided for some time.
    for n in (2, 63, 64, 65, 128, 129):
        for f, eta in enumerate(ETAS):
            own = AboveThreshold(7, eta)
            ends = [(0,) if i in (1, 64, 65, 128) else 2**64 - 1 for i in range(1 + n)]
            for kind, tape in (
                ("none", Steered(rand, 0, [2**63], 2**64 - 1)),
                ("zeros", Steered(rand, 0, [2**63], 0)),
                ("open", Steered(rand, 0, [2**62] + ends[1:], (0,) if n == 2 else None)),
            ):
                if kind == "open" and n == 2:
                    tape = Steered(rand, 0, [2**62, (0,), (0,), (0,), (1,), (0,), (0,), (-1,)])
                if n in (2, 65) or f % 3 == n % 3:
                    yield case(f"{kind}/{n}/{f}", own, [(0, n)], tape)
    # Here counts and thresholds are large.
    for e, rows in enumerate((2**31, 2**53, 2**60 - 1, 2**62 - 1, 2**62, 2**63 - 1, 2**64 - 1)):
        for k in (2, 2**33, 2**61):
            for f in (0, 7, 8):
                own = AboveThreshold(k, ETAS[f])
                near = max(0, k // 4 - rand.randrange(3))
                runs = [(0, 2), (min(near, rows), 3), (rows, 2)]
                yield case(f"large/{e}/{k}/{f}", own, runs, Made(rand, 0.3), 3)


# The functions below derive the parameters from epsilon.

DIGITS = 120


def eta_of(epsilon, sensitivity):
    """Returns (x, y, z) for epsilon, by Claim E5 for utilities that move in one direction. The
    target is eta* = epsilon/(sensitivity·ln 2)."""
    with localcontext() as context:
        context.prec = DIGITS
        exact = Fraction(epsilon) / sensitivity
        target = Decimal(exact.numerator) / Decimal(exact.denominator) / Decimal(2).ln()
        z = max(1, int((target / 16).to_integral_value(ROUND_CEILING)))
        ratio = (-(target / z) * Decimal(2).ln()).exp()
        for y in range(1, 64):
            x = int((ratio * 2**y).to_integral_value(ROUND_CEILING))
            if x == 2**y:
                continue
            reached = -z * (Decimal(x).ln() / Decimal(2).ln() - y)
            assert reached <= target
            if reached >= target * (1 - Decimal(2) ** -20):
                break
        assert x < 2**y, "no such eta"
        while x % 2 == 0:
            x, y = x // 2, y - 1
        return x, y, z


def threshold(eta, candidates, rare=8):
    """Returns K of src/aggregate/quantile/extremes.md, in quarters of a row: the smallest k >= 2
    with 2^rare·candidates·w(k) <= 1 + w(1)."""
    return max(2, 1 + largest(lambda k: k == 0 or not is_rare(eta, 2**rare * candidates, k)))


def is_rare(eta, many, k):
    """Returns whether many·w(k) <= 1 + w(1)."""
    x, y, z = eta
    if z * k * y <= 6000:
        weight = Fraction(x, 2**y) ** z
        return many * weight**k <= 1 + weight
    with localcontext() as context:
        context.prec = DIGITS
        log_of_weight = z * (Decimal(x).ln() - y * Decimal(2).ln())
        left = Decimal(many).ln() + k * log_of_weight
        right = (1 + log_of_weight.exp()).ln()
        assert abs(left - right) > Decimal(10) ** -60
        return left < right


def from_epsilon(epsilon, rows_per_person, candidates):
    eta = eta_of(epsilon, 4 * rows_per_person)
    return AboveThreshold(threshold(eta, candidates), eta)


def released_cases():
    """Yields, for each released minimum (q = 0) or maximum (q = 1): name, epsilon, q,
    rows_per_person, number of candidates, entries (candidate, rows), mechanism, index of the answer
    counted from lo, and tape."""
    rand = random.Random(2023)
    epsilons = [1.0, 0.1, 0.5, 5.0, 1 / 3, 2.0**-20, 1e-6, 20.0, 130.0, 1e4, math.pi, 1e-9, 0.7,
                3.0 + 2.0**-51]
    sizes = [2, 3, 4, 5, 10, 63, 64, 65, 101, 128, 129, 257]
    for i in range(120):
        epsilon, q = epsilons[i % len(epsilons)], i // 2 % 2
        m = rand.choice([1, 1, 2, 3, 7, 1000])
        n = sizes[(i // 3) % len(sizes)] if i % 20 else 700
        own = from_epsilon(epsilon, m, n)
        entries = {}
        for _ in range(rand.choice([0, 1, 2, 5, 30])):
            at = rand.randrange(n)
            entries[at] = (entries.get(at, 0)
                           + rand.choice([1, 2, 1 + own.k // 8 % 2**40, 1 + own.k // 3 % 2**40]))
        beyond, counts = 0, []
        for at in range(n) if q == 0 else reversed(range(n)):
            beyond += entries.get(at, 0)
            counts.append(beyond)
        tape = Made(rand, rand.choice([0, 0, 0.1, 0.5]))
        place = own.first(counts, tape, rand.choice([0, 1, 5]))
        yield (f"released/{i}", epsilon, q, m, n, sorted(entries.items()), own, n - 1 - place
               if q else place, tape)


def parameter_cases():
    """Yields epsilon, rows_per_person and number of candidates, and the mechanism whose parameters
    are derived from these numbers."""
    rand = random.Random(2024)
    for i in range(200):
        m = rand.choice([1, 1, 2, 5, 2 ** rand.randrange(20)])
        power = 1 << rand.randrange(1, 25)
        n = max(2, rand.choice([power, power - 1, power + 1, rand.randrange(2, 2**24 + 2)]))
        epsilon = (1 + rand.random()) * 2.0 ** (rand.randrange(-18, 20) if i % 2
                                                else rand.randrange(-5, 5))
        yield epsilon, m, n, from_epsilon(epsilon, m, n)


def hexadecimal(words):
    return ["%016x" % w for w in words]


def text(bits):
    lines = [
        TAPE_LINE,
        "# indp above-threshold vectors (docs/tape.md). Written by oracles/vectors.py.",
        "# name x y z K runs rows0 candidates0 rows1 ... place words_used word0 word1 "
        "...",
        "# A run stands for adjacent candidates with the same number of rows at the candidate or "
        "further out:",
        "# this number of rows and the number of candidates. The outermost run comes first.",
        "# Words are 16 hex digits; the other numbers are decimal.",
    ]
    for name, own, runs, made in cases():
        tape = Recorded(made.words + [bits(0.1)])
        place = own.first(spread(runs), tape)
        fields = [*own.eta, own.k, len(runs),
                  *(number for run in runs for number in run), place, tape.used]
        lines.append(" ".join(map(str, [name, *fields, *hexadecimal(tape.words)])))
    return "\n".join(lines) + "\n"


def released_text(bits):
    lines = [
        TAPE_LINE,
        "# indp vectors of minima and maxima (docs/tape.md). Written by oracles/vectors.py.",
        "# name epsilon q rows_per_person candidates entries candidate0 rows0 ... x y z K "
        "candidate words_used word0 ...",
        "# #parameters epsilon rows_per_person candidates x y z K: the parameters of "
        "further mechanisms, without a release",
        "# Candidates are counted from lo. Words and the binary64 epsilon are written as 16 hex "
        "digits; the other numbers are decimal.",
    ]
    for name, epsilon, q, m, n, entries, own, place, made in released_cases():
        tape = made.words + [bits(0.1)]
        fields = ["%016x" % bits(epsilon), q, m, n, len(entries),
                  *(number for entry in entries for number in entry)]
        fields += [*own.eta, own.k, place, made.used]
        lines.append(" ".join(map(str, [name, *fields, *hexadecimal(tape)])))
    for epsilon, m, n, own in parameter_cases():
        fields = ["%016x" % bits(epsilon), m, n, *own.eta, own.k]
        lines.append(" ".join(map(str, ["#parameters", *fields])))
    return "\n".join(lines) + "\n"
