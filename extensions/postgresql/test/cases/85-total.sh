# Tests the functions to which private values may be passed: none of them may raise an error. The
# table of these functions is in src/total/allow.c. ../allowed.c lets SQL read it, and ../total.sql
# has the hostile values.

module=$work/allowed.so
${CC:-cc} -std=gnu11 -O1 -shared -fPIC -I"$("$PG_CONFIG" --includedir-server)" -I"$here/../src" -I"$here/../src/plain" "$here/allowed.c" -o "$module" || fail allowed 'does not compile'
chmod 755 "$work" "$module"
out=$(pg test -v module="$module" -f "$here/total.sql" 2>&1) || fail 'hostile values' "$out"

answer 'every entry of the table exists' \
    "SELECT string_agg(signature, ' ') FROM total.calls WHERE to_regprocedure(signature) IS NULL" ''
answer 'no function has two entries' 'SELECT count(*) > 400, count(*) = count(DISTINCT signature) FROM total.calls' 't|t'
answer 'each replacement exists and has the same result' \
    "SELECT string_agg(signature, ' ') FROM total.calls c JOIN pg_proc p ON p.oid = to_regprocedure(signature)
        LEFT JOIN pg_proc q ON q.oid = to_regprocedure(replace(signature, 'pg_catalog.', 'indp.'))
        WHERE place = 'indp' AND (q.prorettype = p.prorettype AND q.proisstrict AND q.proparallel = 's' AND q.provolatile IN ('i', p.provolatile)) IS NOT TRUE" ''
answer 'each function of the schema indp that is total has an entry' \
    "SELECT string_agg(p.oid::regprocedure::text, ' ') FROM pg_proc p, pg_proc q WHERE p.pronamespace = 'indp'::regnamespace
        AND q.pronamespace = 'pg_catalog'::regnamespace AND (p.proname, p.proargtypes) = (q.proname, q.proargtypes)
        AND NOT EXISTS (SELECT FROM total.calls WHERE to_regprocedure(signature) = q.oid AND place = 'indp')" ''
holds 'only the owner of a protected view may call the total versions' \
    "SELECT bool_and(has_function_privilege('indp_owner', oid, 'EXECUTE') AND NOT has_function_privilege('public', oid, 'EXECUTE')) FROM pg_proc WHERE pronamespace = 'indp'::regnamespace AND proname = 'int4pl'"
holds 'functions that are called as they are cannot be those of a user' \
    "SELECT bool_and(p.oid < 16384 AND prolang = 12) FROM total.calls JOIN pg_proc p ON p.oid = to_regprocedure(signature) WHERE place = 'pg_catalog'"

# PostgreSQL's own versions of replaced functions do fail on these values. So the tests below would
# detect an entry of the table that can fail.
for call in 'int4pl {h_int4,h_int4}' 'int8mul {h_int8,h_int8}' 'float8div {h_float8,h_float8}' 'numeric_add {h_numeric,h_numeric}' 'round {h_long}' \
    'int4 {h_float8}' 'float8 {h_numeric}' 'date_pli {h_date,h_int4}' 'timestamp_pl_interval {h_timestamp,h_interval}' 'timestamp {h_date}' \
    'date_trunc {c_truncate,h_timestamp}' 'substr {h_text,h_int4,h_int4}' 'textlike {h_text,h_text}'; do
    holds "fails as it is: $call" "SET search_path = total; SELECT failure('pg_catalog.${call% *}', '${call#* }', 'default') IS NOT NULL"
done

