/* Lets fenced sessions use no cached plan over a protected view twice, and no analysed query either.
 * VACUUM and ANALYZE write to pg_class only if the counts there change, and then each session forgets
 * its plans over that table. A reader can see when a plan is made again: it has another form, or calls a
 * function, or finds another function of the same name. If all such plans are forgotten in any case,
 * before anything of the session or of another one can change what a new plan would be, this tells
 * nothing. All other plans are forgotten between statements, too, since a session also forgets all of
 * them when it has missed messages of others. */
#include "fence/fence.h"

#include "access/htup_details.h"
#include "access/transam.h"
#include "access/xact.h"
#include "catalog/pg_class.h"
#include "executor/executor.h"
#include "nodes/nodeFuncs.h"
#include "protected/protected.h"
#include "tcop/pquery.h"
#include "utils/inval.h"
#include "utils/plancache.h"
#include "utils/syscache.h"

static ExecutorRun_hook_type previous_run;

/* How deep execution and planning are nested, of all that the fence has seen. */
static int running, planning;

/* Whether code of a reader has run where there is neither execution nor planning: while a statement is
 * analysed, since the input of a literal may call the function of a domain, or while parameters are
 * read. That code may itself analyse, plan and execute, but not in a portal. */
static bool analysis_calls;

/* Whether a query over a source was analysed, and nothing was forgotten since. It may never be planned:
 * the planner may refuse it, or the query that comes first by a rule may fail. */
static bool analysed;

void indppg_forget_plans(void)
{
    if (ActivePortal != NULL)
        analysis_calls = false;
    analysed = false;
    ResetPlanCache();
}

void indppg_begin_planning(bool of_view)
{
    if (of_view || analysed)
        indppg_forget_plans();
    planning++;
}

void indppg_end_planning(bool failed)
{
    planning--;
    if (failed)
        indppg_forget_plans();
}

/* A function is about to be called: perhaps by the fast path, which asks nobody else. */
void indppg_note_call(void)
{
    if (ActivePortal == NULL && running == 0 && planning == 0) {
        ResetPlanCache();
        analysis_calls = true;
    }
}

static bool has_rules(Oid relation)
{
    HeapTuple tuple = SearchSysCache1(RELOID, ObjectIdGetDatum(relation));
    bool has = HeapTupleIsValid(tuple) && ((Form_pg_class)GETSTRUCT(tuple))->relhasrules;
    if (HeapTupleIsValid(tuple))
        ReleaseSysCache(tuple);
    return has;
}

/* Whether a query may read a source. Views have rules. Other rules can read views, too. */
static bool may_read_source(Node *node, void *context)
{
    if (node == NULL)
        return false;
    if (IsA(node, RangeTblEntry)) {
        const RangeTblEntry *entry = (RangeTblEntry *)node;
        return entry->rtekind == RTE_RELATION && !indppg_is_catalog(entry->relid) && (has_rules(entry->relid) || indppg_is_related(entry->relid));
    }
    if (IsA(node, Query))
        return query_tree_walker((Query *)node, may_read_source, context, QTW_EXAMINE_RTES_BEFORE);
    return expression_tree_walker(node, may_read_source, context);
}

/* A statement of the client may be analysed again before it is planned. */
void indppg_check_analysis(Query *query, bool of_client)
{
    bool of_source;
    if (of_client)
        indppg_forget_plans();
    of_source = may_read_source((Node *)query, NULL);
    if (of_client && analysis_calls && of_source)
        indppg_fence_refuse("a literal that calls a function", "a statement that reads a view must not contain it; write it as a parameter");
    analysed = analysed || of_source;
}

/* A portal that the client executes after it has prepared something else. */
static void run_plan(QueryDesc *plan, ScanDirection direction, uint64 count
#if PG_VERSION_NUM < 180000
                     ,
                     bool once
#endif
)
{
#if PG_VERSION_NUM < 180000
#define RUN(FUNCTION) FUNCTION(plan, direction, count, once)
#else
#define RUN(FUNCTION) FUNCTION(plan, direction, count)
#endif
    bool fenced = indppg_is_fenced();
    if (fenced && running == 0)
        indppg_forget_plans();
    if (!fenced) {
        RUN((previous_run != NULL ? previous_run : standard_ExecutorRun));
        return;
    }
    running++;
    PG_TRY();
    {
        RUN((previous_run != NULL ? previous_run : standard_ExecutorRun));
    }
    PG_FINALLY();
    {
        running--;
    }
    PG_END_TRY();
#undef RUN
}

/* What others define can change what a statement means that was analysed and will be analysed again:
 * names, labels of enums, rights. PostgreSQL itself forgets all plans for new operators and schemas. */
static const int caches[] = {PROCOID, TYPEOID, ATTNUM, CASTSOURCETARGET, COLLOID, ENUMOID, AUTHOID, AUTHMEMMEMROLE, TSCONFIGOID, TSDICTOID};

static void forget_object(Datum argument, int cache, uint32 hash)
{
    (void)argument;
    (void)cache;
    (void)hash;
    if (indppg_was_fenced())
        ResetPlanCache();
}

/* So can a change of a relation that no statement names yet, such as a new name of a sequence. VACUUM
 * and ANALYZE change what is related, if they find something, and that must not show. */
static void forget_relation(Datum argument, Oid relation)
{
    (void)argument;
    if (relation >= FirstNormalObjectId && indppg_was_fenced() && !indppg_was_related(relation))
        ResetPlanCache();
}

static void end_transaction(XactEvent event, void *argument)
{
    (void)argument;
    if ((event != XACT_EVENT_COMMIT && event != XACT_EVENT_ABORT) || !indppg_was_fenced())
        return;
    analysis_calls = false;
    analysed = false;
    ResetPlanCache();
}

void indppg_install_plans(void)
{
    for (int i = 0; i < (int)lengthof(caches); i++)
        CacheRegisterSyscacheCallback(caches[i], forget_object, (Datum)0);
    indppg_on_relation(forget_relation);
    RegisterXactCallback(end_transaction, NULL);
    previous_run = ExecutorRun_hook;
    ExecutorRun_hook = run_plan;
}
