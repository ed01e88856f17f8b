# Tests copies of the database, servers that cannot make a charge durable, and standbys.

user=postgres
prepare "SELECT test.policy(60, 10, 5), test.policy(61, 10, 5)"
user=ann
prepare "SELECT test.charge(60, '{0.5}')"
moved='was restored, copied or promoted'
state='SELECT test.spent(60), test.spent(60, 60), test.logged(60)'

pg postgres -c 'CREATE DATABASE copied TEMPLATE test'
db=copied
refused 'a copied database' "SELECT test.charge(60, '{0.5}')" "$moved"
refused 'a copied database, never charged' "SELECT test.charge(61, '{0.5}')" "$moved"
user=keeper
prepare "SELECT indp.resume('t60', 2)"
user=ann
answer 'resumed' "SELECT test.charge(60, '{0.5}') <= 0.5; $state" 't
2.5|2.5|1'
refused 'the other table is not' "SELECT test.charge(61, '{0.5}')" "$moved"
db=test
answer 'the original' "SELECT test.charge(60, '{0.5}') <= 0.5; $state" 't
1|1|1'

# One row that cannot be restored must not keep the others from being restored: the policy of a
# temporary table, and the budget of a role that was dropped.
printf '%s\n' "CREATE TEMP TABLE passing(id int);" "INSERT INTO indp.policies SELECT 69, 'passing', NULL, person, rows_per_person, columns, keys, epsilon, max_epsilon, total, version, accepted, min_epsilon FROM indp.policies WHERE policy = 60;" \
    "INSERT INTO indp.budgets SELECT 68, 69, role, epsilon, every, started, per_reader FROM indp.budgets WHERE budget = 60;" \
    "INSERT INTO indp.budgets SELECT 69, policy, 999999::oid, epsilon, every, started, per_reader FROM indp.budgets WHERE budget = 60;" 'SELECT pg_sleep(600);' | pg test >"$work/passing" 2>&1 &
passing=$!
has_passing() { [ "$(pg test -c 'SELECT count(*) FROM indp.budgets WHERE budget IN (68, 69)')" = 2 ]; }
until_true has_passing
pg postgres -c 'CREATE DATABASE restored'
"$pg_bin/pg_dump" test >"$work/dump.sql" 2>"$work/err" || fail 'pg_dump' "$(cat "$work/err")"
pg restored -f "$work/dump.sql" >"$work/out" 2>"$work/err" || fail 'the restore' "$(cat "$work/err")"
pg postgres -c "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE '%pg_sleep(600)%' AND pid <> pg_backend_pid()" >/dev/null
wait "$passing"
db=restored
user=postgres
answer 'the other rows were restored' "SELECT count(*), count(*) FILTER (WHERE policy = 69), (SELECT count(*) FROM indp.budgets WHERE budget IN (68, 69)), (SELECT count(*) FROM indp.budgets WHERE budget IN (60, 61)) FROM indp.policies" \
    "$(pg test -c 'SELECT count(*) - 1 FROM indp.policies')|0|0|2"
pg test -c 'DELETE FROM indp.budgets WHERE budget IN (68, 69)' -c 'DELETE FROM indp.policies WHERE policy = 69'
user=ann
refused 'a restored database' "SELECT test.charge(60, '{0.5}')" "$moved"
refused 'a restored database, never charged' "SELECT test.charge(61, '{0.5}')" "$moved"
answer 'the log was restored' "$state" '1|1|1'
answer 'and is shown' "SELECT count(*), sum(epsilon) FROM indp.ledger('t60')" '2|1.0'
user=postgres
prepare 'VACUUM FREEZE indp.spent'
user=ann
refused 'a restored database, frozen' "SELECT test.charge(60, '{0.5}')" "$moved"
user=keeper
prepare "SELECT indp.resume('t60', 0); SELECT indp.resume('t61', 0)"
user=ann
answer 'resumed' "SELECT test.charge(60, '{0.5}') <= 0.5, test.charge(61, '{0.5}') <= 0.5; $state" 't|t
1.5|1.5|1.5'
db=test

# Loads the same rows into the same table again, which must make charges fail until indp.resume.
user=postgres
prepare "CREATE TABLE saved AS TABLE indp.spent; BEGIN; TRUNCATE indp.spent; INSERT INTO indp.spent TABLE saved; COMMIT"
user=ann
refused 'rows loaded again' "SELECT test.charge(60, '{0.5}')" "$moved"
user=keeper
prepare "SELECT indp.resume('t60', 0)"
user=ann
answer 'resumed' "$state" '1|1|1'

