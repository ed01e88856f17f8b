# Tests that amounts are exact decimals, and that a charge spends from all budgets or from none.

user=postgres
prepare "SELECT test.policy(10, 1, 5), test.policy(11, 100, 0.3), test.policy(12, 100, 100, NULL, 0.5), test.policy(13, 1e6, 1e6)"
user=ann
refused 'more than the total' "SELECT test.charge(10, '{1.0000000000000002}')" 'does not suffice'
for i in 1 2 3 4 5 6 7 8 9 10; do
    sql "SELECT test.charge(10, '{0.1}') <= 0.1;"
    [ "$out" = t ] || fail 'ten times 0.1 fit into 1' "$err"
done
refused 'the eleventh' "SELECT test.charge(10, '{0.1}')" 'does not suffice'
refused 'the smallest double' "SELECT test.charge(10, '{5e-324}')" 'does not suffice'
answer 'ten times 0.1' 'SELECT test.spent(10), test.spent(10, 10), test.logged(10)' '1|1|1'
refused '0.1 + 0.2 + 5e-324 in 0.3' "SELECT test.charge(11, '{0.1, 0.2, 5e-324}')" 'does not suffice'
answer 'a refused charge spends nothing' 'SELECT test.spent(11), test.spent(11, 11) IS NULL, test.logged(11)' '0|t|0'
refused '0.1 + the double above 0.2 in 0.3' "SELECT test.charge(11, '{0.1, 0.20000000000000004}')" 'does not suffice'
answer '0.1 + 0.2 in 0.3' "SELECT test.charge(11, '{0.1, 0.2}') <= 0.3, test.spent(11), test.spent(11, 11), test.logged(11)" 't|0.3|0.3|0.3'
answer 'the share' "SELECT test.charge(12, '{0.5}') <= 0.5" t
refused 'more than the share' "SELECT test.charge(12, '{5e-324}')" 'does not suffice'
user=bob
answer 'the share of another' "SELECT test.charge(12, '{0.25}') <= 0.25" t
answer 'three rows, one log' "SELECT test.spent(12), test.spent(12, 12), test.spent(12, 12, 'ann'::regrole), test.spent(12, 12, 'bob'::regrole),
    test.logged(12)" '0.75|0.75|0.5|0.25|0.75'
user=ann
for epsilon in 0 -1 NaN Infinity; do
    refused "epsilon $epsilon" "SELECT test.charge(13, '{$epsilon}')" 'indp: epsilon must be'
done
refused 'no epsilon' "SELECT test.charge(13, '{}')" 'indp: epsilon must be'
sql "SELECT test.charge(13, ARRAY[e]) FROM unnest('{1e-300,123456.789,5e-324,1e23,0.3,2.2250738585072014e-308,99999999999}'::float8[]) e WHERE e < 1e6;"
answer 'the log has all digits' "SELECT string_agg(l.epsilon::text, ' ' ORDER BY l.epsilon) = '0.' || repeat('0', 323) || '5 0.' || repeat('0', 307) ||
    '22250738585072014 0.' || repeat('0', 299) || '1 0.3 123456.789' FROM indp.ledger('t13') l" t
answer 'the sum has all digits' 'SELECT test.spent(13) = test.logged(13), test.spent(13, 13) = test.logged(13)' 't|t'

# The owner changes the total of a policy. A total below what was spent refuses every charge, and a
# higher total permits more.
user=postgres
prepare "UPDATE indp.policies SET total = 0.9 WHERE policy = 10"
user=ann
refused 'a lower total' "SELECT test.charge(10, '{5e-324}')" 'does not suffice'
answer 'nothing is left' "SELECT remaining, total, share IS NULL FROM indp.remaining('t10')" '4|0|t'
user=postgres
prepare "UPDATE indp.policies SET total = 1.1 WHERE policy = 10"
user=ann
answer 'a higher total' "SELECT test.charge(10, '{0.1}') <= 0.1" t
refused 'the higher total is spent' "SELECT test.charge(10, '{5e-324}')" 'does not suffice'
