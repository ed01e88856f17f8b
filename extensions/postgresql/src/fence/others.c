/* Keeps others from computing what a reader has defined. PostgreSQL computes rules, views,
 * policies, defaults, constraints and conditions of triggers with the rights of whoever uses the
 * relation, and outside of the fence if that is not a reader. A reader would then learn what the
 * fence hides, or have done what only others may do. So others use no view of a reader, no table
 * of one with policies that hold for them, and write to no table of one with rules or triggers.
 * Defaults and constraints are admitted if they are plain: they call only immutable functions that
 * are built in, and a few that tell the time, or draw from a sequence of the table's owner.
 *
 * The question is asked when the relation is used, and not when something is defined: so it does
 * not matter who defined it, and when. Nothing of the relation's entry in the cache is kept across
 * a lookup, which may make the entry anew. */
#include "fence/fence.h"

#include "access/genam.h"
#include "access/htup_details.h"
#include "access/table.h"
#include "access/transam.h"
#include "access/xact.h"
#include "catalog/namespace.h"
#include "catalog/pg_class.h"
#include "catalog/pg_inherits.h"
#include "catalog/pg_proc.h"
#include "catalog/pg_type.h"
#include "commands/trigger.h"
#include "miscadmin.h"
#include "nodes/nodeFuncs.h"
#include "parser/parsetree.h"
#include "storage/lmgr.h"
#include "protected/protected.h"
#include "total/rules.h"
#include "utils/acl.h"
#include "utils/builtins.h"
#include "utils/lsyscache.h"
#include "utils/partcache.h"
#include "utils/regproc.h"
#include "utils/rel.h"
#include "utils/relcache.h"
#include "utils/rls.h"
#include "utils/syscache.h"
#include "utils/typcache.h"

#define RULE "a reader has defined it, and it would run with the rights of others"

NO_RETURN static void refuse(Oid relation, const char *what)
{
    indppg_fence_refuse(psprintf("using %s, which %s,", get_rel_name(relation), what), RULE);
}

static bool is_plain(Oid function)
{
    static const char others[] = "now statement_timestamp clock_timestamp transaction_timestamp "
                                 "gen_random_uuid timestamptz date timestamp time timezone";
    const char *name;
    if (function >= FirstNormalObjectId)
        return false;
    if (func_volatile(function) == PROVOLATILE_IMMUTABLE)
        return get_func_prokind(function) == PROKIND_FUNCTION;
    name = get_func_name(function);
    return name != NULL && indppg_is_among(name, strlen(name), others);
}

static void require_plain(Oid relation, Oid function)
{
    if (OidIsValid(function) && !is_plain(function))
        refuse(relation, psprintf("computes %s", format_procedure(function)));
}

static Oid whose(int cache, Oid object)
{
    HeapTuple tuple = SearchSysCache1(cache, ObjectIdGetDatum(object));
    Oid owner = InvalidOid;
    if (!HeapTupleIsValid(tuple))
        return InvalidOid;
    switch (cache) {
    case RELOID: owner = ((Form_pg_class)GETSTRUCT(tuple))->relowner; break;
    case TYPEOID: owner = ((Form_pg_type)GETSTRUCT(tuple))->typowner; break;
    case PROCOID: owner = ((Form_pg_proc)GETSTRUCT(tuple))->proowner; break;
    default: break;
    }
    ReleaseSysCache(tuple);
    return owner;
}

/* Whether this is the whole default of a serial column: nextval of a sequence that is given by a
 * constant, and is the table owner's; perhaps converted to a smaller integer. */
static bool is_serial(Node *node, Oid relation)
{
    const FuncExpr *call = (const FuncExpr *)node;
    const Const *sequence =
        IsA(node, FuncExpr) && list_length(call->args) == 1 ? linitial(call->args) : NULL;
    const char *name;
    if (sequence != NULL && IsA(sequence, FuncExpr) && is_plain(call->funcid))
        return is_serial((Node *)sequence, relation);
    if (sequence == NULL || !IsA(sequence, Const) || sequence->constisnull ||
        sequence->consttype != REGCLASSOID || call->funcid >= FirstNormalObjectId)
        return false;
    name = get_func_name(call->funcid);
    return name != NULL && strcmp(name, "nextval") == 0 &&
           whose(RELOID, DatumGetObjectId(sequence->constvalue)) == whose(RELOID, relation);
}

