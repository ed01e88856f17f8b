-- Overloads of the aggregates with fewer parameters, for queries over protected tables. Bounds,
-- candidates and epsilon that a call omits come from the policy of the table. The code that
-- approves such queries replaces the call by a complete one. In other queries, these overloads
-- raise an error that says what to write.
DO LANGUAGE plpgsql $do$
DECLARE
  kind record;
  form pg_catalog.text;
  input pg_catalog.text;
  arguments pg_catalog.text;
  number pg_catalog.text;
  made pg_catalog.text[] := '{}';
  final pg_catalog.text;
BEGIN
  FOR number IN SELECT v.t FROM (VALUES (''), (', "any"'), (', "any", "any"'), (', "any", "any", "any"'), (', "any", "any", "any", "any"')) AS v(t) LOOP
    EXECUTE pg_catalog.format('CREATE FUNCTION dp_missing(dp_transition%s) RETURNS dp_transition AS ''MODULE_PATHNAME'' '
      'LANGUAGE C IMMUTABLE PARALLEL SAFE', number);
  END LOOP;
  -- `answer` is the type of the answer, or NULL for the type of x. The bounds have the type of x if
  -- the answer has that type or is an array of it. Otherwise they are float8. `forms` lists the
  -- parameters after x of each overload: ~ none, e epsilon, b the bounds, q a quantile, Q an array
  -- of quantiles, E edges.
  FOR kind IN SELECT * FROM (VALUES
      ('dp_count', '"any"', 'int8', '~|e'),
      ('dp_sum', 'float8 numeric int8 int4 int2 bool', 'float8', '~|e|b'),
      ('dp_avg', 'float8 numeric int8 int4 int2 bool', 'float8', '~|e|b'),
      ('dp_var', 'float8 numeric int8 int4 int2', 'float8', '~|e|b'),
      ('dp_stddev', 'float8 numeric int8 int4 int2', 'float8', '~|e|b'),
      ('dp_median', 'float8 numeric int8 int4 int2', 'float8', '~|e|b'),
      ('dp_quantile', 'float8 numeric int8 int4 int2', 'float8', 'q|qe|qb'),
      ('dp_quantiles', 'float8 numeric int8 int4 int2', '_float8', 'Q|Qe|Qb'),
      ('dp_min', 'float8 numeric int8 int4 int2', 'float8', '~|e|b'),
      ('dp_max', 'float8 numeric int8 int4 int2', 'float8', '~|e|b'),
      ('dp_mode', 'text int8', NULL, '~|e'),
      ('dp_counts', 'text int8', '_int8', '~|e'),
      ('dp_histogram', 'float8 numeric int8 int4 int2 interval date timestamp timestamptz', '_int8', 'E'),
      ('dp_sum', 'interval', NULL, '~|e|b'),
      ('dp_avg', 'interval date timestamp timestamptz', NULL, '~|e|b'),
      ('dp_median', 'interval date timestamp timestamptz', NULL, '~|e|b'),
      ('dp_quantile', 'interval date timestamp timestamptz', NULL, 'q|qe|qb'),
      ('dp_quantiles', 'interval', '_interval', 'Q|Qe|Qb'),
      ('dp_quantiles', 'date', '_date', 'Q|Qe|Qb'),
      ('dp_quantiles', 'timestamp', '_timestamp', 'Q|Qe|Qb'),
      ('dp_quantiles', 'timestamptz', '_timestamptz', 'Q|Qe|Qb'),
      ('dp_min', 'interval date timestamp timestamptz', NULL, '~|e|b'),
      ('dp_max', 'interval date timestamp timestamptz', NULL, '~|e|b')
    ) AS k(name, inputs, answer, forms)
  LOOP
    FOREACH input IN ARRAY pg_catalog.string_to_array(kind.inputs, ' ') LOOP
      final := pg_catalog.concat('dp_missing_final_', coalesce(kind.answer, input));
      IF NOT final OPERATOR(pg_catalog.=) ANY (made) THEN
        EXECUTE pg_catalog.format('CREATE FUNCTION %I(state dp_transition) RETURNS pg_catalog.%s AS ''MODULE_PATHNAME'', ''dp_missing_final'' '
          'LANGUAGE C VOLATILE PARALLEL SAFE', final, coalesce(kind.answer, input));
        made := pg_catalog.array_append(made, final);
      END IF;
      FOREACH form IN ARRAY pg_catalog.string_to_array(kind.forms, '|') LOOP
        number := CASE WHEN kind.answer IS NULL OR kind.answer OPERATOR(pg_catalog.=) pg_catalog.concat('_', input)
                       THEN pg_catalog.concat('pg_catalog.', input) ELSE 'pg_catalog.float8' END;
        arguments := pg_catalog.concat('x ', CASE WHEN input OPERATOR(pg_catalog.=) '"any"' THEN '' ELSE 'pg_catalog.' END, input,
          CASE WHEN pg_catalog.strpos(form, 'q') OPERATOR(pg_catalog.>) 0 THEN ', q pg_catalog.float8'
               WHEN pg_catalog.strpos(form, 'Q') OPERATOR(pg_catalog.>) 0 THEN ', q pg_catalog.float8[]'
               WHEN form OPERATOR(pg_catalog.=) 'E' THEN pg_catalog.format(', edges pg_catalog.%s[]',
                 CASE WHEN input OPERATOR(pg_catalog.=) ANY (ARRAY['interval', 'date', 'timestamp', 'timestamptz']) THEN input ELSE 'float8' END) END,
          CASE WHEN pg_catalog.strpos(form, 'e') OPERATOR(pg_catalog.>) 0 THEN ', epsilon pg_catalog.float8' END,
          CASE WHEN pg_catalog.strpos(form, 'b') OPERATOR(pg_catalog.>) 0 THEN pg_catalog.format(', lo %1$s, hi %1$s', number) END);
        CONTINUE WHEN kind.name OPERATOR(pg_catalog.=) 'dp_count' AND form OPERATOR(pg_catalog.=) 'e'; -- exists already: it omits nothing
        EXECUTE pg_catalog.format('CREATE AGGREGATE %I(%s) (SFUNC = dp_missing, STYPE = dp_transition, INITCOND = '''', '
          'FINALFUNC = %I, FINALFUNC_MODIFY = READ_WRITE, PARALLEL = SAFE)', kind.name, arguments, final);
        EXECUTE pg_catalog.format('COMMENT ON AGGREGATE %I(%s) IS ''differentially private, over a protected table: the policy supplies the arguments that are omitted''',
          kind.name, arguments);
      END LOOP;
    END LOOP;
  END LOOP;
END
$do$;
CREATE AGGREGATE dp_count(*) (SFUNC = dp_missing, STYPE = dp_transition, INITCOND = '', FINALFUNC = dp_missing_final_int8,
  FINALFUNC_MODIFY = READ_WRITE, PARALLEL = SAFE);
COMMENT ON AGGREGATE dp_count(*) IS 'differentially private, over a protected table: the number of rows';