answer 'nothing fails, and nothing differs from PostgreSQL' "SET search_path = total; SELECT problems('rule NOT BETWEEN 1 AND 4', NULL)" ''
answer 'nothing fails or differs in any locale' "SET search_path = total; SELECT problems('rule BETWEEN 1 AND 4', locale) FROM collations" ''
answer 'nothing fails or differs in any time zone' "SET search_path = total; SELECT problems_in_zone(name) FROM zones" ''
# Zones that a reader can set: the offset changes by days, so local periods begin days later.
for zone in 'AAA167BBB-167,0/0,J365/167' 'AAA-167BBB167,0/0,J365/167' 'AAA38BBB-153,232/86,4/55'; do
    answer "no truncation fails in the zone $zone" "SET search_path = total;
        SET TimeZone = '$zone';
        SELECT failure('indp.date_trunc', '{c_truncate,h_timestamptz}', NULL)" ''
done
answer 'texts of the greatest length' \
    "SET search_path = total;
     SELECT failure('indp.' || name, CASE WHEN types = '{text}' THEN '{h_huge}' ELSE '{h_huge,h_huge}'::text[] END, locale) AS f FROM calls, collations
      WHERE name IN ('lower', 'upper', 'length', 'btrim', 'textcat', 'text_lt') AND types IN ('{text}', '{text,text}') AND (name <> 'btrim' OR types = '{text}')
     EXCEPT SELECT NULL" ''
answer 'texts that are not valid in the encoding of the database' \
    "SET search_path = total; SELECT failure(format('%I.%I', place, name), array_replace(array_replace(array_replace(tables, 'h_text', 'h_invalid'), 'h_bpchar', 'h_invalid_bpchar'), 'h_varchar', 'h_invalid_varchar'), locale) AS f
       FROM calls, collations WHERE tables && '{h_text,h_bpchar,h_varchar}' EXCEPT SELECT NULL" ''
holds 'LIKE of PostgreSQL fails by the value if the stack is nearly full' \
    "SET search_path = total; SELECT calls_before('textlike', repeat('a', 2000)) < calls_before('textlike', 'b')"
holds 'the total LIKE does not' \
    "SET search_path = total; SELECT calls_before('indp.textlike', repeat('a', 2000)) = calls_before('indp.textlike', 'b')"

# Where PostgreSQL's own functions raise an error, the total functions must return these values.
[ "$major" -lt 15 ] || # older servers do not read so many hours
    answer 'an interval whose time cannot be negated' \
    "SELECT count(*), count(indp.timestamp_mi_interval(t, i)), count(indp.timestamptz_mi_interval(t, i)), count(indp.date_mi_interval(t::date, i))
       FROM (SELECT interval '-2562047788:00:54.775807' - interval '1 microsecond' AS i) AS q, unnest('{4713-01-01 BC,1999-12-01,294276-12-31}'::timestamp[]) t" \
    '3|0|0|0'
answer 'integers saturate' \
    "SELECT indp.int4pl(2147483647, 1), indp.int4mi(-2147483648, 1), indp.int2mul(-200::int2, 200::int2), indp.int8mul(-9223372036854775808, -1),
        indp.int4div(-2147483648, -1), indp.int4div(1, 0) IS NULL, indp.int4mod(1, 0) IS NULL, indp.int4um(-2147483648), indp.abs((-32768)::int2), indp.int84pl(9223372036854775807, 1)" \
    '2147483647|-2147483648|-32768|9223372036854775807|2147483647|t|t|2147483647|32767|9223372036854775807'
answer 'floats follow IEEE 754' \
    "SELECT indp.float8mul(1e308, -10), indp.float8mul(1e-308, 1e-308), indp.float8div(1, 0) IS NULL, indp.float4pl(3e38::float4, 3e38::float4), indp.float8div('NaN', 0),
        indp.sqrt(-1) IS NULL, indp.ln(0) IS NULL, indp.exp(1000), indp.exp(-1000), indp.power(0, -1) IS NULL, indp.power(-8, 0.5) IS NULL, indp.power(10, 400)" \
    '-Infinity|0|t|Infinity|NaN|t|t|Infinity|0|t|t|Infinity'
