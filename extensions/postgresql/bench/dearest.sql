-- The search of dearest.sh. For each type, `longest` has values that take long; for arguments that
-- must be constants, `constant` has the dearest ones.
CREATE EXTENSION indp;
CREATE FUNCTION allowed_entry(int) RETURNS text[] AS :'module' LANGUAGE C STRICT;
CREATE FUNCTION allowed_cost(oid) RETURNS int AS :'module' LANGUAGE C STRICT;
CREATE TYPE mood AS ENUM ('low', 'high');
CREATE TABLE longest(type text, value text);
INSERT INTO longest VALUES ('bool', 'true'), ('int2', '-32768'), ('int2', '7'), ('int4', '-2147483648'), ('int4', '4096'), ('int8', '-9223372036854775808'), ('int8', '7'),
  ('float4', '3.4e38'), ('float4', '1e-40'), ('float8', '1.7976931348623157e308'), ('float8', '5e-324'), ('float8', '1.0000000001'), ('float8', '1e22'),
  ('numeric', repeat('9', 100) || '.' || repeat('9', 100)), ('numeric', '0.' || repeat('0', 99) || '1'), ('numeric', '-7.3'),
  ('text', repeat('a', 8192)), ('text', repeat('é', 4096)), ('text', repeat('é', 512)), ('text', repeat('😀', 2048)), ('text', repeat(' ', 8192)), ('text', repeat('İ', 512)),
  ('date', '294276-12-31'), ('date', '4713-01-01 BC'), ('time', '23:59:59.999999'), ('timestamp', '294276-12-31 23:59:59.999999'), ('timestamp', '1883-11-18 12:00:01'), ('timestamp', '2024-03-10 02:30'),
  ('timestamptz', '294276-12-30 23:59:59.999999+00'), ('timestamptz', '1883-11-18 12:00:01+00'), ('timestamptz', '2024-03-10 02:30+00'),
  ('interval', '178000000 years 7 months'), ('interval', '40 years 1 month 1 day 01:01:01.5'), ('uuid', 'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11'), ('anyenum', 'high');
INSERT INTO longest SELECT t, value FROM longest, (VALUES ('bpchar'), ('varchar')) v(t) WHERE type = 'text';
CREATE TABLE constant(rule int, place int, type text, value text);
INSERT INTO constant VALUES (1, 2, 'text', repeat('a', 1023) || 'b'), (3, 2, 'text', '%' || repeat('a', 90) || '_b%'), (3, 2, 'text', '%' || repeat('_', 90) || 'b%'), (4, 2, 'text', '%' || repeat('é', 40) || '_b%'),
  (7, 2, 'int4', '-99'), (7, 2, 'int4', '99'), (8, 2, 'int4', ((1000 << 16 | 100) + 4)::text), (9, 2, 'int4', '8192'), (9, 3, 'bool', 'true'), (10, 2, 'text', 'é😀é😀éa');
INSERT INTO constant SELECT 5, 1, 'text', unnest('{millennium,week,isoyear,doy,epoch,microseconds}'::text[]);
INSERT INTO constant SELECT 6, 1, 'text', unnest('{millennium,week,day,hour}'::text[]);

-- The calls: each function with each combination of values.
CREATE TABLE calls AS
  SELECT row_number() OVER () AS n, e.place AS schema, f.name, e.types, e.rule, p.oid
    FROM (SELECT f[1] AS names, string_to_array(f[2], ',') AS types, f[3] AS place, f[4]::int AS rule FROM generate_series(0, 1000) n, allowed_entry(n) f WHERE f IS NOT NULL) e,
         LATERAL regexp_split_to_table(e.names, ' ') f(name), LATERAL (SELECT to_regprocedure(format('pg_catalog.%I(%s)', f.name, array_to_string(e.types, ','))) AS oid) p WHERE p.oid IS NOT NULL;
CREATE FUNCTION choices(rule int, place int, type text) RETURNS SETOF text LANGUAGE sql AS $$
  SELECT c.value FROM constant c WHERE (c.rule, c.place, c.type) = ($1, $2, $3)
  UNION ALL SELECT l.value FROM longest l WHERE l.type = $3 AND ($1 IN (1, 2) OR NOT EXISTS (SELECT FROM constant c WHERE (c.rule, c.place, c.type) = ($1, $2, $3))) $$;
CREATE TABLE found(call text, arguments text[], nanoseconds float8, most int);
-- Times 2,000 calls, less 2,000 evaluations of the arguments. An error counts as no call.
CREATE PROCEDURE measure() LANGUAGE plpgsql AS $$
DECLARE
  c record;
  arguments text[];
  list text;
  start timestamptz;
  taken float8[];
BEGIN
  FOR c IN SELECT * FROM calls LOOP
    FOR arguments IN SELECT ARRAY[a, b, d] FROM choices(c.rule, 1, c.types[1]) a, (SELECT choices(c.rule, 2, c.types[2]) UNION ALL SELECT NULL WHERE c.types[2] IS NULL) y(b),
        (SELECT choices(c.rule, 3, c.types[3]) UNION ALL SELECT NULL WHERE c.types[3] IS NULL) z(d) LOOP
      list := (SELECT string_agg(format('x[%s]::%s', i, CASE t WHEN 'anyenum' THEN 'mood' ELSE t END), ', ' ORDER BY i) FROM unnest(c.types) WITH ORDINALITY u(t, i));
      taken := '{}';
      BEGIN
        FOR round IN 0..2 LOOP
          FOR i IN 0..1 LOOP
            start := clock_timestamp();
            EXECUTE format('SELECT count(%s) FROM (SELECT %s FROM (SELECT $1 AS x) v OFFSET 0) a(%s), generate_series(1, 2000)',
              CASE i WHEN 0 THEN 'a1 IS NULL' ELSE format('%I.%I(%s)', c.schema, c.name, array_to_string((ARRAY['a1', 'a2', 'a3'])[1:cardinality(c.types)], ', ')) END, list,
              array_to_string((ARRAY['a1', 'a2', 'a3'])[1:cardinality(c.types)], ', ')) USING arguments;
            taken := taken || extract(epoch FROM clock_timestamp() - start)::float8;
          END LOOP;
        END LOOP;
        INSERT INTO found VALUES (format('%s(%s)', c.name, array_to_string(c.types, ', ')), (SELECT array_agg(left(a, 12)) FROM unnest(arguments) a WHERE a IS NOT NULL),
          (least(taken[2], taken[4], taken[6]) - least(taken[1], taken[3], taken[5])) / 2000 * 1e9, 200 / allowed_cost(c.oid));
      EXCEPTION WHEN OTHERS THEN NULL;
      END;
    END LOOP;
  END LOOP;
END $$;
CALL measure();
\pset format aligned
\pset tuples_only off
SELECT count(*) AS calls, count(DISTINCT call) AS functions FROM found;
SELECT call, arguments, round(max(nanoseconds)) AS nanoseconds, most AS in_one_query, round(max(nanoseconds) * most / 1000) AS microseconds
  FROM found GROUP BY call, arguments, most ORDER BY max(nanoseconds) * most DESC LIMIT 25;
