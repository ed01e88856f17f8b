/* Plans and runs a query of the private part. The plan must not depend on the data, so the planner
 * sees every table with the same size, without indexes and without statistics. Running the plan
 * must leave no trace that a reader can see. So the executor runs with counters off and without the
 * executor hooks of other extensions. It runs with the rights of the owner of the view. */
#include "answer/answer.h"

#include "access/htup_details.h"
#include "access/parallel.h"
#include "access/xact.h"
#include "catalog/pg_class.h"
#include "executor/executor.h"
#include "executor/tstoreReceiver.h"
#include "miscadmin.h"
#include "optimizer/cost.h"
#include "optimizer/optimizer.h"
#include "optimizer/plancat.h"
#include "optimizer/planner.h"
#include "protected/protected.h"
#include "tcop/pquery.h"
#include "utils/elog.h"
#include "utils/guc.h"
#include "utils/selfuncs.h"
#include "utils/snapmgr.h"
#include "utils/syscache.h"

static get_relation_info_hook_type previous_info;
static get_relation_stats_hook_type previous_stats;
static bool planning;

/* The size that the planner sees: large enough for parallel workers. */
enum { PAGES = 100000, TUPLES = 10000000 };

static void hide_size(PlannerInfo *root, Oid relation, bool inherits, RelOptInfo *rel)
{
    if (previous_info != NULL && !planning)
        previous_info(root, relation, inherits, rel);
    if (!planning)
        return;
    rel->indexlist = NIL;
    rel->statlist = NIL;
    rel->pages = PAGES;
    rel->tuples = TUPLES;
    rel->allvisfrac = 0;
}

static bool hide_statistics(PlannerInfo *root, RangeTblEntry *entry, AttrNumber attribute, VariableStatData *data)
{
    if (planning)
        return true; /* tells the planner that there are no statistics */
    return previous_stats != NULL && previous_stats(root, entry, attribute, data);
}

void indppg_install_private(void)
{
    previous_info = get_relation_info_hook;
    get_relation_info_hook = hide_size;
    previous_stats = get_relation_stats_hook;
    get_relation_stats_hook = hide_statistics;
}

/* Switches to the settings with which the private part is planned and run, and to the rights of the
 * owner of the protected view. Planning may call functions of that owner, in index expressions for
 * example. After an error, the end of the transaction or subtransaction restores what this
 * changes. */
void indppg_enter(Private *state, Oid view)
{
    HeapTuple tuple = SearchSysCache1(RELOID, ObjectIdGetDatum(view));
    Oid owner;
    if (!HeapTupleIsValid(tuple))
        indppg_refuse_query("the policy has changed: run the query again");
    owner = ((Form_pg_class)GETSTRUCT(tuple))->relowner;
    ReleaseSysCache(tuple);
    GetUserIdAndSecContext(&state->user, &state->security);
    state->nest = NewGUCNestLevel();
    indppg_force("track_counts", "off");
    indppg_force("track_functions", "none");
    if (client_min_messages < WARNING)
        indppg_force("client_min_messages", "warning");
    indppg_force("indp.float_precision", "0");
    indppg_force("constraint_exclusion", "off");
    SetUserIdAndSecContext(owner, state->security | SECURITY_LOCAL_USERID_CHANGE | SECURITY_RESTRICTED_OPERATION);
}

void indppg_leave(const Private *state)
{
    SetUserIdAndSecContext(state->user, state->security);
    AtEOXact_GUC(false, state->nest);
}

/* Plans a query. With `parallel`, the plan may have workers. A caller must not allow workers for a
 * join: they might be started once for each row of the other side, and other sessions can see how
 * many transactions of workers the server has counted. */
PlannedStmt *indppg_plan(Query *query, ParamListInfo parameters, bool parallel)
{
    PlannedStmt *volatile plan = NULL;
    bool before = planning;
    planning = true;
    PG_TRY();
    {
        plan = standard_planner(COPY(query), "indp", parallel ? CURSOR_OPT_PARALLEL_OK : 0, parameters);
    }
    PG_FINALLY();
    {
        planning = before;
    }
    PG_END_TRY();
    return plan;
}

/* Runs the plan to its end, and returns its rows. */
Tuplestorestate *indppg_run(PlannedStmt *plan, ParamListInfo parameters, Snapshot snapshot, TupleDesc *type)
{
    Tuplestorestate *rows = tuplestore_begin_heap(true, false, work_mem);
    DestReceiver *receiver = CreateTuplestoreDestReceiver();
    QueryDesc *query;
#if PG_VERSION_NUM >= 140000
    SetTuplestoreDestReceiverParams(receiver, rows, CurrentMemoryContext, true, NULL, NULL);
#else
    SetTuplestoreDestReceiverParams(receiver, rows, CurrentMemoryContext, true);
#endif
    PushActiveSnapshot(snapshot);
    query = CreateQueryDesc(plan, "indp", snapshot, InvalidSnapshot, receiver, parameters, NULL, 0);
    standard_ExecutorStart(query, 0);
#if PG_VERSION_NUM >= 180000
    standard_ExecutorRun(query, ForwardScanDirection, 0);
#else
    standard_ExecutorRun(query, ForwardScanDirection, 0, true);
#endif
    *type = CreateTupleDescCopy(query->tupDesc);
    standard_ExecutorFinish(query);
    standard_ExecutorEnd(query);
    FreeQueryDesc(query);
    PopActiveSnapshot();
    receiver->rDestroy(receiver);
    return rows;
}
