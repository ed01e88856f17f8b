/* Replaces a block, which is one SELECT that reads a protected view, by a SELECT over its answers.
 * The answers have a column for each key of GROUP BY and for each different call of an aggregate.
 * The calls, WHERE and GROUP BY become the private part, which queries.c makes. Everything else is
 * computed from the answers: expressions over them, HAVING, ORDER BY, DISTINCT, windows, LIMIT. */
#include "protected.h"

#include "answer/answer.h"
#include "catalog/pg_class.h"
#include "nodes/makefuncs.h"
#include "nodes/nodeFuncs.h"
#include "optimizer/optimizer.h"
#include "optimizer/tlist.h"
#include "parser/parsetree.h"
#include "storage/lockdefs.h"

static const char only_aggregates[] =
    "the SELECT that names the view in FROM must itself call a dp_ aggregate, such as dp_count(*); "
    "it may read columns of the view only inside such aggregates, in WHERE and in GROUP BY";

static void check_shape(const Query *block)
{
    if (block->commandType != CMD_SELECT)
        indppg_refuse_query("only SELECT and INSERT .. SELECT may read the view");
    if (list_length(block->jointree->fromlist) != 1 ||
        !IsA(linitial(block->jointree->fromlist), RangeTblRef))
        indppg_refuse_query("the protected view must be the only table in FROM; to join, put the "
                            "aggregates in a subquery and join that");
    if (!block->hasAggs && block->hasWindowFuncs)
        indppg_refuse_query("aggregates over the view must not be called with OVER; put dp_ "
                            "aggregates in a subquery, and use window functions over its answers");
    if (!block->hasAggs)
        indppg_refuse_query(only_aggregates);
    if (block->groupingSets != NIL)
        indppg_refuse_query("GROUPING SETS, ROLLUP and CUBE are not allowed");
    if (block->rowMarks != NIL)
        indppg_refuse_query("FOR UPDATE and FOR SHARE are not allowed");
}

/* The state of `replace`, which replaces calls and keys in an expression by columns of the
 * answers. */
typedef struct Replacing {
    Calls *calls;
    List *keys; /* of Var */
    int depth;
    int rti;
} Replacing;

static Node *answer_column(int column, Oid type, int32 typmod, Oid collation, int depth)
{
    return (Node *)makeVar(1, (AttrNumber)column, type, typmod, collation, (Index)depth);
}

static Node *replace(Node *node, Replacing *r)
{
    if (node == NULL)
        return NULL;
    if (IsA(node, Aggref) && (int)((Aggref *)node)->agglevelsup == r->depth) {
        Aggref *call = (Aggref *)node;
        (void)indppg_locate(call->location);
        if (r->depth > 0)
            indppg_refuse_query("a subquery must not contain an aggregate that belongs to the "
                                "outer query");
        return answer_column(list_length(r->keys) + indppg_call(r->calls, call) + 1, call->aggtype,
                             -1, call->aggcollid, r->depth);
    }
    if (IsA(node, Var) && (int)((Var *)node)->varlevelsup == r->depth) {
        const Var *var = (Var *)node;
        ListCell *cell;
        int n = 0;
        foreach (cell, r->keys) {
            const Var *key = lfirst(cell);
            n++;
            if ((int)var->varno == r->rti && key->varattno == var->varattno)
                return answer_column(n, key->vartype, key->vartypmod, key->varcollid, r->depth);
        }
        (void)indppg_locate(var->location);
        indppg_refuse_query(only_aggregates);
    }
    if (IsA(node, GroupingFunc))
        indppg_refuse_query("GROUPING SETS, ROLLUP and CUBE are not allowed");
    if (IsA(node, Query)) {
        Query *query;
        r->depth++;
        query = query_tree_mutator((Query *)node, replace, r, 0);
        r->depth--;
        return (Node *)query;
    }
    return expression_tree_mutator(node, replace, r);
}

/* The columns of GROUP BY, each of which must be a column of the view. */
static List *group_columns(Query *block, int rti)
{
    List *columns = NIL;
    ListCell *cell;
    foreach (cell, block->groupClause) {
        Node *node = get_sortgroupclause_expr(lfirst(cell), block->targetList);
        const Var *var = (Var *)node;
        (void)indppg_locate(exprLocation(node));
        if (!IsA(node, Var) || var->varlevelsup != 0 || (int)var->varno != rti ||
            var->varattno <= 0)
            indppg_refuse_query_because(INDPPG_NO_KEYS,
                                        "It names an expression. The owner can protect a view that "
                                        "has it as a column.");
        columns = list_append_unique(columns, COPY(node));
    }
    return columns;
}

static List *key_lists(const Policy *policy, Query *source, List *columns)
{
    List *lists = NIL;
    ListCell *cell;
    foreach (cell, columns) {
        const Var *var = lfirst(cell);
        (void)indppg_locate(var->location);
        lists = lappend(lists, indppg_key_list(policy, indppg_column_name(source, var->varattno),
                                               var->vartype, var->vartypmod, var->varcollid));
    }
    return lists;
}

/* Approves the columns of the source that the private part reads, and the column that names the
 * person. */
static void approve_source(Query *query, Query *source, int person)
{
    List *vars = list_concat(pull_var_clause((Node *)query->targetList, PVC_RECURSE_AGGREGATES),
                             pull_var_clause(query->jointree->quals, 0));
    Bitmapset *used = bms_make_singleton(person);
    ListCell *cell;
    foreach (cell, vars)
        used = bms_add_member(used, ((Var *)lfirst(cell))->varattno);
    indppg_source_columns(source, used);
}

