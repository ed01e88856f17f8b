/* Refuses views, rules and functions of fenced sessions that depend on a source, or on what belongs to
 * one. They would be refused when they are used. But the set of related relations
 * (../protected/related.c) follows views and rules, so that a reader could make it large. Also refuses
 * indexes and statistics that compute with a function that is not in C, or convert to a domain: that
 * would be refused when others analyse the table (functions.c), and end their VACUUM of the whole
 * database. And defaults and constraints that are not plain (stored.c). */
#include "fence/fence.h"

#include "access/genam.h"
#include "access/htup_details.h"
#include "access/table.h"
#include "catalog/index.h"
#include "catalog/indexing.h"
#include "catalog/pg_attrdef.h"
#include "catalog/pg_class.h"
#include "catalog/pg_constraint.h"
#include "catalog/pg_depend.h"
#include "catalog/pg_index.h"
#include "catalog/pg_inherits.h"
#include "catalog/pg_proc.h"
#include "catalog/pg_rewrite.h"
#include "catalog/pg_statistic_ext.h"
#include "catalog/pg_trigger.h"
#include "catalog/pg_type.h"
#include "miscadmin.h"
#include "nodes/nodeFuncs.h"
#include "nodes/readfuncs.h"
#include "protected/protected.h"
#include "utils/acl.h"
#include "utils/builtins.h"
#include "utils/fmgroids.h"
#include "utils/lsyscache.h"
#include "utils/regproc.h"
#include "utils/rel.h"
#include "utils/snapmgr.h"
#include "utils/typcache.h"

static void check_one(const FormData_pg_depend *entry)
{
    if (entry->refclassid == RelationRelationId && indppg_is_related(entry->refobjid))
        indppg_fence_refuse(psprintf("the definition, which names %s,",
                                     get_rel_name(entry->refobjid)),
                            INDPPG_RELATED_RULE);
}

static bool visit(Oid function, void *context)
{
    (void)context;
    if (!indppg_is_in_c(function))
        indppg_fence_refuse(psprintf("an index or statistics with %s", format_procedure(function)),
                            INDPPG_FOR_OTHERS_RULE);
    return false;
}

static bool walk(Node *node, void *context)
{
    if (node == NULL)
        return false;
    if (IsA(node, CoerceToDomain) && HAS_CONSTRAINTS(((CoerceToDomain *)node)->resulttype))
        indppg_fence_refuse("an index or statistics with a domain", INDPPG_FOR_OTHERS_RULE);
    (void)check_functions_in_node(node, visit, context);
    return expression_tree_walker(node, walk, context);
}

#ifndef PG_NODE_TREEOID /* before PostgreSQL 14 */
#define PG_NODE_TREEOID PGNODETREEOID
#endif

static void check_row(HeapTuple row, TupleDesc type)
{
    for (int i = 0; i < type->natts; i++) {
        bool is_null;
        Datum value = heap_getattr(row, i + 1, type, &is_null);
        if (!is_null && TupleDescAttr(type, i)->atttypid == PG_NODE_TREEOID)
            (void)walk(stringToNode(TextDatumGetCString(value)), NULL);
    }
}

/* All expressions of an index or of statistics. The row is not visible to other scans yet. The first
 * column of both catalogs is the number of the object. */
static void check_computed(Oid catalog, Oid of_catalog, Oid object)
{
    Relation relation = table_open(catalog, AccessShareLock);
    ScanKeyData key;
    SysScanDesc scan;
    HeapTuple row;
    ScanKeyInit(&key, 1, BTEqualStrategyNumber, F_OIDEQ, ObjectIdGetDatum(object));
    scan = systable_beginscan(relation, of_catalog, true, SnapshotSelf, 1, &key);
    while (HeapTupleIsValid(row = systable_getnext(scan)))
        check_row(row, RelationGetDescr(relation));
    systable_endscan(scan);
    table_close(relation, AccessShareLock);
}

/* What the object of this catalog depends on is in pg_depend, but not visible to other scans yet. */
static void check_dependencies(Oid catalog, Oid object)
{
    Relation depend = table_open(DependRelationId, AccessShareLock);
    ScanKeyData keys[2];
    SysScanDesc scan;
    HeapTuple tuple;
    ScanKeyInit(&keys[0], Anum_pg_depend_classid, BTEqualStrategyNumber, F_OIDEQ,
                ObjectIdGetDatum(catalog));
    ScanKeyInit(&keys[1], Anum_pg_depend_objid, BTEqualStrategyNumber, F_OIDEQ,
                ObjectIdGetDatum(object));
    scan =
        systable_beginscan(depend, DependDependerIndexId, true, SnapshotSelf, lengthof(keys), keys);
    while (HeapTupleIsValid(tuple = systable_getnext(scan)))
        check_one((Form_pg_depend)GETSTRUCT(tuple));
    systable_endscan(scan);
    table_close(depend, AccessShareLock);
}

/* The statement may have found another relation by its name than the one that was asked about. */
static void require_no_source(Oid relation)
{
    if (OidIsValid(relation) && indppg_is_of_source(relation))
        indppg_fence_refuse(psprintf("the change of %s", get_rel_name(relation)),
                            INDPPG_RELATED_RULE);
}

static void check_index(Oid index)
{
    check_computed(IndexRelationId, IndexRelidIndexId, index);
    require_no_source(get_rel_relkind(index) == RELKIND_INDEX ? IndexGetRelation(index, true)
                                                              : InvalidOid);
}

