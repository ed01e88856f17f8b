-- The functions that the owner of a table calls. Those in PL/pgSQL run with the rights of the
-- caller, and create the protected view as the caller. Those in C check that the caller owns the
-- source, and write the tables of the extension.
CREATE FUNCTION indp.put_policy(source pg_catalog.regclass, person pg_catalog.name, rows_per_person pg_catalog.int8, columns pg_catalog.jsonb,
  keys pg_catalog.jsonb, epsilon pg_catalog.float8, max_epsilon pg_catalog.float8, total pg_catalog.float8, min_epsilon pg_catalog.float8,
  keep pg_catalog.int8)
  RETURNS pg_catalog.int4 AS 'MODULE_PATHNAME', 'dp_put_policy' LANGUAGE C VOLATILE STRICT PARALLEL UNSAFE;
CREATE FUNCTION indp.put_view(source pg_catalog.regclass, view pg_catalog.regclass) RETURNS pg_catalog.int4
  AS 'MODULE_PATHNAME', 'dp_put_view' LANGUAGE C VOLATILE PARALLEL UNSAFE;
CREATE FUNCTION indp.put_budget(source pg_catalog.regclass, role pg_catalog.regrole, epsilon pg_catalog.float8, every pg_catalog.int8,
  per_reader pg_catalog.float8, keep pg_catalog.int8) RETURNS pg_catalog.int4 AS 'MODULE_PATHNAME', 'dp_put_budget' LANGUAGE C VOLATILE PARALLEL UNSAFE;
CREATE FUNCTION indp.put_accepted(source pg_catalog.regclass, leak pg_catalog.text) RETURNS pg_catalog.int4
  AS 'MODULE_PATHNAME', 'dp_put_accepted' LANGUAGE C VOLATILE STRICT PARALLEL UNSAFE;

-- Raises an error if a budget has more than its total or its shares, or if a leak is open that the
-- owner has not accepted. put_budget itself calls this, as the owner of the extension. A change that does not enlarge a budget skips the check, so that the
-- owner can make it even while a leak is open.
CREATE FUNCTION indp.require_closed(source pg_catalog.regclass, role pg_catalog.regrole, epsilon pg_catalog.float8, every pg_catalog.int8,
  per_reader pg_catalog.float8) RETURNS pg_catalog.void LANGUAGE plpgsql VOLATILE SET search_path = pg_catalog, pg_temp AS $body$
#variable_conflict use_variable
DECLARE
  most CONSTANT pg_catalog.float8 := (SELECT p.total FROM indp.policies AS p WHERE p.source = $1);
  leaks pg_catalog.text[];
BEGIN
  IF epsilon > most THEN
    RAISE EXCEPTION 'indp.budget: epsilon must be at most the total of the policy, which is %', most USING ERRCODE = '22023';
  END IF;
  IF per_reader > epsilon THEN
    RAISE EXCEPTION 'indp.budget: per_reader must be at most epsilon' USING ERRCODE = '22023';
  END IF;
  IF NOT EXISTS (SELECT FROM indp.budgets AS b JOIN indp.policies AS p ON p.policy = b.policy WHERE p.source = $1 AND b.role = $2 AND b.epsilon >= $3
      AND b.every IS NOT DISTINCT FROM $4 AND coalesce($5, 'Infinity') <= coalesce(b.per_reader, 'Infinity')) THEN
    leaks := ARRAY(SELECT f.leak FROM indp.find_leaks(source, role) WITH ORDINALITY AS f(leak, detail, statement, accepted, place)
      WHERE NOT f.accepted GROUP BY f.leak ORDER BY min(f.place));
    IF cardinality(leaks) > 0 THEN
      RAISE EXCEPTION 'indp.budget: readers can get around the protected view' USING ERRCODE = '55000',
        DETAIL = CASE WHEN cardinality(leaks) > 5 THEN 'Among the open leaks are: ' ELSE 'These leaks are open: ' END || array_to_string(leaks[1:5], ', ') || '.',
        HINT = 'Grant the role SELECT on the protected view first, so that indp.check examines the role. SELECT * FROM indp.check(..) then lists each leak with a '
          'statement that closes it. To leave one open, such as reltuples, which cannot be closed, accept it: SELECT indp.accept(.., ''reltuples'').';
    END IF;
  END IF;
END
$body$;

