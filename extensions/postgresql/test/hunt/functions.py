"""Calls functions of PostgreSQL, each by itself, with the arguments of arguments.py, and sees what
they return or why they refuse."""
import arguments

# Not called, because they ..
SKIPPED = {
    'wait': 'pg_sleep pg_sleep_for pg_sleep_until pg_wait_for_backend_termination pg_advisory_lock '
            'pg_advisory_xact_lock pg_advisory_lock_shared pg_advisory_xact_lock_shared',
    'end sessions or change the server': 'pg_terminate_backend pg_cancel_backend pg_reload_conf '
                                         'pg_rotate_logfile pg_promote pg_switch_wal '
                                         'pg_create_restore_point '
                                         'pg_log_backend_memory_contexts pg_log_standby_snapshot '
                                         'pg_logical_emit_message pg_backup_start pg_backup_stop '
                                         'pg_start_backup '
                                         'pg_stop_backup pg_create_logical_replication_slot '
                                         'pg_create_physical_replication_slot',
    'reset the counters that are compared': 'pg_stat_reset pg_stat_reset_shared '
                                            'pg_stat_reset_single_table_counters '
                                            'pg_stat_reset_single_function_counters '
                                            'pg_stat_reset_slru '
                                            'pg_stat_reset_replication_slot '
                                            'pg_stat_reset_subscription_stats '
                                            'pg_stat_reset_backend_stats',
    'change the session or write': 'set_config setseed lo_create lo_creat lo_from_bytea lo_import '
                                   'pg_notify txid_current pg_current_xact_id pg_export_snapshot '
                                   'pg_nextoid '
                                   'pg_restore_relation_stats pg_restore_attribute_stats '
                                   'pg_clear_relation_stats pg_clear_attribute_stats',
    'exist for pg_upgrade': 'binary_upgrade_',
    'render all rows of the database': 'database_to_xml database_to_xml_and_xmlschema '
                                       'schema_to_xml schema_to_xml_and_xmlschema',
}


def is_skipped(name):
    return any(name in names.split() or (names.endswith('_') and name.startswith(names))
               for names in SKIPPED.values())


def find_values(admin):
    """Returns the numbers of objects that are passed as arguments."""
    reply = admin.ask("SELECT 'visit'::regclass::oid, (SELECT reltoastrelid FROM pg_class WHERE "
                      "oid = 'visit'::regclass), 'visit_patient_slot_key'::regclass::oid, "
                      "'visit_private'::regclass::oid, 'stay'::regclass::oid, (SELECT oid FROM "
                      "pg_database WHERE datname = current_database()), 'fenced'::regrole::oid, "
                      "'keeper'::regrole::oid, "
                      "'open'::regclass::oid, (SELECT max(xmin::text::bigint) FROM open)")
    return dict(zip(('visit', 'toast', 'index', 'view', 'stay', 'database', 'role', 'keeper', 'own',
                     'xid'), reply.rows[0]))


def list_all(admin, immutable):
    """Returns (name, types of arguments) of the functions to call. Immutable functions depend on
    their arguments alone, by what PostgreSQL says about them."""
    reply = admin.ask("SELECT p.proname, (SELECT coalesce(string_agg(format_type(t, NULL), '|' "
                      "ORDER BY i), '') FROM unnest(p.proargtypes::oid[]) WITH ORDINALITY a(t, i)) "
                      "FROM pg_proc p WHERE pronamespace = 'pg_catalog'::regnamespace AND prokind "
                      "= 'f' AND %s ORDER BY proname, proargtypes::text"
                      % ('true' if immutable else "provolatile <> 'i'"))
    # The names that SQL gives to types, as the names in pg_type.
    short = {'integer': 'int4', 'bigint': 'int8', 'smallint': 'int2', 'boolean': 'bool',
             'double precision': 'float8', 'real': 'float4', 'character varying': 'varchar',
             'character': 'bpchar', 'timestamp without time zone': 'timestamp',
             'timestamp with time zone': 'timestamptz', 'time without time zone': 'time',
             'integer[]': 'int4[]'}
    return [(name, [short.get(t, t) for t in types.split('|')] if types else []) for name,
            types in reply.rows]


def observe(session, book, functions, values, most):
    """Calls the functions with at most `most` lists of arguments each. Returns how many calls were
    made, and how many functions have arguments that SQL cannot write."""
    values = dict(values, process=session.process)
    plan, uncallable = [], 0
    for name, kinds in functions:
        if is_skipped(name):
            continue
        some = [one for one in arguments.calls(kinds, values, most) if 'stat_get' in name
                or 'pid' in name or str(session.process) + '::int4' not in one]
        if not some:
            uncallable += 1
        plan += [('%s(%s)' % (name, ', '.join(kinds)), 'SELECT * FROM pg_catalog.%s(%s) LIMIT 3000'
                  % (name, ', '.join(some_arguments)))
                 for some_arguments in some]
    for (name, sql), reply in zip(plan, session.ask_all([sql for _, sql in plan])):
        book.add_cells('function ' + name, reply)
    session.ask('RESET ALL')
    return len(plan), uncallable
