"""Lets only one thread at a time use an object."""

from __future__ import annotations

import os
import threading
from typing import Any

from . import _low as low
from ._errors import BusyError

# The number of forks so far. After a fork, a lock of the child may be held by a thread that exists
# only in the parent. The count lets a lock detect this.
_forks = 0
_first_use = threading.Lock()


# Whether this thread makes a call for another one, which waits and may hold any lock.
_working = threading.local()


def refuse_all() -> None:
    """From now on, `exclusive` raises BusyError on this thread. A callback on this thread could
    otherwise wait for ever for a lock that is held by the thread that waits for the callback."""
    _working.now = True


def _forked() -> None:
    global _forks, _first_use
    _forks += 1
    _first_use = threading.Lock()


os.register_at_fork(after_in_child=_forked)


class Guard:
    """A lock that raises an error where waiting would never end: if the calling thread holds it
    already, or if it was held at a fork by a thread that the child process does not have.

    A `with` statement takes the lock object itself. Python runs no signal handler between taking it
    and entering the block, so an exception of a handler cannot leave it locked."""

    __slots__ = ("_forks", "_lock")

    def __init__(self) -> None:
        self._lock: Any = threading.RLock()
        self._forks = _forks

    def exclusive(self) -> Any:
        """Returns the lock, for a `with` statement.

        Raises BusyError in three cases: this thread holds the lock already; this is a child process
        and another thread held the lock at the fork, so that the object may be inconsistent for
        ever; or this thread runs a callback of a call that another thread waits for."""
        if getattr(_working, "now", False):
            raise BusyError(low.INDP_E_BUSY)
        if self._forks != _forks:
            self._check_after_fork()
        if self._lock._is_owned():
            raise BusyError(low.INDP_E_BUSY)
        return self._lock

    def _check_after_fork(self) -> None:
        with _first_use:
            if self._forks == _forks:
                return
            if not self._lock._is_owned():
                if not self._lock.acquire(blocking=False):
                    why = (
                        "another thread was using this object when this process was forked, so it "
                        "cannot be used here; make a new object"
                    )
                    raise BusyError(low.INDP_E_BUSY, None, why)
                self._lock.release()
            self._forks = _forks
