"""Optional settings of a mechanism or a release."""

from __future__ import annotations

import contextlib
import ctypes
from typing import Any, Callable, Dict, Iterator, Optional, Tuple, Union

from . import _low as low
from ._callbacks import calling, fill_from
from ._errors import ParameterError, check, error_of
from ._numbers import UINT32_MAX, UINT64_MAX, choice, real, whole

SELECTIONS = {
    None: low.INDP_SELECTION_DEFAULT,
    "exponential": low.INDP_SELECTION_EXPONENTIAL,
    "permute_and_flip": low.INDP_SELECTION_PERMUTE_AND_FLIP,
}

# With more draws than this, a selection may take so long that Ctrl-C must be able to end it.
MANY_DRAWS = 1 << 20


class Options:
    """Optional settings of a mechanism or a release. An option that does not apply is refused.

    An object cannot be changed, so any number of threads may use it. No option changes the privacy
    loss of a release, but two make releases insecure, as their names say.

    Args:
        grid: releases are multiples of this power of two, in the unit of the values. None lets the
            mechanism choose. For Snapping, Sum and counts (at least 1), in real arithmetic.
        float_precision: None for real arithmetic; 53 to 4096 for float arithmetic with this number
            of bits; "auto" for a number of at least 118 that suits the parameters. Float arithmetic
            reproduces published mechanisms. Not for selections, quantiles, modes and
            histograms.
        selection: "exponential" or "permute_and_flip", for Quantile, Mode and Exponential. None
            stands for the default of each.
        min_retries: the least number of draws of a selection by the exponential mechanism, from 1
            to 2**32 - 1. None stands for 16.
        insecure_timing: lets selections end early, which is NOT PRIVATE against an observer who
            measures time.
        empirical_precision: computes selections as in the paper of the exponential mechanism,
            which is far slower.
        entropy: a function that takes a number and returns that many random bytes, uniform and
            secret. It replaces the random bits of the operating system. If it raises, the release
            raises the same exception and nothing is released. It must not call indp. WARNING: how
            many bytes a release reads depends on the values. So whether the function fails must not
            depend on the number of bytes read before.
        insecure_seed: 0 to 2**64 - 1. Makes releases reproducible and NOT PRIVATE: anyone who
            knows the seed can subtract the noise. For tests.

    Raises:
        ParameterError: grid, float_precision, selection, min_retries or insecure_seed is out of
            its range, or both entropy and insecure_seed are given.
        TypeError: an argument has the wrong type.
    """

    __slots__ = ("_chosen", "_fill")

    def __init__(
        self,
        *,
        grid: Optional[float] = None,
        float_precision: Union[None, int, str] = None,
        selection: Optional[str] = None,
        min_retries: Optional[int] = None,
        insecure_timing: bool = False,
        empirical_precision: bool = False,
        entropy: Optional[Callable[[int], bytes]] = None,
        insecure_seed: Optional[int] = None,
    ) -> None:
        if hasattr(self, "_chosen"):
            raise TypeError("options cannot be initialised again: make new ones")
        if grid is not None:
            grid = real("grid", grid)
        automatic = isinstance(float_precision, str) and float_precision == "auto"
        if float_precision is not None and not automatic:
            rule = "must be None (real arithmetic), 'auto' or an int from 53 to 4096"
            if isinstance(float_precision, str):
                raise TypeError(f"float_precision {rule}")
            status = low.INDP_E_PRECISION
            try:
                float_precision = whole("float_precision", float_precision, 53, 4096, status)
            except ParameterError:
                raise ParameterError(status, "float_precision", rule) from None
        if not (selection is None or isinstance(selection, str)):
            raise TypeError(f"selection must be a str, not {type(selection).__name__}")
        if selection not in SELECTIONS:
            why = "must be None, 'exponential' or 'permute_and_flip'"
            raise ParameterError(low.INDP_E_SELECTION, "selection", why)
        if min_retries is not None:
            status = low.INDP_E_MIN_RETRIES
            min_retries = whole("min_retries", min_retries, 1, UINT32_MAX, status)
        if entropy is not None and not callable(entropy):
            raise TypeError(f"entropy must be a function, not {type(entropy).__name__}")
        if insecure_seed is not None:
            if entropy is not None:
                why = "must not be given together with entropy"
                raise ParameterError(low.INDP_E_LENGTH, "insecure_seed", why)
            insecure_seed = whole("insecure_seed", insecure_seed, 0, UINT64_MAX, low.INDP_E_LENGTH)
        self._chosen: Dict[str, Any] = {
            "grid": grid,
            "float_precision": float_precision,
            "selection": selection,
            "min_retries": min_retries,
            "insecure_timing": choice("insecure_timing", insecure_timing),
            "empirical_precision": choice("empirical_precision", empirical_precision),
            "entropy": entropy,
            "insecure_seed": insecure_seed,
        }
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
        chosen = self._chosen
        if chosen["grid"] is not None:
            check(low.indp_options_set_grid(made, chosen["grid"]))
        bits = chosen["float_precision"]
        if bits is not None:
            bits = low.INDP_PRECISION_AUTO if bits == "auto" else bits
            check(low.indp_options_set_float_precision(made, bits))
        if chosen["selection"] is not None:
            check(low.indp_options_set_selection(made, SELECTIONS[chosen["selection"]]))
        if chosen["min_retries"] is not None:
            check(low.indp_options_set_min_retries(made, chosen["min_retries"]))
        if chosen["insecure_timing"]:
            check(low.indp_options_set_insecure_timing(made, 1))
        if chosen["empirical_precision"]:
            check(low.indp_options_set_empirical_precision(made, 1))
        if self._fill is not None:
            check(low.indp_options_set_entropy_callback(made, self._fill, None))
        if chosen["insecure_seed"] is not None:
            check(low.indp_options_set_insecure_seed(made, chosen["insecure_seed"]))

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
