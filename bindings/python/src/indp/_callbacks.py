"""Wraps Python functions as callbacks of the library.

No exception may pass through C. So a callback stores its exception and tells C that it failed.
After the C call has returned, the stored exception is raised."""

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
    """Returns a C callback for an entropy function."""

    def fill(_: Any, buffer: Any, length: int, done: Any) -> None:
        try:
            if is_noted():
                return
            words = source(length)
            # Integers are refused, since bytes(8) would be eight zeros.
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
    """Returns a C callback for a utility function."""

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
    """A context manager for a call that may run this callback. For None it does nothing.

    A signal handler may raise in the first or last step of a callback, outside of its `try`. ctypes
    then passes the exception to sys.unraisablehook, which is therefore replaced during the call.
    Signal handlers run on the main thread only, so other threads need no hook."""
    if callback is None:
        yield
        return
    if threading.current_thread() is not threading.main_thread():
        yield
    else:
        usual = sys.unraisablehook

        def hook(unraisable: Any) -> None:
            # The callback is unraisable.object, or since Python 3.13 is named in
            # unraisable.err_msg.
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
    # The call may have succeeded although a signal handler raised in a callback.
    raised = noted()
    if raised is not None:
        try:
            raise raised
        finally:
            del raised
