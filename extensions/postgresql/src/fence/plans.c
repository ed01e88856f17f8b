/* Lets no cached plan over a protected view be used twice, and no analysed query either. VACUUM and
 * ANALYZE write to pg_class only if the counts there change, and then each session forgets its plans over
 * that table. A reader can see when a plan is made again: it has another form, or calls a function, or
 * finds another function of the same name. If all such plans are forgotten in any case, before anything
 * of the session or of another one can change what a new plan would be, this tells nothing. */
#include "fence/fence.h"

#include "access/xact.h"
#include "catalog/pg_class.h"
#include "nodes/nodeFuncs.h"
#include "utils/inval.h"
#include "utils/plancache.h"
#include "utils/syscache.h"

/* Whether the session has a query of a view, which may be a protected one, or of a function that reads
 * one. Once true, it stays true. */
static bool has_views;

static bool reads_view(Node *node, void *context)
{
    if (node == NULL)
        return false;
    if (IsA(node, RangeTblEntry)) {
        const RangeTblEntry *entry = (RangeTblEntry *)node;
        return entry->rtekind == RTE_RELATION && entry->relkind == RELKIND_VIEW && !indppg_is_catalog(entry->relid);
    }
    if (IsA(node, Query))
        return query_tree_walker((Query *)node, reads_view, context, QTW_EXAMINE_RTES_BEFORE);
    return expression_tree_walker(node, reads_view, context);
}

void indppg_note_views(Query *query)
{
    has_views = has_views || reads_view((Node *)query, NULL);
}

void indppg_forget_plans(void)
{
    if (has_views)
        ResetPlanCache();
}

/* What others define can change what a name means. PostgreSQL itself forgets all plans for new operators
 * and schemas. Each new table has columns; pg_class is not among these catalogs, because VACUUM writes to
 * it. */
static void forget_object(Datum argument, int cache, uint32 hash)
{
    (void)argument;
    (void)cache;
    (void)hash;
    indppg_forget_plans();
}

static void end_transaction(XactEvent event, void *argument)
{
    (void)argument;
    if (event == XACT_EVENT_COMMIT || event == XACT_EVENT_ABORT)
        indppg_forget_plans();
}

void indppg_install_plans(void)
{
    static const int caches[] = {PROCOID, TYPEOID, ATTNUM, CASTSOURCETARGET, COLLOID};
    for (int i = 0; i < (int)lengthof(caches); i++)
        CacheRegisterSyscacheCallback(caches[i], forget_object, (Datum)0);
    RegisterXactCallback(end_transaction, NULL);
}
