/* Who owns what: objects, sources and their sequences. */
#include "fence/fence.h"

#include "access/htup_details.h"
#include "catalog/pg_class.h"
#include "catalog/pg_proc.h"
#include "catalog/pg_type.h"
#include "miscadmin.h"
#include "protected/protected.h"
#include "utils/acl.h"
#include "utils/lsyscache.h"
#include "utils/syscache.h"

Oid indppg_owner_of(int cache, Oid object)
{
    HeapTuple tuple = SearchSysCache1(cache, ObjectIdGetDatum(object));
    Oid owner = InvalidOid;
    if (!HeapTupleIsValid(tuple))
        return InvalidOid;
    switch (cache) {
    case RELOID: owner = ((Form_pg_class)GETSTRUCT(tuple))->relowner; break;
    case TYPEOID: owner = ((Form_pg_type)GETSTRUCT(tuple))->typowner; break;
    case PROCOID: owner = ((Form_pg_proc)GETSTRUCT(tuple))->proowner; break;
    default: break;
    }
    ReleaseSysCache(tuple);
    return owner;
}

static bool is_owned_by(Oid relation, Oid role)
{
    Oid owner = indppg_owner_of(RELOID, relation);
    return OidIsValid(owner) && has_privs_of_role(role, owner);
}

/* Whether the role that has logged in, or the current one, is an owner of a source. Code of other
 * readers could use that. */
bool indppg_is_owners_session(void)
{
    int n;
    Oid *all = indppg_all_related(CurrentMemoryContext, &n);
    bool is = false;
    for (int i = 0; i < n && !is; i++)
        is = indppg_is_of_source(all[i]) &&
             (is_owned_by(all[i], GetUserId()) || is_owned_by(all[i], GetSessionUserId()));
    return is;
}
