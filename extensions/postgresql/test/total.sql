-- Makes hostile values of each type, and functions that call each entry of the table of allowed
-- functions with all of them. The functions allowed_* are in allowed.c.
CREATE SCHEMA total;
SET search_path = total, public;
CREATE FUNCTION allowed_entry(int) RETURNS text[] AS :'module' LANGUAGE C STRICT;
CREATE FUNCTION allowed(text) RETURNS text AS :'module' LANGUAGE C STRICT;
CREATE FUNCTION allowed_type(regtype) RETURNS bool AS :'module' LANGUAGE C STRICT;
CREATE FUNCTION allowed_comparison(regtype, oid) RETURNS bool AS :'module' LANGUAGE C STRICT;
CREATE FUNCTION allowed_equality(regtype, oid) RETURNS bool AS :'module' LANGUAGE C STRICT;

CREATE TYPE mood AS ENUM ('low', 'high');
ALTER TYPE mood ADD VALUE 'middle' BEFORE 'high';
CREATE TABLE h_bool(v) AS VALUES (true), (false);
CREATE TABLE h_int2(v) AS SELECT unnest('{-32768,-32767,-2,-1,0,1,2,7,181,182,32766,32767}'::int2[]);
CREATE TABLE h_int4(v) AS SELECT unnest('{-2147483648,-2147483647,-46341,-32769,-32768,-2,-1,0,1,2,3,7,32767,32768,46340,46341,2147483646,2147483647}'::int4[]);
CREATE TABLE h_int8(v) AS SELECT unnest('{-9223372036854775808,-9223372036854775807,-3037000500,-2147483649,-2147483648,-32769,-2,-1,0,1,2,7,32768,2147483647,2147483648,3037000499,3037000500,9007199254740993,9223372036854775806,9223372036854775807}'::int8[]);
CREATE TABLE h_float4(v) AS SELECT unnest('{NaN,Infinity,-Infinity,-0,0,1,-1,0.5,1.5,2.5,-2.5,1e-45,-1e-45,1.17549435e-38,3.4028235e38,-3.4028235e38,32767.5,-32768.5,32768,2147483648,-2147483648,2147483520,9223372036854775807,-9223372036854775808,9.2233715e18,1e-20,1e20,0.1}'::float4[]);
CREATE TABLE h_float8(v) AS SELECT unnest('{NaN,Infinity,-Infinity,-0,0,1,-1,2,3,-2,-3,0.5,-0.5,1.5,2.5,-2.5,1e-320,5e-324,-5e-324,2.2250738585072014e-308,1.7976931348623157e308,-1.7976931348623157e308,1e39,1e-50,32767.5,32767.49,-32768.5,2147483647.5,2147483647.49,-2147483648.5,9223372036854775807,9223372036854774784,-9223372036854775808,-9223372036854777856,709.7,710,-745,-746,-708.5,0.1,1e154,1e155,1e-170}'::float8[]);
CREATE TABLE h_numeric(v) AS SELECT x::numeric FROM unnest('{NaN,0,-0.0,0.000,1,-1,2,0.5,-0.5,1.5,2.5,-2.5,3.14159,1e131071,-1e131071,9e131071,1e-16383,-1e-16383,1e400,-1e400,1e-400,1e308,1.8e308,1e-320,1e39,3.5e38,1e-50,32767.5,32767.4999,-32768.5,-32768.51,2147483647.5,2147483647.499999999999999999,-2147483648.5,9223372036854775807.5,9223372036854775807.49,-9223372036854775808.5,99999.995,9999999999.99,123456789012345678901234567890.12345678901234567890}'::text[]) x;
INSERT INTO h_numeric SELECT x::numeric FROM unnest('{Infinity,-Infinity}'::text[]) x WHERE current_setting('server_version_num')::int >= 140000;
-- Rounding these numbers can carry beyond the largest number of digits.
CREATE TABLE h_long(v) AS SELECT x::numeric FROM unnest(ARRAY[repeat('9', 131072) || '.9', repeat('9', 131072), '-' || repeat('9', 131072) || '.5',
    '8' || repeat('9', 131071) || '.99', '-8' || repeat('9', 131071) || '.4', '1' || repeat('0', 131070) || '1.5', repeat('9', 131071) || '.9',
    repeat('9', 130072) || repeat('0', 1000), '4' || repeat('9', 131071) || '.00001']) x;
