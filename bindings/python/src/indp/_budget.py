"""A budget: adds up the privacy losses of releases and refuses a release that would exceed it."""

from __future__ import annotations

import ctypes
from decimal import Decimal
from typing import Any, Callable, List, NoReturn, Sequence

from . import _low as low
from ._errors import BudgetError, check
from ._memory import Held
from ._numbers import exact_bytes, real


class Budget:
    """A total privacy loss that may be spent, counted in exact decimals: ten times 0.1 fit into 1.

    >>> budget = Budget(1)
    >>> epsilon = budget.spend(0.5)  # then release with this epsilon
    >>> budget.left
    0.5

    Spend before you release, and store the bytes of the budget before you publish an answer. Never
    restore older bytes: what was spent since then could be spent again. For this reason a budget
    can be neither copied nor pickled. Any number of threads may use one budget.

    Args:
        epsilon: the total (base e), positive, finite.

    Raises:
        ParameterError: epsilon is not positive and finite.
    """

    def __init__(self, epsilon: float) -> None:
        total = real("epsilon", epsilon)
        self._held = Held(
            low.INDP_BUDGET_STATE_SIZE, lambda own, size: low.indp_budget_init(own, size, total)
        )

    @classmethod
    def deserialise(cls, data: bytes) -> Budget:
        """Reads the bytes of a budget, and checks all of them. Any bytes are safe to pass.

        Raises:
            ParameterError: data are not the bytes of a budget.
        """
        data = exact_bytes("data", data)
        made = cls.__new__(cls)
        made._held = Held(
            low.INDP_BUDGET_STATE_SIZE,
            lambda own, size: low.indp_budget_deserialise(data, len(data), own, size),
        )
        return made

    def serialise(self) -> bytes:
        """Returns the bytes of the budget. Equal budgets give equal bytes on every machine."""
        held = self._held
        with held.exclusive():
            return _bytes_of(held)

    def spend(self, epsilon: float) -> float:
        """Spends epsilon and returns the epsilon to release with. This is epsilon or the next
        smaller double, so that the loss of all releases together never exceeds the total. A spend
        cannot be undone, even if the release fails.

        Raises:
            BudgetError: less than epsilon is left; nothing is spent.
            ParameterError: epsilon is not positive and finite.
        """
        try:
            return self._computed(low.indp_budget_spend, real("epsilon", epsilon))
        except BudgetError as error:
            why = "less than this is left of the budget; use a smaller epsilon"
            raise BudgetError(error.status, "epsilon", why) from None

    def change(self, epsilon: float) -> None:
        """Changes the total to epsilon. The amount spent so far does not change.

        Raises:
            BudgetError: more is spent already.
            ParameterError: epsilon is not positive and finite.
        """
        total = real("epsilon", epsilon)
        held = self._held
        with held.exclusive():
            status = low.indp_budget_change(held.address, total)
        if status == low.INDP_E_BUDGET:
            why = "the new total is below what was spent; use a larger total"
            raise BudgetError(status, "epsilon", why)
        check(status)

    def raise_spent(self, epsilon: float) -> None:
        """Raises the amount spent to epsilon, unless at least as much is spent already: for a host
        that learns from its own records that a stored budget is out of date.

        Raises:
            BudgetError: epsilon exceeds the total.
            ParameterError: epsilon is not positive and finite.
        """
        least = real("epsilon", epsilon)
        held = self._held
        with held.exclusive():
            check(low.indp_budget_raise(held.address, least))

    @property
    def left(self) -> float:
        """The largest epsilon that `spend` would accept; 0 if everything is spent."""
        return self._computed(low.indp_budget_left)

    @property
    def spent(self) -> Decimal:
        """What was spent: the exact sum of the decimals of all epsilons."""
        held = self._held
        text = ctypes.create_string_buffer(low.INDP_BUDGET_TEXT_SIZE)
        with held.exclusive():
            check(low.indp_budget_spent(held.address, text, low.INDP_BUDGET_TEXT_SIZE, None))
        return Decimal(text.value.decode())

    def _computed(self, function: Callable[..., int], *arguments: Any) -> float:
        held = self._held
        out = ctypes.c_double()
        with held.exclusive():
            check(function(held.address, *arguments, ctypes.byref(out)))
        return out.value

    def __repr__(self) -> str:
        return f"<indp.Budget, left={self.left!r}>"

    def __copy__(self) -> NoReturn:
        raise TypeError("a budget cannot be copied, since a copy could be spent again")

    def __deepcopy__(self, memo: Any) -> NoReturn:
        self.__copy__()

    def __reduce__(self) -> NoReturn:
        raise TypeError("a budget cannot be pickled, since a copy could be spent again")


def _bytes_of(held: Held) -> bytes:
    """The bytes of a budget. The caller must hold the lock."""
    out = ctypes.create_string_buffer(low.INDP_BUDGET_STATE_SIZE)
    place = ctypes.addressof(out)
    check(low.indp_budget_serialise(held.address, place, low.INDP_BUDGET_STATE_SIZE))
    return out.raw


def spend_all(budget: Budget, epsilons: Sequence[float]) -> List[float]:
    """Spends all of these epsilons, or none of them. Returns what `spend` would return for each.

    Raises:
        BudgetError: less than their sum is left; nothing is spent.
    """
    held, out = budget._held, ctypes.c_double()
    usable = []
    with held.exclusive():
        trial = Budget.deserialise(_bytes_of(held))
        for epsilon in epsilons:
            trial.spend(epsilon)
        for epsilon in epsilons:
            check(low.indp_budget_spend(held.address, epsilon, ctypes.byref(out)))
            usable.append(out.value)
    return usable
