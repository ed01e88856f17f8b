/* Knows the functions of casts. PL/pgSQL keeps the expressions of casts without planning a
 * statement, so nobody would see that one depends on a source by what was inlined into it. */
#include "fence/fence.h"

#include "access/genam.h"
#include "access/htup_details.h"
#include "access/table.h"
#include "access/transam.h"
#include "catalog/pg_cast.h"
#include "utils/inval.h"
#include "utils/memutils.h"
#include "utils/rel.h"
#include "utils/syscache.h"

/* The functions that are not built in, and whether they are known. */
static List *functions;
static bool known;
static uint64 changes;

static void forget(Datum argument, int cache, uint32 hash)
{
    (void)argument;
    (void)cache;
    (void)hash;
    changes++;
    known = false;
}

static List *find(void)
{
    List *found = NIL;
    Relation casts = table_open(CastRelationId, AccessShareLock);
    SysScanDesc scan = systable_beginscan(casts, InvalidOid, false, NULL, 0, NULL);
    HeapTuple tuple;
    while (HeapTupleIsValid(tuple = systable_getnext(scan)))
        if (((Form_pg_cast)GETSTRUCT(tuple))->castfunc >= FirstNormalObjectId)
            found = lappend_oid(found, ((Form_pg_cast)GETSTRUCT(tuple))->castfunc);
    systable_endscan(scan);
    table_close(casts, AccessShareLock);
    return found;
}

bool indppg_is_cast(Oid function)
{
    uint64 before = changes;
    List *found;
    MemoryContext context;
    if (function < FirstNormalObjectId)
        return false;
    if (known)
        return list_member_oid(functions, function);
    found = find();
    context = MemoryContextSwitchTo(TopMemoryContext);
    list_free(functions);
    functions = list_copy(found);
    MemoryContextSwitchTo(context);
    known = before == changes;
    return list_member_oid(found, function);
}

void indppg_install_casts(void)
{
    CacheRegisterSyscacheCallback(CASTSOURCETARGET, forget, (Datum)0);
}