INSERT INTO h_long SELECT v FROM h_numeric;
CREATE TABLE h_text(v) AS SELECT unnest(ARRAY['', ' ', 'a', 'A', 'ab', '  ab  ', 'aXbXc', 'xaxbxcx', '%', '_', '\', 'a\', '%a_b%', 'É', 'éa', 'ß', 'İstanbul', 'ı', 'ﬁ', 'Σς', U&'a\0301', U&'\+01F600x',
    'ab' || U&'\+01F600' || 'é', repeat('ab', 300), repeat('é', 200), repeat(' ', 30), '😀', E'\t\n', U&'\+10FFFF', U&'\FFFE', U&'\0001']);
-- Numbers that no function leaves out.
CREATE TABLE h_short(v) AS SELECT v FROM h_numeric WHERE NOT (v::text ~ '^-?[0-9]{101,}' OR v::text ~ '[.][0-9]{101,}');
-- Texts at the limit of length, for functions that have one.
CREATE TABLE h_huge(v) AS SELECT unnest(ARRAY['', 'x', repeat('É', 262144), repeat(U&'\+01F600', 262144), repeat('a', 1048576), repeat('İ', 262144)]);
-- Texts that are not valid in UTF-8, which some versions of PostgreSQL could store.
CREATE CAST (bytea AS text) WITHOUT FUNCTION;
CREATE TABLE h_invalid(v) AS SELECT unnest('{"\\xff","\\xe282","\\x61f09f98","\\xc3","\\xc328","\\x80616262","\\xeda080","\\xf4908080","\\x20c3a9f0","\\x61"}'::bytea[])::text;
DROP CAST (bytea AS text);
CREATE TABLE h_invalid_bpchar(v) AS SELECT v::bpchar FROM h_invalid;
CREATE TABLE h_invalid_varchar(v) AS SELECT v::varchar FROM h_invalid;
CREATE TABLE h_bpchar(v) AS SELECT v::bpchar FROM h_text UNION ALL SELECT 'ab'::char(10);
CREATE TABLE h_varchar(v) AS SELECT v::varchar FROM h_text;
CREATE TABLE h_date(v) AS SELECT unnest('{-infinity,infinity,4714-11-24 BC,4714-11-25 BC,4713-01-01 BC,0001-12-31 BC,0001-01-01,1582-10-15,1900-02-28,1969-12-31,2000-01-01,2000-02-29,2004-12-31,2005-01-01,2023-10-29,2100-02-28,9999-12-31,294276-12-31,294277-01-01,5874897-12-30,5874897-12-31}'::date[]);
CREATE TABLE h_time(v) AS SELECT unnest('{00:00,24:00,23:59:59.999999,12:00,00:00:00.000001,02:30}'::time[]);
CREATE TABLE h_timestamp(v) AS SELECT unnest('{-infinity,infinity,4714-11-24 00:00:00 BC,4714-11-24 00:00:00.000001 BC,4714-11-24 23:59:59.999999 BC,4714-12-01 12:00 BC,4714-12-31 12:00 BC,4713-01-01 00:00 BC,4713-01-02 03:04:05.678 BC,4001-06-01 00:00 BC,4001-02-29 00:00 BC,3999-01-01 00:00 BC,3714-01-01 00:00 BC,1001-01-01 00:00 BC,0001-02-29 00:00 BC,0001-01-01 00:00:00,1883-11-18 12:00:01,1969-12-31 23:59:59.999999,2000-01-01 00:00,2000-02-29 12:34:56.789012,2001-01-31 00:00,2005-01-01 00:00,2024-03-10 02:30,2024-11-03 01:30,2100-12-31 23:59:59.999999,294276-12-25 00:00,294276-12-30 23:59:59,294276-12-31 00:00,294276-12-31 23:59:59.999999}'::timestamp[]);
CREATE TABLE h_timestamptz(v) AS SELECT unnest((SELECT array_agg(v::text || CASE WHEN isfinite(v) THEN '+00' ELSE '' END) FROM h_timestamp)::timestamptz[]) ;
CREATE TABLE h_interval(v) AS SELECT unnest('{0,1 microsecond,-1 microsecond,1 day,-1 day,1 month,-1 month,1 year -1 day,178956970 years 7 months,-178956970 years -8 months,2147483647 days,-2147483648 days,6713 years,-6713 years,2451545 days,-2451545 days,30 days 24:00,-292000 years,40 years 1 month 1 day 01:01:01.5}'::interval[]);
-- Servers before 15 do not read so many hours.
INSERT INTO h_interval SELECT x::interval FROM unnest('{2562047788:00:54.775807,-2562047788:00:54.775807,-2147483648 months -2147483648 days -2562047788:00:54.775807,2147483647 months 2147483647 days 2562047788:00:54.775807}'::text[]) x WHERE current_setting('server_version_num')::int >= 150000;
INSERT INTO h_interval SELECT x::interval FROM unnest('{infinity,-infinity}'::text[]) x WHERE current_setting('server_version_num')::int >= 170000;
CREATE TABLE h_uuid(v) AS SELECT unnest('{00000000-0000-0000-0000-000000000000,ffffffff-ffff-ffff-ffff-ffffffffffff,a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11}'::uuid[]);
CREATE TABLE h_anyenum(v) AS SELECT unnest(enum_range(NULL::mood));

