/* Keeps others from computing what a reader has defined. PostgreSQL computes rules, views,
 * policies, defaults, constraints and conditions of triggers with the rights of whoever uses the
 * relation, and outside of the fence if that is not a reader. A reader would then learn what the
 * fence hides, or have done what only others may do.
 * So others, among them readers who may define no code, use no view of a reader, no table of one
 * with policies that hold for them, and write to no table of one with rules or triggers, or with
 * defaults and constraints that are not plain (stored.c).
 *
 * The question is asked when the relation is used, too, and not only when something is defined: so
 * it does not matter who defined it, and when. */
#include "fence/fence.h"

#include "access/transam.h"
#include "access/xact.h"
#include "catalog/namespace.h"
#include "catalog/pg_class.h"
#include "catalog/pg_inherits.h"
#include "catalog/pg_proc.h"
#include "miscadmin.h"
#include "nodes/nodeFuncs.h"
#include "parser/parsetree.h"
#include "protected/protected.h"
#include "storage/lmgr.h"
#include "utils/acl.h"
#include "utils/lsyscache.h"
#include "utils/regproc.h"
#include "utils/rls.h"
#include "utils/syscache.h"

void indppg_refuse_others(const char *what, const char *instead)
{
    ereport(ERROR,
            (errcode(ERRCODE_INSUFFICIENT_PRIVILEGE),
             errmsg("indp: %s is refused: a reader has defined it, and it would run with the "
                    "rights of others",
                    what),
             errhint("What members of " INDPPG_READERS
                     " define runs for readers only. Instead, %s.",
                     instead)));
}

void indppg_refuse_use(Oid relation, const char *what)
{
    indppg_refuse_others(psprintf("using %s, which %s,", get_rel_name(relation), what),
                         "read the definition, and make one of your own");
}

/* What is stored must not change between the question and the use. Who has no right on the table
 * must not lock it, and is refused by PostgreSQL. */
static bool may_lock(Oid id)
{
    return SearchSysCacheExists1(RELOID, ObjectIdGetDatum(id)) &&
           (INDPPG_OWNS(id) ||
            pg_class_aclcheck(id, GetUserId(), ACL_ALL_RIGHTS_RELATION) == ACLCHECK_OK);
}

/* The relation that the name means, also when the statement looks it up again: it is locked, unless
 * PostgreSQL will refuse the statement. Only its owner may lock others out. */
Oid indppg_resolve(const RangeVar *name, LOCKMODE mode)
{
    Oid relation = RangeVarGetRelid(name, NoLock, true);
    if (!OidIsValid(relation) || !may_lock(relation))
        return relation;
    return RangeVarGetRelid(name, INDPPG_OWNS(relation) ? mode : AccessShareLock, true);
}

static uint64 changes; /* of relations */

static void forget(Datum argument, Oid relation)
{
    (void)argument;
    (void)relation;
    changes++;
}

static uint64 number_of_changes(void)
{
    return changes + indppg_changes_of_roles();
}

/* Whether the session is kept apart from what other readers have defined. It is if a reader who
 * owns a source has logged in, or is the current role: what runs there could learn more than its
 * author. It also is if the reader may define no code: a view of another one would spend what is
 * his, and change his settings. The last answer. */
static bool is_apart(void)
{
    static Oid session, current;
    static uint64 then;
    static bool is;
    uint64 before = number_of_changes();
    if (!indppg_is_readers_session())
        return false;
    if (session != GetSessionUserId() || current != GetUserId() || then != before) {
        is = indppg_is_owners_session() || !indppg_is_author(GetSessionUserId());
        session = GetSessionUserId();
        current = GetUserId();
        then = before;
    }
    return is;
}

/* Whether this is another reader, from whom this session is kept apart. */
bool indppg_is_anothers(Oid owner)
{
    return OidIsValid(owner) && owner != GetUserId() && owner != GetSessionUserId() && is_apart() &&
           indppg_is_a_readers(owner);
}

/* Whether what a reader has defined would run with the rights of others, or in their session: after
 * SET ROLE, or where a foreign key changes a table of a reader. PostgreSQL itself restricts what a
 * materialized view of a reader does that others refresh, and the fence is around it. A reader who
 * is kept apart is among the others. */
