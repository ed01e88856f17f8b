/* Keeps others from computing what a reader has defined. PostgreSQL computes rules, views, policies,
 * defaults, generated columns and constraints with the rights of whoever uses the relation, and
 * outside of the fence if that is not a reader. A reader would then learn what the fence hides, or
 * have done what only others may do. So others may use such a relation only if all that is stored
 * with it is plain: it calls functions of PostgreSQL that readers may call with anybody's rights
 * and in any session, and reads no catalog. The question is asked when the relation is used, and
 * not when something is defined: so it does not matter who defined it, and when. */
#include "fence/fence.h"

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
#include "protected/protected.h"
#include "rewrite/rowsecurity.h"
#include "utils/builtins.h"
#include "utils/lsyscache.h"
#include "utils/partcache.h"
#include "utils/regproc.h"
#include "utils/rel.h"
#include "utils/relcache.h"
#include "utils/syscache.h"
#include "utils/typcache.h"

#define RULE "a reader has defined it, and it would run with the rights of others"

NO_RETURN static void refuse(Relation relation, const char *what)
{
    indppg_fence_refuse(psprintf("using %s, whose definition %s,",
                                 RelationGetRelationName(relation), what),
                        RULE);
}

/* dp_ functions compute with what is given to them. Those in the schema indp change policies or tell
 * about them. */
static bool is_plain(Oid function)
{
    if (function < FirstNormalObjectId)
        return indppg_verdict(function) == ADMITTED;
    return indppg_is_own(function) && get_func_namespace(function) != indppg_schema();
}

static void require_plain(Relation relation, Oid function)
{
    if (OidIsValid(function) && !is_plain(function))
        refuse(relation, psprintf("calls %s", format_procedure(function)));
}

static bool visit(Oid function, void *relation)
{
    require_plain(relation, function);
    return false;
}

/* A sequence of the relation's owner, given by a constant, is a serial column's. */
static bool is_own_sequence(Node *node, Relation relation)
{
    const FuncExpr *call = (const FuncExpr *)node;
    const Const *sequence =
        IsA(node, FuncExpr) && list_length(call->args) == 1 ? linitial(call->args) : NULL;
    HeapTuple tuple;
    bool own;
    if (sequence == NULL || !IsA(sequence, Const) || sequence->constisnull ||
        sequence->consttype != REGCLASSOID || call->funcid >= FirstNormalObjectId ||
        strcmp(get_func_name(call->funcid), "nextval") != 0)
        return false;
    tuple = SearchSysCache1(RELOID, sequence->constvalue);
    own = HeapTupleIsValid(tuple) &&
          ((Form_pg_class)GETSTRUCT(tuple))->relowner == relation->rd_rel->relowner;
    if (HeapTupleIsValid(tuple))
        ReleaseSysCache(tuple);
    return own;
}

static void check_sorting(const SortGroupClause *clause, Relation relation)
{
    require_plain(relation, OidIsValid(clause->eqop) ? get_opcode(clause->eqop) : InvalidOid);
    require_plain(relation, OidIsValid(clause->sortop) ? get_opcode(clause->sortop) : InvalidOid);
}

static Oid owner_of_type(Oid type)
{
    HeapTuple tuple = SearchSysCache1(TYPEOID, ObjectIdGetDatum(type));
    Oid owner = InvalidOid;
    if (HeapTupleIsValid(tuple)) {
        owner = ((Form_pg_type)GETSTRUCT(tuple))->typowner;
        ReleaseSysCache(tuple);
    }
    return owner;
}

/* A session that is fenced makes no domain with a CHECK, but its role may have made one before. */
static void check_domain(Oid type, Relation relation)
{
    if (type >= FirstNormalObjectId && get_typtype(type) == TYPTYPE_DOMAIN &&
        HAS_CONSTRAINTS(type) && indppg_is_a_readers(owner_of_type(type)))
        refuse(relation, psprintf("has the domain %s", format_type_be(type)));
}

static bool walk(Node *node, Relation relation)
{
    if (node == NULL)
        return false;
    switch (nodeTag(node)) {
    case T_Query:
        return query_tree_walker((Query *)node, walk, relation,
                                 QTW_EXAMINE_RTES_BEFORE | QTW_EXAMINE_SORTGROUP);
    case T_RangeTblEntry:
        if (((RangeTblEntry *)node)->rtekind == RTE_RELATION &&
            ((RangeTblEntry *)node)->relid < FirstNormalObjectId)
            refuse(relation, psprintf("reads %s", get_rel_name(((RangeTblEntry *)node)->relid)));
        return false;
    case T_SortGroupClause: check_sorting((SortGroupClause *)node, relation); return false;
    case T_CoerceToDomain: check_domain(((CoerceToDomain *)node)->resulttype, relation); break;
    case T_TableSampleClause:
        require_plain(relation, ((TableSampleClause *)node)->tsmhandler);
        break;
    case T_FuncExpr:
        if (is_own_sequence(node, relation))
            return false;
        break;
    default: break;
    }
    (void)check_functions_in_node(node, visit, relation);
    return expression_tree_walker(node, walk, relation);
}

static void check_text(Relation relation, const char *expression)
{
    if (expression != NULL)
        (void)walk(stringToNode(expression), relation);
}

/* What runs when the relation is read: the query of a view, rules, policies. That of a materialized
 * view runs when it is refreshed, with the rights of its owner. */
