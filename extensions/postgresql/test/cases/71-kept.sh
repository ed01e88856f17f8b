# Tests the answers that are kept: which questions are the same, who gets an answer again, what
# that costs, and when there is none. ada and eve are fenced and share a budget; kim has a budget
# with shares, as rob has, through the role shared.
cluster_restart "shared_preload_libraries = '$pg_preload'" 'jit = off' 'fsync = on'
pg postgres -c 'CREATE DATABASE kept' && pg kept -c 'CREATE EXTENSION indp' ||
    fail 'a database for kept answers' 'not made'
db=kept
readers='ada eve kim rob'
for reader in $readers; do sql "CREATE ROLE $reader LOGIN IN ROLE indp_reader"; done
again() { # [PARAMETER..]: protects the table; answers are kept for a day, unless said otherwise
    sql "SELECT indp.protect('visit', 'patient', 1, 1000, 0.1, 0.5, columns => '{\"days\": [0, 31],
        \"ward\": [\"eye\", \"ear\"], \"at\": [\"2026-01-01\", \"2026-02-01\"]}', keys =>
        '{\"ward\": [\"eye\", \"ear\"], \"days\": [1, 2]}', keep => ${1:-'1 day'}${2:+, $2})"
}
sql "CREATE ROLE max LOGIN; CREATE ROLE crew; CREATE ROLE shared; GRANT crew TO ada, eve, max;
    GRANT shared TO kim, rob;
    CREATE TABLE visit(patient int UNIQUE, days int, ward text, at timestamptz);
    INSERT INTO visit SELECT i, i % 9, 'eye', '2026-01-05 23:30Z' FROM generate_series(1, 999) i"
again "'1 day'"
sql "GRANT SELECT ON visit_private TO crew, shared;
    DO \$\$ BEGIN PERFORM indp.accept('visit', leak) FROM
        (SELECT DISTINCT leak FROM indp.check('visit') WHERE NOT accepted) l;
        PERFORM indp.budget('visit', 'crew', 100), indp.budget('visit', 'shared', 50,
            per_reader => 20); END \$\$"
[ "$code" = 0 ] || fail 'a protected table' "$err"
entries() { user=postgres; sql "SELECT count(*) FROM indp.answers"; user=${1:-ada}; }
spent() { # the ledger's number of charges that cost something, and of the others
    user=postgres
    sql "SELECT count(*) FILTER (WHERE epsilon > 0), count(*) FILTER (WHERE epsilon = 0)
        FROM indp.ledger('visit')"
    user=${1:-ada}
}
forget() { user=postgres; sql "SELECT indp.forget('visit')"; user=${1:-ada}; }
# Whether SQL is charged: `paid` and `free` compare the ledger before and after.
asked() { # WANTED NAME SQL
    spent "$user"; before=$out
    sql "$3;"
    [ "$code" = 0 ] || { fail "$2" "$err"; return; }
    answered=$out
    spent "$user"
    case "$1" in
    paid) [ "$out" = "$((${before%|*} + 1))|${before#*|}" ] ;;
    free) [ "$out" = "${before%|*}|$((${before#*|} + 1))" ] ;;
    esac && pass || fail "$2" "not $1: $before, then $out"
}
paid() { asked paid "$@"; }
free() { asked free "$@"; }
same() { # NAME: the last answer is this one
    [ "$answered" = "$first" ] && pass || fail "$1" "$answered instead of $first"
}

user=ada
question='SELECT ward, dp_count(*) FROM visit_private WHERE days > 1 AND days < 7 GROUP BY ward'
holds 'before it is asked' "SELECT kept = 'no: not asked, or too long ago' AND suffices
    FROM indp.explain('$question')"