bool indppg_is_other(void)
{
    bool own = GetUserId() == GetSessionUserId() || indppg_is_readers_session() ||
               InSecurityRestrictedOperation();
    return IsTransactionState() && indppg_has_readers() &&
           !(own && indppg_is_a_readers(GetUserId()) && !is_apart());
}

/* Whether what runs has the rights of the role that has logged in, or of one that it has taken by
 * SET ROLE: it is not in a SECURITY DEFINER function of another role. */
static bool has_own_rights(void)
{
    return GetUserId() == GetSessionUserId() || !InLocalUserIdChange();
}

/* Whether what this role owns is refused here. A reader who is kept apart uses what is the reader's
 * own, but not with the rights of others. What belongs to a role that several readers can take by
 * SET ROLE may be that of another one. */
static bool is_refused(Oid owner)
{
    if (is_apart() && has_own_rights() && owner == GetSessionUserId())
        return false;
    return indppg_is_a_readers(owner);
}

/* `as` is the role for which policies hold, or InvalidOid for the current one. */
static void check_one(Oid id, bool writes, Oid as, bool locks)
{
    char kind = get_rel_relkind(id);
    if (kind == '\0' || !is_refused(indppg_owner_of(RELOID, id)))
        return;
    if (locks && may_lock(id))
        LockRelationOid(id, writes ? RowExclusiveLock : AccessShareLock);
    if (kind == RELKIND_VIEW)
        indppg_refuse_use(id, "is a view");
    if (check_enable_rls(id, as, true) == RLS_ENABLED)
        indppg_refuse_use(id, "has policies");
    if (writes && kind == RELKIND_PARTITIONED_TABLE)
        indppg_refuse_use(id, "is partitioned");
    if (writes)
        indppg_check_written(id);
}

static List *parts_of(Oid relation)
{
    return list_delete_oid(find_all_inheritors(relation, NoLock, NULL), relation);
}

/* Rows may go into partitions, which need no right and are locked only then: so a partition of a
 * reader is refused. New rows do not go to tables that only inherit. */
static void check_parts(Oid relation, AclMode rights)
{
    List *parts = NIL;
    ListCell *cell;
    if (get_rel_relkind(relation) == RELKIND_PARTITIONED_TABLE || rights != ACL_INSERT)
        parts = parts_of(relation);
    foreach (cell, parts)
        if (is_refused(indppg_owner_of(RELOID, lfirst_oid(cell))))
            indppg_refuse_use(lfirst_oid(cell), "is a part of another table");
    list_free(parts);
}

/* Relations that are somebody else's, the usual case, so that they are looked up once. A new owner
 * or part of a relation, or a new member of a role, changes the number. */
enum { KNOWN = 64 };
static struct {
    Oid relation;
    uint64 changes;
    AclMode writes; /* what was asked for */
} known[KNOWN];

static bool is_known(Oid relation, AclMode writes)
{
    int at = (int)(relation % KNOWN);
    return known[at].relation == relation && known[at].changes == number_of_changes() &&
           (known[at].writes & writes) == writes;
}

static void check_use(Oid relation, AclMode rights, Oid as, bool locks)
{
    AclMode writes = rights & (ACL_INSERT | ACL_UPDATE | ACL_DELETE);
    uint64 before = number_of_changes();
    if (relation < FirstNormalObjectId || !indppg_is_other() || is_known(relation, writes))
        return;
    check_one(relation, writes != 0, as, locks);
    if (get_rel_relkind(relation) == '\0')
        return; /* dropped while this waited for it */
    if (writes != 0)
        check_parts(relation, writes);
    if (indppg_is_a_readers(indppg_owner_of(RELOID, relation)))
        return;
    known[relation % KNOWN].relation = relation;
    known[relation % KNOWN].changes = before;
    known[relation % KNOWN].writes = writes;
}

void indppg_check_use(Oid relation, AclMode rights)
{
    check_use(relation, rights, InvalidOid, true);
}

static void check_rewritten(Oid relation)
{
    if (is_refused(indppg_owner_of(RELOID, relation)))
        indppg_check_copied(relation);
}

