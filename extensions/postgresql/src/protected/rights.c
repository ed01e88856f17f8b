/* Checks rights before the planner reads a table, and when a statement is prepared. PostgreSQL checks
 * them when a plan starts to run. But planning looks up the smallest and the largest value of an index,
 * for example, and EXPLAIN (BUFFERS) of a function that catches the error shows how many pages that
 * took. And a prepared statement keeps its tables locked, whether its user may read them or not. */
#include "protected.h"

#include "access/parallel.h"
#include "access/xact.h"
#include "executor/executor.h"
#include "fence/fence.h"
#include "miscadmin.h"
#include "nodes/nodeFuncs.h"
#include "nodes/pathnodes.h"
#include "parser/analyze.h"
#include "parser/parse_relation.h"
#include "tcop/utility.h"
#include "utils/lsyscache.h"

static post_parse_analyze_hook_type previous_analyze;
static ProcessUtility_hook_type previous_utility;

/* The statement inside of which queries are analysed, or T_Invalid. */
static NodeTag inside = T_Invalid;

/* Called when the planner has opened a relation of a statement, also one of a function that it has
 * inlined. */
void indppg_check_relation(PlannerInfo *root, RangeTblEntry *entry)
{
    if ((superuser() && !indppg_is_fenced()) || !OidIsValid(indppg_guard()))
        return;
#if PG_VERSION_NUM >= 160000
    if (entry->perminfoindex != 0) {
        RTEPermissionInfo *info = getRTEPermissionInfo(root->parse->rteperminfos, entry);
        RangeTblEntry *alone = COPY(entry);
        alone->perminfoindex = 1;
        ExecCheckPermissions(list_make1(alone), list_make1(info), true);
    }
#else
    (void)root;
    ExecCheckRTPerms(list_make1(entry), true);
#endif
}

static bool has_rights(Query *query, bool raise)
{
#if PG_VERSION_NUM >= 160000
    return ExecCheckPermissions(query->rtable, query->rteperminfos, raise);
#else
    return ExecCheckRTPerms(query->rtable, raise);
#endif
}

static bool reads_related(const Query *query)
{
    ListCell *cell;
    foreach (cell, query->rtable) {
        const RangeTblEntry *entry = lfirst(cell);
        if (entry->rtekind == RTE_RELATION && (get_rel_namespace(entry->relid) == indppg_schema() || indppg_is_related(entry->relid)))
            return true;
    }
    return false;
}

/* Refuses a query without rights if the session is fenced, or if it reads a source, what belongs to a
 * source, or a table of the extension. Other queries may be prepared now, and get their rights
 * later. */
static bool check(Node *node, void *context)
{
    if (node == NULL)
        return false;
    if (IsA(node, Query)) {
        Query *query = (Query *)node;
        if (query->commandType == CMD_UTILITY)
            return false;
        if (!has_rights(query, false) && (indppg_is_fenced() || reads_related(query)))
            has_rights(query, true);
        return query_tree_walker(query, check, context, 0);
    }
    return expression_tree_walker(node, check, context);
}

/* Whether a query that is analysed now will be planned or kept. The definition of a view, for
 * example, is neither: whoever creates a view needs no right on what it reads. */
static bool will_run(void)
{
    switch (inside) {
    case T_Invalid:
    case T_PrepareStmt:
    case T_ExecuteStmt:
    case T_ExplainStmt:
    case T_DeclareCursorStmt:
    case T_CopyStmt:
    case T_CreateTableAsStmt:
    case T_DoStmt:
    case T_CallStmt: return true;
    default: return false;
    }
}

/* ROLLBACK in a failed transaction is analysed, too. The catalog cannot be read then. */
static void after_analysis(Query *query)
{
    if (query->commandType == CMD_UTILITY || !IsTransactionState() || !will_run() || IsParallelWorker() || indppg_is_computing())
        return;
    if (indppg_is_fenced())
        *query = *indppg_mask(query);
    else if (superuser())
        return;
    if (OidIsValid(indppg_guard()))
        check((Node *)query, NULL);
}

#if PG_VERSION_NUM >= 190000
static void analysed(ParseState *state, Query *query, const JumbleState *jumble)
#elif PG_VERSION_NUM >= 140000
static void analysed(ParseState *state, Query *query, JumbleState *jumble)
#else
static void analysed(ParseState *state, Query *query)
#endif
{
    if (previous_analyze != NULL) {
#if PG_VERSION_NUM >= 140000
        previous_analyze(state, query, jumble);
#else
        previous_analyze(state, query);
#endif
    }
    after_analysis(query);
}

#if PG_VERSION_NUM >= 140000
#define UTILITY_PARAMETERS \
    PlannedStmt *statement, const char *text, bool read_only, ProcessUtilityContext context, ParamListInfo parameters, QueryEnvironment *environment, \
        DestReceiver *receiver, QueryCompletion *completion
#define UTILITY_ARGUMENTS statement, text, read_only, context, parameters, environment, receiver, completion
#else
#define UTILITY_PARAMETERS \
    PlannedStmt *statement, const char *text, ProcessUtilityContext context, ParamListInfo parameters, QueryEnvironment *environment, \
        DestReceiver *receiver, QueryCompletion *completion
#define UTILITY_ARGUMENTS statement, text, context, parameters, environment, receiver, completion
#endif

static void run_utility(UTILITY_PARAMETERS)
{
    NodeTag outside = inside;
    if (indppg_is_fenced()) {
        if (IsA(statement->utilityStmt, ExplainStmt))
            statement = COPY(statement); /* its options may change */
        indppg_check_utility(statement);
    }
    inside = nodeTag(statement->utilityStmt);
    PG_TRY();
    {
        if (previous_utility != NULL)
            previous_utility(UTILITY_ARGUMENTS);
        else
            standard_ProcessUtility(UTILITY_ARGUMENTS);
    }
    PG_FINALLY();
    {
        inside = outside;
    }
    PG_END_TRY();
}

void indppg_install_rights(void)
{
    previous_analyze = post_parse_analyze_hook;
    post_parse_analyze_hook = analysed;
    previous_utility = ProcessUtility_hook;
    ProcessUtility_hook = run_utility;
}
