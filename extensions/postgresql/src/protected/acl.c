/* Tells whether a role has the rights that a statement needs to a relation, as PostgreSQL decides it when
 * a plan starts to run. PostgreSQL's own function also calls the hooks of other extensions, which expect
 * to be called by the executor alone. */
#include "protected.h"

#include "access/sysattr.h"
#include "catalog/objectaddress.h"
#include "miscadmin.h"
#include "utils/acl.h"
#include "utils/lsyscache.h"

static bool has_columns(Oid relation, Oid role, const Bitmapset *columns, AclMode right)
{
    int column = -1;
    if (bms_is_empty((Bitmapset *)columns)) /* no column is needed, but a right to some column is */
        return pg_attribute_aclcheck_all(relation, role, right, ACLMASK_ANY) == ACLCHECK_OK;
    while ((column = bms_next_member(columns, column)) >= 0) {
        AttrNumber number = (AttrNumber)(column + FirstLowInvalidHeapAttributeNumber);
        bool has = number == InvalidAttrNumber ? pg_attribute_aclcheck_all(relation, role, right, ACLMASK_ALL) == ACLCHECK_OK
                                               : pg_attribute_aclcheck(relation, number, role, right) == ACLCHECK_OK;
        if (!has)
            return false;
    }
    return true;
}

static bool has(const Needed *needed)
{
    Oid role = OidIsValid(needed->role) ? needed->role : GetUserId();
    AclMode missing = needed->rights & ~pg_class_aclmask(needed->relation, role, needed->rights, ACLMASK_ALL);
    if (missing == 0)
        return true;
    if ((missing & ~(ACL_SELECT | ACL_INSERT | ACL_UPDATE)) != 0)
        return false;
    return ((missing & ACL_SELECT) == 0 || has_columns(needed->relation, role, needed->selected, ACL_SELECT)) &&
           ((missing & ACL_INSERT) == 0 || has_columns(needed->relation, role, needed->inserted, ACL_INSERT)) &&
           ((missing & ACL_UPDATE) == 0 || has_columns(needed->relation, role, needed->updated, ACL_UPDATE));
}

bool indppg_has_rights(const Needed *needed, bool raise)
{
    bool enough = needed->rights == 0 || has(needed);
    if (!enough && raise)
        aclcheck_error(ACLCHECK_NO_PRIV, get_relkind_objtype(get_rel_relkind(needed->relation)), get_rel_name(needed->relation));
    return enough;
}

#if PG_VERSION_NUM >= 160000
Needed indppg_needed(const RTEPermissionInfo *info)
{
    return (Needed){info->relid, info->checkAsUser, info->requiredPerms, info->selectedCols, info->insertedCols, info->updatedCols};
}
#else
Needed indppg_needed(const RangeTblEntry *entry)
{
    return (Needed){entry->relid, entry->checkAsUser, entry->requiredPerms, entry->selectedCols, entry->insertedCols, entry->updatedCols};
}
#endif