/* ALTER TABLE computes constraints and defaults, also of parts, but runs no rules and triggers. */
void indppg_check_rewritten(Oid relation)
{
    List *parts;
    ListCell *cell;
    if (relation < FirstNormalObjectId || !indppg_is_other())
        return;
    check_rewritten(relation);
    parts = parts_of(relation);
    foreach (cell, parts)
        check_rewritten(lfirst_oid(cell));
    list_free(parts);
}

/* Also by CASCADE. PostgreSQL asks before it has the lock that it will take, and another lock would
 * be an occasion for deadlocks. A trigger that a reader makes meanwhile is harmless
 * (definitions.c). */
void indppg_check_truncated(Oid relation, bool fenced)
{
    if (fenced && indppg_is_of_source(relation))
        indppg_fence_refuse(psprintf("the change of %s", get_rel_name(relation)),
                            INDPPG_RELATED_RULE);
    check_use(relation, ACL_DELETE, InvalidOid, false);
}

/* Locking rows needs the right to change them, as a foreign key does, but runs nothing. An UPDATE has
 * columns. */
static AclMode used(AclMode rights, const Bitmapset *updated)
{
    return bms_is_empty(updated) ? rights & ~(AclMode)ACL_UPDATE : rights;
}

/* A view that was replaced by its query is in the range table, too. So is the table of a rule, with
 * the rights that the statement needs which the rule belongs to. */
static void check_entry(const RangeTblEntry *entry, AclMode rights, Oid as)
{
    if (entry->rtekind == RTE_RELATION || entry->rtekind == RTE_SUBQUERY)
        check_use(entry->relid, rights, as, true);
}

#if PG_VERSION_NUM >= 160000
void indppg_check_entries(List *table, List *permissions)
{
    ListCell *cell;
    foreach (cell, table)
        check_entry(lfirst(cell), 0, InvalidOid);
    foreach (cell, permissions) {
        const RTEPermissionInfo *info = lfirst(cell);
        check_use(info->relid, used(info->requiredPerms, info->updatedCols), info->checkAsUser,
                  true);
    }
}
#define PERMISSIONS(QUERY) (QUERY)->rteperminfos
#else
void indppg_check_entries(List *table, List *permissions)
{
    ListCell *cell;
    (void)permissions;
    foreach (cell, table) {
        const RangeTblEntry *entry = lfirst(cell);
        check_entry(entry, used(entry->requiredPerms, entry->updatedCols), entry->checkAsUser);
    }
}
#define PERMISSIONS(QUERY) NIL
#endif

static bool find(Node *node, void *context);

/* Without subqueries in expressions, there is no need to look into these. */
static bool find_in_parts(const Query *query)
{
    ListCell *cell;
    foreach (cell, query->rtable)
        (void)find((Node *)((RangeTblEntry *)lfirst(cell))->subquery, NULL);
    foreach (cell, query->cteList)
        (void)find(((CommonTableExpr *)lfirst(cell))->ctequery, NULL);
    return false;
}

static bool find(Node *node, void *context)
{
    if (node == NULL)
        return false;
    if (IsA(node, Query)) {
        Query *query = (Query *)node;
        indppg_check_entries(query->rtable, PERMISSIONS(query));
        if (query->resultRelation != 0)
            indppg_check_use(rt_fetch(query->resultRelation, query->rtable)->relid, ACL_INSERT);
        return query->hasSubLinks ? query_tree_walker(query, find, context, 0)
                                  : find_in_parts(query);
    }
    return expression_tree_walker(node, find, context);
}

/* Before a query is planned: the planner already computes parts of it. */
void indppg_check_uses(Query *query)
{
    if (indppg_is_other())
        (void)find((Node *)query, NULL);
}

/* An aggregate has no code of its own, but calls any function with the rights of its caller. */
void indppg_check_aggregate(Oid function)
{
    if (function >= FirstNormalObjectId && indppg_is_no_author() &&
        get_func_prokind(function) == PROKIND_AGGREGATE)
        indppg_check_code("aggregate", function);
    if (function >= FirstNormalObjectId && indppg_is_other() &&
        get_func_prokind(function) == PROKIND_AGGREGATE &&
        is_refused(indppg_owner_of(PROCOID, function)))
        indppg_refuse_others(psprintf("the aggregate %s", format_procedure(function)),
                             "make one of your own");
}

void indppg_install_others(void)
{
    indppg_on_relation(forget);
}
