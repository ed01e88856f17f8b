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
#include "optimizer/pathnode.h"
#include "optimizer/plancat.h"
#include "optimizer/planner.h"
#include "parser/parsetree.h"
#include "protected/protected.h"
#include "tcop/pquery.h"
#include "utils/elog.h"
#include "utils/guc.h"
#include "utils/lsyscache.h"
#include "utils/selfuncs.h"
#include "utils/snapmgr.h"
#include "utils/syscache.h"

static get_relation_stats_hook_type previous_stats;
static get_attavgwidth_hook_type previous_width;
static bool planning;

/* The size that the planner sees: large enough for parallel workers. */
enum { PAGES = 100000, TUPLES = 10000000 };

static void hide(RelOptInfo *rel)
{
    rel->indexlist = NIL;
    rel->statlist = NIL;
    rel->pages = PAGES;
    rel->tuples = TUPLES;
    rel->allvisfrac = 0;
}

/* The planner has just opened the relation, and has not yet looked at values in it. */
#if PG_VERSION_NUM >= 190000
static build_simple_rel_hook_type previous_info;

static void see_relation(PlannerInfo *root, RelOptInfo *rel, RangeTblEntry *entry)
{
    if (previous_info != NULL && !planning)
        previous_info(root, rel, entry);
    if (entry->rtekind != RTE_RELATION)
        return;
    if (planning)
        hide(rel);
    else
        indppg_check_relation(root, entry);
}
#else
static get_relation_info_hook_type previous_info;

static void see_relation(PlannerInfo *root, Oid relation, bool inherits, RelOptInfo *rel)
{
    if (previous_info != NULL && !planning)
        previous_info(root, relation, inherits, rel);
    if (planning)
        hide(rel);
    else
        indppg_check_relation(root, planner_rt_fetch(rel->relid, root));
}
#endif

static bool hide_statistics(PlannerInfo *root, RangeTblEntry *entry, AttrNumber attribute,
                            VariableStatData *data)
{
    if (planning)
        return true; /* tells the planner that there are no statistics */
    return previous_stats != NULL && previous_stats(root, entry, attribute, data);
}

/* The width of a column that the planner sees. */
enum { WIDTH = 32 };

static int32 hide_width(Oid relation, AttrNumber column)
{
    if (planning)
        return WIDTH;
    return previous_width == NULL ? 0 : previous_width(relation, column);
}

void indppg_install_private(void)
{
    previous_width = get_attavgwidth_hook;
    get_attavgwidth_hook = hide_width;

#if PG_VERSION_NUM >= 190000
    previous_info = build_simple_rel_hook;
    build_simple_rel_hook = see_relation;
#else
    previous_info = get_relation_info_hook;
    get_relation_info_hook = see_relation;
#endif
    previous_stats = get_relation_stats_hook;
    get_relation_stats_hook = hide_statistics;
}

Oid indppg_view_owner(Oid view)
{
    HeapTuple tuple = SearchSysCache1(RELOID, ObjectIdGetDatum(view));
    Oid owner;
    if (!HeapTupleIsValid(tuple))
        indppg_refuse_query("the policy has changed: run the query again");
    owner = ((Form_pg_class)GETSTRUCT(tuple))->relowner;
    ReleaseSysCache(tuple);
    return owner;
}

/* Switches to the settings with which the private part is planned and run, and to the rights of the
 * owner of the protected view. Planning may call functions of that owner, in index expressions for
 * example. After an error, the end of the transaction or subtransaction restores what this
 * changes. */
void indppg_enter(Private *state, Oid view)
{
    Oid owner = indppg_view_owner(view);
    GetUserIdAndSecContext(&state->user, &state->security);
    state->nest = NewGUCNestLevel();
    indppg_go_inside();
    indppg_reset_settings();
    /* Nothing is looked up by name, and least of all the reader's objects. */
    indppg_force("search_path", "pg_catalog, pg_temp");
    indppg_force("track_counts", "off");
    indppg_force("track_functions", "none");
    /* A message other than an error may be about a row. */
    indppg_force("client_min_messages", "error");
    indppg_force("indp.float_precision", "0");
    indppg_force("constraint_exclusion", "off");
    /* Exceeding it would raise an error, because of the rows. */
    indppg_force("temp_file_limit", "-1");
    SetUserIdAndSecContext(owner, state->security | SECURITY_LOCAL_USERID_CHANGE |
                                      SECURITY_RESTRICTED_OPERATION);
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
#if PG_VERSION_NUM >= 190000
        plan = standard_planner(COPY(query), "indp", parallel ? CURSOR_OPT_PARALLEL_OK : 0,
                                parameters, NULL);
#else
        plan = standard_planner(COPY(query), "indp", parallel ? CURSOR_OPT_PARALLEL_OK : 0,
                                parameters);
#endif
    }
    PG_FINALLY();
    {
        planning = before;
    }
    PG_END_TRY();
    return plan;
}

/* Checks the rights that execution will require. */
void indppg_require_rights(const PlannedStmt *plan)
{
#if PG_VERSION_NUM >= 160000
    ExecCheckPermissions(plan->rtable, plan->permInfos, true);
#else
    ExecCheckRTPerms(plan->rtable, true);
#endif
}

/* Runs the plan to its end, and returns its rows. */
Tuplestorestate *indppg_run(PlannedStmt *plan, ParamListInfo parameters, Snapshot snapshot,
                            TupleDesc *type)
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
