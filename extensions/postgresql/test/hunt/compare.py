#!/usr/bin/env python3
"""Compares what readers saw on two sides. Usage: compare.py FOLDER MAJOR FORM REPEATS [PAIR...],
where a pair is SIDE-SIDE and FORM is short or full.

An observation is noise if it differs between two equal runs of one side, and a channel if it is the
same in all runs of each side, and differs between the sides. The channels of the fenced reader must
be those of known.txt, and those of the control must contain those of control.txt."""
import fnmatch
import os
import re
import sys

import book
import sides

HERE = os.path.dirname(os.path.abspath(__file__))
FENCED, CONTROL = 'fenced, ', 'watcher, '


def classify(lefts, rights):
    """Returns the names of the channels, and those of the noise."""
    channels, noise = [], []
    names = list(lefts[0])
    for other in lefts[1:] + rights:
        names += [name for name in other if name not in lefts[0]]
    for name in dict.fromkeys(names):
        left, right = {one.get(name) for one in lefts}, {one.get(name) for one in rights}
        if len(left) > 1 or len(right) > 1:
            noise.append(name)
        elif left != right:
            channels.append(name)
    return channels, noise


class Rule:
    """A line of known.txt or control.txt: PAIRS | VERSIONS | FORM | PATTERN | REASON."""

    def __init__(self, text):
        pairs, versions, form, self.pattern, self.reason = (part.strip()
                                                            for part in text.split('|', 4))
        self.pairs = pairs.split()
        since, _, until = versions.partition('-')
        self.since, self.until = int(since or 0), int(until or 99)
        self.forms = form.split()
        self.sometimes = 'sometimes' in self.forms
        self.text = text
        self.used = False

    def concerns(self, pair, major):
        return (self.pairs == ['*'] or pair in self.pairs) and self.since <= major <= self.until

    def matches(self, name):
        return fnmatch.fnmatchcase(name, self.pattern.replace('[', '[[]'))

    def must_match(self, form):
        return not self.sometimes and form in self.forms


def rules(name):
    with open(os.path.join(HERE, name), encoding='utf-8') as source:
        return [Rule(line) for line in source.read().splitlines() if line.strip()
                and not line.startswith('#')]


def difference(folder, left, right):
    """The first lines that differ."""
    a, b = ((book.value(folder, v) or '(nothing)').split('\n') for v in (left, right))
    if len(a) != len(b):
        return '%d lines, and %d; %s, and %s' % (len(a), len(b), a[-1][:150], b[-1][:150])
    at = next((i for i in range(len(a)) if a[i] != b[i]), 0)
    return '%s, and %s' % (a[at][:150], b[at][:150])


def is_shifted(a, b, shifts, least):
    """Whether two texts differ only in numbers, of at least `least`, by one of the shifts."""
    one, two = re.split(r'(\d+)', a), re.split(r'(\d+)', b)
    if len(one) != len(two) or one[::2] != two[::2]:
        return False
    return all(x == y or (int(x) >= least and int(y) - int(x) in shifts) for x,
               y in zip(one[1::2], two[1::2]))


def in_any_order(text):
    """The lines, sorted, without numbers that may be those of objects."""
    return sorted(re.sub(r'\d{5,}', '#', text).split('\n'))


def shifts(left, right, kind):
    """By how much the numbers of new objects or transactions differ between the sides."""
    pairs = zip(left['numbers: ' + kind].split('\n'), right['numbers: ' + kind].split('\n'))
    return {int(b) - int(a) for a, b in pairs} - {0}


class Shifts:
    def __init__(self, folder, left, right):
        self.folder, self.left, self.right = folder, left, right
        self.kinds = [('numbers of objects', shifts(left, right, 'oid'), 16384),
                      ('numbers of transactions', shifts(left, right, 'xid'), 100)]

    def kind(self, name):
        """Returns the kind of number by which alone the observation differs, or None."""
        a, b = (book.value(self.folder, one.get(name)) for one in (self.left, self.right))
        if a is None or b is None:
            return None
        for kind, some, least in self.kinds:
            if some and is_shifted(a, b, some, least):
                return kind
        if self.kinds[0][1] and in_any_order(a) == in_any_order(b):
            return 'order of rows, because of numbers of objects'
        every = set().union(*(some for _, some, _ in self.kinds))
        return 'numbers of both' if every and is_shifted(a, b, every, 100) else None


