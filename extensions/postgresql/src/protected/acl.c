/* Tells whether a role has the rights that a statement needs to a relation, as PostgreSQL
 * decides it when a plan starts to run. PostgreSQL's own function also calls the hooks of other
 * extensions, which expect to be called by the executor alone. */
#include "protected.h"

#include "access/sysattr.h"
#include "catalog/objectaddress.h"
#include "miscadmin.h"
#include "utils/acl.h"
#include "utils/inval.h"
#include "utils/lsyscache.h"
#include "utils/syscache.h"

static bool has_columns(Oid relation, Oid role, const Bitmapset *columns, AclMode right)
{
    int column = -1;
    if (bms_is_empty((Bitmapset *)columns)) /* no column is needed, but a right to some column is */
        return pg_attribute_aclcheck_all(relation, role, right, ACLMASK_ANY) == ACLCHECK_OK;
    while ((column = bms_next_member(columns, column)) >= 0) {
        AttrNumber number = (AttrNumber)(column + FirstLowInvalidHeapAttributeNumber);
        bool has =
            number == InvalidAttrNumber
                ? pg_attribute_aclcheck_all(relation, role, right, ACLMASK_ALL) == ACLCHECK_OK
                : pg_attribute_aclcheck(relation, number, role, right) == ACLCHECK_OK;
        if (!has)
            return false;
    }
    return true;
}

static bool has(const Needed *needed)
{
    Oid role = OidIsValid(needed->role) ? needed->role : GetUserId();
    AclMode missing =
        needed->rights & ~pg_class_aclmask(needed->relation, role, needed->rights, ACLMASK_ALL);
    if (missing == 0)
        return true;
    if ((missing & ~(ACL_SELECT | ACL_INSERT | ACL_UPDATE)) != 0)
        return false;
    return ((missing & ACL_SELECT) == 0 ||
            has_columns(needed->relation, role, needed->selected, ACL_SELECT)) &&
           ((missing & ACL_INSERT) == 0 ||
            has_columns(needed->relation, role, needed->inserted, ACL_INSERT)) &&
           ((missing & ACL_UPDATE) == 0 ||
            has_columns(needed->relation, role, needed->updated, ACL_UPDATE));
}

/* The last relations for which a role had all rights that were asked for. */
static struct {
    Oid relation, role;
    AclMode rights;
} granted[64];

/* How often something was forgotten. */
static uint64 changes;

static void forget_relation(Datum argument, Oid relation)
{
    (void)argument;
    changes++;
    for (int i = 0; i < (int)lengthof(granted); i++)
        if (!OidIsValid(relation) || granted[i].relation == relation)
            granted[i].relation = InvalidOid;
}

static void forget_roles(Datum argument, int cache, uint32 hash)
{
    (void)cache;
    (void)hash;
    forget_relation(argument, InvalidOid);
}

void indppg_install_acl(void)
{
    indppg_on_relation(forget_relation);
    CacheRegisterSyscacheCallback(AUTHOID, forget_roles, (Datum)0);
    CacheRegisterSyscacheCallback(AUTHMEMROLEMEM, forget_roles, (Datum)0);
    CacheRegisterSyscacheCallback(DATABASEOID, forget_roles, (Datum)0); /* pg_database_owner */
}

/* Rights to single columns are not kept, nor what changed while it was looked up. */
static bool has_all(const Needed *needed)
{
    uint64 before = changes;
    Oid role = OidIsValid(needed->role) ? needed->role : GetUserId();
    int i = (int)(needed->relation % lengthof(granted));
    if (granted[i].relation == needed->relation && granted[i].role == role &&
        granted[i].rights == needed->rights)
        return true;
    if (pg_class_aclmask(needed->relation, role, needed->rights, ACLMASK_ALL) != needed->rights)
        return false;
    if (before != changes)
        return true;
    granted[i].relation = needed->relation;
    granted[i].role = role;
    granted[i].rights = needed->rights;
    return true;
}

bool indppg_has_rights(const Needed *needed, bool raise)
{
    bool enough = needed->rights == 0 || has_all(needed) || has(needed);
    if (!enough && raise)
        aclcheck_error(ACLCHECK_NO_PRIV, get_relkind_objtype(get_rel_relkind(needed->relation)),
                       get_rel_name(needed->relation));
    return enough;
}

#if PG_VERSION_NUM >= 160000
Needed indppg_needed(const RTEPermissionInfo *info)
{
    return (Needed){ info->relid,        info->checkAsUser,  info->requiredPerms,
                     info->selectedCols, info->insertedCols, info->updatedCols };
}
#else
Needed indppg_needed(const RangeTblEntry *entry)
{
    return (Needed){ entry->relid,        entry->checkAsUser,  entry->requiredPerms,
                     entry->selectedCols, entry->insertedCols, entry->updatedCols };
}
#endif