-- Checks a list of the parameter `columns` of indp.protect. For numbers, dates and times it must be
-- [lo, hi]. The texts are read as indp reads them later, whatever the settings of the caller.
CREATE FUNCTION indp.require_bounds(source pg_catalog.regclass, name pg_catalog.text, list pg_catalog.jsonb) RETURNS pg_catalog.void
  LANGUAGE plpgsql VOLATILE SET DateStyle TO 'ISO, YMD' SET IntervalStyle TO 'postgres' SET TimeZone TO 'UTC' SET search_path = pg_catalog, pg_temp AS $body$
DECLARE
  kind CONSTANT pg_catalog.text := (SELECT CASE WHEN t.typcategory = 'N' THEN 'float8' WHEN t.typname IN ('date', 'timestamp', 'timestamptz', 'interval') THEN t.typname END
    FROM pg_attribute AS a JOIN pg_type AS t ON t.oid = a.atttypid WHERE a.attrelid = $1 AND a.attname = $2);
  fits pg_catalog.bool := jsonb_array_length(list) = 2;
BEGIN
  IF kind IS NOT NULL THEN
    IF fits THEN
      EXECUTE format('SELECT %1$L::%2$I < %3$L::%2$I', list ->> 0, kind, list ->> 1) INTO fits;
      IF fits AND kind <> 'interval' THEN
        EXECUTE format('SELECT %1$L::%2$I > %4$L AND %3$L::%2$I < %5$L', list ->> 0, kind, list ->> 1, '-infinity', 'infinity') INTO fits;
      END IF;
    END IF;
    IF NOT fits THEN
      RAISE EXCEPTION 'indp.protect: the bounds of column % must be [lo, hi], both finite, with lo below hi', quote_ident(name) USING ERRCODE = '22023';
    END IF;
  END IF;
END
$body$;

-- The microseconds of an interval that is a parameter of the function `caller`.
CREATE FUNCTION indp.require_length(caller pg_catalog.text, name pg_catalog.text,
    length pg_catalog.interval) RETURNS pg_catalog.int8
  LANGUAGE plpgsql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $body$
DECLARE
  microseconds CONSTANT pg_catalog.numeric := extract(epoch FROM length) * 1000000;
BEGIN
  IF microseconds < 1000000 OR microseconds > 3e15 OR extract(year FROM length) <> 0
      OR extract(month FROM length) <> 0 THEN
    RAISE EXCEPTION '%: the interval "%" must be from 1 second to 34722 days; write days, such as ''365 days'', instead of months or years', caller, name
      USING ERRCODE = '22023';
  END IF;
  RETURN microseconds::int8;
END
$body$;

CREATE FUNCTION indp.protect(source pg_catalog.regclass, person pg_catalog.name, rows_per_person pg_catalog.int8, total pg_catalog.float8,
  epsilon pg_catalog.float8, max_epsilon pg_catalog.float8 DEFAULT NULL, columns pg_catalog.jsonb DEFAULT '{}', keys pg_catalog.jsonb DEFAULT '{}',
  view pg_catalog.name DEFAULT NULL, min_epsilon pg_catalog.float8 DEFAULT NULL, keep pg_catalog.interval DEFAULT NULL)
  RETURNS pg_catalog.regclass LANGUAGE plpgsql VOLATILE SET search_path = pg_catalog, pg_temp AS $body$
#variable_conflict use_variable
DECLARE
  smallest CONSTANT pg_catalog.float8 := coalesce(min_epsilon, epsilon / 1000);
  most CONSTANT pg_catalog.float8 := coalesce(max_epsilon, epsilon);
  class record;
  item record;
  strange pg_catalog.text;
  made pg_catalog.regclass;
  id pg_catalog.int4;
