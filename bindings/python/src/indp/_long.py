"""Ends long calls: on Ctrl-C, or when another thread says so."""

from __future__ import annotations

import ctypes
import threading
from types import TracebackType
from typing import Any, Callable, List, Optional, Type

from . import _low as low
from ._errors import check, note, noted

_current = threading.local()


class Stop:
    """Ends long computations of the threads that use it in a `with` statement.

    >>> stop = Stop()
    >>> timer = threading.Timer(60, stop.stop)
    >>> with stop:
    ...     pass  # an audit, for example

    Accuracies, moments, distances and audits in float arithmetic can take seconds or minutes, and
    so can selections with `empirical_precision` or very large `min_retries`. After `stop()` they
    raise StoppedError; they then have released nothing. Releases of numbers do not stop, since
    their time depends on private values: whether they were stopped would, too.

    Any thread, and a signal handler, may call `stop` and `clear`. A child process must enter the
    `with` statement itself.
    """

    def __init__(self) -> None:
        self._flag = ctypes.c_int32(0)
        self._stopped = False
        self._outer: List[Optional[Stop]] = []

    def stop(self) -> None:
        """Ends the calls that run, and those that begin before `clear`."""
        self._stopped = True
        self._flag.value = 1

    def clear(self) -> None:
        """Lets calls run again."""
        self._stopped = False
        self._flag.value = 0

    def __enter__(self) -> Stop:
        check(low.indp_stop_when(ctypes.byref(self._flag)))
        self._outer.append(getattr(_current, "stop", None))
        _current.stop = self
        return self

    def __exit__(
        self,
        kind: Optional[Type[BaseException]],
        error: Optional[BaseException],
        trace: Optional[TracebackType],
    ) -> None:
        outer = self._outer.pop()
        _current.stop = outer
        low.indp_stop_when(None if outer is None else ctypes.byref(outer._flag))


def run(function: Callable[..., int], *arguments: Any) -> int:
    """Runs a call that may take long, and returns its status. Ctrl-C ends it.

    Python handles signals in the main thread only, and only when that thread is not inside a call.
    So the main thread waits while another thread makes the call."""
    if threading.current_thread() is not threading.main_thread():
        return function(*arguments)
    stop: Stop = getattr(_current, "stop", None) or Stop()
    results: List[int] = []
    raised: List[Optional[BaseException]] = []
    done = threading.Lock()

    def work() -> None:
        try:
            low.indp_stop_when(ctypes.byref(stop._flag))
            results.append(function(*arguments))
            raised.append(noted())
        except BaseException as error:
            raised.append(error)
        finally:
            low.indp_stop_when(None)
            done.release()

    done.acquire()
    try:
        threading.Thread(target=work, name="indp", daemon=True).start()
    except RuntimeError:
        # No thread can start while the interpreter shuts down.
        return function(*arguments)
    interrupt = _wait(done, stop)
    if interrupt is not None:
        raise interrupt
    note(raised[0])
    if not results:
        check(low.INDP_E_PANIC)
    return results[0]


def _wait(done: threading.Lock, stop: Stop) -> Optional[BaseException]:
    """Waits for the call to end. If a signal handler raises, ends the call and returns what the
    handler raised. The call uses memory of the caller, so there is no return before its end."""
    interrupt: Optional[BaseException] = None
    while True:
        try:
            done.acquire()
            break
        except BaseException as error:
            interrupt = error
            stop._flag.value = 1
    if interrupt is not None:
        stop._flag.value = int(stop._stopped)
    return interrupt
