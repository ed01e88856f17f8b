"""Runs statements in child processes, so that a crash, a sanitizer's report or a call without end
names its statement, and the rest runs in a new process."""
import collections
import json
import os
import re
import select
import signal
import sys
import tempfile
import traceback

SPOKE = re.compile(r'AddressSanitizer|UndefinedBehaviorSanitizer|runtime error:|Assertion|INTERNAL '
                   r'Error|panicked at')
ALONE = 120 # seconds that one statement may take

# The name of what it calls, and its text. `bound` are values that it gets besides.
Statement = collections.namedtuple('Statement', 'name sql bound', defaults=((),))


def work(open_engine, statements, send):
    """The child. `open_engine` returns a function that runs a statement, and returns whether it
    succeeded, or a text that says what is wrong."""
    engine = open_engine()
    for at, statement in enumerate(statements):
        send((at, None))
        send((at, engine(statement)))


class Runner:
    """What ran, and what was wrong with it."""

    def __init__(self, role):
        self.role, self.wrong, self.number, self.succeeded = role, [], 0, set()

    def run(self, open_engine, statements):
        todo = list(statements)
        while todo:
            done = self.run_some(open_engine, todo)
            self.number += done
            todo = todo[done:]

    def run_some(self, open_engine, statements):
        """Runs statements until the child ends. Returns how many were begun."""
        reading, writing = os.pipe()
        with tempfile.TemporaryFile() as log:
            sys.stdout.flush()
            child = os.fork()
            if child == 0:
                os.dup2(log.fileno(), 2)
                try:
                    with os.fdopen(writing, 'w', buffering=1) as pipe:
                        work(open_engine, statements,
                             lambda line: pipe.write(json.dumps(line) + '\n'))
                except BaseException:
                    traceback.print_exc()
                    sys.stderr.flush()
                    os._exit(3)
                os._exit(0)
            os.close(writing)
            last = self.follow(reading, child, statements)
            status = os.waitpid(child, 0)[1]
            log.seek(0)
            lines = log.read().decode('utf-8', 'backslashreplace').splitlines()
        about = ' | '.join([line.strip() for line in lines if SPOKE.search(line)][:2]
                           or [line.strip() for line in lines[-2:] if status])
        if status or about:
            ending = ('signal %d' % os.WTERMSIG(status) if os.WIFSIGNALED(status)
                      else 'exit %d' % os.WEXITSTATUS(status))
            self.note(statements[last] if last >= 0 else '(before the first)',
                      'the process ended with %s: %s' % (ending, about))
        return last + 1 if last >= 0 else len(statements)

    def follow(self, reading, child, statements):
        """Reads what the child sends. Returns the number of its last statement."""
        last = -1
        with os.fdopen(reading, 'rb', buffering=0) as pipe:
            kept = b''
            while True:
                if not select.select([pipe], [], [], ALONE)[0]:
                    os.kill(child, signal.SIGKILL)
                    self.note(statements[last], 'took more than %d s' % ALONE)
                more = pipe.read(65536)
                if not more:
                    return last
                *lines, kept = (kept + more).split(b'\n')
                for line in lines:
                    last, result = json.loads(line)
                    if result is True:
                        self.succeeded.add(statements[last].name)
                    elif result:
                        self.note(statements[last], result)

    def note(self, statement, what):
        self.wrong.append('%s: %s: %s' % (self.role, what, ' '.join(map(str, statement[1:]))
                                          if isinstance(statement, Statement) else statement))


def ask(get):
    """What get() returns, computed in a child: a process must not fork once it has used an engine
    with threads."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            with os.fdopen(writing, 'w') as pipe:
                json.dump(get(), pipe)
        except BaseException:
            traceback.print_exc()
            os._exit(3)
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading) as pipe:
        text = pipe.read()
    if os.waitpid(child, 0)[1]:
        sys.exit('surface: a child failed')
    return json.loads(text)
