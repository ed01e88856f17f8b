"""Tests that a state in memory can be released only once."""

import copy
import pickle
from multiprocessing import get_context

import indp
import pytest
from kinds import MAKERS


@pytest.mark.parametrize("name", MAKERS)
def test_a_released_state_refuses_everything(name):
    state, other = MAKERS[name](), MAKERS[name]()
    state.release(1.0)
    for call in (
        lambda: state.release(1.0),
        lambda: state.can_release(1.0),
        lambda: state.serialise(),
        lambda: pickle.dumps(state),
        lambda: state.merge(other),
        lambda: other.merge(state),
        lambda: state.add(["a", "a"] if name == "mode" else [1.0]),
    ):
        with pytest.raises(indp.ReleasedError):
            call()
    assert other.exact_rows() == MAKERS[name]().exact_rows()
    assert repr(state)


@pytest.mark.parametrize("name", MAKERS)
def test_a_failed_release_leaves_the_state_live(name):
    state = MAKERS[name]()
    before = state.serialise()
    for epsilon in (0, -1, float("nan"), float("inf"), 10**400):
        with pytest.raises(indp.ParameterError) as error:
            state.release(epsilon)
        assert error.value.parameter == "epsilon"
    with pytest.raises(TypeError, match="epsilon"):
        state.release("1")
    assert state.serialise() == before
    state.release(1.0)


@pytest.mark.parametrize("name", MAKERS)
def test_a_state_cannot_be_copied(name):
    state = MAKERS[name]()
    for call in (copy.copy, copy.deepcopy, lambda one: copy.deepcopy([one])):
        with pytest.raises(TypeError, match="copied"):
            call(state)


def test_a_copied_dictionary_shares_the_release():
    state = MAKERS["sum"]()
    twin = indp.Sum.__new__(indp.Sum)
    twin.__dict__.update(state.__dict__)
    state.release(1.0)
    with pytest.raises(indp.ReleasedError):
        twin.release(1.0)


def test_a_second_init_makes_an_empty_state():
    state = MAKERS["sum"]()
    state.release(1.0)
    state.__init__(0, 10, 2)
    assert state.exact_rows() == 0


@pytest.mark.parametrize("name", MAKERS)
@pytest.mark.parametrize("protocol", range(2, pickle.HIGHEST_PROTOCOL + 1))
def test_pickle_is_serialise(name, protocol):
    state = MAKERS[name]()
    stored = pickle.dumps(state, protocol)
    one, two = pickle.loads(stored), pickle.loads(stored)
    assert type(one) is type(state)
    assert one.serialise() == state.serialise()
    # The documentation says that stored bytes can be read twice, and that each release costs its
    # epsilon.
    one.release(1.0)
    two.release(1.0)


def test_pickle_remembers_texts_of_a_mode():
    mode = indp.Mode([b"x", b"y"])
    assert pickle.loads(pickle.dumps(mode)).candidates == [b"x", b"y"]


def shard(numbers):
    state = indp.Sum(0, 10)
    state.add(numbers)
    return state


def test_processes_send_their_states():
    with get_context("spawn").Pool(2) as pool:
        states = pool.map(shard, [[1.0, 2.0], [3.0], []])
    total = indp.Sum(0, 10)
    total.merge(*states)
    assert total.serialise() == shard([1.0, 2.0, 3.0]).serialise()


def test_budgets_and_handles_are_not_pickled():
    for made in (indp.Budget(1), indp.Snapping(1, 1), indp.Exponential(indp.Eta(1, 1, 1), 0, 1, 2)):
        with pytest.raises(TypeError):
            pickle.dumps(made)
    with pytest.raises(TypeError):
        copy.copy(indp.Budget(1))
    with pytest.raises(TypeError):
        copy.deepcopy(indp.Budget(1))
    noise = indp.Snapping(1, 1)
    assert copy.copy(noise) is noise and copy.deepcopy(noise) is noise


def test_a_released_state_refuses_rows_that_are_none():
    others = indp.Mode(["a"]), indp.Histogram([0]), indp.Bounds()
    for made in (indp.Count(), indp.Sum(0, 1), indp.Quantile(0.5, 0, 1), *others):
        made.release(1.0)
        for nothing in ([], [None], (), None if not isinstance(made, indp.Count) else []):
            with pytest.raises(indp.ReleasedError):
                made.add(nothing)
    made = indp.Sum(0, 1)
    made.release(1.0)
    for values in (float("nan"), [float("nan")]):
        with pytest.raises(indp.ReleasedError):
            made.add(values, skip_nan=True)
