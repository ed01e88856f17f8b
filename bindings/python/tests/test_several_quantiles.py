"""Tests several quantiles that are released together."""

import indp
import pytest


def filled():
    state = indp.Quantile(0.5, 0, 100)
    state.add(list(range(101)) * 20)
    return state


def test_a_seed_gives_the_answers_of_a_single_release():
    seeded = indp.Options(insecure_seed=7)
    single = filled().release(0.5, seeded)
    assert filled().release_many(iter([0.5]), 0.5, indp.Options(insecure_seed=7)) == [single]


def test_types():
    state = filled()
    with pytest.raises(TypeError):
        state.release_many(0.5, 1)
    assert len(state.release_many([0.1, 0.9], 1)) == 2
