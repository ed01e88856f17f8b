# Tests that indp.related follows every kind of connection from every kind of relation: for each
# origin o, which is connected with the source, and each edge from it to t. origins.txt has how o is
# made, and edges.txt how t is made from it, on which origins, and what kind t then has.
pg postgres -c 'CREATE DATABASE steps' && pg steps -c 'CREATE EXTENSION indp' ||
    fail 'a database for steps' 'not made'
db=steps
sql "CREATE SCHEMA ward; CREATE TABLE ward.s(k int PRIMARY KEY, p int);
    CREATE TABLE ward.low(k int PRIMARY KEY, p int); CREATE VIEW ward.v AS TABLE ward.low;
    SELECT indp.protect('ward.s', 'p', 1, 1, 1); SELECT indp.protect('ward.v', 'p', 1, 1, 1)"
[ "$code" = 0 ] || fail 'the sources of steps' "$err"
SQL='LANGUAGE sql BEGIN ATOMIC'
tried=0
while IFS='~' read -r edge since on kinds plant; do
    [ "$major" -ge "$since" ] || continue
    while IFS='~' read -r origin source relation made; do
        case " $on " in *" $origin "*) ;; *) continue ;; esac
        expected=${kinds#*"$origin="} # a kind for this origin, or one for all
        expected=${expected%% *}
        tried=$((tried + 1))
        edit="s/@o/$relation/g; s/@f/$SQL/g"
        answer "$origin, $edge" "BEGIN; $made; $(echo "$plant" | sed "$edit");
            SELECT kind FROM indp.related('$source') WHERE relation = 'ward.t'::regclass;
            SELECT kind FROM indp.related('$source', false) WHERE relation = 'ward.t'::regclass;
            ROLLBACK" "$expected
$expected"
    done <"$here/sql/origins.txt"
done <"$here/sql/edges.txt"
[ "$tried" -gt 40 ] || fail 'steps' "only $tried tried"
user=postgres
db=test
