# Measures charges in four ways: the cost of a charge compared with the cost of a durable commit,
# whether 10^5 earlier charges make a charge slower, how many charges 32 clients make in a second,
# and how much 2,000 readers slow a charge down. `test/ledger.sh speed` runs this script, which
# takes minutes.

user=postgres
prepare "SELECT test.policy(70, 1000, 1000); CREATE TABLE commits(i int, t text);
    CREATE PROCEDURE test.commit_many(n int) LANGUAGE plpgsql AS 'BEGIN FOR i IN 1..n LOOP INSERT INTO commits VALUES (i, ''query''); COMMIT; END LOOP; END'"
milliseconds() { # SQL: how long the statement takes
    printf '\\timing on\n%s;\n' "$1" | pg test | sed -n 's/^Time: \([0-9.]*\) ms.*/\1/p'
}
: >"$work/charges"
: >"$work/commits"
i=0
while [ $i -lt 100 ]; do
    milliseconds "SELECT test.charge_many(70, 0.0001, 1000)" >>"$work/charges"
    [ $((i % 10)) != 0 ] || milliseconds 'CALL test.commit_many(1000)' >>"$work/commits"
    i=$((i + 1))
done
answer '10^5 charges' "SELECT test.spent(70), test.logged(70), (SELECT count(*) FROM indp.charges WHERE policy = 70)" '10|10|100000'
sort -n "$work/commits" | awk '{ t[NR] = $1 } END { printf "one durable commit: %.3f ms (median of %d runs of 1,000)\n", t[int((NR + 1) / 2)] / 1000, NR }'
sort -n "$work/charges" | awk '{ t[NR] = $1 } END { printf "one charge: %.3f ms (median of %d runs of 1,000)\n", t[int((NR + 1) / 2)] / 1000, NR }'
awk '{ t[NR] = $1 } END { printf "the last 1,000 against the first 1,000: %.3f; the last ten runs against the first ten: ", t[NR] / t[1];
    for (i = 1; i <= 10; i++) { a += t[i]; b += t[NR + 1 - i] } printf "%.3f\n", b / a }' "$work/charges"

for script in "SELECT test.charge(70, '{0.0001}')" "INSERT INTO commits VALUES (1, 'query')"; do
    echo "$script;" >"$work/script"
    as_postgres "$pg_bin/pgbench" -n -h "$PGHOST" -f "$work/script" -c 32 -j 2 -T 5 test 2>"$work/err" | sed -n "s/^tps = \([0-9]*\).*/32 clients, $script: \1 in a second/p"
done

# A charge looks at all rows of indp.spent, which has one row for each reader. So 2,000 readers make
# a charge slower. The code below measures by how much.
prepare "DO \$\$ BEGIN FOR i IN 1..2000 LOOP EXECUTE format('CREATE ROLE s%s IN ROLE analysts', i); END LOOP; END \$\$; SELECT test.policy(71, 1000, 1000)"
prepare "SELECT count(test.charge(71, '{0.0001}', NULL, 'query', 1, oid)) FROM pg_roles WHERE rolname ~ '^s[0-9]'"
for i in 1 2 3 4 5; do milliseconds "SELECT test.charge_many(70, 0.0001, 1000)"; done | sort -n | head -n 1 |
    awk '{ printf "one charge with 2,000 more rows: %.3f ms (the best of 5 runs of 1,000)\n", $1 / 1000 }'
