"""Exceptions, and how a status becomes one."""

from __future__ import annotations

import threading
from typing import Dict, Optional, Type

from . import _low as low


class Error(Exception):
    """A failed call. Nothing was released, and no state was changed, except that a `merge` of
    several states keeps those that it merged before it failed.

    Whether a call fails never depends on private values, and no message contains a private value.
    This rule does not cover exceptions that your own callbacks raise.

    Attributes:
        status: the number of the status in C, positive.
        name: its name in C, such as "INDP_E_EPSILON".
        parameter: the parameter that the error is about, or None.
    """

    def __init__(
        self, status: int, parameter: Optional[str] = None, reason: Optional[str] = None
    ) -> None:
        super().__init__(status, parameter, reason)
        self.status = status
        self.parameter = parameter
        self._reason = reason

    @property
    def name(self) -> str:
        name: bytes = low.indp_status_name(self.status)
        return name.decode()

    def __str__(self) -> str:
        message: bytes = low.indp_status_message(self.status)
        text = self._reason or message.decode()
        about = self.parameter or ""
        # Most messages of the library begin with the name of the parameter.
        if about and not text.startswith((f"{about} ", f"{about}, ")):
            text = f"{about} {text}" if text.startswith("must ") else f"{about}: {text}"
        return f"{text} [{self.name}]"


class ParameterError(Error, ValueError):
    """A parameter or an option is out of its range, or does not apply. The attribute `parameter`
    names it."""


class ReleasedError(Error):
    """The state was released before. A state can be released only once."""


class BudgetError(Error):
    """The epsilon exceeds what is left of the budget, or a new total is below what was spent."""


class EntropyError(Error):
    """The source of random bits failed or is broken."""


class BusyError(Error):
    """A callback or signal handler used an object, or the library, while its own thread was using
    it. Or the process was forked while another thread was using the object, and this is the child.
    """


class StoppedError(Error):
    """A `Stop` ended the call."""


class InternalError(Error):
    """The library failed, or its self test did. Please report it."""


class OutOfMemoryError(Error, MemoryError):
    """Memory could not be allocated."""


# Parameters that have another name in this module than in C.
NAMES = {"state": "data", "utility_sensitivity": "sensitivity"}

CLASSES: Dict[int, Type[Error]] = {
    low.INDP_E_RELEASED: ReleasedError,
    low.INDP_E_BUDGET: BudgetError,
    low.INDP_E_ENTROPY: EntropyError,
    low.INDP_E_BUSY: BusyError,
    low.INDP_E_STOPPED: StoppedError,
    low.INDP_E_NO_MEMORY: OutOfMemoryError,
    low.INDP_E_PANIC: InternalError,
    low.INDP_E_SELF_TEST: InternalError,
    low.INDP_E_INEXACT: InternalError,
}

_thread = threading.local()


def note(error: Optional[BaseException]) -> None:
    """Stores the exception of a callback until the call that ran the callback has returned to
    Python.

    One exception for each thread is enough, since calls of the library do not nest."""
    _thread.raised = error


def is_noted() -> bool:
    """Whether the exception of a callback is stored for this thread."""
    return getattr(_thread, "raised", None) is not None


def noted() -> Optional[BaseException]:
    """Returns the stored exception of this thread, if there is one, and clears it."""
    error: Optional[BaseException] = getattr(_thread, "raised", None)
    if error is not None:
        _thread.raised = None
    return error


def error_of(status: int, parameter: Optional[str] = None) -> Error:
    """The exception for a status. A function whose parameter has a name of its own passes it."""
    name = low.PARAMETERS.get(status)
    name = NAMES.get(name, name) if name else None
    if status in CLASSES:
        return CLASSES[status](status, name)
    return ParameterError(status, parameter or name) if name else Error(status)


def with_place(error: Error, place: str) -> Error:
    """The same error with a message that ends with a place, such as "(aggregate 'x')"."""
    message: bytes = low.indp_status_message(error.status)
    text = error._reason or message.decode()
    return type(error)(error.status, error.parameter, f"{text} {place}")


def check(status: int, parameter: Optional[str] = None) -> None:
    """If the call failed, raises the exception of its callback, or else the exception for the
    status."""
    if status == low.INDP_OK:
        return
    raised = noted()
    if raised is not None:
        try:
            raise raised
        finally:
            # The exception refers to this frame by its traceback. If the frame also referred to the
            # exception, they would form a cycle.
            del raised
    raise error_of(status, parameter)
