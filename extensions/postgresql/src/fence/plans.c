/* Lets fenced sessions use no cached plan over a protected view twice, and no analysed query either.
 * VACUUM and ANALYZE write to pg_class only if the counts there change, and then each session forgets
 * its plans over that table. A reader can see when a plan is made again: it has another form, or calls a
 * function, or finds another function of the same name. If all such plans are forgotten in any case,
 * before anything of the session or of another one can change what a new plan would be, this tells
 * nothing. All other plans are forgotten between statements, too, since a session also forgets all of
 * them when it has missed messages of others. */
#include "fence/fence.h"

#include "access/xact.h"
#include "utils/inval.h"
#include "utils/plancache.h"
#include "utils/syscache.h"

void indppg_forget_plans(void)
{
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
    if (indppg_was_fenced())
        ResetPlanCache();
}

static void end_transaction(XactEvent event, void *argument)
{
    (void)argument;
    if ((event == XACT_EVENT_COMMIT || event == XACT_EVENT_ABORT) && indppg_was_fenced())
        ResetPlanCache();
}

void indppg_install_plans(void)
{
    static const int caches[] = {PROCOID, TYPEOID, ATTNUM, CASTSOURCETARGET, COLLOID};
    for (int i = 0; i < (int)lengthof(caches); i++)
        CacheRegisterSyscacheCallback(caches[i], forget_object, (Datum)0);
    RegisterXactCallback(end_transaction, NULL);
}
