/* Finds the guard of a protected view in a query, and checks what the view reads. indp.protect
 * makes the view as SELECT .. FROM source WHERE indp.guard(policy). If the source is itself a view
 * of the owner, its expressions must obey the same rules as those of readers. */
#include "protected.h"

#include "access/htup_details.h"
#include "access/table.h"
#include "catalog/pg_attribute.h"
#include "catalog/pg_class.h"
#include "nodes/makefuncs.h"
#include "nodes/nodeFuncs.h"
#include "optimizer/optimizer.h"
#include "parser/parsetree.h"
#include "rewrite/prs2lock.h"
#include "utils/lsyscache.h"
#include "utils/syscache.h"

/* The number of the policy, if the node is a call of the guard; else NULL. */
static Const *guard_call(Node *node)
{
    FuncExpr *call = (FuncExpr *)node;
    if (node == NULL || !IsA(node, FuncExpr) || call->funcid != indppg_guard() ||
        list_length(call->args) != 1 || !IsA(linitial(call->args), Const))
        return NULL;
    return linitial(call->args);
}

/* The number of the policy in the guard of this query, or NULL if its WHERE has no guard. */
Const *indppg_guard_of(Query *query)
{
    Node *quals = query->jointree == NULL ? NULL : query->jointree->quals;
    Const *found = guard_call(quals);
    ListCell *cell;
    if (quals != NULL && is_andclause(quals))
        foreach (cell, ((BoolExpr *)quals)->args)
            found = found == NULL ? guard_call(lfirst(cell)) : found;
    return found;
}

/* The range table index of the protected view that this block reads, or 0. */
int indppg_protected_entry(Query *block)
{
    for (int i = 1; i <= list_length(block->rtable); i++) {
        RangeTblEntry *entry = rt_fetch(i, block->rtable);
        if (entry->rtekind == RTE_SUBQUERY && entry->subquery != NULL &&
            indppg_guard_of(entry->subquery) != NULL)
            return i;
    }
    return 0;
}

/* The view that the rewriter replaced by this entry, or InvalidOid. Only the rewriter makes such
 * entries: a reader cannot write one. */
static Oid view_of(const RangeTblEntry *entry)
{
#if PG_VERSION_NUM >= 160000
    return entry->relid;
#else
    const RangeTblEntry *old;
    if (list_length(entry->subquery->rtable) < PRS2_NEW_VARNO)
        return InvalidOid;
    old = rt_fetch(PRS2_OLD_VARNO, entry->subquery->rtable);
    return old->rtekind == RTE_RELATION && old->relkind == RELKIND_VIEW ? old->relid : InvalidOid;
#endif
}

static void without_guard(Query *query)
{
    Node *quals = query->jointree->quals;
    List *rest = NIL;
    ListCell *cell;
    if (is_andclause(quals))
        foreach (cell, ((BoolExpr *)quals)->args)
            if (guard_call(lfirst(cell)) == NULL)
                rest = lappend(rest, lfirst(cell));
    query->jointree->quals = rest == NIL ? NULL : (Node *)make_ands_explicit(rest);
}

#define ROW_SECURITY \
    "row level security is enabled on a table of the source; its owner must disable it"

static void check_query(Query *query);

static void check_entry(const RangeTblEntry *entry)
{
    if (entry->securityQuals != NIL)
        indppg_refuse_query(ROW_SECURITY);
    if (entry->tablesample != NULL)
        indppg_refuse_query("the source of the protected view is itself a view, and it contains "
                            "TABLESAMPLE");
    if (entry->rtekind == RTE_SUBQUERY)
        check_query(entry->subquery);
    else if (entry->rtekind == RTE_RELATION && entry->relkind != RELKIND_RELATION &&
             entry->relkind != RELKIND_PARTITIONED_TABLE)
        indppg_refuse_query("the source of the protected view reads something that is neither an "
                            "ordinary nor a partitioned table");
    else if (entry->rtekind != RTE_RELATION && entry->rtekind != RTE_JOIN)
        indppg_refuse_query("the source of the protected view is itself a view, and it reads "
                            "something that is not a table");
}

