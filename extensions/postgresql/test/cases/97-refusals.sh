# Tests that refusals name what breaks the rule, and where it stands in the statement. pia is a
# reader with a budget of 1 and a share of 0.25.
cluster_restart "shared_buffers = '256MB'" 'jit = off' 'fsync = on'
pg postgres -c 'CREATE DATABASE refusals' &&
    pg postgres -c "ALTER DATABASE refusals SET session_preload_libraries = '$pg_preload'" &&
    pg refusals -c 'CREATE EXTENSION indp' || fail 'a database for refusals' 'not made'
db=refusals
sql "CREATE ROLE pia LOGIN;
    CREATE TABLE visit(patient int, days int, ward text, cost numeric, tags text[]);
    INSERT INTO visit SELECT i, i % 9, 'eye', 5, '{}' FROM generate_series(1, 99) i;
    SELECT indp.protect('visit', 'patient', 1, 10, 0.1, 0.5, columns => '{\"days\": [0, 31]}',
        keys => '{\"ward\": [\"eye\"], \"days\": [1]}');
    GRANT SELECT ON visit_private TO pia;
    DO \$\$ BEGIN PERFORM indp.accept('visit', leak) FROM
        (SELECT DISTINCT leak FROM indp.check('visit') WHERE NOT accepted) l;
        PERFORM indp.budget('visit', 'pia', 1, per_reader => 0.25); END \$\$"
[ "$code" = 0 ] || fail 'a protected table' "$err"
user=pia
names() { # SQL PLACE DETAIL: the place that psql points to begins with PLACE
    sql "$1;"
    at=$(echo "$err" | awk '/^LINE 1: / { line = $0; getline; print substr(line, index($0, "^")) }')
    case "$at" in "$2"*) ;; *) fail "$1" "points to <$at>, not to <$2>: $err" && return ;; esac
    case "$err" in *"${3:+DETAIL:  }$3"*) pass ;; *) fail "$1" "without the detail $3: $err" ;; esac
}
# From PostgreSQL 18 on, the columns of GROUP BY have lost their place when they are planned.
placed() { [ "$major" -ge 18 ] || echo "$1"; }
none='The column cost has none. These have one: days, ward.'
names 'SELECT dp_count(*) FROM visit_private GROUP BY cost' "$(placed cost)" "$none"
names 'SELECT dp_count(*) FROM visit_private GROUP BY days + 1' 'days + 1' 'It names an expression.'
names "SELECT 'é', dp_count(*) FROM visit_private WHERE upper(ward) = reverse(ward)" \
    'reverse(wa' 'The function is reverse(text).'
names "SELECT dp_count(*) FROM visit_private WHERE days > 3 AND ward ~ 'x'" "~ 'x'" \
    'The function is textregexeq(text,text).'
names "SELECT dp_count(*) FILTER (WHERE days > 1 AND tags IS NULL) FROM visit_private" tags \
    'The type is an array.'
names 'SELECT (SELECT cost), dp_count(*) FROM visit_private GROUP BY days, cost' "$(placed cost)" \
    "$none"
names 'SELECT dp_count(*), (SELECT sum(p.days) FROM (VALUES (1)) v) FROM visit_private p' \
    'sum(' ''
refused 'an aggregate as a window function' 'SELECT dp_sum(days) OVER () FROM visit_private' \
    0A000 'aggregates over the view must not be called with OVER'
refused 'an aggregate over a subquery' \
    'SELECT dp_count(*) FROM (SELECT days FROM visit_private) AS s' \
    0A000 'the SELECT that names the view in FROM must itself call a dp_ aggregate'
names 'SELECT dp_sum(days, 0.9) FROM visit_private' '' 'dp_sum: epsilon is 0.9, max_epsilon is 0.5.'
names 'SELECT dp_sum(days, 1e-5) FROM visit_private' '' \
    'dp_sum: epsilon is 1e-05, min_epsilon is 0.0001.'
names 'SELECT dp_count(1, 0.2), dp_sum(days) FROM visit_private' '' \
    'The query costs 0.3. Of your share of the budget, 0.25 is left.'
user=postgres
sql "SELECT indp.budget('visit', 'pia', 0.2)"
user=pia
names 'SELECT dp_count(1, 0.3) FROM visit_private' '' \
    'The query costs 0.3. Of the budget, 0.2 is left.'
user=postgres
sql "SELECT indp.protect('visit', 'patient', 1, 0.15, 0.1, 0.5, columns => '{\"days\": [0, 31]}',
    keys => '{}')"
user=pia
names 'SELECT dp_count(1, 0.3) FROM visit_private' '' \
    'The query costs 0.3. Of the total of the table, 0.15 is left.'
names 'SELECT dp_count(*) FROM visit_private GROUP BY ward' "$(placed ward)" \
    'The column ward has none. These have one: no column.'
user=postgres
db=test
