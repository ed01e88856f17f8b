# Tests who may spend. Also tests that a transaction cannot charge if it has changed the policy, its
# budgets or the ledger.

user=postgres
prepare "SELECT test.policy(20, 10, 5); INSERT INTO indp.budgets VALUES (120, 20, 'doctors', 4, NULL, '2026-01-01', NULL)"
user=eve
refused 'no member' "SELECT test.charge(20, '{0.1}')" 'you have no budget for this table'
refused 'no member, named' "SELECT test.charge(20, '{0.1}', 'analysts')" 'the setting indp.budget does not name the role of one of your budgets'
user=bob
refused 'several' "SELECT test.charge(20, '{0.1}')" 'you have several budgets for this table'
answer 'named' "SELECT test.charge(20, '{0.5}', 'doctors') <= 0.5, test.spent(20, 120), test.spent(20, 20) IS NULL" 't|0.5|t'
user=ann
refused 'not his' "SELECT test.charge(20, '{0.1}', 'doctors')" 'the setting indp.budget does not name the role of one of your budgets'
refused 'no role' "SELECT test.charge(20, '{0.1}', 'nobody')" 'the setting indp.budget does not name the role of one of your budgets'
refused 'another version' "SELECT test.charge(20, '{0.1}', NULL, 'q', 2)" 'the policy has changed: run the query again'
refused 'no policy' "SELECT test.charge(4711, '{0.1}')" 'the policy has changed: run the query again'
answer 'the only one' "SELECT test.charge(20, '{0.25}') <= 0.25, test.spent(20), test.spent(20, 20)" 't|0.75|0.25'
# The role that pays need not be the caller, for example in a function with SECURITY DEFINER. The
# budget must be one of the paying role's, not one of the caller's.
user=postgres
refused 'the payer is no member' "SELECT test.charge(20, '{0.1}', NULL, 'q', 1, 'eve'::regrole)" 'you have no budget for this table'
refused 'a superuser is a member of all' "SELECT test.charge(20, '{0.1}')" 'you have several budgets for this table'
prepare 'UPDATE indp.policies SET view = NULL WHERE policy = 20'
refused 'unprotected' "SELECT test.charge(20, '{0.1}', 'doctors')" 'the policy has changed'
prepare "UPDATE indp.policies SET view = 'v20' WHERE policy = 20"

# A transaction must not be able to open a budget, spend it and roll back.
uncommitted='this transaction has changed the policy'
refused 'an uncommitted cap' "BEGIN; UPDATE indp.budgets SET epsilon = 5; SELECT test.charge(20, '{0.1}', 'doctors')" "$uncommitted"
refused 'an uncommitted policy' "BEGIN; UPDATE indp.policies SET total = 5; SELECT test.charge(20, '{0.1}', 'doctors')" "$uncommitted"
refused 'a new budget' "BEGIN; INSERT INTO indp.budgets VALUES (121, 20, 'ann', 4, NULL, '2026-01-01', NULL); SELECT test.charge(20, '{0.1}', 'ann')" "$uncommitted"
refused 'a savepoint' "BEGIN; SAVEPOINT s; UPDATE indp.budgets SET epsilon = 5; RELEASE s; SELECT test.charge(20, '{0.1}', 'doctors')" "$uncommitted"
refused 'a frozen copy' "BEGIN; CREATE TEMP TABLE b AS TABLE indp.budgets; TRUNCATE indp.budgets; INSERT INTO indp.budgets TABLE b;
    SELECT test.charge(20, '{0.1}', 'doctors')" "$uncommitted"
refused 'policy, budget and ledger in one transaction' "BEGIN; SELECT test.policy(21, 1, 1); SELECT test.charge(21, '{0.1}')" "$uncommitted"
answer 'a savepoint that was rolled back' "BEGIN; SAVEPOINT s; UPDATE indp.budgets SET epsilon = 5; ROLLBACK TO s;
    SELECT test.charge(20, '{0.25}', 'doctors') <= 0.25; ROLLBACK; SELECT test.spent(20)" 't
1'

# A transaction that has changed the ledger's own tables must not charge.
before='SELECT test.spent(20), test.logged(20)'
refused 'TRUNCATE' "BEGIN; TRUNCATE indp.spent; SELECT indp.open(20); SELECT test.charge(20, '{0.1}', 'doctors')" "$uncommitted"
refused 'TRUNCATE of the log' "BEGIN; TRUNCATE indp.charges; SELECT test.charge(20, '{0.1}', 'doctors')" "$uncommitted"
refused 'CLUSTER' "BEGIN; CREATE INDEX i ON indp.spent(policy); CLUSTER indp.spent USING i; SELECT test.charge(20, '{0.1}', 'doctors')" "$uncommitted"
refused 'a rewrite' "BEGIN; ALTER TABLE indp.spent ALTER COLUMN number TYPE int8 USING number + 1; SELECT test.charge(20, '{0.1}', 'doctors')" "$uncommitted"
refused 'a table in its place' "BEGIN; ALTER TABLE indp.spent RENAME TO s; CREATE TABLE indp.spent (LIKE indp.s); INSERT INTO indp.spent TABLE indp.s;
    SELECT test.charge(20, '{0.1}', 'doctors')" "$uncommitted"
