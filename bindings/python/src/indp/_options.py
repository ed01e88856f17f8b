"""Optional settings of a mechanism or a release."""

from __future__ import annotations

import contextlib
import ctypes
from typing import Any, Callable, Dict, Iterator, Optional, Tuple

from . import _low as low
from ._callbacks import calling, fill_from
from ._errors import ParameterError, check, error_of
from ._numbers import UINT32_MAX, UINT64_MAX, choice, real, whole
from ._settings import TYPES, Settings

SELECTIONS = {
    None: low.INDP_SELECTION_DEFAULT,
    "exponential": low.INDP_SELECTION_EXPONENTIAL,
    "permute_and_flip": low.INDP_SELECTION_PERMUTE_AND_FLIP,
}

PRECISION = "must be None (real arithmetic), 'auto' or an int from 53 to 4096"


def _precision(name: str, value: Any, _: Optional[int]) -> Any:
    if isinstance(value, str):
        if value != "auto":
            raise TypeError(f"{name} {PRECISION}")
        return value
    try:
        return whole(name, value, 53, 4096, low.INDP_E_PRECISION)
    except ParameterError:
        raise ParameterError(low.INDP_E_PRECISION, name, PRECISION) from None


def _selection(name: str, value: Any, _: Optional[int]) -> str:
    if not isinstance(value, str):
        raise TypeError(f"{name} must be a str, not {type(value).__name__}")
    if value not in SELECTIONS:
        why = "must be None, 'exponential' or 'permute_and_flip'"
        raise ParameterError(low.INDP_E_SELECTION, name, why)
    return value


# For each type of option: the check of a value that is not None, and the value in C.
CHECKS: Dict[str, Callable[[str, Any, Any], Any]] = {
    "power": lambda name, value, _: real(name, value),
    "precision": _precision,
    "selection": _selection,
    "whole": lambda name, value, status: whole(name, value, 1, UINT32_MAX, status),
    "switch": lambda name, value, _: choice(name, value),
    "seed": lambda name, value, _: whole(name, value, 0, UINT64_MAX, low.INDP_E_LENGTH),
}
IN_C: Dict[str, Callable[[Any], Any]] = {
    "power": lambda value: value,
    "precision": lambda value: low.INDP_PRECISION_AUTO if value == "auto" else value,
    "selection": lambda value: SELECTIONS[value],
    "whole": lambda value: value,
    "switch": int,
    "seed": lambda value: value,
}

# With more draws than this, a selection may take so long that Ctrl-C must be able to end it.
MANY_DRAWS = 1 << 20


class Options(Settings):
    """Optional settings of a mechanism or a release. An option that does not apply is refused.

    An object cannot be changed, so any number of threads may use it. No option changes the privacy
    loss of a release, but two make releases insecure, as their names say. `Options.__init__`
    describes each."""

    __slots__ = ("_chosen", "_fill")

    def _choose(self, chosen: Dict[str, Any]) -> None:
        if hasattr(self, "_chosen"):
            raise TypeError("options cannot be initialised again: make new ones")
        for name, (kind, _, status) in TYPES.items():
            if chosen[name] is not None or kind == "switch":
                chosen[name] = CHECKS[kind](name, chosen[name], status)
        entropy = chosen["entropy"]
        if entropy is not None and not callable(entropy):
            raise TypeError(f"entropy must be a function, not {type(entropy).__name__}")
        if entropy is not None and chosen["insecure_seed"] is not None:
            why = "must not be given together with entropy"
            raise ParameterError(low.INDP_E_LENGTH, "insecure_seed", why)
        self._chosen = chosen
        self._fill = None if entropy is None else fill_from(entropy)
        with self._made():
            pass  # raises ParameterError for a bad grid

    @contextlib.contextmanager
    def _made(self) -> Iterator[Any]:
        """Makes the C object of the options for one call. That call may run the callback of the
        options. Each call gets its own object, since C allows only one thread to use it."""
        made = ctypes.c_void_p()
        check(low.indp_options_new(ctypes.byref(made)))
        try:
            self._set(made)
            with calling(self._fill):
                yield made
        finally:
            low.indp_options_free(made)

    def _set(self, made: ctypes.c_void_p) -> None:
        for name, (kind, set_one, _) in TYPES.items():
            value = self._chosen[name]
            if value is not None and value is not False:
                check(set_one(made, IN_C[kind](value)))
        if self._fill is not None:
            check(low.indp_options_set_entropy_callback(made, self._fill, None))

    def _slow(self) -> bool:
        """Whether a selection may take so long that it should run by `_long.run`."""
        draws = self._chosen["min_retries"] or 0
        return bool(self._chosen["empirical_precision"]) or draws > MANY_DRAWS

    def __repr__(self) -> str:
        given = ((k, v) for k, v in self._chosen.items() if v is not None and v is not False)
        return f"Options({', '.join(f'{name}={value!r}' for name, value in given)})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Options) and self._chosen == other._chosen

    def __hash__(self) -> int:
        return hash(tuple(self._chosen.values()))

    def __reduce__(self) -> Tuple[Any, ...]:
        return _options, (dict(self._chosen),)


def _options(chosen: Dict[str, Any]) -> Options:
    return Options(**chosen)


def made(options: Optional[Options]) -> Any:
    """Makes the C object of the options for a `with` statement; NULL for None."""
    if options is None:
        return contextlib.nullcontext()
    if not isinstance(options, Options):
        raise TypeError(f"options must be Options, not {type(options).__name__}")
    return options._made()


def slow(options: Optional[Options]) -> bool:
    return options is not None and options._slow()


def exact(options: Optional[Options]) -> bool:
    """Whether releases with these options use real arithmetic."""
    return options is None or options._chosen["float_precision"] is None


def seeded(options: Optional[Options]) -> bool:
    """Whether the noise follows from a seed, so that nothing is private."""
    return options is not None and options._chosen["insecure_seed"] is not None
