-- indp.explain shows what a query would cost, without executing it. The functions have no
-- search_path of their own, so that the query means what it means to the caller. They run with the
-- rights of the caller, since planning calls functions of the caller. Arguments have exactly the
-- types of the function that is meant: otherwise another one of this name might fit better.
CREATE FUNCTION indp.terms(query pg_catalog.text) RETURNS TABLE(block pg_catalog.int4, view pg_catalog.regclass, aggregate pg_catalog.text,
    epsilon pg_catalog.numeric, number pg_catalog.float8, rows_per_person pg_catalog.int8, lo pg_catalog.float8, hi pg_catalog.float8, suffices pg_catalog.bool)
  AS 'MODULE_PATHNAME', 'indp_pg_terms' LANGUAGE C VOLATILE STRICT PARALLEL UNSAFE;

CREATE FUNCTION indp.explained(query pg_catalog.text) RETURNS TABLE(block pg_catalog.int4, view pg_catalog.regclass, aggregate pg_catalog.text,
    epsilon pg_catalog.numeric, rows_per_person pg_catalog.int8, error pg_catalog.float8, suffices pg_catalog.bool) LANGUAGE sql VOLATILE PARALLEL UNSAFE AS $body$
  SELECT t.block, t.view, t.aggregate, t.epsilon, t.rows_per_person,
         CASE WHEN t.number IS NULL THEN NULL
           WHEN t.aggregate OPERATOR(pg_catalog.=) ANY (ARRAY['dp_count', 'dp_counts', 'dp_histogram']) THEN @extschema@.dp_count_error(t.number, '0.05'::pg_catalog.float8, t.rows_per_person)
           WHEN t.aggregate OPERATOR(pg_catalog.=) 'dp_sum' AND t.lo IS NOT NULL THEN @extschema@.dp_sum_error(t.lo, t.hi, t.number, '0.05'::pg_catalog.float8, t.rows_per_person) END,
         t.suffices
    FROM indp.terms($1) AS t
$body$;

-- A separate function computes the rows. So if a later row raises an error, no earlier row is
-- returned.
CREATE FUNCTION indp.explain(query pg_catalog.text) RETURNS TABLE(allowed pg_catalog.bool, reason pg_catalog.text, block pg_catalog.int4, view pg_catalog.regclass,
    aggregate pg_catalog.text, epsilon pg_catalog.numeric, rows_per_person pg_catalog.int8, error pg_catalog.float8, suffices pg_catalog.bool)
  LANGUAGE plpgsql VOLATILE STRICT PARALLEL UNSAFE AS $body$
BEGIN
  RETURN QUERY SELECT true, NULL::pg_catalog.text, e.* FROM indp.explained($1) AS e;
  IF NOT FOUND THEN
    RETURN QUERY VALUES (true, NULL::pg_catalog.text, NULL::pg_catalog.int4, NULL::pg_catalog.regclass, NULL::pg_catalog.text, NULL::pg_catalog.numeric,
      NULL::pg_catalog.int8, NULL::pg_catalog.float8, NULL::pg_catalog.bool);
  END IF;
EXCEPTION WHEN OTHERS THEN
  RETURN QUERY VALUES (false, SQLERRM, NULL::pg_catalog.int4, NULL::pg_catalog.regclass, NULL::pg_catalog.text, NULL::pg_catalog.numeric,
    NULL::pg_catalog.int8, NULL::pg_catalog.float8, NULL::pg_catalog.bool);
END
$body$;
COMMENT ON FUNCTION indp.explain(pg_catalog.text) IS
  'tells whether a query is allowed, or why not, and for each aggregate its cost and a bound on its error that holds with probability at least 95%; for a list of counts, it holds for each count separately; runs with your rights, does not execute the query and costs nothing';
