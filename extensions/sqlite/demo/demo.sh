#!/bin/sh
# Runs demo.sql, then asks a question that the budget refuses. `make demo` builds what it needs
# first. The private database and the ledger stay in build/demo.db and build/demo.ledger.
set -eu
cd "$(dirname "$0")/../../.."
for file in build/sqlite/indp.so examples-c/data/randhie.csv; do
    [ -f "$file" ] || { echo "demo: $file is missing: run make first" >&2; exit 1; }
done
command -v sqlite3 >/dev/null || { echo "demo: the sqlite3 shell is missing" >&2; exit 1; }
rm -f build/demo.db build/demo.ledger build/demo.ledger-lock
sqlite3 -batch -init /dev/null build/demo.db <extensions/sqlite/demo/demo.sql

# Another connection finds what is declared and what was spent. This question costs 1.0.
question="SELECT * FROM dp_ask('spending_by_site')"
echo
echo "Asked again: $question"
printf ".load build/sqlite/indp\nCREATE TEMP TABLE opened AS SELECT dp_open('build/demo.ledger');\n%s;\n" "$question" |
    sqlite3 -batch -bail -init /dev/null build/demo.db 2>build/demo.refusal && { echo "demo: the question was not refused" >&2; exit 1; }
sed -n 's/.*\(dp_ask: [^(]*[^ (]\).*/\1/p' build/demo.refusal
grep -q 'dp_ask: the budget has less left than the epsilon of this release: see dp_remaining' build/demo.refusal

sqlite3 -batch -bail -init /dev/null build/demo.db <extensions/sqlite/demo/dashboard.sql |
    tee build/demo.dashboard
grep -q ': 8 questions, refreshed 1000 times. Each had 1 answer' build/demo.dashboard
grep -q '^8 charges of 0.8 together, and 7992 answers for nothing' build/demo.dashboard
