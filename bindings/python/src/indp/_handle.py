"""Owns an object that the library allocated."""

from __future__ import annotations

import ctypes
from typing import Any, Callable, NoReturn

from ._errors import check


class Handle:
    """The address of an object of the library. The object is freed with the last reference to this
    handle.

    `keep` holds the callbacks that the object calls, so that they live as long as the object."""

    __slots__ = ("_free", "address", "keep")

    def __init__(self, new: Callable[..., int], free: Callable[..., Any], keep: Any) -> None:
        """`new` makes the object. It writes the address to its argument and returns a status."""
        self._free = free
        self.keep = keep
        made = ctypes.c_void_p()
        self.address: Any = None
        check(new(ctypes.byref(made)))
        self.address = made.value

    def __del__(self) -> None:
        address, self.address = getattr(self, "address", None), None
        if address is not None:
            self._free(address)

    def __reduce__(self) -> NoReturn:
        # The copy would be a second owner of the address, which would then be freed twice.
        raise TypeError("a mechanism cannot be pickled: pickle its parameters")
