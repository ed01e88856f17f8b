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
#include "utils/inval.h"
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
        return indppg_is_related(relation)  ? INDPPG_RELATED_RULE
               : indppg_is_closed(relation) ? INDPPG_CLOSED_RULE
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
    if (rule == NULL && raise && (rights & (ACL_INSERT | ACL_UPDATE)) != 0)
        indppg_check_identities(relation);
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
    AcceptInvalidationMessages(); /* of what has become related */
    return true;
}

#if PG_VERSION_NUM >= 160000
#define ENTRIES(PLAN) (PLAN)->permInfos

/* `entries` are those that name the rights that a statement needs. */
static bool all_admitted(const List *entries, bool raise)
{
    ListCell *cell;
    foreach (cell, entries) {
        const RTEPermissionInfo *info = lfirst(cell);
        if (!indppg_check_fence(info->relid, info->requiredPerms, info->selectedCols, raise))
            return false;
    }
    return true;
}

static bool check_permissions(List *table, List *permissions, bool raise)
{
    if (previous != NULL && !previous(table, permissions, raise))
        return false;
    if (raise && !IsParallelWorker())
        indppg_check_entries(table, permissions);
    return !must_check() || all_admitted(permissions, raise);
}
#else
#define ENTRIES(PLAN) (PLAN)->rtable

static bool all_admitted(const List *entries, bool raise)
{
    ListCell *cell;
    foreach (cell, entries) {
        const RangeTblEntry *entry = lfirst(cell);
        if (entry->rtekind == RTE_RELATION &&
            !indppg_check_fence(entry->relid, entry->requiredPerms, entry->selectedCols, raise))
            return false;
    }
    return true;
}

static bool check_permissions(List *table, bool raise)
{
    if (previous != NULL && !previous(table, raise))
        return false;
    if (raise && !IsParallelWorker())
        indppg_check_entries(table, NIL);
    return !must_check() || all_admitted(table, raise);
}
#endif

/* Which rows others have locked tells which rows of other tables they have written. */
static void check_locks(const PlannedStmt *plan)
{
    ListCell *cell;
    foreach (cell, plan->rowMarks)
        if (((const PlanRowMark *)lfirst(cell))->waitPolicy != LockWaitBlock)
            indppg_fence_refuse("SKIP LOCKED or NOWAIT", "it tells what others have locked");
}

/* Asks once more when a plan runs, or goes on. A snapshot may show rows that were committed just
 * before the messages about their relation were sent. A sequence is read without a snapshot, so
 * rows of an open cursor show its newest value. */
void indppg_check_again(const PlannedStmt *plan)
{
    if (!must_check())
        return;
    (void)all_admitted(ENTRIES(plan), true);
    check_locks(plan);
}

void indppg_install_relations(void)
{
    previous = ExecutorCheckPerms_hook;
    ExecutorCheckPerms_hook = check_permissions;
}
