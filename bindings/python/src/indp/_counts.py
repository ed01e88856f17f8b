"""The counts of a histogram or mode, which are released together."""

from __future__ import annotations

import ctypes
from typing import List, Optional

from . import _low as low
from . import _options
from ._errors import check
from ._memory import Held
from ._numbers import real
from ._options import Options


def release(held: Held, epsilon: float, options: Optional[Options]) -> List[int]:
    """Releases the counts of all cells or candidates."""
    epsilon = real("epsilon", epsilon)
    number = ctypes.c_size_t()
    with held.exclusive(), _options.made(options) as chosen:
        check(low.indp_state_counts(held.address, ctypes.byref(number)))
        out = (ctypes.c_int64 * number.value)()
        check(low.indp_state_release_counts(held.address, epsilon, chosen, out, number.value))
    return list(out)


def can_release(held: Held, epsilon: float, options: Optional[Options]) -> None:
    epsilon = real("epsilon", epsilon)
    with held.exclusive(), _options.made(options) as chosen:
        check(low.indp_state_can_release_counts(held.address, epsilon, chosen))
