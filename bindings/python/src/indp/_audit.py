"""What an audit of the snapping mechanism finds."""

from __future__ import annotations

import ctypes
from dataclasses import dataclass
from typing import Any, Tuple

from . import _low as low
from ._errors import check


@dataclass(frozen=True)
class Audit:
    """The findings of an audit. Losses are in base e. Values and outputs are in the unit of the
    mechanism's parameters."""

    loss: float
    """The largest loss found."""
    excess: float
    """The loss minus epsilon, computed before the loss is rounded to a double."""
    output: float
    """The output at which the largest loss occurs."""
    f: float
    """One of the two values between which the largest loss occurs."""
    g: float
    """The other value."""
    bound: float
    """The proven bound on the loss for all neighbouring values; never above epsilon."""
    cases: Tuple[float, ...]
    """For each case of the proof, its upper bound minus epsilon; NaN for a case without output."""
    outputs: int
    """The number of outputs examined."""
    ends: int
    """The number of interval endpoints compared with those that the definition gives in exact
    arithmetic. Each interval holds the values of the uniform random number that lead to one output
    with one sign of the noise."""
    wrong_ends: int
    """The number of endpoints that differ from the definition, or near which the library's code
    paths for a release give different outputs. 0 if the mechanism agrees with its definition."""
    exhaustive: bool
    """Whether all outputs were examined, for one pair of values."""
    exceeds: bool
    """Whether the loss exceeds epsilon."""
    json: str
    """The findings, with the parameters, as one JSON object."""


def findings(mechanism: Any, found: low.indp_audit) -> Audit:
    length = ctypes.c_size_t()
    audit = ctypes.byref(found)
    check(low.indp_audit_json(mechanism, audit, None, 0, ctypes.byref(length)))
    text = ctypes.create_string_buffer(length.value + 1)
    place = ctypes.addressof(text)
    check(low.indp_audit_json(mechanism, audit, place, length.value + 1, None))
    return Audit(
        loss=found.loss,
        excess=found.excess,
        output=found.output,
        f=found.f,
        g=found.g,
        bound=found.bound,
        cases=tuple(found.cases),
        outputs=found.outputs,
        ends=found.ends,
        wrong_ends=found.wrong_ends,
        exhaustive=bool(found.exhaustive),
        exceeds=bool(found.exceeds),
        json=text.value.decode("ascii"),
    )