BEGIN
  IF NOT pg_has_role('indp_owner', 'USAGE') THEN
    RAISE EXCEPTION 'indp.protect: only a superuser or a member of the role indp_owner may protect a table' USING ERRCODE = '42501',
      HINT = format('A superuser can allow it: GRANT indp_owner TO %I.', current_user);
  END IF;
  IF NOT has_schema_privilege('@extschema@'::regnamespace, 'USAGE') THEN
    RAISE EXCEPTION 'indp.protect: you may not use the schema %, which has the aggregates',
      '@extschema@'::regnamespace USING ERRCODE = '42501',
      HINT = format('A superuser can allow it: GRANT USAGE ON SCHEMA %s TO %I. Readers need it, '
        'too.', '@extschema@'::regnamespace, current_user);
  END IF;
  SELECT n.nspname, c.relname, c.relkind, c.relpersistence INTO class FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace WHERE c.oid = source;
  IF class IS NULL OR class.relkind NOT IN ('r', 'p', 'v') THEN
    RAISE EXCEPTION 'indp.protect: source must be a table, a partitioned table or a view' USING ERRCODE = '22023';
  END IF;
  IF class.relpersistence = 't' THEN
    RAISE EXCEPTION 'indp.protect: source must not be a temporary table' USING ERRCODE = '22023';
  END IF;
  IF NOT EXISTS (SELECT FROM pg_attribute AS a WHERE a.attrelid = source AND a.attname = person AND a.attnum > 0 AND NOT a.attisdropped) THEN
    RAISE EXCEPTION 'indp.protect: person must be a column of the source' USING ERRCODE = '22023';
  END IF;
  IF rows_per_person IS NULL OR rows_per_person < 1 THEN
    RAISE EXCEPTION 'indp.protect: rows_per_person must be a whole number of at least 1' USING ERRCODE = '22023';
  END IF;
  IF NOT coalesce(epsilon > 0 AND epsilon < 'Infinity', false) THEN
    RAISE EXCEPTION 'indp.protect: epsilon must be a finite number above 0' USING ERRCODE = '22023';
  END IF;
  IF NOT coalesce(most >= epsilon AND most < 'Infinity', false) THEN
    RAISE EXCEPTION 'indp.protect: max_epsilon must be a finite number of at least epsilon' USING ERRCODE = '22023';
  END IF;
  IF NOT coalesce(smallest > 0 AND smallest <= epsilon, false) THEN
    RAISE EXCEPTION 'indp.protect: min_epsilon must be a number above 0 and at most epsilon' USING ERRCODE = '22023';
  END IF;
  IF NOT coalesce(total >= epsilon AND total < 'Infinity', false) THEN
    RAISE EXCEPTION 'indp.protect: total must be a finite number of at least epsilon' USING ERRCODE = '22023';
  END IF;
  IF jsonb_typeof(columns) IS DISTINCT FROM 'object' OR jsonb_typeof(keys) IS DISTINCT FROM 'object' THEN
    RAISE EXCEPTION 'indp.protect: columns and keys must be JSON objects' USING ERRCODE = '22023';
  END IF;
  FOR item IN SELECT p.key, p.value, p.list FROM (SELECT c.key, c.value, false FROM jsonb_each(columns) AS c UNION ALL SELECT k.key, k.value, true FROM jsonb_each(keys) AS k) AS p(key, value, list) LOOP
    IF NOT EXISTS (SELECT FROM pg_attribute AS a WHERE a.attrelid = source AND a.attname = item.key AND a.attnum > 0 AND NOT a.attisdropped) THEN
      RAISE EXCEPTION 'indp.protect: each name in columns and keys must be a column of the source' USING ERRCODE = '22023';
    END IF;
    IF jsonb_typeof(item.value) <> 'array' OR jsonb_array_length(item.value) = 0
       OR EXISTS (SELECT FROM jsonb_array_elements(item.value) AS e(v) WHERE jsonb_typeof(e.v) NOT IN ('string', 'number', 'boolean')) THEN
      RAISE EXCEPTION 'indp.protect: each value in columns and keys must be a list of at least one number, text or boolean' USING ERRCODE = '22023';
    END IF;
    IF NOT item.list THEN
      PERFORM indp.require_bounds(source, item.key, item.value);
    END IF;
  END LOOP;
  id := indp.put_policy(source, person, rows_per_person, columns, keys, epsilon, most, total, smallest,
    coalesce(indp.require_length('indp.protect', 'keep', keep), 0));
  -- What its owner has said of it before does not hold any more.
  EXECUTE format('SECURITY LABEL FOR indp ON %s %I.%I IS NULL',
    CASE class.relkind WHEN 'v' THEN 'VIEW' ELSE 'TABLE' END, class.nspname, class.relname);
  made := (SELECT p.view FROM indp.policies AS p WHERE p.source = $1);
  IF made IS NULL OR NOT EXISTS (SELECT FROM pg_class AS c WHERE c.oid = made) THEN
    EXECUTE format('CREATE VIEW %I.%I WITH (security_barrier) AS SELECT * FROM %I.%I WHERE indp.guard(%s)', class.nspname,
      coalesce(view, class.relname || '_private'), class.nspname, class.relname, id);
    made := format('%I.%I', class.nspname, coalesce(view, class.relname || '_private'))::regclass;
    PERFORM indp.put_view(source, made);
  END IF;
  -- The policy names the columns of the view, which keep their names when columns of the source are
  -- renamed. So a name that changed might mean another column than the owner does. The columns of
  -- the view are the first ones of the source, in the same order.
  WITH named AS (SELECT a.attrelid AS relation, a.attname AS name,
      row_number() OVER (PARTITION BY a.attrelid ORDER BY a.attnum) AS place
    FROM pg_attribute AS a
    WHERE a.attrelid IN (made, source) AND a.attnum > 0 AND NOT a.attisdropped)
  SELECT string_agg(quote_ident(n.name), ', ' ORDER BY n.name) INTO strange
    FROM (SELECT person::text UNION SELECT jsonb_object_keys(columns) UNION SELECT jsonb_object_keys(keys)) AS n(name)
   WHERE NOT EXISTS (SELECT FROM named AS v JOIN named AS s USING (name, place)
     WHERE v.relation = made AND s.relation = source AND v.name = n.name);
  IF strange IS NOT NULL THEN
    RAISE EXCEPTION 'indp.protect: in the protected view %, which was made earlier, these are no columns or not those of the source: %', made, strange
      USING ERRCODE = '22023',
      HINT = format('Call indp.unprotect(%L), then indp.protect again, and grant SELECT on the new view. What was spent stays spent.', source);
  END IF;
  -- These EXPLAIN statements check the policy: they fail unless the source, the types and the lists
  -- are such that queries over the view can be approved.
  -- With DISTINCT, the column of this name must be the person's.
  EXECUTE format('EXPLAIN SELECT @extschema@.dp_count(*) FROM %s', made);
  EXECUTE format('EXPLAIN SELECT @extschema@.dp_count(DISTINCT %I) FROM %s', person, made);
  FOR item IN SELECT k.key FROM jsonb_object_keys(keys) AS k(key) LOOP
    EXECUTE format('EXPLAIN SELECT %1$I, @extschema@.dp_count(*) FROM %2$s GROUP BY %1$I', item.key, made);
  END LOOP;
  RETURN made;
