"""Tests threads, forks, signals, and the end of the interpreter."""

import os
import signal
import sys
import threading
import time

import indp
import pytest
from indp import _long

numpy = pytest.importorskip("numpy")


def together(*functions):
    raised = []

    def guarded(function):
        try:
            function()
        except Exception as error:
            raised.append(error)

    threads = [threading.Thread(target=guarded, args=(one,)) for one in functions]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
        assert not thread.is_alive()
    return raised


def test_many_threads_add_to_one_state():
    for make in (lambda: indp.Sum(0, 10), lambda: indp.Quantile.median(0, 1000)):
        state, expected = make(), make()
        rows = numpy.arange(500.0)

        def adds(state=state, rows=rows):
            for _ in range(50):
                state.add(rows)
                state.add(5.0)
                state.serialise()

        assert together(*[adds] * 8) == []
        for _ in range(400):
            expected.add(rows)
            expected.add(5.0)
        assert state.serialise() == expected.serialise()


def test_one_of_many_threads_releases():
    state, answers = indp.Sum(0, 10), []
    state.add([1.0, 2.0])
    raised = together(*[lambda: answers.append(state.release(1.0))] * 8)
    assert len(answers) == 1 and len(raised) == 7
    assert all(isinstance(error, indp.ReleasedError) for error in raised)


def test_one_of_many_threads_releases_counts():
    for make, release in (
        (lambda: indp.Histogram([0, 1]), "release"),
        (lambda: indp.Mode(["a", "b"]), "release_counts"),
        (indp.Bounds, "release"),
    ):
        state, answers = make(), []
        raised = together(*[lambda: answers.append(getattr(state, release)(1.0))] * 8)
        assert len(answers) == 1 and len(raised) == 7
        assert all(isinstance(error, indp.ReleasedError) for error in raised)


def test_merging_both_ways_does_not_block():
    one, two = indp.Sum(0, 10), indp.Sum(0, 10)

    def left():
        for _ in range(20):
            one.merge(two)

    def right():
        for _ in range(20):
            two.merge(one)

    assert together(left, right, left, right) == []


def test_other_threads_run_during_a_call():
    noise = indp.Snapping(1, 1, 20)
    rows = numpy.zeros(20_000_000)
    for call in (lambda: noise.audit_pair(0, 1), lambda: indp.Sum(0, 1).add(rows)):
        steps = 0
        thread = threading.Thread(target=call)
        thread.start()
        while thread.is_alive():
            steps += 1
            time.sleep(0.0005)
        assert steps >= 5


def test_an_array_that_changes_during_a_call():
    rows, stop = numpy.zeros(2_000_000), threading.Event()

    def changes():
        while not stop.is_set():
            rows[:] = 1e308
            rows[:] = -5.0

    thread = threading.Thread(target=changes)
    thread.start()
    state = indp.Variance(0, 10)
    for _ in range(10):
        state.add(rows)
    stop.set()
    thread.join()
    # All rows must count, each with some value that it had during the call. The state must be
    # valid, so that deserialise accepts it.
    assert indp.Variance.deserialise(state.serialise()).exact_rows() == 20_000_000


@pytest.mark.parametrize("where", ["main", "other"])
def test_stop_ends_a_long_call(where):
    slow = indp.Snapping(1, 1, 1e4)
    stop, raised = indp.Stop(), []

    def audits():
        try:
            with stop:
                slow.audit_pair(0, 1)
        except indp.Error as error:
            raised.append(error)

    timer = threading.Timer(0.3, stop.stop)
    timer.start()
    if where == "main":
        audits()
    else:
        together(audits)
    timer.join()
    assert [type(error) for error in raised] == [indp.StoppedError]


def test_stops_nest_and_end_with_their_block():
    stop, quick = indp.Stop(), indp.Snapping(1, 1, 2)
    stop.stop()
    assert not quick.audit_pair(0, 1).exceeds
    with stop:
        with indp.Stop():
            assert not quick.audit_pair(0, 1).exceeds
        with pytest.raises(indp.StoppedError):
            quick.audit_pair(0, 1)
        stop.clear()
        assert not quick.audit_pair(0, 1).exceeds


