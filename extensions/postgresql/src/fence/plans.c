/* Lets fenced sessions use no cached plan over a protected view twice, and no analysed query
 * either. VACUUM and ANALYZE write to pg_class only if the counts there change, and then each
 * session forgets its plans over that table. A reader can see when a plan is made again: it has
 * another form, or calls a function, or finds another function of the same name. If all such
 * plans are forgotten in any case, before anything of the session or of another one can change
 * what a new plan would be, this tells nothing. All other plans are forgotten between
 * statements, too, since a session also forgets all of them when it has missed messages of
 * others. */
#include "fence/fence.h"

#include "access/htup_details.h"
#include "access/xact.h"
#include "catalog/pg_class.h"
#include "catalog/pg_ts_dict.h"
#include "catalog/pg_type.h"
#include "executor/executor.h"
#include "nodes/nodeFuncs.h"
#include "protected/protected.h"
#include "tcop/pquery.h"
#include "tcop/utility.h"
#include "utils/inval.h"
#include "utils/plancache.h"
#include "utils/syscache.h"

static ExecutorRun_hook_type previous_run;

/* How deep execution and planning are nested, of all that the fence has seen. */
static int running, planning;

/* Whether code of a reader has run where there is neither execution nor planning: while a
 * statement is analysed, since the input of a literal may call the function of a domain, or
 * while parameters are read. That code may itself analyse, plan and execute, but not in a
 * portal. */
static bool analysis_calls;

/* Whether a query over a source was analysed, and nothing was forgotten since. It may never be
 * planned: the planner may refuse it, or the query that comes first by a rule may fail. */
static bool analysed;

void indppg_forget_plans(void)
{
    if (ActivePortal != NULL)
        analysis_calls = false;
    analysed = false;
    ResetPlanCache();
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

/* A plan depends on the relations of its range tables and on those that constants name. */
static bool depends_on_source(Node *node)
{
    if (IsA(node, RangeTblEntry))
        return ((RangeTblEntry *)node)->rtekind == RTE_RELATION &&
               indppg_is_of_source(((RangeTblEntry *)node)->relid);
    if (IsA(node, Const)) {
        const Const *constant = (Const *)node;
        return (constant->consttype == REGCLASSOID || constant->consttype == OIDOID) &&
               !constant->constisnull &&
               indppg_is_of_source(DatumGetObjectId(constant->constvalue));
    }
    return false;
}

/* Views have rules. Other rules can read views, too. */
static bool has_rules_on(Node *node)
{
    return IsA(node, RangeTblEntry) && ((RangeTblEntry *)node)->rtekind == RTE_RELATION &&
           !indppg_is_catalog(((RangeTblEntry *)node)->relid) &&
           has_rules(((RangeTblEntry *)node)->relid);
}

typedef struct Depends {
    bool rewritten; /* rules were applied, or the query has views instead */
} Depends;

static bool walk(Node *node, Depends *depends)
{
    if (node == NULL)
        return false;
    if (depends_on_source(node) || (!depends->rewritten && has_rules_on(node)))
        return true;
    if (IsA(node, RangeTblEntry))
        return false;
    if (IsA(node, Query))
        return query_tree_walker((Query *)node, walk, depends, QTW_EXAMINE_RTES_BEFORE);
    return expression_tree_walker(node, walk, depends);
}

static bool may_depend(Query *query, bool rewritten)
{
    Depends depends = { rewritten };
    return walk((Node *)query, &depends);
}

/* A statement of the client may be analysed again before it is planned. */
void indppg_check_analysis(Query *query, bool of_client)
{
    bool of_source;
    if (query->commandType != CMD_UTILITY)
        indppg_check_session();
    if (of_client)
        indppg_forget_plans();
    of_source = may_depend(query, false);
    if (of_client && analysis_calls && of_source)
        indppg_fence_refuse("a literal that calls a function",
                            "a statement that reads a view must not contain it; write it as a "
                            "parameter");
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
    if (fenced)
        indppg_check_session();
    indppg_check_fetch(plan);
    if (fenced && running == 0)
        indppg_forget_plans();
    if (fenced) {
        AcceptInvalidationMessages(); /* in any case, and not only if a lookup does */
        indppg_check_again(plan->plannedstmt);
    }
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

bool indppg_is_planning(void)
{
    return planning > 0;
}

/* Returns whether the query depends on a source. */
bool indppg_begin_planning(Query *query)
{
    bool of_source;
    AcceptInvalidationMessages();
    of_source = may_depend(query, true);
    if (of_source || analysed)
        indppg_forget_plans();
    planning++;
    return of_source;
}

static bool has_source(List *relations)
{
    ListCell *cell;
    foreach (cell, relations)
        if (indppg_is_of_source(lfirst_oid(cell)))
            return true;
    return false;
}

/* What depends on a source, also by a function that was inlined, is never used twice. `planned`
 * is NULL if planning has failed: perhaps not of the query that depends on one. */
void indppg_end_planning(bool of_source, const PlannedStmt *planned)
{
    planning--;
    if (of_source || planned == NULL || has_source(planned->relationOids))
        indppg_forget_plans();
}

/* Called after a utility statement. Others may have analysed a statement that would now mean
 * something else: a relation can take a name, and pg_class is not among the catalogs below,
 * because VACUUM writes to it. So this says that one of these has changed. */
void indppg_tell_others(Node *statement)
{
    if (GetCommandLogLevel(statement) != LOGSTMT_DDL)
        return;
    CacheInvalidateCatalog(TSDictionaryRelationId);
    CommandEndInvalidationMessages(); /* or else no subtransaction could begin */
}

/* What others define can change what a statement means that was analysed and will be analysed
 * again: names, labels of enums, rights. PostgreSQL itself forgets all plans for new operators
 * and schemas. */
static const int caches[] = { PROCOID, TYPEOID, ATTNUM,         CASTSOURCETARGET, COLLOID,
                              ENUMOID, AUTHOID, AUTHMEMMEMROLE, TSCONFIGOID,      TSDICTOID };

static void forget_object(Datum argument, int cache, uint32 hash)
{
    (void)argument;
    (void)cache;
    (void)hash;
    if (indppg_was_fenced())
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
    RegisterXactCallback(end_transaction, NULL);
    previous_run = ExecutorRun_hook;
    ExecutorRun_hook = run_plan;
}