static List *relation_oids(List *entries)
{
    List *oids = NIL;
    ListCell *cell;
    foreach (cell, entries) {
        const RangeTblEntry *entry = lfirst(cell);
        if (entry->relkind != RELKIND_VIEW)
            oids = list_append_unique_oid(oids, entry->relid);
    }
    return oids;
}

/* Keeps the tables and views of the block in the range table of the new query, although its plan
 * reads none of them. So they are locked before the plan is executed, and a change of one of them
 * invalidates the plan. The reader's rights on the protected view are checked through its entry.
 * The private part checks the other rights when it runs. */
static void keep_relations(Query *out, Query *block, int rti, List *entries)
{
    ListCell *cell;
    /* Keeps the block's other range table entries of relations, so that the rights on them are
     * checked. If the block was made from another view, one of them is the entry of that view. */
    foreach (cell, block->rtable)
        if (foreach_current_index(cell) + 1 != rti &&
            ((RangeTblEntry *)lfirst(cell))->rtekind == RTE_RELATION)
            out->rtable = lappend(out->rtable, COPY(lfirst(cell)));
    foreach (cell, entries) {
        RangeTblEntry *entry = COPY((RangeTblEntry *)lfirst(cell));
#if PG_VERSION_NUM >= 160000
        entry->perminfoindex = 0;
#else
        if (cell != list_head(entries) || entry->relkind != RELKIND_VIEW)
            entry->requiredPerms = 0;
#endif
        entry->inh = false;
        out->rtable = lappend(out->rtable, entry);
    }
#if PG_VERSION_NUM >= 160000
    {
        const RangeTblEntry *of = rt_fetch(rti, block->rtable);
        RangeTblEntry *view = makeNode(RangeTblEntry);
        view->rtekind = RTE_RELATION;
        view->relid = of->relid;
        view->relkind = RELKIND_VIEW;
        view->rellockmode = AccessShareLock;
        view->perminfoindex = of->perminfoindex;
        view->eref = COPY(of->eref);
        out->rtable = lappend(out->rtable, view);
    }
#endif
}

/* From PostgreSQL 18 on, the columns of GROUP BY have a range table entry of their own. Returns a
 * block whose expressions read the columns of the view instead of that entry. */
static Query *without_group_entry(Query *block)
{
#if PG_VERSION_NUM >= 180000
    if (block->hasGroupRTE) {
        block = COPY(block);
        block->targetList = (List *)flatten_group_exprs(NULL, block, (Node *)block->targetList);
        block->havingQual = flatten_group_exprs(NULL, block, block->havingQual);
        block->hasGroupRTE = false;
    }
#endif
    return block;
}

Query *indppg_replace_block(Query *block, int rti)
{
    Policy *policy;
    Query *source, *out;
    Approval approval = { .rtable = block->rtable, .varno = rti, .parametrised = true };
    Calls calls = { 0 };
    Replacing replacing = { &calls, NIL, 0, rti };
    Spec spec = { 0 };
    List *entries;
    ListCell *cell;
    Node *quals;
    (void)indppg_locate(-1);
    foreach (cell, block->cteList)
        if (indppg_reads_row(lfirst_node(CommonTableExpr, cell)->ctequery))
            indppg_refuse_query("the query must not read a column of an outer query");
    check_shape(block);
    block = without_group_entry(block);
    out = COPY(block);
    source = indppg_source(block, rti, &policy);
    entries = indppg_relations(block, rti);
    calls.policy = policy;
    calls.source = source;
    calls.approval = &approval;
    calls.grouped = block->groupClause != NIL;
    replacing.keys = group_columns(block, rti);
    spec.keys = key_lists(policy, source, replacing.keys);
    out->targetList = (List *)replace((Node *)out->targetList, &replacing);
    quals = replace(out->havingQual, &replacing);
    (void)indppg_locate(-1);
    if (calls.calls == NIL)
        indppg_refuse_query(only_aggregates);
    spec.person = indppg_column(source, policy->person);
    spec.query = indppg_private_part(source, rti, indppg_approve(block->jointree->quals, &approval),
                                     replacing.keys, spec.keys, calls.calls);
    approve_source(spec.query, source, spec.person);
    spec.loose = indppg_loosened(spec.query, list_length(replacing.keys));
    indppg_lists_first(spec.query, list_length(replacing.keys));
    indppg_lists_first(spec.loose, list_length(replacing.keys));
    spec.empty = indppg_empty_part(calls.calls, list_length(approval.parameters) + 1);
    spec.policy = policy->id;
    spec.version = policy->version;
    spec.view = policy->view;
    spec.min_epsilon = policy->min_epsilon;
    spec.max_epsilon = policy->max_epsilon;
    spec.rows = policy->rows;
    spec.epsilons = calls.epsilons;
    spec.names = calls.names;
    spec.relations = relation_oids(entries);
    spec.limits = approval.limits;
    out->rtable = list_make1(indppg_placeholder(&spec, approval.parameters));
    keep_relations(out, block, rti, entries);
    out->jointree = makeFromExpr(list_make1(indppg_reference(1)), quals);
    out->havingQual = NULL;
    out->groupClause = NIL;
    out->hasAggs = false;
    return out;
}