INTERRUPT = """
import os, signal, sys, threading, time
import indp
retries = indp.Options(min_retries=2**32 - 1)
eta = indp.Eta(1, 1, 1)
state = indp.Quantile.median(0, 10)
state.add([1.0])
calls = {
    "audit": lambda: indp.Snapping(1, 1, 1e4).audit_pair(0, 1),
    "accuracy": lambda: indp.Snapping(
        1, 1, 1e5, indp.Options(float_precision=1024)).accuracy_at(0.5, 0.1),
    "select": lambda: indp.Exponential(eta, 0, 9, 3, retries).select([1, 2, 3]),
    "release": lambda: state.release(1, indp.Options(
        min_retries=2**32 - 1, selection="exponential")),
    "select_by": lambda: indp.Exponential(eta, 0, 9, 10**9).select_by(lambda i: 1, 10**9),
    "entropy": lambda: indp.Snapping(1, 1, options=indp.Options(
        entropy=lambda n: time.sleep(60))).release(0),
}
timer = threading.Timer(0.5, lambda: os.kill(os.getpid(), signal.SIGINT))
timer.start()
begin = time.monotonic()
try:
    calls[sys.argv[1]]()
except KeyboardInterrupt:
    took = time.monotonic() - begin
    if sys.argv[1] == "release":
        state.serialise()  # fails if the state was released
    indp.self_test()
    sys.exit(0 if took < 8 else 4)
sys.exit(5)
"""


@pytest.mark.parametrize("call", ["audit", "accuracy", "select", "release", "select_by", "entropy"])
def test_an_interrupt_ends_a_long_call(program, call):
    done = program(INTERRUPT, call)
    assert done.returncode == 0, (done.returncode, done.stderr)


def test_a_handler_that_uses_the_state_is_refused(program):
    code = """
import signal, indp, numpy
state, refused = indp.Sum(0, 10), 0
rows = numpy.ones(200_000)

def handler(*_):
    global refused
    try:
        state.add(1.0)
    except indp.BusyError:
        refused += 1

signal.signal(signal.SIGALRM, handler)
signal.setitimer(signal.ITIMER_REAL, 0.0007, 0.0007)
for _ in range(2000):
    state.add(rows)
signal.setitimer(signal.ITIMER_REAL, 0)
assert state.exact_rows() >= 2000 * 200_000
print(refused)
"""
    done = program(code)
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) >= 0


def in_child(work):
    """Returns whether `work` succeeds in a forked child."""
    child = os.fork()
    if child == 0:
        code = 1
        try:
            work()
            code = 0
        finally:
            os._exit(code)
    return os.waitpid(child, 0)[1] == 0


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_a_child_continues_with_states():
    state = indp.Sum(0, 10)
    state.add([1.0])
    noise = indp.Snapping(1, 1, options=indp.Options(grid=2.0**-40))
    read, write = os.pipe()

    def child():
        state.add([2.0])
        assert state.exact_rows() == 2
        os.write(write, str(noise.release(0)).encode().ljust(40))

    assert in_child(child) and in_child(child)
    answers = {os.read(read, 40) for _ in range(2)} | {str(noise.release(0)).encode().ljust(40)}
    assert len(answers) == 3  # all random words differ
    assert state.exact_rows() == 1
    os.close(read)
    os.close(write)


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_a_state_in_use_during_a_fork_is_refused_in_the_child():
    state, inside, leave = indp.Sum(0, 10), threading.Event(), threading.Event()
    state.add([1.0])

    def waits(length):
        inside.set()
        leave.wait(30)
        return os.urandom(length)

    thread = threading.Thread(target=lambda: state.release(1, indp.Options(entropy=waits)))
    thread.start()
    inside.wait(30)

    def child():
        for _ in range(2):
            with pytest.raises(indp.BusyError):
                state.add([1.0])
        other = indp.Sum(0, 10)
        other.add([1.0])
        other.release(1.0)

    fine = in_child(child)
    leave.set()
    thread.join()
    assert fine


def test_the_interpreter_ends_cleanly(program):
    code = """
import atexit, threading, indp
state = indp.Sum(0, 10)
noise = indp.Snapping(1, 1, 20, indp.Options(insecure_seed=1))
choose = indp.Exponential(indp.Eta(1, 1, 1), 0, 9, 3)

def forever():
    while True:
        state.add([1.0, 2.0])
        noise.release(0)
        noise.audit_probability(0, 0)

def last():
    noise.release(0)
    noise.audit_probability(0, 0)  # threads can no longer start
    choose.select([1, 2, 3])

class Late:
    def __del__(self):
        noise.release(0)

atexit.register(last)
late = Late()
for _ in range(4):
    threading.Thread(target=forever, daemon=True).start()
"""
    for _ in range(3):
        done = program(code)
        assert (done.returncode, done.stderr) == (0, "")


