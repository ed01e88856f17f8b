# Tests that nothing undoes a charge: ROLLBACK, savepoints, errors, READ ONLY, VACUUM.

user=postgres
prepare "SELECT test.policy(40, 1000, 1000), test.policy(41, 1, 1)"
user=ann
answer 'ROLLBACK' "BEGIN; SELECT test.charge(40, '{0.5}') <= 0.5; ROLLBACK; SELECT test.spent(40), test.logged(40)" 't
0.5|0.5'
answer 'READ ONLY' "BEGIN READ ONLY; SELECT test.charge(40, '{0.5}') <= 0.5, txid_current_if_assigned() IS NULL; ROLLBACK; SELECT test.spent(40)" 't|t
1'
sql "SELECT test.charge(40, '{0.5}') / 0;"
answer 'an error' 'SELECT test.spent(40), test.logged(40)' '1.5|1.5'
answer 'SERIALIZABLE READ ONLY DEFERRABLE' "BEGIN ISOLATION LEVEL SERIALIZABLE READ ONLY DEFERRABLE; SELECT test.charge(40, '{0.5}') <= 0.5; ROLLBACK;
    SELECT test.spent(40)" 't
2'
sql "DO \$\$ BEGIN FOR i IN 1..50 LOOP BEGIN PERFORM test.charge(41, '{0.1}'); RAISE division_by_zero; EXCEPTION WHEN division_by_zero THEN END; END LOOP; END \$\$;"
case "$err" in *'does not suffice'*) pass ;; *) fail 'a loop of savepoints ends' "$out $err" ;; esac
answer 'a loop of savepoints' 'SELECT test.spent(41), test.logged(41)' '1|1'
answer 'an error that is caught leaves no lock' "DO \$\$ BEGIN FOR i IN 1..50 LOOP BEGIN PERFORM test.charge(41, '{0.1}'); EXCEPTION WHEN OTHERS THEN END;
    END LOOP; END \$\$; SELECT count(*) FROM pg_locks WHERE relation = (SELECT oid FROM pg_class WHERE relname = 'spent')" 0
user=postgres
setting=debug_parallel_query
[ "$major" -ge 16 ] || setting=force_parallel_mode
prepare "ALTER FUNCTION test.raw_charge PARALLEL SAFE"
refused 'a parallel worker' "SET $setting = on; SELECT test.raw_charge(40, 1, NULL, NULL, '{0.5}', NULL)" 'a parallel query cannot charge a budget'
case "$err" in *'HINT:  Mark the function that runs this query PARALLEL UNSAFE, or SET max_parallel_workers_per_gather = 0.'*) pass ;; *) fail 'the hint of a parallel query' "$err" ;; esac
# These queries are not parallel, so their charges pass the check for parallel queries. The charges
# then fail, because the policy has no version 2.
refused 'without workers no query is parallel' "SET $setting = on; SET max_parallel_workers_per_gather = 0; SELECT test.raw_charge(40, 2, NULL, NULL, '{0.5}', NULL)" 'the policy has changed'
prepare "ALTER FUNCTION test.raw_charge PARALLEL UNSAFE"
refused 'a query of this function is not parallel' "SET $setting = on; SELECT test.raw_charge(40, 2, NULL, NULL, '{0.5}', NULL)" 'the policy has changed'
answer 'nothing was charged' 'SELECT test.spent(40), test.logged(40)' '2|2'

# VACUUM and ANALYZE must lose no row of the ledger, even while charges run.
for statement in 'VACUUM' 'VACUUM FREEZE' 'VACUUM FULL' 'ANALYZE'; do
    for table in spent charges; do
        sql "$statement indp.$table;"
        [ "$code" = 0 ] || fail "$statement" "$err"
    done
    before=$(pg test -c 'SELECT test.spent(40)')
    answer "after $statement" "SELECT test.charge(40, '{0.5}', 'analysts') <= 0.5, test.spent(40) - $before, test.spent(40) = test.logged(40)" 't|0.5|t'
done
user=ann
sql "SELECT test.charge_many(40, 0.25, 300);" &
many=$!
user=postgres
for i in 1 2 3 4 5 6; do
    for table in spent charges; do pg test -c "VACUUM FULL indp.$table" -c "VACUUM FREEZE indp.$table"; done
done
wait "$many"
answer 'VACUUM FULL during charges' 'SELECT test.spent(40), test.logged(40), (SELECT count(*) FROM indp.charges WHERE policy = 40)' '79|79|308'
corruption='' # only some servers have verify_heapam
if [ "$(pg test -c "SELECT count(*) FROM pg_available_extension_versions WHERE name = 'amcheck' AND version >= '1.3'")" != 0 ]; then
    prepare 'CREATE EXTENSION IF NOT EXISTS amcheck'
    corruption="SELECT msg FROM (SELECT * FROM verify_heapam('indp.spent') UNION ALL SELECT * FROM verify_heapam('indp.charges')) s"
    answer 'amcheck finds nothing' "$corruption" ''
fi
