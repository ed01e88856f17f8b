/* The verdict on each function of PostgreSQL that is not immutable: whether a fenced session may
 * call it. Names stand for all functions of that name in pg_catalog and information_schema. An
 * immutable function depends on its arguments alone, and needs no verdict. A function that is on
 * neither list is refused, and a test fails: test/cases/75-fence.sh compares the lists with the
 * catalog of each version from 13 to 19. */
#include "fence/fence.h"

#include "access/htup_details.h"
#include "access/transam.h"
#include "catalog/dependency.h"
#include "catalog/pg_language.h"
#include "catalog/pg_namespace.h"
#include "catalog/pg_proc.h"
#include "commands/extension.h"
#include "commands/proclang.h"
#include "protected/protected.h"
#include "total/rules.h"
#include "utils/builtins.h"
#include "utils/lsyscache.h"
#include "utils/syscache.h"

typedef struct Listed {
    const char *names;
    Verdict verdict;
    const char *reason; /* why the functions are admitted or refused: they .. */
} Listed;

static const Listed table[] = {
    { "aclitemin aclitemout anyarray_out anyarray_recv anyarray_send "
      "anycompatiblearray_out anycompatiblearray_recv anycompatiblearray_send "
      "anycompatiblemultirange_in anycompatiblemultirange_out anycompatiblerange_in "
      "anycompatiblerange_out anyenum_out anymultirange_in anymultirange_out anyrange_in "
      "anyrange_out array_in array_out array_recv array_send bpcharrecv bpcharsend "
      "brin_bloom_summary_recv brin_bloom_summary_send brin_minmax_multi_summary_recv "
      "brin_minmax_multi_summary_send cash_in cash_out cstring_recv cstring_send date_in "
      "date_out domain_in domain_recv enum_in enum_out enum_recv enum_send interval_in "
      "interval_out multirange_in multirange_out multirange_recv multirange_send "
      "namerecv namesend pg_dependencies_recv pg_dependencies_send pg_ndistinct_recv "
      "pg_ndistinct_send pg_node_tree_recv pg_node_tree_send range_in range_out "
      "range_recv range_send record_in record_out record_recv record_send regclassin "
      "regclassout regcollationin regcollationout regconfigin regconfigout regdatabasein "
      "regdatabaseout regdictionaryin regdictionaryout regnamespacein regnamespaceout "
      "regoperatorin regoperatorout regoperin regoperout regprocedurein regprocedureout "
      "regprocin regprocout regrolein regroleout regtypein regtypeout textrecv textsend "
      "time_in timestamp_in timestamp_out timestamptz_in timestamptz_out timetz_in "
      "varcharrecv varcharsend xml_in xml_recv xml_send",
      ADMITTED, "convert values to texts and bytes and back" },
    { "_pg_index_position aclexplode col_description format_type getdatabaseencoding "
      "obj_description oidvectortypes pg_available_extension_versions "
      "pg_available_extensions pg_basetype pg_char_to_encoding pg_client_encoding "
      "pg_collation_actual_version pg_collation_for pg_collation_is_visible "
      "pg_column_is_updatable pg_conversion_is_visible "
      "pg_database_collation_actual_version pg_describe_object pg_encoding_to_char "
      "pg_extension_update_paths pg_function_is_visible pg_get_acl "
      "pg_get_catalog_foreign_keys pg_get_constraintdef pg_get_expr "
      "pg_get_function_arg_default pg_get_function_arguments "
      "pg_get_function_identity_arguments pg_get_function_result pg_get_function_sqlbody "
      "pg_get_functiondef pg_get_indexdef pg_get_keywords pg_get_object_address "
      "pg_get_partition_constraintdef pg_get_partkeydef pg_get_publication_sequences "
      "pg_get_publication_tables pg_get_replica_identity_index pg_get_ruledef "
      "pg_get_serial_sequence pg_get_statisticsobjdef pg_get_statisticsobjdef_columns "
      "pg_get_statisticsobjdef_expressions pg_get_triggerdef pg_get_userbyid "
      "pg_get_viewdef pg_identify_object pg_identify_object_as_address "
      "pg_index_column_has_property pg_index_has_property pg_indexam_has_property "
      "pg_is_other_temp_schema pg_jit_available pg_my_temp_schema pg_opclass_is_visible "
      "pg_operator_is_visible pg_opfamily_is_visible pg_options_to_table "
      "pg_partition_ancestors pg_partition_tree pg_relation_is_publishable "
      "pg_relation_is_updatable pg_sequence_parameters pg_settings_get_flags "
      "pg_statistics_obj_is_visible pg_table_is_visible "
      "pg_tablespace_location pg_timezone_abbrevs pg_timezone_abbrevs_abbrevs "
      "pg_timezone_abbrevs_zone pg_timezone_names pg_ts_config_is_visible "
      "pg_ts_dict_is_visible pg_ts_parser_is_visible pg_ts_template_is_visible "
      "pg_type_is_visible pg_typeof row_security_active shobj_description to_regclass "
      "to_regcollation to_regdatabase to_regnamespace to_regoper to_regoperator "
      "to_regproc to_regprocedure to_regrole to_regtype to_regtypemod",
      ADMITTED, "describe definitions" },
    { "has_any_column_privilege has_column_privilege has_database_privilege "
      "has_foreign_data_wrapper_privilege has_function_privilege has_language_privilege "
      "has_largeobject_privilege has_parameter_privilege has_schema_privilege "
      "has_sequence_privilege has_server_privilege has_table_privilege "
      "has_tablespace_privilege has_type_privilege pg_has_role",
      ADMITTED, "tell what rights a role has" },
    { "clock_timestamp current_database current_schema current_schemas current_user "
      "get_current_ts_config getpgusername now pg_is_in_recovery statement_timestamp timeofday "
      "timestamptz_cmp_timestamp timestamptz_eq_timestamp timestamptz_ge_timestamp "
      "timestamptz_gt_timestamp timestamptz_le_timestamp timestamptz_lt_timestamp "
      "timestamptz_ne_timestamp to_timestamp transaction_timestamp version",
      ADMITTED, "tell the time, the database and the current role" },
    { "pg_advisory_unlock_all setseed", OF_SESSION,
      "change what the session has; poolers call the first one" },
    { "current_query current_setting inet_client_addr inet_client_port inet_server_addr "
      "inet_server_port pg_backend_pid pg_conf_load_time pg_cursor "
      "pg_postmaster_start_time pg_prepared_statement pg_show_all_settings "
      "pg_trigger_depth session_user system_user",
      OF_SESSION, "describe the session itself" },
    { "pg_event_trigger_ddl_commands pg_event_trigger_dropped_objects "
      "pg_event_trigger_table_rewrite_oid pg_event_trigger_table_rewrite_reason",
      ADMITTED, "describe the session's own command to an event trigger of the administrator" },
    { "age array_sample array_shuffle date date_add date_cmp_timestamptz "
      "date_eq_timestamptz date_ge_timestamptz date_gt_timestamptz date_le_timestamptz "
      "date_lt_timestamptz date_ne_timestamptz date_part date_subtract date_trunc "
      "extract gen_random_uuid generate_series in_range interval_pl_timestamptz length "
      "make_timestamptz money numeric overlaps pg_sleep pg_sleep_for pg_sleep_until "
      "random random_normal time timestamp timestamp_cmp_timestamptz "
      "timestamp_eq_timestamptz timestamp_ge_timestamptz timestamp_gt_timestamptz "
      "timestamp_le_timestamptz timestamp_lt_timestamptz timestamp_ne_timestamptz "
      "timestamptz timestamptz_cmp_date timestamptz_eq_date timestamptz_ge_date "
      "timestamptz_gt_date timestamptz_le_date timestamptz_lt_date "
      "timestamptz_mi_interval timestamptz_ne_date timestamptz_pl_interval timetz "
      "timezone to_char to_date to_number uuidv4 uuidv7",
      ADMITTED, "compute with values, times and random numbers" },
    { "anytextcat array_to_json array_to_string concat concat_ws convert convert_from "
      "convert_to enum_first enum_last "
      "enum_range format json_agg_strict_transfn json_agg_transfn json_build_array "
      "json_build_object json_object_agg_strict_transfn json_object_agg_transfn "
      "json_object_agg_unique_strict_transfn json_object_agg_unique_transfn "
      "json_populate_record json_populate_recordset json_to_record json_to_recordset "
      "json_to_tsvector jsonb_agg_finalfn jsonb_agg_strict_transfn jsonb_agg_transfn "
      "jsonb_build_array jsonb_build_object jsonb_object_agg_finalfn "
      "jsonb_object_agg_strict_transfn jsonb_object_agg_transfn "
      "jsonb_object_agg_unique_strict_transfn jsonb_object_agg_unique_transfn "
      "jsonb_path_exists_tz jsonb_path_match_tz jsonb_path_query_array_tz "
      "jsonb_path_query_first_tz jsonb_path_query_tz jsonb_populate_record "
      "jsonb_populate_record_valid jsonb_populate_recordset jsonb_to_record "
      "jsonb_to_recordset jsonb_to_tsvector pg_column_compression pg_column_size "
      "pg_input_error_info pg_input_is_valid phraseto_tsquery plainto_tsquery "
      "quote_literal quote_nullable regclass row_to_json "
      "textanycat to_json to_jsonb to_tsquery to_tsvector ts_debug ts_headline "
      "ts_match_tq ts_match_tt ts_parse ts_token_type "
      "websearch_to_tsquery xml xml_is_well_formed",
      ADMITTED, "make texts and documents of what the session may read" },
    { "cursor_to_xml cursor_to_xmlschema database_to_xml database_to_xml_and_xmlschema "
      "database_to_xmlschema query_to_xml query_to_xml_and_xmlschema query_to_xmlschema "
      "schema_to_xml schema_to_xml_and_xmlschema schema_to_xmlschema set_config setval "
      "table_to_xml table_to_xml_and_xmlschema table_to_xmlschema ts_rewrite ts_stat",
      OF_READER, "execute a text, or change what others have set" },
    { "currval lastval nextval", OF_SESSION,
      "use sequences, which have rights of their own; and two tell what the session has drawn" },
    { "RI_FKey_cascade_del RI_FKey_cascade_upd RI_FKey_check_ins RI_FKey_check_upd "
      "RI_FKey_noaction_del RI_FKey_noaction_upd RI_FKey_restrict_del "
      "RI_FKey_restrict_upd RI_FKey_setdefault_del RI_FKey_setdefault_upd "
      "RI_FKey_setnull_del RI_FKey_setnull_upd amvalidate areajoinsel areasel "
      "array_typanalyze arraycontjoinsel arraycontsel bernoulli brinhandler bthandler "
      "contjoinsel contsel dsnowball_init dsnowball_lexize eqjoinsel eqsel "
      "fmgr_c_validator fmgr_internal_validator fmgr_sql_validator ginhandler "
      "gisthandler hashhandler heap_tableam_handler iclikejoinsel iclikesel "
      "icnlikejoinsel icnlikesel icregexeqjoinsel icregexeqsel icregexnejoinsel "
      "icregexnesel likejoinsel likesel matchingjoinsel matchingsel "
      "multirange_typanalyze multirangesel neqjoinsel neqsel networkjoinsel networksel "
      "nlikejoinsel nlikesel plpgsql_call_handler plpgsql_inline_handler "
      "plpgsql_validator positionjoinsel positionsel prefixjoinsel prefixsel "
      "range_typanalyze rangesel regexeqjoinsel regexeqsel regexnejoinsel regexnesel "
      "scalargejoinsel scalargesel scalargtjoinsel scalargtsel scalarlejoinsel "
      "scalarlesel scalarltjoinsel scalarltsel spghandler "
      "suppress_redundant_updates_trigger system ts_typanalyze tsmatchjoinsel tsmatchsel "
      "tsvector_update_trigger tsvector_update_trigger_column unique_key_recheck",
      PART,
      "are parts of the server; called directly, a validator compiles a function on another search "
      "path" },
    { "binary_upgrade_add_sub_rel_state binary_upgrade_create_conflict_detection_slot "
      "binary_upgrade_create_empty_extension binary_upgrade_replorigin_advance "
      "binary_upgrade_set_missing_value binary_upgrade_set_next_array_pg_type_oid "
      "binary_upgrade_set_next_attribute_versions "
      "binary_upgrade_set_next_heap_pg_class_oid "
      "binary_upgrade_set_next_heap_relfilenode "
      "binary_upgrade_set_next_index_pg_class_oid "
      "binary_upgrade_set_next_index_relfilenode "
      "binary_upgrade_set_next_multirange_array_pg_type_oid "
      "binary_upgrade_set_next_multirange_pg_type_oid "
      "binary_upgrade_set_next_pg_authid_oid binary_upgrade_set_next_pg_enum_oid "
      "binary_upgrade_set_next_pg_tablespace_oid binary_upgrade_set_next_pg_type_oid "
      "binary_upgrade_set_next_toast_pg_class_oid "
      "binary_upgrade_set_next_toast_pg_type_oid "
      "binary_upgrade_set_next_toast_relfilenode binary_upgrade_set_record_init_privs "
      "brin_desummarize_range brin_summarize_new_values brin_summarize_range currtid currtid2 "
      "gin_clean_pending_list pg_clear_attribute_stats pg_clear_extended_stats "
      "pg_clear_relation_stats "
      ""
      "pg_extension_config_dump "
      "pg_get_shmem_allocations pg_import_system_collations pg_restore_attribute_stats "
      "pg_restore_extended_stats pg_restore_relation_stats pg_stop_making_pinned_objects",
      REFUSED, "change catalogs, or belong to upgrades and event triggers" },
    { "binary_upgrade_check_logical_slot_pending_wal "
      "binary_upgrade_logical_slot_has_caught_up pg_available_wal_summaries "
      "pg_backup_start pg_backup_start_time pg_backup_stop pg_control_checkpoint "
      "pg_control_init pg_control_recovery pg_control_system "
      "pg_copy_logical_replication_slot pg_copy_physical_replication_slot "
      "pg_create_logical_replication_slot pg_create_physical_replication_slot "
      "pg_create_restore_point pg_current_wal_flush_lsn pg_current_wal_insert_lsn "
      "pg_current_wal_lsn pg_drop_replication_slot pg_get_replication_slots "
      "pg_get_wal_replay_pause_state pg_get_wal_resource_managers "
      "pg_get_wal_summarizer_state pg_is_in_backup pg_is_wal_replay_paused "
      "pg_last_wal_receive_lsn pg_last_wal_replay_lsn pg_log_standby_snapshot "
      "pg_logical_emit_message pg_logical_slot_get_binary_changes "
      "pg_logical_slot_get_changes pg_logical_slot_peek_binary_changes "
      "pg_logical_slot_peek_changes pg_ls_logicalmapdir pg_ls_logicalsnapdir "
      "pg_ls_replslotdir pg_ls_waldir pg_promote pg_replication_origin_advance "
      "pg_replication_origin_create pg_replication_origin_drop pg_replication_origin_oid "
      "pg_replication_origin_progress pg_replication_origin_session_is_setup "
      "pg_replication_origin_session_progress pg_replication_origin_session_reset "
      "pg_replication_origin_session_setup pg_replication_slot_advance "
      "pg_show_replication_origin_status pg_split_walfile_name pg_start_backup "
      "pg_stop_backup pg_switch_wal pg_sync_replication_slots pg_wal_replay_pause "
      "pg_wal_replay_resume pg_wal_summary_contents",
      REFUSED, "write-ahead log, replication and recovery" },
    { "lo_close lo_creat lo_create lo_export lo_from_bytea lo_get lo_import lo_lseek "
      "lo_lseek64 lo_open lo_put lo_tell lo_tell64 lo_truncate lo_truncate64 lo_unlink "
      "loread lowrite pg_config pg_current_logfile pg_get_backend_memory_contexts "
      "pg_get_dsm_registry_allocations pg_get_loaded_modules "
      "pg_get_shmem_allocations_numa pg_hba_file_rules pg_ident_file_mappings "
      "pg_log_backend_memory_contexts pg_ls_archive_statusdir pg_ls_dir pg_ls_logdir "
      "pg_ls_summariesdir pg_ls_tmpdir pg_numa_available pg_read_binary_file "
      "pg_read_file pg_read_file_old pg_reload_conf pg_rotate_logfile "
      "pg_rotate_logfile_old pg_show_all_file_settings",
      REFUSED, "large objects, files and the server itself" },
    { "mxid_age pg_advisory_xact_lock pg_advisory_xact_lock_shared pg_current_snapshot "
      "pg_current_xact_id pg_current_xact_id_if_assigned pg_export_snapshot "
      "pg_get_multixact_members pg_get_multixact_stats pg_last_committed_xact "
      "pg_last_xact_replay_timestamp pg_nextoid pg_prepared_xact "
      "pg_replication_origin_xact_reset pg_replication_origin_xact_setup "
      "pg_try_advisory_xact_lock pg_try_advisory_xact_lock_shared "
      "pg_xact_commit_timestamp pg_xact_commit_timestamp_origin pg_xact_status "
      "txid_current txid_current_if_assigned txid_current_snapshot txid_status",
      REFUSED, "tell the transactions of others" },
    { "pg_advisory_lock pg_advisory_lock_shared pg_advisory_unlock "
      "pg_advisory_unlock_shared pg_blocking_pids "
      "pg_cancel_backend pg_isolation_test_session_is_blocked pg_listening_channels "
      "pg_lock_status pg_notification_queue_usage pg_notify "
      "pg_safe_snapshot_blocking_pids pg_terminate_backend pg_try_advisory_lock "
      "pg_try_advisory_lock_shared",
      REFUSED, "locks, notifications and other sessions" },
    { "pg_column_toast_chunk_id pg_database_size pg_filenode_relation "
      "pg_get_sequence_data pg_indexes_size pg_mcv_list_items pg_mcv_list_recv "
      "pg_mcv_list_send pg_relation_filenode pg_relation_filepath pg_relation_size "
      "pg_sequence_last_value pg_table_size pg_tablespace_databases pg_tablespace_size "
      "pg_total_relation_size",
      REFUSED, "tell sizes, files, statistics and counts of rows of any table" },
    { "pg_get_aios pg_get_wait_events pg_stat_clear_snapshot pg_stat_file "
      "pg_stat_force_next_flush pg_stat_get_activity pg_stat_get_analyze_count "
      "pg_stat_get_archiver pg_stat_get_autoanalyze_count pg_stat_get_autovacuum_count "
      "pg_stat_get_autovacuum_scores pg_stat_get_backend_activity "
      "pg_stat_get_backend_activity_start pg_stat_get_backend_client_addr "
      "pg_stat_get_backend_client_port pg_stat_get_backend_dbid "
      "pg_stat_get_backend_idset pg_stat_get_backend_io pg_stat_get_backend_pid "
      "pg_stat_get_backend_start pg_stat_get_backend_subxact pg_stat_get_backend_userid "
      "pg_stat_get_backend_wait_event pg_stat_get_backend_wait_event_type "
      "pg_stat_get_backend_wal pg_stat_get_backend_xact_start "
      "pg_stat_get_bgwriter_buf_written_checkpoints "
      "pg_stat_get_bgwriter_buf_written_clean pg_stat_get_bgwriter_maxwritten_clean "
      "pg_stat_get_bgwriter_requested_checkpoints pg_stat_get_bgwriter_stat_reset_time "
      "pg_stat_get_bgwriter_timed_checkpoints pg_stat_get_blocks_fetched "
      "pg_stat_get_blocks_hit pg_stat_get_buf_alloc pg_stat_get_buf_fsync_backend "
      "pg_stat_get_buf_written_backend pg_stat_get_checkpoint_sync_time "
      "pg_stat_get_checkpoint_write_time pg_stat_get_checkpointer_buffers_written "
      "pg_stat_get_checkpointer_num_performed pg_stat_get_checkpointer_num_requested "
      "pg_stat_get_checkpointer_num_timed "
      "pg_stat_get_checkpointer_restartpoints_performed "
      "pg_stat_get_checkpointer_restartpoints_requested "
      "pg_stat_get_checkpointer_restartpoints_timed "
      "pg_stat_get_checkpointer_slru_written pg_stat_get_checkpointer_stat_reset_time "
      "pg_stat_get_checkpointer_sync_time pg_stat_get_checkpointer_write_time "
      "pg_stat_get_db_active_time pg_stat_get_db_blk_read_time "
      "pg_stat_get_db_blk_write_time pg_stat_get_db_blocks_fetched "
      "pg_stat_get_db_blocks_hit pg_stat_get_db_checksum_failures "
      "pg_stat_get_db_checksum_last_failure pg_stat_get_db_conflict_all "
      "pg_stat_get_db_conflict_bufferpin pg_stat_get_db_conflict_lock "
      "pg_stat_get_db_conflict_logicalslot pg_stat_get_db_conflict_snapshot "
      "pg_stat_get_db_conflict_startup_deadlock pg_stat_get_db_conflict_tablespace "
      "pg_stat_get_db_deadlocks pg_stat_get_db_idle_in_transaction_time "
      "pg_stat_get_db_numbackends pg_stat_get_db_parallel_workers_launched "
      "pg_stat_get_db_parallel_workers_to_launch pg_stat_get_db_session_time "
      "pg_stat_get_db_sessions pg_stat_get_db_sessions_abandoned "
      "pg_stat_get_db_sessions_fatal pg_stat_get_db_sessions_killed "
      "pg_stat_get_db_stat_reset_time pg_stat_get_db_temp_bytes "
      "pg_stat_get_db_temp_files pg_stat_get_db_tuples_deleted "
      "pg_stat_get_db_tuples_fetched pg_stat_get_db_tuples_inserted "
      "pg_stat_get_db_tuples_returned pg_stat_get_db_tuples_updated "
      "pg_stat_get_db_xact_commit pg_stat_get_db_xact_rollback pg_stat_get_dead_tuples "
      "pg_stat_get_function_calls pg_stat_get_function_self_time "
      "pg_stat_get_function_stat_reset_time pg_stat_get_function_total_time "
      "pg_stat_get_ins_since_vacuum pg_stat_get_io pg_stat_get_last_analyze_time "
      "pg_stat_get_last_autoanalyze_time pg_stat_get_last_autovacuum_time "
      "pg_stat_get_last_vacuum_time pg_stat_get_lastscan pg_stat_get_live_tuples "
      "pg_stat_get_lock pg_stat_get_mod_since_analyze pg_stat_get_numscans "
      "pg_stat_get_progress_info pg_stat_get_recovery pg_stat_get_recovery_prefetch "
      "pg_stat_get_replication_slot pg_stat_get_slru pg_stat_get_snapshot_timestamp "
      "pg_stat_get_stat_reset_time pg_stat_get_subscription "
      "pg_stat_get_subscription_stats pg_stat_get_total_analyze_time "
      "pg_stat_get_total_autoanalyze_time pg_stat_get_total_autovacuum_time "
      "pg_stat_get_total_vacuum_time pg_stat_get_tuples_deleted "
      "pg_stat_get_tuples_fetched pg_stat_get_tuples_hot_updated "
      "pg_stat_get_tuples_inserted pg_stat_get_tuples_newpage_updated "
      "pg_stat_get_tuples_returned pg_stat_get_tuples_updated pg_stat_get_vacuum_count "
      "pg_stat_get_wal pg_stat_get_wal_receiver pg_stat_get_wal_senders "
      "pg_stat_get_xact_blocks_fetched pg_stat_get_xact_blocks_hit "
      "pg_stat_get_xact_function_calls pg_stat_get_xact_function_self_time "
      "pg_stat_get_xact_function_total_time pg_stat_get_xact_numscans "
      "pg_stat_get_xact_tuples_deleted pg_stat_get_xact_tuples_fetched "
      "pg_stat_get_xact_tuples_hot_updated pg_stat_get_xact_tuples_inserted "
      "pg_stat_get_xact_tuples_newpage_updated pg_stat_get_xact_tuples_returned "
      "pg_stat_get_xact_tuples_updated pg_stat_have_stats pg_stat_reset "
      "pg_stat_reset_backend_stats pg_stat_reset_replication_slot pg_stat_reset_shared "
      "pg_stat_reset_single_function_counters pg_stat_reset_single_table_counters "
      "pg_stat_reset_slru pg_stat_reset_subscription_stats",
      REFUSED, "count what sessions did with rows, pages and transactions" },
};