def test_subinterpreters(program):
    """In a subinterpreter in which ctypes works, indp must work. Otherwise the import must raise an
    exception and not crash."""
    code = """
import indp
try:
    import _xxsubinterpreters as sub
except ImportError:
    try:
        import _interpreters as sub
    except ImportError:
        raise SystemExit(0)
script = '''
import sys
sys.path[:0] = {path!r}
try:
    import indp
except ImportError:
    pass
else:
    state = indp.Sum(0, 10)
    state.add([1.0, 2.0])
    state.release(1.0)
    indp.Snapping(1, 1).release(0)
'''
import sys
for _ in range(3):
    one = sub.create()
    failed = sub.run_string(one, script.format(path=sys.path))
    assert failed is None, failed
    sub.destroy(one)
state = indp.Sum(0, 10)
state.release(1.0)
"""
    done = program(code)
    assert done.returncode == 0, done.stderr


def test_signals_reach_python_between_calls():
    if threading.current_thread() is not threading.main_thread():
        pytest.skip("not on the main thread")
    caught = []
    old = signal.signal(signal.SIGUSR1, lambda *_: caught.append(1))
    try:
        state = indp.Sum(0, 1)
        for _ in range(100):
            os.kill(os.getpid(), signal.SIGUSR1)
            state.add(1.0)
    finally:
        signal.signal(signal.SIGUSR1, old)
    assert caught and sys.exc_info() == (None, None, None)


def test_handlers_that_raise_at_any_moment(program):
    """A call on another thread uses memory of its caller. So the caller must not leave before the
    call ends, whenever a signal handler raises."""
    code = """
import os, random, signal, sys, time
import indp
random.seed(1)

class Alarm(Exception):
    pass

def handler(*_):
    raise Alarm

signal.signal(signal.SIGALRM, handler)
noise = indp.Snapping(1, 1, 8)
eta = indp.Eta(1, 1, 1)
options = indp.Options(min_retries=2**20 + 1, selection="exponential")
alarms = finished = 0
for i in range(300):
    choose = state = None
    try:
        signal.setitimer(signal.ITIMER_REAL, random.random() * 0.0006 + 1e-6)
        if i % 2:
            noise.audit_probability(0, 1)
        else:
            state = indp.Quantile.median(0, 10)
            state.add([1.0] * 100)
            state.release(1.0, options)
        finished += 1
        signal.setitimer(signal.ITIMER_REAL, 0)
    except Alarm:
        alarms += 1
signal.setitimer(signal.ITIMER_REAL, 0)
indp.self_test()
assert alarms > 20, alarms
print(alarms, finished)
"""
    done = program(code)
    assert done.returncode == 0, (done.returncode, done.stderr)


class _Raising(list):
    """A list of claims that imitates a signal handler. It raises each time the claim "waiter" is
    added, up to a given number of times."""

    def __init__(self, times):
        super().__init__()
        self.times = times

    def append(self, item):
        super().append(item)
        if item == "waiter" and self.times:
            self.times -= 1
            raise KeyboardInterrupt


