"""The memory of a state."""

from __future__ import annotations

import ctypes
from typing import Any, Callable, Tuple

from . import _low as low
from ._errors import check
from ._guard import Guard
from ._numbers import exact_bytes


class Held(Guard):
    """The bytes of a state, in memory that grows as needed."""

    __slots__ = ("_place",)

    def __init__(self, size: int, write: Callable[[int, int], int]) -> None:
        """Allocates `size` bytes. `write(address, size)` fills them."""
        super().__init__()
        self._place = _placed(bytearray(size))
        check(write(self.address, size))

    @property
    def address(self) -> int:
        return self._place[0]

    def adding(self, rows: int, add: Callable[[], int]) -> int:
        """Calls `add` and returns its status. If the rows do not fit, makes room for `rows` rows
        and repeats the call. The caller must hold the lock."""
        status = add()
        if status == low.INDP_E_CAPACITY:
            self._grow(rows)
            status = add()
        return status

    def _grow(self, rows: int) -> None:
        room = ctypes.c_size_t()
        check(low.indp_state_room(self.address, rows, ctypes.byref(room)))
        longer = bytearray(room.value)
        memory = self._place[2]
        longer[: len(memory)] = memory
        self._place = _placed(longer)
        check(low.indp_state_resized(self.address, room.value))

    def bytes(self) -> bytes:
        """Returns the serialised state. The caller must hold the lock."""
        size = ctypes.c_size_t()
        check(low.indp_state_size(self.address, ctypes.byref(size)))
        out = ctypes.create_string_buffer(size.value)
        check(low.indp_state_serialise(self.address, ctypes.addressof(out), size.value))
        return out.raw


def _placed(memory: bytearray) -> Tuple[int, Any, bytearray]:
    """Returns a tuple of the address of the memory, an object that pins the memory there, and the
    memory. Since they form one tuple, an exception of a signal handler cannot leave an address
    without its memory."""
    pin = ctypes.c_char.from_buffer(memory)
    return ctypes.addressof(pin), pin, memory


def read(data: bytes) -> Held:
    """Reads serialised bytes of a state."""
    data = exact_bytes("data", data)
    size = ctypes.c_size_t()
    check(low.indp_state_deserialised_size(data, len(data), ctypes.byref(size)))
    return Held(
        size.value, lambda own, length: low.indp_state_deserialise(own, length, data, len(data))
    )