refused 'UNLOGGED' "BEGIN; ALTER TABLE indp.spent SET UNLOGGED; SELECT test.charge(20, '{0.1}', 'doctors')" 'not permanent'
refused 'DELETE' "BEGIN; DELETE FROM indp.spent; SELECT test.charge(20, '{0.1}', 'doctors')" 'the ledger is being changed'
refused 'DELETE of a slot' "BEGIN; DELETE FROM indp.spent WHERE reader <> 0; SELECT test.charge(20, '{0.1}', 'doctors')" 'the ledger is being changed'
refused 'UPDATE' "BEGIN; UPDATE indp.spent SET number = 1; SELECT test.charge(20, '{0.1}', 'doctors')" 'the ledger is being changed'
answer 'nothing of this was charged or refunded' "$before" '1|1'
answer 'a lock is harmless' "BEGIN; SELECT count(*) > 0 FROM (SELECT FROM indp.spent FOR UPDATE) s; SELECT test.charge(20, '{0.25}', 'doctors') <= 0.25;
    COMMIT; $before" 't
t
1.25|1.25'

# While another session changes a budget, a charge must read the committed rows.
cat >"$work/other" <<'EOS'
BEGIN; UPDATE indp.budgets SET epsilon = 1000; UPDATE indp.policies SET version = 7; SELECT pg_sleep(3); ROLLBACK;
EOS
pg test -f "$work/other" >"$work/other.out" 2>&1 &
other=$!
until_true waits_for PgSleep
refused 'an uncommitted cap of another session' "SELECT test.charge(20, '{5}', 'doctors')" 'does not suffice'
refused 'an uncommitted version of another session' "SELECT test.charge(20, '{0.1}', 'doctors', 'q', 7)" 'the policy has changed'
wait "$other"
# A charge that waits for a lock on indp.spent must be refused if a new version of the policy is
# committed meanwhile.
cat >"$work/other" <<'EOS'
BEGIN; LOCK TABLE indp.spent IN SHARE ROW EXCLUSIVE MODE; UPDATE indp.policies SET version = 2 WHERE policy = 20; SELECT pg_sleep(1.5); COMMIT;
EOS
pg test -f "$work/other" >"$work/other.out" 2>&1 &
other=$!
until_true waits_for PgSleep
refused 'a version that changes meanwhile' "SELECT test.charge(20, '{0.1}', 'doctors')" 'the policy has changed'
wait "$other"
prepare "UPDATE indp.policies SET version = 1 WHERE policy = 20"
cat >"$work/other" <<'EOS'
BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT FROM indp.policies LIMIT 0; SELECT pg_sleep(2); SELECT test.charge(20, '{0.1}', 'doctors');
EOS
pg test -f "$work/other" >"$work/other.out" 2>&1 &
other=$!
until_true waits_for PgSleep
prepare "UPDATE indp.policies SET version = 2 WHERE policy = 20"
wait "$other"
if grep -q 'the policy has changed' "$work/other.out"; then pass; else fail 'an old snapshot does not help' "$(cat "$work/other.out")"; fi
prepare "UPDATE indp.policies SET version = 1 WHERE policy = 20"

# If rows of the ledger were changed by SQL and committed, charges are refused until indp.resume.
prepare "UPDATE indp.spent SET number = number WHERE policy = 20 AND reader <> 0"
refused 'a row that was put back' "SELECT test.charge(20, '{0.1}', 'doctors')" 'was restored, copied or promoted'
prepare "SELECT indp.resume('t20', 0)"
answer 'resumed' "SELECT test.charge(20, '{0.25}', 'doctors') <= 0.25, test.spent(20)" 't|1.5'
prepare "CREATE TABLE kept AS SELECT * FROM indp.spent WHERE policy = 20; INSERT INTO indp.spent TABLE kept"
refused 'rows that are there twice' "SELECT test.charge(20, '{0.1}', 'doctors')" 'the ledger is damaged'
prepare "DELETE FROM indp.spent WHERE policy = 20"
refused 'rows that are gone' "SELECT test.charge(20, '{0.1}', 'doctors')" 'was restored, copied or promoted'

# Readers must not be able to change, lock or rewrite the tables of the extension.
user=ann
for table in spent charges policies budgets; do
    for statement in "DELETE FROM indp.$table" "TRUNCATE indp.$table" "BEGIN; LOCK TABLE indp.$table IN ROW EXCLUSIVE MODE" \
        "INSERT INTO indp.$table SELECT" "CREATE TRIGGER t AFTER INSERT ON indp.$table EXECUTE FUNCTION f()" "COPY indp.$table FROM STDIN" \
        "VACUUM FULL indp.$table; SELECT 1/0" "CLUSTER indp.$table" "ALTER TABLE indp.$table SET UNLOGGED"; do
        sql "$statement;"
        case "$code $out $err" in
        *'permission denied'* | *'must be owner'* | *'division by zero'*) pass ;;
        *) fail 'a reader' "$statement: $out $err" ;;
        esac
    done
done
refused 'a reader cannot read what others spent' 'TABLE indp.spent' 'permission denied'
refused 'a reader cannot read what others asked' 'TABLE indp.charges' 'permission denied'
refused 'a reader cannot open' 'SELECT indp.open(99)' 'permission denied'
refused 'a reader cannot resume' "SELECT indp.resume('t20', 1)" 'permission denied for function resume'
user=postgres
prepare 'GRANT indp_owner TO ann'
user=ann
refused 'another owner cannot resume' "SELECT indp.resume('t20', 1)" 'only the owner of the table'
refused 'not a protected table' "SELECT * FROM indp.remaining('pg_class')" 'this table is not protected'
refused 'not a protected table' "SELECT * FROM indp.ledger('pg_class')" 'this table is not protected'
refused 'not a protected table' "SELECT indp.resume('pg_class', 1)" 'this table is not protected'
user=postgres
prepare 'REVOKE indp_owner FROM ann'
user=ann
