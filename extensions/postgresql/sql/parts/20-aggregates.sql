-- Creates the aggregates. Each kind of aggregate has, for each type of value, one aggregate that
-- returns answers and one that returns states (except dp_quantiles and dp_counts, which have none
-- for states). Each aggregate has overloads with and without the optional parameters. Each overload
-- has its own transition function. None of the C functions looks up a name, so none needs a SET
-- search_path (which would cost more on each row than the row itself).
--
-- FINALFUNC_MODIFY = READ_WRITE makes PostgreSQL refuse OVER (...), where each row would be a
-- release. INITCOND gives each group a transition state from the start, even a group without rows.
-- The final function keeps the answer in this state, in case a rescan asks for it again.
DO LANGUAGE plpgsql $do$
DECLARE
  kind record;
  input pg_catalog.text;
  form pg_catalog.text;
  optional pg_catalog.text;
  state pg_catalog.bool;
  last pg_catalog.text;
  name pg_catalog.text;
  transition pg_catalog.text;
  arguments pg_catalog.text;
  answer pg_catalog.text;
  numbers CONSTANT pg_catalog.text := 'float8 numeric int8 int4 int2';
  rows CONSTANT pg_catalog.text := ', rows_per_person pg_catalog.int8';
  candidates CONSTANT pg_catalog.text := pg_catalog.concat(rows, ', candidates pg_catalog.int8');
  histogram CONSTANT pg_catalog.text := 'the number of rows in each cell: below the first edge, from each edge to below the next, from the last edge on, and NaN';