def merged(names):
    """Names that differ only in when and after what they were seen, counted."""
    counts = {}
    for name in names:
        short = re.sub(r'^(fenced|watcher), ((same session|new session|within|fast '
                       r'path|after)[^:]*: |)', '', name)
        counts[short] = counts.get(short, 0) + 1
    return ['%s%s' % (name, '' if n == 1 else ' (%d times)' % n) for name, n in counts.items()]


def main():
    folder, major, form, repeats = sys.argv[1], int(sys.argv[2]), sys.argv[3], int(sys.argv[4])
    pairs = sys.argv[5:] or ['%s-%s' % pair for pair in sides.PAIRS]
    known, wanted = rules('known.txt'), rules('control.txt')
    failures, noisy = [], {}
    for pair in pairs:
        one, two = pair.split('-')
        lefts, rights = ([book.load(folder, side, repeat) for repeat in range(1, repeats + 1)]
                         for side in (one, two))
        channels, noise = classify(lefts, rights)
        for name in noise:
            noisy[name] = None
        shifted = Shifts(folder, lefts[0], rights[0])
        fenced = []
        numbers = {}
        for name in channels:
            kind = shifted.kind(name) if name.startswith(FENCED) else None
            if kind:
                numbers.setdefault(FENCED + kind, []).append(name)
            elif name.startswith(FENCED):
                fenced.append(name)
        fenced += numbers
        control = [name for name in channels if name.startswith(CONTROL)]
        total = sum(name.startswith(FENCED) for name in lefts[0])
        unknown = []
        mine = [rule for rule in known if rule.concerns(pair, major)]
        for rule in mine:
            rule.used = False
        for name in fenced:
            hits = [rule for rule in mine if rule.matches(name[len(FENCED):])]
            for rule in hits:
                rule.used = True
            if not hits:
                unknown.append(name)
        for name in unknown:
            failures.append('%s: a channel: %s: %s'
                            % (pair, name,
                               difference(folder, lefts[0].get(name), rights[0].get(name))))
        for rule in mine:
            if not rule.used and rule.must_match(form):
                failures.append('%s: in known.txt, and seen no longer: %s' % (pair, rule.text))
        for rule in wanted:
            if (rule.concerns(pair, major) and rule.must_match(form)
                and not any(rule.matches(name[len(CONTROL):]) for name in control)):
                failures.append('%s: the control did not find: %s' % (pair, rule.text))
        print('%s: of %d observations behind the fence, %d differ, %d of them unknown; %d are '
              'noise; the control found %d'
              % (pair, total, len(fenced), len(unknown),
                 sum(name.startswith(FENCED) for name in noise), len(control)))
        for name, some in numbers.items():
            print('    %s: in %d observations, such as: %s' % (name[len(FENCED):], len(some),
                                                               '; '.join(merged(some)[:6])))
        with open(os.path.join(folder, pair + '.txt'), 'w', encoding='utf-8') as report:
            for name in fenced + control:
                report.write('%s: %s\n'
                             % (name, difference(folder, lefts[0].get(name), rights[0].get(name))))
    for prefix, who in ((FENCED, 'behind the fence'), (CONTROL, 'of the control')):
        names = merged(name for name in noisy if name.startswith(prefix))
        text = 'noise %s, %d names: %s' % (who, len(names), '; '.join(names))
        print(text if prefix == FENCED else text[:300] + ' ..')
    with open(os.path.join(folder, 'noise.txt'), 'w', encoding='utf-8') as report:
        report.write('\n'.join(noisy) + '\n')
    for failure in failures[:40]:
        print('FAIL ' + failure[:600])
    if len(failures) > 40:
        print('and %d more, in %s' % (len(failures) - 40, folder))
    sys.exit(1 if failures else 0)


if __name__ == '__main__':
    main()
