/* Lets sessions learn that VACUUM or ANALYZE has worked on a source, but not what it has found. It writes to
 * pg_class, and tells other sessions so, only if a count there changes. Then they look up more than they would
 * otherwise: a reader sees it by what else they learn of, and when. So where VACUUM and ANALYZE work on anything
 * that is related to a source, this says in any case that all that is related has changed. */
#include "protected.h"

#include "access/table.h"
#include "access/xact.h"
#include "catalog/pg_class.h"
#include "miscadmin.h"
#include "postmaster/autovacuum.h"
#include "storage/lmgr.h"
#include "storage/lock.h"
#include "storage/proc.h"
#include "utils/inval.h"
#include "utils/memutils.h"
#include "utils/syscache.h"

#if PG_VERSION_NUM < 140000
#define VACUUMS ((MyPgXact->vacuumFlags & PROC_IN_VACUUM) != 0)
#else
#define VACUUMS ((MyProc->statusFlags & PROC_IN_VACUUM) != 0)
#endif

#if PG_VERSION_NUM >= 170000
#define IS_AUTOVACUUM AmAutoVacuumWorkerProcess()
#define IS_HELD(tag, mode) LockHeldByMe(tag, mode, true)
#else
#define IS_AUTOVACUUM IsAutoVacuumWorkerProcess()
#define IS_HELD(tag, mode) (LockHeldByMe(tag, mode) || LockHeldByMe(tag, AccessExclusiveLock))
#endif

/* The relations, since the set cannot be computed in a transaction of VACUUM, whose snapshot does not keep rows. */
static Oid *relations;
static int n;

/* Whether the statement runs now, in transactions of its own, and whether it ran in this transaction. */
static int running;
static bool ran;

static void find(void)
{
    if (relations != NULL)
        pfree(relations);
    relations = NULL;
    n = 0;
    relations = indppg_all_related(TopMemoryContext, &n);
}

static bool works_on(Oid relation)
{
    LOCKTAG tag;
    SET_LOCKTAG_RELATION(tag, MyDatabaseId, relation);
    return IS_HELD(&tag, ShareUpdateExclusiveLock);
}

static void tell(Relation catalog, Oid relation)
{
    HeapTuple tuple = SearchSysCache1(RELOID, ObjectIdGetDatum(relation));
    if (!HeapTupleIsValid(tuple))
        return;
    CacheInvalidateHeapTuple(catalog, tuple, NULL);
    ReleaseSysCache(tuple);
}

static void tell_all(void)
{
    bool works = false;
    Relation catalog;
    for (int i = 0; i < n && !works; i++)
        works = works_on(relations[i]);
    if (!works)
        return;
    catalog = table_open(RelationRelationId, AccessShareLock);
    for (int i = 0; i < n; i++)
        tell(catalog, relations[i]);
    table_close(catalog, AccessShareLock);
}

static void end_transaction(XactEvent event, void *argument)
{
    (void)argument;
    if (event == XACT_EVENT_PRE_COMMIT && (running > 0 || ran || IS_AUTOVACUUM)) {
        if (IS_AUTOVACUUM && !VACUUMS)
            find();
        tell_all();
    }
    if (event == XACT_EVENT_COMMIT || event == XACT_EVENT_ABORT)
        ran = false;
}

void indppg_begin_vacuum(void)
{
    find();
    running++;
}

void indppg_end_vacuum(void)
{
    running--;
    ran = true;
}

void indppg_install_vacuum(void)
{
    RegisterXactCallback(end_transaction, NULL);
}