static void check_read(Relation relation)
{
    ListCell *cell;
    bool has_rules = relation->rd_rules != NULL && relation->rd_rel->relkind != RELKIND_MATVIEW;
    for (int i = 0; has_rules && i < relation->rd_rules->numLocks; i++) {
        const RewriteRule *rule = relation->rd_rules->rules[i];
        (void)walk((Node *)rule->actions, relation);
        (void)walk(rule->qual, relation);
    }
    if (relation->rd_rsdesc != NULL)
        foreach (cell, relation->rd_rsdesc->policies) {
            const RowSecurityPolicy *policy = lfirst(cell);
            (void)walk((Node *)policy->qual, relation);
            (void)walk((Node *)policy->with_check_qual, relation);
        }
}

/* What runs when rows are written. */
static void check_written(Relation relation)
{
    const TupleConstr *constraints = RelationGetDescr(relation)->constr;
    for (int i = 0; i < RelationGetDescr(relation)->natts; i++)
        check_domain(TupleDescAttr(RelationGetDescr(relation), i)->atttypid, relation);
    for (int i = 0; constraints != NULL && i < constraints->num_defval; i++)
        check_text(relation, constraints->defval[i].adbin);
    for (int i = 0; constraints != NULL && i < constraints->num_check; i++)
        check_text(relation, constraints->check[i].ccbin);
    for (int i = 0; relation->trigdesc != NULL && i < relation->trigdesc->numtriggers; i++) {
        const Trigger *trigger = &relation->trigdesc->triggers[i];
        check_text(relation, trigger->tgqual);
        if (trigger->tgfoid >= FirstNormalObjectId)
            refuse(relation, psprintf("has the trigger %s", trigger->tgname));
    }
    if (relation->rd_rel->relkind == RELKIND_PARTITIONED_TABLE)
        (void)walk((Node *)RelationGetPartitionKey(relation)->partexprs, relation);
}

static void check_one(Oid id, bool writes)
{
    Relation relation = RelationIdGetRelation(id);
    if (!RelationIsValid(relation))
        return; /* dropped meanwhile */
    if (indppg_is_a_readers(relation->rd_rel->relowner)) {
        check_read(relation);
        if (writes)
            check_written(relation);
    }
    RelationClose(relation);
}

/* Whether the rights that count now are those of somebody else than a reader. */
static bool is_other(void)
{
    return IsTransactionState() && indppg_has_readers() && !indppg_is_a_readers(GetUserId());
}

/* Rows may go into partitions. */
static void check_use(Oid relation, bool writes)
{
    List *all = writes && has_subclass(relation) ? find_all_inheritors(relation, NoLock, NULL)
                                                 : list_make1_oid(relation);
    ListCell *cell;
    foreach (cell, all)
        check_one(lfirst_oid(cell), writes);
    list_free(all);
}

void indppg_check_use(Oid relation, bool writes)
{
    if (relation >= FirstNormalObjectId && is_other())
        check_use(relation, writes);
}

/* A view that was replaced by its query is in the range table, too, and so is the table of a rule. */
static void check_entry(const RangeTblEntry *entry)
{
    if (entry->relid >= FirstNormalObjectId &&
        (entry->rtekind == RTE_RELATION || entry->rtekind == RTE_SUBQUERY))
        check_use(entry->relid, false);
}

void indppg_check_entries(List *table)
{
    ListCell *cell;
    bool asked = false;
    foreach (cell, table) {
        const RangeTblEntry *entry = lfirst(cell);
        if (entry->relid < FirstNormalObjectId)
            continue;
        if (!asked && !is_other())
            return;
        asked = true;
        check_entry(entry);
    }
}

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
        indppg_check_entries(query->rtable);
        if (query->resultRelation != 0)
            check_use(rt_fetch(query->resultRelation, query->rtable)->relid, true);
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

static void check_name(const RangeVar *name, bool writes)
{
    Oid relation = name == NULL ? InvalidOid : RangeVarGetRelid(name, NoLock, true);
    if (OidIsValid(relation))
        check_use(relation, writes);
}

static void check_names(const List *names)
{
    ListCell *cell;
    foreach (cell, names)
        check_name(lfirst(cell), true);
}

static void check_elements(const List *elements)
{
    ListCell *cell;
    foreach (cell, elements)
        if (IsA(lfirst(cell), TableLikeClause))
            check_name(((const TableLikeClause *)lfirst(cell))->relation, true);
}

/* Utility statements that compute what is stored with a relation, or copy it. */
void indppg_check_use_by_utility(const Node *utility)
{
    switch (nodeTag(utility)) {
    case T_CopyStmt:
    case T_AlterTableStmt:
    case T_TruncateStmt:
    case T_CreateStmt: break;
    default: return;
    }
    if (!is_other())
        return;
    if (IsA(utility, CopyStmt))
        check_name(((const CopyStmt *)utility)->relation, ((const CopyStmt *)utility)->is_from);
    else if (IsA(utility, AlterTableStmt))
        check_name(((const AlterTableStmt *)utility)->relation, true);
    else if (IsA(utility, TruncateStmt))
        check_names(((const TruncateStmt *)utility)->relations);
    else {
        check_names(((const CreateStmt *)utility)->inhRelations);
        check_elements(((const CreateStmt *)utility)->tableElts);
    }
}