/* Approves the conditions of joins and of WHERE. Refuses outer joins, and checks the range table
 * entries that are joined. */
static void check_joins(Node *node, Query *query, Approval *a)
{
    ListCell *cell;
    if (IsA(node, FromExpr)) {
        FromExpr *from = (FromExpr *)node;
        foreach (cell, from->fromlist)
            check_joins(lfirst(cell), query, a);
        from->quals = indppg_approve(from->quals, a);
    } else if (IsA(node, JoinExpr)) {
        JoinExpr *join = (JoinExpr *)node;
        if (join->jointype != JOIN_INNER)
            indppg_refuse_query("the source of the protected view is itself a view, and it "
                                "contains an outer join");
        check_joins(join->larg, query, a);
        check_joins(join->rarg, query, a);
        join->quals = indppg_approve(join->quals, a);
    } else {
        check_entry(rt_fetch(((RangeTblRef *)node)->rtindex, query->rtable));
    }
}

static void check_query(Query *query)
{
    Approval approval = { .rtable = query->rtable };
    if (query->hasRowSecurity)
        indppg_refuse_query(ROW_SECURITY);
    if (query->commandType != CMD_SELECT || query->hasAggs || query->hasWindowFuncs ||
        query->hasTargetSRFs || query->hasSubLinks || query->hasDistinctOn || query->hasRecursive ||
        query->hasModifyingCTE || query->hasForUpdate || query->cteList != NIL ||
        query->groupClause != NIL || query->groupingSets != NIL || query->havingQual != NULL ||
        query->windowClause != NIL || query->distinctClause != NIL || query->limitOffset != NULL ||
        query->limitCount != NULL || query->rowMarks != NIL || query->setOperations != NULL)
        indppg_refuse_query("the source of the protected view is itself a view, which may contain "
                            "only SELECT, FROM, inner joins and WHERE, without FOR UPDATE or FOR "
                            "SHARE");
    check_joins((Node *)query->jointree, query, &approval);
}

/* The source of the block, which is the protected view without its guard. Its columns are checked
 * later, when it is known which of them are used. */
Query *indppg_source(Query *block, int rti, Policy **policy)
{
    RangeTblEntry *entry = rt_fetch(rti, block->rtable);
    Const *id = indppg_guard_of(entry->subquery);
    Query *source = COPY(entry->subquery);
    *policy = id->constisnull ? NULL : indppg_read_policy(DatumGetInt32(id->constvalue));
    if (*policy == NULL || !OidIsValid((*policy)->view) || view_of(entry) != (*policy)->view)
        indppg_refuse_query("the query does not read the view that indp.protect made");
    without_guard(source);
    check_query(source);
    source->sortClause = NIL;
    return source;
}

#ifdef ATTRIBUTE_GENERATED_VIRTUAL
static bool is_virtual(Oid relation, int attribute)
{
    HeapTuple tuple = SearchSysCache2(ATTNUM, ObjectIdGetDatum(relation), Int16GetDatum(attribute));
    bool found = !HeapTupleIsValid(tuple) ||
                 ((Form_pg_attribute)GETSTRUCT(tuple))->attgenerated == ATTRIBUTE_GENERATED_VIRTUAL;
    if (HeapTupleIsValid(tuple))
        ReleaseSysCache(tuple);
    return found;
}
#else
#define is_virtual(RELATION, ATTRIBUTE) ((void)(RELATION), (void)(ATTRIBUTE), false)
#endif

/* Adds the columns that the expression reads to `used`, which has one set for each entry of the
 * range table. A column of a join stands for an expression over other entries. That expression is
 * approved, and the columns that it reads are added, too. */
