/* Refuses views, rules and functions of fenced sessions that depend on a source, or on what belongs to
 * one. They would be refused when they are used. But the set of related relations
 * (../protected/related.c) follows views and rules, so that a reader could make it large. Also refuses
 * indexes that call a function of a reader: it would be refused when others analyse the table
 * (functions.c), and end their VACUUM of the whole database. And refuses stored expressions (defaults,
 * constraints, policies, rules and views) that call what readers may call with their own rights only:
 * others who write to the table or read the view would call it with theirs. */
#include "fence/fence.h"

#include "access/genam.h"
#include "access/htup_details.h"
#include "access/table.h"
#include "catalog/indexing.h"
#include "catalog/pg_attrdef.h"
#include "catalog/pg_class.h"
#include "catalog/pg_constraint.h"
#include "catalog/pg_depend.h"
#include "catalog/pg_policy.h"
#include "catalog/pg_proc.h"
#include "catalog/pg_rewrite.h"
#include "catalog/pg_trigger.h"
#include "catalog/pg_type.h"
#include "nodes/nodeFuncs.h"
#include "nodes/readfuncs.h"
#include "protected/protected.h"
#include "utils/builtins.h"
#include "utils/fmgroids.h"
#include "utils/lsyscache.h"
#include "utils/regproc.h"
#include "utils/rel.h"
#include "utils/snapmgr.h"

static void check_one(const FormData_pg_depend *entry, bool of_index)
{
    if (entry->refclassid == RelationRelationId && !of_index && indppg_is_related(entry->refobjid))
        indppg_fence_refuse(psprintf("the definition, which names %s,", get_rel_name(entry->refobjid)), INDPPG_RELATED_RULE);
    if (entry->refclassid == ProcedureRelationId && of_index && !indppg_is_in_c(entry->refobjid))
        indppg_fence_refuse(psprintf("an index that calls %s", format_procedure(entry->refobjid)), INDPPG_FOR_OTHERS_RULE);
}

/* Refuses an expression that others would compute with their rights. */
static bool visit(Oid function, void *context)
{
    (void)context;
    if (indppg_verdict(function) == OF_READER)
        indppg_fence_refuse(psprintf("a definition that calls %s", format_procedure(function)), INDPPG_OWN_RIGHTS_RULE);
    return false;
}

static bool walk(Node *node, void *context)
{
    if (node == NULL)
        return false;
    if (IsA(node, Query))
        return query_tree_walker((Query *)node, walk, context, 0);
    (void)check_functions_in_node(node, visit, context);
    return expression_tree_walker(node, walk, context);
}

/* The index by the number that the server names after a definition: that of the object or, for a
 * default, that of the table. */
static Oid index_of(Oid catalog)
{
    switch (catalog) {
    case AttrDefaultRelationId: return AttrDefaultIndexId;
    case ConstraintRelationId: return ConstraintOidIndexId;
    case PolicyRelationId: return PolicyOidIndexId;
    case TriggerRelationId: return TriggerOidIndexId;
    case RewriteRelationId: return RewriteOidIndexId;
    default: return InvalidOid;
    }
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

/* All columns of the catalog's rows that are expressions. The rows are not visible to other scans yet.
 * The first column of a catalog is the object's number. */
void indppg_check_expressions(Oid catalog, Oid object)
{
    Relation relation;
    ScanKeyData key;
    SysScanDesc scan;
    HeapTuple row;
    if (!OidIsValid(index_of(catalog)))
        return;
    relation = table_open(catalog, AccessShareLock);
    ScanKeyInit(&key, catalog == AttrDefaultRelationId ? Anum_pg_attrdef_adrelid : 1, BTEqualStrategyNumber, F_OIDEQ, ObjectIdGetDatum(object));
    scan = systable_beginscan(relation, index_of(catalog), true, SnapshotSelf, 1, &key);
    while (HeapTupleIsValid(row = systable_getnext(scan)))
        check_row(row, RelationGetDescr(relation));
    systable_endscan(scan);
    table_close(relation, AccessShareLock);
}

/* What the object of this catalog depends on is in pg_depend, but not visible to other scans yet. */
void indppg_check_dependencies(Oid catalog, Oid object)
{
    bool of_index = catalog == RelationRelationId; /* no other relation depends on functions now */
    Relation depend = table_open(DependRelationId, AccessShareLock);
    ScanKeyData keys[2];
    SysScanDesc scan;
    HeapTuple tuple;
    ScanKeyInit(&keys[0], Anum_pg_depend_classid, BTEqualStrategyNumber, F_OIDEQ, ObjectIdGetDatum(catalog));
    ScanKeyInit(&keys[1], Anum_pg_depend_objid, BTEqualStrategyNumber, F_OIDEQ, ObjectIdGetDatum(object));
    scan = systable_beginscan(depend, DependDependerIndexId, true, SnapshotSelf, lengthof(keys), keys);
    while (HeapTupleIsValid(tuple = systable_getnext(scan)))
        check_one((Form_pg_depend)GETSTRUCT(tuple), of_index);
    systable_endscan(scan);
    table_close(depend, AccessShareLock);
}
