"""bench.py EXTENSION [ROWS [RUNS]]: compares the processor time of the aggregates with that of
DuckDB's own, such as SUM and its accurate variant fsum. The queries are interleaved, each ratio
compares the least of RUNS times, and one thread does all the work. """

import sys
import time

import duckdb

# Each call is compared with the first and with the second call of its tuple.
CALLS = (
    ("sum(x)", "fsum(x)", "dp_sum(x, 0, 1000, 0.5)", "dp_sum(x, 0, 1000, 0.5, 5)",
     "dp_sum_state(x, 0, 1000)",
     "dp_avg(x, 0, 1000, 0.5)", "dp_var(x, 0, 1000, 0.5)", "dp_sum(i, 0, 1000, 0.5)"),
    ("count(x)", "count(x + 0)", "dp_count(x, 0.5)"),
    ("median(x)", "approx_quantile(x, 0.5)", "dp_median(x, 0, 1000, 0.5)"),
)
SHAPES = (("one group", ""), ("1,000 groups", " GROUP BY k"))


def main():
    extension = sys.argv[1]
    rows = int(sys.argv[2]) if len(sys.argv) > 2 else 10_000_000
    runs = int(sys.argv[3]) if len(sys.argv) > 3 else 7
    connection = duckdb.connect(config={"allow_unsigned_extensions": "true", "threads": 1})
    connection.execute(f"LOAD '{extension}'")
    connection.execute("CREATE TABLE t AS SELECT i * 7919 % 1000003 / 1000.0 AS x, i % 1000 AS k, "
                       f"i FROM range({rows}) r(i)")
    best = {}
    for _ in range(runs):
        for shape, clause in SHAPES:
            for calls in CALLS:
                for call in calls:
                    sql = f"SELECT max(y) FROM (SELECT {call}::VARCHAR AS y FROM t{clause})"
                    start = time.process_time()
                    connection.execute(sql).fetchall()
                    took = time.process_time() - start
                    best[shape, call] = min(took, best.get((shape, call), took))
    for shape, _ in SHAPES:
        for calls in CALLS:
            print(f"\n{shape + ', per row':34}{'least ns':>10}{calls[0]:>12}{calls[1]:>26}")
            for call in calls:
                took = best[shape, call]
                print(f"{call:34}{took / rows * 1e9:10.2f}{took / best[shape, calls[0]]:12.2f}{took / best[shape, calls[1]]:26.2f}")


main()
