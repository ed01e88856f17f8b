#!/usr/bin/env python3
"""Compares what readers saw on two sides. Usage: compare.py FOLDER FORM, where FORM is short or
full and the folder has observations SIDE.REPEAT.json.

All sides have the same randomness and the same clock. So what a fenced reader sees is the same in
equal runs, and what differs between sides is a channel, but for the column of released answers. The
channels of the fenced reader must be those of known.txt, and the others must find what control.txt
lists."""
import fnmatch
import json
import os
import sys

import sides

HERE = os.path.dirname(os.path.abspath(__file__))


def load(folder):
    """Returns the observations: those of repeat 1 by side, and those of other repeats as (side,
    them)."""
    first, others = {}, []
    for name in sorted(os.listdir(folder)):
        if name.endswith('.json'):
            side, repeat, _ = name.split('.')
            with open(os.path.join(folder, name), encoding='utf-8') as file:
                seen = json.load(file)
            if repeat == '1':
                first[side] = seen
            else:
                others.append((side, seen))
    return first, others


class Rule:
    """A line of known.txt or control.txt: PAIRS | FORM | PATTERN | REASON."""

    def __init__(self, text):
        self.pairs, self.form, self.pattern, self.reason = (part.strip()
                                                            for part in text.split('|', 3))
        self.text = text
        self.used = False

    def concerns(self, pair, form):
        return pair in self.pairs.split() and form in self.form.split()

    def matches(self, name):
        return fnmatch.fnmatchcase(name, self.pattern.replace('[', '[[]'))


def rules(name):
    with open(os.path.join(HERE, name), encoding='utf-8') as source:
        return [Rule(line) for line in source.read().splitlines() if line.strip()
                and not line.startswith('#')]


def who(name):
    return name.split(',')[0].split(':')[0]


def is_fenced(name):
    return who(name) in ('fenced', 'memory', 'ledger')


def difference(left, right):
    """The first lines that differ."""
    a, b = ((text if text is not None else '(nothing)').split('\n') for text in (left, right))
    at = next((i for i, (x, y) in enumerate(zip(a, b)) if x != y), min(len(a), len(b)) - 1)
    return '%s, and %s' % (a[at][:150], b[at][:150])


def differing(left, right):
    return [name for name in dict.fromkeys(list(left) + list(right))
            if left.get(name) != right.get(name)]


def compare(pair, left, right, form, known, wanted):
    """Returns the failures."""
    failures = []
    names = differing(left, right)
    fenced, others = ([n for n in names if is_fenced(n)],
                      [n for n in names if who(n) in ('control', 'opened')])
    answers = [n for n in names if who(n) == 'answer']
    mine = [rule for rule in known if rule.concerns(pair, form)]
    for rule in mine:
        rule.used = False
    for name in fenced:
        hits = [rule for rule in mine if rule.matches(name)]
        for rule in hits:
            rule.used = True
        if not hits:
            failures.append('%s: a channel: %s: %s'
                            % (pair, name, difference(left.get(name), right.get(name))))
    failures += ['%s: in known.txt, and seen no longer: %s' % (pair, rule.text) for rule in mine
                 if not rule.used]
    failures += ['%s: the control did not find: %s' % (pair, rule.text) for rule in wanted
                 if rule.concerns(pair, form)
                 and not any(rule.matches(name) for name in others + answers)]
    hosts = [n[6:] for n in names if who(n) == 'host' and not n.startswith('host, control')]
    print('%s: of %d observations behind the fence, %d differ, %d of them unknown; of %d answers, '
          '%d differ; the controls found %d; hosts could show: %s'
          % (pair, sum(map(is_fenced, left)), len(fenced),
             len([f for f in failures if ': a channel: ' in f]),
             sum(who(n) == 'answer' for n in left),
             len(answers), len(others), ', '.join(hosts[:5]) or 'nothing'))
    return failures


def main():
    folder, form = sys.argv[1:]
    first, others = load(folder)
    known, wanted = rules('known.txt'), rules('control.txt')
    failures = []
    for side, seen in others:
        failures += ['%s twice: noise: %s: %s'
                     % (side, name, difference(first[side].get(name), seen.get(name)))
                     for name in differing(first[side], seen) if who(name) != 'host']
    pairs = [(a, b) for a, b in sides.PAIRS if a in first and b in first]
    for a, b in pairs:
        failures += compare('%s-%s' % (a, b), first[a], first[b], form, known, wanted)
    if not pairs or not others:
        failures.append('nothing was compared')
    for failure in failures[:40]:
        print('FAIL ' + failure[:600])
    if len(failures) > 40:
        print('and %d more' % (len(failures) - 40))
    sys.exit(1 if failures else 0)


if __name__ == '__main__':
    main()