-- The constants that the rules of the table admit as arguments: fields and truncations for each
-- type, patterns, digits, modifiers, lengths
-- and characters to trim.
CREATE TABLE c_date(v) AS SELECT unnest('{millennium,century,decade,year,quarter,month,week,day,isoyear,dow,isodow,doy,epoch}'::text[]);
CREATE TABLE c_time(v) AS SELECT unnest('{hour,minute,second,milliseconds,microseconds,epoch}'::text[]);
CREATE TABLE c_timestamp AS SELECT v FROM c_date UNION SELECT v FROM c_time;
CREATE TABLE c_interval AS SELECT v FROM c_timestamp WHERE v NOT IN ('week', 'isoyear', 'dow', 'isodow', 'doy');
CREATE TABLE c_truncate AS SELECT v FROM c_timestamp WHERE v NOT IN ('isoyear', 'dow', 'isodow', 'doy', 'epoch', 'milliseconds', 'microseconds');
CREATE TABLE c_pattern(v) AS SELECT unnest(ARRAY['', '%', '_', '__', '%%', '\\', '\%', 'a%', '%a', '%b%', 'a_', '_%_', '%\_%', 'A%B%', '%é%', 'é_', '_É', '%ß', 'i%', 'I%', '%x%x%x', '%_b', 'ab%ab', '%😀', '_😀%', '%' || U&'\0301', 'ab', '%\\']);
INSERT INTO c_pattern VALUES (repeat('_', 100));
CREATE TABLE c_set(v) AS SELECT unnest(ARRAY['', ' ', 'a', ' ab', 'é', '😀a', 'abcdefghijklmnop']);
CREATE TABLE c_digits(v) AS SELECT unnest('{-100,-99,-5,-4,-1,0,1,2,3,4,17,99,100}'::int[]);
CREATE TABLE c_modifier(v) AS SELECT (p << 16 | s & 2047) + 4 FROM (VALUES (1, 0), (1, 1), (5, 2), (10, 2), (38, 10), (1000, 0), (1000, 100), (200, 50)) m(p, s) UNION ALL VALUES (-1);
INSERT INTO c_modifier SELECT (p << 16 | s & 2047) + 4 FROM (VALUES (2, -3), (3, 5), (1, 100), (1000, -100)) m(p, s) WHERE current_setting('server_version_num')::int >= 150000;
CREATE TABLE c_length(v) AS SELECT unnest('{-1,5,6,14,2052}'::int[]);
ANALYZE;

CREATE TABLE collations AS SELECT oid, quote_ident(collname) AS locale FROM pg_collation
  WHERE collname IN ('C', 'default', 'C.utf8', 'C.UTF-8', 'en_US.utf8', 'und-x-icu', 'tr-x-icu', 'de-x-icu', 'pg_c_utf8', 'pg_unicode_fast') AND oid < 16384 AND collencoding IN (-1, 6);