paid 'a question' "$question"
first=$answered
for way in "$question" "select  ward /* spaces */, dp_count( * )
        FROM  visit_private WHERE days<7 AND days>1 GROUP BY 1" \
    "SELECT w, n FROM (SELECT v.ward AS w, public.dp_count(*) n FROM public.visit_private v
        WHERE (v.days > 1 AND (v.days < 7)) GROUP BY v.ward) t" \
    "WITH c AS ($question) SELECT * FROM c" "$question HAVING dp_count(*) > -1e9 ORDER BY 1 DESC" \
    "PREPARE p(int, int) AS SELECT ward, dp_count(*) FROM visit_private WHERE days > \$1
        AND days < \$2 GROUP BY ward; EXECUTE p(1, 7)" \
    "SET plan_cache_mode = force_generic_plan; PREPARE p(int) AS SELECT ward, dp_count(*)
        FROM visit_private WHERE days > 2 - \$1 AND days < 7 GROUP BY ward; EXECUTE p(1)" \
    "BEGIN READ ONLY; $question" "BEGIN ISOLATION LEVEL REPEATABLE READ; $question" \
    "BEGIN; DECLARE c CURSOR FOR $question; FETCH ALL IN c"; do
    free "again: $way" "$way"
    case "$way" in *DECLARE*) answered=$(echo "$answered" | sed '/^$/d') ;; esac
    same "the same: $way"
done
free 'something else of the same answers' \
    "SELECT sum(n) FROM (SELECT dp_count(*) + 1 AS n FROM visit_private WHERE days > 1 AND days < 7
        GROUP BY ward) t"
entries
[ "$out" = 1 ] && pass || fail 'all of these are one question' "$out"
holds 'explained' "SELECT kept LIKE 'yes, until %: costs nothing' AND suffices
    FROM indp.explain('$question')"
answer 'explained with a parameter' "SELECT kept FROM indp.explain('SELECT dp_count(*)
    FROM visit_private WHERE days < \$1')" 'not known: the question depends on a parameter'
user=eve
free 'by another reader of the budget' "$question"
same 'by another reader of the budget'
answer 'she sees no question of others' "SELECT count(*) FROM indp.kept('visit')" 0
refused 'she does not read the table' 'SELECT * FROM indp.answers' 42501 ''
user=postgres
sql 'GRANT SELECT ON indp.answers, indp.charges, indp.spent TO crew'
user=eve
for table in answers charges spent; do
    refused "nor if a superuser lets her: $table" "SELECT * FROM indp.$table" 42501 \
        'it needs a label by its owner'
done
user=postgres
sql 'REVOKE SELECT ON indp.answers, indp.charges, indp.spent FROM crew'
user=eve
refused 'she does not forget' "SELECT indp.forget('visit')" 42501 ''
user=ada
answer 'she sees her own' "SELECT budget, reader, left(query, 12), bytes, until - at
    FROM indp.kept('visit')" 'crew|ada|SELECT ward,|40|1 day'

# Each of these is another question.
for way in 'SELECT dp_count(*) FROM visit_private' 'SELECT dp_count(1, 0.2) FROM visit_private' \
    'SELECT dp_count(*) FROM visit_private WHERE days > 2' "SELECT dp_count(*) FROM visit_private
        WHERE date_trunc('day', at) = '2026-01-05Z'" 'SELECT dp_sum(days) FROM visit_private' \
    'SELECT days, dp_count(*) FROM visit_private GROUP BY days' \
    'SELECT dp_count(*) FILTER (WHERE days > 1) FROM visit_private' \
    "SELECT dp_count(*) FROM visit_private WHERE ward = 'eye'" \
    "SELECT dp_count(*) FROM visit_private WHERE ward = 'x :location 5'" \
    "SELECT dp_count(*) FROM visit_private WHERE ward = 'x :location 6'" \
    'SELECT dp_count(DISTINCT patient) FROM visit_private' \
    "SET TimeZone = 'Asia/Tokyo'; SELECT dp_count(*) FROM visit_private
        WHERE date_trunc('day', at) = '2026-01-05Z'"; do
    paid "another: $way" "$way"
