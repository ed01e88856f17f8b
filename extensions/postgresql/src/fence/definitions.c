/* Refuses views, rules and functions of fenced sessions that depend on a source, or on what belongs to
 * one. They would be refused when they are used. But the set of related relations
 * (../protected/related.c) follows views and rules, so that a reader could make it large. Also refuses
 * indexes and statistics that compute with a function that is not in C, or convert to a domain: that
 * would be refused when others analyse the table (functions.c), and end their VACUUM of the whole
 * database. And defaults and constraints that are not plain (stored.c). */
#include "fence/fence.h"

#include "access/detoast.h"
#include "access/htup_details.h"
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
#include "utils/typcache.h"

static void check_dependency(HeapTuple row, TupleDesc type, void *context)
{
    const FormData_pg_depend *entry = (Form_pg_depend)GETSTRUCT(row);
    (void)type;
    (void)context;
    if (entry->refclassid == RelationRelationId && indppg_is_related(entry->refobjid))
        indppg_fence_refuse(psprintf("the definition, which names %s,",
                                     get_rel_name(entry->refobjid)),
                            INDPPG_RELATED_RULE);
    if (entry->refclassid == TypeRelationId)
        indppg_check_type(entry->refobjid);
    if (entry->refclassid == RelationRelationId && indppg_is_closed(entry->refobjid))
        indppg_fence_refuse(psprintf("the definition, which names %s,",
                                     get_rel_name(entry->refobjid)),
                            INDPPG_CLOSED_RULE);
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

static void check_row(HeapTuple row, TupleDesc type, void *context)
{
    (void)context;
    for (int i = 0; i < type->natts; i++) {
        bool is_null;
        Datum value = heap_getattr(row, i + 1, type, &is_null);
        if (!is_null && TupleDescAttr(type, i)->atttypid == PG_NODE_TREEOID)
            (void)walk(stringToNode(TextDatumGetCString(value)), NULL);
    }
}

static void check_dependencies(Oid catalog, Oid object)
{
    ScanKeyData keys[2];
    ScanKeyInit(&keys[0], Anum_pg_depend_classid, BTEqualStrategyNumber, F_OIDEQ,
                ObjectIdGetDatum(catalog));
    ScanKeyInit(&keys[1], Anum_pg_depend_objid, BTEqualStrategyNumber, F_OIDEQ,
                ObjectIdGetDatum(object));
    indppg_each_row(DependRelationId, DependDependerIndexId, keys, lengthof(keys), check_dependency,
                    NULL);
}

/* The statement may have found another relation by its name than the one that was asked about. */
static void require_no_source(Oid relation)
{
    if (OidIsValid(relation) && indppg_is_of_source(relation))
        indppg_fence_refuse(psprintf("the change of %s", get_rel_name(relation)),
                            INDPPG_RELATED_RULE);
}

/* Caches do not have what the running command makes, so the catalog is read. */
static void check_index_row(HeapTuple row, TupleDesc type, void *context)
{
    check_row(row, type, context);
    require_no_source(((Form_pg_index)GETSTRUCT(row))->indrelid);
}

static void check_index(Oid index)
{
    indppg_each_of(IndexRelationId, IndexRelidIndexId, Anum_pg_index_indexrelid, index,
                   check_index_row, NULL);
}

/* Others compute what is stored with a table, and copy it to theirs. */
static void check_stored(Node *expression, Oid relation)
{
    const char *found = indppg_computes(expression, relation);
    if (found != NULL)
        indppg_fence_refuse(psprintf("a default, constraint or condition that %s", found),
                            "readers may define plain ones only");
}

/* Others, who have less room, read it, too. */
static void require_short(Datum value, const char *what)
{
    enum { MOST = 256 * 1024 };
    if (toast_raw_datum_size(value) > MOST)
        indppg_fence_refuse(psprintf("%s of %zu bytes", what, toast_raw_datum_size(value)),
                            psprintf("readers may define those of at most %d bytes, as the catalog "
                                     "stores them",
                                     MOST));
}

static void check_expression(HeapTuple row, TupleDesc type, AttrNumber column, Oid relation)
{
    bool is_null;
    Datum value = heap_getattr(row, column, type, &is_null);
    indppg_require_stack();
    if (is_null)
        return;
    require_short(value, "a default, constraint or condition");
    check_stored(stringToNode(TextDatumGetCString(value)), relation);
}

/* A dump by others needs more stack for a view than its definition. */
static void check_rule_row(HeapTuple row, TupleDesc type, void *context)
{
    bool is_null;
    (void)context;
    require_short(heap_getattr(row, Anum_pg_rewrite_ev_qual, type, &is_null), "a condition");
    require_short(heap_getattr(row, Anum_pg_rewrite_ev_action, type, &is_null), "a view or rule");
}

/* A constant may name a relation: the set of related relations follows that, too. */
static void check_default_row(HeapTuple row, TupleDesc type, void *relation)
{
    check_expression(row, type, Anum_pg_attrdef_adbin, *(Oid *)relation);
    check_dependencies(AttrDefaultRelationId, ((Form_pg_attrdef)GETSTRUCT(row))->oid);
}

static void check_default(Oid relation, int column)
{
    ScanKeyData keys[2];
    ScanKeyInit(&keys[0], Anum_pg_attrdef_adrelid, BTEqualStrategyNumber, F_OIDEQ,
                ObjectIdGetDatum(relation));
    ScanKeyInit(&keys[1], Anum_pg_attrdef_adnum, BTEqualStrategyNumber, F_INT2EQ,
                Int16GetDatum((int16)column));
    indppg_each_row(AttrDefaultRelationId, AttrDefaultIndexId, keys, lengthof(keys),
                    check_default_row, &relation);
}

static void check_constraint_row(HeapTuple row, TupleDesc type, void *context)
{
    const FormData_pg_constraint *constraint = (Form_pg_constraint)GETSTRUCT(row);
    (void)context;
    check_expression(row, type, Anum_pg_constraint_conbin, constraint->conrelid);
    if (constraint->contype == CONSTRAINT_CHECK)
        check_dependencies(ConstraintRelationId, constraint->oid);
}

/* The condition of a trigger runs with the rights of whoever changes the table. A trigger of a
 * partitioned table is one of each partition, too. */
static void check_trigger_row(HeapTuple row, TupleDesc type, void *context)
{
    const FormData_pg_trigger *trigger = (Form_pg_trigger)GETSTRUCT(row);
    (void)context;
    if (trigger->tgisinternal)
        return;
    require_no_source(trigger->tgrelid);
    if (!INDPPG_OWNS(trigger->tgrelid))
        indppg_fence_refuse(psprintf("a trigger of %s", get_rel_name(trigger->tgrelid)),
                            "readers may define triggers of their own tables only");
    check_expression(row, type, Anum_pg_trigger_tgqual, trigger->tgrelid);
    check_dependencies(TriggerRelationId, trigger->oid);
}

void indppg_check_created(Oid catalog, Oid object, int part)
{
    switch (catalog) {
    case AttrDefaultRelationId: check_default(object, part); break;
    case ConstraintRelationId:
        indppg_each_of(catalog, ConstraintOidIndexId, Anum_pg_constraint_oid, object,
                       check_constraint_row, NULL);
        break;
    case ProcedureRelationId: check_dependencies(catalog, object); break;
    case RewriteRelationId:
        indppg_each_of(catalog, RewriteOidIndexId, Anum_pg_rewrite_oid, object, check_rule_row,
                       NULL);
        check_dependencies(catalog, object);
        break;
    case TriggerRelationId:
        indppg_each_of(catalog, TriggerOidIndexId, Anum_pg_trigger_oid, object, check_trigger_row,
                       NULL);
        break;
    case RelationRelationId:
        if (part == 0)
            check_index(object);
        else
            require_no_source(object);
        indppg_check_columns(object);
        break;
    case StatisticExtRelationId:
        indppg_each_of(catalog, StatisticExtOidIndexId, Anum_pg_statistic_ext_oid, object,
                       check_row, NULL);
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
