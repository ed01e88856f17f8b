"""Makes long calls end on Ctrl-C, or when another thread demands it."""

from __future__ import annotations

import _thread
import ctypes
import threading
from types import TracebackType
from typing import Any, Callable, List, Optional, Type

from . import _guard
from . import _low as low
from ._errors import check, note, noted
from ._signals import Handlers


class _Current(threading.local):
    """The `Stop` objects whose `with` statements this thread is in."""

    def __init__(self) -> None:
        self.stops: List[Stop] = []


_current = _Current()


class Stop:
    """Ends long computations of the threads that use it in a `with` statement.

    >>> stop = Stop()
    >>> timer = threading.Timer(60, stop.stop)
    >>> with stop:
    ...     pass  # an audit, for example

    Accuracies, moments, distances and audits in float arithmetic can take seconds or minutes, and
    so can selections with `empirical_precision` or very large `min_retries`. After `stop()` these
    calls raise StoppedError and release nothing. Releases of numbers cannot be stopped. Their time
    depends on private values, so whether they were stopped would depend on them, too.

    Any thread and any signal handler may call `stop` and `clear`. A forked child process must enter
    a `with` statement of its own.
    """

    def __init__(self) -> None:
        self._flag = ctypes.c_int32(0)
        self._stopped = False

    def stop(self) -> None:
        """Ends the calls that are running, and those that begin before `clear`."""
        self._stopped = True
        self._flag.value = 1

    def clear(self) -> None:
        """Lets later calls run."""
        self._stopped = False
        self._flag.value = 0

    def _after_interrupt(self) -> None:
        """An interrupt raises the flag to end one call. Lowers the flag again, unless `stop` was
        called."""
        self._flag.value = int(self._stopped)
        if self._stopped:
            self._flag.value = 1

    def __enter__(self) -> Stop:
        _current.stops.append(self)
        check(low.indp_stop_when(ctypes.byref(self._flag)))
        return self

    def __exit__(
        self,
        kind: Optional[Type[BaseException]],
        error: Optional[BaseException],
        trace: Optional[TracebackType],
    ) -> None:
        stops = _current.stops
        low.indp_stop_when(ctypes.byref(stops[-2]._flag) if len(stops) > 1 else None)
        stops.pop()


class _Call:
    """One call of a library function on a thread of its own."""

    def __init__(self, function: Callable[..., int], arguments: Any, stop: Stop) -> None:
        self._function = function
        self._arguments = arguments
        self._stop = stop
        # If "worker" is the first entry, the call is made. If "waiter" is the first, it is not
        # made.
        self._claims: List[str] = []
        self._done = threading.Lock()
        self._done.acquire()
        self._ended = False
        self.status: Optional[int] = None
        self.raised: Optional[BaseException] = None

    def work(self) -> None:
        """Runs on the new thread."""
        if not self._claim("worker"):
            return
        try:
            _guard.refuse_all()
            low.indp_stop_when(ctypes.byref(self._stop._flag))
            self.status = self._function(*self._arguments)
            self.raised = noted()
        except BaseException as error:
            self.raised = error
        finally:
            low.indp_stop_when(None)
            self._ended = True
            self._done.release()

    def _claim(self, who: str) -> bool:
        """Adds `who` to the claims. Returns whether `who` was first. If a signal handler raises
        between the two lines, the claim stays in the list, and a repeated call gives the same
        answer."""
        self._claims.append(who)
        return self._claims[0] == who

    def wait(self) -> Optional[BaseException]:
        """Starts the thread, and waits until the call has ended or can no longer begin. The wait is
        necessary, since the call uses memory of the caller. If a signal handler raises meanwhile,
        this ends the call and returns the exception of the handler. `run` keeps handlers from
        raising here, but other threads can make this thread raise, too."""
        interrupt: Optional[BaseException] = None
        while True:
            try:
                if interrupt is None:
                    _thread.start_new_thread(self.work, ())
                elif self._claim("waiter"):
                    return interrupt
                else:
                    self._stop._flag.value = 1
                # If a handler raises just after acquire() has returned, the call has ended. Another
                # acquire() would then block forever.
                if not self._ended:
                    self._done.acquire()
                return interrupt
            except BaseException as error:
                interrupt = error


def run(function: Callable[..., int], *arguments: Any) -> int:
    """Runs a call that may take a long time, and returns its status. Ctrl-C ends it.

    Python runs signal handlers in the main thread only, and not while that thread is inside a C
    call. So the main thread waits while another thread makes the call."""
    if threading.current_thread() is not threading.main_thread():
        return function(*arguments)
    stop = _current.stops[-1] if _current.stops else Stop()
    stop._after_interrupt()  # an interrupted earlier call may have left the flag raised
    call = _Call(function, arguments, stop)
    interrupts: List[BaseException] = []

    def caught(error: BaseException) -> None:
        interrupts.append(error)
        stop._flag.value = 1

    handlers = Handlers(caught)
    try:
        handlers.replace()
        interrupt = call.wait()
    finally:
        handlers.restore()
    if interrupts:
        interrupt = interrupts[0]
    if interrupt is not None:
        stop._after_interrupt()
        if isinstance(interrupt, RuntimeError) and str(interrupt).startswith("can't "):
            # No thread can start, for example because the interpreter is shutting down.
            return function(*arguments)
        raise interrupt
    note(call.raised)
    if call.status is None:
        check(low.INDP_E_PANIC)
    return call.status or low.INDP_OK