/* age(xid) counts transactions, unlike the other functions of this name. */
#define AGE_OF_XID 1181

/* Of the functions that change something: the others change policies and budgets. Code of one reader
 * could call them with the rights of another, who owns a source. */
static Verdict verdict_of_ours(const char *name)
{
    static const char asked[] = "answers remaining ledger kept terms explained explain";
    return indppg_is_among(name, strlen(name), asked) ? OF_READER : REFUSED;
}

static Verdict verdict_of_name(const char *name)
{
    size_t length = strlen(name);
    for (const Listed *row = table; row < table + lengthof(table); row++)
        if (indppg_is_among(name, length, row->names))
            return row->verdict;
    return UNKNOWN_FUNCTION;
}

/* After pg_upgrade, the functions of PL/pgSQL have other numbers than those that are built in. */
static bool is_of_plpgsql(Oid function)
{
    Oid extension = getExtensionOfObject(ProcedureRelationId, function);
    const char *name = OidIsValid(extension) ? get_extension_name(extension) : NULL;
    return name != NULL && strcmp(name, "plpgsql") == 0;
}

static Verdict verdict_of(Oid function, const FormData_pg_proc *proc)
{
    if (function < FirstNormalObjectId) {
        if (function == AGE_OF_XID)
            return REFUSED;
        if (proc->prokind != PROKIND_FUNCTION && proc->prokind != PROKIND_PROCEDURE)
            return ADMITTED; /* an aggregate or a window function, whose parts are asked for, too */
        return proc->provolatile == PROVOLATILE_IMMUTABLE ? ADMITTED
                                                          : verdict_of_name(NameStr(proc->proname));
    }
    if (indppg_is_own(function) && proc->pronamespace == indppg_schema() &&
        proc->provolatile == PROVOLATILE_VOLATILE)
        return verdict_of_ours(NameStr(proc->proname));
    if (proc->prokind == PROKIND_AGGREGATE || proc->prolang == SQLlanguageId ||
        proc->prolang == get_language_oid("plpgsql", true) || indppg_is_own(function))
        return ADMITTED; /* what they call is asked for, too */
    if (is_of_plpgsql(function))
        return verdict_of_name(NameStr(proc->proname));
    return indppg_is_trusted_function(function) ? ADMITTED : REFUSED;
}

