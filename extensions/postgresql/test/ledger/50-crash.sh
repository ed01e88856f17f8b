# Tests the ledger with many clients, many pages and crashes. Every charge that was answered must be
# in the ledger.

user=postgres
prepare "SELECT test.policy(50, 1000, 1000), test.policy(51, 1, 1), test.policy(52, 100000, 100000), test.policy(53, 1000, 1000, NULL, 1)"
bench() { # FILE CLIENTS TRANSACTIONS
    as_postgres "$pg_bin/pgbench" -n -U ann -h "$PGHOST" -f "$work/$1" -c "$2" -j 2 -t "$3" test >"$work/bench" 2>"$work/bench.err"
}
echo "SELECT test.charge(50, '{0.001}');" >"$work/one"
echo "SELECT test.charge(51, '{0.1}');" >"$work/last"

bench one 32 20
answer '32 clients' "SELECT test.spent(50), test.spent(50, 50), test.logged(50), count(*) FROM indp.charges WHERE policy = 50" '0.64|0.64|0.64|640'
user=ann
prepare "SELECT test.charge(51, '{0.9}')"
bench last 100 1
if grep -q 'actually processed: 1/100' "$work/bench"; then pass; else fail 'a hundred want the last 0.1' "$(cat "$work/bench")"; fi
answer 'one got it' 'SELECT test.spent(51), test.logged(51)' '1|1'

# Makes rows for many readers, and a log of many pages.
user=postgres
prepare "DO \$\$ BEGIN FOR i IN 1..60 LOOP EXECUTE format('CREATE ROLE r%s IN ROLE analysts', i); END LOOP; END \$\$"
prepare "SELECT test.charge(53, '{0.125}', 'analysts', repeat('x', 400), 1, r.oid) FROM pg_roles r, generate_series(1, 5) WHERE rolname ~ '^r[0-9]'"
many="SELECT test.spent(53), test.logged(53), count(*), count(*) FILTER (WHERE test.amount(state) = 0.625),
    (SELECT pg_relation_size('indp.charges') > 60000 AND pg_relation_size('indp.spent') > 20000) FROM indp.spent WHERE policy = 53 AND reader <> 0"
answer 'many pages' "$many" '37.5|37.5|60|60|t'
crash
answer 'many pages after a crash' "$many" '37.5|37.5|60|60|t'
answer 'sums after a crash' 'SELECT test.spent(50), test.spent(51), test.logged(50), test.logged(51)' '0.64|1|0.64|1'

# Each client makes one charge after the other, and prints each charge that returned. Then the
# server is killed. For each client, the ledger may hold at most one charge that the client has not
# printed.
clients='1 2 3 4 5 6 7 8'
run_clients() {
    pids=
    for c in $clients; do
        (yes "SELECT test.charge(52, '{0.1}');" | head -n 5000 | pg -U ann test >"$work/answered$c" 2>/dev/null) &
        pids="$pids $!"
    done
    for c in $clients; do until_true [ -s "$work/answered$c" ]; done
}
answered=0
count() {
    wait $pids
    for c in $clients; do answered=$((answered + $(grep -c '^0\.' "$work/answered$c"))); done
    rounds=$((rounds + 8))
}
compare() { # NAME
    answer "$1" "SELECT test.spent(52) = test.logged(52), test.spent(52) = test.spent(52, 52), test.spent(52) = test.spent(52, 52, 'ann'::regrole),
        test.spent(52) >= $answered * 0.1, test.spent(52) <= ($answered + $rounds) * 0.1, $answered > 0" 't|t|t|t|t|t'
}
rounds=0
for delay in 0.3 0.8; do
    run_clients
    sleep $delay
    crash
    count
    compare "immediate shutdown after $delay s"
done
run_clients
sleep 0.5
pg test -c 'CHECKPOINT'
# When one server process is killed, the postmaster ends all others and recovers from the WAL.
kill -9 "$(pg postgres -c "SELECT pid FROM pg_stat_activity WHERE usename = 'ann' LIMIT 1")"
wait $pids
until pg postgres -c 'SELECT' >/dev/null 2>&1; do sleep 0.1; done
count
compare 'kill -9 of a backend'
# A charge must survive a crash that comes right after its answer.
user=ann
for i in 1 2; do
    before=$(pg test -c 'SELECT test.spent(52)')
    sql "SELECT test.charge(52, '{0.1}');"
    crash
    answer 'immediate shutdown right after' "SELECT test.spent(52) - $before, test.logged(52) - $before" '0.1|0.1'
done
user=postgres
[ -z "${corruption:-}" ] || answer 'amcheck after crashes' "$corruption" ''