answer 'numerics of too many digits are NULL' \
    "SELECT indp.numeric_mul(1e131071, 10), indp.numeric_div(1, 0), indp.numeric_mod(1, 0), indp.round(repeat('9', 131072)::numeric + 0.5), indp.ceil(repeat('9', 131072)::numeric + 0.1),
        indp.round(9e131071, 5000), indp.\"numeric\"(1234.5, (5 << 16 | 2) + 4)" '||||||'
answer 'numbers of at most 100 digits' \
    "SELECT indp.numeric_mul(1e99, 9) = 9e99, indp.numeric_mul(1e99, 10), indp.numeric_add(1e-100, 0) = 1e-100, indp.numeric_add(1e-101, 0), indp.round(9.5e99, -98) = 9.5e99, indp.round(9.9e99, -99),
        indp.\"numeric\"(1e99::float8) IS NOT NULL, indp.\"numeric\"(1e101::float8), indp.numeric_sub('NaN', 1)" 't||t||t||t||NaN'
answer 'long texts in a locale, many comparisons of LIKE, and many characters to trim are NULL' \
    "SELECT indp.lower(repeat('x', 1024)) IS NOT NULL, indp.lower(repeat('x', 1025)), indp.textcat(repeat('x', 8191), 'x') IS NOT NULL, indp.textcat(repeat('x', 8192), 'x'),
        indp.textlike(repeat('a', 8192), '%b'), indp.textlike(repeat('a', 8192), '%' || repeat('a', 90) || 'b%'), indp.btrim('a', repeat('b', 17))" 't||t||f||'
answer 'casts give the nearest value' \
    "SELECT indp.int4(1e10::float8), indp.int4('-Infinity'::float8), indp.int4('NaN'::float8), indp.int2(40000), indp.int8(1e30::numeric), indp.int4('NaN'::numeric),
        indp.float8(1e400::numeric), indp.float8(-1e-400::numeric), indp.float4(1e300::float8), indp.float4(1e39::numeric)" \
    '2147483647|-2147483648||32767|9223372036854775807||Infinity|-0|Infinity|Infinity'
answer 'dates out of range are NULL' \
    "SET TimeZone = 'America/New_York'; SELECT indp.date_pli('5874897-12-31', 1), indp.date_mi('infinity', '2000-01-01'), indp.timestamp('294277-01-01'::date), indp.date('4714-11-24 00:00+00 BC'::timestamptz),
        indp.timestamp_pl_interval('294276-12-31', '1 day'), indp.date_mi_interval('2000-01-01', '9000 years'), indp.date_trunc('year', '4714-12-01 BC'::timestamp), indp.date_part('year', '294277-01-01'::date),
        indp.timestamp_mi('294276-12-31', '4714-11-24 BC')" '||||||||'
answer 'local times before the first timestamp are NULL' \
    "SET TimeZone = 'Asia/Kathmandu'; SELECT indp.timestamptz('4714-11-24 BC'::timestamp), indp.timestamptz('4714-11-24 BC'::date)" '|'
answer 'texts of negative or too great length are NULL' \
    "SELECT indp.substr('abc', 1, -1), indp.substr('abc', -2147483648, -2147483648), indp.textcat(repeat('x', 1048576), 'x'), indp.lower(repeat('x', 1048577)), indp.\"right\"('abc', -2147483648)" '||||'

