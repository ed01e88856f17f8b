/* Lets sessions learn that VACUUM, ANALYZE, REINDEX or the like has worked on a source, but not
 * what it has found. These write to pg_class, and tell other sessions so, only if a count there
 * changes. Then they look up more than they would otherwise: a reader sees it by what else they
 * learn of, and when. So where such a statement works on anything that is related to a source,
 * this says in any case that all that is related has changed: at the end of the statement, also
 * if it fails, since newer minor versions tell of writes in place at once; and at the commit,
 * when older ones do. */
#include "protected.h"

#include "access/htup_details.h"
#include "access/table.h"
#include "access/xact.h"
#include "catalog/pg_class.h"
#include "miscadmin.h"
#include "postmaster/autovacuum.h"
#include "storage/lmgr.h"
#include "storage/lock.h"
#include "storage/proc.h"
#include "storage/sinval.h"
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
#define IS_HELD(tag, mode) LockHeldByMe(tag, mode, false)
#else
#define IS_AUTOVACUUM IsAutoVacuumWorkerProcess()
#define IS_HELD(tag, mode) LockHeldByMe(tag, mode)
#endif

/* The relations, and what to tell of them. They are found before, since the set cannot be
 * computed in a transaction of VACUUM, whose snapshot does not keep rows, nor after an error. */
static Oid *relations;
static SharedInvalidationMessage *messages;
static int n;
static uint32 hash_of_database;

/* For each relation one message for the relation cache, and one for each cache of pg_class. */
enum { KINDS = 3 };

/* Whether the statement runs now, in transactions of its own, and whether it ran in this
 * transaction. */
static int running;
static bool ran;

static void add_cache(SharedInvalidationMessage *message, int cache, Oid database, uint32 hash)
{
    message->cc.id = (int8)cache;
    message->cc.dbId = database;
    message->cc.hashValue = hash;
}

/* What PostgreSQL sends when the row of pg_class changes. */
static void add_messages(SharedInvalidationMessage *out, Oid relation)
{
    HeapTuple tuple = SearchSysCache1(RELOID, ObjectIdGetDatum(relation));
    out[0].rc.id = SHAREDINVALRELCACHE_ID;
    out[0].rc.dbId = MyDatabaseId;
    out[0].rc.relId = relation;
    out[1] = out[2] = out[0];
    if (!HeapTupleIsValid(tuple))
        return;
    add_cache(&out[1], RELOID, MyDatabaseId,
              GetSysCacheHashValue1(RELOID, ObjectIdGetDatum(relation)));
    add_cache(
        &out[2], RELNAMENSP, MyDatabaseId,
        GetSysCacheHashValue2(RELNAMENSP, NameGetDatum(&((Form_pg_class)GETSTRUCT(tuple))->relname),
                              ObjectIdGetDatum(((Form_pg_class)GETSTRUCT(tuple))->relnamespace)));
    ReleaseSysCache(tuple);
}

static void find(void)
{
    int found;
    Oid *all = indppg_all_related(TopMemoryContext, &found);
    SharedInvalidationMessage *of_all =
        MemoryContextAllocZero(TopMemoryContext, Max(found, 1) * KINDS * sizeof *of_all);
    for (int i = 0; i < found; i++)
        add_messages(of_all + i * KINDS, all[i]);
    if (messages != NULL)
        pfree(messages);
    if (relations != NULL)
        pfree(relations);
    relations = all;
    messages = of_all;
    n = found;
    hash_of_database = GetSysCacheHashValue1(DATABASEOID, ObjectIdGetDatum(MyDatabaseId));
}

/* Whoever writes counts holds such a lock: REINDEX the weakest, ShareLock. */
static bool works_on(Oid relation)
{
    LOCKTAG tag;
    SET_LOCKTAG_RELATION(tag, MyDatabaseId, relation);
    for (LOCKMODE mode = ShareUpdateExclusiveLock; mode <= AccessExclusiveLock; mode++)
        if (IS_HELD(&tag, mode))
            return true;
    return false;
}

static void tell(Relation catalog, Oid relation)
{
    HeapTuple tuple = SearchSysCache1(RELOID, ObjectIdGetDatum(relation));
    if (!HeapTupleIsValid(tuple))
        return;
    CacheInvalidateHeapTuple(catalog, tuple, NULL);
    ReleaseSysCache(tuple);
}

static bool works(void)
{
    for (int i = 0; i < n; i++)
        if (works_on(relations[i]))
            return true;
    return false;
}

/* At once. VACUUM also writes the oldest transaction to pg_database, if that has changed. */
static void tell_now(void)
{
    SharedInvalidationMessage of_database = { 0 };
    if (works())
        SendSharedInvalidMessages(messages, n * KINDS);
    if (n == 0)
        return;
    add_cache(&of_database, DATABASEOID, InvalidOid, hash_of_database);
    SendSharedInvalidMessages(&of_database, 1);
}

static void tell_at_commit(void)
{
    Relation catalog;
    if (!works())
        return;
    catalog = table_open(RelationRelationId, AccessShareLock);
    for (int i = 0; i < n; i++)
        tell(catalog, relations[i]);
    table_close(catalog, AccessShareLock);
}

static void end_transaction(XactEvent event, void *argument)
{
    (void)argument;
    if ((event == XACT_EVENT_PRE_COMMIT || event == XACT_EVENT_PRE_PREPARE) &&
        (running > 0 || ran || IS_AUTOVACUUM)) {
        if (IS_AUTOVACUUM && !VACUUMS)
            find();
        tell_now();
        tell_at_commit();
    }
    if (event == XACT_EVENT_COMMIT || event == XACT_EVENT_PREPARE || event == XACT_EVENT_ABORT)
        ran = false;
}

void indppg_begin_maintenance(void)
{
    find();
    running++;
}

/* Locks are held until the end of the transaction, also after an error. */
void indppg_end_maintenance(void)
{
    running--;
    ran = true;
    tell_now();
}

void indppg_install_maintenance(void)
{
    RegisterXactCallback(end_transaction, NULL);
}