/* Others compute what is stored with a table, and copy it to theirs. */
static void check_stored(Node *expression, Oid relation)
{
    const char *found = indppg_computes(expression, relation);
    if (found != NULL)
        indppg_fence_refuse(psprintf("a default, constraint or condition that %s", found),
                            "readers may define plain ones only");
}

/* An expression in a row of a catalog that is not visible to other scans yet. */
static void check_expression(HeapTuple row, TupleDesc type, AttrNumber column, Oid relation)
{
    bool is_null;
    Datum value = heap_getattr(row, column, type, &is_null);
    indppg_require_stack(); /* others, who have less room, read it, too */
    if (!is_null)
        check_stored(stringToNode(TextDatumGetCString(value)), relation);
}

static void check_default(Oid relation, int column)
{
    Relation defaults = table_open(AttrDefaultRelationId, AccessShareLock);
    ScanKeyData keys[2];
    SysScanDesc scan;
    HeapTuple row;
    ScanKeyInit(&keys[0], Anum_pg_attrdef_adrelid, BTEqualStrategyNumber, F_OIDEQ,
                ObjectIdGetDatum(relation));
    ScanKeyInit(&keys[1], Anum_pg_attrdef_adnum, BTEqualStrategyNumber, F_INT2EQ,
                Int16GetDatum((int16)column));
    scan =
        systable_beginscan(defaults, AttrDefaultIndexId, true, SnapshotSelf, lengthof(keys), keys);
    while (HeapTupleIsValid(row = systable_getnext(scan)))
        check_expression(row, RelationGetDescr(defaults), Anum_pg_attrdef_adbin, relation);
    systable_endscan(scan);
    table_close(defaults, AccessShareLock);
}

static void check_constraint(Oid object)
{
    Relation constraints = table_open(ConstraintRelationId, AccessShareLock);
    ScanKeyData key;
    SysScanDesc scan;
    HeapTuple row;
    ScanKeyInit(&key, Anum_pg_constraint_oid, BTEqualStrategyNumber, F_OIDEQ,
                ObjectIdGetDatum(object));
    scan = systable_beginscan(constraints, ConstraintOidIndexId, true, SnapshotSelf, 1, &key);
    while (HeapTupleIsValid(row = systable_getnext(scan)))
        check_expression(row, RelationGetDescr(constraints), Anum_pg_constraint_conbin,
                         ((Form_pg_constraint)GETSTRUCT(row))->conrelid);
    systable_endscan(scan);
    table_close(constraints, AccessShareLock);
}

/* The condition of a trigger runs with the rights of whoever changes the table. A trigger of a
 * partitioned table is one of each partition, too. */
static void check_trigger(Oid object)
{
    Relation triggers = table_open(TriggerRelationId, AccessShareLock);
    ScanKeyData key;
    SysScanDesc scan;
    HeapTuple row;
    Oid relation = InvalidOid;
    ScanKeyInit(&key, Anum_pg_trigger_oid, BTEqualStrategyNumber, F_OIDEQ,
                ObjectIdGetDatum(object));
    scan = systable_beginscan(triggers, TriggerOidIndexId, true, SnapshotSelf, 1, &key);
    if (HeapTupleIsValid(row = systable_getnext(scan)) &&
        !((Form_pg_trigger)GETSTRUCT(row))->tgisinternal) {
        relation = ((Form_pg_trigger)GETSTRUCT(row))->tgrelid;
        check_expression(row, RelationGetDescr(triggers), Anum_pg_trigger_tgqual, relation);
    }
    systable_endscan(scan);
    table_close(triggers, AccessShareLock);
    require_no_source(relation);
    if (OidIsValid(relation) && !INDPPG_OWNS(relation))
        indppg_fence_refuse(psprintf("a trigger of %s", get_rel_name(relation)),
                            "readers may define triggers of their own tables only");
}

void indppg_check_created(Oid catalog, Oid object, int part)
{
    switch (catalog) {
    case AttrDefaultRelationId: check_default(object, part); break;
    case ConstraintRelationId: check_constraint(object); break;
    case ProcedureRelationId:
    case RewriteRelationId: check_dependencies(catalog, object); break;
    case TriggerRelationId: check_trigger(object); break;
    case RelationRelationId:
        if (part == 0)
            check_index(object);
        else
            require_no_source(object);
        break;
    case StatisticExtRelationId:
        check_computed(StatisticExtRelationId, StatisticExtOidIndexId, object);
        break;
    default: break;
    }
}

/* Whatever the statement is: ALTER TYPE changes the tables that are made of the type, and a table
 * becomes a part of another one. */
void indppg_check_altered(Oid catalog, Oid object, Oid parent)
{
    if (catalog == RelationRelationId || catalog == InheritsRelationId)
        require_no_source(object);
    if (catalog == InheritsRelationId)
        require_no_source(parent);
}

/* DROP .. CASCADE of a type or a schema takes columns and tables of others with it. */
void indppg_check_dropped(Oid catalog, Oid object)
{
    if (catalog == RelationRelationId &&
        (indppg_is_of_source(object) || (indppg_is_related(object) && !INDPPG_OWNS(object))))
        indppg_fence_refuse(psprintf("dropping %s or a part of it", get_rel_name(object)),
                            INDPPG_RELATED_RULE);
}
