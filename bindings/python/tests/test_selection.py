"""Tests selections by utility."""

import math

import indp
import pytest

numpy = pytest.importorskip("numpy")


@pytest.fixture(params=[None, "exponential", "permute_and_flip"])
def choose(request):
    options = indp.Options(selection=request.param, insecure_seed=3)
    return indp.Exponential(indp.Eta.from_epsilon(20), -1000, 1000, 100, options)


def test_the_best_outcome_wins(choose):
    utilities = [30, 20, -50, 100]
    assert choose.select(utilities) == 2
    assert choose.select(numpy.array(utilities)) == 2
    assert choose.select_by(lambda i: utilities[i], 4) == 2
    assert choose.select_counted(utilities) == 2
    assert choose.select_counted(numpy.array(utilities), [1, 2, 1, 1]) == 2
    assert choose.select_counted(numpy.array(utilities), numpy.array([9, 9, 0, 1])) == 1
    assert choose.select([math.nan, None, math.inf, 5]) == 3
    assert choose.select_counted([2**80, -(2**80), 0]) == 1
    assert choose.select_counted(numpy.array([2**64 - 1, 0], dtype=numpy.uint64)) == 1


def test_wrong_arguments(choose):
    for call, name in (
        (lambda: choose.select_by(lambda i: 0, -1), "n"),
        (lambda: choose.select_by(lambda i: 0, 2**70), "n"),
    ):
        with pytest.raises(indp.ParameterError) as error:
            call()
        assert error.value.parameter == name
    with pytest.raises(indp.ParameterError) as error:
        choose.select_counted([1], [-1])
    assert error.value.parameter == "multiplicities"
    for call in (
        lambda: choose.select("12"),
        lambda: choose.select_counted([1.5]),
        lambda: choose.select_counted(numpy.array([1.0])),
        lambda: choose.select_by(None, 3),
        lambda: choose.select_by(lambda i: "x", 3),
        lambda: choose.select_by(lambda i: 0, 3.0),
    ):
        with pytest.raises(TypeError):
            call()


def test_etas():
    eta = indp.Eta(1, 1, 1)
    assert eta.epsilon() == eta.epsilon(1.0, False)
    made = indp.Eta.from_epsilon(0.5, 3, monotonic=True)
    assert 0.4999 < made.epsilon(3, monotonic=True) <= 0.5
    assert made == indp.Eta(made.x, made.y, made.z) and hash(made) == hash(made)
    assert made != eta and eval(repr(made), {"Eta": indp.Eta}) == made
    for arguments, name in (((1, 2**40, 1), "y"), ((-1, 1, 1), "x")):
        with pytest.raises(indp.ParameterError) as error:
            indp.Eta(*arguments)
        assert error.value.parameter == name
    for arguments, name in (
        ((0, 2**63, 5), "utility_max"),
        ((0, 1, -1), "max_outcomes"),
        ((0, 1, 2**63), "max_outcomes"),
    ):
        with pytest.raises(indp.ParameterError) as error:
            indp.Exponential(eta, *arguments)
        assert error.value.parameter == name
    with pytest.raises(TypeError):
        indp.Exponential(0.5, 0, 1, 2)
    with pytest.raises(TypeError, match="monotonic"):
        indp.Eta.from_epsilon(1, 1, "False")


def test_probabilities_are_those_of_the_weights():
    """Each frequency of n correct selections among weights 1, 1/2, 1/4 differs from its probability
    by more than sqrt(ln(2/a) / 2n) with probability at most a (Hoeffding). Here a is 1e-7, and the
    seed is fixed. An eta for an epsilon that is three tenths too large must fail the test."""
    n = 30_000
    limit = math.sqrt(math.log(2 / 1e-7) / (2 * n))

    def worst(eta):
        options = indp.Options(insecure_seed=5)
        choose = indp.Exponential(eta, 0, 2, 3, options)
        utilities = numpy.array([0.0, 1.0, 2.0])
        counts = numpy.bincount([choose.select(utilities) for _ in range(n)], minlength=3)
        return abs(counts / n - numpy.array([4, 2, 1]) / 7).max()

    assert worst(indp.Eta(1, 1, 1)) < limit
    assert worst(indp.Eta.from_epsilon(1.3 * 2 * math.log(2))) > limit
