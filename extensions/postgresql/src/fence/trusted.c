/* Tells whether an extension is trusted: whether a superuser has called indp.trust for it. */
#include "fence/fence.h"

#include "access/genam.h"
#include "access/htup_details.h"
#include "access/table.h"
#include "catalog/dependency.h"
#include "catalog/pg_proc.h"
#include "commands/extension.h"
#include "protected/protected.h"
#include "utils/builtins.h"
#include "utils/lsyscache.h"
#include "utils/rel.h"
#include "utils/snapmgr.h"

Oid indppg_trusted_table(void)
{
    Oid schema = indppg_schema();
    return OidIsValid(schema) ? get_relname_relid("trusted", schema) : InvalidOid;
}

static bool is_row(HeapTuple tuple, TupleDesc type, const char *kind, const char *name)
{
    bool is_null;
    Datum of_kind = heap_getattr(tuple, 1, type, &is_null), of_name;
    if (is_null)
        return false;
    of_name = heap_getattr(tuple, 2, type, &is_null);
    return !is_null && strcmp(TextDatumGetCString(of_kind), kind) == 0 && strcmp(NameStr(*DatumGetName(of_name)), name) == 0;
}

bool indppg_is_trusted_function(Oid function)
{
    Oid extension = getExtensionOfObject(ProcedureRelationId, function), table = indppg_trusted_table();
    const char *name = OidIsValid(extension) ? get_extension_name(extension) : NULL;
    bool found = false;
    Relation relation;
    Snapshot snapshot;
    SysScanDesc scan;
    HeapTuple tuple;
    if (name == NULL || !OidIsValid(table))
        return false;
    relation = table_open(table, AccessShareLock);
    snapshot = RegisterSnapshot(GetLatestSnapshot());
    scan = systable_beginscan(relation, InvalidOid, false, snapshot, 0, NULL);
    while (!found && HeapTupleIsValid(tuple = systable_getnext(scan)))
        found = is_row(tuple, RelationGetDescr(relation), "extension", name);
    systable_endscan(scan);
    UnregisterSnapshot(snapshot);
    table_close(relation, AccessShareLock);
    return found;
}
