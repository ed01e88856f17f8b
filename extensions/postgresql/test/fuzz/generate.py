#!/usr/bin/env python3
"""Prints the records that driver.c runs. Usage: generate.py setup MODULE, or generate.py SEED
STATEMENTS.

Each record is one line:

    X sql                     the superuser runs sql
    S sql                     the reader's sessions run sql, which changes a setting
    P path                    sets search_path in the reader's sessions
    M 1                       begins a round; the neighbours differ only in the order of their rows
    M 0                       begins a round; the neighbours may differ by a person
    Q shape<tab>spec<tab>sql  the reader's sessions run sql; the results are compared by spec
    C                         compares the charges"""
import random
import sys

import schema
from statements import Statements

PER_ROUND = 300
SETTINGS = [
    "SET work_mem = '64kB'", "SET enable_hashagg = off", "SET plan_cache_mode = force_generic_plan",
    "SET plan_cache_mode = force_custom_plan",
    "SET default_transaction_isolation = 'repeatable read'", "SET timezone = 'America/Caracas'",
    "SET datestyle = 'German, DMY'",
    "SET enable_hashjoin = off", "SET enable_nestloop = off", "SET constraint_exclusion = on",
    "SET client_min_messages = debug1", "SET from_collapse_limit = 1",
    "SET enable_sort = off", "SET enable_partitionwise_aggregate = on",
    "SET transform_null_equals = on", "SET default_transaction_read_only = on",
    "SET extra_float_digits = 0", "SET intervalstyle = 'iso_8601'",
    "SET check_function_bodies = off", "SET backslash_quote = off",
]


def line(text):
    return text.replace('\n', ' ')


def rounds(seed, statements):
    source = random.Random(seed)
    maker = Statements(source)
    done = 0
    while done < statements:
        permuted = source.random() < 0.2
        yield 'M %d' % permuted
        for table in schema.TABLES:
            for sql in schema.fill(source, table, permuted):
                yield 'X ' + escape(sql)
        big = source.random() < 0.04
        for sql in [sql for number in (0, 11) if big for sql in schema.enlarge(number)]:
            yield 'X ' + sql
        yield 'S RESET ALL'
        yield "S SET statement_timeout = '20s'"
        path = source.choice(('', '', 'rd, pg_catalog, ')) + 'r{s}, {s}, public'
        yield 'P ' + path
        if source.random() < 0.06:
            yield 'S SET max_parallel_workers_per_gather = 2'
            yield 'S SET parallel_setup_cost = 0'
            yield 'S SET parallel_tuple_cost = 0'
            yield ('S '
                   + source.choice(('SET force_parallel_mode = off', 'SET force_parallel_mode = on',
                                    'SET jit = on')))
            yield 'S SET jit_above_cost = 0'
            count = 15
        else:
            yield 'S SET max_parallel_workers_per_gather = 0'
            count = 60 if big else PER_ROUND
        if big:
            yield "S SET work_mem = '64kB'"
        for setting in source.sample(SETTINGS, source.choice((0, 0, 1, 3))):
            yield 'S ' + setting
        for _ in range(min(count, statements - done)):
            shape, spec, sql = maker.statement()
            yield 'Q %s\t%s\t%s' % (shape, spec, line(sql))
            done += 1
        yield 'C'


def escape(sql):
    """A value with a line break is written as an escape string, since each record is one line."""
    return sql.replace("'a\nb'", "E'a\\nb'")


def main():
    out = open(sys.stdout.fileno(), 'w', encoding='utf-8', closefd=False)
    if sys.argv[1] == 'setup':
        out.write('\n'.join(schema.setup(sys.argv[2])) + '\n')
    else:
        for record in rounds(int(sys.argv[1]), int(sys.argv[2])):
            out.write(record + '\n')
    out.flush()


if __name__ == '__main__':
    main()
