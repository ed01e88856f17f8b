/* Keeps the cursors of a reader from running with the rights of others, and from drawing from
 * sequences that have become private. The fence asks for the functions of a query when it is
 * started, but PostgreSQL calls them as whoever fetches: perhaps a SECURITY DEFINER function of
 * others that takes a cursor. */
#include "fence/fence.h"

#include "executor/executor.h"
#include "miscadmin.h"
#include "tcop/pquery.h"
#include "utils/memutils.h"
#include "utils/portal.h"

static ExecutorStart_hook_type previous;

/* Queries that are started and not ended, in the session of a reader. Each lies in the memory of its
 * query. */
typedef struct Started {
    const EState *state;
    Oid role;
    bool draws; /* calls a function of sequences */
    struct Started *next;
    MemoryContextCallback at_end;
} Started;
static Started *all;

/* Whether a function of sequences was asked about since the start of the innermost query. */
static bool drew;

/* A query may ask when it runs, for the constraint of a domain. So all that are started count. */
void indppg_note_draw(void)
{
    drew = true;
    for (Started *started = all; started != NULL; started = started->next)
        started->draws = true;
}

static void forget(void *ended)
{
    Started **at = &all;
    while (*at != NULL && *at != ended)
        at = &(*at)->next;
    if (*at != NULL)
        *at = (*at)->next;
}

static void start(QueryDesc *plan, int flags)
{
    Started *started;
    bool outer = drew; /* a query may start another one while it is started */
    indppg_check_portal(plan->plannedstmt);
    drew = false;
    if (previous != NULL)
        previous(plan, flags);
    else
        standard_ExecutorStart(plan, flags);
    if (!indppg_is_readers_session())
        return;
    started = MemoryContextAllocZero(plan->estate->es_query_cxt, sizeof *started);
    started->state = plan->estate;
    started->role = GetUserId();
    started->draws = drew;
    drew = drew || outer;
    started->next = all;
    started->at_end.func = forget;
    started->at_end.arg = started;
    MemoryContextRegisterResetCallback(plan->estate->es_query_cxt, &started->at_end);
    all = started;
}

void indppg_check_fetch(const QueryDesc *plan)
{
    Started *started = all;
    while (started != NULL && started->state != plan->estate)
        started = started->next;
    if (started == NULL)
        return;
    if (started->role != GetUserId() && indppg_is_a_readers(started->role) &&
        (InLocalUserIdChange() || !indppg_is_a_readers(GetUserId())))
        indppg_fence_refuse("fetching from the cursor", INDPPG_OWN_RIGHTS_RULE);
    if (started->draws && indppg_is_fenced() && indppg_has_sequence())
        indppg_fence_refuse("fetching from the cursor", INDPPG_SEQUENCES_RULE);
}

/* Portals that are not a plain query start it at the first fetch, perhaps in a SECURITY DEFINER
 * function of somebody else than who has opened them. Those of a FOR loop are pinned: the function
 * that has opened them fetches, too. */
static bool is_fetched(const PlannedStmt *statement)
{
    return ActivePortal != NULL && ActivePortal->strategy != PORTAL_ONE_SELECT &&
           !ActivePortal->portalPinned && list_member_ptr(ActivePortal->stmts, statement);
}

void indppg_check_portal(const PlannedStmt *statement)
{
    if (indppg_is_readers_session() && is_fetched(statement) &&
        (InLocalUserIdChange() || !indppg_is_a_readers(GetUserId())))
        indppg_fence_refuse("fetching from the cursor", INDPPG_OWN_RIGHTS_RULE);
}

void indppg_install_cursors(void)
{
    previous = ExecutorStart_hook;
    ExecutorStart_hook = start;
}