@pytest.mark.parametrize("times", [1, 2, 3])
def test_interrupts_while_a_call_is_called_off(times, monkeypatch):
    """The wait must end, whichever thread claims the call first. It must not wait for a thread that
    never starts."""

    def interrupted(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(_long._thread, "start_new_thread", interrupted)
    call = _long._Call(lambda: 0, (), indp.Stop())
    call._claims = _Raising(times)
    waited = []
    thread = threading.Thread(target=lambda: waited.append(call.wait()), daemon=True)
    thread.start()
    thread.join(10)
    assert [type(error) for error in waited] == [KeyboardInterrupt]
    call.work()  # a thread that starts late makes no call
    assert call.status is None


def test_the_flag_of_an_interrupt_does_not_stop_later_calls():
    stop = indp.Stop()
    with stop:
        stop._flag.value = 1  # two interrupts in quick succession leave the flag like this
        assert _long.run(lambda: 0) == 0
        assert stop._flag.value == 0
        stop.stop()
        _long.run(lambda: 0)
        assert stop._flag.value == 1


def test_signals_that_keep_coming_do_not_end_the_wait(program):
    """A signal handler may raise while the caller still handles the exception of an earlier
    signal."""
    code = """
import random, signal, time
import indp
from indp import _long
random.seed(1)
left = 0

class Alarm(Exception):
    pass

def handler(*_):
    global left
    left -= 1
    if left == 0:
        signal.setitimer(signal.ITIMER_REAL, 0)
    if left >= 0:
        raise Alarm

def work(ended):
    signal.setitimer(signal.ITIMER_REAL, 0.0001, random.random() * 5e-5 + 2e-5)
    while left > 0:
        time.sleep(0.0005)
    ended.append(True)
    return 0

signal.signal(signal.SIGALRM, handler)
interrupted = 0
for _ in range(200):
    left = random.randrange(2, 30)
    ended = []
    try:
        _long.run(work, ended)
    except Alarm:
        interrupted += 1
    finally:
        assert ended, "the caller left before the call had ended"
assert interrupted == 200, interrupted
assert signal.getsignal(signal.SIGALRM) is handler
assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
"""
    done = program(code)
    assert done.returncode == 0, done.stderr


def test_a_handler_installed_during_a_long_call_stays(program):
    code = """
import os, signal, time
from indp import _long

def second(*_):
    raise SystemExit("second")

def first(*_):
    signal.signal(signal.SIGALRM, second)

def work():
    time.sleep(0.02)
    os.kill(os.getpid(), signal.SIGALRM)
    time.sleep(0.05)
    return 0

signal.signal(signal.SIGALRM, first)
assert _long.run(work) == 0
assert signal.getsignal(signal.SIGALRM) is second
signal.signal(signal.SIGALRM, signal.SIG_IGN)
assert _long.run(work) == 0
assert signal.getsignal(signal.SIGALRM) is signal.SIG_IGN
"""
    done = program(code)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("use", ["release", "add", "spend", "other"])
def test_a_callback_of_a_long_call_may_not_wait_for_its_own_state(use):
    """A long call runs on a thread of its own, while its caller holds the lock of the state."""
    state, budget = indp.Quantile.median(0, 10), indp.Budget(1)
    state.add([1.0] * 100)
    refused = []

    def entropy(length):
        with pytest.raises(indp.BusyError):
            if use == "release":
                state.release(1)
            elif use == "add":
                state.add([2.0])
            elif use == "spend":
                budget.spend(0.5)
            else:
                indp.Count().add_rows(1)
        refused.append(use)
        raise KeyError(use)  # the call would take a million words

    slow = indp.Options(min_retries=2**20 + 1, selection="exponential", entropy=entropy)
    limit = threading.Timer(30, lambda: os._exit(3))  # a test that waits for ever must end, too
    limit.start()
    with pytest.raises(KeyError):
        state.release(1, slow)
    limit.cancel()
    assert refused == [use] and state.exact_rows() == 100 and budget.left == 1
    state.release(1)


def test_a_callback_cannot_free_the_array_of_its_call():
    values = numpy.ones(10000)
    out = numpy.zeros(10000)
    scores = numpy.zeros(10000)
    counts = numpy.zeros(10000, dtype=numpy.int64)
    groups = numpy.ones(10000, dtype=numpy.uint64)
    arrays = [values, scores, counts, groups]

    def entropy(length):
        for each in arrays:
            each.resize(0, refcheck=False)  # frees the memory, whoever reads it
        return os.urandom(length)

    own = indp.Options(entropy=entropy)
    noise = indp.Snapping(1, 1, options=own)
    answers = noise.release_many(values, out=out)
    assert answers is out and len(values) == 0 and abs(out.mean() - 1) < 1
    choose = indp.Exponential(indp.Eta(1, 1, 1), 0, 9, 10000, own)
    scores.resize(10000, refcheck=False)
    assert 0 <= choose.select(scores) < 10000
    counts.resize(10000, refcheck=False)
    groups.resize(10000, refcheck=False)
    groups[:] = 1
    assert 0 <= choose.select_counted(counts, groups) < 10000
    # What a callback writes into the array does not count. Permute-and-flip draws words before
    # it has read all scores.
    scores.resize(100, refcheck=False)
    scores[:] = 1000.0
    scores[70] = 0.0

    def misleads(length):
        scores[70], scores[90] = 1000.0, 0.0
        return os.urandom(length)

    coins = indp.Options(entropy=misleads, selection="permute_and_flip")
    assert indp.Exponential(indp.Eta(1, 1, 1), 0, 1000, 100, coins).select(scores) == 70
    arrays.append(out)
    with pytest.raises(ValueError, match="as long as values"):
        noise.release_many(numpy.ones(10000), out=out)

    def fails(_):
        raise KeyError

    held = numpy.full(3, 7.0)
    with pytest.raises(KeyError):
        indp.Snapping(1, 1, options=indp.Options(entropy=fails)).release_many(held, out=held)
    assert list(held) == [7.0] * 3
