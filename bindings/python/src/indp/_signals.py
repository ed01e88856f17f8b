"""Signal handlers that do not raise while the main thread waits for a call."""

from __future__ import annotations

import signal
from typing import Any, Callable, Dict


class Handlers:
    """Runs the program's signal handlers, but passes what they raise to `caught`.

    An `except` clause cannot catch everything that handlers raise, since a second handler may raise
    while the exception of the first is being caught. So as long as the main thread must wait, no
    handler may raise.
    """

    def __init__(self, caught: Callable[[BaseException], None]) -> None:
        self._caught = caught
        self._old: Dict[int, Any] = {}
        self._active = False

    def replace(self) -> None:
        """From now on, no handler raises. Only the main thread may call this."""
        self._active = True
        for number in signal.valid_signals():
            old = signal.getsignal(number)
            if callable(old):
                self._old[number] = old
                try:
                    signal.signal(number, self._handle)
                except ValueError:
                    return  # a subinterpreter, in which no handler runs

    def restore(self) -> None:
        """From now on, handlers raise again. A handler that the program has installed meanwhile
        stays."""
        # A handler may raise before all old handlers are put back. The other signals then keep
        # `_handle`, which now only calls their old handlers.
        self._active = False
        for number, old in self._old.items():
            if signal.getsignal(number) == self._handle:
                signal.signal(number, old)

    def _handle(self, number: int, frame: Any) -> None:
        if not self._active:
            self._old[number](number, frame)
            return
        try:
            self._old[number](number, frame)
        except BaseException as error:
            self._caught(error)
