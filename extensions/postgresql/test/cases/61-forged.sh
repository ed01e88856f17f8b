# Tests aggregates that users define from the extension's functions in unintended ways. A role
# without further rights can define none. An aggregate of a superuser must answer correctly or raise
# an error, but never crash the server.

sql "CREATE ROLE stranger LOGIN"
parts="p.oid IN (SELECT objid FROM pg_depend WHERE refclassid = 'pg_extension'::regclass AND refobjid = (SELECT oid
    FROM pg_extension WHERE extname = 'indp') AND classid = 'pg_proc'::regclass AND deptype = 'e')"
user=stranger
refused 'a stranger cannot put one state under two final functions' "CREATE TEMP TABLE z(v bigint); INSERT INTO z VALUES (1), (1);
    CREATE AGGREGATE pg_temp.i8(bigint, bigint[], float8) (sfunc = dp_mode_int8, stype = dp_transition, initcond = '', finalfunc = dp_mode_int8_final, finalfunc_modify = read_only);
    CREATE AGGREGATE pg_temp.tx(bigint, bigint[], float8) (sfunc = dp_mode_int8, stype = dp_transition, initcond = '', finalfunc = dp_mode_text_final, finalfunc_modify = read_only);
    SELECT pg_temp.i8(v, ARRAY[81985529216486895]::bigint[], 10), pg_temp.tx(v, ARRAY[81985529216486895]::bigint[], 10) FROM z" \
    42501 'permission denied'
# For each function that could be a transition function, an ordinary role tries to create an
# aggregate with the same arguments.
answer 'a stranger can create no aggregate' "CREATE FUNCTION pg_temp.try() RETURNS text LANGUAGE plpgsql AS \$\$
    DECLARE f record; denied int := 0; made int := 0; BEGIN
      FOR f IN SELECT p.oid::regproc AS name, array_to_string((SELECT array_agg(t::regtype)
      FROM unnest(proargtypes[1:]) t), ', ') AS arguments, prorettype::regtype AS type
          FROM pg_proc p WHERE $parts AND prokind = 'f' AND cardinality(proargtypes) > 1 AND proargtypes[0] = prorettype
          AND proname NOT LIKE '%_error' AND pronamespace = 'public'::regnamespace LOOP
        BEGIN EXECUTE format('CREATE AGGREGATE pg_temp.a(%s) (SFUNC = %s, STYPE = %s)', f.arguments, f.name, f.type);
        made := made + 1;
        EXCEPTION WHEN insufficient_privilege THEN denied := denied + 1; END;
      END LOOP; RETURN format('%s %s', made, denied > 200); END \$\$; SELECT pg_temp.try()" '0 t'
for call in "dp_combine('', '')" "dp_sum_final('')" "dp_sum_state_final('')" "dp_merge_add('', '\\x')" "dp_merge_final('')" \
    "dp_transition_out('')" "dp_transition_send('')" "dp_state_send('\\x')" \
    "dp_state('\\x'::bytea)" "dp_sum_float8('', 1, 0, 1, 1)" "dp_missing('', 1)" "dp_max_final('')" \
    "dp_release_parts('\\x', 1)"; do
    refused "denied: $call" "SELECT $call" 42501 'permission denied'
done
refused 'a stranger cannot use the type' "CREATE TEMP TABLE z(t dp_transition)" 42501 'permission denied for type dp_transition'
refused 'a stranger cannot use its array' "CREATE TEMP TABLE z(t dp_transition[])" 42501 \
    'permission denied for type dp_transition'
refused 'a stranger cannot use the type in a function' \
    "CREATE FUNCTION pg_temp.f(t dp_transition) RETURNS text LANGUAGE sql AS 'SELECT 1'" 42501 \
    'permission denied for type dp_transition'
# Values whose types have no length word must not be read. The bytes of such a value could otherwise
# be taken for a pointer.
for text in "E'\\x01\\x01AAAAAAAAAAAA'" "E'\\x01\\x02AAAAAAAAAAAA'" "'AAAAAAAAAAAA'::cstring" "'a'::text" ; do
    refused "a stranger orders $text" "SELECT indp.row_order(1, 2, $text)" 42501 'permission denied for function row_order'
