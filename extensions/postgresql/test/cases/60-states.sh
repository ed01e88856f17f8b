# Tests states as values of a column: merging, storing and copying them, and bytes that are not a
# state.

merge() { echo "(SELECT dp_merge(s) FROM (VALUES $1) v(s))"; }
for state in 'dp_sum_state(x, 0, 10)' 'dp_var_state(x, 0, 10)' 'dp_median_state(x, 0, 10)' 'dp_max_state(x, 0, 10)' \
    "dp_mode_state(round(x)::text, '{1,2,4}')"; do
    three="(SELECT $state a FROM t WHERE g = 1) a, (SELECT $state b FROM t WHERE g = 2) b, (SELECT $state c FROM big) c"
    holds "merging commutes, associates, has an identity: $state" \
        "SELECT $(merge '(a), (b), (c)')::bytea = $(merge '(c), (b), (a)')::bytea
            AND $(merge "($(merge '(a), (b)')), (c)")::bytea = $(merge "(a), ($(merge '(b), (c)'))")::bytea
            AND $(merge "(a), ('\\x')")::bytea = a::bytea AND $(merge "('\\x'), (a), (NULL)")::bytea = a::bytea FROM $three"
done
answer 'merge and release' "SELECT dp_release(dp_merge(s), $E) FROM (SELECT dp_sum_state(x, 0, 10) s FROM t GROUP BY g) p" 10.5
answer 'a state can be released and merged several times' \
    "SELECT dp_release(s, $E), dp_release(s, $E), dp_release((SELECT dp_merge(v) FROM (VALUES (s), (s)) v(v)), $E)
        FROM (SELECT dp_count_state(x) s FROM t OFFSET 0) p" \
    '4|4|8'
holds 'each release of a state has its own noise' \
    "SELECT dp_release(s, 1e-5) <> dp_release(s, 1e-5) FROM (SELECT dp_sum_state(x, 0, 10) s FROM t OFFSET 0) p"
answer 'the release of NULL is NULL' "SELECT dp_release(NULL, 1) IS NULL" t
answer 'the release of a NULL mode is NULL' "SELECT dp_release_mode(NULL, 1) IS NULL" t
refused 'dp_release_mode: an empty state' "SELECT dp_release_mode('\\x', 1)" 22023 \
    'dp_release_mode: the state is a merge of no states, so it has no parameters and cannot be released'
answer 'each release of a mode state has its own noise' \
    "SELECT count(DISTINCT dp_release_mode(s, 1e-9)) FROM (SELECT dp_mode_state(g, '{1,2,3}') s FROM none) e, k WHERE i <= 400" \
    3

# A state can count at most 2^64 - 1 rows. One more row is an error.
most="(SELECT overlay(overlay(dp_median_state(5, 0, 10)::bytea PLACING '\\xffffffffffffffff'
    FROM 17) PLACING '\\xffffffffffffffff' FROM 85)::dp_state h OFFSET 0) h"
answer '2^64 - 1 rows' \
    "SELECT dp_release((SELECT dp_merge(v) FROM (VALUES (s), (h)) v(v)), 1e6), (SELECT dp_merge(v)
        FROM (VALUES (s), (h)) v(v))::text = h::text FROM $most, (SELECT dp_median_state(NULL::int, 0, 10) s) s" \
    '5|t'
refused '2^64 rows' "SELECT (SELECT dp_merge(v) FROM (VALUES (s), (h)) v(v)) FROM $most, (SELECT dp_median_state(1, 0, 10) s) s" \
    54000 'dp_merge: '

# Tests states of modes that PostgreSQL itself does not build. States with candidates of both types
# are accepted, since SQLite builds them. Texts that are invalid in this database and candidates out
# of order are refused.
head=696e6470010700000100000000000000
mixed="\\x${head}0200000000000000020000000b000000090000000b0000000180000000000000050261"
answer 'a mode of integers and texts' \
    "SELECT dp_release_mode(s, 1e6), dp_release_mode(dp_state(set_byte(set_byte(s::bytea, 51, 0), 59, 2)), 1e6),
        (SELECT dp_merge(v)::text FROM (VALUES (s)) v(v)) = s::text
        FROM (SELECT '${mixed}02000000000000000000000000000000'::dp_state s OFFSET 0) s" \
    '5|a|t'
for labels in 026102ff 02000261 02620261 02610261; do
    refused "a mode with the candidates $labels" \
        "SELECT '\\x${head}000000000000000002000000040000000200000004000000${labels}00000000000000000000000000000000'::dp_state" \
        22P02 'dp_state: the bytes are not a state of this version'