CREATE TABLE zones(name) AS SELECT unnest('{UTC,America/New_York,Asia/Kathmandu,Pacific/Kiritimati,FOO5BAR,XXX24:59,XXX-24:59}'::text[]);

-- The table `calls` has the calls of each entry, one for each of its names. Its column `tables`
-- names the table of values for each argument, which table_of chooses.
CREATE FUNCTION table_of(type text, rule int, place int, types text[]) RETURNS text LANGUAGE sql AS $$
  SELECT CASE
    WHEN rule IN (3, 4) AND place = 2 THEN 'c_pattern'
    WHEN rule = 5 AND place = 1 THEN 'c_' || replace(types[2], 'tz', '')
    WHEN rule = 6 AND place = 1 THEN 'c_truncate'
    WHEN rule = 7 AND place = 2 THEN 'c_digits'
    WHEN rule = 8 AND place = 2 THEN 'c_modifier'
    WHEN rule = 9 AND place = 2 THEN 'c_length'
    WHEN rule = 9 AND place = 3 THEN '(VALUES (true))'
    WHEN rule = 10 AND place = 2 THEN 'c_set'
    WHEN type = 'numeric' AND (types = '{numeric}' OR rule IN (7, 8)) THEN 'h_long'
    ELSE 'h_' || type END $$;
CREATE TABLE calls AS
  SELECT s.name, s.signature, e.types, e.place, e.rule,
         (SELECT array_agg(table_of(t, e.rule, i::int, e.types) ORDER BY i) FROM unnest(e.types) WITH ORDINALITY u(t, i)) AS tables
    FROM (SELECT f[1] AS names, string_to_array(f[2], ',') AS types, f[3] AS place, f[4]::int AS rule
            FROM generate_series(0, 1000) n, allowed_entry(n) f WHERE f IS NOT NULL) e,
         LATERAL (SELECT n AS name, format('pg_catalog.%I(%s)', n, array_to_string(e.types, ',')) AS signature FROM regexp_split_to_table(e.names, ' ') n) s;
-- PostgreSQL 13 reads extract() as date_part: it has no functions named extract.
DELETE FROM calls WHERE name = 'extract' AND current_setting('server_version_num')::int < 140000;

-- Composes the expression `call`, such as f(x1.v, x2.v), and its FROM list `source`. The cross join
-- of that list supplies every combination of the test values.
CREATE FUNCTION call_of(function text, tables text[], collation_name text, OUT call text, OUT source text) LANGUAGE sql AS $$
  SELECT format('%s(%s)', function, string_agg(format('x%s.v%s', i, CASE WHEN i = 1 THEN ' COLLATE ' || collation_name ELSE '' END), ', ' ORDER BY i)),
         string_agg(format('%s x%s(v)', t, i), ', ' ORDER BY i)
    FROM unnest(tables) WITH ORDINALITY u(t, i) $$;

