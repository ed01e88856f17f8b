"""duckdb_times.py EXTENSION: prints lines of build/scale.tsv (see scale.sh) for DuckDB, with one
thread. Reads lines with a number of rows, a name and a query. """

import sys
import time

import duckdb

connection = duckdb.connect(config={"allow_unsigned_extensions": "true", "threads": 1})
connection.execute(f"LOAD '{sys.argv[1]}'")
made = set()
for line in sys.stdin:
    rows, name, query = line.rstrip("\n").split("\t")
    if rows not in made:
        made.add(rows)
        connection.execute(f"CREATE TABLE t{rows} AS SELECT i % 1000 AS k, i * 7919 % 1000003 / "
                           f"1024.0::DOUBLE AS x FROM range(1, {rows} + 1) r(i)")
    least = float("inf")
    for _ in range(3):
        start = time.perf_counter()
        connection.execute(query).fetchall()
        least = min(least, time.perf_counter() - start)
    print("DuckDB", name, rows, f"{least:.6f}", sep="\t")
