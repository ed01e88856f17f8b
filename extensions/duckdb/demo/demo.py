"""Answers a health economist's questions with noise, inside DuckDB. Run `make demo-duckdb`.

All rows of one person are protected; there are at most 5, one per year. The bounds, the list of
sites, the two groups of coinsurance, the four ratings of health, epsilon, and the limit of 5 rows
are public. The FROM clause of each question begins with a public row or list that always exists,
joined with the private table. So the answer is noise rather than NULL if no row matches."""

import sys

import duckdb

RATING = ("CASE WHEN hlthg = 1 THEN 'good' WHEN hlthf = 1 THEN 'fair' WHEN hlthp = 1 THEN 'poor' "
          "WHEN zper IS NOT NULL THEN 'excellent' END")
# Each FROM clause begins with public rows that always exist, so that no group is without a row.
# Conditions belong in ON, since WHERE would drop a public row that has no match.
ALL = "(SELECT 1) LEFT JOIN hie ON true"
SITES = "(SELECT unnest([1, 2, 3, 4, 5, 6]) AS public_site) LEFT JOIN hie ON site = public_site"
SHARES = ("(VALUES (0, 'care is free'), (1, 'patient pays a share')) g(share, public_share) LEFT "
          "JOIN hie ON (coins > 0)::INTEGER = share")

# For each question: its text, the exact answer, the private answer, the bound that the error
# exceeds with probability at most 0.05, the FROM clause, the public key, and epsilon. A question
# with keys costs its epsilon once, since each row has one key.
QUESTIONS = (
    ("People enrolled", "count(zper)", "dp_count(zper, 0.1)", "dp_count_error(0.1, 0.05)",
     "(SELECT 1) LEFT JOIN (SELECT DISTINCT zper FROM hie) ON true", "''", 0.1),
    ("Person-years", "count(zper)", "dp_count(zper, 0.2, 5)", "dp_count_error(0.2, 0.05, 5)",
     SHARES, "public_share", 0.2),
    ("Doctor visits, up to 20 a year", "sum(least(mdvis, 20))", "dp_sum(mdvis, 0, 20, 0.3, 5)",
     "dp_sum_error(0, 20, 0.3, 0.05, 5)", SHARES, "public_share", 0.3),
    ("Spending, up to 5000 a year", "sum(least(meddol, 5000))", "dp_sum(meddol, 0, 5000, 0.5, 5)",
     "dp_sum_error(0, 5000, 0.5, 0.05, 5)", ALL, "''", 0.5),
    ("Spending, up to 5000 a year", "sum(least(meddol, 5000))", "dp_sum(meddol, 0, 5000, 1.0, 5)",
     "dp_sum_error(0, 5000, 1.0, 0.05, 5)", SITES, "'site ' || public_site", 1.0),
    # 20,000 is a public guess of the number of rows.
    ("Average age", "avg(xage)", "dp_avg(xage, 0, 70, 0.2, 5)",
     "dp_avg_error(0, 70, 0.2, 0.05, 20000, 5)", ALL, "''", 0.2),
    # Errors of quantiles and maxima are in ranks, not in dollars, so none is shown.
    ("Quartiles of spending", "quantile_disc(meddol, [0.25, 0.5, 0.75])",
     "dp_quantiles(meddol, [0.25, 0.5, 0.75], 0, 5000, 0.5, 5, 5001)", "NULL", SITES,
     "'site ' || public_site", 0.5),
    ("Median spending", "quantile_disc(meddol, 0.5)", "dp_median(meddol, 0, 5000, 0.3, 5, 5001)",
     "NULL", ALL, "''", 0.3),
    ("Most common self-rated health", f"mode({RATING})",
     f"dp_mode({RATING}, ['excellent', 'good', 'fair', 'poor'], 0.1, 5)", "NULL", ALL, "''", 0.1),
    ("Most doctor visits in a year", "max(mdvis)", "dp_max(mdvis, 0, 100, 0.5, 5, 101)", "NULL",
     ALL, "''", 0.5),
)

