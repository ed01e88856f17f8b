/* Checks rights before the planner reads a table, and when a statement is prepared. PostgreSQL
 * checks them when a plan starts to run. But planning looks up the smallest and the largest
 * value of an index, for example, and EXPLAIN (BUFFERS) of a function that catches the error
 * shows how many pages that took. And a prepared statement keeps its tables locked, whether its
 * user may read them or not. */
#include "protected.h"

#include "access/parallel.h"
#include "access/xact.h"
#include "commands/extension.h"
#include "executor/spi.h"
#include "fence/fence.h"
#include "miscadmin.h"
#include "nodes/nodeFuncs.h"
#include "nodes/pathnodes.h"
#include "parser/analyze.h"
#include "parser/parse_relation.h"
#include "tcop/pquery.h"
#include "tcop/utility.h"
#include "utils/inval.h"
#include "utils/lsyscache.h"
#include "utils/syscache.h"

static post_parse_analyze_hook_type previous_analyze;
static ProcessUtility_hook_type previous_utility;

/* The statement inside of which queries are analysed, or T_Invalid. */
static NodeTag inside = T_Invalid;

/* Whether a statement of the client is analysed, and no query of a function. */
static bool is_of_client(void)
{
    return ActivePortal == NULL && !IsParallelWorker() &&
           SPI_unregister_relation("indp") == SPI_ERROR_UNCONNECTED;
}

/* Whether the rules of the fence and the rights allow what is needed. */
static bool is_allowed(const Needed *needed, bool fenced, bool raise)
{
    return indppg_has_rights(needed, raise) &&
           (!fenced ||
            indppg_check_fence(needed->relation, needed->rights, needed->selected, raise));
}

/* Called when the planner has opened a relation of a statement, also one of a function that it has
 * inlined. */
void indppg_check_relation(PlannerInfo *root, RangeTblEntry *entry)
{
    bool fenced;
    Needed needed;
#if PG_VERSION_NUM >= 160000
    if (entry->perminfoindex == 0)
        return;
    needed = indppg_needed(getRTEPermissionInfo(root->parse->rteperminfos, entry));
#else
    (void)root;
    needed = indppg_needed(entry);
#endif
    fenced = indppg_is_fenced();
    if (fenced && indppg_has_transactions((Node *)entry->securityQuals))
        indppg_fence_refuse(psprintf("the policy of %s", get_rel_name(entry->relid)),
                            INDPPG_COUNTS_RULE);
    if (fenced || (!superuser() && OidIsValid(indppg_guard())))
        (void)is_allowed(&needed, fenced, true);
}

static bool has_rights(Query *query, bool fenced, bool raise)
{
    ListCell *cell;
    bool enough = true;
#if PG_VERSION_NUM >= 160000
    foreach (cell, query->rteperminfos) {
        Needed needed = indppg_needed(lfirst(cell));
        enough = enough && is_allowed(&needed, fenced, raise);
    }
#else
    foreach (cell, query->rtable)
        if (((RangeTblEntry *)lfirst(cell))->rtekind == RTE_RELATION) {
            Needed needed = indppg_needed(lfirst(cell));
            enough = enough && is_allowed(&needed, fenced, raise);
        }
#endif
    return enough;
}

static bool reads_related(const Query *query)
{
    ListCell *cell;
    foreach (cell, query->rtable) {
        const RangeTblEntry *entry = lfirst(cell);
        if (entry->rtekind == RTE_RELATION &&
            (get_rel_namespace(entry->relid) == indppg_schema() || indppg_is_related(entry->relid)))
            return true;
    }
    return false;
}

static bool check(Node *node, void *context);

/* Without subqueries in expressions, there is no need to look into these. */
static bool check_parts(const Query *query, void *context)
{
    ListCell *cell;
    foreach (cell, query->rtable)
        (void)check((Node *)((RangeTblEntry *)lfirst(cell))->subquery, context);
    foreach (cell, query->cteList)
        (void)check(((CommonTableExpr *)lfirst(cell))->ctequery, context);
    return false;
}

/* Refuses a query without rights if the session is fenced, or if it reads a source, what belongs
 * to a source, or a table of the extension. Other queries may be prepared now, and get their
 * rights later. */
static bool check(Node *node, void *context)
{
    const bool *fenced = context;
    if (node == NULL)
        return false;
    if (IsA(node, Query)) {
        Query *query = (Query *)node;
        if (query->commandType == CMD_UTILITY)
            return false;
        if (!has_rights(query, *fenced, false) && (*fenced || reads_related(query)))
            has_rights(query, *fenced, true);
        return query->hasSubLinks ? query_tree_walker(query, check, context, 0)
                                  : check_parts(query, context);
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
    bool fenced;
    if (!IsTransactionState())
        return;
    fenced = indppg_is_fenced();
    if (fenced) {
        indppg_keep_messages();
        indppg_check_analysis(query, is_of_client());
    } else if (superuser()) {
        return;
    }
    if (query->commandType == CMD_UTILITY || query->rtable == NIL || !will_run() ||
        indppg_is_computing())
        return;
    if (fenced)
        *query = *indppg_mask(query);
    if (fenced || OidIsValid(indppg_guard()))
        check((Node *)query, &fenced);
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
#define UTILITY_PARAMETERS                                                                   \
    PlannedStmt *statement, const char *text, bool read_only, ProcessUtilityContext context, \
        ParamListInfo parameters, QueryEnvironment *environment, DestReceiver *receiver,     \
        QueryCompletion *completion
#define UTILITY_ARGUMENTS \
    statement, text, read_only, context, parameters, environment, receiver, completion
#else
#define UTILITY_PARAMETERS                                                               \
    PlannedStmt *statement, const char *text, ProcessUtilityContext context,             \
        ParamListInfo parameters, QueryEnvironment *environment, DestReceiver *receiver, \
        QueryCompletion *completion
#define UTILITY_ARGUMENTS statement, text, context, parameters, environment, receiver, completion
#endif

/* Whether a statement may count the rows or pages of a relation that is there, and write them to
 * pg_class. */
static bool is_maintenance(const Node *statement)
{
    if (!IsTransactionState() || creating_extension || IsBinaryUpgrade)
        return false;
    switch (nodeTag(statement)) {
    case T_VacuumStmt:
    case T_ReindexStmt:
    case T_IndexStmt:
    case T_AlterTableStmt:
    case T_RefreshMatViewStmt:
#if PG_VERSION_NUM >= 190000
    case T_RepackStmt:
#else
    case T_ClusterStmt:
#endif
        return true;
    default: return false;
    }
}

static void run_utility(UTILITY_PARAMETERS)
{
    NodeTag outside = inside;
    Node *told = NULL;
    bool maintains = is_maintenance(statement->utilityStmt);
    if (indppg_is_fenced()) {
        indppg_keep_messages();
        indppg_forget_plans();
        indppg_check_portal(statement);
        if (IsA(statement->utilityStmt, ExplainStmt))
            statement = COPY(statement); /* its options may change */
        indppg_check_utility(statement, context, outside);
        told = COPY(statement->utilityStmt);
    }
    indppg_check_use_by_utility(statement->utilityStmt);
    if (maintains)
        indppg_begin_maintenance(); /* it may fail, and then leaves nothing behind */
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
        if (maintains)
            indppg_end_maintenance();
    }
    PG_END_TRY();
    if (told != NULL)
        indppg_tell_others(told);
}

void indppg_install_rights(void)
{
    previous_analyze = post_parse_analyze_hook;
    post_parse_analyze_hook = analysed;
    previous_utility = ProcessUtility_hook;
    ProcessUtility_hook = run_utility;
}
