"""Tests the snapping mechanism, its accuracies and its audits."""

import array
import json
import math

import indp
import pytest

numpy = pytest.importorskip("numpy")
SEED = indp.Options(insecure_seed=7)


def test_one_many_and_integers():
    noise = indp.Snapping(0.5, 3, 1e6, indp.Options(grid=1))
    assert noise.release(1200.0) % 1 == 0
    assert type(noise.release_int64(1200)) is int
    for values, kind in (
        (numpy.arange(3.0), numpy.ndarray),
        (numpy.arange(3), numpy.ndarray),
        ([1, 2, 3], array.array),
        (array.array("d", [1, 2, 3]), array.array),
        ((), array.array),
    ):
        out = noise.release_many(values)
        assert type(out) is kind and len(out) == len(values)
    assert indp.Laplace is indp.Snapping


def test_an_array_for_the_answers():
    noise, expected = (indp.Snapping(1, 1, options=SEED) for _ in range(2))
    values = numpy.arange(10.0)
    answers = expected.release_many(values)
    assert noise.release_many(values, out=values) is values
    assert (values == answers).all()
    frozen, raw = numpy.zeros(3), numpy.zeros(25, dtype=numpy.uint8)
    frozen.setflags(write=False)
    for out in (
        frozen,
        numpy.zeros(2),
        numpy.zeros(3, dtype=int),
        numpy.zeros((3, 1)),
        numpy.zeros(6)[::2],
        raw[1:].view(float),
        bytearray(24),
    ):
        with pytest.raises(ValueError, match="out must"):
            noise.release_many([1, 2, 3], out=out)
    with pytest.raises(TypeError):
        noise.release_many([1, 2, 3], out=[1, 2, 3])


def test_values_at_the_ends():
    noise = indp.Snapping(1, 1, 100)
    for value in (math.inf, 10**400, 1e308):
        assert noise.release(value) > 50
    assert abs(noise.release(math.nan)) < 60
    out = noise.release_many([None, math.nan, math.inf])
    assert abs(out[0]) < 60 and out[2] > 50
    assert abs(noise.release_int64(2**200)) <= 100
    assert abs(noise.release_int64(-(2**200)) + 100) < 60
    assert indp.Snapping(1, 1).release_int64(2**200) >= 2**62


def test_values_that_are_no_numbers():
    noise = indp.Snapping(1, 1)
    for wrong in ("1", None, [1.0], object()):
        with pytest.raises(TypeError):
            noise.release(wrong)
    with pytest.raises(TypeError):
        noise.release_int64(1.0)
    with pytest.raises(TypeError):
        noise.release_many("12")


def test_defaults():
    noise = indp.Snapping(0.5, 3, options=indp.Options(grid=2**-20))
    assert noise.accuracy() == noise.accuracy(0.05)
    assert noise.accuracy_at(10) == noise.accuracy_at(10, 0.05)
    assert noise.distance(0).unclamped == 2**-21
    least = indp.Snapping.epsilon_for_accuracy(r=18.0, sensitivity=3)
    named = {"bound": math.inf, "alpha": 0.05, "options": indp.Options()}
    assert least == indp.Snapping.epsilon_for_accuracy(r=18.0, sensitivity=3, **named)


def test_audits():
    noise = indp.Snapping(1, 1, 8)
    audit = noise.audit_pair(0, 1)
    assert audit.exhaustive is True and audit.exceeds is False
    assert json.loads(audit.json)["epsilon"] == 1 and len(audit.cases) == 7
    total = sum(noise.audit_probability(0, output)[0] for output in range(-8, 9))
    assert total == pytest.approx(1, abs=1e-12)
    with pytest.raises(indp.ParameterError):
        noise.audit_pair(0, 1, most_outputs=-1)


def test_the_distribution_is_that_of_laplace_noise():
    """The Kolmogorov distance between n correct releases and the exact law exceeds sqrt(ln(2/a) /
    2n) with probability at most a (Dvoretzky, Kiefer, Wolfowitz, Massart). Here a is 1e-7, and the
    seed is fixed. Noise whose scale is a tenth too large must fail the test."""
    n, grid = 200_000, 2.0**-30
    limit = math.sqrt(math.log(2 / 1e-7) / (2 * n)) + grid
    options = indp.Options(grid=grid, insecure_seed=1)

    def distance(scale):
        noise = indp.Snapping(1, scale, options=options)
        found = numpy.sort(noise.release_many(numpy.zeros(n)))
        exact = numpy.where(found < 0, numpy.exp(found) / 2, 1 - numpy.exp(-found) / 2)
        steps = numpy.arange(n + 1) / n
        return max(abs(exact - steps[1:]).max(), abs(exact - steps[:-1]).max())

    assert distance(1.0) < limit < distance(1.1)


def test_without_a_seed_two_processes_differ(program):
    code = "import indp; print(indp.Snapping(1, 1, options=indp.Options(grid=2**-40)).release(0))"
    assert program(code).stdout != program(code).stdout