END
$body$;
COMMENT ON FUNCTION indp.protect(pg_catalog.regclass, pg_catalog.name, pg_catalog.int8, pg_catalog.float8, pg_catalog.float8, pg_catalog.float8,
  pg_catalog.jsonb, pg_catalog.jsonb, pg_catalog.name, pg_catalog.float8, pg_catalog.interval) IS 'declares what is private in a table or view of the caller, and makes the protected view';

CREATE FUNCTION indp.unprotect(source pg_catalog.regclass) RETURNS pg_catalog.void LANGUAGE plpgsql VOLATILE STRICT
  SET search_path = pg_catalog, pg_temp AS $body$
DECLARE
  made CONSTANT pg_catalog.regclass := (SELECT p.view FROM indp.policies AS p WHERE p.source = $1);
  grantee pg_catalog.oid;
BEGIN
  PERFORM indp.put_view(source, NULL);
  IF EXISTS (SELECT FROM pg_class AS c WHERE c.oid = made) THEN
    -- CASCADE also drops the views that readers created over the protected view. Each takes a lock,
    -- and readers may have made more of them than there are locks, or a chain of them.
    BEGIN
      EXECUTE format('DROP VIEW %s CASCADE', made);
    EXCEPTION WHEN out_of_memory OR statement_too_complex THEN
      FOR grantee IN SELECT DISTINCT x.grantee FROM pg_class AS c, aclexplode(c.relacl) AS x
          WHERE c.oid = made AND x.grantee <> c.relowner LOOP
        EXECUTE format('REVOKE ALL ON %s FROM %s CASCADE', made,
          CASE grantee WHEN 0 THEN 'PUBLIC' ELSE grantee::regrole::text END);
      END LOOP;
      -- What is left names the source no more, which may then change or be dropped.
      EXECUTE (SELECT format('CREATE OR REPLACE VIEW %s AS SELECT %s', made,
            string_agg(format('NULL::%s%s AS %I', format_type(a.atttypid, a.atttypmod),
              ' COLLATE ' || nullif(a.attcollation, 0)::regcollation, a.attname), ', '
              ORDER BY a.attnum))
          FROM pg_attribute AS a WHERE a.attrelid = made AND a.attnum > 0);
      EXECUTE format('ALTER VIEW %s RENAME TO %I', made, format('unprotected_%s', made::oid));
      RAISE WARNING 'indp.unprotect: the view is left as %, since too many views depend on it', made
        USING HINT = 'It answers nothing. Let a superuser drop some of the views that depend on it '
          'first, or increase max_locks_per_transaction and max_stack_depth.';
    END;
  END IF;
