# Tests the windows of budgets, and indp.remaining, indp.ledger and indp.resume.

user=postgres
# The windows of policy 30 last an hour.
prepare "SELECT test.policy(30, 100, 1, 3600000000, 0.75), test.policy(31, 100, 1)"
at() { echo "SELECT test.set_clock('2026-01-01 $1Z')"; }
user=ann
answer 'window 0' "$(at 00:30); SELECT test.charge(30, '{0.75}') <= 0.75" '
t'
refused 'the share of window 0' "$(at 00:59:59.999999); SELECT test.charge(30, '{5e-324}')" 'does not suffice'
answer 'what is left in window 0' "$(at 00:40); SELECT budget, epsilon, remaining, until = '2026-01-01 01:00Z', share, total FROM test.remaining('t30')" '
analysts|1|0.25|t|0|99.25'
answer 'window 1, seen before it is charged' "$(at 01:00); SELECT budget, epsilon, remaining, until = '2026-01-01 02:00Z', share, total FROM test.remaining('v30')" '
analysts|1|1|t|0.75|99.25'
answer 'window 1' "$(at 01:00); SELECT test.charge(30, '{0.5}') <= 0.5, test.spent(30), test.spent(30, 30)" '
t|1.25|0.5'
# If the clock goes back, no earlier window opens again: charges still belong to window 1.
refused 'a clock that goes back' "$(at 00:10); SELECT test.charge(30, '{0.5}')" 'does not suffice'
answer 'a clock that goes back' "$(at 00:10); SELECT test.charge(30, '{0.25}') <= 0.25, test.spent(30), test.spent(30, 30)" '
t|1.5|0.75'
user=bob
answer 'another reader, while the clock is back' "$(at 00:10); SELECT test.charge(30, '{0.25}') <= 0.25; SELECT remaining, share FROM test.remaining('t30')" '
t
0|0.5'
refused 'his share belongs to the window of the budget' "$(at 01:10); SELECT test.charge(30, '{0.25}')" 'does not suffice'
answer 'and goes on there' "$(at 01:10); SELECT remaining, share FROM test.remaining('t30')" '
0|0.5'
answer 'far ahead' "$(at 23:10); SELECT test.charge(30, '{0.125}') <= 0.125, test.spent(30), test.spent(30, 30), test.logged(30)" '
t|1.875|0.125|1.875'
answer 'before the first window' "SELECT test.set_clock('-infinity'); SELECT remaining FROM test.remaining('t30')" '
0.875'

# remaining and ledger must show only what the caller may know.
user=postgres
prepare "INSERT INTO indp.budgets VALUES (130, 30, 'doctors', 4, NULL, '2026-01-01', 2); GRANT SELECT ON v30 TO PUBLIC"
user=eve
answer 'no member sees no budget' "SELECT * FROM indp.remaining('t30')" ''
answer 'no member sees no charge' "SELECT * FROM indp.ledger('t30')" ''
user=ann
answer 'a member sees her budget' "SELECT budget FROM indp.remaining('t30')" analysts
answer 'a reader sees her charges' "SELECT count(*), sum(epsilon), min(reader), min(query), min(budget) FROM indp.ledger('v30')" '3|1.50|ann|query|analysts'
refused 'no other way to the log' 'SELECT * FROM indp.charges' 'permission denied'
user=keeper
answer 'the owner sees all budgets' "SELECT budget, share IS NULL FROM indp.remaining('t30') ORDER BY 1::text" 'analysts|t
doctors|t'
answer 'the owner sees all charges' "SELECT reader, count(*), sum(epsilon) FROM indp.ledger('t30') GROUP BY 1 ORDER BY 1" 'ann|3|1.50
bob|2|0.375'
user=postgres
prepare "DROP ROLE IF EXISTS carl; CREATE ROLE carl IN ROLE analysts LOGIN"
user=carl
long=$(printf 'é%.0s' $(seq 400))
sql "SELECT test.charge(31, '{0.125}', NULL, '$long');"
answer 'the first part of the query' "SELECT length(query), octet_length(query), replace(query, 'é', '') = '' FROM indp.ledger('t31')" '128|256|t'
user=postgres
prepare 'ALTER ROLE carl RENAME TO carl2'
user=carl2
answer 'another name' "SELECT count(*) FROM indp.ledger('t31')" 0
user=postgres
prepare 'DROP ROLE carl2'

# resume must never lower what was spent. It must also raise what counts as spent of the shares of
# readers who have no row.
user=keeper
refused 'spent below 0' "SELECT indp.resume('t31', -1)" 'spent must be a finite number'
refused 'spent is NaN' "SELECT indp.resume('t31', 'NaN')" 'spent must be a finite number'
answer 'lower' "SELECT indp.resume('t31', 0.1); SELECT test.spent(31), test.spent(31, 31)" '
0.125|0.125'
answer 'higher' "SELECT indp.resume('t31', 0.7); SELECT test.spent(31), test.spent(31, 31), test.spent(31, 31, 1)" '
0.7|0.7|0.7'
answer 'higher than the cap' "SELECT indp.resume('t30', 1.5); SELECT test.spent(30) = 1.875, test.spent(30, 30), test.spent(30, 30, 'ann'::regrole),
    test.spent(30, 130), test.spent(30, 130, 1)" '
t|1.5|1.5|1.5|1.5'
user=bob
refused 'the budget is spent' "SELECT test.charge(30, '{0.1}', 'analysts')" 'does not suffice'
answer 'a new reader has spent as much' "SELECT share FROM indp.remaining('t30') WHERE budget = 'doctors'::regrole" 0.5
refused 'more than the share of a new reader' "SELECT test.charge(30, '{0.6}', 'doctors')" 'does not suffice'
answer 'the share of a new reader' "SELECT test.charge(30, '{0.5}', 'doctors') <= 0.5, test.spent(30, 130, 'bob'::regrole), test.spent(30, 130, 1)" 't|2|1.5'