done
# now() is another value each time.
now='SELECT dp_count(*) FROM visit_private WHERE at < '
paid 'now' "${now}now()"
paid 'now, again' "${now}now()"
paid 'the date' "${now}current_date"
free 'the date, again' "${now}current_date"
holds 'the date, explained' "SELECT kept LIKE 'yes%' FROM indp.explain('${now}current_date')"

# Answers of all kinds come back as they were.
all='SELECT dp_count(*), dp_sum(days), dp_avg(days), dp_var(days), dp_median(days),
    dp_mode(ward), dp_counts(ward), dp_histogram(days, ARRAY[1, 3.5]), dp_min(at),
    dp_quantiles(days, ARRAY[0.1, 0.9]), dp_bounds(days), dp_avg_parts(days) FROM visit_private
        WHERE days < 3'
paid 'all kinds' "$all"
first=$answered
free 'all kinds, again' "$all"
same 'all kinds'
paid 'the defaults of the policy' 'SELECT dp_sum(days) FROM visit_private WHERE days < 4'
free 'the same, written' 'SELECT dp_sum(days, 0, 31, 0.1) FROM visit_private WHERE days < 4'
paid 'NULL' 'SELECT dp_bounds(days) FROM visit_private WHERE days < 0'
free 'NULL, again' 'SELECT dp_bounds(days) FROM visit_private WHERE days < 0'
[ -z "$answered" ] && pass || fail 'NULL, again' "$answered"

# What stores nothing, and what is stored for a while.
forget
spent; before=$out
sql 'SELECT dp_count(*) FROM visit_private LIMIT 0; SELECT dp_count(*) FROM visit_private
    WHERE false HAVING false'
entries
[ "$out" = 0 ] && pass || fail 'free answers' "$out entries"
count='SELECT dp_count(*) FROM visit_private'
paid 'rolled back' "BEGIN; $count; ROLLBACK"
paid 'after it was rolled back' "BEGIN; SAVEPOINT s; $count; ROLLBACK TO s; COMMIT"
paid 'read only' "BEGIN READ ONLY; $count; COMMIT"
answer 'read only, explained' "BEGIN READ ONLY; SELECT kept FROM indp.explain('$count')" \
    'no, and the answer will not be kept, since the transaction is READ ONLY'
entries
[ "$out" = 0 ] && pass || fail 'rolled back or read only' "$out entries"
spent; before=$out
sql "BEGIN; $count; $count; $count; COMMIT"
spent
[ "$out" = "$((${before%|*} + 1))|$((${before#*|} + 2))" ] && pass ||
    fail 'within a transaction' "$before, then $out"

# What refuses a question refuses it if its answer is kept, too.
refused 'serializable' "BEGIN ISOLATION LEVEL SERIALIZABLE; $count" 42501 'SERIALIZABLE'
user=max
free 'outside of the fence' "$count"
refused 'serializable, outside of the fence' "BEGIN ISOLATION LEVEL SERIALIZABLE; $count" \
    0A000 'SERIALIZABLE'
user=ada
refused 'measured' "EXPLAIN ANALYZE $count" 0A000 'EXPLAIN ANALYZE'
user=postgres
sql 'REVOKE SELECT ON visit_private FROM crew'
user=ada
refused 'without the right' "$count" 42501 'permission denied'
user=postgres
sql 'GRANT SELECT ON visit_private TO crew; CREATE ROLE heir; GRANT indp_owner TO heir;
    ALTER VIEW visit_private OWNER TO heir'
user=ada
refused 'if the owner of the view has lost the right' "$count" 42501 \
    'permission denied for table visit'
user=postgres
sql 'ALTER VIEW visit_private OWNER TO postgres; REVOKE crew FROM eve'
user=eve
refused 'without a budget' "$count" 42501 ''
user=postgres
sql 'GRANT crew TO eve; CREATE TABLE moved AS TABLE indp.spent; UPDATE indp.spent SET state = state'
user=ada
refused 'a ledger that was written to' "$count" 55000 'indp.resume'
user=postgres
sql "SELECT indp.resume('visit', 5)"
user=ada
free 'after it was resumed' "$count"