static void mark(Query *query, Node *expression, Bitmapset **used)
{
    List *vars = pull_var_clause(expression, 0);
    ListCell *cell;
    foreach (cell, vars) {
        const Var *var = lfirst(cell);
        RangeTblEntry *entry = rt_fetch(var->varno, query->rtable);
        Approval approval = { .rtable = query->rtable };
        if (bms_is_member(var->varattno, used[var->varno]))
            continue;
        used[var->varno] = bms_add_member(used[var->varno], var->varattno);
        if (entry->rtekind == RTE_JOIN) {
            ListCell *alias = list_nth_cell(entry->joinaliasvars, var->varattno - 1);
            lfirst(alias) = indppg_approve(lfirst(alias), &approval);
            mark(query, lfirst(alias), used);
        }
    }
}

static void mark_joins(Node *node, Query *query, Bitmapset **used)
{
    ListCell *cell;
    if (IsA(node, FromExpr)) {
        foreach (cell, ((FromExpr *)node)->fromlist)
            mark_joins(lfirst(cell), query, used);
        mark(query, ((FromExpr *)node)->quals, used);
    } else if (IsA(node, JoinExpr)) {
        mark_joins(((JoinExpr *)node)->larg, query, used);
        mark_joins(((JoinExpr *)node)->rarg, query, used);
        mark(query, ((JoinExpr *)node)->quals, used);
    }
}

/* Checks the columns of tables and subqueries that the expressions of this query use. */
static void check_entries(Query *query)
{
    int n = list_length(query->rtable);
    Bitmapset **used = palloc0((n + 1) * sizeof *used);
    ListCell *cell;
    mark_joins((Node *)query->jointree, query, used);
    foreach (cell, query->targetList)
        mark(query, (Node *)((TargetEntry *)lfirst(cell))->expr, used);
    for (int i = 1; i <= n; i++) {
        RangeTblEntry *entry = rt_fetch(i, query->rtable);
        int column = -1;
        if (entry->rtekind == RTE_SUBQUERY)
            indppg_source_columns(entry->subquery, used[i]);
        while (entry->rtekind == RTE_RELATION && (column = bms_next_member(used[i], column)) >= 0)
            if (is_virtual(entry->relid, column))
                indppg_refuse_query("the query reads a virtual generated column");
    }
}

/* Approves the columns of the source that are used, and replaces the others by NULL, so that
 * nothing evaluates them. */
void indppg_source_columns(Query *source, Bitmapset *used)
{
    Approval approval = { .rtable = source->rtable };
    ListCell *cell;
    foreach (cell, source->targetList) {
        TargetEntry *column = lfirst(cell);
        Node *expression = (Node *)column->expr;
        if (!column->resjunk && bms_is_member(column->resno, used))
            column->expr = (Expr *)indppg_approve(expression, &approval);
        else
            column->expr = (Expr *)makeNullConst(exprType(expression), exprTypmod(expression),
                                                 exprCollation(expression));
    }
    check_entries(source);
}

int indppg_column(const Query *source, const char *name)
{
    ListCell *cell;
    foreach (cell, source->targetList) {
        const TargetEntry *column = lfirst(cell);
        if (!column->resjunk && column->resname != NULL && strcmp(column->resname, name) == 0)
            return column->resno;
    }
    indppg_refuse_query("the protected view has no person column; the owner of the source must "
                        "call indp.unprotect, then indp.protect");
}

const char *indppg_column_name(const Query *source, int attribute)
{
    const TargetEntry *column = get_tle_by_resno(source->targetList, (AttrNumber)attribute);
    return column == NULL || column->resname == NULL ? "" : column->resname;
}

static bool collect(Node *node, List **relations)
{
    if (node == NULL)
        return false;
    if (IsA(node, RangeTblEntry)) {
        RangeTblEntry *entry = (RangeTblEntry *)node;
        if (entry->rtekind == RTE_RELATION)
            *relations = lappend(*relations, entry);
        return false;
    }
    if (IsA(node, Query))
        return query_tree_walker((Query *)node, collect, relations, QTW_EXAMINE_RTES_BEFORE);
    return expression_tree_walker(node, collect, relations);
}

/* The entries of the tables and views that the protected view of this block contains. */
List *indppg_relations(Query *block, int rti)
{
    List *relations = NIL;
    collect((Node *)rt_fetch(rti, block->rtable)->subquery, &relations);
    return relations;
}