static bool visit(Oid function, void *relation)
{
    require_plain(*(Oid *)relation, function);
    return false;
}

/* A session that is fenced makes no domain with a CHECK or DEFAULT, but its role may have made one
 * before. */
static void check_type(Oid type, Oid relation)
{
    if (type >= FirstNormalObjectId && get_typtype(type) == TYPTYPE_DOMAIN &&
        indppg_is_a_readers(whose(TYPEOID, type)) &&
        (HAS_CONSTRAINTS(type) || get_typdefault(type) != NULL))
        refuse(relation, psprintf("has the domain %s", format_type_be(type)));
}

static bool walk(Node *node, void *relation)
{
    if (node == NULL)
        return false;
    if (IsA(node, SubLink) || IsA(node, Query))
        refuse(*(Oid *)relation, "contains a query");
    if (IsA(node, CoerceToDomain))
        check_type(((CoerceToDomain *)node)->resulttype, *(Oid *)relation);
    (void)check_functions_in_node(node, visit, relation);
    return expression_tree_walker(node, walk, relation);
}

/* What the relation's entry in the cache says, copied. */
typedef struct Stored {
    List *defaults, *constraints; /* texts */
    List *keys;                   /* expressions of a partitioned table */
    List *types;
    bool has_trigger;
} Stored;

static void copy_constraints(const TupleDesc columns, Stored *out)
{
    const TupleConstr *constraints = columns->constr;
    for (int i = 0; i < columns->natts; i++)
        out->types = lappend_oid(out->types, TupleDescAttr(columns, i)->atttypid);
    for (int i = 0; constraints != NULL && i < constraints->num_defval; i++)
        if (constraints->defval[i].adbin != NULL)
            out->defaults = lappend(out->defaults, pstrdup(constraints->defval[i].adbin));
    for (int i = 0; constraints != NULL && i < constraints->num_check; i++)
        if (constraints->check[i].ccbin != NULL)
            out->constraints = lappend(out->constraints, pstrdup(constraints->check[i].ccbin));
}

/* Foreign keys have triggers of PostgreSQL's own, without conditions. */
static bool has_trigger(const TriggerDesc *triggers)
{
    for (int i = 0; triggers != NULL && i < triggers->numtriggers; i++)
        if (!triggers->triggers[i].tgisinternal)
            return true;
    return false;
}

static void copy(Relation relation, Stored *out)
{
    copy_constraints(RelationGetDescr(relation), out);
    out->has_trigger = has_trigger(relation->trigdesc);
    if (relation->rd_rel->relkind == RELKIND_PARTITIONED_TABLE)
        out->keys = COPY(RelationGetPartitionKey(relation)->partexprs);
}

/* What runs when rows are written. */
static void check_written(Oid id, const Stored *stored)
{
    ListCell *cell;
    if (stored->has_trigger)
        refuse(id, "has a trigger");
    foreach (cell, stored->types)
        check_type(lfirst_oid(cell), id);
    foreach (cell, stored->defaults) {
        Node *expression = stringToNode(lfirst(cell));
        if (!is_serial(expression, id))
            (void)walk(expression, &id);
    }
    foreach (cell, stored->constraints)
        (void)walk(stringToNode(lfirst(cell)), &id);
    (void)walk((Node *)stored->keys, &id);
}

/* What is stored must not change between the question and the use. Who has no right on the table
 * must not lock it, and is refused by PostgreSQL. */
static bool may_lock(Oid id)
{
    return pg_class_aclcheck(id, GetUserId(), ACL_ALL_RIGHTS_RELATION) == ACLCHECK_OK;
}

