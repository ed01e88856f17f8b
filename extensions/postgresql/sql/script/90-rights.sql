-- Sets who may call what. Nobody but the owner of the extension may call a plain function, except
-- those that are listed here: PUBLIC may call the functions for readers, and the members of
-- indp_owner those for owners. The loop also gives a comment to the functions that have none. It
-- reads comments from the catalog instead of calling obj_description: in PostgreSQL 13, that function
-- finds its operators by the caller's search path.
DO LANGUAGE plpgsql $do$
DECLARE
  part record;
BEGIN
  FOR part IN
    SELECT p.oid::pg_catalog.regprocedure AS signature, NOT EXISTS (SELECT FROM pg_catalog.pg_description AS t WHERE t.objoid OPERATOR(pg_catalog.=) p.oid
             AND t.classoid OPERATOR(pg_catalog.=) d.classid AND t.objsubid OPERATOR(pg_catalog.=) 0) AS bare,
           CASE WHEN p.proname OPERATOR(pg_catalog.=) ANY (ARRAY['dp_count_error', 'dp_sum_error', 'dp_avg_error', 'dp_var_error',
             'dp_stddev_error', 'dp_quantile_error', 'dp_mode_error', 'dp_count_epsilon_for_error',
             'dp_sum_epsilon_for_error', 'dp_avg_epsilon_for_error', 'dp_var_epsilon_for_error', 'dp_stddev_epsilon_for_error',
             'dp_quantile_epsilon_for_error', 'dp_mode_epsilon_for_error', 'indp_version',
             'guard', 'remaining', 'ledger', 'kept', 'terms', 'explained', 'explain', 'count_error', 'sum_error', 'protect', 'verdict']::pg_catalog.name[])
             -- Transition functions of aggregates over intervals also have names like
             -- dp_avg_interval.
             OR (p.prorettype OPERATOR(pg_catalog.=) 'pg_catalog._float8'::pg_catalog.regtype AND p.proname OPERATOR(pg_catalog.=) ANY (ARRAY[
                   'dp_count_interval', 'dp_sum_interval', 'dp_avg_interval', 'dp_var_interval', 'dp_stddev_interval']::pg_catalog.name[]))
             THEN 'PUBLIC'
             -- An approved query calls `short`, row_order and the total functions, which are those with
             -- the names and arguments of PostgreSQL's functions. They run as the owner of the protected
             -- view.
             WHEN p.pronamespace OPERATOR(pg_catalog.=) 'indp'::pg_catalog.regnamespace AND (p.proname OPERATOR(pg_catalog.=) ANY (ARRAY[
               'unprotect', 'budget', 'accept', 'check', 'resume', 'put_policy', 'put_view', 'put_budget', 'put_accepted', 'require_bounds', 'require_length', 'forget', 'leaks', 'readers',
               'powers', 'written', 'view_shows', 'reads_closed', 'views_in', 'was_replaced', 'catalog_readers', 'body_shows', 'may_use', 'is_invoker', 'reached', 'related', 'leaks_of_rights', 'leaks_of_roles', 'leaks_of_source', 'leaks_of_others', 'leaks_of_paths', 'may_name', 'search_paths', 'searched', 'finds', 'obstacles', 'is_fence_loaded', 'is_fenced', 'has_fenced', 'computes', 'find_leaks', 'counters', 'reachable', 'row_order', 'short']::pg_catalog.name[])
               OR EXISTS (SELECT FROM pg_catalog.pg_proc AS b
                   WHERE b.pronamespace OPERATOR(pg_catalog.=) 'pg_catalog'::pg_catalog.regnamespace AND b.proname OPERATOR(pg_catalog.=) p.proname
                     AND b.proargtypes OPERATOR(pg_catalog.=) p.proargtypes)) THEN 'indp_owner' END AS callers
      FROM pg_catalog.pg_proc AS p, pg_catalog.pg_depend AS d, pg_catalog.pg_extension AS e
     WHERE e.extname OPERATOR(pg_catalog.=) 'indp' AND d.refclassid OPERATOR(pg_catalog.=) 'pg_catalog.pg_extension'::pg_catalog.regclass
       AND d.refobjid OPERATOR(pg_catalog.=) e.oid AND d.deptype OPERATOR(pg_catalog.=) 'e'
       AND d.classid OPERATOR(pg_catalog.=) 'pg_catalog.pg_proc'::pg_catalog.regclass AND d.objid OPERATOR(pg_catalog.=) p.oid
       AND p.prokind OPERATOR(pg_catalog.=) 'f'
  LOOP
    IF part.callers IS DISTINCT FROM 'PUBLIC' THEN
      EXECUTE pg_catalog.format('REVOKE EXECUTE ON FUNCTION %s FROM PUBLIC', part.signature);
    END IF;
    IF part.callers OPERATOR(pg_catalog.=) 'indp_owner' THEN
      EXECUTE pg_catalog.format('GRANT EXECUTE ON FUNCTION %s TO indp_owner', part.signature);
    END IF;
    IF part.bare THEN
      EXECUTE pg_catalog.format('COMMENT ON FUNCTION %s IS ''a part of indp; not to be called''', part.signature);
    END IF;
  END LOOP;
END
$do$;
