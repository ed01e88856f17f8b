/* Before a statement is planned, replaces every block of it that reads a protected view
 * (Claim B8). */
#include "protected.h"

#include "access/parallel.h"
#include "access/xact.h"
#include "catalog/pg_class.h"
#include "answer/answer.h"
#include "fence/fence.h"
#include "nodes/nodeFuncs.h"
#include "optimizer/planner.h"
#include "parser/parsetree.h"

static planner_hook_type previous;

static bool calls_guard(Node *node, Oid *guard)
{
    if (node == NULL)
        return false;
    if (IsA(node, FuncExpr) && ((FuncExpr *)node)->funcid == *guard)
        return true;
    if (IsA(node, Query))
        return query_tree_walker((Query *)node, calls_guard, guard, 0);
    return expression_tree_walker(node, calls_guard, guard);
}

/* Whether the query changes rows or has parts that are queries, such as the bodies of views. The
 * guard is in the body of a view. If somebody calls it elsewhere, it fails by itself. */
static bool has_parts(const Query *query)
{
    ListCell *cell;
    if (query->commandType != CMD_SELECT || query->hasSubLinks || query->cteList != NIL)
        return true;
    foreach (cell, query->rtable)
        if (((RangeTblEntry *)lfirst(cell))->rtekind == RTE_SUBQUERY)
            return true;
    return false;
}

/* Whether some part of the statement locks rows, has ON CONFLICT, or changes a table by anything
 * but INSERT. If so, PostgreSQL may execute part of the plan again for a row that another
 * transaction has changed. */
static bool changes_rows(Node *node, void *context)
{
    if (node == NULL)
        return false;
    if (IsA(node, Query)) {
        const Query *query = (const Query *)node;
        if ((query->commandType != CMD_SELECT && query->commandType != CMD_INSERT) ||
            query->rowMarks != NIL || query->onConflict != NULL)
            return true;
        return query_tree_walker((Query *)node, changes_rows, context, 0);
    }
    return expression_tree_walker(node, changes_rows, context);
}

/* Refuses to write rows through a protected view, which PostgreSQL would do to its source. Rules
 * and defaults of the view, and functions that write so, would hand the rows on, and errors would
 * tell of rows that are there. The rewriter keeps the entry of the view beside that of the
 * source. */
static bool refuse_writes(Node *node, void *context)
{
    ListCell *cell;
    if (node == NULL)
        return false;
    if (!IsA(node, Query))
        return expression_tree_walker(node, refuse_writes, context);
    if (((Query *)node)->commandType != CMD_SELECT)
        foreach (cell, ((Query *)node)->rtable) {
            const RangeTblEntry *entry = lfirst(cell);
            if (entry->rtekind == RTE_RELATION && entry->relkind == RELKIND_VIEW &&
                indppg_is_protected(entry->relid))
                indppg_refuse_query("write rows to the source, not through the view");
        }
    return query_tree_walker((Query *)node, refuse_writes, context, 0);
}

static Node *replace_blocks(Node *node, void *context)
{
    if (node == NULL)
        return NULL;
    if (IsA(node, Query)) {
        Query *query = (Query *)node;
        int rti = indppg_protected_entry(query);
        if (rti != 0)
            query = indppg_replace_block(query, rti);
        return (Node *)query_tree_mutator(query, replace_blocks, context, 0);
    }
    return expression_tree_mutator(node, replace_blocks, context);
}

static Query *replace_all(Query *query, const char *text)
{
    const char *outer = indppg_examine(text);
    PG_TRY();
    {
        query = (Query *)replace_blocks((Node *)query, NULL);
    }
    PG_FINALLY();
    {
        (void)indppg_examine(outer);
    }
    PG_END_TRY();
    return query;
}

#if PG_VERSION_NUM >= 190000
#define PLAN_PARAMETERS                                                    \
    Query *query, const char *text, int options, ParamListInfo parameters, \
        struct ExplainState *explain
#define PLAN_ARGUMENTS(OPTIONS) query, text, OPTIONS, parameters, explain
#else
#define PLAN_PARAMETERS Query *query, const char *text, int options, ParamListInfo parameters
#define PLAN_ARGUMENTS(OPTIONS) query, text, OPTIONS, parameters
#endif

static PlannedStmt *plan_next(PLAN_PARAMETERS)
{
    if (previous != NULL)
        return previous(PLAN_ARGUMENTS(options));
    return standard_planner(PLAN_ARGUMENTS(options));
}

static PlannedStmt *plan_checked(PLAN_PARAMETERS, bool of_view)
{
    if (!of_view)
        return plan_next(PLAN_ARGUMENTS(options));
    if (IsInParallelMode() || IsParallelWorker())
        indppg_refuse_parallel();
    if (changes_rows((Node *)query, NULL))
        indppg_refuse_query("only SELECT and INSERT .. SELECT may read the view");
    query = replace_all(query, text);
    /* The custom scan that answers a block also charges for it, so it must run in the leader and
     * outside of parallel mode. */
    return plan_next(PLAN_ARGUMENTS(options & ~CURSOR_OPT_PARALLEL_OK));
}

static PlannedStmt *plan_fenced(PLAN_PARAMETERS, bool of_view)
{
    PlannedStmt *planned;
    bool of_source = indppg_begin_planning(query);
    PG_TRY();
    {
        query = indppg_mask(query);
        indppg_check_samples(query);
        planned = plan_checked(PLAN_ARGUMENTS(options), of_view);
    }
    PG_CATCH();
    {
        indppg_end_planning(of_source, NULL);
        PG_RE_THROW();
    }
    PG_END_TRY();
    indppg_end_planning(of_source, planned);
    return planned;
}

static PlannedStmt *plan(PLAN_PARAMETERS)
{
    Oid guard = indppg_guard();
    bool of_view;
    indppg_check_uses(query);
    if (query->commandType != CMD_SELECT || query->hasModifyingCTE)
        refuse_writes((Node *)query, NULL);
    of_view = OidIsValid(guard) && has_parts(query) && calls_guard((Node *)query, &guard);
    return indppg_is_fenced() ? plan_fenced(PLAN_ARGUMENTS(options), of_view)
                              : plan_checked(PLAN_ARGUMENTS(options), of_view);
}

void indppg_install_hooks(void)
{
    previous = planner_hook;
    planner_hook = plan;
    indppg_install_names();
    indppg_install_acl();
    indppg_install_who();
    indppg_install_messages();
    indppg_install_plans();
    indppg_install_cursors();
    indppg_install_functions();
    indppg_install_others();
    indppg_install_relations();
    indppg_install_labels();
    indppg_install_related();
    indppg_install_maintenance();
    indppg_install_rights();
    indppg_install_scan();
    indppg_install_private();
}
