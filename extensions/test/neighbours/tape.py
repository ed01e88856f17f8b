"""The randomness that tape.c serves to this process and to the servers that it talks to."""

import mmap
import os
import struct
import threading


class Tape:
    def __init__(self):
        file = os.open(os.environ["NEIGHBOURS_TAPE"], os.O_RDWR)
        self._map = mmap.mmap(file, 24)
        os.close(file)
        self._epoch = 0

    def begin(self, key):
        """Threads and processes that begin from now on draw the randomness of this key."""
        self._epoch += 1
        self._map[:24] = struct.pack("<3Q", key, self._epoch, 0)

    def seeds(self):
        """How many seeds the library has drawn since."""
        return struct.unpack("<3Q", self._map[:24])[2]


def in_thread(work):
    """Calls `work` in a thread of its own, which has a generator of its own."""
    result = []

    def run():
        try:
            result.append((work(), None))
        except BaseException as error:
            result.append((None, error))

    thread = threading.Thread(target=run)
    thread.start()
    thread.join()
    value, error = result[0]
    if error is not None:
        raise error
    return value
