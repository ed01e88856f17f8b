"""Tests several quantiles that are released together."""

import indp
import pytest


def filled():
    state = indp.Quantile(0.5, 0, 100)
    state.add(list(range(101)) * 20)
    return state


def test_answers_come_in_the_order_asked():
    state = filled()
    state.can_release_many([0.75, 0.25, 0.5, 0.25], 20)
    high, low, middle, again = state.release_many([0.75, 0.25, 0.5, 0.25], 20)
    # Each answer is off by more than 10 with probability below 1e-9.
    assert abs(high - 75) < 10 and abs(low - 25) < 10 and abs(middle - 50) < 10
    assert low == again <= middle <= high
    with pytest.raises(indp.ReleasedError):
        state.release_many([0.5], 1)


def test_a_seed_gives_the_answers_of_a_single_release():
    seeded = indp.Options(insecure_seed=7)
    single = filled().release(0.5, seeded)
    assert filled().release_many(iter([0.5]), 0.5, indp.Options(insecure_seed=7)) == [single]


def test_refusals_keep_the_state():
    state = filled()
    for q in ([], [0.5, 2], [0.5] * 1001):
        for call in (state.can_release_many, state.release_many):
            with pytest.raises(indp.ParameterError) as error:
                call(q, 1)
            assert error.value.parameter == "q"
    with pytest.raises(TypeError):
        state.release_many(0.5, 1)
    assert len(state.release_many([0.1, 0.9], 1)) == 2
