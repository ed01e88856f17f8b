"""Implements permute-and-flip in exact fractions, to make the test vectors
vectors/permute-and-flip.txt. This module shares no code with the library.

A tape is the sequence of random words that a mechanism reads (docs/tape.md)."""
import math
import random
from fractions import Fraction

from selections import TAPE_LINE, Mechanism

ONES = 2**64 - 1


class Recorded:
    """A tape that consists of given words."""

    def __init__(self, words):
        self.words, self.used = words, 0

    def __next__(self):
        self.used += 1
        return self.words[self.used - 1]

    def near(self, along):
        """Returns the next word. The mechanism passes `along`, the word that would leave its answer
        undecided. Only tapes that are being made use `along`."""
        return next(self)

    def digit(self, k, along, first, bits, undecided):
        """Returns a word with the random digit number k of each of `bits` undecided outcomes of a
        group, beginning with outcome `first`. Each of the lowest `bits` bits belongs to one
        outcome. An outcome whose bit equals `along` stays undecided."""
        return next(self)


class Made(Recorded):
    """A tape that is made at random while a mechanism reads it. With probability `stay`, a word is
    replaced by the word that leaves the answer undecided, or by a word adjacent to it."""

    def __init__(self, rand, stay):
        super().__init__([])
        self.rand, self.stay = rand, stay

    def __next__(self):
        corners = [0, ONES, 2**63, 2**63 - 1, 2**62, 3 * 2**62]
        self.words.append(self.rand.choice(corners) if self.rand.random() < 0.05
                          else self.rand.getrandbits(64))
        return super().__next__()

    def instead(self, mask, bits):
        self.words[-1] = self.words[-1] & ~mask & ONES | bits & mask
        return self.words[-1]

    def near(self, along):
        own = next(self)
        if self.rand.random() >= self.stay:
            return own
        return self.instead(ONES, along + (self.rand.choice([-1, 1]) if self.rand.random() < 0.3
                                           else 0))

    def digit(self, k, along, first, bits, undecided):
        own = next(self)
        # Tapes would become long if many outcomes stayed undecided. Here `stay` is the probability
        # of a word that leaves them undecided. It falls as their number grows.
        stay = self.stay if undecided < 4 else min(self.stay, 0.2) if undecided < 70 else 0
        if self.rand.random() >= stay:
            return own
        return self.instead(2**bits - 1, along * ONES)


class Staying(Made):
    """A random tape, except that the first outcome of each group stays undecided for exactly
    `digits` digits."""

    def __init__(self, rand, digits):
        super().__init__(rand, 0)
        self.digits = digits

    def digit(self, k, along, first, bits, undecided):
        own = next(self)
        return self.instead(1, along if k <= self.digits else 1 - along) if first == 0 else own