done
user=postgres
for text in "E'\\x01\\x01AAAAAAAAAAAA'" "E'\\x01\\x02AAAAAAAAAAAA'" "'AAAAAAAAAAAA'::cstring"; do
    refused "the order of $text" "SELECT indp.row_order(1, 2, $text)" 42804 'row_order cannot read values of the type'
done
for f in 'put_view(0, 0)' "put_accepted(0, 'x')" 'unprotect(0)'; do refused "no such relation: $f" "SELECT indp.$f" 42P01 'there is no relation with the number 0'; done
holds 'the order of other types' "SELECT count(DISTINCT indp.row_order(1, 2, a, b, c, d, e, f)) = 1 AND count(DISTINCT indp.row_order(1, 2, repeat('x', n::int), a)) = 3
    FROM (VALUES (1, 2::numeric, 'n'::name, NULL::text, ROW(1, 'a'), '{1,2}'::int[])) v(a, b, c, d, e, f), (VALUES (1), (8192), (8193), (8194)) w(n)"
user=stranger
user=postgres
sql 'GRANT SELECT ON big, parts TO stranger'
user=stranger
answer 'a role without further rights, in parallel' \
    "SET parallel_setup_cost = 0; SET parallel_tuple_cost = 0; SET min_parallel_table_scan_size = 0;
        SET max_parallel_workers_per_gather = 2;
    SELECT dp_count(x, $E), dp_median(n, -9, 9, 1e6) BETWEEN -9 AND 9, dp_mode(g::text, '{x,y}', 1) IN ('x', 'y') FROM big" \
    '999000|t|t'
user=postgres

