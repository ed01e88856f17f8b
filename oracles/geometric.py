"""Implements two-sided geometric noise, which counts and sums of whole steps get, to make the test
vectors vectors/geometric.txt. The noise is found from its law, P(|N| >= k) = 2q^k/(1 + q) with q =
e^(-1/lambda), at a precision that grows until the tape's digits decide. So the oracle does not use
the formula of the library, which cuts a logarithm to an integer."""
import random
from decimal import Decimal, localcontext
from fractions import Fraction

from selections import TAPE_LINE

ONES = 2**64 - 1


class Geometric:
    """The noise for answers that are whole numbers of steps. One person moves an answer by at most
    `sensitivity` steps."""

    def __init__(self, epsilon, sensitivity):
        self.epsilon, self.sensitivity = epsilon, sensitivity
        self.rate = Fraction(epsilon) / sensitivity

    def threshold(self, k, digits):
        """Returns fractions below and above P(|N| >= k), for k >= 1."""
        with localcontext() as context:
            context.prec = digits
            context.Emin = -10**9
            rate = Decimal(self.rate.numerator) / Decimal(self.rate.denominator)
            value = 2 * (-rate * k).exp() / (1 + (-rate).exp())
            # The relative error of `rate` is multiplied by k * rate in the first factor.
            slack = Decimal(8 * (2 + int(k * rate))).scaleb(1 - digits)
            return Fraction(value * (1 - slack)), Fraction(value * (1 + slack))

    def reaches(self, k, d, n):
        """Returns whether |N| >= k for every U in [d, d + 1)/2^n. None if the digits leave it
        open."""
        digits = 40
        while True:
            low, high = self.threshold(k, digits)
            if Fraction(d + 1, 2**n) <= low:
                return True
            if Fraction(d, 2**n) >= high:
                return False
            if Fraction(d, 2**n) < low and Fraction(d + 1, 2**n) > high:
                return None
            digits *= 2

    def size(self, d, n):
        """Returns |N|, or None if the digits leave more than one value open."""
        low, high = 0, 1
        while self.reaches(high, d, n) is not False:
            if self.reaches(high, d, n) is None:
                return None
            low, high = high, 2 * high
        while high - low > 1:
            middle = (low + high) // 2
            answer = self.reaches(middle, d, n)
            if answer is None:
                return None
            low, high = (middle, high) if answer else (low, middle)
        return low

    def release(self, value, words):
        """Returns the answer and the number of words read."""
        minus = words[0] >> 63 == 1
        d, n, used = words[0] & (2**63 - 1), 63, 1
        while True:
            size = self.size(d, n) if d else None
            if size is not None:
                return value + (size if minus else -size), used
            d, n, used = d << 64 | words[used], n + 64, used + 1

    def edge(self, k, minus, words, last):
        """Makes a tape that leaves open for this number of words whether |N| reaches k. Later words
        equal `last`."""
        n = 64 * words - 1
        low, _ = self.threshold(k, 60 + 20 * words)
        d = low.numerator * 2**n // low.denominator
        tape = [(d >> (64 * (words - 1 - i))) & ONES for i in range(words)]
        tape[0] |= minus << 63
        return tape + [last] * 3


def cases():
    """Yields names, mechanisms, values and tapes."""
    rand = random.Random(2009)
    word = lambda: rand.getrandbits(64)
    rates = [(1.0, 1), (0.5, 1), (0.1, 1), (2.0, 1), (5.0, 1), (3.0, 7), (1.0, 2), (1e-3, 3),
             (0.3, 1000), (20.0, 1), (40.0, 1), (64.0, 1), (1000.0, 999), (1.7, 2**62 + 1)]
    for i, (epsilon, sensitivity) in enumerate(rates):
        own = Geometric(epsilon, sensitivity)
        for j in range(30):
            if own.rate < Fraction(1, 10**5):
                tape = [rand.getrandbits(1) << 63 | (2**63 - 1 - rand.getrandbits(30))]
            else:
                tape = [word()]
            yield f"random/{i}/{j}", own, rand.randrange(-1000, 10**9), tape + [word(), word()]
        if own.rate < Fraction(1, 10**5):
            continue
        for k in {1, 2, 3, 17} if own.rate < 2 else {1, 2}:
            for words in (1, 2, 4):
                for minus in (0, 1):
                    for last in (0, ONES):
                        tape = own.edge(k, minus, words, last)
                        if any(tape[:1]) and tape[0] & (2**63 - 1):
                            yield f"edge/{i}/{k}/{words}/{minus}/{last & 1}", own, 5, tape
        # U just below 1, and U below 2^-63 and 2^-127.
        for j, tape in enumerate(([2**63 - 1, ONES, 0], [ONES, ONES, 0],
                                  [0, word(), word(), word()], [1 << 63, 0, word(), word()])):
            yield f"end/{i}/{j}", own, 0, tape


def text(bits):
    lines = [
        TAPE_LINE,
        "# indp vectors of geometric noise (docs/tape.md). Written by oracles/vectors.py.",
        "# name epsilon sensitivity value out words_used word0 word1 ...",
        "# Words and the binary64 epsilon are written as 16 hex digits; the other numbers are "
        "decimal. The sensitivity, the value and out are numbers of steps of the grid.",
    ]
    for name, own, value, tape in cases():
        out, used = own.release(value, tape)
        fields = ["%016x" % bits(own.epsilon), own.sensitivity, value, out, used]
        lines.append(" ".join(map(str, [name, *fields, *("%016x" % w for w in tape)])))
    return "\n".join(lines) + "\n"
