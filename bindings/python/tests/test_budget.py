"""Tests that budgets count exact decimals."""

import threading
from decimal import Decimal

import indp
import pytest


def test_ten_times_a_tenth_fit_into_one():
    budget = indp.Budget(1)
    for _ in range(10):
        assert budget.spend(0.1) <= 0.1
    assert budget.left == 0 and budget.spent == 1
    with pytest.raises(indp.BudgetError) as error:
        budget.spend(1e-300)
    assert error.value.parameter == "epsilon" and not isinstance(error.value, ValueError)


def test_changes_and_bytes():
    budget = indp.Budget(0.5)
    budget.spend(0.2)
    assert budget.left == 0.3 and budget.spent == Decimal("0.2")
    with pytest.raises(indp.BudgetError):
        budget.change(0.1)
    budget.change(1)
    budget.raise_spent(0.1)
    assert budget.spent == Decimal("0.2")
    with pytest.raises(indp.BudgetError):
        budget.raise_spent(1.5)
    assert budget.left == 0.8
    data = budget.serialise()
    assert len(data) == 280 and indp.Budget.deserialise(data).serialise() == data
    for wrong in (b"", data[:-1], b"\xff" * 280, bytes(280)):
        with pytest.raises(ValueError):
            indp.Budget.deserialise(wrong)
    for epsilon in (0, -1, float("inf"), float("nan")):
        with pytest.raises(indp.ParameterError):
            indp.Budget(epsilon)
        with pytest.raises(indp.ParameterError):
            budget.spend(epsilon)
    assert repr(budget) == "<indp.Budget, left=0.8>"


def test_a_state_is_no_budget():
    with pytest.raises(indp.ParameterError):
        indp.deserialise(indp.Budget(1).serialise())


def test_threads_do_not_spend_twice():
    budget, spent = indp.Budget(100), []

    def spend():
        try:
            while True:
                budget.spend(0.5)
                spent.append(0.5)
        except indp.BudgetError:
            pass

    threads = [threading.Thread(target=spend) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(spent) == 200