# A superuser pairs each transition function (there is one for each aggregate and type of value, and
# another for its states) with every final function. Each pair runs over rows, over no rows,
# combined from partitions, and as a window function. It also runs beside the aggregate with the
# matching final function, so that both share a state. The names of the two functions decide which
# result is correct. Without rows there is no state to check, so an aggregate returns noise if its
# arguments fit the final function.
sql "CREATE TABLE forged(kind text, own bool, name text, last text, outcome text);
    CREATE AGGREGATE pg_temp.raw(float8, float8, float8, float8) (SFUNC = dp_sum_float8, STYPE = dp_transition, INITCOND = '');
    CREATE TABLE a_state AS SELECT dp_sum_state(x, 0, 10) AS s, pg_temp.raw(x, 0, 10, 1)::text AS t FROM t;
    CREATE FUNCTION run(query text) RETURNS text LANGUAGE plpgsql AS \$\$
      DECLARE state text; detail text; BEGIN EXECUTE query; RETURN 'answer';
      EXCEPTION WHEN OTHERS THEN GET STACKED DIAGNOSTICS state = RETURNED_SQLSTATE, detail = MESSAGE_TEXT;
      RETURN state || ' ' || detail; END \$\$;
    CREATE FUNCTION literal(t oid) RETURNS text LANGUAGE sql AS \$\$ SELECT CASE t::regtype::text WHEN '\"any\"' THEN '1'
    WHEN 'text' THEN '''1''::text' WHEN 'text[]' THEN '''{1,2}''::text[]'
        WHEN 'bigint[]' THEN '''{1,2}''::int8[]' WHEN 'double precision[]' THEN '''{0.2,0.5,0.9}''::float8[]' WHEN 'boolean' THEN 'true' WHEN 'interval' THEN '''1 s''::interval'
        WHEN 'date' THEN '''2000-01-02''::date' WHEN 'dp_state' THEN '(SELECT s FROM a_state)'
        WHEN 'timestamp without time zone' THEN '''2000-01-02''::timestamp'
        WHEN 'timestamp with time zone' THEN '''2000-01-02''::timestamptz'
        WHEN 'interval[]' THEN '''{1 s,1 h}''::interval[]'
        WHEN 'date[]' THEN '''{2000-01-02,2001-01-02}''::date[]' WHEN 'timestamp without time zone[]' THEN '''{2000-01-02,2001-01-02}''::timestamp[]'
        WHEN 'timestamp with time zone[]' THEN '''{2000-01-02,2001-01-02}''::timestamptz[]' WHEN 'dp_transition' THEN '(SELECT t::dp_transition FROM a_state)'
        ELSE '1::' || t::regtype END \$\$;
    CREATE FUNCTION later(t oid) RETURNS text LANGUAGE sql AS \$\$ SELECT CASE t::regtype::text
    WHEN 'double precision' THEN '2::float8' WHEN 'interval' THEN '''1 h''::interval'
        WHEN 'date' THEN '''2001-01-02''::date' WHEN 'timestamp without time zone' THEN '''2001-01-02''::timestamp'
        WHEN 'timestamp with time zone' THEN '''2001-01-02''::timestamptz' ELSE literal(t) END \$\$"
[ "$code" = 0 ] || fail forged "$err"
arguments="(SELECT string_agg(CASE WHEN i > 1 AND n[i] = 'hi' THEN later(t) ELSE literal(t) END, ', ' ORDER BY i)
    FROM unnest(types) WITH ORDINALITY u(t, i))"
sql "CREATE TABLE steps AS SELECT name, types, $arguments AS given, (SELECT string_agg(t::regtype::text, ', ' ORDER BY i)
    FROM unnest(types) WITH ORDINALITY u(t, i)) AS arguments
    FROM (SELECT proname::text AS name, proargtypes[1:] AS types, proargnames[2:] AS n FROM pg_proc p WHERE $parts
    AND prokind = 'f' AND prorettype = 'dp_transition'::regtype
            AND proargtypes[0] = 'dp_transition'::regtype AND coalesce(NOT proargnames && '{rows_per_person}', true)
            AND proname <> 'dp_missing') s;
    CREATE TABLE lasts AS SELECT proname::text AS name FROM pg_proc p WHERE $parts AND prokind = 'f'
    AND cardinality(proargtypes) = 1 AND proargtypes[0] = 'dp_transition'::regtype;
    CREATE TABLE pairs AS SELECT s.*, l.name AS last,
    regexp_replace(s.name, '(_state)?_(any|float8|numeric|bool|int[248])\$', '\\1') || CASE
    WHEN s.name ~ '^dp_(median|quantile|min|max).*int[248]\$' THEN '_int' ELSE '' END AS stem
      FROM steps s, lasts l;
    ALTER TABLE pairs ADD own bool;
    UPDATE pairs SET stem = regexp_replace(regexp_replace(stem, '^(dp_[a-z]+)_state(_[a-z0-9]+)\$', '\\1\\2_state'), '^dp_(mode|counts)(_state)?\$', CASE WHEN name ~ 'int8\$' THEN 'dp_\\1_int8\\2' ELSE 'dp_\\1_text\\2' END);
    UPDATE pairs SET own = last = stem || '_final' OR name = 'dp_merge_add' AND last = 'dp_merge_final' OR name = 'dp_combine'
    AND last = 'dp_sum_final'"
[ "$code" = 0 ] || fail pairs "$err"
holds 'each transition function has exactly one matching final function' \
    "SELECT count(DISTINCT name) > 70 AND count(DISTINCT last) > 45
        AND count(DISTINCT name) FILTER (WHERE own) = count(DISTINCT name) AND count(*) FILTER (WHERE own) = count(DISTINCT name)
        FROM pairs"
sql "DO \$\$ DECLARE p record; a text; own text; BEGIN
      FOR p IN SELECT *, (SELECT q.last FROM pairs q WHERE q.name = pairs.name AND q.own) AS right FROM pairs LOOP
        EXECUTE format('CREATE AGGREGATE pg_temp.a(%s) (SFUNC = %s, STYPE = dp_transition, INITCOND = '''', FINALFUNC = %s, FINALFUNC_MODIFY = READ_ONLY, COMBINEFUNC = dp_combine, PARALLEL = SAFE)', p.arguments, p.name, p.last);
        EXECUTE format('CREATE AGGREGATE pg_temp.b(%s) (SFUNC = %s, STYPE = dp_transition, INITCOND = '''', FINALFUNC = %s, FINALFUNC_MODIFY = READ_ONLY, COMBINEFUNC = dp_combine, PARALLEL = SAFE)', p.arguments, p.name, p.right);
        INSERT INTO forged SELECT w, p.own, p.name, p.last, run(format(q, p.given)) FROM (VALUES ('rows', 'SELECT pg_temp.a(%s) FROM generate_series(1, 200)'),
            ('none', 'SELECT pg_temp.a(%s) FROM none'), ('window', 'SELECT pg_temp.a(%s) OVER (ORDER BY i) FROM generate_series(1, 9) i'),
            ('shared', 'SELECT pg_temp.b(%1\$s), pg_temp.a(%1\$s) FROM generate_series(1, 200)'), ('shared', 'SELECT pg_temp.a(%1\$s), pg_temp.b(%1\$s) FROM generate_series(1, 200)'),
            ('raw', 'SELECT length(r::text) FROM (SELECT pg_temp.a(%1\$s) AS r, pg_temp.b(%1\$s) FROM none) s'),
            ('combined', 'SET LOCAL enable_partitionwise_aggregate = on; SELECT pg_temp.a(%s) FROM parts WHERE g > 0')) v(w, q);
        EXECUTE format('DROP AGGREGATE pg_temp.a(%1\$s), pg_temp.b(%1\$s)', p.arguments);
        COMMIT; -- releases the locks on the dropped aggregates
      END LOOP; END \$\$;"
[ "$code" = 0 ] || fail 'forged aggregates' "$err"
# A final function raises an error if it receives the transition state of another aggregate, and if
# it is called in a window. The exceptions are dp_transition_out and dp_transition_send, which
# convert every transition state that was not released. An answer that is a list is not in the
# transition state, so another call that shares the state cannot return the list again.
holds 'matching final functions answer, except in a window' \
    "SELECT count(*) > 500 AND bool_and(CASE WHEN kind = 'shared' AND name ~ '^dp_(quantiles|counts|histogram|bounds|bounds_among|[a-z]*_parts)_' AND name !~ '_state_' THEN outcome LIKE '42809 %'
        ELSE (outcome = 'answer') = (kind <> 'window') END) FROM forged WHERE own AND NOT (name = 'dp_combine' AND kind IN ('none', 'raw'))"
holds 'other final functions refuse states with rows' \
    "SELECT count(*) > 20000 AND bool_and(outcome ~ '^(42809|22023) ') FROM forged WHERE NOT own
        AND kind IN ('rows', 'shared', 'combined', 'window') AND last NOT LIKE 'dp_transition%'"
holds 'without rows every final function gives noise or an error' \
    "SELECT count(*) > 8000 AND bool_and(outcome ~ '^(answer\$|42809 |22023 )') FROM forged WHERE kind IN ('none', 'raw')"
holds 'a released transition state is not converted' \
    "SELECT count(*) > 150 AND count(*) FILTER (WHERE outcome ~ '^42809 ') > 80 AND bool_and(outcome ~ '^(answer\$|42809 )')
        FROM forged WHERE kind = 'shared' AND last LIKE 'dp_transition%'"

# Moving aggregates: each transition function is paired with every inverse transition function that
# has the same arguments.
sql "TRUNCATE forged; DO \$\$ DECLARE p record; BEGIN
      FOR p IN SELECT a.*, b.name AS inverse FROM pairs a JOIN steps b USING (arguments) WHERE a.own LOOP
        EXECUTE format('CREATE AGGREGATE pg_temp.m(%1\$s) (SFUNC = %2\$s, STYPE = dp_transition, INITCOND = '''', FINALFUNC = %3\$s, MSFUNC = %2\$s, MINVFUNC = %4\$s, MSTYPE = dp_transition, MINITCOND = '''', MFINALFUNC = %3\$s, MFINALFUNC_MODIFY = READ_ONLY)',
          p.arguments, p.name, p.last, p.inverse);
        INSERT INTO forged SELECT 'moving', p.name = p.inverse, p.name, p.inverse,
        run(format('SELECT pg_temp.m(%s) OVER (ORDER BY i ROWS 99 PRECEDING) FROM generate_series(1, 300) i', p.given));
        EXECUTE format('DROP AGGREGATE pg_temp.m(%s)', p.arguments);
      END LOOP; END \$\$;"
[ "$code" = 0 ] || fail 'moving aggregates' "$err"
holds 'moving aggregates are refused' \
    "SELECT count(*) > 250 AND bool_and(outcome = '42809 indp: this function works only inside its aggregate') FROM forged"

# Receive functions take an argument of type `internal`, so users can name them as final functions
# of aggregates whose state has that type.
for last in dp_state_recv dp_transition_recv; do
    refused "$last as a final function" \
        "CREATE AGGREGATE pg_temp.r(int8) (SFUNC = int8_avg_accum, STYPE = internal, FINALFUNC = $last); SELECT pg_temp.r(i)
            FROM k" \
        42809 'indp: this function cannot be part of an aggregate'
done
# A call of an ordered-set aggregate passes fewer arguments than the aggregate declares, so a
# function must not read as many arguments as are declared.
ordered="CREATE AGGREGATE pg_temp.o(float8 ORDER BY int8) (SFUNC = dp_count_state_any, STYPE = dp_transition, INITCOND = '')"
answer 'an ordered-set aggregate' \
    "$ordered; SELECT substr(pg_temp.o(0.5) WITHIN GROUP (ORDER BY i::int8)::text::bytea, 61) = (SELECT dp_count_state(i)::bytea
        FROM k) FROM k" \
    t
for f in dp_avg dp_var dp_median dp_max dp_sum_state; do
    refused "a transition state of a sum under $f" "DO 'DECLARE start text; BEGIN SELECT t INTO start FROM a_state;
        EXECUTE format(''CREATE AGGREGATE pg_temp.second(float8, float8, float8$(case $f in *_state) ;; *) echo ',
        float8' ;; esac)) (SFUNC = ${f}_float8, STYPE = dp_transition, INITCOND = %L)'', start); END';
        SELECT pg_temp.second(x, 0, 10$(case $f in *_state) ;; *) echo ', 1' ;; esac)) FROM big" 42809 \
        'belongs to another aggregate'
done
refused 'a transition function as the final function of a partial aggregate' \
    "CREATE AGGREGATE pg_temp.f(float8, float8, float8, float8) (SFUNC = dp_sum_float8, STYPE = dp_transition, INITCOND = '', COMBINEFUNC = dp_combine,
    FINALFUNC = dp_sum_float8, FINALFUNC_EXTRA, PARALLEL = SAFE); SET enable_partitionwise_aggregate = on;
    SELECT length(pg_temp.f(x, 0, 10, 1)::text) FROM parts" \
    22023 'dp_sum: lo must be a finite number'
# A transition state that was released and then stored is refused.
answer 'a released transition state that was stored' \
    "CREATE AGGREGATE pg_temp.a(text, text[], float8) (SFUNC = dp_mode_text, STYPE = dp_transition, INITCOND = '',
        FINALFUNC = dp_mode_text_final, FINALFUNC_MODIFY = READ_ONLY);
    CREATE AGGREGATE pg_temp.b(text, text[], float8) (SFUNC = dp_mode_text, STYPE = dp_transition, INITCOND = '');
    CREATE AGGREGATE pg_temp.c(dp_transition) (SFUNC = dp_combine, STYPE = dp_transition,
    FINALFUNC = dp_mode_text_final, FINALFUNC_MODIFY = READ_ONLY);
    CREATE TABLE pg_temp.kept AS SELECT pg_temp.a('x', '{x,y}', 1e6) AS a, pg_temp.b('x', '{x,y}', 1e6) AS b FROM k;
    SELECT a, run('SELECT b::text FROM pg_temp.kept'), run('SELECT pg_temp.c(b) FROM pg_temp.kept') FROM pg_temp.kept" \
    'x|42809 indp: this transition state belongs to another aggregate or was already released|42809 indp: this transition state belongs to another aggregate or was already released'