# A budget that is spent still gives what it paid for, and a hit begins no window.
user=postgres
sql "SELECT indp.budget('visit', 'crew', 0.1, '365 days')"
user=ada
free 'without anything left' "$count"
refused 'without anything left, something new' "$count WHERE days > 5" 53400 ''
user=postgres
sql "SELECT indp.budget('visit', 'crew', 100)"

# Another budget has paid for nothing.
sql "CREATE ROLE second; GRANT second TO ada; GRANT SELECT ON visit_private TO second;
    SELECT indp.budget('visit', 'second', 100)"
user=ada
free 'by the budget that has paid' "SET indp.budget = 'crew'; $count"
paid 'by another budget' "SET indp.budget = 'second'; $count"
user=postgres
sql 'REVOKE second FROM ada'

# Two questions are compared whole: here the second one has the hash of the first.
user=ada
paid 'a question as long' "$count WHERE days = 8"
paid 'a question' "$count WHERE days = 7"
user=postgres
sql "UPDATE indp.answers SET hash = (SELECT hash FROM indp.answers ORDER BY at DESC LIMIT 1);
    DELETE FROM indp.answers WHERE at = (SELECT max(at) FROM indp.answers)"
user=ada
paid 'a question with the hash of others' "$count WHERE days = 7"
# An answer of another form is none.
user=postgres
sql "UPDATE indp.answers SET answer = substring(answer FROM 1 FOR length(answer) - 4)"
user=ada
paid 'an answer without its end' "$count WHERE days = 7"
forget
paid 'afterwards' "$count"

# Long lists of keys are tested first, which does not change the order of the other conditions.
user=postgres
sql "CREATE TABLE long(p int UNIQUE, k int, x int); INSERT INTO long SELECT i, i, i
        FROM generate_series(1, 99) i;
    SELECT indp.protect('long', 'p', 1, 1000, 0.1, keep => '1 day', keys => (SELECT
        jsonb_build_object('k', jsonb_agg(i)) FROM generate_series(1, 2000) i));
    GRANT SELECT ON long_private TO crew; DO \$\$ BEGIN PERFORM indp.accept('long', leak) FROM
        (SELECT DISTINCT leak FROM indp.check('long') WHERE NOT accepted) l;
        PERFORM indp.budget('long', 'crew', 100); END \$\$"
user=ada
sql 'SELECT k, dp_count(*) FROM long_private WHERE x > 1 AND p < 9 GROUP BY k'
holds 'a long list of keys' "SELECT kept LIKE 'yes%' FROM indp.explain('SELECT k, dp_count(*)
    FROM long_private WHERE p < 9 AND x > 1 GROUP BY k')"
user=postgres
sql "SELECT indp.unprotect('long')"

# With shares, each reader has answers of her own.
user=kim
paid 'by a reader with a share' "$count"
first=$answered
free 'by a reader with a share, again' "$count"
same 'by a reader with a share'
user=rob
holds 'another one learns nothing of it' \
    "SELECT kept = 'no: not asked, or too long ago' FROM indp.explain('$count')"
paid 'another one with a share' "$count"

# Age.
older() { # INTERVAL: all answers are older by this
    user=postgres; sql "UPDATE indp.answers SET at = at - interval '$1'"; user=ada
}
user=ada
older '23:59'
free 'almost a day old' "$count"
older '1 minute'
holds 'a day old, explained' "SELECT kept LIKE 'no:%' FROM indp.explain('$count')"
answer 'a day old, listed' "SELECT count(*) FROM indp.kept('visit')" 0
paid 'a day old' "$count"
free 'the new one' "$count"
user=postgres
answer 'old ones of the budget are removed' "SELECT count(*) FROM indp.answers AS a
    JOIN indp.budgets AS b USING (budget) WHERE b.role = 'crew'::regrole" 1
