"""Tests callbacks that are written in Python with ctypes. If a Python callback raises an exception,
its return value may be left over from the preceding call. Therefore a callback reports success by
*done and not by a return value. After an exception the library must release nothing, whatever the
callback wrote before."""
import ctypes
import random
import sys

lib = ctypes.CDLL(sys.argv[1])
OK, ENTROPY, UTILITY = 0, 8, 33
FILL = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.POINTER(ctypes.c_uint8), ctypes.c_size_t,
                        ctypes.POINTER(ctypes.c_int32))
UTILITY_CALLBACK = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_size_t,
                                    ctypes.POINTER(ctypes.c_double), ctypes.POINTER(ctypes.c_int32))
# The type of a callback that a host mistakenly declares with a return value.
HABIT = ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_void_p, ctypes.POINTER(ctypes.c_uint8),
                         ctypes.c_size_t, ctypes.POINTER(ctypes.c_int32))
DONE = 1768842352
sys.unraisablehook = lambda _: None
random.seed(1)
failures = 0


def check(holds, what):
    global failures
    if not holds:
        failures += 1
        print("check failed:", what)


def options_with(fill):
    options = ctypes.c_void_p()
    check(lib.indp_options_new(ctypes.byref(options)) == OK, "options")
    check(lib.indp_options_set_entropy_callback(options, fill, None) == OK, "callback")
    return options


def new_snapping(fill):
    mechanism = ctypes.c_void_p()
    one = ctypes.c_double(1)
    check(lib.indp_snapping_new(one, one, ctypes.c_double(1e6), options_with(fill),
                                ctypes.byref(mechanism)) == OK, "new")
    return mechanism


class Ends(Exception):
    pass


def release(kind, ends, written):
    """Releases 100 times. In every second release the callback writes `written` bytes and then
    calls `ends`. Checks that these releases fail and write no answer."""
    good = [True]

    def fill(_, buf, length, done):
        n = length if good[0] else written
        for i in range(n):
            buf[i] = random.getrandbits(8)
        if good[0]:
            done[0] = DONE
            return DONE
        return ends()

    callback = kind(fill)
    mechanism = new_snapping(callback)
    for _ in range(50):
        out = ctypes.c_double(-7)
        good[0] = True
        check(lib.indp_snapping_release(mechanism, ctypes.c_double(1000), ctypes.byref(out)) == OK,
              "a good call")
        good[0], out.value = False, -7
        status = lib.indp_snapping_release(mechanism, ctypes.c_double(1000), ctypes.byref(out))
        check(status == ENTROPY and out.value == -7,
              (kind.__name__, ends.__name__, written, status, out.value))


def raises():
    raise Ends


def returns_none():
    return None


def returns_done():
    return DONE


def returns_more():
    return DONE + (1 << 32)


def returns_text():
    return "done"


for kind in (FILL, HABIT):
    for ends in (raises, returns_none, returns_done, returns_more, returns_text):
        for written in (0, 1, 4, 7, 8):
            release(kind, ends, written)


def utilities(raised, written):
    def write_utility(_, outcome, out, done):
        if outcome == 1 and raised:
            if written:
                out[0] = 1.0
            raise Ends
        out[0] = float(outcome)
        done[0] = DONE

    eta = (ctypes.c_uint64 * 2)(1, 1 | 1 << 32)  # x = 1, y = 1, z = 1
    selection, index, callback = (ctypes.c_void_p(), ctypes.c_size_t(77),
                                  UTILITY_CALLBACK(write_utility))
    check(lib.indp_exponential_new(eta, ctypes.c_int64(0), ctypes.c_int64(10), ctypes.c_uint64(10),
                                   None, ctypes.byref(selection)) == OK, "eta")
    status = lib.indp_exponential_select_by(selection, callback, None, ctypes.c_size_t(3),
                                            ctypes.byref(index))
    return status, index.value


check(utilities(False, True)[0] == OK, "a good utility")
for written in (False, True):
    check(utilities(True, written) == (UTILITY, 77), "a utility that raises")
sys.exit(failures != 0)
