/* Finds the schema, the functions and the owner of the extension in this database. No OID is kept
 * between calls, since DROP EXTENSION and CREATE EXTENSION change all of them. */
#include "protected.h"

#include "access/genam.h"
#include "access/htup_details.h"
#include "access/table.h"
#include "catalog/dependency.h"
#include "catalog/namespace.h"
#include "catalog/pg_extension.h"
#include "catalog/pg_namespace.h"
#include "catalog/pg_proc.h"
#include "catalog/pg_type.h"
#include "commands/extension.h"
#include "utils/builtins.h"
#include "utils/inval.h"
#include "utils/lsyscache.h"
#include "utils/syscache.h"

static struct {
    bool known;
    Oid schema;
    bool ours;
} last;

static void forget_schema(Datum argument, int cache, uint32 hash)
{
    (void)argument;
    (void)cache;
    (void)hash;
    last.known = false;
}

/* The schema of the extension. Without the extension, anybody who may create schemas can create one of
 * this name, and what is in it must not be taken for ours. */
Oid indppg_schema(void)
{
    Oid schema = get_namespace_oid("indp", true), extension;
    if (!OidIsValid(schema))
        return InvalidOid;
    if (!last.known || last.schema != schema) {
        extension = get_extension_oid("indp", true);
        last.ours = OidIsValid(extension) && getExtensionOfObject(NamespaceRelationId, schema) == extension;
        last.schema = schema;
        last.known = true;
    }
    return last.ours ? schema : InvalidOid;
}

void indppg_install_names(void)
{
    CacheRegisterSyscacheCallback(NAMESPACEOID, forget_schema, (Datum)0);
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