older '-1 hour'
paid 'from the future, when the clock went back' "$count"
user=postgres
sql "SELECT indp.budget('visit', 'crew', 100, keep => '2 hours')"
older '1 hour'
free 'a budget that keeps them for 2 hours' "$count"
older '1 hour'
paid 'a budget that keeps them for 2 hours, after these' "$count"
user=postgres
sql "SELECT indp.budget('visit', 'crew', 100, keep => '0')"
user=ada
paid 'a budget that keeps none' "$count"
answer 'a budget that keeps none, explained' "SELECT kept FROM indp.explain('$count')" \
    'no: the owner keeps no answers'
user=postgres
sql "SELECT indp.budget('visit', 'crew', 100)"

# What the owner changes.
user=ada
forget
paid 'forgotten' "$count"
free 'kept again' "$count"
pg -U ada "$db" -c "BEGIN; $count WHERE days > 4; SELECT pg_sleep(2); COMMIT" >/dev/null &
sleep 1
forget
wait $!
paid 'forgotten while it was not yet committed' "$count WHERE days > 4"
older '1 day'
# The transaction of a reader that removes old answers does not block the owner.
echo "BEGIN; $count; SELECT pg_sleep(5); $count WHERE days > 3; COMMIT;" |
    pg -U ada "$db" >"$work/out1" 2>&1 &
sleep 1
user=postgres
sql "SET statement_timeout = '3s'; SELECT indp.forget('visit') IS NOT NULL"
[ "$out" = t ] && pass || fail 'forgotten beside an open transaction' "$out $err"
wait $!
[ "$(grep -c '^-*[0-9]' "$work/out1")" = 2 ] && pass ||
    fail 'an open transaction beside forget' "$(cat "$work/out1")"
user=postgres
again "'1 day'"
answer 'protected again' "SELECT count(*) FROM indp.answers" 0
user=ada
paid 'protected again' "$count"
user=postgres
again NULL
user=ada
paid 'kept no more' "$count"
paid 'kept no more, again' "$count"
user=postgres
sql "CREATE VIEW joined AS SELECT patient, days FROM visit WHERE days < 5;
    SELECT indp.protect('joined', 'patient', 1, 1000, 0.1, keep => '1 day');
    GRANT SELECT ON joined_private TO crew;
    DO \$\$ BEGIN PERFORM indp.accept('joined', leak) FROM
        (SELECT DISTINCT leak FROM indp.check('joined') WHERE NOT accepted) l;
        PERFORM indp.budget('joined', 'crew', 100); END \$\$"
user=ada
joined='SELECT dp_count(*) FROM joined_private'
sql "$joined"
holds 'a view as the source' "SELECT kept LIKE 'yes%' FROM indp.explain('$joined')"
user=postgres
sql 'CREATE OR REPLACE VIEW joined AS SELECT patient, days FROM visit WHERE days < 6'
user=ada
answer 'a view as the source, with another condition' \
    "SELECT kept FROM indp.explain('$joined')" 'no: not asked, or too long ago'
user=postgres
answer 'unprotected' "SELECT indp.unprotect('joined'); SELECT count(*) FROM indp.answers" '
0'
for length in "'0.5 seconds'" "'1 month'" "'100000 days'"; do
    refused "kept for $length" "SELECT indp.protect('visit', 'patient', 1, 1000, 0.1,
        keep => $length)" 22023 'indp.protect: the interval "keep" must be from 1 second to'
done
again "'1 day'"
user=ada
sql "$count"
as_postgres "$pg_bin/pg_dump" -U postgres -h "$PGHOST" -d "$db" >"$work/dump" 2>"$work/err"
if grep -q 'COPY indp.budgets' "$work/dump" && ! grep -q 'indp.answers' "$work/dump"; then pass
else fail 'a dump has budgets, and no answers' "$(cat "$work/err")"; fi
user=postgres
db=test
