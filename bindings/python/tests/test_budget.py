"""Tests that budgets count exact decimals."""

import threading
from decimal import Decimal

import indp
import pytest


def test_decimals_and_texts():
    budget = indp.Budget(1)
    budget.spend(0.2)
    assert budget.left == 0.8 and budget.spent == Decimal("0.2")
    with pytest.raises(indp.BudgetError) as error:
        budget.spend(0.9)
    assert error.value.parameter == "epsilon" and not isinstance(error.value, ValueError)
    assert repr(budget) == "<indp.Budget, left=0.8>"
    with pytest.raises(ValueError):
        indp.Budget.deserialise(b"")


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
