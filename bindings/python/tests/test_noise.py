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


def test_calls_of_a_seed_are_numbered():
    one, two = indp.Snapping(1, 1, options=SEED), indp.Snapping(1, 1, options=SEED)
    first = [one.release(0) for _ in range(5)]
    assert first == [two.release(0) for _ in range(5)]
    assert indp.Snapping(1, 1, options=SEED).release_many([0])[0] == first[0]


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


def test_parameters_are_named():
    for arguments, name in (
        ((0, 1), "epsilon"),
        ((1, -1), "sensitivity"),
        ((1, math.nan), "sensitivity"),
        ((1, 1, 0), "bound"),
        ((1e-300, 1e300), "epsilon"),
    ):
        with pytest.raises(indp.ParameterError) as error:
            indp.Snapping(*arguments)
        assert error.value.parameter == name
    with pytest.raises(indp.ParameterError) as error:
        indp.Snapping(1, 1, options=indp.Options(grid=0.5)).release_int64(1)
    assert error.value.parameter == "grid"


def test_public_numbers():
    noise = indp.Snapping(0.5, 3)
    assert (noise.scale, noise.grid, noise.loss) == (6.0, 8.0, 0.5)
    assert (noise.precision, noise.unit_roundoff, noise.laplace_epsilon) == (0, 0.0, 0.5)
    floats = indp.Snapping(0.5, 3, 1e6, indp.Options(float_precision="auto"))
    assert floats.precision == 118 and floats.unit_roundoff == 2.0**-118
    assert floats.laplace_epsilon < 0.5 and floats.loss <= 0.5


def test_accuracies():
    noise = indp.Snapping(0.5, 3, options=indp.Options(grid=2**-20))
    assert noise.accuracy(0.05) == pytest.approx(6 * math.log(20), rel=1e-5)
    assert noise.accuracy_at(10, 0.05) == pytest.approx(6 * math.log(20), rel=1e-5)
    options = indp.Options(grid=2**-20)
    epsilon = indp.Snapping.epsilon_for_accuracy(r=18.0, sensitivity=3, options=options)
    assert epsilon == pytest.approx(0.5, rel=0.01)
    moments = noise.moments(10)
    assert moments.bias == pytest.approx(0, abs=1e-6)
    assert moments.variance == pytest.approx(72, rel=1e-6)
    assert noise.distance(0).unclamped == 2**-21
    for alpha in (0, 1, -1, math.nan):
        with pytest.raises(indp.ParameterError) as error:
            noise.accuracy(alpha)
        assert error.value.parameter == "alpha"
    with pytest.raises(indp.ParameterError) as error:
        indp.Snapping.epsilon_for_accuracy(r=-1, sensitivity=3)
    assert error.value.parameter == "r"


def test_audits():
    noise = indp.Snapping(1, 1, 8)
    audit = noise.audit_pair(0, 1)
    assert audit.exhaustive and not audit.exceeds and audit.wrong_ends == 0
    assert 0.99 < audit.loss <= noise.audit_bound() == 1.0
    assert json.loads(audit.json)["epsilon"] == 1
    assert len(audit.cases) == 7
    narrow = indp.Snapping(1, 1, 1)
    assert not narrow.audit_pair_int64(0, 1).exceeds
    assert not narrow.audit_range(0, 0).exceeds
    total = sum(noise.audit_probability(0, output)[0] for output in range(-8, 9))
    assert total == pytest.approx(1, abs=1e-12)
    probability, logarithm = noise.audit_probability(0, 0)
    assert math.log(probability) == pytest.approx(logarithm)
    with pytest.raises(indp.ParameterError):
        noise.audit_pair(0, 5)
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
