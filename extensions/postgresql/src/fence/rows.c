/* Reads rows of catalogs. */
#include "fence/fence.h"

#include "access/genam.h"
#include "access/table.h"
#include "utils/fmgroids.h"
#include "utils/memutils.h"
#include "utils/rel.h"
#include "utils/snapmgr.h"

/* Also rows that are not visible to other scans yet. What the function leaves behind is freed after
 * each row: the values may be large, and a session may read very many. */
void indppg_each_row(Oid catalog, Oid by, ScanKey keys, int n, IndppgRowFunction *function,
                     void *context)
{
    Relation relation = table_open(catalog, AccessShareLock);
    SysScanDesc scan = systable_beginscan(relation, by, true, SnapshotSelf, n, keys);
    MemoryContext memory =
        AllocSetContextCreate(CurrentMemoryContext, "indp row", ALLOCSET_DEFAULT_SIZES);
    HeapTuple row;
    while (HeapTupleIsValid(row = systable_getnext(scan))) {
        MemoryContext outside = MemoryContextSwitchTo(memory);
        function(row, RelationGetDescr(relation), context);
        MemoryContextSwitchTo(outside);
        MemoryContextReset(memory);
    }
    MemoryContextDelete(memory);
    systable_endscan(scan);
    table_close(relation, AccessShareLock);
}

void indppg_each_of(Oid catalog, Oid by, AttrNumber column, Oid object, IndppgRowFunction *function,
                    void *context)
{
    ScanKeyData key;
    ScanKeyInit(&key, column, BTEqualStrategyNumber, F_OIDEQ, ObjectIdGetDatum(object));
    indppg_each_row(catalog, by, &key, 1, function, context);
}
