/* Finds the schema, the functions and the owner of the extension in this database. DROP
 * EXTENSION and CREATE EXTENSION change all OIDs, so what is kept is forgotten when a schema or
 * a function changes. */
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
    bool knows_guard;
    Oid guard;
} last;

/* How often something was forgotten. Only what was found without an error, and what did not change
 * meanwhile, is kept. */
static uint64 changes;

static void forget(Datum argument, int cache, uint32 hash)
{
    (void)argument;
    (void)hash;
    changes++;
    if (cache == NAMESPACEOID)
        last.known = false;
    last.knows_guard = false;
}

/* The schema of the extension. Without the extension, anybody who may create schemas can create
 * one of this name, and what is in it must not be taken for ours. */
Oid indppg_schema(void)
{
    uint64 before = changes;
    Oid schema = get_namespace_oid("indp", true), extension;
    bool ours;
    if (!OidIsValid(schema))
        return InvalidOid;
    if (last.known && last.schema == schema)
        return last.ours ? schema : InvalidOid;
    extension = get_extension_oid("indp", true);
    ours = OidIsValid(extension) && getExtensionOfObject(NamespaceRelationId, schema) == extension;
    last.ours = ours;
    last.schema = schema;
    last.known = before == changes;
    return ours ? schema : InvalidOid;
}

void indppg_install_names(void)
{
    CacheRegisterSyscacheCallback(NAMESPACEOID, forget, (Datum)0);
    CacheRegisterSyscacheCallback(PROCOID, forget, (Datum)0);
}

Oid indppg_named(const char *name, Oid schema, int n, const Oid *types)
{
    if (!OidIsValid(schema))
        return InvalidOid;
    return GetSysCacheOid3(PROCNAMEARGSNSP, Anum_pg_proc_oid, CStringGetDatum(name),
                           PointerGetDatum(buildoidvector(types, n)), ObjectIdGetDatum(schema));
}

static Oid find_guard(void)
{
    Oid type = INT4OID;
    return indppg_named("guard", indppg_schema(), 1, &type);
}

Oid indppg_guard(void)
{
    uint64 before = changes;
    Oid guard;
    if (last.knows_guard)
        return last.guard;
    guard = find_guard();
    last.guard = guard;
    last.knows_guard = before == changes;
    return guard;
}

/* Whether the extension is in this database. */
bool indppg_is_installed(void)
{
    return OidIsValid(indppg_guard()) || OidIsValid(get_extension_oid("indp", true));
}

Oid indppg_answers(void)
{
    Oid types[] = { INTERNALOID, ANYOID };
    return indppg_named("answers", indppg_schema(), 2, types);
}

/* Whether a function belongs to the extension. Only a superuser can add one to it. */
bool indppg_is_own(Oid function)
{
    Oid extension = get_extension_oid("indp", true);
    return OidIsValid(extension) &&
           getExtensionOfObject(ProcedureRelationId, function) == extension;
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
