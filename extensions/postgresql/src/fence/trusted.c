/* Tells whether an extension is trusted: whether a superuser has called indp.trust for it. */
#include "fence/fence.h"

#include "access/genam.h"
#include "access/htup_details.h"
#include "access/table.h"
#include "catalog/dependency.h"
#include "catalog/pg_proc.h"
#include "commands/extension.h"
#include "datums.h"
#include "protected/protected.h"
#include "utils/builtins.h"
#include "utils/lsyscache.h"
#include "utils/rel.h"

Oid indppg_trusted_table(void)
{
    Oid schema = indppg_schema();
    return OidIsValid(schema) ? get_relname_relid("trusted", schema) : InvalidOid;
}

/* The columns of the table. Exactly one of them is not NULL. */
enum { ROLE = 1, EXTENSION = 2 };

static bool is_row(HeapTuple tuple, TupleDesc type, const char *extension)
{
    bool is_null;
    Datum name = indppg_column_of(tuple, type, EXTENSION, NAMEOID, &is_null);
    return !is_null && strcmp(NameStr(*DatumGetName(name)), extension) == 0;
}

bool indppg_is_trusted_function(Oid function)
{
    return indppg_is_trusted_extension(getExtensionOfObject(ProcedureRelationId, function));
}

bool indppg_is_trusted_extension(Oid extension)
{
    Oid table = indppg_trusted_table();
    const char *name = OidIsValid(extension) ? get_extension_name(extension) : NULL;
    bool found = false;
    Relation relation;
    SysScanDesc scan;
    HeapTuple tuple;
    if (name == NULL || !OidIsValid(table))
        return false;
    relation = table_open(table, AccessShareLock);
    /* Also in a parallel worker. */
    scan = systable_beginscan(relation, InvalidOid, false, NULL, 0, NULL);
    while (!found && HeapTupleIsValid(tuple = systable_getnext(scan)))
        found = is_row(tuple, RelationGetDescr(relation), name);
    systable_endscan(scan);
    table_close(relation, AccessShareLock);
    return found;
}
