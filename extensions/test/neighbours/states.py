"""Decodes the bytes of states (include/STATES.md), without the library, and tells how far apart two
of them are, in exact integers. The unit is that of the sensitivity for which the noise is scaled
(docs/specification.md, section 7), so neighbours are at most `allowed` apart."""

import struct
from collections import Counter
from fractions import Fraction

COUNT, SUM, MEAN, VARIANCE, STDDEV, QUANTILE, MODE, HISTOGRAM = range(1, 9)


class State:
    """`public` has what must not depend on rows, and `sums` the numbers that get noise, or the rows
    of each candidate or cell. `m` is rows_per_person."""

    def __init__(self, data):
        self.data = data
        magic, version, self.kind, zeros, self.m, self.rows = struct.unpack_from("<4sBBHQQ", data)
        assert (magic, version, zeros) == (b"indp", 1, 0), data[:8]
        self.public = [self.kind, self.m]
        if self.kind == COUNT:
            self.sums, self.allowed = [self.rows], self.m
        elif self.kind == MODE:
            self._mode(data)
        elif self.kind == HISTOGRAM:
            (edges,) = struct.unpack_from("<I", data, 24)
            self._cells(data, 32 + 8 * edges)
        else:
            self._numbers(data)

    def _mode(self, data):
        labels, length = struct.unpack_from("<II", data, 24)
        self._cells(data, 32 + 4 * labels + length)

    def _cells(self, data, at):
        self.public.append(data[24:at])
        self.sums = list(struct.unpack_from(f"<{(len(data) - at) // 8}Q", data, at))
        self.allowed = self.m

    def _numbers(self, data):
        self.lo, self.hi, self.exponent, _, low, high = struct.unpack_from("<ddiIqq", data, 24)
        self.public.append(data[24:64])
        self.step = Fraction(2) ** self.exponent
        width = high - low
        if self.kind == QUANTILE:
            self.q = Fraction(*struct.unpack_from("<HH", data, 64))
            self.public.append(self.q)
            (entries,) = struct.unpack_from("<Q", data, 72)
            self.cells = Counter(
                dict(struct.unpack_from("<IQ", data, 80 + 12 * i) for i in range(entries))
            )
            self.sums = [self.cells[i] for i in range(width + 1)] if width < 100 else self.cells
            self.points = [(low + i) * self.step for i in range(width + 1)] if width < 100 else None
            self.allowed = self.m
            return
        total = int.from_bytes(data[64:80], "little", signed=True)
        if self.kind == SUM:
            self.sums, self.allowed = [total], self.m * max(abs(low), abs(high))
        elif self.kind == MEAN:
            self.sums, self.allowed = [
                self.rows * high - total,
                total - self.rows * low,
            ], self.m * width
        else:
            centre = round(Fraction(low + high, 2))  # ties to even
            squares, moved = int.from_bytes(data[80:96], "little"), total - self.rows * centre
            above, below = high - centre, centre - low
            first = squares - 2 * above * moved + self.rows * above**2
            last = squares + 2 * below * moved + self.rows * below**2
            self.sums = [first, self.rows * width**2 - first - last, last]
            self.allowed = self.m * width**2

    def unit(self):
        """What one unit of `sums` is in the answer."""
        return (
            {SUM: self.step, MEAN: self.step}.get(self.kind)
            if self.kind in (SUM, MEAN)
            else (self.step**2 if self.kind in (VARIANCE, STDDEV) else Fraction(1))
        )


def distance(a, b):
    """How far apart the sums of two states are: the total of their differences."""
    if isinstance(a.sums, Counter):
        return sum(abs(a.sums[i] - b.sums[i]) for i in a.sums.keys() | b.sums.keys())
    return sum(abs(x - y) for x, y in zip(a.sums, b.sums))
