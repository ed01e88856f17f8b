-- indp.explain shows what a query would cost, without executing it. The functions have no
-- search_path of their own, so that the query means what it means to the caller. They run with the
-- rights of the caller, since planning calls functions of the caller. Arguments have exactly the
-- types of the function that is meant: otherwise another one of this name might fit better.
CREATE FUNCTION indp.terms(query pg_catalog.text)
  RETURNS TABLE(block pg_catalog.int4, view pg_catalog.regclass, aggregate pg_catalog.text,
    epsilon pg_catalog.numeric, number pg_catalog.float8, rows_per_person pg_catalog.int8,
    lo pg_catalog.float8, hi pg_catalog.float8, q pg_catalog.float8, candidates pg_catalog.int8,
    suffices pg_catalog.bool, kept pg_catalog.text)
  AS 'MODULE_PATHNAME', 'indp_pg_terms' LANGUAGE C VOLATILE STRICT PARALLEL UNSAFE;

-- The error and what it is measured in. That of an average or variance needs an assumed number of
-- rows. The error of a quantile's value depends on the data, but not that of its rank.
CREATE FUNCTION indp.explained(query pg_catalog.text, rows pg_catalog.int8)
  RETURNS TABLE(block pg_catalog.int4, view pg_catalog.regclass, aggregate pg_catalog.text,
    epsilon pg_catalog.numeric, rows_per_person pg_catalog.int8, error pg_catalog.float8,
    measure pg_catalog.text, suffices pg_catalog.bool, kept pg_catalog.text)
  LANGUAGE sql VOLATILE PARALLEL UNSAFE AS $body$
  SELECT c.block, c.view, c.aggregate, c.epsilon, c.rows_per_person, c.error,
         CASE WHEN c.error IS NULL THEN NULL
           WHEN c.aggregate OPERATOR(pg_catalog.=) ANY (ARRAY['dp_median', 'dp_quantile', 'dp_min', 'dp_max'])
             THEN 'ranks'
           WHEN c.aggregate OPERATOR(pg_catalog.=) 'dp_mode' THEN 'rows of the mode'
           ELSE 'answer' END,
         c.suffices, c.kept
    FROM (SELECT t.block, t.view, t.aggregate, t.epsilon, t.rows_per_person, t.suffices,
         t.kept,
         CASE WHEN t.number IS NULL THEN NULL
           WHEN t.aggregate OPERATOR(pg_catalog.=) ANY (ARRAY['dp_count', 'dp_counts', 'dp_histogram'])
             THEN @extschema@.dp_count_error(t.number, '0.05'::pg_catalog.float8, t.rows_per_person)
           WHEN t.aggregate OPERATOR(pg_catalog.=) 'dp_mode' AND t.candidates IS NOT NULL
             THEN @extschema@.dp_mode_error(t.number, '0.05'::pg_catalog.float8, t.candidates,
                                            t.rows_per_person)
           WHEN t.q IS NOT NULL
             THEN @extschema@.dp_quantile_error(t.q, t.number, '0.05'::pg_catalog.float8,
                                                t.candidates, t.rows_per_person)
           WHEN t.lo IS NULL THEN NULL
           WHEN t.aggregate OPERATOR(pg_catalog.=) 'dp_sum'
             THEN @extschema@.dp_sum_error(t.lo, t.hi, t.number, '0.05'::pg_catalog.float8,
                                           t.rows_per_person)
           WHEN $2 IS NULL THEN NULL
           WHEN t.aggregate OPERATOR(pg_catalog.=) ANY (ARRAY['dp_avg', 'dp_avg_parts'])
             THEN @extschema@.dp_avg_error(t.lo, t.hi, t.number, '0.05'::pg_catalog.float8, $2,
                                           t.rows_per_person)
           WHEN t.aggregate OPERATOR(pg_catalog.=) ANY (ARRAY['dp_var', 'dp_var_parts'])
             THEN @extschema@.dp_var_error(t.lo, t.hi, t.number, '0.05'::pg_catalog.float8, $2,
                                           t.rows_per_person)
           WHEN t.aggregate OPERATOR(pg_catalog.=) ANY (ARRAY['dp_stddev', 'dp_stddev_parts'])
             THEN @extschema@.dp_stddev_error(t.lo, t.hi, t.number, '0.05'::pg_catalog.float8, $2,
                                              t.rows_per_person)
         END AS error
    FROM indp.terms($1) AS t) AS c
$body$;

-- A separate function computes the rows. So if a later row raises an error, no earlier row is
-- returned.
CREATE FUNCTION indp.explain(query pg_catalog.text, rows pg_catalog.int8 DEFAULT NULL)
  RETURNS TABLE(allowed pg_catalog.bool, reason pg_catalog.text, block pg_catalog.int4,
    view pg_catalog.regclass, aggregate pg_catalog.text, epsilon pg_catalog.numeric,
    rows_per_person pg_catalog.int8, error pg_catalog.float8, measure pg_catalog.text,
    suffices pg_catalog.bool, kept pg_catalog.text)
  LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE AS $body$
BEGIN
  IF $2 OPERATOR(pg_catalog.<) 1::pg_catalog.int8 THEN
    RAISE EXCEPTION USING ERRCODE := 'invalid_parameter_value',
      MESSAGE := 'indp.explain: rows, the assumed number of rows, must be at least 1';
  END IF;
  IF $1 IS NULL THEN
    RETURN;
  END IF;
  BEGIN
    RETURN QUERY SELECT true, NULL::pg_catalog.text, e.* FROM indp.explained($1, $2) AS e;
    IF NOT FOUND THEN
      RETURN QUERY VALUES (true, NULL::pg_catalog.text, NULL::pg_catalog.int4,
        NULL::pg_catalog.regclass, NULL::pg_catalog.text, NULL::pg_catalog.numeric,
        NULL::pg_catalog.int8, NULL::pg_catalog.float8, NULL::pg_catalog.text,
        NULL::pg_catalog.bool, NULL::pg_catalog.text);
    END IF;
  EXCEPTION WHEN OTHERS THEN
    RETURN QUERY VALUES (false, SQLERRM, NULL::pg_catalog.int4, NULL::pg_catalog.regclass,
      NULL::pg_catalog.text, NULL::pg_catalog.numeric, NULL::pg_catalog.int8,
      NULL::pg_catalog.float8, NULL::pg_catalog.text, NULL::pg_catalog.bool, NULL::pg_catalog.text);
  END;
END
$body$;
COMMENT ON FUNCTION indp.explain(pg_catalog.text, pg_catalog.int8) IS
  'tells whether a query is allowed, or why not, and for each aggregate its cost and a bound on its error that holds with probability at least 95%: in the unit of the answer, or in ranks for a quantile; for an average, variance or standard deviation of the assumed number of rows; for a list of counts, it holds for each count separately; runs with your rights, does not execute the query and costs nothing';
