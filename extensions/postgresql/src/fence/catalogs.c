/* The catalogs and views of PostgreSQL that a fenced session may read, the columns of them that it
 * sees as NULL, because they count rows, pages or transactions, and the catalog that it sees without
 * rows. Other relations of pg_catalog are refused. */
#include "fence/fence.h"

#include "access/sysattr.h"
#include "catalog/namespace.h"
#include "catalog/pg_class.h"
#include "catalog/pg_database.h"
#include "catalog/pg_index.h"
#include "catalog/pg_largeobject_metadata.h"
#include "catalog/pg_namespace.h"
#include "total/rules.h"
#include "utils/lsyscache.h"

static const char catalogs[] =
    "pg_aggregate pg_am pg_amop pg_amproc pg_attrdef pg_attribute pg_auth_members pg_authid pg_available_extension_versions pg_available_extensions "
    "pg_cast pg_class pg_collation pg_constraint pg_conversion pg_cursors pg_database pg_db_role_setting pg_default_acl pg_depend pg_description "
    "pg_enum pg_event_trigger pg_extension pg_foreign_data_wrapper pg_foreign_server pg_foreign_table pg_group pg_index pg_indexes pg_inherits "
    "pg_init_privs pg_language pg_matviews pg_namespace pg_opclass pg_operator pg_opfamily pg_parameter_acl pg_partitioned_table pg_policies pg_policy "
    "pg_prepared_statements pg_proc pg_publication pg_publication_namespace pg_publication_rel pg_publication_tables pg_range pg_rewrite pg_roles "
    "pg_rules pg_seclabel pg_seclabels pg_sequence pg_sequences pg_settings pg_shadow pg_shdepend pg_shdescription pg_shseclabel pg_statistic_ext "
    "pg_subscription pg_tables pg_tablespace pg_timezone_abbrevs pg_timezone_names pg_transform pg_trigger pg_ts_config pg_ts_config_map pg_ts_dict "
    "pg_ts_parser pg_ts_template pg_type pg_user pg_user_mapping pg_user_mappings pg_views";

static const struct {
    Oid relation;
    const char *columns;
} masked[] = {
    {RelationRelationId, "reltuples relpages relallvisible relallfrozen relfrozenxid relminmxid relfilenode"},
    {DatabaseRelationId, "datfrozenxid datminmxid"},
    {IndexRelationId, "indcheckxmin"},
};

/* Large objects are rows of others. But pg_seclabels joins them, and pgAdmin reads pg_seclabels with
 * each table. */
bool indppg_is_emptied(Oid relation)
{
    return relation == LargeObjectMetadataRelationId;
}

bool indppg_counts_transactions(AttrNumber column)
{
    return column == MinTransactionIdAttributeNumber || column == MaxTransactionIdAttributeNumber || column == MinCommandIdAttributeNumber ||
           column == MaxCommandIdAttributeNumber;
}

bool indppg_is_catalog(Oid relation)
{
    Oid schema = get_rel_namespace(relation);
    return schema == PG_CATALOG_NAMESPACE || schema == PG_TOAST_NAMESPACE || schema == get_namespace_oid("information_schema", true);
}

bool indppg_has_masked(Oid relation)
{
    for (int i = 0; i < (int)lengthof(masked); i++)
        if (masked[i].relation == relation)
            return true;
    return false;
}

bool indppg_is_masked(Oid relation, AttrNumber column)
{
    if (indppg_counts_transactions(column))
        return indppg_is_catalog(relation);
    for (int i = 0; i < (int)lengthof(masked); i++)
        if (masked[i].relation == relation && column > 0) {
            const char *name = get_attname(relation, column, true);
            return name == NULL || indppg_is_among(name, strlen(name), masked[i].columns);
        }
    return false;
}

bool indppg_is_admitted_catalog(Oid relation)
{
    Oid schema = get_rel_namespace(relation);
    const char *name = get_rel_name(relation);
    if (name == NULL)
        return false;
    if (schema == PG_CATALOG_NAMESPACE)
        return indppg_is_among(name, strlen(name), catalogs);
    return schema == get_namespace_oid("information_schema", true);
}