/* `as` is the role for which policies hold, or InvalidOid for the current one. */
static void check_one(Oid id, bool writes, Oid as)
{
    Stored stored = { 0 };
    bool has_rules;
    char kind = get_rel_relkind(id);
    Relation relation;
    if (kind == '\0' || !indppg_is_a_readers(whose(RELOID, id)))
        return;
    if (may_lock(id))
        LockRelationOid(id, writes ? RowExclusiveLock : AccessShareLock);
    if (kind == RELKIND_VIEW)
        refuse(id, "is a view");
    if (check_enable_rls(id, as, true) == RLS_ENABLED)
        refuse(id, "has policies");
    if (!writes)
        return;
    if (kind == RELKIND_PARTITIONED_TABLE)
        refuse(id, "is partitioned");
    relation = RelationIdGetRelation(id);
    if (!RelationIsValid(relation))
        return; /* dropped meanwhile */
    has_rules = relation->rd_rel->relhasrules;
    copy(relation, &stored);
    RelationClose(relation);
    if (has_rules)
        refuse(id, "has rules");
    check_written(id, &stored);
}

/* Whether what a reader has defined would run with the rights of others, or in their session: after
 * SET ROLE, or where a foreign key changes a table of a reader. PostgreSQL itself restricts what a
 * materialized view of a reader does that others refresh, and the fence is around it. */
static bool is_other(void)
{
    bool own = GetUserId() == GetSessionUserId() || indppg_is_readers_session() ||
               InSecurityRestrictedOperation();
    return IsTransactionState() && indppg_has_readers() &&
           !(own && indppg_is_a_readers(GetUserId()));
}

/* Rows may go into partitions, which need no right and are locked only then: so a partition of a
 * reader is refused. */
static void check_parts(Oid relation)
{
    List *all = find_all_inheritors(relation, NoLock, NULL);
    ListCell *cell;
    foreach (cell, all)
        if (lfirst_oid(cell) != relation && indppg_is_a_readers(whose(RELOID, lfirst_oid(cell))))
            refuse(lfirst_oid(cell), "is a part of another table");
    list_free(all);
}

static void check_use(Oid relation, AclMode rights, Oid as)
{
    bool writes = (rights & (ACL_INSERT | ACL_UPDATE | ACL_DELETE)) != 0;
    if (relation < FirstNormalObjectId || !is_other())
        return;
    check_one(relation, writes, as);
    if (writes && has_subclass(relation))
        check_parts(relation);
}

void indppg_check_use(Oid relation, AclMode rights)
{
    check_use(relation, rights, InvalidOid);
}

/* A view that was replaced by its query is in the range table, too. So is the table of a rule, with
 * the rights that the statement needs which the rule belongs to. */
static void check_entry(const RangeTblEntry *entry, AclMode rights, Oid as)
{
    if (entry->rtekind == RTE_RELATION || entry->rtekind == RTE_SUBQUERY)
        check_use(entry->relid, rights, as);
}

#if PG_VERSION_NUM >= 160000
void indppg_check_entries(List *table, List *permissions)
{
    ListCell *cell;
    foreach (cell, table)
        check_entry(lfirst(cell), 0, InvalidOid);
    foreach (cell, permissions) {
        const RTEPermissionInfo *info = lfirst(cell);
        check_use(info->relid, info->requiredPerms, info->checkAsUser);
    }
}
#define PERMISSIONS(QUERY) (QUERY)->rteperminfos
#else
void indppg_check_entries(List *table, List *permissions)
{
    ListCell *cell;
    (void)permissions;
    foreach (cell, table)
        check_entry(lfirst(cell), ((const RangeTblEntry *)lfirst(cell))->requiredPerms,
                    ((const RangeTblEntry *)lfirst(cell))->checkAsUser);
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
    if (is_other())
        (void)find((Node *)query, NULL);
}

/* An aggregate has no code of its own, but calls any function with the rights of its caller. */
void indppg_check_aggregate(Oid function)
{
    if (function >= FirstNormalObjectId && is_other() &&
        get_func_prokind(function) == PROKIND_AGGREGATE &&
        indppg_is_a_readers(whose(PROCOID, function)))
        indppg_fence_refuse(psprintf("the aggregate %s", format_procedure(function)), RULE);
}

/* The relation that the name means, also when the statement looks it up again: it is locked, unless
 * PostgreSQL will refuse the statement. */
static Oid resolve(const RangeVar *name, LOCKMODE mode)
{
    Oid relation = name == NULL ? InvalidOid : RangeVarGetRelid(name, NoLock, true);
    if (OidIsValid(relation) && indppg_is_a_readers(whose(RELOID, relation)) && may_lock(relation))
        relation = RangeVarGetRelid(name, mode, true);
    return relation;
}