# Tests which calls are allowed. EXPECTED is the total function that replaces the called one, or
# `as is`, or the beginning of the rule that the call breaks.
allowed() { # NAME EXPRESSION EXPECTED
    answer "$1" "SET search_path = total, public; SELECT left(allowed(\$e\$$2\$e\$), ${#3})" "$3"
}
only='only PostgreSQL'
pattern='the pattern of LIKE must be'
field='the field of extract'
allowed 'addition is replaced' '1 + 2' indp.int4pl
allowed 'a comparison is called as it is' '1 < 2' 'as is'
allowed 'a constant pattern' "'a' LIKE 'a\\\\\\\\%'" indp.textlike
allowed 'a pattern of 100 bytes' "'a' LIKE '$(printf '%0100d' 0)'" indp.textlike
allowed 'a pattern of 101 bytes' "'a' LIKE '$(printf '%0101d' 0)'" "$pattern"
allowed 'a pattern that ends in a backslash' "'a' LIKE 'a\\'" "$pattern"
allowed 'a pattern that ends in three backslashes' "'a' NOT LIKE 'a\\\\\\'" "$pattern"
allowed 'a pattern that is not constant' "'a' LIKE ('a' || 'b')" "$pattern"
allowed 'ESCAPE' "'a' LIKE 'a' ESCAPE '!'" "$pattern"
allowed 'ILIKE with a pattern that is not constant' "'a' ILIKE upper('b')" "$pattern"
allowed 'a field' "date_part('year', now())" 'as is'
allowed 'a field that is not constant' "date_part(lower('YEAR'), now())" "$field"
allowed 'an unknown field' "date_part('years', now())" "$field"
allowed 'the time zone as a field' "date_part('timezone', now())" "$field"
allowed 'a field of a time that is one of a date' "date_part('year', time '12:00')" "$field"
allowed 'truncation to something else' "date_trunc('epoch', now())" "$field"
# Every word that is like a field, of every type: what is allowed must not fail.
sql "CREATE FUNCTION total.failures(OUT tried int, OUT admitted int, OUT failed text)
    LANGUAGE plpgsql AS \$\$ DECLARE
    words text[] := string_to_array('millennium century decade year quarter month week day isoyear '
        'dow isodow doy hour minute second milliseconds microseconds epoch timezone timezone_hour '
        'timezone_minute julian infinity now today era ago at on', ' ');
    word text; value text; called text; call text;
  BEGIN
    tried := 0; admitted := 0; failed := '';
    FOREACH value IN ARRAY ARRAY['date ''2020-01-31''', 'date ''infinity''', 'time ''24:00''',
        'timestamp ''2020-01-31 23:59:60''', 'timestamptz ''-infinity''',
        'interval ''-1 month'''] LOOP
      FOR word IN SELECT DISTINCT v FROM unnest(words) AS w, unnest(words[1:3]) AS x, LATERAL
          unnest(ARRAY['', ' ', '  ', w, w || ' ', ' ' || w, upper(w), left(w, -1), left(w, 1),
            w || 's', w || ' ' || x, w || chr(1)]) AS v LOOP
        FOREACH called IN ARRAY ARRAY['date_part', 'date_trunc', '\"extract\"'] LOOP
          call := format('pg_catalog.%s(%L::text, %s)', called, word, value);
          BEGIN
            CONTINUE WHEN total.allowed(call) !~ '^(as is|indp[.])';
          EXCEPTION WHEN undefined_function THEN CONTINUE;
          END;
          admitted := admitted + 1;
          BEGIN
            EXECUTE 'SELECT ' || call;
          EXCEPTION WHEN OTHERS THEN failed := failed || call || ' ';
          END;
        END LOOP;
        tried := tried + 1;
      END LOOP;
    END LOOP;
  END \$\$"
[ "$code" = 0 ] || fail "a function that tries fields" "$err"
answer 'no field that is allowed fails' \
    'SELECT tried > 1000, admitted > 100, failed FROM total.failures()' 't|t|'
