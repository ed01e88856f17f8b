-- Aggregates for calls without epsilon or bounds. They raise an error that says what to write.
CREATE FUNCTION dp_missing_final(state dp_transition) RETURNS pg_catalog.float8 AS 'MODULE_PATHNAME' LANGUAGE C VOLATILE PARALLEL SAFE;
DO LANGUAGE plpgsql $do$
DECLARE
  call record;
  given pg_catalog.int4;
  arguments pg_catalog.text;
BEGIN
  FOR given IN 1 .. 4 LOOP
    arguments := pg_catalog.rtrim(pg_catalog.repeat('"any", ', given), ', ');
    EXECUTE pg_catalog.format('CREATE FUNCTION dp_missing(dp_transition, %s) RETURNS dp_transition AS ''MODULE_PATHNAME'' '
      'LANGUAGE C IMMUTABLE PARALLEL SAFE', arguments);
    FOR call IN SELECT * FROM (VALUES ('dp_count', 1), ('dp_mode', 2), ('dp_sum', 3), ('dp_avg', 3), ('dp_var', 3),
        ('dp_stddev', 3), ('dp_median', 3), ('dp_quantile', 4), ('dp_min', 3), ('dp_max', 3)) AS c(name, most) LOOP
      IF call.most OPERATOR(pg_catalog.>=) given THEN
        EXECUTE pg_catalog.format('CREATE AGGREGATE %I(%s) (SFUNC = dp_missing, STYPE = dp_transition, INITCOND = '''', '
          'FINALFUNC = dp_missing_final, FINALFUNC_MODIFY = READ_WRITE, PARALLEL = SAFE)', call.name, arguments);
        EXECUTE pg_catalog.format('COMMENT ON AGGREGATE %I(%s) IS ''an error: epsilon or bounds are missing''', call.name, arguments);
      END IF;
    END LOOP;
  END LOOP;
END
$do$;