static void check_name(const RangeVar *name, AclMode rights)
{
    Oid relation = resolve(name, rights == ACL_SELECT ? AccessShareLock : RowExclusiveLock);
    if (OidIsValid(relation))
        indppg_check_use(relation, rights);
}

static void check_create(const CreateStmt *statement)
{
    ListCell *cell;
    foreach (cell, statement->inhRelations)
        check_name(lfirst(cell), ACL_INSERT);
    foreach (cell, statement->tableElts)
        if (IsA(lfirst(cell), TableLikeClause) && lfirst_node(TableLikeClause, cell)->options != 0)
            check_name(lfirst_node(TableLikeClause, cell)->relation, ACL_INSERT);
}

/* Whether this part of ALTER TABLE computes nothing that is stored. */
static bool computes_nothing(const AlterTableCmd *command)
{
    switch (command->subtype) {
    case AT_DisableRule:
    case AT_DisableTrig:
    case AT_DisableTrigAll:
    case AT_DisableTrigUser:
    case AT_DisableRowSecurity:
    case AT_NoForceRowSecurity:
    case AT_AddConstraint: /* also of a key; reads the rows, and computes nothing that is stored */
    case AT_AddIndex:
    case AT_AddIndexConstraint:
    case AT_DropConstraint:
    case AT_DropColumn: return true;
    case AT_ColumnDefault: return command->def == NULL;
    default: return false;
    }
}

/* A change of a composite type changes the tables that are made of it. */
static void check_typed(Oid type)
{
    Relation classes = table_open(RelationRelationId, AccessShareLock);
    SysScanDesc scan = systable_beginscan(classes, InvalidOid, false, NULL, 0, NULL);
    List *found = NIL;
    HeapTuple tuple;
    ListCell *cell;
    while (HeapTupleIsValid(tuple = systable_getnext(scan)))
        if (((Form_pg_class)GETSTRUCT(tuple))->reloftype == type)
            found = lappend_oid(found, ((Form_pg_class)GETSTRUCT(tuple))->oid);
    systable_endscan(scan);
    table_close(classes, AccessShareLock);
    foreach (cell, found)
        indppg_check_use(lfirst_oid(cell), ACL_INSERT);
}

static void check_alter(const AlterTableStmt *statement)
{
    Oid relation = resolve(statement->relation, AccessExclusiveLock);
    ListCell *cell;
    if (OidIsValid(relation) && get_rel_relkind(relation) == RELKIND_COMPOSITE_TYPE)
        check_typed(get_rel_type_id(relation));
    foreach (cell, statement->cmds)
        if (OidIsValid(relation) && !computes_nothing(lfirst(cell)))
            indppg_check_use(relation, ACL_INSERT);
}

/* Who gets everything of a reader gets the code, too. */
static void check_reassign(const ReassignOwnedStmt *statement)
{
    ListCell *cell;
    Oid to = get_rolespec_oid(statement->newrole, true);
    foreach (cell, statement->roles) {
        Oid role = get_rolespec_oid(lfirst(cell), true);
        if (OidIsValid(role) && OidIsValid(to) && indppg_is_a_readers(role) &&
            !indppg_is_a_readers(to))
            indppg_fence_refuse("REASSIGN OWNED of a reader",
                                RULE "; use DROP OWNED, or ALTER TABLE "
                                     ".. OWNER TO for each table");
    }
}

/* Utility statements that compute what is stored with a relation, or copy it. */
void indppg_check_use_by_utility(const Node *utility)
{
    switch (nodeTag(utility)) {
    case T_CopyStmt:
    case T_AlterTableStmt:
    case T_CreateStmt:
    case T_ReassignOwnedStmt: break;
    default: return;
    }
    if (!is_other())
        return;
    if (IsA(utility, CopyStmt))
        check_name(((const CopyStmt *)utility)->relation,
                   ((const CopyStmt *)utility)->is_from ? ACL_INSERT : ACL_SELECT);
    else if (IsA(utility, AlterTableStmt))
        check_alter((const AlterTableStmt *)utility);
    else if (IsA(utility, CreateStmt))
        check_create((const CreateStmt *)utility);
    else
        check_reassign((const ReassignOwnedStmt *)utility);
}