allowed 'digits that are not constant' "round(1.5, length('a'))" 'the number of digits'
allowed 'too many digits' 'round(1.5, 101)' 'the number of digits'
allowed 'characters to trim' "btrim('a', 'abcdefghijklmnop')" indp.btrim
allowed 'too many characters to trim' "btrim('a', 'abcdefghijklmnopq')" 'the characters to trim'
allowed 'characters to trim that are not constant' "ltrim('a', upper('b'))" 'the characters to trim'
allowed 'an explicit cast to char(n)' "'abc'::text::char(2)" indp.bpchar
allowed 'a char(n) of 8192 characters' "'abc'::text::char(8192)" indp.bpchar
allowed 'a long char(n)' "'abc'::text::char(8193)" 'a cast to char(n)'
allowed 'a cast to char(n) that can fail' "bpchar('abc'::bpchar, 6, false)" 'a cast to char(n)'
sql "CREATE FUNCTION total.abs(int) RETURNS int LANGUAGE sql AS 'SELECT 1 / \$1';
     CREATE FUNCTION total.fail(int, int) RETURNS bool LANGUAGE sql AS 'SELECT 1 / \$1 = \$2';
     CREATE OPERATOR total.=== (LEFTARG = int, RIGHTARG = int, FUNCTION = total.fail);
     CREATE FUNCTION pg_catalog.abs(date) RETURNS int LANGUAGE sql AS 'SELECT 1'; CREATE DOMAIN total.positive AS int CHECK (VALUE > 0)"
allowed 'a function that a superuser puts into pg_catalog' "abs(date '2000-01-01')" "$only"
sql 'DROP FUNCTION pg_catalog.abs(date)'
[ "$code" = 0 ] || fail 'functions of a user' "$err"
allowed 'a function of a user' 'total.abs(1)' "$only"
allowed 'an operator of a user' '1 === 2' "$only"
for expression in "ARRAY[1] = ARRAY[2]" "record_eq(ROW(1), ROW(2))" "int4range(1, 2) = int4range(1, 3)" "'high'::mood > 'low'" "'a'::text ~ 'b'" "'{}'::jsonb -> 'a'" \
    "random()" "12 << -1" "now()" "to_char(now(), 'YYYY')" "pg_sleep(1)" "lastval()" "pg_advisory_lock(1)" "current_setting('a')" "regexp_replace('a', 'b', 'c')" \
    "repeat('a', 1000)" "age(now())" "interval '1 day' * 2" "'a'::text || 1" "generate_series(1, 2)"; do
    allowed "refused: $expression" "$expression" "$only"
done
answer 'types' "SELECT string_agg(t, ' ') FROM unnest('{bool,int2,int4,int8,float4,float8,numeric,text,varchar,bpchar,date,time,timestamp,timestamptz,interval,uuid,total.mood,int4[],record,int4range,total.positive,json,jsonb,bytea,money,name,timetz,oid,regclass,xml,anyenum,anyarray}'::text[]) t
    WHERE total.allowed_type(t::regtype)" 'bool int2 int4 int8 float4 float8 numeric text varchar bpchar date time timestamp timestamptz interval uuid total.mood'
holds 'the type "char" is not allowed' "SELECT NOT total.allowed_type('\"char\"')"
answer 'comparisons' "SELECT string_agg(t || CASE WHEN total.allowed_comparison(t::regtype, c) THEN '<' ELSE '' END || CASE WHEN total.allowed_equality(t::regtype, c) THEN '=' ELSE '' END, ' ' ORDER BY i)
    FROM unnest('{int4,text,text,text,text,total.mood,int4[],total.positive}'::text[], '{0,0,100,950,951,0,0,0}'::oid[]) WITH ORDINALITY u(t, c, i)" \
    'int4<= text text= text<= text<= total.mood= int4[] total.positive'

collation='a deterministic collation that came with the server and whose recorded version is the current one'
sql "CREATE COLLATION total.mine (provider = libc, locale = 'C')"
allowed 'a collation of a user' "'a' = 'b' COLLATE total.mine" "private texts need $collation"
allowed 'the order of a collation of a user' "'a' < 'b' COLLATE total.mine" "<, <=, >, >=, lower, upper and ILIKE on private texts need a database encoded in UTF-8 and $collation"
allowed 'the default collation' "'a'::text < 'b'" indp.text_lt
allowed 'lower case without a collation' "lower('A' COLLATE \"C\")" indp.lower
sql "CREATE COLLATION total.blind (provider = icu, locale = 'und', deterministic = false)"
if [ -z "$err" ]; then
    for call in "'a' = 'b'" "'a' < 'b'" "'a' LIKE 'b'" "strpos('a', 'b')" "starts_with('a', 'b')"; do
        answer "a nondeterministic collation: $call" "SELECT total.allowed(\$e\$$(echo "$call" | sed "s/'b'/'b' COLLATE total.blind/")\$e\$) ~ '$collation'" t
    done
    # A collation of another version of ICU must be refused, because its first use would cause a
    # warning.
    sql "UPDATE pg_collation SET collversion = '0' WHERE collname = 'de-x-icu'"
    answer 'a collation of another version' "SELECT total.allowed('''a'' < ''b'' COLLATE \"de-x-icu\"') ~ '$collation'" t
    sql "UPDATE pg_collation SET collversion = pg_collation_actual_version(oid) WHERE collname = 'de-x-icu'"
