"""Gives one thread at a time the use of an object."""

from __future__ import annotations

import os
import threading
from typing import Any

from . import _low as low
from ._errors import BusyError

# Counts forks, so that a child process notices that locks may be held by threads it does not have.
_forks = 0
_first_use = threading.Lock()


def _forked() -> None:
    global _forks, _first_use
    _forks += 1
    _first_use = threading.Lock()


os.register_at_fork(after_in_child=_forked)


class Guard:
    """A lock that refuses instead of waiting for its own thread, or for a thread that is gone.

    The lock is taken by a `with` statement on the lock itself. Python runs no signal handler
    between taking it and entering the block, so an exception of a handler cannot leave it taken."""

    __slots__ = ("_forks", "_lock")

    def __init__(self) -> None:
        self._lock: Any = threading.RLock()
        self._forks = _forks

    def exclusive(self) -> Any:
        """The lock, for a `with` statement.

        Raises BusyError if this thread is inside such a block already, or if another thread was
        when the process forked: the object may then be half changed, for ever."""
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
                    raise BusyError(low.INDP_E_BUSY)
                self._lock.release()
            self._forks = _forks
