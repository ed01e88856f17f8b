-- What readers may put, or have put, where statements of others find it: a function fits their
-- arguments better than that of PostgreSQL, and a table stands before the one that is meant. A
-- reader's own schema, with the reader's name, is found by the reader only.

-- Whether a setting `search_path=..` may name a schema. It may do so in another case, in quotes and
-- in an encoding of another database, so this says yes rather too often.
CREATE FUNCTION indp.may_name(setting pg_catalog.text, schema pg_catalog.name)
  RETURNS pg_catalog.bool LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $body$
BEGIN
  IF lower(schema) ~ '^\w+$' THEN
    RETURN lower(setting) ~ ('\m' || lower(schema) || '\M');
  END IF;
  RETURN strpos(lower(setting), lower(replace(schema, '"', '""'))) > 0;
EXCEPTION WHEN OTHERS THEN
  RETURN true;
END
$body$;

-- The search paths of this session, the database, and those roles, and functions of roles, that may
-- see private rows. What a session sets itself is not known.
CREATE FUNCTION indp.search_paths(source pg_catalog.regclass) RETURNS SETOF pg_catalog.text
  LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $body$
  WITH trusted AS MATERIALIZED (SELECT r.oid FROM pg_roles AS r WHERE r.rolsuper
      OR pg_has_role(r.oid, (SELECT c.relowner FROM pg_class AS c WHERE c.oid = $1), 'MEMBER')
      OR indp.may_use(r.oid, $1))
  SELECT c.line FROM pg_db_role_setting AS s, unnest(s.setconfig) AS c(line)
    WHERE s.setdatabase IN (0, (SELECT d.oid FROM pg_database AS d
        WHERE d.datname = current_database()))
      AND (s.setrole = 0 OR s.setrole IN (SELECT t.oid FROM trusted AS t))
      AND c.line >= 'search_path=' COLLATE "C" AND c.line < 'search_path>' COLLATE "C"
  UNION SELECT c.line FROM pg_proc AS p, unnest(p.proconfig) AS c(line)
    WHERE p.proowner IN (SELECT t.oid FROM trusted AS t)
      AND c.line >= 'search_path=' COLLATE "C" AND c.line < 'search_path>' COLLATE "C"
  UNION SELECT s.path FROM pg_settings AS g,
      LATERAL (VALUES (g.boot_val), (g.reset_val)) AS s(path)
    WHERE g.name = 'search_path'
$body$;

-- The schemas in which statements of others look: those of a path, and those with the name of a
-- role, which is why a role has its own ("$user").
CREATE FUNCTION indp.searched(source pg_catalog.regclass)
  RETURNS TABLE(schema pg_catalog.oid, role pg_catalog.oid, leak pg_catalog.text)
  LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $body$
  SELECT n.oid, NULL::oid, 'path_rights' FROM pg_namespace AS n
    WHERE n.nspname NOT LIKE 'pg\_temp\_%' AND n.nspname NOT LIKE 'pg\_toast%'
      AND EXISTS (SELECT FROM indp.search_paths($1) AS p(path)
        WHERE indp.may_name(p.path, n.nspname))
  UNION SELECT n.oid, r.oid, 'database_rights' FROM pg_namespace AS n
    JOIN pg_roles AS r ON r.rolname = n.nspname AND NOT indp.is_fenced(r.oid)
$body$;

-- The owner of a schema is the first row of `holder`, and each right to create in it another one. 0
-- stands for PUBLIC. Objects in it stay when the right is revoked.
CREATE FUNCTION indp.leaks_of_paths(source pg_catalog.regclass, powers pg_catalog.oid[])
  RETURNS TABLE(leak pg_catalog.text, what pg_catalog.text, statement pg_catalog.text)
  LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $body$
  WITH owner AS (SELECT c.relowner AS role FROM pg_class AS c WHERE c.oid = $1),
  reader AS MATERIALIZED (SELECT r.role FROM (SELECT unnest($2)
      UNION SELECT f.oid FROM pg_roles AS f WHERE indp.has_fenced(f.oid)) AS r(role)
    WHERE r.role <> 10 AND r.role NOT IN (SELECT o.role FROM owner AS o)),
  place AS MATERIALIZED (SELECT s.schema, s.role, s.leak, n.nspowner, n.nspacl,
      CASE WHEN s.leak = 'path_rights' THEN 'which search paths name'
        ELSE 'which has the name of a role' END AS why
    FROM indp.searched($1) AS s JOIN pg_namespace AS n ON n.oid = s.schema),
  object(owner, schema, name) AS (
    SELECT p.proowner, p.pronamespace, 'ROUTINE ' || p.oid::regprocedure::text FROM pg_proc AS p
    UNION ALL SELECT o.oprowner, o.oprnamespace, 'OPERATOR ' || o.oid::regoperator::text
      FROM pg_operator AS o
    UNION ALL SELECT c.relowner, c.relnamespace, CASE c.relkind WHEN 'v' THEN 'VIEW '
        WHEN 'm' THEN 'MATERIALIZED VIEW ' WHEN 'f' THEN 'FOREIGN TABLE ' WHEN 'S' THEN 'SEQUENCE '
        ELSE 'TABLE ' END || c.oid::regclass::text
      FROM pg_class AS c WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f', 'S')
    UNION ALL SELECT t.typowner, t.typnamespace, 'TYPE ' || t.oid::regtype::text
      FROM pg_type AS t WHERE t.typrelid = 0 AND t.typelem = 0)
  SELECT p.leak,
      format('%s owns the schema %s, %s', h.role::regrole, p.schema::regnamespace, p.why),
      CASE p.leak WHEN 'path_rights' THEN format('ALTER SCHEMA %s OWNER TO %s',
          p.schema::regnamespace, (SELECT o.role::regrole FROM owner AS o))
        ELSE format('DROP SCHEMA %s CASCADE', p.schema::regnamespace) END
    FROM place AS p JOIN reader AS h ON h.role = p.nspowner WHERE h.role IS DISTINCT FROM p.role
  UNION SELECT p.leak, format('%s may create objects in the schema %s, %s', CASE h.role
        WHEN 0 THEN 'PUBLIC' ELSE h.role::regrole::text END, p.schema::regnamespace, p.why),
      format('REVOKE CREATE ON SCHEMA %s FROM %s', p.schema::regnamespace,
        CASE h.role WHEN 0 THEN 'PUBLIC' ELSE h.role::regrole::text END)
    FROM place AS p CROSS JOIN LATERAL aclexplode(p.nspacl) AS x JOIN reader AS h
      ON h.role = x.grantee WHERE x.privilege_type = 'CREATE' AND x.grantee <> p.nspowner
      AND h.role IS DISTINCT FROM p.role
  UNION SELECT p.leak, format('%s owns %s, %s', h.role::regrole, b.name,
        CASE p.leak WHEN 'path_rights' THEN 'in a schema which search paths name'
          ELSE 'in a schema which has the name of a role' END),
      format('DROP %s CASCADE', b.name)
    FROM place AS p JOIN object AS b ON b.schema = p.schema JOIN reader AS h ON h.role = b.owner
    -- The schema of a reader goes, or gets another owner, first.
    WHERE h.role IS DISTINCT FROM p.role AND (p.leak = 'path_rights' OR p.nspowner <> h.role)
$body$;
