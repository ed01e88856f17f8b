/* Refuses reading relations and columns. PostgreSQL asks with the rights of a statement, for every
 * relation in it, whoever's rights count for that relation. */
#include "fence/fence.h"

#include "access/parallel.h"
#include "access/sysattr.h"
#include "catalog/pg_class.h"
#include "executor/executor.h"
#include "miscadmin.h"
#include "nodes/bitmapset.h"
#include "protected/protected.h"
#include "utils/lsyscache.h"

#define MASKED_RULE "some of its columns count rows or transactions; SELECT shows the others"

static ExecutorCheckPerms_hook_type previous;

static bool selects(const Bitmapset *columns, AttrNumber column)
{
    return bms_is_member(column - FirstLowInvalidHeapAttributeNumber, columns);
}

static bool count_transactions(const Bitmapset *columns)
{
    int column = -1;
    while ((column = bms_next_member(columns, column)) >= 0)
        if (indppg_counts_transactions((AttrNumber)(column + FirstLowInvalidHeapAttributeNumber)))
            return true;
    return false;
}

static bool has_masked(Oid relation, const Bitmapset *columns)
{
    int column = -1;
    while ((column = bms_next_member(columns, column)) >= 0) {
        AttrNumber number = (AttrNumber)(column + FirstLowInvalidHeapAttributeNumber);
        if (number == InvalidAttrNumber ? indppg_has_masked(relation)
                                        : indppg_is_masked(relation, number))
            return true;
    }
    return false;
}

/* The rule that reading these columns of the relation breaks, or NULL. */
static const char *broken_rule(Oid relation, const Bitmapset *columns)
{
    if (count_transactions(columns))
        return INDPPG_COUNTS_RULE;
    if (!indppg_is_catalog(relation))
        return indppg_is_related(relation) ? INDPPG_RELATED_RULE
               : get_rel_relkind(relation) == RELKIND_SEQUENCE && has_masked(relation, columns)
                   ? MASKED_RULE
                   : NULL;
    if (indppg_is_emptied(relation) && selects(columns, INDPPG_HIDDEN))
        return NULL;
    if (!indppg_is_admitted_catalog(relation))
        return "it is not one of the catalogs that readers may read";
    return has_masked(relation, columns) ? MASKED_RULE : NULL;
}

bool indppg_check_fence(Oid relation, AclMode rights, const Bitmapset *columns, bool raise)
{
    const char *rule = rights == 0 || (indppg_is_foreign_key() && !indppg_is_catalog(relation))
                           ? NULL
                           : broken_rule(relation, columns);
    if (rule == NULL && raise && (rights & (ACL_INSERT | ACL_UPDATE | ACL_DELETE)) != 0)
        indppg_check_triggers(relation);
    if (rule != NULL && raise)
        indppg_fence_refuse(psprintf("reading %s", get_rel_name(relation)), rule);
    return rule == NULL;
}

/* A parallel worker is asked about the plan of its leader, which has answered before. Queries that a
 * function runs in a worker are planned there, and checked then (../protected/rights.c). */
static bool must_check(void)
{
    if (IsParallelWorker() || !indppg_is_fenced())
        return false;
    indppg_keep_messages();
    return true;
}

#if PG_VERSION_NUM >= 160000
static bool check_permissions(List *table, List *permissions, bool raise)
{
    ListCell *cell;
    if (previous != NULL && !previous(table, permissions, raise))
        return false;
    if (raise && !IsParallelWorker())
        indppg_check_entries(table, permissions);
    if (!must_check())
        return true;
    foreach (cell, permissions) {
        const RTEPermissionInfo *info = lfirst(cell);
        if (!indppg_check_fence(info->relid, info->requiredPerms, info->selectedCols, raise))
            return false;
    }
    return true;
}
#else
static bool check_permissions(List *table, bool raise)
{
    ListCell *cell;
    if (previous != NULL && !previous(table, raise))
        return false;
    if (raise && !IsParallelWorker())
        indppg_check_entries(table, NIL);
    if (!must_check())
        return true;
    foreach (cell, table) {
        const RangeTblEntry *entry = lfirst(cell);
        if (entry->rtekind == RTE_RELATION &&
            !indppg_check_fence(entry->relid, entry->requiredPerms, entry->selectedCols, raise))
            return false;
    }
    return true;
}
#endif

void indppg_install_relations(void)
{
    previous = ExecutorCheckPerms_hook;
    ExecutorCheckPerms_hook = check_permissions;
}
