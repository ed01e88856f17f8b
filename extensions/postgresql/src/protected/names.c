/* Finds the functions and the owner of the extension in this database. Nothing is kept between
 * calls, since DROP EXTENSION and CREATE EXTENSION change all OIDs. */
#include "protected.h"

#include "access/genam.h"
#include "access/htup_details.h"
#include "access/table.h"
#include "catalog/dependency.h"
#include "catalog/namespace.h"
#include "catalog/pg_extension.h"
#include "catalog/pg_proc.h"
#include "catalog/pg_type.h"
#include "commands/extension.h"
#include "utils/builtins.h"
#include "utils/lsyscache.h"
#include "utils/syscache.h"

Oid indppg_schema(void)
{
    return get_namespace_oid("indp", true);
}

Oid indppg_named(const char *name, Oid schema, int n, const Oid *types)
{
    if (!OidIsValid(schema))
        return InvalidOid;
    return GetSysCacheOid3(PROCNAMEARGSNSP, Anum_pg_proc_oid, CStringGetDatum(name), PointerGetDatum(buildoidvector(types, n)),
                           ObjectIdGetDatum(schema));
}

Oid indppg_guard(void)
{
    Oid type = INT4OID;
    return indppg_named("guard", indppg_schema(), 1, &type);
}

Oid indppg_answers(void)
{
    Oid types[] = {INTERNALOID, ANYOID};
    return indppg_named("answers", indppg_schema(), 2, types);
}

/* Whether a function belongs to the extension. Only a superuser can add one to it. */
bool indppg_is_own(Oid function)
{
    Oid extension = get_extension_oid("indp", true);
    return OidIsValid(extension) && getExtensionOfObject(ProcedureRelationId, function) == extension;
}

/* The owner of the extension, found as the owner of the guard. */
Oid indppg_owner(void)
{
    Oid guard = indppg_guard(), owner = InvalidOid;
    HeapTuple tuple = SearchSysCache1(PROCOID, ObjectIdGetDatum(guard));
    if (HeapTupleIsValid(tuple)) {
        owner = ((Form_pg_proc)GETSTRUCT(tuple))->proowner;
        ReleaseSysCache(tuple);
    }
    return owner;
}
