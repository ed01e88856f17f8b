"""What the surfaces of several engines share: the parameters of each function, lists of arguments, bytes that
are almost a state, and the comparison with reachable.txt."""
import fnmatch
import os
import re
import subprocess

# By name, after dp_. What follows the bar may be left out.
BOUNDED, CHOSEN, LISTED = 'x lo hi epsilon | rows', 'x lo hi epsilon | rows points', 'x candidates epsilon | rows'
AGGREGATES = {
    'count': 'x epsilon | rows', 'sum': BOUNDED, 'avg': BOUNDED, 'var': BOUNDED, 'stddev': BOUNDED, 'median': CHOSEN, 'min': CHOSEN, 'max': CHOSEN,
    'quantile': 'x q lo hi epsilon | rows points', 'quantiles': 'x qs lo hi epsilon | rows points', 'mode': LISTED, 'counts': LISTED, 'histogram': 'x edges epsilon | rows',
}
ERRORS = {'count': 'epsilon alpha | rows', 'sum': 'lo hi epsilon alpha | rows', 'avg': 'lo hi epsilon alpha n | rows', 'quantile': 'q epsilon alpha number | rows', 'mode': 'epsilon alpha number | rows'}
ERRORS['var'] = ERRORS['stddev'] = ERRORS['avg']
OTHERS = {
    'dp_merge': 'state rows', 'dp_release': 'state epsilon', 'dp_release_mode': 'state epsilon', 'dp_release_parts': 'state epsilon', 'dp_release_quantiles': 'state qs epsilon',
    'dp_release_counts': 'state epsilon', 'dp_count_interval': 'answer epsilon alpha | rows', 'dp_sum_interval': 'answer lo hi epsilon alpha | rows', 'dp_avg_interval': 'parts lo hi alpha',
    'dp_var_interval': 'parts lo hi alpha', 'dp_stddev_interval': 'parts lo hi alpha', 'indp_version': '',
}
SIGNATURES = dict(OTHERS)
for _name, _text in AGGREGATES.items():
    SIGNATURES['dp_' + _name] = _text
    SIGNATURES['dp_%s_state' % _name] = _text.replace(' epsilon', '')
for _name, _text in ERRORS.items():
    SIGNATURES['dp_%s_error' % _name] = _text
    SIGNATURES['dp_%s_epsilon_for_error' % _name] = _text.replace('epsilon', 'error')
# Kinds of states that a release of lists, quantiles or parts takes, by the name of their aggregate.
STATES = [name for name in AGGREGATES if name not in ('quantiles', 'counts')]


def parameters(name):
    """The names of the parameters, and how many are needed."""
    text = SIGNATURES[name] # a function that is new needs a line above
    needed = text.split('|')[0].split()
    return text.replace('|', ' ').split(), len(needed)


def lists(name, usual, values, full, chance):
    """Lists of arguments of a function: usual ones of every number, each value in each place, and some chosen
    by chance. `usual` are values by the name of the parameter, and values(parameter) are others."""
    names, needed = parameters(name)
    right = [usual[one] for one in names]
    out = [right[:n] for n in range(needed, len(right) + 1)]
    wrong = [right[:n] for n in range(needed)] + [right + [usual['rows']], right + [usual['x']] * 30]
    single = [right[:at] + [value] + right[at + 1:] for at, one in enumerate(names) for value in values(one)]
    if name.endswith('_for_error'): # a slow search, which reads its arguments as dp_..._error does
        single = chance.sample(single, min(100, len(single)))
    mixed = [[chance.choice(values(one)) for one in names] for _ in range(40 if full else 2)] if names else []
    if full:
        return out + wrong + single + mixed
    return out[-1:] + chance.sample(wrong, 1) + chance.sample(single, min(4, len(single))) + mixed


def source(name, arguments, columns):
    """FROM v, for a call of an aggregate or with columns. `columns` is a pattern of their names."""
    return ' FROM v' if 'x' in parameters(name)[0] or any(re.search(r"(?<![\w'])(%s)(?![\w'])" % columns, str(one)) for one in arguments) else ''


def bent(chance, data):
    """Bytes that are almost these: shorter, longer, or with other bytes."""
    if not data:
        return bytes([chance.randrange(256)])
    at = chance.choice([chance.randrange(min(64, len(data))), chance.randrange(len(data))])
    way = chance.randrange(6)
    if way == 0:
        return data[:at]
    if way == 1:
        return data + data[:at]
    if way == 2: # in a number of 8 bytes
        return data[:at] + chance.choice([b'\xff' * 8, b'\0' * 8, b'\xff' * 7 + b'\x7f', b'\0' * 6 + b'\xf8\x7f']) + data[at + 8:]
    out = bytearray(data)
    for _ in range(chance.choice([1, 1, 3])):
        place = chance.choice([at, chance.randrange(len(out))])
        out[place] = chance.choice([out[place] ^ 1 << chance.randrange(8), 0, 255, chance.randrange(256)])
    return bytes(out)


def exported(path):
    """The symbols that a file defines for others."""
    out = subprocess.run([os.environ.get('NM', 'nm'), '-D', '--defined-only', path], capture_output=True, text=True, check=True).stdout
    return sorted(line.split()[-1] for line in out.splitlines() if line.strip())


def compare(found, path):
    """What is there, compared with reachable.txt both ways."""
    with open(path, encoding='utf-8') as file:
        known = {line.rstrip('\n') for line in file if line.strip() and not line.startswith('#')}
    found = set(found)
    return ['not in reachable.txt: ' + line for line in sorted(found - known)] + ['in reachable.txt, but not reachable: ' + line for line in sorted(known - found)]


def names(lines, kinds):
    """The functions in lines of reachable.txt: `ROLE KIND NAME(ARGUMENTS) ...`. SURFACE_NAMES is a pattern of those
    that are called."""
    found = {line.split()[2].split('(')[0] for line in lines if line.split()[1] in kinds}
    return sorted(fnmatch.filter(found, os.environ.get('SURFACE_NAMES', '*')))