-- Calls a function with all combinations of values. Returns NULL if all calls succeed. Otherwise
-- returns the function, the tables of its values, the settings, and the message of the first error.
CREATE FUNCTION failure(function text, tables text[], collation_name text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE c record := call_of(function, tables, collation_name);
BEGIN
  EXECUTE format('SELECT count(%s) FROM %s', c.call, c.source);
  RETURN NULL;
EXCEPTION WHEN OTHERS THEN
  RETURN format('%s(%s) collate %s zone %s: %s', function, tables, collation_name, current_setting('TimeZone'), left(SQLERRM, 200));
END $$;

-- Returns NULL, or the calls whose result differs from the result of PostgreSQL's function. Calls
-- for which PostgreSQL raises an error are left out. Four differences are intended. A number of more
-- than 100 digits before or after the point is NULL. For the
-- smallest n, PostgreSQL's right(x, n) negates n, which overflows. Before version 17, PostgreSQL
-- does not notice that a difference of timestamps overflows. And PostgreSQL casts the earliest
-- timestamps to a date before the first date, with which other functions fail.
CREATE FUNCTION difference(name text, types text[], tables text[], collation_name text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  ours record := call_of(format('indp.%I', name), tables, collation_name);
  theirs record := call_of('theirs', tables, collation_name);
  shown text;
  found text;
BEGIN
  SELECT string_agg(format('left(x%s.v::text, 40)', i), ', ') INTO shown FROM generate_subscripts(tables, 1) i;
  EXECUTE format('CREATE FUNCTION theirs(%s) RETURNS text LANGUAGE plpgsql AS %L', array_to_string(types, ','),
    format('BEGIN RETURN COALESCE((pg_catalog.%I(%s))::text, ''NULL''); EXCEPTION WHEN OTHERS THEN RETURN ''!'' || SQLSTATE; END',
      name, (SELECT string_agg('$' || i, ',') FROM generate_subscripts(types, 1) i)));
  EXECUTE format('SELECT format(''%%s of %%s: %%s'', count(*), (array_agg(ARRAY[%s]::text[]))[1:8], (array_agg(ARRAY[left(theirs, 60), left(ours, 60)]))[1:8])
      FROM (SELECT %s AS theirs, COALESCE((%s)::text, ''NULL'') AS ours, %s FROM %s OFFSET 0) z(theirs, ours, %s) WHERE theirs NOT LIKE ''!%%'' AND theirs <> ours COLLATE "C"
        AND NOT (ours = ''NULL'' AND (%L OR theirs ~ ''^4714-11-2[0-3] BC|^-?[0-9]{101}|[.][0-9]{101}'')) AND NOT (%s) HAVING count(*) > 0',
      (SELECT string_agg(format('s%s', i), ', ') FROM generate_subscripts(tables, 1) i), theirs.call, ours.call, shown, ours.source,
      (SELECT string_agg(format('s%s', i), ', ') FROM generate_subscripts(tables, 1) i), name ~ '^timestamp(tz)?_mi$',
      CASE WHEN name = 'right' THEN 'ours = '''' AND s2 = ''-2147483648''' ELSE 'false' END) INTO found;
  EXECUTE format('DROP FUNCTION theirs(%s)', array_to_string(types, ','));
  RETURN format('%I(%s) collate %s zone %s: ', name, types, collation_name, current_setting('TimeZone')) || found;
END $$;

-- Returns the failures and differences of the calls that a condition selects, one in each row.
CREATE FUNCTION problems(condition text, locale text) RETURNS SETOF text LANGUAGE plpgsql AS $$
DECLARE c record;
BEGIN
  FOR c IN EXECUTE 'SELECT * FROM calls WHERE ' || condition LOOP
    RETURN QUERY SELECT f FROM failure(format('%I.%I', c.place, c.name), c.tables, locale) f WHERE f IS NOT NULL;
    IF c.place = 'indp' THEN
      RETURN QUERY SELECT d FROM difference(c.name, c.types, array_replace(array_replace(c.tables, 'h_long', 'h_short'), 'h_numeric', 'h_short'), locale) d WHERE d IS NOT NULL;
    END IF;
  END LOOP;
END $$;
CREATE FUNCTION problems_in_zone(zone text) RETURNS SETOF text LANGUAGE plpgsql AS $$
BEGIN
  PERFORM set_config('TimeZone', zone, false);
  RETURN QUERY SELECT problems('array_to_string(types, '','') ~ ''date|timestamp''', NULL);
END $$;

-- Returns how deep a function can recurse before the stack is too full for it to call LIKE.
CREATE FUNCTION calls_before(like_function text, subject text) RETURNS int LANGUAGE plpgsql SET max_stack_depth = '100kB' AS $$
DECLARE n int := 0;
BEGIN
  EXECUTE format('CREATE OR REPLACE FUNCTION deep(n int, s text) RETURNS bool LANGUAGE plpgsql AS %L',
    format('BEGIN IF n = 0 THEN RETURN %s(s, repeat(''%%a'', 300) || ''%%b''); END IF; RETURN deep(n - 1, s); END', like_function));
  LOOP
    BEGIN
      PERFORM deep(n, subject);
      n := n + 1;
    EXCEPTION WHEN statement_too_complex THEN RETURN n;
    END;
  END LOOP;
END $$;