else
    skip 'nondeterministic collations' 'the server has no ICU'
fi
# If the system has lost a locale, the first comparison of texts would fail, and so tell that there
# is a row. The approval fails instead.
gone=$(pg "$db" -c "SELECT collname FROM pg_collation
    WHERE collprovider = 'c' AND collname ILIKE 'C.utf%' LIMIT 1")
if [ -n "$gone" ]; then
    sql "UPDATE pg_collation SET collcollate = 'xx_XX.utf8', collctype = 'xx_XX.utf8',
        collversion = NULL WHERE collname = '$gone'"
    for call in "'a' = 'b'" "'a' < 'b'" "'a' LIKE 'b'" "strpos('a', 'b')" \
        "starts_with('a', 'b')"; do
        call=$(echo "$call" | sed "s/'b'/'b' COLLATE \"$gone\"/")
        refused "a locale that is gone: $call" "SELECT total.allowed(\$e\$$call\$e\$)" 22023 \
            'could not create locale'
    done
    sql "UPDATE pg_collation SET collcollate = 'C.UTF-8', collctype = 'C.UTF-8'
        WHERE collname = '$gone'"
else
    skip 'a locale that is gone' 'the system has no locale C.UTF-8'
fi

# In encodings other than UTF-8, comparisons of order and changes of case must be refused unless the
# collation compares bytes.
for encoding in LATIN1 EUC_JP; do
    pg postgres -c "CREATE DATABASE encoded TEMPLATE template0 ENCODING '$encoding' LC_COLLATE 'C' LC_CTYPE 'C'" &&
        pg encoded -c "CREATE EXTENSION indp; CREATE FUNCTION allowed(text) RETURNS text AS '$module' LANGUAGE C STRICT"
    db=encoded
    answer "$encoding: the order of the default collation" "SELECT allowed('''a''::text < ''b''') ~ 'UTF-8', allowed('''a'' < ''b'' COLLATE \"C\"'), allowed('''a''::text = ''b''')" 't|indp.text_lt|as is'
    answer "$encoding: parts of texts" "SET client_encoding = UTF8;
        SELECT count(*), bool_and(substr(a, i, 2) = indp.substr(a, i, 2) AND \"left\"(a, i) = indp.left(a, i) AND \"right\"(a, i) = indp.right(a, i) AND length(a) = indp.length(a)
            AND strpos(a, b) = indp.strpos(a, b) AND btrim(a, b) = indp.btrim(a, b) AND (a LIKE '%' || b || '_%') = indp.textlike(a, '%' || b || '_%'))
          FROM unnest($([ $encoding = LATIN1 ] && echo "'{éa,aéaéa,ÿ,ab}'" || echo "'{日本語日本,本,本a語,あ日,aあ}'")::text[]) a, unnest($([ $encoding = LATIN1 ] && echo "'{é,a,ÿ}'" || echo "'{本,日,a,語日}'")::text[]) b, generate_series(-3, 4) i" \
        "$([ $encoding = LATIN1 ] && echo 96 || echo 160)|t"
    db=test
    pg postgres -c 'DROP DATABASE encoded'
done
sql 'DROP SCHEMA total CASCADE'