/* Whether the function draws from a sequence, or sets or tells its value. */
bool indppg_is_of_sequences(Oid function)
{
    static const char names[] = "currval lastval nextval setval";
    const char *name = function < FirstNormalObjectId ? get_func_name(function) : NULL;
    return name != NULL && indppg_is_among(name, strlen(name), names);
}

PG_FUNCTION_INFO_V1(dp_verdict);

/* 'admitted', 'part of the server', 'own session', 'own rights', 'refused', or NULL for a function
 * of PostgreSQL that is on no list. */
Datum dp_verdict(PG_FUNCTION_ARGS)
{
    switch (indppg_verdict(PG_GETARG_OID(0))) {
    case ADMITTED: return CStringGetTextDatum("admitted");
    case PART: return CStringGetTextDatum("part of the server");
    case OF_SESSION: return CStringGetTextDatum("own session");
    case OF_READER: return CStringGetTextDatum("own rights");
    case REFUSED: return CStringGetTextDatum("refused");
    default: PG_RETURN_NULL();
    }
}

Verdict indppg_verdict(Oid function)
{
    HeapTuple tuple = SearchSysCache1(PROCOID, ObjectIdGetDatum(function));
    Verdict verdict = UNKNOWN_FUNCTION;
    if (HeapTupleIsValid(tuple)) {
        verdict = verdict_of(function, (Form_pg_proc)GETSTRUCT(tuple));
        ReleaseSysCache(tuple);
    }
    return verdict;
}