BEGIN
  -- `suffix` is the suffix of the final function, one for each type of answer. `extra` names the
  -- additional parameter: q for a quantile, q[] for several quantiles, candidates or edges.
  -- `bounds` is the type of lo and hi, of the candidates, or of the edges. `space` is the estimated
  -- size of a transition state in bytes.
  FOR kind IN SELECT * FROM (VALUES
      ('dp_count', '', '"any"', NULL, '', 'int8', 96, 'the number of rows in which x is not NULL'),
      ('dp_sum', '', pg_catalog.concat(numbers, ' bool'), 'float8', '', 'float8', 160, 'the sum of x'),
      ('dp_avg', '', pg_catalog.concat(numbers, ' bool'), 'float8', '', 'float8', 160, 'the mean of x'),
      ('dp_var', '', numbers, 'float8', '', 'float8', 176, 'the population variance of x, whose divisor is n rather than n - 1'),
      ('dp_stddev', '', numbers, 'float8', '', 'float8', 176, 'the standard deviation of x'),
      ('dp_median', '', 'float8 numeric', 'float8', '', 'float8', 1600, 'the median of x'),
      ('dp_median', '_int', 'int8 int4 int2', 'float8', '', 'float8', 1600, 'the median of x'),
      ('dp_quantile', '', 'float8 numeric', 'float8', 'q', 'float8', 1600, 'the quantile q of x'),
      ('dp_quantile', '_int', 'int8 int4 int2', 'float8', 'q', 'float8', 1600, 'the quantile q of x'),
      ('dp_quantiles', '', 'float8 numeric', 'float8', 'q[]', '_float8', 1600, 'the quantiles q of x'),
      ('dp_quantiles', '_int', 'int8 int4 int2', 'float8', 'q[]', '_float8', 1600, 'the quantiles q of x'),
      ('dp_quantiles', '_interval', 'interval', 'interval', 'q[]', '_interval', 1600, 'the quantiles q of x'),
      ('dp_quantiles', '_date', 'date', 'date', 'q[]', '_date', 1600, 'the quantiles q of x'),
      ('dp_quantiles', '_timestamp', 'timestamp', 'timestamp', 'q[]', '_timestamp', 1600, 'the quantiles q of x'),
      ('dp_quantiles', '_timestamptz', 'timestamptz', 'timestamptz', 'q[]', '_timestamptz', 1600, 'the quantiles q of x'),
      ('dp_min', '', 'float8 numeric', 'float8', '', 'float8', 1600, 'about the smallest x'),
      ('dp_min', '_int', 'int8 int4 int2', 'float8', '', 'float8', 1600, 'about the smallest x'),
      ('dp_max', '', 'float8 numeric', 'float8', '', 'float8', 1600, 'about the largest x'),
      ('dp_max', '_int', 'int8 int4 int2', 'float8', '', 'float8', 1600, 'about the largest x'),
      ('dp_mode', '_text', 'text', 'text', 'candidates', 'text', 400, 'the most common of the candidates'),
      ('dp_mode', '_int8', 'int8', 'int8', 'candidates', 'int8', 400, 'the most common of the candidates'),
      ('dp_counts', '_text', 'text', 'text', 'candidates', '_int8', 400, 'the number of rows of each candidate, in the order in which the candidates are given'),
      ('dp_counts', '_int8', 'int8', 'int8', 'candidates', '_int8', 400, 'the number of rows of each candidate, in the order in which the candidates are given'),
      ('dp_histogram', '', numbers, 'float8', 'edges', '_int8', 400, histogram),
      ('dp_histogram', '_interval', 'interval', 'interval', 'edges', '_int8', 400, histogram),
      ('dp_histogram', '_date', 'date', 'date', 'edges', '_int8', 400, histogram),
      ('dp_histogram', '_timestamp', 'timestamp', 'timestamp', 'edges', '_int8', 400, histogram),
      ('dp_histogram', '_timestamptz', 'timestamptz', 'timestamptz', 'edges', '_int8', 400, histogram),
      ('dp_sum', '_interval', 'interval', 'interval', '', 'interval', 160, 'the sum of x'),
      ('dp_avg', '_interval', 'interval', 'interval', '', 'interval', 160, 'the mean of x'),
      ('dp_median', '_interval', 'interval', 'interval', '', 'interval', 1600, 'the median of x'),
      ('dp_quantile', '_interval', 'interval', 'interval', 'q', 'interval', 1600, 'the quantile q of x'),
      ('dp_min', '_interval', 'interval', 'interval', '', 'interval', 1600, 'about the smallest x'),
      ('dp_max', '_interval', 'interval', 'interval', '', 'interval', 1600, 'about the largest x'),
      ('dp_avg', '_date', 'date', 'date', '', 'date', 160, 'the mean of x'),
      ('dp_median', '_date', 'date', 'date', '', 'date', 1600, 'the median of x'),
      ('dp_quantile', '_date', 'date', 'date', 'q', 'date', 1600, 'the quantile q of x'),
      ('dp_min', '_date', 'date', 'date', '', 'date', 1600, 'about the smallest x'),
      ('dp_max', '_date', 'date', 'date', '', 'date', 1600, 'about the largest x'),
      ('dp_avg', '_timestamp', 'timestamp', 'timestamp', '', 'timestamp', 160, 'the mean of x'),
      ('dp_median', '_timestamp', 'timestamp', 'timestamp', '', 'timestamp', 1600, 'the median of x'),
      ('dp_quantile', '_timestamp', 'timestamp', 'timestamp', 'q', 'timestamp', 1600, 'the quantile q of x'),
      ('dp_min', '_timestamp', 'timestamp', 'timestamp', '', 'timestamp', 1600, 'about the smallest x'),
      ('dp_max', '_timestamp', 'timestamp', 'timestamp', '', 'timestamp', 1600, 'about the largest x'),
      ('dp_avg', '_timestamptz', 'timestamptz', 'timestamptz', '', 'timestamptz', 160, 'the mean of x'),
      ('dp_median', '_timestamptz', 'timestamptz', 'timestamptz', '', 'timestamptz', 1600, 'the median of x'),
      ('dp_quantile', '_timestamptz', 'timestamptz', 'timestamptz', 'q', 'timestamptz', 1600, 'the quantile q of x'),
      ('dp_min', '_timestamptz', 'timestamptz', 'timestamptz', '', 'timestamptz', 1600, 'about the smallest x'),
      ('dp_max', '_timestamptz', 'timestamptz', 'timestamptz', '', 'timestamptz', 1600, 'about the largest x')
    ) AS k(name, suffix, inputs, bounds, extra, answer, space, what)
  LOOP
    -- dp_quantile_state makes the states of dp_quantiles, too, and dp_mode_state those of
    -- dp_counts.
    FOREACH state IN ARRAY CASE WHEN kind.name OPERATOR(pg_catalog.=) ANY (ARRAY['dp_quantiles', 'dp_counts']) THEN ARRAY[false]
                                ELSE ARRAY[false, true] END LOOP
      form := CASE WHEN state THEN '_state' ELSE '' END;
      last := pg_catalog.concat(kind.name, kind.suffix, form, '_final');
      answer := CASE WHEN state THEN 'dp_state' ELSE pg_catalog.concat('pg_catalog.', kind.answer) END;
      EXECUTE pg_catalog.format('CREATE FUNCTION %I(state dp_transition) RETURNS %s AS ''MODULE_PATHNAME'' '
        'LANGUAGE C VOLATILE PARALLEL SAFE', last, answer);
      FOREACH input IN ARRAY pg_catalog.string_to_array(kind.inputs, ' ') LOOP
        name := pg_catalog.concat(kind.name, form);
        transition := pg_catalog.concat(name, '_', pg_catalog.btrim(input, '"'));
        input := CASE WHEN kind.bounds IS NULL THEN input ELSE pg_catalog.concat('pg_catalog.', input) END;
        FOREACH optional IN ARRAY CASE WHEN kind.name OPERATOR(pg_catalog.=) ANY (ARRAY['dp_median', 'dp_quantile', 'dp_quantiles', 'dp_min', 'dp_max'])
                                       THEN ARRAY['', rows, candidates] ELSE ARRAY['', rows] END LOOP
          arguments := pg_catalog.concat('x ', input,
            CASE kind.extra WHEN 'q' THEN ', q pg_catalog.float8' WHEN 'q[]' THEN ', q pg_catalog.float8[]' END,
            CASE WHEN kind.bounds IS NULL THEN ''
                 WHEN kind.extra OPERATOR(pg_catalog.=) ANY (ARRAY['candidates', 'edges'])
                   THEN pg_catalog.format(', %I pg_catalog.%s[]', kind.extra, kind.bounds)
                 ELSE pg_catalog.format(', lo pg_catalog.%1$s, hi pg_catalog.%1$s', kind.bounds) END,
            CASE WHEN NOT state THEN ', epsilon pg_catalog.float8' END, optional);
          EXECUTE pg_catalog.format('CREATE FUNCTION %I(state dp_transition, %s) RETURNS dp_transition AS ''MODULE_PATHNAME'' '
            'LANGUAGE C IMMUTABLE PARALLEL SAFE', transition, arguments);
          EXECUTE pg_catalog.format('CREATE AGGREGATE %I(%s) (SFUNC = %I, STYPE = dp_transition, SSPACE = %s, INITCOND = '''', '
            'FINALFUNC = %I, FINALFUNC_MODIFY = READ_WRITE, COMBINEFUNC = dp_combine, PARALLEL = SAFE)',
            name, arguments, transition, kind.space, last);
          EXECUTE pg_catalog.format('COMMENT ON AGGREGATE %I(%s) IS %L', name, arguments,
            CASE WHEN state THEN pg_catalog.concat('mergeable state for ', kind.what, ': raw private data')
                 ELSE pg_catalog.concat('differentially private: ', kind.what) END);
          IF state THEN
            EXECUTE pg_catalog.format('REVOKE EXECUTE ON FUNCTION %I(%s) FROM PUBLIC', name, arguments);
          END IF;
        END LOOP;
      END LOOP;
    END LOOP;
  END LOOP;
END
$do$;

