/* Tells whether the current role may use a sequence of others that tells what they insert. */
#include "fence/fence.h"

#include "access/genam.h"
#include "access/htup_details.h"
#include "access/table.h"
#include "catalog/pg_class.h"
#include "miscadmin.h"
#include "protected/protected.h"
#include "utils/acl.h"
#include "utils/lsyscache.h"
#include "utils/rel.h"

static bool may_use(Oid sequence)
{
    return INDPPG_OWNS(sequence) ||
           pg_class_aclmask(sequence, GetUserId(), ACL_ALL_RIGHTS_SEQUENCE, ACLMASK_ANY) != 0;
}

/* Whether the current role may use a sequence that is related or has no label. It knows what it has
 * drawn. The functions take the number of a sequence as a value, so all are looked at. */
bool indppg_has_sequence(void)
{
    Relation classes = table_open(RelationRelationId, AccessShareLock);
    SysScanDesc scan = systable_beginscan(classes, InvalidOid, false, NULL, 0, NULL);
    HeapTuple tuple;
    bool has = false;
    while (!has && HeapTupleIsValid(tuple = systable_getnext(scan))) {
        const FormData_pg_class *class = (Form_pg_class)GETSTRUCT(tuple);
        has = class->relkind == RELKIND_SEQUENCE && may_use(class->oid) &&
              (indppg_is_related(class->oid) ||
               (indppg_is_closed(class->oid) && !INDPPG_OWNS(class->oid)));
    }
    systable_endscan(scan);
    table_close(classes, AccessShareLock);
    return has;
}
