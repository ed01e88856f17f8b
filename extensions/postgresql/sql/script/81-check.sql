-- indp.check and the functions that it consists of. A leak is a way by which a reader could get
-- around a protected view, or see an exact trace of its source. The functions read catalogs that
-- every role may read, and run with the rights of the caller. Those that look at rights read the
-- access lists in the catalogs, since has_table_privilege does not show which role must lose a
-- right.
--
-- These functions cannot find what no catalog shows: copies of rows that triggers, functions or
-- programs make; SECURITY DEFINER functions whose body is a string; programs and roles outside of
-- the database that work for a reader; foreign tables elsewhere that read this server; what owners
-- do after the check. Definitions are regarded as public: bounds of partitions, conditions of
-- indexes and constraints, names. The privacy claim does not cover sizes of files, positions in the
-- WAL and numbers of transactions.

-- The names of all leaks, each with the reason why it is a leak. The owner may accept a leak. An
-- entry that is a `hint` reveals nothing and need not be accepted. It gives a reason why queries
-- fail or why a crash would empty the table.
CREATE FUNCTION indp.leaks() RETURNS TABLE(leak pg_catalog.text, hint pg_catalog.bool, reason pg_catalog.text) LANGUAGE sql IMMUTABLE
  SET search_path = pg_catalog, pg_temp AS $body$
  VALUES
    ('source_rights', false, 'this table holds the private rows, or shows those of its partitions and children'),
    ('below_rights', false, 'the source is a view that reads this relation'),
    ('view_rights', false, 'a view, materialised view or rule over private rows shows or changes them with the rights of its owner'),
    ('copy_rights', false, 'a rule or function writes private rows into this table, or a default, '
      'index, key, policy or trigger of it computes something from them'),
    ('policy_rights', false, 'another policy over the same rows has its own view and budgets; through both policies together, more can be spent than the total of this one'),
    ('protected_rights', false, 'on a protected view, rights other than SELECT act on the source with the rights of the owner of the view'),
    ('reference_rights', false, 'this table references the source: its rows, and whether a row can be inserted, tell which rows of the source exist'),
    ('referenced_rights', false, 'the source references this table: xmax, row locks, and whether DELETE or UPDATE succeeds, tell which rows of the source exist'),
    ('sequence_rights', false, 'the last value of a sequence counts the rows that were inserted'),
    ('ledger_rights', false, 'anyone who can write the tables of the extension can refund what was spent'),
    ('default_rights', false, 'this right would also be granted on new partitions and children of the source'),
    ('public_view', false, 'PUBLIC holds this right, so every role is a reader. indp.check cannot examine them all: it looks only at roles with a budget or a right of '
      'their own on the view, and at their members'),
    ('ownership', false, 'the owner of a table or view may read or change it, the owner of its schema may replace it, the owner of a routine may change what it does, and the owner of the database may create any schema'),
    ('superuser', false, 'a superuser reads everything'),
    ('replication', false, 'a replication connection or logical decoding delivers the exact rows'),
    ('createrole', false, 'before PostgreSQL 16, CREATEROLE can grant any role that is not a superuser'),
    ('system_role', false, 'this predefined role gives rights to tables, files or programs of the server, or to the statistics and statements of other roles'),
    ('system_rights', false, 'PostgreSQL and its extensions grant this to no role by default, since it shows what ordinary roles may not see'),
    ('parameters', false, 'only superusers should change this setting, which may affect what is enforced or logged'),
    ('statistics', false, 'these functions, and the views pg_stat_* and pg_statio_* that call them, count rows that were inserted, changed and read, and the pages and '
      'transactions that were looked up for that. The statement leaves them to pg_monitor; grant EXECUTE to other roles that need them'),
    ('locks', false, 'pg_locks shows pages and rows that SERIALIZABLE transactions have read, and the others who waits for whom, for a row for example'),
    ('extension_functions', false, 'such functions belong to extensions that can read pages, count the rows that statements process, or connect as another role'),
    ('foreign_servers', false, 'a connection back to this server, also by way of a foreign table, '
      'can read as another role'),
    ('definer_functions', false, 'a SECURITY DEFINER function that uses private rows runs with the rights of its owner'),
    ('database_rights', false, 'a role that may create schemas can give one the name of another role, which finds the tables in it first ("$user" in search_path)'),
    ('path_rights', false, 'whoever may create objects in a schema of a search path can make a '
      'function that statements of others find before that of PostgreSQL, since their arguments fit '
      'better, or a table before the one that is meant'),
    ('reader_code', false, 'a trigger, default, constraint, index, policy or type of a column uses this object of a reader, directly or through an operator or a domain, '
      'so that code of the reader sees each row that is written. Instead of dropping a function, you may read its body and then become its owner: ALTER ROUTINE .. OWNER TO'),
    ('authors', false, 'readers who define functions, types, triggers and the like have more ways '
      'to learn what the fence hides: what is promised of fenced readers assumes that none may'),
    ('publications', false, 'a subscriber gets the exact rows'),
    ('slots', false, 'a logical slot keeps the exact rows for anyone who may read it'),
    ('preload', false, 'in a session without the library, queries over the protected view are refused, and the planner reads tables before rights are checked. If '
      'session_preload_libraries already names libraries, add indp to them instead of replacing them'),
    ('reltuples', false, 'each role can read in pg_class the numbers of rows and pages at the last VACUUM, ANALYZE or CREATE INDEX (reltuples, relpages, relallvisible, '
      'relallfrozen), also of partitions, partial indexes and TOAST tables, and the oldest transactions in the rows (relfrozenxid, relminmxid); and in pg_index whether rows had '
      'been updated when an index was made (indcheckxmin). This leak cannot be closed'),
    ('unfenced_roles', false, 'this role can see what the fence hides from readers, such as counters, and tell them. A superuser may instead say that it does not: SELECT indp.trust(..)'),
    ('fence', true, 'the library is not in shared_preload_libraries, so autovacuum, other databases and standbys run without it, and the fence around indp_reader is no part '
      'of what is promised'),
    ('schema', true, 'a reader who may not use the schema of the aggregates cannot ask'),
    ('search_path', true, 'a reader must write the schema before each aggregate'),
    ('row_security', true, 'queries are refused if row level security is enabled on a table of the source, even if its policies do not apply to the owner of the view'),
    ('foreign_tables', true, 'queries are refused if a partition or child is a foreign table'),
    ('virtual_columns', true, 'queries that read a virtual generated column are refused'),
    ('unlogged', true, 'a crash empties the table, while what was spent stays spent')
$body$;

