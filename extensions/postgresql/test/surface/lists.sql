-- Prints what the extension makes reachable: a line for each function, type, relation and column,
-- setting and so on, with the role that may use it: everyone, owners (members of indp_owner) or
-- superusers.
WITH part AS (
  SELECT d.classid, d.objid FROM pg_depend d JOIN pg_extension e ON e.oid = d.refobjid
    WHERE d.refclassid = 'pg_extension'::regclass AND d.deptype = 'e' AND e.extname = 'indp'
), line(line) AS (
  SELECT concat_ws(' ', CASE WHEN has_function_privilege('stranger', p.oid, 'EXECUTE') THEN 'everyone' WHEN has_function_privilege('indp_owner', p.oid, 'EXECUTE') THEN 'owners'
      ELSE 'superusers' END, CASE p.prokind WHEN 'a' THEN 'aggregate' WHEN 'f' THEN 'function' ELSE p.prokind::text END, p.oid::regprocedure, CASE WHEN p.prosecdef THEN 'as its owner' END)
    FROM part JOIN pg_proc p ON part.classid = 'pg_proc'::regclass AND part.objid = p.oid
  UNION ALL SELECT concat_ws(' ', CASE WHEN has_type_privilege('stranger', t.oid, 'USAGE') THEN 'everyone' WHEN has_type_privilege('indp_owner', t.oid, 'USAGE') THEN 'owners' ELSE 'superusers' END,
      'type', t.oid::regtype) FROM part JOIN pg_type t ON part.classid = 'pg_type'::regclass AND part.objid = t.oid
    WHERE t.typrelid = 0 AND t.typelem = 0 -- from 18 on, row types and arrays are parts of an extension, too
  UNION ALL SELECT concat_ws(' ', CASE WHEN has_any_column_privilege('stranger', c.oid, right_) THEN 'everyone' WHEN has_any_column_privilege('indp_owner', c.oid, right_) THEN 'owners' ELSE 'superusers' END,
      'relation', c.oid::regclass, right_) FROM part JOIN pg_class c ON part.classid = 'pg_class'::regclass AND part.objid = c.oid CROSS JOIN unnest('{SELECT,INSERT,UPDATE,REFERENCES}'::text[]) right_
    WHERE c.relkind <> 'S'
  UNION ALL SELECT concat_ws(' ', CASE WHEN has_sequence_privilege('stranger', c.oid, right_) THEN 'everyone' WHEN has_sequence_privilege('indp_owner', c.oid, right_) THEN 'owners' ELSE 'superusers' END,
      'sequence', c.oid::regclass, right_) FROM part JOIN pg_class c ON part.classid = 'pg_class'::regclass AND part.objid = c.oid CROSS JOIN unnest('{SELECT,USAGE,UPDATE}'::text[]) right_
    WHERE c.relkind = 'S'
  UNION ALL SELECT concat_ws(' ', CASE WHEN has_schema_privilege('stranger', n.oid, right_) THEN 'everyone' WHEN has_schema_privilege('indp_owner', n.oid, right_) THEN 'owners' ELSE 'superusers' END,
      'schema', n.nspname, right_) FROM part JOIN pg_namespace n ON part.classid = 'pg_namespace'::regclass AND part.objid = n.oid CROSS JOIN unnest('{USAGE,CREATE}'::text[]) right_
  UNION ALL SELECT concat_ws(' ', CASE context WHEN 'user' THEN 'everyone' ELSE context END, 'setting', name) FROM pg_settings WHERE name LIKE 'indp%'
  UNION ALL SELECT 'everyone ' || pg_describe_object(classid, objid, 0) FROM part
    WHERE classid NOT IN ('pg_proc'::regclass, 'pg_type'::regclass, 'pg_class'::regclass, 'pg_namespace'::regclass)
  UNION ALL SELECT 'everyone role ' || rolname || CASE WHEN rolcanlogin OR rolsuper OR rolbypassrls OR rolcreaterole OR rolreplication THEN ' with attributes' ELSE '' END FROM pg_roles WHERE rolname LIKE 'indp%'
)
SELECT line FROM line ORDER BY line COLLATE "C";
