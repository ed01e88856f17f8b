"""Replays the test vectors in vectors/ through the entropy callback. The bits of the answers and
the number of words read must equal those in the files."""

import struct

import indp


def double(text):
    return struct.unpack(">d", bytes.fromhex(text))[0]


class Tape:
    def __init__(self, words):
        self.words = [bytes.fromhex(word)[::-1] for word in words]
        self.used = 0

    def __call__(self, length):
        assert length == 8
        self.used += 1
        return self.words[self.used - 1]


def lines(root, name):
    text = (root / "vectors" / name).read_text().splitlines()
    assert text[0] == f"# tape {indp.tape_version()}"
    return [line.split() for line in text if line and not line.startswith("#")]


def replay(number, parameters, value, out, used, words, **options):
    tape = Tape(words)
    noise = indp.Snapping(*parameters, indp.Options(entropy=tape, **options))
    found = noise.release(value)
    assert struct.pack(">d", found).hex() == out, number
    assert tape.used == int(used), number


def test_snapping(root):
    cases = lines(root, "snapping-v2.txt")
    for name, *numbers in cases:
        epsilon, sensitivity, bound, grid, value = map(double, numbers[:5])
        parameters = epsilon, sensitivity, bound
        replay(name, parameters, value, numbers[5], numbers[6], numbers[7:], grid=grid or None)
    assert len(cases) >= 800


def test_snapping_in_float_arithmetic(root):
    cases = lines(root, "snapping-float-v2.txt")
    for name, bits, *numbers in cases:
        epsilon, sensitivity, bound, value = map(double, numbers[:4])
        parameters = epsilon, sensitivity, bound
        bits = int(bits)
        replay(name, parameters, value, *numbers[4:6], numbers[6:], float_precision=bits)
    assert len(cases) >= 600


def test_exponential(root):
    cases = lines(root, "exponential-v2.txt")
    for name, *fields in cases:
        x, y, z, low, high, retries, n = map(int, fields[:7])
        utilities = [double(field) for field in fields[7 : 7 + n]]
        index, used, *words = fields[7 + n :]
        for selected in ("select", "select_by"):
            tape = Tape(words)
            options = indp.Options(entropy=tape, min_retries=retries)
            choose = indp.Exponential(indp.Eta(x, y, z), low, high, n, options)
            if selected == "select":
                assert choose.select(utilities) == int(index), name
            else:
                assert choose.select_by(utilities.__getitem__, n) == int(index), name
            assert tape.used == int(used), name
    assert len(cases) >= 150


def test_permute_and_flip(root):
    cases = lines(root, "permute-and-flip-v2.txt")
    for name, *fields in cases:
        x, y, z, low, high, n = map(int, fields[:6])
        rest, width = fields[6:], 1 if name.startswith("plain/") else 2
        values, (index, used, *rest) = rest[: n * width], rest[n * width :]
        if width == 2:
            # select_counted does not choose a member of the group, so the fields member and
            # words_used_then are skipped.
            rest = rest[2:]
        tape = Tape(rest)
        options = indp.Options(entropy=tape, selection="permute_and_flip")
        most = n if width == 1 else max(1, sum(map(int, values[1::2])))
        choose = indp.Exponential(indp.Eta(x, y, z), low, high, most, options)
        if width == 1:
            found = choose.select([double(value) for value in values])
        else:
            found = choose.select_counted(list(map(int, values[::2])), list(map(int, values[1::2])))
        assert (found, tape.used) == (int(index), int(used)), name
    assert len(cases) >= 300


def test_extremes(root):
    cases = lines(root, "extremes-v2.txt")
    for name, epsilon, q, people, candidates, entries, *fields in cases:
        n, entries = int(candidates), int(entries)
        places, rows = fields[: 2 * entries : 2], fields[1 : 2 * entries : 2]
        answer, used, *words = fields[2 * entries + 7 :]
        state = indp.Quantile(float(q), 0, n - 1, int(people), n)
        for digit in reversed(range(64)):
            if state.exact_rows():
                state.merge(state)
            state.add([float(p) for p, r in zip(places, rows) if int(r) >> digit & 1])
        tape = Tape(words)
        found = state.release(double(epsilon), indp.Options(entropy=tape))
        assert (found, tape.used) == (float(answer), int(used)), name
    assert len(cases) >= 50