done

# States that are converted to text, binary and bytea, and back, must be unchanged.
sql "CREATE TABLE kept AS SELECT g, dp_sum_state(x, -900, 800.5) s, dp_count_state(x) c FROM big GROUP BY g;
    CREATE TABLE copied (LIKE kept);"
for format in text binary csv; do
    sql "TRUNCATE copied;"
    pg test -c "COPY kept TO STDOUT (FORMAT $format)" | pg test -c "COPY copied FROM STDIN (FORMAT $format)"
    answer "COPY, $format" \
        "SELECT count(*) FROM kept a JOIN copied b ON a.g = b.g AND a.s::bytea = b.s::bytea AND a.c::bytea = b.c::bytea" 7
done
answer 'bytea and back' \
    "SELECT count(*) FROM kept WHERE s::bytea::dp_state::bytea = s::bytea AND s::text::dp_state::text = s::text" 7
answer 'the documented layout' \
    "SELECT DISTINCT encode(substr(s::bytea, 1, 8), 'hex'), length(s::bytea), length(c::bytea) FROM kept" \
    '696e647001020000|80|24'

# Bytes that are not a state are refused.
good=696e64700102000001000000000000000200000000000000000000000000000000000000008002 # a sum, cut short
for bad in '' 'x' '\' '\x1' '\x0' '\xzz' '\x00' 'abcdef' "\\x$good" '\x696e6470' "\\x$(printf '%0128d' 0)" \
    "\\x696e64700201000001000000000000000000000000000000" "\\x696e64700103000001000000000000000000000000000000" \
    "\\x696e64700101000000000000000000000000000000000000" "\\x00000000000000010000000000000000" \
    "\\x696e6470010100000100000000000000000000000000000000"; do
    refused "text <$bad>" "SELECT dp_release('$bad', 1)" 22P02 'dp_state: the bytes are not a state of this version'
    refused "parts of <$bad>" "SELECT dp_release_parts('$bad', 1)" 22P02 'dp_state: the bytes are not a state of this version'
    [ -z "$bad" ] || refused "transition <$bad>" "SELECT '$bad'::dp_transition" 22P02 \
        'dp_transition: the bytes are not a state of this version'
done
refused 'bytea that is not a state' "SELECT '\\x00'::bytea::dp_state" 22P03 'dp_state: the bytes are not a state of this version'
refused '100 MB that are not a state' "SELECT repeat('a', 100000000)::bytea::dp_state" 22P03 \
    'dp_state: the bytes are not a state of this version'
printf 'PGCOPY\n\377\r\n\0\0\0\0\0\0\0\0\0\0\3\0\0\0\4\0\0\0\1\0\0\0\3abc\0\0\0\3abc\377\377' >"$work/binary"
pg test -c 'COPY copied FROM STDIN (FORMAT binary)' <"$work/binary" >"$work/out" 2>"$work/err"
if grep -q 'ERROR:  22P03: dp_state: the bytes are not' "$work/err"; then pass; else fail 'binary' "$(cat "$work/err")"; fi