setting() { # NAME VALUE
    pg postgres -c "ALTER SYSTEM SET $1 = $2" -c 'SELECT pg_reload_conf()' >/dev/null
    for _ in $(seq 50); do
        case "$2 $(pg postgres -c "SHOW $1")" in "$2 $2" | 'DEFAULT ') return 0 ;; esac
        sleep 0.1
    done
}
for name in fsync full_page_writes; do
    setting $name off
    refused "$name off" "SELECT test.charge(60, '{0.1}')" 'fsync or full_page_writes is off'
    setting $name on
done
answer 'nothing was charged' "$state" '1|1|1'

# With a synchronous standby configured, no charge may be answered before the standby confirms it.
setting synchronous_standby_names s1
refused 'no standby' "SET statement_timeout = '300ms'; SELECT test.charge(60, '{0.5}')" 'no standby confirmed the charge'
refused 'no standby, synchronous_commit off' "SET synchronous_commit = off; SET statement_timeout = '300ms'; SELECT test.charge(60, '{0.5}')" \
    'no standby confirmed the charge'
answer 'both are charged' "$state" '2|2|2'
printf '%s\n' "SELECT test.charge(60, '{0.5}');" | pg -U ann test >"$work/terminated" 2>&1 &
terminated=$!
until_true waits_for SyncRep
pg postgres -c "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'ann'" >/dev/null
wait "$terminated"
if grep -q '^0\.' "$work/terminated"; then fail 'a terminated wait' "$(cat "$work/terminated")"; else pass; fi

as_postgres "$pg_bin/pg_basebackup" -h "$PGHOST" -D "$standby" -R -c fast -d 'application_name=s1' 2>"$work/err" || fail 'pg_basebackup' "$(cat "$work/err")"
(cd "$cluster" && as_postgres "$pg_bin/pg_ctl" -D standby -l standby.log -o '-p 5433' -w start >/dev/null) || fail 'the standby' "$(tail -n 5 "$cluster/standby.log")"
on_standby() { PGPORT=5433 "$@"; }
for _ in $(seq 50); do
    [ "$(pg postgres -c "SELECT count(*) FROM pg_stat_replication WHERE sync_state = 'sync'")" = 1 ] && break
    sleep 0.1
done
answer 'with a standby' "SET synchronous_commit = off; SELECT test.charge(60, '{0.5}') <= 0.5; SHOW synchronous_commit; $state" 't
off
3|3|3'
answer 'remote_apply is kept' "SET synchronous_commit = remote_apply; SELECT test.charge(60, '{0.5}') <= 0.5; SHOW synchronous_commit" 't
remote_apply'
on_standby refused 'a standby' "SELECT test.charge(60, '{0.5}')" 'a server in recovery cannot write the ledger'
on_standby answer 'remaining on a standby' "SELECT remaining, total FROM indp.remaining('t60')" '1.5|6.5'
user=keeper
on_standby refused 'resume on a standby' "SELECT indp.resume('t60', 1)" 'a server in recovery cannot write the ledger'
user=postgres
prepare "SELECT test.policy(62, 1000, 1000)"
(yes "SELECT test.charge(62, '{0.1}');" | head -n 5000 | pg -U ann test >"$work/answered" 2>/dev/null) &
client=$!
until_true [ -s "$work/answered" ]
sleep 0.5
as_postgres "$pg_bin/pg_ctl" -D "$cluster/data" -m immediate -w stop >/dev/null
wait "$client"
answered=$(grep -c '^0\.' "$work/answered")
as_postgres "$pg_bin/pg_ctl" -D "$standby" -w promote >/dev/null
on_standby answer 'what was answered is on the standby' "SELECT $answered > 0, test.spent(62) >= $answered * 0.1, test.spent(62) <= ($answered + 1) * 0.1,
    test.spent(62) = test.logged(62)" 't|t|t|t'
on_standby setting synchronous_standby_names DEFAULT
user=ann
on_standby refused 'a promoted standby' "SELECT test.charge(62, '{0.1}')" "$moved"
user=keeper
on_standby prepare "SELECT indp.resume('t62', 0)"
user=ann
on_standby answer 'resumed' "SELECT test.charge(62, '{0.5}') <= 0.5, test.spent(62) = test.logged(62)" 't|t'
