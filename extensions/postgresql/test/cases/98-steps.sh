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
READS="CREATE FUNCTION ward.reads(int) RETURNS bigint IMMUTABLE $SQL SELECT count(*) FROM @o; END"
tried=0
while IFS='~' read -r edge since on kinds plant; do
    [ "$major" -ge "$since" ] || continue
    while IFS='~' read -r origin source relation made; do
        case " $on " in *" $origin "*) ;; *) continue ;; esac
        expected=${kinds#*"$origin="} # a kind for this origin, or one for all
        expected=${expected%% *}
        case $expected in
            -) expected= ;; # not related
            *) expected="$expected
$expected" ;;
        esac
        tried=$((tried + 1))
        edit="s/@reads/$READS/g; s/@o/$relation/g; s/@f/$SQL/g"
        answer "$origin, $edge" "BEGIN; $made; $(echo "$plant" | sed "$edit");
            SELECT kind FROM indp.related('$source') WHERE relation = 'ward.t'::regclass;
            SELECT kind FROM indp.related('$source', false) WHERE relation = 'ward.t'::regclass;
            ROLLBACK" "$expected"
    done <"$here/sql/origins.txt"
done <"$here/sql/edges.txt"
answer 'a source that reads a catalog' "BEGIN; CREATE OR REPLACE VIEW ward.v AS
    SELECT l.* FROM ward.low AS l, information_schema.sql_features, pg_stats;
    SELECT count(*) FROM indp.related('ward.v') WHERE relation < 16384; ROLLBACK" 0
# A protected view is no copy, whoever writes rules: nothing is written to it (86-protected.sh).
answer 'a rule that writes to a protected view' "BEGIN; CREATE TABLE ward.t(n int);
    CREATE RULE e AS ON INSERT TO ward.t DO ALSO INSERT INTO ward.s_private(k) SELECT k FROM ward.s;
    SELECT kind FROM indp.related('ward.s') WHERE relation = 'ward.s_private'::regclass; ROLLBACK" \
    protected
[ "$tried" -gt 100 ] || fail 'steps' "only $tried tried"
user=postgres
db=test