# The histogram of ages: its edges, the epsilon that all its cells cost together, and the number of
# rows that each mark of a bar stands for.
EDGES = [0, 10, 20, 30, 40, 50, 60]
AGES_EPSILON = 0.2
MARK = 100
# The answer is kept in a table, so that it is one release. unnest makes a row for each cell: below
# the first edge, from each edge to below the next, from the last edge on, and NaN.
KEEP_AGES = (f"CREATE TEMP TABLE ages AS SELECT dp_histogram(xage, {EDGES}, {AGES_EPSILON}, 5) AS "
             f"counts FROM {ALL}")
AGES = f"""
WITH cell AS (SELECT unnest([NULL] || {EDGES} || [NULL]) AS lo, unnest({EDGES} || [NULL, NULL]) AS hi, unnest(counts) AS private,
                     unnest(range(len(counts))) AS i FROM ages)
SELECT CASE WHEN lo IS NULL AND hi IS NULL THEN 'NaN' WHEN lo IS NULL THEN format('below {{}}', hi) WHEN hi IS NULL THEN format('from {{}} on', lo)
            ELSE format('{{}} to below {{}}', lo, hi) END AS name,
       count(xage) AS exact, private, repeat('#', greatest(0, (private + {MARK // 2}) // {MARK})) AS bar
  FROM cell LEFT JOIN hie ON CASE WHEN isnan(xage) THEN lo IS NULL AND hi IS NULL ELSE (lo IS NOT NULL OR hi IS NOT NULL)
                                  AND coalesce(xage >= lo, true) AND coalesce(xage < hi, true) END
 GROUP BY i, name, private ORDER BY i"""


def show_ages(connection):
    connection.execute(KEEP_AGES)
    print(f"\n{'Person-years by age':25}{'exact':>10}{'PRIVATE':>10}   one # for {MARK} (epsilon "
          f"{AGES_EPSILON})")
    print("-" * 109)
    for name, exact, private, bar in connection.execute(AGES).fetchall():
        print(f"{name:25}{exact:>10,}{private:>10,}   {bar}".rstrip())
    print("-" * 109)


def written(value):
    if isinstance(value, list):
        return " / ".join(f"{item:,.0f}" for item in value)
    if isinstance(value, float):
        return f"{value:,.2f}" if abs(value) < 1000 else f"{value:,.0f}"
    return f"{value:,}" if isinstance(value, int) else "" if value is None else str(value)


def main():
    extension, data = sys.argv[1:]
    connection = duckdb.connect(config={"allow_unsigned_extensions": "true"})
    connection.execute(f"LOAD '{extension}'")
    connection.execute("CREATE TABLE hie AS SELECT * FROM read_csv($1)", [data])
    ((version, engine, rows),) = connection.execute("SELECT indp_version(), version(), count(*) "
                                                    "FROM hie").fetchall()
    print(f"indp {version} in DuckDB {engine}: the RAND Health Insurance Experiment, {rows:,} "
          "person-years\n")
    print(f"{'question':52}{'exact':>18}{'PRIVATE':>18}{'95% within':>12}{'epsilon':>9}")
    print("-" * 109)
    total = 0.0
    for text, exact, private, within, source, key, epsilon in QUESTIONS:
        answers = connection.execute(f"SELECT {key} AS key, {exact}, {private}, {within} FROM "
                                     f"{source} GROUP BY ALL ORDER BY key").fetchall()
        for i, (name, *values) in enumerate(answers):
            label = f"{text}, {name}" if name else text
            cells, cost = [written(value) for value in values], str(epsilon) if i == 0 else "same"
            print(f"{label:52}{cells[0]:>18}{cells[1]:>18}{cells[2]:>12}{cost:>9}")
        total += epsilon
    print("-" * 109)
    show_ages(connection)
    total += AGES_EPSILON
    print(f"{'Total (the extension keeps no budget: it neither records nor limits this)':100}{total:9.1f}\n")
    print("exact       shown because this is a demo; in real use it stays inside the database.")
    print("PRIVATE     what may be published. New noise each time the demo runs.")
    print("95% within  95 answers in 100 are at most this far from exact; dp_count_error and so on "
          "give")
    print("            this in advance.")
    print("same        no further cost: each row is in one group only, so the epsilon above pays "
          "for all.")


main()