# Fuzzes states from a fixed seed: bytes are changed, cut off or appended. States that are accepted
# must convert back unchanged, and must allow a merge and a release.
answer 'fuzz of states' "CREATE FUNCTION pg_temp.fuzz(kind text) RETURNS text LANGUAGE plpgsql AS \$\$
    DECLARE b bytea; h text; refused int := 0; taken int := 0; wrong int := 0; i int; s dp_state;
    BEGIN PERFORM setseed(0.5); FOR i IN 1..20000 LOOP
      SELECT CASE kind WHEN 'sum' THEN dp_sum_state(x, 0, 10)::bytea WHEN 'count' THEN dp_count_state(x)::bytea
          WHEN 'avg' THEN dp_avg_state(x, 0, 10)::bytea WHEN 'var' THEN dp_var_state(x, 0, 10)::bytea
          WHEN 'max' THEN dp_max_state(x, 0, 10)::bytea
          WHEN 'quantile' THEN dp_quantile_state(x, 0.25, 0, 10)::bytea
          WHEN 'mode' THEN dp_mode_state(x::text, '{3,1.5,b}')::bytea END INTO b FROM (VALUES (1.5::float8), (3)) v(x);
      IF i % 10 = 0 THEN b := substr(b, 1, (random() * length(b))::int); ELSIF i % 10 = 1 THEN b := b || b;
      ELSE b := set_byte(b, (random() * (length(b) - 1))::int, (random() * 255)::int);
        IF i % 2 = 0 THEN b := set_byte(b, (random() * (length(b) - 1))::int, (random() * 255)::int); END IF; END IF;
      BEGIN s := b::dp_state; taken := taken + 1;
        IF s::bytea <> b THEN wrong := wrong + 1; END IF;
        IF length(b) > 5 AND get_byte(b, 5) = 7 THEN PERFORM dp_release_mode(dp_merge(v), 1e-3) FROM (VALUES (s), ('\\x')) w(v);
        ELSIF length(b) > 5 AND get_byte(b, 5) IN (3, 4, 5) THEN
          IF NOT (SELECT p ?& '{value,count,sums,scale}' FROM (SELECT dp_release_parts(dp_merge(v), 1e-3)::jsonb AS p
          FROM (VALUES (s), ('\\x')) w(v)) q) THEN wrong := wrong + 1; END IF;
        ELSIF length(b) > 0 THEN PERFORM dp_release(dp_merge(v), 1e-3) FROM (VALUES (s), ('\\x')) w(v); END IF;
      EXCEPTION WHEN invalid_binary_representation THEN refused := refused + 1;
        WHEN invalid_parameter_value THEN IF kind IN ('sum', 'count') THEN RAISE; END IF; END;
    END LOOP; RETURN format('%s %s', wrong, refused > 10000 AND taken > 1000); END \$\$;
    SELECT pg_temp.fuzz('sum'), pg_temp.fuzz('count'), pg_temp.fuzz('quantile'), pg_temp.fuzz('mode'), pg_temp.fuzz('avg'),
    pg_temp.fuzz('var'), pg_temp.fuzz('max')" \
    '0 t|0 t|0 t|0 t|0 t|0 t|0 t'
answer 'fuzz of transitions' \
    "CREATE AGGREGATE pg_temp.c(dp_transition) (SFUNC = dp_combine, STYPE = dp_transition,
        FINALFUNC = dp_sum_final, FINALFUNC_MODIFY = READ_WRITE);
    CREATE AGGREGATE pg_temp.shown(float8, float8, float8, float8) (SFUNC = dp_sum_float8, STYPE = dp_transition, INITCOND = '');
    CREATE AGGREGATE pg_temp.shown_q(float8, float8, float8, float8, float8) (SFUNC = dp_quantile_float8, STYPE = dp_transition, INITCOND = '');
    CREATE AGGREGATE pg_temp.shown_m(text, text[], float8) (SFUNC = dp_mode_text, STYPE = dp_transition, INITCOND = '');
    CREATE FUNCTION pg_temp.fuzz(kind text) RETURNS text LANGUAGE plpgsql AS \$\$
    DECLARE b bytea; refused int := 0; taken int := 0; wrong int := 0; i int; s dp_transition; known bytea;
    BEGIN PERFORM setseed(0.25); SELECT CASE kind WHEN 'sum' THEN pg_temp.shown(x, 0, 10, 1)::text::bytea
        WHEN 'quantile' THEN pg_temp.shown_q(x, 0.25, 0, 10, 1)::text::bytea ELSE pg_temp.shown_m(x::text, '{3,1.5,b}', 1)::text::bytea END INTO known FROM (VALUES (1.5::float8), (3)) v(x);
      FOR i IN 1..20000 LOOP b := known;
      IF i % 10 = 0 THEN b := substr(b, 1, (random() * length(b))::int); ELSIF i % 10 = 1 THEN b := b || b;
      ELSE b := set_byte(b, (random() * (length(b) - 1))::int, (random() * 255)::int); END IF;
      BEGIN s := b::text::dp_transition; taken := taken + 1;
        IF s::text <> b::text THEN wrong := wrong + 1; END IF;
        PERFORM pg_temp.c(s);
      EXCEPTION WHEN invalid_text_representation THEN refused := refused + 1;
        WHEN invalid_parameter_value OR wrong_object_type THEN taken := taken + 0; END;
    END LOOP; RETURN format('%s %s', wrong, refused > 8000 AND taken > 1000); END \$\$;
    SELECT pg_temp.fuzz('sum'), pg_temp.fuzz('quantile'), pg_temp.fuzz('mode')" '0 t|0 t|0 t'
# The text of a transition state must hold all rows, including those still in the buffer.
answer 'a transition as text' \
    "CREATE AGGREGATE pg_temp.shown(float8, float8, float8, float8) (SFUNC = dp_sum_float8, STYPE = dp_transition, INITCOND = '');
    SELECT substr(pg_temp.shown(x, 0, 10, 1)::text::bytea, 61) = dp_sum_state(x, 0, 10)::bytea FROM big WHERE i <= 1000" t
