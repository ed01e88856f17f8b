/* Tells whether the current role may use a sequence of others that tells what they insert. */
#include "fence/fence.h"

#include "access/genam.h"
#include "access/htup_details.h"
#include "access/table.h"
#include "catalog/dependency.h"
#include "catalog/indexing.h"
#include "catalog/partition.h"
#include "catalog/pg_class.h"
#include "catalog/pg_depend.h"
#include "miscadmin.h"
#include "protected/protected.h"
#include "utils/acl.h"
#include "utils/fmgroids.h"
#include "utils/lsyscache.h"
#include "utils/rel.h"

static bool may_use(Oid sequence)
{
    return INDPPG_OWNS(sequence) ||
           pg_class_aclmask(sequence, GetUserId(), ACL_ALL_RIGHTS_SEQUENCE, ACLMASK_ANY) != 0;
}

static bool is_refused(Oid sequence)
{
    return indppg_is_related(sequence) || indppg_is_closed(sequence);
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
        has = class->relkind == RELKIND_SEQUENCE && may_use(class->oid) && is_refused(class->oid);
    }
    systable_endscan(scan);
    table_close(classes, AccessShareLock);
    return has;
}

static void check_identity(HeapTuple row, TupleDesc type, void *context)
{
    const FormData_pg_depend *entry = (Form_pg_depend)GETSTRUCT(row);
    (void)type;
    (void)context;
    if (entry->classid == RelationRelationId && entry->deptype == DEPENDENCY_INTERNAL &&
        get_rel_relkind(entry->objid) == RELKIND_SEQUENCE && is_refused(entry->objid))
        indppg_fence_refuse(psprintf("drawing from %s", get_rel_name(entry->objid)),
                            indppg_is_related(entry->objid) ? INDPPG_RELATED_RULE
                                                            : INDPPG_CLOSED_RULE);
}

static void check_identities(Oid relation)
{
    ScanKeyData keys[2];
    ScanKeyInit(&keys[0], Anum_pg_depend_refclassid, BTEqualStrategyNumber, F_OIDEQ,
                ObjectIdGetDatum(RelationRelationId));
    ScanKeyInit(&keys[1], Anum_pg_depend_refobjid, BTEqualStrategyNumber, F_OIDEQ,
                ObjectIdGetDatum(relation));
    indppg_each_row(DependRelationId, DependReferenceIndexId, keys, lengthof(keys), check_identity,
                    NULL);
}

/* Writing to a relation draws from the sequences of its identity columns, without a right to them.
 * A partition draws from those of its parents. */
void indppg_check_identities(Oid relation)
{
    ListCell *cell;
    check_identities(relation);
    if (get_rel_relispartition(relation))
        foreach (cell, get_partition_ancestors(relation))
            check_identities(lfirst_oid(cell));
}
