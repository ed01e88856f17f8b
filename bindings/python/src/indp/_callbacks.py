"""Functions in Python that the library calls.

No exception may pass through C. So a callback keeps what it raises, tells C that it failed, and
the call that ran it raises the exception afterwards."""

from __future__ import annotations

import contextlib
import ctypes
import sys
import threading
from typing import Any, Callable, Iterator, Optional

from . import _low as low
from ._errors import is_noted, note, noted
from ._numbers import real


def fill_from(source: Callable[[int], bytes]) -> Any:
    """The callback of a source of entropy."""

    def fill(_: Any, buffer: Any, length: int, done: Any) -> None:
        try:
            if is_noted():
                return
            words = source(length)
            # bytes(8) would be eight zeros: an integer must not pass as bytes.
            if not isinstance(words, (bytes, bytearray, memoryview)):
                raise TypeError(f"entropy must return bytes, not {type(words).__name__}")
            words = memoryview(words).tobytes()  # a subclass of bytes could lie about its length
            if len(words) != length:
                raise ValueError(f"entropy returned {len(words)} bytes instead of {length}")
            ctypes.memmove(buffer, words, length)
            done[0] = low.INDP_CALLBACK_OK
        except BaseException as error:
            note(error)

    return low.fill_callback(fill)


def utility_from(utility: Callable[[int], float]) -> Any:
    """The callback of a utility."""

    def write(_: Any, outcome: int, out: Any, done: Any) -> None:
        try:
            if is_noted():
                return
            out[0] = real("a utility", utility(outcome))
            done[0] = low.INDP_CALLBACK_OK
        except BaseException as error:
            note(error)

    return low.utility_callback(write)


@contextlib.contextmanager
def calling(callback: Optional[Any]) -> Iterator[None]:
    """For a call that may run this callback; nothing for None.

    A signal handler may raise on the first or last step of a callback, outside of its `try`. ctypes
    then hands the exception to sys.unraisablehook. Signal handlers run on the main thread only,
    which is therefore the only one to replace that hook."""
    if callback is None:
        yield
        return
    if threading.current_thread() is not threading.main_thread():
        yield
    else:
        usual = sys.unraisablehook

        def hook(unraisable: Any) -> None:
            # The callback is the object, or is named in the message since Python 3.13.
            about = f"{unraisable.err_msg} {unraisable.object!r}"
            if "utility_from.<locals>" in about or "fill_from.<locals>" in about:
                note(unraisable.exc_value)
            else:
                usual(unraisable)

        sys.unraisablehook = hook
        try:
            yield
        finally:
            sys.unraisablehook = usual
    # The call may have succeeded just when the handler raised.
    raised = noted()
    if raised is not None:
        try:
            raise raised
        finally:
            del raised
