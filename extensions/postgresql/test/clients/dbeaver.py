"""DBeaver: queries like those that it sends while it connects and while its tree is opened. It
reads all columns of a catalog, with the OID, and joins the descriptions."""
from common import COUNT, check, end
from replay import reader, replay, rows, stays_refused

NOT_ADMITTED = "is refused: it is not one of the catalogs that readers may read"
NOT_CALLED = "is refused: readers may not call it"
SCHEMA = "'ada'::regnamespace"


def described(catalog, more="", where="true"):
    return (f"SELECT x.oid, x.*, d.description{more} FROM pg_catalog.{catalog} x LEFT OUTER JOIN "
            "pg_catalog.pg_description d ON d.objoid = x.oid AND d.objsubid = 0 AND d.classoid = "
            f"'pg_catalog.{catalog}'::regclass WHERE {where}")


CONNECTING = {
    "the version": "SELECT version()",
    "the session": "SELECT current_database(), current_schema(), session_user, current_user",
    "the path": "SHOW search_path",
    "settings": "SELECT name, setting, unit, short_desc FROM pg_catalog.pg_settings WHERE name = "
                "'standard_conforming_strings'",
    "keywords": "SELECT string_agg(word, ',') FROM pg_catalog.pg_get_keywords() WHERE catcode <> "
                "'U'",
    "the encoding": "SELECT pg_encoding_to_char(encoding), datcollate, datctype FROM "
                    "pg_catalog.pg_database WHERE datname = current_database()",
}
TREE = {
    "databases": "SELECT db.oid, db.*, shobj_description(db.oid, 'pg_database') FROM "
                 "pg_catalog.pg_database db WHERE datallowconn ORDER BY db.datname",
    "roles": "SELECT a.oid, a.*, pd.description FROM pg_catalog.pg_roles a LEFT JOIN "
             "pg_catalog.pg_shdescription pd ON a.oid = pd.objoid ORDER BY a.rolname",
    "memberships": "SELECT m.*, r.rolname FROM pg_catalog.pg_auth_members m JOIN "
                   "pg_catalog.pg_roles r ON r.oid = m.roleid",
    "tablespaces": "SELECT t.oid, t.*, pg_tablespace_location(t.oid) FROM pg_catalog.pg_tablespace "
                   "t",
    "schemas": described("pg_namespace"),
    "extensions": "SELECT e.oid, e.*, n.nspname FROM pg_catalog.pg_extension e JOIN "
                  "pg_catalog.pg_namespace n ON n.oid = e.extnamespace",
    "available extensions": "SELECT * FROM pg_catalog.pg_available_extensions",
    "languages": "SELECT l.oid, l.* FROM pg_catalog.pg_language l",
    "access methods": "SELECT am.oid, am.* FROM pg_catalog.pg_am am",
    "foreign servers": "SELECT s.oid, s.*, w.* FROM pg_catalog.pg_foreign_server s JOIN "
                       "pg_catalog.pg_foreign_data_wrapper w ON w.oid = s.srvfdw",
    "event triggers": "SELECT t.oid, t.* FROM pg_catalog.pg_event_trigger t",
    "relations": described("pg_class",
                           ", pg_catalog.pg_get_expr(x.relpartbound, x.oid), "
                           "pg_catalog.pg_get_partkeydef(x.oid)",
                           f"x.relnamespace = {SCHEMA} AND x.relkind NOT IN ('i', 'I', 'c')"),
    "all relations": described("pg_class"),
    "columns": "SELECT c.relname, a.*, pg_catalog.pg_get_expr(ad.adbin, ad.adrelid, true) AS "
               "value, dsc.description, dep.objid FROM pg_catalog.pg_attribute a JOIN "
               "pg_catalog.pg_class c ON a.attrelid = c.oid"
               " LEFT OUTER JOIN pg_catalog.pg_attrdef ad ON a.attrelid = ad.adrelid AND a.attnum "
               "= ad.adnum LEFT OUTER JOIN pg_catalog.pg_description dsc ON c.oid = dsc.objoid AND "
               "a.attnum = dsc.objsubid"
               " LEFT OUTER JOIN pg_depend dep ON dep.refobjid = a.attrelid AND dep.deptype = 'i' "
               "AND dep.refobjsubid = a.attnum WHERE NOT a.attisdropped AND c.relnamespace = "
               f"{SCHEMA} ORDER BY a.attnum",
    "constraints": "SELECT c.oid, c.*, t.relname, rt.relnamespace, d.description, "
                   "pg_catalog.pg_get_constraintdef(c.oid) FROM pg_catalog.pg_constraint c JOIN "
                   "pg_catalog.pg_class t ON t.oid = c.conrelid LEFT OUTER JOIN "
                   "pg_catalog.pg_class rt ON rt.oid = c.confrelid LEFT OUTER JOIN "
                   "pg_catalog.pg_description d ON d.objoid = c.oid WHERE t.relnamespace = "
                   f"{SCHEMA}",
    "indexes": "SELECT i.*, i.indkey AS keys, c.relname, c.relnamespace, c.relam, "
               "c.reltablespace, tc.relname, dsc.description, pg_catalog.pg_get_expr(i.indpred, "
               "i.indrelid), pg_catalog.pg_get_indexdef(i.indexrelid, 0, true) FROM "
               "pg_catalog.pg_index i JOIN pg_catalog.pg_class c ON c.oid = i.indexrelid JOIN "
               "pg_catalog.pg_class tc ON tc.oid = i.indrelid LEFT OUTER JOIN "
               "pg_catalog.pg_description dsc ON i.indexrelid = dsc.objoid WHERE c.relnamespace = "
               f"{SCHEMA}",
    "triggers": described("pg_trigger", ", pg_catalog.pg_get_triggerdef(x.oid)"),
    "rules": described("pg_rewrite", ", pg_catalog.pg_get_ruledef(x.oid)"),
    "policies": "SELECT * FROM pg_catalog.pg_policies",
    "inheritance": "SELECT i.*, c.relname FROM pg_catalog.pg_inherits i JOIN pg_catalog.pg_class c "
                   "ON c.oid = i.inhparent",
    "a view's text": "SELECT pg_catalog.pg_get_viewdef('ada.long'::regclass, true)",
    "functions": described("pg_proc", ", l.lanname",
                           f"x.pronamespace = {SCHEMA}").replace("LEFT OUTER",
                                                                 "LEFT OUTER JOIN "
                                                                 "pg_catalog.pg_language l ON "
                                                                 "x.prolang = l.oid LEFT OUTER", 1),
    "all functions": described("pg_proc", ", pg_catalog.pg_get_function_identity_arguments(x.oid)"),
    "a function's text": "SELECT pg_catalog.pg_get_functiondef('ada.twice'::regproc)",
    "types": described("pg_type",
                       ", c.relkind, pg_catalog.format_type(nullif(x.typbasetype, 0), "
                       "x.typtypmod)").replace("LEFT OUTER",
                                               "LEFT OUTER JOIN pg_catalog.pg_class c ON c.oid = "
                                               "x.typrelid LEFT OUTER", 1),
    "enums": "SELECT e.oid, e.* FROM pg_catalog.pg_enum e ORDER BY enumtypid, enumsortorder",
    "sequences": "SELECT s.*, c.relname FROM pg_catalog.pg_sequence s JOIN pg_catalog.pg_class c "
                 f"ON c.oid = s.seqrelid WHERE c.relnamespace = {SCHEMA}",
    "collations": described("pg_collation"),
    "operators": described("pg_operator"),
    "casts": described("pg_cast"),
    "dependencies": "SELECT DISTINCT dep.deptype, dep.classid, dep.objid, "
                    "pg_describe_object(dep.classid, dep.objid, dep.objsubid) FROM "
                    "pg_catalog.pg_depend dep WHERE dep.refobjid = 'ada.shift'::regclass",
    "rights": "SELECT * FROM information_schema.table_privileges WHERE table_schema = 'ada'",
    "default rights": "SELECT * FROM pg_catalog.pg_default_acl",
    "partitions": "SELECT * FROM pg_catalog.pg_partitioned_table",
}
REFUSED = {
    "sessions": ("SELECT sa.* FROM pg_catalog.pg_stat_activity sa",
                 "pg_stat_activity " + NOT_ADMITTED),
    "locks": ("SELECT * FROM pg_catalog.pg_locks", "pg_locks " + NOT_ADMITTED),
    "sizes of databases": ("SELECT pg_database_size(db.oid) FROM pg_catalog.pg_database db",
                           "pg_database_size(oid) " + NOT_CALLED),
    "sizes of tables": ("SELECT c.oid, pg_catalog.pg_total_relation_size(c.oid), "
                        "pg_catalog.pg_relation_size(c.oid) FROM pg_class c", NOT_CALLED),
    "counts of rows": ("SELECT relid, n_live_tup FROM pg_catalog.pg_stat_user_tables",
                       "pg_stat_user_tables " + NOT_ADMITTED),
}

for name, query in {**CONNECTING, **TREE}.items():
    replay(name, query)
for name, (query, message) in REFUSED.items():
    stays_refused(name, query, message)
check("counts are NULL",
      rows(reader, "SELECT c.reltuples, c.relpages FROM pg_catalog.pg_class c WHERE c.relname = "
           "'visit'"), [(None, None)])
check("a question, with a limit as the editor sets it",
      rows(reader, f"SELECT * FROM ({COUNT}) AS q LIMIT 200"), [(1200,)])
end()