class PermuteAndFlip(Mechanism):
    """Permute-and-flip. It reads its random words in the order that docs/tape.md defines."""

    def __init__(self, x, y, z, lowest, highest):
        super().__init__(x, y, z, lowest, highest, None)

    def weight(self, gap):
        return Fraction(self.x, 2**self.y) ** (self.z * gap)

    def select(self, utilities, tape):
        """Returns the index of the selected outcome, for outcomes that are not in groups."""
        levels = self.rounded(utilities, tape)
        weights = [self.weight(level - min(levels)) for level in levels]
        heads = []
        for start in range(0, len(weights), 64):
            block = weights[start : start + 64]
            words = [tape.near(math.ceil(w * 2**64) - 1) for w in block]
            for i, (w, digits) in enumerate(zip(block, words)):
                n = 64
                while Fraction(digits, 2**n) < w < Fraction(digits + 1, 2**n):
                    along = math.ceil(w * 2 ** (n + 64)) - 1 - (digits << 64)
                    digits, n = digits << 64 | tape.near(along), n + 64
                if Fraction(digits + 1, 2**n) <= w:
                    heads.append(start + i)
        return heads[self.pick(len(heads), tape)]

    def pick(self, many, tape):
        """Draws V, uniform on (0, 1), and returns floor(V·many)."""
        digits, n = tape.near((many - 1) * 2**64 // many), 64
        while True:
            first, last = digits * many >> n, ((digits + 1) * many - 1) >> n
            if first == last:
                return first
            # The boundary last/many lies between digits/2^n and (digits + 1)/2^n. After the word
            # `along` it again lies between two such neighbours, so V stays undecided.
            along = last * 2 ** (n + 64) // many - (digits << 64)
            digits, n = digits << 64 | tape.near(along), n + 64

    def select_counted(self, groups, tape):
        """Selects a group, then a member of this group. A group is a pair (utility, multiplicity).
        Returns the index of the group, the number of words read for it, the index of the member,
        and the number of words read in all."""
        levels = [int(self.inside(u)) for u, _ in groups]
        smallest = min(level for level, (_, m) in zip(levels, groups) if m)
        heads = [self.heads(self.weight(level - smallest) if m else None, m, tape) for level,
                 (_, m) in zip(levels, groups)]
        place, index = self.pick(sum(heads), tape), 0
        while place >= heads[index]:
            place, index = place - heads[index], index + 1
        used = tape.used
        member = self.pick(groups[index][1], tape)
        return index, used, member, tape.used

    def heads(self, weight, undecided, tape):
        """Flips the coins of a group of `undecided` outcomes. Returns the number of heads."""
        heads, k = 0, 0
        while undecided:
            k += 1
            # Digit k of the weight's binary expansion. A dyadic weight has two expansions. The one
            # that ends in ones is used.
            digit = (math.ceil(weight * 2**k) - 1) & 1
            ones = 0
            for first in range(0, undecided, 64):
                bits = min(64, undecided - first)
                word = tape.digit(k, digit, first, bits, undecided)
                ones += bin(word & (2**bits - 1)).count("1")
            if digit:
                heads, undecided = heads + undecided - ones, ones
            else:
                undecided -= ones
        return heads



ETAS = [(1, 1, 1), (3, 2, 2), (7, 3, 1), (65535, 16, 1), (2**33 - 9, 33, 1), (2**59 + 1, 60, 3),
        (1, 5, 4), (2**63 - 1, 63, 1), (1, 63, 5)]
STAYS = [0, 0.1, 0.5, 0.9, 0.97]


def mechanism(rand, eta):
    lowest = rand.choice([-20, -3, 0, 4])
    return PermuteAndFlip(*eta, lowest, lowest + rand.choice([1, 2, 5, 12, 300]))


def plain_cases():
    """Yields, for each test vector without groups, its name, mechanism, utilities and tape."""
    rand = random.Random(2020)
    kinds = ("integers", "halves", "mixed", "far")
    special = [math.nan, math.inf, -math.inf, 5e-324, -5e-324, -0.0, 1e300, -1e-300, 0.5, -0.5,
               2.0**-17, 1 - 2.0**-53]
    for e, eta in enumerate(ETAS):
        many = [63, 64, 65, 130] + ([300] if e % 3 == 0 else [])
        for n, kind in [(n, kind) for n in (1, 2, 3, 10)
                        for kind in kinds] + [(n, kinds[(e + n) % 4]) for n in many]:
            m = mechanism(rand, eta)
            # In some cases the best utility present is above the lowest possible utility.
            low, high = rand.choice([m.lowest, (m.lowest + m.highest) // 2]), m.highest
            if kind == "integers":
                high = min(high, low + rand.choice([1, 3, 8, 300]))
                utilities = [float(rand.randint(low - 1, high + 1)) for _ in range(n)]
            elif kind == "halves":
                high = min(high, low + 5)
                utilities = [rand.randint(2 * low, 2 * high) / 2 for _ in range(n)]
            elif kind == "mixed":
                utilities = [rand.uniform(low - 1, min(high, low + 20) + 1) for _ in range(n)]
                utilities = [rand.choice(special) if rand.random() < 0.2 else u for u in utilities]
            else:
                utilities = [float(rand.choice([low, low + 1, high - 1, high])) for _ in range(n)]
            tape = Made(rand, rand.choice(STAYS))
            m.select(utilities, tape)
            yield f"plain/{e}/{n}/{kind}", m, utilities, tape


def group_cases():
    """Yields, for each test vector with groups, its name, mechanism, groups and tape."""
    rand = random.Random(2021)
    for e, eta in enumerate(ETAS):
        for n in (1, 2, 3, 8, 20):
            for sizes in ([0, 1, 2, 63, 64, 65, 1000], [1], [0, 1, 3, 128, 129]):
                if n > 3 and sizes != [1] and e % (n // 4):
                    continue
                m = mechanism(rand, eta)
                reach = min(m.highest - m.lowest, rand.choice([1, 4, 300]))
                groups = [(rand.randint(m.lowest - 1, m.lowest + reach + 1), rand.choice(sizes))
                          for _ in range(n)]
                if not any(many for _, many in groups):
                    groups[rand.randrange(n)] = (m.highest, 1)
                tape = Made(rand, rand.choice(STAYS))
                m.select_counted(groups, tape)
                yield f"groups/{e}/{n}/{max(sizes)}", m, groups, tape
    # In these cases one outcome of each group stays undecided for exactly `digits` digits.
    for i, digits in enumerate((1, 2, 15, 16, 17, 31, 32, 47, 48, 49, 61, 62, 63, 64, 65, 96, 97,
                                111, 112, 113, 127, 128, 129)):
        for e in (i % 3, 3 + i % 3, 6 + i % 3):
            m = PermuteAndFlip(*ETAS[e], 0, 5)
            groups = [(0, rand.choice([1, 2, 64])),
                      (rand.choice([0, 1, 2, 5]), rand.choice([0, 1, 65]))]
            tape = Staying(rand, digits)
            m.select_counted(groups, tape)
            yield f"groups/{e}/stay/{digits}", m, groups, tape


def text(bits):
    lines = [
        TAPE_LINE,
        "# indp permute-and-flip vectors (docs/tape.md). Written by oracles/vectors.py.",
        "# plain/name x y z utility_min utility_max n utility0 ... index words_used word0 word1 "
        "...",
        "# groups/name x y z utility_min utility_max n utility0 multiplicity0 ... index words_used "
        "member words_used_then word0 ...",
        "# Words, and the binary64 utilities of plain outcomes, are written as 16 hex digits; the "
        "other numbers are decimal.",
        "# A second pick chooses a member of the group, as for a quantile; words_used_then "
        "includes the words of both picks.",
    ]
    for name, m, utilities, made in plain_cases():
        tape = Recorded(made.words + [bits(0.1)])
        fields = [m.x, m.y, m.z, m.lowest, m.highest, len(utilities),
                  *("%016x" % bits(u) for u in utilities)]
        fields += [m.select(utilities, tape), tape.used]
        lines.append(" ".join(map(str, [name, *fields, *("%016x" % w for w in tape.words)])))
    for name, m, groups, made in group_cases():
        tape = Recorded(made.words + [bits(0.1)])
        fields = [m.x, m.y, m.z, m.lowest, m.highest, len(groups),
                  *(number for group in groups for number in group)]
        fields += m.select_counted(groups, tape)
        lines.append(" ".join(map(str, [name, *fields, *("%016x" % w for w in tape.words)])))
    return "\n".join(lines) + "\n"
