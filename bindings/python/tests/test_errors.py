"""Tests that errors name the parameter and can be pickled."""

import pickle

import indp
import pytest

CASES = [
    (lambda: indp.Sum(0, 10**400), "hi", "INDP_E_HI"),
    (lambda: indp.Sum(0, 1, -5), "rows_per_person", "INDP_E_ROWS_PER_PERSON"),
    (lambda: indp.Sum(0, 1, 2**64), "rows_per_person", "INDP_E_ROWS_PER_PERSON"),
    (lambda: indp.Count(-1), "rows_per_person", "INDP_E_ROWS_PER_PERSON"),
    (lambda: indp.Quantile(0.5, 0, 1, candidates=0), "candidates", "INDP_E_CANDIDATES"),
    (lambda: indp.Quantile(0.5, 0, 1, candidates=-(2**65)), "candidates", "INDP_E_CANDIDATES"),
    (lambda: indp.Mode([2**63]), "candidates", "INDP_E_CATEGORIES"),
    (lambda: indp.Count().add_rows(-1), "rows", "INDP_E_TOO_MANY_ROWS"),
    (lambda: indp.Count().add_rows(2**64), "rows", "INDP_E_TOO_MANY_ROWS"),
]


@pytest.mark.parametrize("call, parameter, name", CASES)
def test_errors_name_the_parameter(call, parameter, name):
    with pytest.raises(ValueError) as caught:
        call()
    error = caught.value
    assert isinstance(error, indp.Error) and isinstance(error, indp.ParameterError)
    assert (error.parameter, error.name) == (parameter, name)
    assert str(error).startswith(parameter) and name in str(error)
    again = pickle.loads(pickle.dumps(error))
    assert (type(again), again.status, again.parameter) == (type(error), error.status, parameter)


@pytest.mark.parametrize(
    "call",
    [
        lambda: indp.Sum("0", 1),
        lambda: indp.Sum(0, None),
        lambda: indp.Sum(0, 1, 1.5),
        lambda: indp.Sum(0, 1, "1"),
        lambda: indp.Sum(0),
        lambda: indp.Count(None),
        lambda: indp.Mode("abc"),
        lambda: indp.Mode([1.0]),
        lambda: indp.Mode([None]),
        lambda: indp.Mode(["a", b"b"]),
        lambda: indp.Mode(["a"]).add([["a"]]),
        lambda: indp.Mode(["a"]).add([object()]),
        lambda: indp.Mode(5),
        lambda: indp.Count().add(5),
        lambda: indp.Count().add("abc"),
        lambda: indp.Count().add_rows(1.0),
        lambda: indp.Sum(0, 1).merge(3),
        lambda: indp.Budget("1"),
        lambda: indp.Budget.deserialise(280),
    ],
)
def test_wrong_types(call):
    with pytest.raises(TypeError):
        call()


def test_messages_contain_no_value():
    with pytest.raises(TypeError) as error:
        indp.Sum(0, 1).add(["secret"])
    assert "secret" not in str(error.value)
    with pytest.raises(TypeError) as error:
        indp.Mode(["a"]).add([("secret",)])
    assert "secret" not in str(error.value)


def test_memory_errors_are_errors_of_both_kinds():
    assert issubclass(indp.OutOfMemoryError, MemoryError)
    assert issubclass(indp.OutOfMemoryError, indp.Error)


def test_texts_name_what_was_wrong():
    budget = indp.Budget(1)
    budget.spend(0.75)
    with pytest.raises(indp.BudgetError, match="epsilon: less than this is left of the budget"):
        budget.spend(0.5)
    with pytest.raises(indp.BudgetError, match="epsilon: the new total is below what was spent"):
        budget.change(0.5)
    assert budget.left == 0.25
    with pytest.raises(TypeError, match="q must be a list of numbers, not float"):
        indp.Quantile(0.5, 0, 1).release_many(0.5, 1)
    with pytest.raises(TypeError, match="each of values must be a number, not str"):
        indp.Sum(0, 1).add([1, "a"])
    with pytest.raises(indp.ParameterError, match="^lo must be below hi"):
        indp.Sum(1, 0)
    with pytest.raises(indp.ParameterError, match="does not fit in 64 bits"):
        indp.Mode([2**63])