-- Functions of PostgreSQL that tell every role what sessions did, and the leak that each is. Those of
-- `statistics` count what was done with rows, pages and transactions: all whose names say that they
-- return statistics, but for those that only describe sessions.
CREATE FUNCTION indp.counters() RETURNS TABLE(leak pg_catalog.text, counter pg_catalog.oid) LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $body$
  SELECT CASE WHEN p.proname ~ '^pg_(stat|wal|available_wal)_' THEN 'statistics' ELSE 'locks' END, p.oid FROM pg_proc AS p WHERE p.pronamespace = 'pg_catalog'::regnamespace
    AND (p.proname LIKE ANY ('{pg\\_stat\\_get\\_%,pg\\_stat\\_have\\_%}') OR p.proname = ANY ('{pg_wal_summary_contents,pg_available_wal_summaries,
      pg_lock_status,pg_blocking_pids,pg_safe_snapshot_blocking_pids,pg_isolation_test_session_is_blocked}'))
    AND p.proname <> ALL ('{pg_stat_get_activity,pg_stat_get_backend_activity,pg_stat_get_backend_activity_start,pg_stat_get_backend_client_addr,
      pg_stat_get_backend_client_port,pg_stat_get_backend_dbid,pg_stat_get_backend_idset,pg_stat_get_backend_pid,pg_stat_get_backend_start,
      pg_stat_get_backend_userid,pg_stat_get_backend_wait_event,pg_stat_get_backend_wait_event_type,pg_stat_get_backend_xact_start,
      pg_stat_get_progress_info,pg_stat_get_snapshot_timestamp}')
$body$;

-- Closes the functions of a leak to all but superusers and pg_monitor, or opens them again. Only a
-- superuser may call these.
CREATE FUNCTION indp.open_counters(leak pg_catalog.text, open pg_catalog.bool) RETURNS pg_catalog.void LANGUAGE plpgsql VOLATILE STRICT
  SET search_path = pg_catalog, pg_temp AS $body$
DECLARE
  gains CONSTANT pg_catalog.text := CASE WHEN $2 THEN 'PUBLIC' ELSE 'pg_monitor' END;
  loses CONSTANT pg_catalog.text := CASE WHEN $2 THEN 'pg_monitor' ELSE 'PUBLIC' END;
  counter pg_catalog.regprocedure;
BEGIN
  FOR counter IN SELECT c.counter FROM indp.counters() AS c WHERE c.leak = $1 LOOP
    EXECUTE format('GRANT EXECUTE ON FUNCTION %s TO %s', counter, gains);
    EXECUTE format('REVOKE EXECUTE ON FUNCTION %s FROM %s', counter, loses);
  END LOOP;
END
$body$;
CREATE FUNCTION indp.statistics(open pg_catalog.bool) RETURNS pg_catalog.void LANGUAGE sql VOLATILE STRICT SET search_path = pg_catalog, pg_temp AS $body$
  SELECT indp.open_counters('statistics', $1)
$body$;
COMMENT ON FUNCTION indp.statistics(pg_catalog.bool) IS
  'closes the functions that count what was read and written to all but superusers and pg_monitor, or opens them again; for superusers';
CREATE FUNCTION indp.locks(open pg_catalog.bool) RETURNS pg_catalog.void LANGUAGE sql VOLATILE STRICT SET search_path = pg_catalog, pg_temp AS $body$
  SELECT indp.open_counters('locks', $1)
$body$;
COMMENT ON FUNCTION indp.locks(pg_catalog.bool) IS
  'closes the functions that show locks and who waits for whom to all but superusers and pg_monitor, or opens them again; for superusers';

-- Whether every process of this server has the library, and with it the fence.
CREATE FUNCTION indp.is_fence_loaded() RETURNS pg_catalog.bool AS 'MODULE_PATHNAME', 'dp_is_fence_loaded' LANGUAGE C STABLE PARALLEL SAFE;

-- What a default, constraint or partition key of a relation computes that is not plain, or NULL. Rules
-- and triggers do not count, since nobody copies them.
CREATE FUNCTION indp.computes(relation pg_catalog.regclass) RETURNS pg_catalog.text AS 'MODULE_PATHNAME', 'dp_computes' LANGUAGE C STABLE STRICT PARALLEL SAFE;

-- Whether the fence is around this role: it is a member of indp_reader, and no superuser.
CREATE FUNCTION indp.is_fenced(role pg_catalog.oid) RETURNS pg_catalog.bool LANGUAGE sql STABLE STRICT SET search_path = pg_catalog, pg_temp AS $body$
  SELECT NOT r.rolsuper AND pg_has_role(r.oid, 'indp_reader', 'MEMBER') FROM pg_roles AS r WHERE r.oid = $1
$body$;

-- Whether a fenced role could act as this one.
CREATE FUNCTION indp.has_fenced(role pg_catalog.oid) RETURNS pg_catalog.bool LANGUAGE sql STABLE STRICT SET search_path = pg_catalog, pg_temp AS $body$
  SELECT EXISTS (SELECT FROM pg_roles AS f WHERE indp.is_fenced(f.oid) AND pg_has_role(f.oid, $1, 'MEMBER'))
$body$;

-- The readers: the roles that have a budget or a right on the protected view, `role` (which is
-- about to get a budget), and all direct and indirect members of these roles. Where the fence is
-- loaded, all fenced roles belong to them, since what they see is promised, too. The owner of the
-- source and the first superuser are left out, since they may read everything in any case.
CREATE FUNCTION indp.readers(source pg_catalog.regclass, role pg_catalog.regrole) RETURNS SETOF pg_catalog.oid LANGUAGE sql STABLE
  SET search_path = pg_catalog, pg_temp AS $body$
  WITH RECURSIVE policy AS (SELECT p.policy, p.view, c.relowner AS owner FROM indp.policies AS p JOIN pg_class AS c ON c.oid = p.source WHERE p.source = $1),
  granted(role) AS (
    SELECT b.role::oid FROM indp.budgets AS b JOIN policy AS p ON p.policy = b.policy
    UNION SELECT $2::oid
    UNION SELECT x.grantee FROM policy AS p JOIN pg_class AS c ON c.oid = p.view, aclexplode(c.relacl) AS x
    UNION SELECT x.grantee FROM policy AS p JOIN pg_attribute AS a ON a.attrelid = p.view, aclexplode(a.attacl) AS x),
  members(role) AS (
    SELECT r.oid FROM granted AS g JOIN pg_roles AS r ON r.oid = g.role
    UNION SELECT r.oid FROM pg_roles AS r WHERE indp.is_fence_loaded() AND indp.is_fenced(r.oid) AND r.rolname <> 'indp_reader'
    UNION SELECT m.member FROM members AS r JOIN pg_auth_members AS m ON m.roleid = r.role WHERE r.role <> 10 AND r.role NOT IN (SELECT p.owner FROM policy AS p))
  SELECT m.role FROM members AS m WHERE m.role <> 10 AND m.role NOT IN (SELECT p.owner FROM policy AS p)
$body$;

-- The readers, all roles that they are members of (whatever options the membership has), and 0,
-- which stands for PUBLIC.
CREATE FUNCTION indp.powers(readers pg_catalog.oid[]) RETURNS pg_catalog.oid[] LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $body$
  WITH RECURSIVE powers(role) AS (
    SELECT unnest($1)
    UNION SELECT m.roleid FROM powers AS p JOIN (SELECT a.member, a.roleid FROM pg_auth_members AS a
      UNION ALL SELECT d.datdba, r.oid FROM pg_database AS d, pg_roles AS r WHERE d.datname = current_database() AND r.rolname = 'pg_database_owner') AS m
      ON m.member = p.role)
  SELECT array_agg(p.role) FROM (SELECT role FROM powers UNION SELECT 0::oid) AS p
$body$;

-- The relations that a function writes if its body is in the catalog, and whether a view reads
-- catalogs or calls what readers may not call. pg_depend does not say so, and leaves out most of
-- PostgreSQL's own objects. Of queries longer than 64 kB, the first is NULL and the second true.
-- was_replaced tells whether a protected view is another one than indp.protect made, or is no view:
-- its number may be that of something else since it was dropped.
CREATE FUNCTION indp.written(function pg_catalog.oid) RETURNS pg_catalog.oid[]
  AS 'MODULE_PATHNAME', 'dp_written' LANGUAGE C STABLE STRICT PARALLEL SAFE;
CREATE FUNCTION indp.view_shows(view pg_catalog.oid) RETURNS pg_catalog.text
  AS 'MODULE_PATHNAME', 'dp_view_shows' LANGUAGE C STABLE STRICT PARALLEL SAFE;
CREATE FUNCTION indp.was_replaced(view pg_catalog.oid, policy pg_catalog.int4,
    source pg_catalog.oid) RETURNS pg_catalog.bool
  AS 'MODULE_PATHNAME', 'dp_was_replaced' LANGUAGE C STABLE STRICT PARALLEL SAFE;

CREATE FUNCTION indp.reads_closed(view pg_catalog.oid) RETURNS pg_catalog.bool
  AS 'MODULE_PATHNAME', 'dp_reads_closed' LANGUAGE C STABLE STRICT PARALLEL SAFE;
CREATE FUNCTION indp.body_shows(function pg_catalog.oid) RETURNS pg_catalog.text
  AS 'MODULE_PATHNAME', 'dp_body_shows' LANGUAGE C STABLE STRICT PARALLEL SAFE;

-- The views and materialised views in the query of a view or the body of a function.
CREATE FUNCTION indp.views_in(class pg_catalog.oid, object pg_catalog.oid)
  RETURNS SETOF pg_catalog.oid LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $body$
  SELECT DISTINCT c.oid
    FROM (SELECT $1, $2
      UNION ALL SELECT 'pg_rewrite'::regclass, w.oid FROM pg_rewrite AS w
        WHERE $1 = 'pg_class'::regclass AND w.ev_class = $2) AS p(class, object)
    JOIN pg_depend AS d ON d.classid = p.class AND d.objid = p.object
      AND d.refclassid = 'pg_class'::regclass
    JOIN pg_class AS c ON c.oid = d.refobjid AND c.relkind IN ('v', 'm')
$body$;

-- Views and functions that read catalogs of PostgreSQL, or call functions that readers may not
-- call. What keeps their answers keeps what the fence hides: how many rows a table has, and
-- statistics. A function that reads statistics of columns shows values of rows. Of views, only
-- those are looked at that a materialised view or a function uses. A function in a temporary
-- schema is of use to one session only, which sees as much without it, unless a view has it.
CREATE FUNCTION indp.catalog_readers()
  RETURNS TABLE(class pg_catalog.oid, object pg_catalog.oid, kind pg_catalog.text)
  LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $body$
  WITH RECURSIVE lasting AS MATERIALIZED (SELECT p.oid, p.prokind, p.prosrc, p.prolang
      FROM pg_proc AS p JOIN pg_namespace AS n ON n.oid = p.pronamespace
      WHERE p.oid >= 16384 AND (n.nspname NOT LIKE 'pg\_temp\_%' OR EXISTS (SELECT
        FROM pg_depend AS d JOIN pg_rewrite AS w ON w.oid = d.objid
        JOIN pg_class AS c ON c.oid = w.ev_class AND c.relpersistence <> 't'
        WHERE d.refclassid = 'pg_proc'::regclass AND d.refobjid = p.oid
          AND d.classid = 'pg_rewrite'::regclass))),
  node(class, object) AS (
    SELECT 'pg_class'::regclass::oid, c.oid FROM pg_class AS c WHERE c.relkind = 'm'
    -- The text of a function whose body is stored as a query is empty.
    UNION SELECT 'pg_proc'::regclass, p.oid
      FROM lasting AS p JOIN pg_language AS l ON l.oid = p.prolang
      WHERE l.lanname = 'sql' AND p.prosrc = ''
    UNION SELECT 'pg_class'::regclass, u.used FROM node AS n CROSS JOIN LATERAL
      indp.views_in(n.class, n.object) AS u(used)),
  -- Each is looked at once, however many use it.
  shown AS MATERIALIZED (SELECT n.class, n.object, s.shows
    FROM node AS n JOIN LATERAL (SELECT CASE n.class WHEN 'pg_class'::regclass
      THEN indp.view_shows(n.object) ELSE indp.body_shows(n.object) END) AS s(shows)
      ON s.shows IS NOT NULL),
  edge AS MATERIALIZED (SELECT n.class, n.object, u.used
    FROM node AS n CROSS JOIN LATERAL indp.views_in(n.class, n.object) AS u(used)),
  -- Also what shows nothing itself, but a view that it reads does.
  telling(class, object) AS (
    SELECT s.class, s.object FROM shown AS s WHERE s.shows = 'values'
    UNION SELECT e.class, e.object FROM telling AS d JOIN edge AS e ON e.used = d.object
      WHERE d.class = 'pg_class'::regclass)
  SELECT DISTINCT s.class, s.object, CASE c.relkind WHEN 'm' THEN 'view' ELSE 'named' END
    FROM shown AS s JOIN pg_class AS c ON s.class = 'pg_class'::regclass AND c.oid = s.object
  UNION SELECT s.class, s.object, 'named' FROM shown AS s WHERE s.class = 'pg_proc'::regclass
  UNION SELECT d.class, d.object, 'function' FROM telling AS d WHERE d.class = 'pg_proc'::regclass
  UNION SELECT 'pg_proc'::regclass, p.oid, 'function' FROM lasting AS p
    WHERE p.prokind = 'a' AND indp.body_shows(p.oid) = 'values'
$body$;

-- Whether a role has, or could get from a role that it is a member of, a right to a relation that
-- lets it read or change rows, or learn of them.
CREATE FUNCTION indp.may_use(role pg_catalog.oid, relation pg_catalog.oid)
  RETURNS pg_catalog.bool LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $body$
  SELECT EXISTS (SELECT FROM (SELECT $1 UNION ALL SELECT r.oid FROM pg_roles AS r
      WHERE r.oid IN (SELECT m.roleid FROM pg_auth_members AS m) AND r.oid <> $1
        AND pg_has_role($1, r.oid, 'MEMBER')) AS r(role)
    WHERE has_any_column_privilege(r.role, $2, 'SELECT, INSERT, UPDATE, REFERENCES')
      OR has_table_privilege(r.role, $2, 'DELETE, TRUNCATE')
      OR CASE (SELECT c.relkind FROM pg_class AS c WHERE c.oid = $2)
        WHEN 'S' THEN has_sequence_privilege(r.role, $2, 'USAGE') END)
$body$;

-- Whether a view reads with the rights of whoever reads it.
CREATE FUNCTION indp.is_invoker(options pg_catalog.text[]) RETURNS pg_catalog.bool
  LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $body$
  SELECT EXISTS (SELECT FROM pg_options_to_table($1) AS o
    WHERE o.option_name = 'security_invoker' AND o.option_value::bool)
$body$;

-- The relations from which private rows can be read or inferred, or in which they can be changed,
-- and the tables and sequences of the schema indp. `kind` says how a relation is connected with the
-- source. Views over a protected view are left out unless `beyond`. Each step looks up in indexes what
-- is connected with an object, so that the time does not grow with what others define.
--
-- Whatever depends on an object that has private rows has them, too, as far as pg_depend says so,
-- of whatever class it is and wherever the dependency is (a default, an index, a policy ..).
-- Whatever the parts of such an object call may write. So the steps are few, and a step leads to
-- every class.
-- Not followed are the types of the rows of relations, since they hold no rows. A foreign table may
-- lead back to the source. The fence refuses foreign tables by their code, so they count `beyond`.
CREATE FUNCTION indp.reached(source pg_catalog.regclass, beyond pg_catalog.bool)
  RETURNS TABLE(class pg_catalog.oid, object pg_catalog.oid, kind pg_catalog.text)
  LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $body$
  WITH RECURSIVE step(origin, name, result) AS (
    SELECT o.origin, s.name, s.result
      FROM (VALUES ('source'), ('below'), ('child'), ('parent'), ('view'), ('copy'), ('reference'),
          ('sequence'), ('function')) AS o(origin),
        (VALUES ('read by', 'view'), ('used by', 'function'), ('fills', 'copy'),
          ('referenced by', 'reference'), ('sequence', 'sequence'), ('writes', 'copy'),
          ('runs', 'code'), ('named by', 'named')) AS s(name, result)
    UNION ALL SELECT o.origin, s.name, s.result
      FROM (VALUES ('source'), ('below'), ('child')) AS o(origin),
        (VALUES ('reads', 'below'), ('child', 'child'), ('parent', 'parent'),
          ('references', 'referenced')) AS s(name, result)
    UNION ALL VALUES ('parent', 'parent', 'parent'), ('copy', 'parent', 'copy'),
      -- A table whose rules read private rows is a view.
      ('view', 'parent', 'copy'), ('view', 'child', 'copy'), ('view', 'references', 'referenced'),
      ('copy', 'child', 'copy'), ('copy', 'references', 'referenced'),
      ('reference', 'parent', 'reference'), ('reference', 'child', 'reference'),
      ('reference', 'references', 'referenced'), ('referenced', 'references', 'referenced'),
      ('referenced', 'parent', 'referenced'), ('referenced', 'child', 'referenced'),
      ('referenced', 'read by', 'through'), ('through', 'read by', 'through'),
      ('referenced', 'changed by', 'through'), ('through', 'changed by', 'through'),
      ('copy', 'reads', 'copy'), ('function', 'changes', 'copy'),
      ('named', 'named by', 'named'), ('named', 'read by', 'named'), ('named', 'used by', 'named'),
      ('named', 'kept by', 'view'), ('named', 'fills', 'copy'), ('named', 'changes', 'copy'),
      ('named', 'runs', 'code'), ('named', 'sequence', 'sequence'), ('named', 'writes', 'copy'),
      ('code', 'runs', 'code'),
      ('code', 'sequence', 'sequence'), ('code', 'changes', 'copy'),
      ('protected', 'read by', 'protected'), ('foreign', 'read by', 'foreign'),
      ('foreign', 'used by', 'foreign')),
  -- Views of fenced readers give no more than the rights of their owners, and readers may make
  -- many. So they count only `beyond` what the fence needs, which asks about what they read.
  fenced AS MATERIALIZED (SELECT r.oid FROM pg_roles AS r
    WHERE NOT ($2 OR r.rolsuper) AND pg_has_role(r.oid, to_regrole('indp_reader'), 'MEMBER')),
  -- A view over the protected view of this policy counts as protected, too. A view over the
  -- protected view of another policy is not found.
  --
  -- Anybody may name a relation. So an object that shows or runs something with the rights of its
  -- owner is followed only if the owner may read it, and a view is followed to what it reads only
  -- as far as its owner may use that. Functions, defaults and the like work with the rights of
  -- whoever uses them, whom no catalog names. So they are followed whoever made them, unless nobody
  -- but their owner uses them.
  found(class, object, kind) AS (
    SELECT 'pg_class'::regclass::oid, $1::oid, 'source'
    UNION SELECT k.class, k.object, k.kind FROM indp.catalog_readers() AS k
    -- A view reads the tables in it with the rights of its owner.
    UNION SELECT 'pg_class'::regclass, c.oid, 'view' FROM pg_class AS c
      WHERE c.relkind = 'v' AND $2 AND c.oid >= 16384 AND c.relpersistence <> 't'
        AND NOT indp.is_invoker(c.reloptions) AND indp.reads_closed(c.oid)
    UNION SELECT 'pg_class'::regclass, c.oid, 'foreign' FROM pg_class AS c
      WHERE c.relkind = 'f' AND $2
    UNION SELECT e.class, e.object, CASE WHEN s.result <> 'view' OR p.source IS NULL THEN s.result
        WHEN p.source = $1 THEN 'protected' ELSE 'policy' END
      FROM found AS f CROSS JOIN LATERAL (
        -- What depends on it, and what that belongs to: rules, defaults, constraints, triggers,
        -- policies, indexes, statistics and columns to their relation, constraints of domains and
        -- attributes of composite types to their type, members of an operator family to its
        -- classes. Everything else stands for itself.
        WITH dependent AS MATERIALIZED (SELECT d.classid, d.objid, w.class, w.object
          FROM pg_depend AS d CROSS JOIN LATERAL (
            SELECT 'pg_class'::regclass::oid, r.ev_class FROM pg_rewrite AS r
              WHERE d.classid = 'pg_rewrite'::regclass AND r.oid = d.objid
            UNION ALL SELECT 'pg_class'::regclass, a.adrelid FROM pg_attrdef AS a
              WHERE d.classid = 'pg_attrdef'::regclass AND a.oid = d.objid
            UNION ALL SELECT 'pg_class'::regclass, t.tgrelid FROM pg_trigger AS t
              WHERE d.classid = 'pg_trigger'::regclass AND t.oid = d.objid
            UNION ALL SELECT 'pg_class'::regclass, o.polrelid FROM pg_policy AS o
              WHERE d.classid = 'pg_policy'::regclass AND o.oid = d.objid
            UNION ALL SELECT 'pg_class'::regclass, x.stxrelid FROM pg_statistic_ext AS x
              WHERE d.classid = 'pg_statistic_ext'::regclass AND x.oid = d.objid
            UNION ALL SELECT 'pg_class'::regclass, c.conrelid FROM pg_constraint AS c
              WHERE d.classid = 'pg_constraint'::regclass AND c.oid = d.objid AND c.conrelid <> 0
            UNION ALL SELECT 'pg_type'::regclass, c.contypid FROM pg_constraint AS c
              WHERE d.classid = 'pg_constraint'::regclass AND c.oid = d.objid AND c.contypid <> 0
            UNION ALL SELECT 'pg_opclass'::regclass, c.oid FROM pg_amproc AS m
              JOIN pg_opclass AS c ON c.opcfamily = m.amprocfamily
              WHERE d.classid = 'pg_amproc'::regclass AND m.oid = d.objid
            UNION ALL SELECT 'pg_opclass'::regclass, c.oid FROM pg_amop AS m
              JOIN pg_opclass AS c ON c.opcfamily = m.amopfamily
              WHERE d.classid = 'pg_amop'::regclass AND m.oid = d.objid
            UNION ALL SELECT 'pg_type'::regclass, c.reltype FROM pg_class AS c
              WHERE d.classid = 'pg_class'::regclass AND c.oid = d.objid AND c.reltype <> 0
                AND (c.relkind = 'c' OR f.class = 'pg_type'::regclass)
            UNION ALL SELECT 'pg_class'::regclass, i.indrelid FROM pg_index AS i
              WHERE d.classid = 'pg_class'::regclass AND i.indexrelid = d.objid
            UNION ALL SELECT 'pg_class'::regclass, c.oid FROM pg_class AS c
              WHERE d.classid = 'pg_class'::regclass AND c.oid = d.objid
                AND c.relkind NOT IN ('c', 'i', 'I')
            UNION ALL SELECT d.classid, d.objid WHERE d.classid <> ALL (ARRAY['pg_rewrite',
              'pg_attrdef', 'pg_trigger', 'pg_policy', 'pg_statistic_ext', 'pg_constraint',
              'pg_amproc', 'pg_amop', 'pg_class']::regclass[])) AS w(class, object)
          WHERE d.refclassid = f.class AND d.refobjid = f.object)
        SELECT d.class, d.object, CASE
            WHEN NOT m.may THEN 'named by'
            WHEN c.relkind = 'm' AND f.kind = 'named' THEN 'kept by'
            WHEN d.classid = 'pg_rewrite'::regclass THEN 'read by'
            WHEN k.contype = 'f' AND f.class = 'pg_class'::regclass THEN 'referenced by'
            WHEN d.class <> 'pg_class'::regclass THEN 'used by'
            WHEN c.relkind = 'S' AND f.class = d.class THEN 'sequence'
            WHEN c.relkind IN ('r', 'p', 'f') AND d.classid = f.class AND EXISTS (SELECT
              FROM pg_inherits AS i WHERE i.inhrelid = d.objid AND i.inhparent = f.object)
              THEN 'inherits'
            ELSE 'fills' END
          FROM dependent AS d
          LEFT JOIN pg_class AS c ON d.class = 'pg_class'::regclass AND c.oid = d.object
          LEFT JOIN pg_constraint AS k ON d.classid = 'pg_constraint'::regclass AND k.oid = d.objid
          LEFT JOIN pg_proc AS p ON d.class = 'pg_proc'::regclass AND p.oid = d.object
          LEFT JOIN pg_namespace AS n ON n.oid = coalesce(c.relnamespace, p.pronamespace)
          CROSS JOIN LATERAL (SELECT coalesce(c.relowner, p.proowner), coalesce(n.nspname LIKE
              'pg\_temp\_%' OR coalesce(c.relowner, p.proowner) IN (SELECT o.oid FROM fenced AS o),
              false)) AS o(owner, alone)
          -- Whether it runs with the rights of its owner, or for nobody else. If so, and if the
          -- owner has no right, it shows nothing now. But rows may be kept from a time when the
          -- owner had rights: so what keeps them is followed through it.
          CROSS JOIN LATERAL (SELECT NOT CASE
              -- What was allowed when it was made, and materialised views.
              WHEN o.alone THEN NOT coalesce(k.contype = 'f' OR c.relkind = 'm', false)
              ELSE coalesce(p.prosecdef OR c.relkind <> 'm' AND f.class = 'pg_class'::regclass
                AND d.classid = 'pg_rewrite'::regclass AND NOT indp.is_invoker(c.reloptions), false)
              END OR CASE
              WHEN f.class = 'pg_proc'::regclass THEN CASE
                WHEN o.alone AND f.kind = 'named' THEN indp.may_use(o.owner, $1)
                WHEN (SELECT q.prosecdef FROM pg_proc AS q WHERE q.oid = f.object) THEN true
                -- It may show what another function tells it, whatever it names besides.
                WHEN NOT o.alone AND EXISTS (SELECT FROM pg_depend AS u WHERE u.classid = f.class
                  AND u.objid = f.object AND u.refclassid = f.class) THEN true
                WHEN EXISTS (SELECT FROM pg_depend AS u WHERE u.classid = f.class
                  AND u.objid = f.object AND u.refclassid = 'pg_class'::regclass)
                  THEN EXISTS (SELECT FROM pg_depend AS u WHERE u.classid = f.class
                    AND u.objid = f.object AND u.refclassid = 'pg_class'::regclass
                    AND indp.may_use(o.owner, u.refobjid))
                ELSE NOT o.alone OR indp.may_use(o.owner, $1) END
              WHEN f.class <> 'pg_class'::regclass THEN NOT o.alone OR indp.may_use(o.owner, $1)
              WHEN f.kind = 'sequence' THEN has_sequence_privilege(
                o.owner, f.object, 'USAGE, SELECT, UPDATE')
              ELSE indp.may_use(o.owner, f.object)
              END OR EXISTS (SELECT FROM indp.policies AS p WHERE p.view = d.object)) AS m(may)
          WHERE (d.class <> f.class OR d.object <> f.object)
            AND NOT (f.class = 'pg_class'::regclass AND d.class = 'pg_type'::regclass
              AND d.object = (SELECT r.reltype FROM pg_class AS r WHERE r.oid = f.object))
            AND (m.may OR p.oid IS NOT NULL
              OR c.relkind = 'v' AND d.classid = 'pg_rewrite'::regclass)
        -- What a function writes; if that is not known, all that it mentions.
        UNION ALL SELECT v.class, v.object, v.name
          FROM (SELECT f.object WHERE f.class = 'pg_proc'::regclass
            UNION ALL SELECT d.object FROM dependent AS d WHERE d.class = 'pg_proc'::regclass
              AND f.kind IN ('referenced', 'through'))
            AS u(function)
          CROSS JOIN LATERAL unnest(coalesce(indp.written(u.function), ARRAY(SELECT m.refobjid
            FROM pg_depend AS m WHERE m.classid = 'pg_proc'::regclass AND m.objid = u.function
              AND m.refclassid = 'pg_class'::regclass))) AS w(relation)
          CROSS JOIN LATERAL (
            SELECT 'pg_class'::regclass::oid, w.relation, 'changes' WHERE u.function = f.object
            UNION ALL SELECT 'pg_proc'::regclass, u.function, 'changed by'
              WHERE w.relation = f.object) AS v(class, object, name)
        -- What it and its parts use.
        UNION ALL SELECT u.refclassid, u.refobjid, CASE
            WHEN u.refclassid <> 'pg_class'::regclass THEN 'runs'
            WHEN k.confrelid = u.refobjid THEN 'references'
            WHEN c.relkind = 'S' THEN 'sequence'
            WHEN r.ev_type <> '1' THEN 'writes'
            -- A view shows what its owner may read. Who writes to a view writes to what it reads.
            -- Its owner may have had the right when it was written to.
            WHEN r.ev_type = '1' AND (f.kind = 'copy' OR indp.is_invoker(v.reloptions)
              OR has_any_column_privilege(v.relowner, u.refobjid, 'SELECT')) THEN 'reads' END
          FROM (SELECT f.class, f.object
            UNION ALL SELECT d.classid, d.objid FROM dependent AS d
              WHERE d.class = f.class AND d.object = f.object) AS t(class, object)
          JOIN pg_depend AS u ON u.classid = t.class AND u.objid = t.object
            AND (u.refclassid <> f.class OR u.refobjid <> f.object)
            AND u.refclassid <> ALL (ARRAY['pg_namespace', 'pg_extension', 'pg_language', 'pg_am',
              'pg_collation', 'pg_constraint']::regclass[])
          LEFT JOIN pg_rewrite AS r ON t.class = 'pg_rewrite'::regclass AND r.oid = t.object
          LEFT JOIN pg_constraint AS k ON t.class = 'pg_constraint'::regclass AND k.oid = t.object
          LEFT JOIN pg_class AS v ON v.oid = r.ev_class
          LEFT JOIN pg_class AS c ON u.refclassid = 'pg_class'::regclass AND c.oid = u.refobjid
        UNION ALL SELECT 'pg_class'::regclass, i.inhrelid, 'child' FROM pg_inherits AS i
          WHERE f.class = 'pg_class'::regclass AND i.inhparent = f.object
        UNION ALL SELECT 'pg_class'::regclass, i.inhparent, 'parent' FROM pg_inherits AS i
          WHERE f.class = 'pg_class'::regclass AND i.inhrelid = f.object) AS e(class, object, name)
      JOIN step AS s ON s.origin = f.kind AND s.name = e.name AND (f.kind <> 'protected' OR $2)
      LEFT JOIN indp.policies AS p ON p.view = e.object AND e.class = 'pg_class'::regclass
        AND EXISTS (SELECT FROM pg_rewrite AS r JOIN pg_depend AS d ON d.objid = r.oid
          AND d.classid = 'pg_rewrite'::regclass AND d.refclassid = 'pg_class'::regclass
          WHERE r.ev_class = p.view AND d.refobjid = p.source)
      -- What is named was of use only if others than a reader or one session could run it.
      LEFT JOIN pg_proc AS g
        ON f.kind = 'named' AND f.class = 'pg_proc'::regclass AND g.oid = f.object
      LEFT JOIN pg_class AS h
        ON f.kind = 'named' AND f.class = 'pg_class'::regclass AND h.oid = f.object
      LEFT JOIN pg_namespace AS n ON n.oid = coalesce(g.pronamespace, h.relnamespace)
      -- The tables of PostgreSQL and of the extension are not private, whatever a source reads.
      -- What is written to a protected view goes to its source.
      WHERE NOT (p.source IS NOT NULL AND s.result = 'copy')
        AND NOT (e.name IN ('changes', 'runs', 'sequence', 'writes')
          AND coalesce(n.nspname LIKE 'pg\_temp\_%'
            OR coalesce(g.proowner, h.relowner) IN (SELECT o.oid FROM fenced AS o), false))
        AND NOT (e.class = 'pg_class'::regclass AND (e.object < 16384 OR EXISTS (SELECT
          FROM pg_class AS c WHERE c.oid = e.object AND c.relnamespace = 'indp'::regnamespace)))
        AND ($2 OR e.name NOT IN ('read by', 'named by') OR NOT EXISTS (SELECT FROM pg_class AS c
        WHERE c.oid = e.object AND c.relkind = 'v'
          AND c.relowner IN (SELECT o.oid FROM fenced AS o))))
  SELECT DISTINCT f.class, f.object, f.kind FROM found AS f
   WHERE f.kind NOT IN ('code', 'named')
$body$;

-- The relations among them, and those of the extension, each once. A view that reads the source
-- beside the protected view is a view.
CREATE FUNCTION indp.related(source pg_catalog.regclass, beyond pg_catalog.bool DEFAULT true)
  RETURNS TABLE(relation pg_catalog.oid, kind pg_catalog.text)
  LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $body$
  SELECT DISTINCT ON (f.relation) f.relation, f.kind
    FROM (SELECT r.object, r.kind FROM indp.reached($1, $2) AS r
        WHERE r.class = 'pg_class'::regclass
      UNION ALL SELECT c.oid, 'ledger' FROM pg_class AS c
        WHERE c.relnamespace = 'indp'::regnamespace AND c.relkind IN ('r', 'p', 'v', 'S'))
      AS f(relation, kind)
   ORDER BY f.relation, array_position(ARRAY['source', 'policy', 'below', 'child', 'parent',
     'reference', 'copy', 'view', 'protected', 'referenced', 'sequence', 'through', 'ledger',
     'foreign'], f.kind)
$body$;

-- Rights that open a leak and that are held by PUBLIC, a reader or a role that has a reader as a
-- member. Each comes with a REVOKE statement that removes it. If the grantor is not the owner of
-- the object, the statement revokes the grant option from the roles to which the owner gave it.
CREATE FUNCTION indp.leaks_of_rights(source pg_catalog.regclass, powers pg_catalog.oid[])
  RETURNS TABLE(leak pg_catalog.text, what pg_catalog.text, statement pg_catalog.text) LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $body$
  WITH held(class, object, kind, part, owner, acl) AS (
    SELECT 'pg_class'::regclass::oid, c.oid, CASE c.relkind WHEN 'S' THEN 'SEQUENCE' ELSE 'TABLE' END, NULL::name, c.relowner, c.relacl FROM pg_class AS c
    UNION ALL SELECT 'pg_class'::regclass, c.oid, 'TABLE', a.attname, c.relowner, a.attacl FROM pg_attribute AS a JOIN pg_class AS c ON c.oid = a.attrelid
    UNION ALL SELECT 'pg_proc'::regclass, p.oid, 'ROUTINE', NULL, p.proowner, coalesce(p.proacl, acldefault('f', p.proowner)) FROM pg_proc AS p
    UNION ALL SELECT 'pg_namespace'::regclass, n.oid, 'SCHEMA', NULL, n.nspowner, n.nspacl FROM pg_namespace AS n
    UNION ALL SELECT 'pg_database'::regclass, d.oid, 'DATABASE', NULL, d.datdba, d.datacl FROM pg_database AS d WHERE d.datname = current_database()
    UNION ALL SELECT 'pg_foreign_data_wrapper'::regclass, f.oid, 'FOREIGN DATA WRAPPER', NULL, f.fdwowner, f.fdwacl FROM pg_foreign_data_wrapper AS f
    UNION ALL SELECT 'pg_foreign_server'::regclass, s.oid, 'FOREIGN SERVER', NULL, s.srvowner, s.srvacl FROM pg_foreign_server AS s),
  watched(leak, class, object, fine) AS (
    -- Views, also over the protected view, whose owner is a reader or a role that has a reader as a
    -- member (but not the owner of the source) are left out, since they give a reader nothing more.
    -- SELECT on a view that checks the rights of whoever reads it gives nothing, either. But what
    -- its rules do is done with the rights of its owner.
    SELECT CASE r.kind WHEN 'through' THEN 'referenced_rights' WHEN 'foreign' THEN 'foreign_servers'
             ELSE r.kind || '_rights' END,
           'pg_class'::regclass::oid, r.relation,
           CASE WHEN r.kind IN ('protected', 'ledger', 'through')
             OR r.kind = 'view' AND c.relkind = 'v'
               AND c.reloptions && '{security_invoker=true,security_invoker=on,security_invoker=1}'
             THEN 'SELECT' END
      FROM (SELECT s.relation,
          CASE WHEN s.kind IN ('child', 'parent') THEN 'source' ELSE s.kind END
          FROM indp.related($1) AS s) AS r(relation, kind)
      JOIN pg_class AS c ON c.oid = r.relation
     WHERE NOT ((r.kind = 'view' AND c.relkind = 'v' OR r.kind = 'protected'
         AND NOT EXISTS (SELECT FROM indp.policies AS p WHERE p.view = c.oid))
       AND c.relowner = ANY ($2)
       AND c.relowner NOT IN (SELECT o.relowner FROM pg_class AS o WHERE o.oid = $1))
    UNION ALL SELECT 'ledger_rights', 'pg_namespace'::regclass, 'indp'::regnamespace, 'USAGE'
    UNION ALL SELECT c.leak, 'pg_proc'::regclass, c.counter, NULL FROM indp.counters() AS c
    UNION ALL SELECT 'extension_functions', 'pg_proc'::regclass, d.objid, NULL FROM pg_extension AS e JOIN pg_depend AS d ON d.refclassid = 'pg_extension'::regclass
      AND d.refobjid = e.oid AND d.deptype = 'e' AND d.classid = 'pg_proc'::regclass
      WHERE e.extname IN ('adminpack', 'amcheck', 'dblink', 'pageinspect', 'pg_buffercache', 'pg_freespacemap', 'pg_stat_statements', 'pg_surgery',
        'pg_visibility', 'pg_walinspect', 'pgrowlocks', 'pgstattuple')
        AND NOT EXISTS (SELECT FROM pg_foreign_data_wrapper AS f WHERE f.fdwvalidator = d.objid)
    UNION ALL SELECT 'database_rights', 'pg_database'::regclass, d.oid, NULL FROM pg_database AS d WHERE d.datname = current_database()
    UNION ALL SELECT 'foreign_servers', 'pg_foreign_data_wrapper'::regclass, f.oid, NULL FROM pg_foreign_data_wrapper AS f
    UNION ALL SELECT 'foreign_servers', 'pg_foreign_server'::regclass, s.oid, NULL FROM pg_foreign_server AS s
    -- The catalog shows which tables a function reads only if the body of the function is SQL and
    -- not a string, which is possible from PostgreSQL 14 on.
    UNION ALL SELECT DISTINCT 'definer_functions', r.class, p.oid, NULL::text
      FROM indp.reached($1, true) AS r JOIN pg_proc AS p ON p.oid = r.object
      JOIN pg_namespace AS n ON n.oid = p.pronamespace
      WHERE r.class = 'pg_proc'::regclass AND NOT p.proowner = ANY ($2)
        AND n.nspname NOT LIKE 'pg\_temp\_%'
        -- PostgreSQL asks for the right of an aggregate's owner to its functions.
        AND (p.prosecdef OR p.prokind = 'a' AND (indp.body_shows(p.oid) = 'values'
          OR EXISTS (SELECT FROM pg_depend AS d
            JOIN pg_proc AS o ON o.oid = d.refobjid AND o.prosecdef
            WHERE d.classid = r.class AND d.objid = p.oid AND d.refclassid = r.class)))
    UNION ALL SELECT 'system_rights', i.classoid, i.objoid, NULL FROM pg_init_privs AS i WHERE i.objsubid = 0
      AND i.classoid IN ('pg_class'::regclass, 'pg_proc'::regclass) AND NOT EXISTS (SELECT FROM aclexplode(i.initprivs) AS x WHERE x.grantee = 0)),
  opened AS (
    SELECT DISTINCT ON (g.class, g.object, g.part, x.grantee, x.privilege_type) w.leak, g.object, g.kind, x.grantee, x.grantor = g.owner AS by_owner,
           CASE g.class WHEN 'pg_class'::regclass THEN g.object::regclass::text WHEN 'pg_proc'::regclass THEN g.object::regprocedure::text
             WHEN 'pg_namespace'::regclass THEN g.object::regnamespace::text
             WHEN 'pg_database'::regclass THEN quote_ident(current_database())
             WHEN 'pg_foreign_server'::regclass THEN (SELECT quote_ident(s.srvname) FROM pg_foreign_server AS s WHERE s.oid = g.object)
             ELSE (SELECT quote_ident(f.fdwname) FROM pg_foreign_data_wrapper AS f WHERE f.oid = g.object) END AS name,
           x.privilege_type || coalesce(' (' || quote_ident(g.part) || ')', '') AS right_of,
           CASE WHEN x.grantor <> g.owner THEN (SELECT string_agg(h.grantee::regrole::text, ', ' ORDER BY h.grantee) FROM aclexplode(g.acl) AS h
               WHERE h.privilege_type = x.privilege_type AND h.grantor = g.owner AND h.is_grantable)
             WHEN x.grantee = 0 THEN 'PUBLIC' ELSE x.grantee::regrole::text END AS whom
      FROM watched AS w JOIN held AS g ON g.class = w.class AND g.object = w.object, aclexplode(g.acl) AS x
     WHERE x.privilege_type IS DISTINCT FROM w.fine AND (g.kind <> 'DATABASE' OR x.privilege_type = 'CREATE') AND x.grantee = ANY ($2) AND x.grantee <> g.owner AND x.grantee NOT IN (SELECT c.relowner FROM pg_class AS c WHERE c.oid = $1)
       AND NOT (w.leak = 'system_rights' AND EXISTS (SELECT FROM pg_init_privs AS i, aclexplode(i.initprivs) AS y
         WHERE i.classoid = g.class AND i.objoid = g.object AND y.grantee = x.grantee AND y.privilege_type = x.privilege_type AND (i.objsubid = 0
           OR g.part = (SELECT a.attname FROM pg_attribute AS a WHERE a.attrelid = i.objoid AND a.attnum = i.objsubid))))
     ORDER BY g.class, g.object, g.part, x.grantee, x.privilege_type, w.leak = 'system_rights')
  SELECT o.leak, format('%s has %s on %s', CASE o.grantee WHEN 0 THEN 'PUBLIC' ELSE o.grantee::regrole::text END, string_agg(DISTINCT o.right_of, ', '),
           CASE WHEN count(DISTINCT o.object) > 3 THEN count(DISTINCT o.object) || ' functions, such as ' || min(o.name)
             ELSE string_agg(DISTINCT o.name, ', ') END),
         CASE WHEN o.leak IN ('statistics', 'locks') AND o.grantee = 0 AND o.by_owner THEN format('SELECT indp.%s(open => false)', o.leak) ELSE
           format('REVOKE %s%s ON %s %s FROM %s%s', CASE WHEN o.by_owner THEN '' ELSE 'GRANT OPTION FOR ' END, string_agg(DISTINCT o.right_of, ', '),
           o.kind, string_agg(DISTINCT o.name, ', '), o.whom, CASE WHEN o.by_owner THEN '' ELSE ' CASCADE' END) END
    FROM opened AS o
   GROUP BY o.leak, o.kind, CASE o.kind WHEN 'ROUTINE' THEN 0::oid ELSE o.object END, o.grantee, o.by_owner, o.whom
  UNION ALL
  SELECT 'default_rights', format('%s has %s on new tables of %s', CASE x.grantee WHEN 0 THEN 'PUBLIC' ELSE x.grantee::regrole::text END, x.privilege_type,
           d.defaclrole::regrole), format('ALTER DEFAULT PRIVILEGES FOR ROLE %s%s REVOKE %s ON TABLES FROM %s', d.defaclrole::regrole,
           CASE d.defaclnamespace WHEN 0 THEN '' ELSE ' IN SCHEMA ' || d.defaclnamespace::regnamespace END, x.privilege_type,
           CASE x.grantee WHEN 0 THEN 'PUBLIC' ELSE x.grantee::regrole::text END)
    FROM pg_default_acl AS d, aclexplode(d.defaclacl) AS x
   WHERE d.defaclobjtype = 'r' AND x.grantee = ANY ($2) AND x.grantee <> d.defaclrole
     -- A member of the owner makes a partition, too.
     AND EXISTS (SELECT FROM indp.related($1) AS r JOIN pg_class AS c ON c.oid = r.relation
       WHERE r.kind IN ('source', 'below', 'child', 'copy', 'reference')
         AND (d.defaclrole = c.relowner OR NOT EXISTS (SELECT FROM pg_roles AS q
           WHERE q.oid = d.defaclrole AND q.rolsuper))
         AND pg_has_role(d.defaclrole, c.relowner, 'MEMBER')
         AND (c.relkind = 'p' OR EXISTS (SELECT FROM pg_inherits AS i WHERE i.inhparent = c.oid)))
  UNION ALL
  SELECT 'public_view', format('PUBLIC has %s on %s', g.right_of, g.view), format('REVOKE %s ON TABLE %s FROM PUBLIC', g.right_of, g.view)
    FROM (SELECT p.view, string_agg('SELECT' || coalesce(' (' || quote_ident(v.part) || ')', ''), ', ' ORDER BY v.part) AS right_of
      FROM indp.policies AS p JOIN (SELECT c.oid, NULL::name, c.relacl FROM pg_class AS c UNION ALL SELECT a.attrelid, a.attname, a.attacl FROM pg_attribute AS a)
        AS v(relation, part, acl) ON v.relation = p.view, aclexplode(v.acl) AS x
      WHERE p.source = $1 AND x.grantee = 0 AND x.privilege_type = 'SELECT' GROUP BY p.view) AS g
$body$;

-- Finds readers with too much power, such as owners of the tables or their schemas, superusers and
-- predefined roles, and readers that are members of such a role.
CREATE FUNCTION indp.leaks_of_roles(source pg_catalog.regclass, readers pg_catalog.oid[], powers pg_catalog.oid[])
  RETURNS TABLE(leak pg_catalog.text, what pg_catalog.text, statement pg_catalog.text) LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $body$
  WITH owned AS (
    SELECT c.relowner AS role, CASE c.relkind WHEN 'S' THEN 'SEQUENCE' WHEN 'v' THEN 'VIEW' WHEN 'm' THEN 'MATERIALIZED VIEW' WHEN 'f' THEN 'FOREIGN TABLE'
             ELSE 'TABLE' END AS kind, c.oid::regclass::text AS name
      FROM indp.related($1) AS r JOIN pg_class AS c ON c.oid = r.relation
      WHERE r.kind NOT IN ('policy', 'through', 'foreign')
       AND NOT (r.kind = 'view' AND c.relkind = 'v')
       AND NOT (r.kind = 'protected' AND NOT EXISTS (SELECT FROM indp.policies AS p WHERE p.view = c.oid))
    UNION SELECT n.nspowner, 'SCHEMA', quote_ident(n.nspname) FROM indp.related($1) AS r JOIN pg_class AS c ON c.oid = r.relation
      JOIN pg_namespace AS n ON n.oid = c.relnamespace WHERE r.kind IN ('source', 'below', 'child', 'parent', 'protected', 'ledger')
       AND NOT (r.kind = 'protected' AND NOT EXISTS (SELECT FROM indp.policies AS p WHERE p.view = c.oid))
    UNION SELECT d.datdba, 'DATABASE', quote_ident(d.datname) FROM pg_database AS d WHERE d.datname = current_database()
    UNION SELECT p.proowner, 'ROUTINE', p.oid::regprocedure::text FROM pg_proc AS p WHERE p.pronamespace = 'indp'::regnamespace),
  strong(role, leak, what, statement) AS (
    SELECT o.role, 'ownership', format('owns %s %s', lower(o.kind), o.name), format('ALTER %s %s OWNER TO %s', o.kind, o.name,
        (SELECT c.relowner::regrole FROM pg_class AS c WHERE c.oid = $1)) FROM owned AS o
    UNION ALL SELECT r.oid, 'superuser', 'is a superuser', format('ALTER ROLE %I NOSUPERUSER', r.rolname) FROM pg_roles AS r WHERE r.rolsuper
    UNION ALL SELECT r.oid, 'replication', 'may replicate', format('ALTER ROLE %I NOREPLICATION', r.rolname) FROM pg_roles AS r
      WHERE r.rolreplication AND NOT r.rolsuper
    UNION ALL SELECT r.oid, 'createrole', 'may grant roles', format('ALTER ROLE %I NOCREATEROLE', r.rolname) FROM pg_roles AS r
      WHERE r.rolcreaterole AND NOT r.rolsuper AND current_setting('server_version_num')::int4 < 160000
    UNION ALL SELECT r.oid, 'authors', 'may define code', NULL FROM pg_roles AS r
      WHERE r.rolname = 'indp_author' AND indp.is_fence_loaded()
    UNION ALL SELECT r.oid, 'system_role', 'is a predefined role', NULL FROM pg_roles AS r
      WHERE r.rolname IN ('pg_create_subscription', 'pg_execute_server_program', 'pg_maintain', 'pg_monitor', 'pg_read_all_data', 'pg_read_all_stats',
        'pg_read_server_files', 'pg_stat_scan_tables', 'pg_write_all_data', 'pg_write_server_files'))
  -- A predefined role of PostgreSQL cannot lose its rights. So if a reader is such a role, the
  -- owner can only accept this leak.
  SELECT s.leak, format('%s %s', s.role::regrole, s.what), coalesce(s.statement, format('SELECT indp.accept(%L, %L)', $1, s.leak))
    FROM strong AS s WHERE s.role = ANY ($2)
  UNION
  SELECT s.leak, format('%s is a member of %s, which %s', m.member::regrole, s.role::regrole, min(s.what)),
         format('REVOKE %s FROM %s', s.role::regrole, m.member::regrole) || CASE WHEN current_setting('server_version_num')::int4 < 160000 THEN ''
           ELSE ' GRANTED BY ' || m.grantor::regrole END
    FROM strong AS s JOIN pg_auth_members AS m ON m.roleid = s.role JOIN pg_roles AS r ON r.oid = m.member
   WHERE m.member = ANY ($3) AND NOT s.role = ANY ($2) AND r.rolname NOT LIKE 'pg\_%'
     AND m.member <> 10 AND m.member NOT IN (SELECT c.relowner FROM pg_class AS c WHERE c.oid = $1)
   GROUP BY s.leak, s.role, m.member, m.grantor
$body$;

-- The functions, operators, operator classes and types that some relations use: in triggers, defaults,
-- constraints, rules, policies, indexes, statistics, publications, keys of partitions and types of
-- columns, and all that these use in turn. Objects that PostgreSQL itself made are left out.
CREATE FUNCTION indp.reachable(held pg_catalog.oid[]) RETURNS TABLE(class pg_catalog.oid, object pg_catalog.oid, relation pg_catalog.oid, owner pg_catalog.oid,
    kind pg_catalog.text, name pg_catalog.text) LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $body$
  WITH RECURSIVE root(class, object, relation) AS (
    SELECT 'pg_trigger'::regclass::oid, t.oid, t.tgrelid FROM pg_trigger AS t UNION ALL SELECT 'pg_attrdef'::regclass, a.oid, a.adrelid FROM pg_attrdef AS a
    UNION ALL SELECT 'pg_constraint'::regclass, c.oid, c.conrelid FROM pg_constraint AS c UNION ALL SELECT 'pg_rewrite'::regclass, r.oid, r.ev_class FROM pg_rewrite AS r
    UNION ALL SELECT 'pg_policy'::regclass, l.oid, l.polrelid FROM pg_policy AS l UNION ALL SELECT 'pg_class'::regclass, i.indexrelid, i.indrelid FROM pg_index AS i
    UNION ALL SELECT 'pg_statistic_ext'::regclass, s.oid, s.stxrelid FROM pg_statistic_ext AS s UNION ALL SELECT 'pg_class'::regclass, c.oid, c.oid FROM pg_class AS c
    UNION ALL SELECT 'pg_publication_rel'::regclass, p.oid, p.prrelid FROM pg_publication_rel AS p
    UNION ALL SELECT 'pg_event_trigger'::regclass, e.oid, NULL FROM pg_event_trigger AS e),
  -- What pg_depend does not say: a domain uses its constraints, and an operator family its members.
  edge(class, object, uses, used) AS (
    SELECT d.classid, d.objid, d.refclassid, d.refobjid FROM pg_depend AS d LEFT JOIN pg_class AS c ON d.refclassid = 'pg_class'::regclass AND c.oid = d.refobjid
      WHERE d.refclassid IN ('pg_proc'::regclass, 'pg_operator'::regclass, 'pg_opclass'::regclass, 'pg_opfamily'::regclass, 'pg_type'::regclass) OR c.relkind = 'c'
    UNION ALL SELECT 'pg_type'::regclass, c.contypid, 'pg_constraint'::regclass, c.oid FROM pg_constraint AS c WHERE c.contypid <> 0
    UNION ALL SELECT 'pg_opfamily'::regclass, p.amprocfamily, 'pg_proc'::regclass, p.amproc::oid FROM pg_amproc AS p
    UNION ALL SELECT 'pg_opfamily'::regclass, o.amopfamily, 'pg_operator'::regclass, o.amopopr FROM pg_amop AS o),
  found(class, object, relation) AS (
    SELECT r.class, r.object, r.relation FROM root AS r WHERE r.relation = ANY ($1) OR r.relation IS NULL
    UNION SELECT e.uses, e.used, f.relation FROM found AS f JOIN edge AS e ON e.class = f.class AND e.object = f.object),
  owned(class, object, owner, kind, name) AS (
    SELECT 'pg_proc'::regclass::oid, p.oid, p.proowner, 'ROUTINE', p.oid::regprocedure::text FROM pg_proc AS p
    UNION ALL SELECT 'pg_type'::regclass, t.oid, t.typowner, CASE c.relkind WHEN 'v' THEN 'VIEW' WHEN 'm' THEN 'MATERIALIZED VIEW' WHEN 'f' THEN 'FOREIGN TABLE' WHEN 'c' THEN 'TYPE'
      ELSE CASE WHEN c.oid IS NULL THEN 'TYPE' ELSE 'TABLE' END END, t.oid::regtype::text FROM pg_type AS t LEFT JOIN pg_class AS c ON c.oid = t.typrelid WHERE t.typcategory <> 'A'
    UNION ALL SELECT 'pg_operator'::regclass, o.oid, o.oprowner, 'OPERATOR', (pg_identify_object('pg_operator'::regclass, o.oid, 0)).identity FROM pg_operator AS o
    UNION ALL SELECT 'pg_opclass'::regclass, o.oid, o.opcowner, 'OPERATOR CLASS', (pg_identify_object('pg_opclass'::regclass, o.oid, 0)).identity FROM pg_opclass AS o
    UNION ALL SELECT 'pg_opfamily'::regclass, o.oid, o.opfowner, 'OPERATOR FAMILY', (pg_identify_object('pg_opfamily'::regclass, o.oid, 0)).identity FROM pg_opfamily AS o)
  SELECT f.class, f.object, f.relation, o.owner, o.kind, o.name FROM found AS f JOIN owned AS o ON o.class = f.class AND o.object = f.object WHERE f.object >= 16384
$body$;

-- Finds leaks through the source itself, through code that runs for it, and through settings.
CREATE FUNCTION indp.leaks_of_source(source pg_catalog.regclass, powers pg_catalog.oid[])
  RETURNS TABLE(leak pg_catalog.text, what pg_catalog.text, statement pg_catalog.text) LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $body$
DECLARE
  held CONSTANT pg_catalog.oid[] := (SELECT array_agg(r.relation) FROM indp.related($1) AS r WHERE r.kind IN ('source', 'below', 'child', 'parent'));
  -- Code runs also for what gets rows because the source did.
  all_of CONSTANT pg_catalog.oid[] := (SELECT array_agg(r.relation) FROM indp.related($1) AS r
    WHERE r.kind <> ALL ('{protected,policy,ledger,referenced,through,foreign}'));
  major CONSTANT pg_catalog.int4 := current_setting('server_version_num')::int4 / 10000;
  libraries pg_catalog.text;
BEGIN
  RETURN QUERY SELECT 'reltuples', format('everybody can read how many rows %s has', $1), format('SELECT indp.accept(%L, %L)', $1, 'reltuples');
  RETURN QUERY SELECT 'view_rights',
      format('%s was replaced by another view', p.view),
      format('CREATE OR REPLACE VIEW %s WITH (security_barrier) AS SELECT * FROM %s WHERE '
        'indp.guard(%s)', p.view, $1, p.policy)
    FROM indp.policies AS p WHERE p.source = $1 AND indp.was_replaced(p.view, p.policy, p.source);
  RETURN QUERY SELECT DISTINCT 'reader_code', format('%s runs for %s', r.name, coalesce(r.relation::regclass::text, 'an event trigger')),
      CASE r.class WHEN 'pg_proc'::regclass THEN format('DROP ROUTINE %s CASCADE', r.name)
        ELSE format('ALTER %s %s OWNER TO %s', r.kind, r.name, (SELECT c.relowner::regrole FROM pg_class AS c WHERE c.oid = $1)) END
    FROM indp.reachable(all_of) AS r WHERE r.owner = ANY ($2) AND r.owner NOT IN (SELECT c.relowner FROM pg_class AS c WHERE c.oid = $1)
     -- A domain of a fenced role must lose its constraints before it gets another owner.
     AND NOT (indp.is_fenced(r.owner) AND EXISTS (SELECT FROM pg_constraint AS k WHERE r.class = 'pg_type'::regclass AND k.contypid = r.object AND k.contype = 'c'));
  RETURN QUERY SELECT DISTINCT 'publications', format('publication %I contains %s', p.pubname, CASE WHEN p.puballtables THEN 'all tables' ELSE c.oid::regclass::text END),
      CASE WHEN p.puballtables THEN format('DROP PUBLICATION %I', p.pubname)
        WHEN EXISTS (SELECT FROM pg_publication_rel AS r WHERE r.prpubid = p.oid AND r.prrelid = c.oid) THEN format('ALTER PUBLICATION %I DROP TABLE ONLY %s', p.pubname, c.oid::regclass)
        WHEN EXISTS (SELECT FROM pg_publication_rel AS r WHERE r.prpubid = p.oid AND r.prrelid = ANY (all_of))
          THEN (SELECT format('ALTER PUBLICATION %I DROP TABLE ONLY %s', p.pubname, min(r.prrelid)::regclass) FROM pg_publication_rel AS r WHERE r.prpubid = p.oid AND r.prrelid = ANY (all_of))
        ELSE format('ALTER PUBLICATION %I DROP TABLES IN SCHEMA %s', p.pubname, c.relnamespace::regnamespace) END
    FROM pg_publication AS p JOIN pg_publication_tables AS t ON t.pubname = p.pubname JOIN pg_namespace AS n ON n.nspname = t.schemaname
    JOIN pg_class AS c ON c.relnamespace = n.oid AND c.relname = t.tablename WHERE c.oid = ANY (all_of);
  RETURN QUERY SELECT 'slots', format('logical replication slot %s exists', s.slot_name), format('SELECT pg_catalog.pg_drop_replication_slot(%L)', s.slot_name)
    FROM pg_replication_slots AS s WHERE s.slot_type = 'logical' AND s.database = current_database();
  IF major >= 15 THEN
    RETURN QUERY EXECUTE $$SELECT 'parameters', format('%s may %s %s', CASE x.grantee WHEN 0 THEN 'PUBLIC' ELSE x.grantee::regrole::text END, x.privilege_type, p.parname),
        format('REVOKE %s ON PARAMETER %s FROM %s', x.privilege_type, p.parname, CASE x.grantee WHEN 0 THEN 'PUBLIC' ELSE x.grantee::regrole::text END)
      FROM pg_parameter_acl AS p, aclexplode(p.paracl) AS x WHERE x.grantee = ANY ($1) AND x.grantee <> 10$$ USING powers;
  END IF;
  libraries := (SELECT string_agg(s.setting, ',') FROM pg_settings AS s WHERE s.name IN ('session_preload_libraries', 'shared_preload_libraries'));
  RETURN QUERY SELECT 'preload', format(CASE WHEN libraries IS NULL THEN 'according to the settings that you may read, sessions of the database %I do not load the library'
      ELSE 'sessions of the database %I do not load the library' END, current_database()),
      format('ALTER DATABASE %I SET session_preload_libraries = ''indp''', current_database())
    WHERE NOT indp.is_fence_loaded() AND NOT coalesce(libraries, '') ~ '(^|[/,"\s])indp($|[,"\s.])' AND NOT EXISTS (SELECT FROM pg_db_role_setting AS s JOIN pg_database AS d
      ON s.setdatabase IN (0, d.oid) AND s.setrole = 0 AND d.datname = current_database(), unnest(s.setconfig) AS c(line)
      WHERE c.line ~ '^(session|shared)_preload_libraries=(.*[/,"\s])?indp($|[,"\s.])');
  -- A setting of a role comes before that of the database.
  RETURN QUERY SELECT 'preload', format('sessions of %s have libraries of their own, without this one', s.setrole::regrole),
      format('ALTER ROLE %s%s RESET session_preload_libraries', s.setrole::regrole, CASE s.setdatabase WHEN 0 THEN '' ELSE format(' IN DATABASE %I', current_database()) END)
    FROM pg_db_role_setting AS s JOIN pg_database AS d ON s.setdatabase IN (0, d.oid) AND d.datname = current_database(), unnest(s.setconfig) AS c(line)
    WHERE s.setrole <> 0 AND c.line >= 'session_preload_libraries=' COLLATE "C"
      AND c.line < 'session_preload_libraries>' COLLATE "C" AND NOT c.line ~ '^session_preload_libraries=(.*[/,"\s])?indp($|[,"\s.])'
      AND NOT indp.is_fence_loaded();
  RETURN QUERY SELECT 'row_security', format('%s has row level security', c.oid::regclass), format('ALTER TABLE %s DISABLE ROW LEVEL SECURITY', c.oid::regclass)
    FROM pg_class AS c WHERE c.oid = ANY (held) AND c.relrowsecurity;
  RETURN QUERY SELECT 'foreign_tables', format('%s is a foreign table', c.oid::regclass), format('DROP FOREIGN TABLE %s', c.oid::regclass)
    FROM indp.related($1) AS r JOIN pg_class AS c ON c.oid = r.relation WHERE r.kind IN ('below', 'child') AND c.relkind = 'f';
  RETURN QUERY SELECT 'virtual_columns', format('%s.%I is virtual', a.attrelid::regclass, a.attname), format('ALTER TABLE %s DROP COLUMN %I', a.attrelid::regclass, a.attname)
    FROM pg_attribute AS a WHERE a.attrelid = ANY (held) AND a.attgenerated = 'v' AND NOT a.attisdropped;
  RETURN QUERY SELECT 'unlogged', format('%s is unlogged', c.oid::regclass), format('ALTER TABLE %s SET LOGGED', c.oid::regclass)
    FROM pg_class AS c WHERE c.oid = ANY (held) AND c.relpersistence = 'u';
END
$body$;

-- Login roles that are neither fenced nor trusted. The owner of the source may read it in any case.
CREATE FUNCTION indp.leaks_of_others(source pg_catalog.regclass) RETURNS TABLE(leak pg_catalog.text, what pg_catalog.text, statement pg_catalog.text)
  LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $body$
  SELECT 'unfenced_roles', format('%s may log in and is not fenced', r.oid::regrole), format('GRANT indp_reader TO %s', r.oid::regrole)
    FROM pg_roles AS r WHERE r.rolcanlogin AND NOT r.rolsuper AND NOT indp.is_fenced(r.oid) AND r.oid NOT IN (SELECT c.relowner FROM pg_class AS c WHERE c.oid = $1)
     AND NOT EXISTS (SELECT FROM indp.trusted AS t WHERE t.role = r.oid)
  -- A logical replication worker computes what is stored with a table, and asks nobody.
  UNION ALL SELECT 'reader_code', format('a subscription writes to %s, a table of a reader', c.oid::regclass), format('ALTER TABLE %s OWNER TO %s', c.oid::regclass,
      (SELECT c.relowner::regrole FROM pg_class AS c WHERE c.oid = $1))
    FROM pg_subscription_rel AS s JOIN pg_class AS c ON c.oid = s.srrelid OR c.oid IN (SELECT t.relid FROM pg_partition_tree(s.srrelid) AS t) WHERE indp.has_fenced(c.relowner)
  -- A CHECK of a domain runs wherever a value is converted, with the rights of whoever does that.
  UNION ALL SELECT 'reader_code', format('constraint %I of the domain %s, made by a reader, runs for everybody', k.conname, t.oid::regtype),
      format('ALTER DOMAIN %s DROP CONSTRAINT %I', t.oid::regtype, k.conname)
    FROM pg_constraint AS k JOIN pg_type AS t ON t.oid = k.contypid WHERE k.contype = 'c' AND indp.has_fenced(t.typowner)
     AND t.typowner NOT IN (SELECT c.relowner FROM pg_class AS c WHERE c.oid = $1)
  UNION ALL SELECT 'reader_code', format('the default of the domain %s, made by a reader, runs for everybody', t.oid::regtype), format('ALTER DOMAIN %s DROP DEFAULT', t.oid::regtype)
    FROM pg_type AS t LEFT JOIN pg_type AS b ON b.oid = t.typbasetype WHERE t.typtype = 'd' AND t.typdefaultbin::text <> coalesce(b.typdefaultbin::text, '') AND indp.has_fenced(t.typowner) AND t.typowner NOT IN (SELECT c.relowner FROM pg_class AS c WHERE c.oid = $1)
  -- A fenced role defines no such default or constraint, but may have done so before. Under another
  -- name, others could copy it or write to it.
  UNION ALL SELECT 'reader_code', format('%s, a table of a reader, %s', c.oid::regclass, indp.computes(c.oid)), format('DROP %s %s', CASE c.relkind WHEN 'v' THEN 'VIEW' WHEN 'f' THEN 'FOREIGN TABLE' ELSE 'TABLE' END, c.oid::regclass)
    FROM pg_class AS c WHERE c.relkind IN ('r', 'p', 'f', 'v') AND indp.is_fence_loaded() AND c.relowner IN (SELECT r.oid FROM pg_roles AS r WHERE indp.has_fenced(r.oid))
     AND indp.computes(c.oid) IS NOT NULL
     AND c.relowner NOT IN (SELECT d.relowner FROM pg_class AS d WHERE d.oid = $1)
  UNION ALL SELECT 'fence', 'members of indp_reader are not fenced everywhere', 'ALTER SYSTEM SET shared_preload_libraries = ''indp'''
   WHERE NOT indp.is_fence_loaded() AND EXISTS (SELECT FROM indp.readers($1, NULL) AS u(role) WHERE indp.is_fenced(u.role))
$body$;

-- What keeps readers from asking. A reader has the search path that is set for the role in the
-- database, for the role, or for the database; otherwise that with which this session began. The
-- statement has nothing of it, since readers write their own.
-- Whether a setting `search_path=..` of a role names a schema. The reader may have written it, in
-- the encoding of another database, and as long as a value may be.
CREATE FUNCTION indp.finds(setting pg_catalog.text, schema pg_catalog.name) RETURNS pg_catalog.bool
  LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $body$
BEGIN
  RETURN octet_length(setting) < 10000 AND schema = ANY (SELECT btrim(e, ' "')
    FROM unnest(string_to_array(substr(setting, length('search_path=') + 1), ',')) AS e);
EXCEPTION WHEN OTHERS THEN
  RETURN false;
END
$body$;

CREATE FUNCTION indp.obstacles(readers pg_catalog.oid[])
  RETURNS TABLE(leak pg_catalog.text, what pg_catalog.text, statement pg_catalog.text)
  LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $body$
  WITH reader AS (
    SELECT r.oid, r.rolcanlogin FROM pg_roles AS r
     WHERE r.oid = ANY ($1) AND NOT r.rolsuper AND r.rolname NOT LIKE 'pg\_%'),
  found AS (
    SELECT u.oid, coalesce(
        (SELECT c.line
           FROM pg_db_role_setting AS s JOIN pg_database AS d
             ON s.setdatabase IN (0, d.oid) AND d.datname = current_database(),
             unnest(s.setconfig) AS c(line)
          WHERE s.setrole IN (0, u.oid)
            -- Compares bytes: the line may be in the encoding of another database.
            AND c.line >= 'search_path=' COLLATE "C" AND c.line < 'search_path>' COLLATE "C"
          ORDER BY s.setrole DESC, s.setdatabase DESC LIMIT 1),
        (SELECT 'search_path=' || g.reset_val FROM pg_settings AS g
          WHERE g.name = 'search_path')) AS setting
      FROM reader AS u WHERE u.rolcanlogin)
  SELECT 'schema', format('%s may not use the schema %s', u.oid::regrole, n.oid::regnamespace),
         format('GRANT USAGE ON SCHEMA %s TO %s', n.oid::regnamespace, u.oid::regrole)
    FROM reader AS u, pg_namespace AS n
   WHERE n.oid = '@extschema@'::regnamespace AND NOT has_schema_privilege(u.oid, n.oid, 'USAGE')
  UNION ALL
  SELECT 'search_path', format('%s does not find the aggregates without the schema %s',
           f.oid::regrole, n.oid::regnamespace),
         format('ALTER ROLE %s IN DATABASE %I SET search_path = "$user", public, %s',
           f.oid::regrole, current_database(), n.oid::regnamespace)
    FROM found AS f, pg_namespace AS n
   WHERE n.oid = '@extschema@'::regnamespace AND n.nspname <> 'pg_catalog'
     AND NOT indp.finds(f.setting, n.nspname)
$body$;

-- All leaks that would be open if `role` also had a budget. `accepted` is NULL for an entry that is
-- only a hint.
CREATE FUNCTION indp.find_leaks(source pg_catalog.regclass, role pg_catalog.regrole)
  RETURNS TABLE(leak pg_catalog.text, detail pg_catalog.text, statement pg_catalog.text, accepted pg_catalog.bool)
  LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp SET jit = off AS $body$
#variable_conflict use_column
DECLARE
  readers CONSTANT pg_catalog.oid[] := ARRAY(SELECT r FROM indp.readers($1, $2) AS r);
  powers CONSTANT pg_catalog.oid[] := indp.powers(readers);
  -- If the fence is around all readers who can log in, it closes these ways for them.
  fenced CONSTANT pg_catalog.bool := indp.is_fence_loaded() AND NOT EXISTS (SELECT FROM unnest(readers) AS u(role) JOIN pg_roles AS r ON r.oid = u.role
    WHERE (r.rolcanlogin OR r.rolsuper) AND NOT indp.is_fenced(r.oid));
  closed CONSTANT pg_catalog.text[] := CASE WHEN fenced THEN '{statistics,locks,reltuples,system_rights,extension_functions}' ELSE '{unfenced_roles}' END;
  policy record;
BEGIN
  SELECT p.accepted AS list, p.view, c.relowner INTO policy FROM indp.policies AS p JOIN pg_class AS c ON c.oid = p.source WHERE p.source = $1;
  IF policy.view IS NULL THEN
    RAISE EXCEPTION 'indp: the source is not protected; call indp.protect first' USING ERRCODE = '22023';
  END IF;
  IF NOT pg_has_role(policy.relowner, 'USAGE') THEN
    RAISE EXCEPTION 'indp: only the owner of the source may check it' USING ERRCODE = '42501';
  END IF;
  RETURN QUERY SELECT f.leak, f.what || ': ' || l.reason, f.statement, CASE WHEN NOT l.hint THEN f.leak = ANY (policy.list) END
    FROM (SELECT * FROM indp.leaks_of_source($1, powers) UNION ALL SELECT * FROM indp.leaks_of_rights($1, powers)
      UNION ALL SELECT * FROM indp.leaks_of_roles($1, readers, powers)
      UNION ALL SELECT * FROM indp.leaks_of_others($1)
      UNION ALL SELECT * FROM indp.leaks_of_paths($1, powers)
      UNION ALL SELECT * FROM indp.obstacles(readers)) AS f
    JOIN indp.leaks() WITH ORDINALITY AS l(leak, hint, reason, place) ON l.leak = f.leak
   WHERE f.leak <> ALL (closed)
   ORDER BY l.hint, l.place, f.what;
END
$body$;

CREATE FUNCTION indp.check(source pg_catalog.regclass) RETURNS TABLE(leak pg_catalog.text, detail pg_catalog.text, statement pg_catalog.text, accepted pg_catalog.bool)
  LANGUAGE sql STABLE STRICT SET search_path = pg_catalog, pg_temp AS $body$
  SELECT * FROM indp.find_leaks($1, NULL)
$body$;
COMMENT ON FUNCTION indp.check(pg_catalog.regclass) IS
  'the ways around a protected view that are open to its readers, and the statement that closes each; accepted is NULL for a hint, which reveals nothing and need not be accepted';

CREATE FUNCTION indp.accept(source pg_catalog.regclass, leak pg_catalog.text) RETURNS pg_catalog.void LANGUAGE plpgsql VOLATILE
  SET search_path = pg_catalog, pg_temp AS $body$
BEGIN
  IF NOT coalesce($2 IN (SELECT l.leak FROM indp.leaks() AS l WHERE NOT l.hint), false) THEN
    RAISE EXCEPTION 'indp.accept: leak must be a name that indp.check knows' USING ERRCODE = '22023',
      HINT = (SELECT 'The names are ' || string_agg(l.leak, ', ') || '.' FROM indp.leaks() AS l WHERE NOT l.hint);
  END IF;
  PERFORM indp.put_accepted($1, $2);
END
$body$;
COMMENT ON FUNCTION indp.accept(pg_catalog.regclass, pg_catalog.text) IS 'says that a kind of leak of a protected table may stay open';
