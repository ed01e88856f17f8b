-- Error bounds with the parameters of a policy. Computing them reads no private row and costs
-- nothing.
CREATE FUNCTION indp.count_error(source pg_catalog.regclass, epsilon pg_catalog.float8 DEFAULT NULL, alpha pg_catalog.float8 DEFAULT 0.05)
  RETURNS pg_catalog.float8 LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $body$
  SELECT @extschema@.dp_count_error(coalesce($2, p.epsilon), $3, p.rows_per_person) FROM indp.policies AS p WHERE $1 IN (p.source, p.view)
$body$;
COMMENT ON FUNCTION indp.count_error(pg_catalog.regclass, pg_catalog.float8, pg_catalog.float8) IS
  'with probability 1 - alpha, a dp_count over this protected table differs by at most this much from the exact count of the rows that remain after each person is limited to rows_per_person rows';

CREATE FUNCTION indp.sum_error(source pg_catalog.regclass, x pg_catalog.name, epsilon pg_catalog.float8 DEFAULT NULL,
  alpha pg_catalog.float8 DEFAULT 0.05)
  RETURNS pg_catalog.float8 LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $body$
  SELECT @extschema@.dp_sum_error((p.columns -> $2::text ->> 0)::float8, (p.columns -> $2::text ->> 1)::float8, coalesce($3, p.epsilon), $4,
                                  p.rows_per_person)
    FROM indp.policies AS p WHERE $1 IN (p.source, p.view) AND jsonb_array_length(p.columns -> $2::text) = 2
$body$;
COMMENT ON FUNCTION indp.sum_error(pg_catalog.regclass, pg_catalog.name, pg_catalog.float8, pg_catalog.float8) IS
  'with probability 1 - alpha, a dp_sum of the column x over this protected table differs by at most this much from the exact sum of the clamped values of the rows that remain after each person is limited to rows_per_person rows';
