"""What the surfaces of several engines share: the parameters of each function, lists of arguments, bytes that
are almost a state, and the comparison with reachable.txt."""
import fnmatch
import os
import re
import subprocess
import tomllib

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', '..', '..')
# The names of parameters in the lists of values: shorter than in surface.toml, and one for all
# numbers of candidates.
NAMES = {'CELLS': 'number', 'CHOICES': 'number', 'ROWS': 'rows', 'POINTS': 'points', 'QS': 'qs'}


def signature(surface, first, ids):
    """The parameters of a function. What follows the bar may be left out."""
    optional = {one['id'] for one in surface['parameter'] if 'default' in one}
    names = first + [NAMES.get(one, one.lower()) for one in ids if one not in optional]
    more = [NAMES.get(one, one.lower()) for one in ids if one in optional]
    return ' '.join(names + (['|', *more] if more else []))


def signatures(surface):
    """The parameters of each function, by its name."""
    out = {'dp_merge': 'state rows', 'indp_version': ''}
    for one in surface['aggregate']:
        out[one['name']] = signature(surface, ['x'], one['parameters'])
        out[one['name'] + '_state'] = signature(surface, ['x'], [id for id in one['parameters'] if id != 'EPSILON'])
    for one in surface['release']:
        out[one['name']] = signature(surface, ['state'], one['parameters'])
    for one in surface['error']:
        inverse = ['ERROR' if id == 'EPSILON' else id for id in one['parameters']]
        out[one['of'] + '_error'] = signature(surface, [], one['parameters'])
        out[one['of'] + '_epsilon_for_error'] = signature(surface, [], inverse)
    for one in surface['interval']:
        out[one['of'] + '_interval'] = signature(surface, [], one['parameters'])
    return out


with open(os.path.join(ROOT, 'surface', 'surface.toml'), 'rb') as _file:
    _surface = tomllib.load(_file)
SIGNATURES = signatures(_surface)
# Kinds of states that a release of lists, quantiles or parts takes, by the name of their aggregate.
STATES = [one['name'].removeprefix('dp_') for one in _surface['aggregate'] if one.get('states', True)]


def parameters(name):
    """The names of the parameters, and how many are needed."""
    text = SIGNATURES[name]
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
