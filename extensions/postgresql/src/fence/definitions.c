/* Refuses views, rules and functions of fenced sessions that depend on a source, or on what belongs to
 * one. They would be refused when they are used. But the set of related relations
 * (../protected/related.c) follows views and rules, so that a reader could make it large. Also refuses
 * indexes that call a function of a reader: it would be refused when others analyse the table
 * (functions.c), and end their VACUUM of the whole database. */
#include "fence/fence.h"

#include "access/genam.h"
#include "access/htup_details.h"
#include "access/table.h"
#include "catalog/indexing.h"
#include "catalog/pg_class.h"
#include "catalog/pg_depend.h"
#include "catalog/pg_proc.h"
#include "protected/protected.h"
#include "utils/fmgroids.h"
#include "utils/lsyscache.h"
#include "utils/regproc.h"
#include "utils/rel.h"
#include "utils/snapmgr.h"

static void check_one(const FormData_pg_depend *entry, bool of_index)
{
    if (entry->refclassid == RelationRelationId && !of_index && indppg_is_related(entry->refobjid))
        indppg_fence_refuse(psprintf("the definition, which names %s,", get_rel_name(entry->refobjid)), INDPPG_RELATED_RULE);
    if (entry->refclassid == ProcedureRelationId && of_index && !indppg_is_in_c(entry->refobjid))
        indppg_fence_refuse(psprintf("an index that calls %s", format_procedure(entry->refobjid)), INDPPG_FOR_OTHERS_RULE);
}

/* What the object of this catalog depends on is in pg_depend, but not visible to other scans yet. */
void indppg_check_dependencies(Oid catalog, Oid object)
{
    bool of_index = catalog == RelationRelationId; /* no other relation depends on functions now */
    Relation depend = table_open(DependRelationId, AccessShareLock);
    ScanKeyData keys[2];
    SysScanDesc scan;
    HeapTuple tuple;
    ScanKeyInit(&keys[0], Anum_pg_depend_classid, BTEqualStrategyNumber, F_OIDEQ, ObjectIdGetDatum(catalog));
    ScanKeyInit(&keys[1], Anum_pg_depend_objid, BTEqualStrategyNumber, F_OIDEQ, ObjectIdGetDatum(object));
    scan = systable_beginscan(depend, DependDependerIndexId, true, SnapshotSelf, lengthof(keys), keys);
    while (HeapTupleIsValid(tuple = systable_getnext(scan)))
        check_one((Form_pg_depend)GETSTRUCT(tuple), of_index);
    systable_endscan(scan);
    table_close(depend, AccessShareLock);
}