END
$body$;
COMMENT ON FUNCTION indp.unprotect(pg_catalog.regclass) IS 'drops the protected view of a source; what was spent stays spent';

CREATE FUNCTION indp.budget(source pg_catalog.regclass, role pg_catalog.regrole, epsilon pg_catalog.float8, every pg_catalog.interval DEFAULT NULL,
  per_reader pg_catalog.float8 DEFAULT NULL, keep pg_catalog.interval DEFAULT NULL) RETURNS pg_catalog.void LANGUAGE plpgsql VOLATILE SET search_path = pg_catalog, pg_temp AS $body$
#variable_conflict use_variable
BEGIN
  IF NOT coalesce(epsilon > 0 AND epsilon < 'Infinity', false) THEN
    RAISE EXCEPTION 'indp.budget: epsilon must be a finite number above 0' USING ERRCODE = '22023';
  END IF;
  IF per_reader IS NOT NULL AND NOT (per_reader > 0 AND per_reader < 'Infinity') THEN
    RAISE EXCEPTION 'indp.budget: per_reader must be a finite number above 0' USING ERRCODE = '22023';
  END IF;
  PERFORM indp.put_budget(source, role, epsilon, indp.require_length('indp.budget', 'every', every),
    per_reader,
    CASE WHEN keep = '0' THEN 0 ELSE indp.require_length('indp.budget', 'keep', keep) END);
END
$body$;
COMMENT ON FUNCTION indp.budget(pg_catalog.regclass, pg_catalog.regrole, pg_catalog.float8, pg_catalog.interval, pg_catalog.float8, pg_catalog.interval) IS
  'opens or changes the budget of a role; each member may spend it on the protected view';

-- For superusers: whom and what the fence trusts.
-- A role that is dropped, and made again with the same name, is another role.
CREATE FUNCTION indp.put_trusted(kind pg_catalog.text, name pg_catalog.name, trusted pg_catalog.bool) RETURNS pg_catalog.void
  AS 'MODULE_PATHNAME', 'dp_put_trusted' LANGUAGE C VOLATILE STRICT PARALLEL UNSAFE;
CREATE FUNCTION indp.trust(name pg_catalog.name, kind pg_catalog.text DEFAULT 'role') RETURNS pg_catalog.void LANGUAGE plpgsql VOLATILE
  SET search_path = pg_catalog, pg_temp AS $body$
BEGIN
  IF NOT coalesce($2 IN ('role', 'extension'), false) THEN
    RAISE EXCEPTION 'indp.trust: kind must be role or extension' USING ERRCODE = '22023';
  END IF;
  IF NOT coalesce(CASE $2 WHEN 'role' THEN EXISTS (SELECT FROM pg_roles AS r WHERE r.rolname = $1) ELSE EXISTS (SELECT FROM pg_extension AS e WHERE e.extname = $1) END, false) THEN
    RAISE EXCEPTION 'indp.trust: there is no % %', $2, quote_ident($1) USING ERRCODE = '42704';
  END IF;
  PERFORM indp.put_trusted($2, $1, true);
END
$body$;
COMMENT ON FUNCTION indp.trust(pg_catalog.name, pg_catalog.text) IS
  'says that a login role outside of the fence tells readers nothing, or that readers may call the functions of an extension that are written in C; for superusers';
CREATE FUNCTION indp.distrust(name pg_catalog.name, kind pg_catalog.text DEFAULT 'role') RETURNS pg_catalog.void LANGUAGE plpgsql VOLATILE STRICT
  SET search_path = pg_catalog, pg_temp AS $body$
BEGIN
  PERFORM indp.put_trusted($2, $1, false);
END
$body$;
COMMENT ON FUNCTION indp.distrust(pg_catalog.name, pg_catalog.text) IS 'takes back indp.trust; for superusers';
