/* Refuses what is stored with a relation of a reader and would be computed when others write to it.
 * Defaults and constraints are admitted if they are plain: they call only immutable functions that
 * are built in, and a few that tell the time, or draw from a sequence of the table's owner.
 *
 * Nothing of the relation's entry in the cache is kept across a lookup, which may make the entry
 * anew. */
#include "fence/fence.h"

#include "access/transam.h"
#include "catalog/pg_class.h"
#include "catalog/pg_proc.h"
#include "catalog/pg_type.h"
#include "commands/trigger.h"
#include "miscadmin.h"
#include "nodes/nodeFuncs.h"
#include "total/rules.h"
#include "utils/builtins.h"
#include "utils/lsyscache.h"
#include "utils/partcache.h"
#include "utils/regproc.h"
#include "utils/rel.h"
#include "utils/relcache.h"
#include "utils/syscache.h"
#include "utils/typcache.h"

static bool is_plain(Oid function)
{
    static const char others[] = "now statement_timestamp clock_timestamp transaction_timestamp "
                                 "gen_random_uuid timestamptz date timestamp time timezone";
    const char *name;
    if (function >= FirstNormalObjectId)
        return false;
    if (func_volatile(function) == PROVOLATILE_IMMUTABLE)
        return get_func_prokind(function) == PROKIND_FUNCTION;
    name = get_func_name(function);
    return name != NULL && indppg_is_among(name, strlen(name), others);
}

static void require_plain(Oid relation, Oid function)
{
    if (OidIsValid(function) && !is_plain(function))
        indppg_refuse_use(relation, psprintf("computes %s", format_procedure(function)));
}

/* Whether this is the whole default of a serial column: nextval of a sequence that is given by a
 * constant, and is the table owner's; perhaps converted to a smaller integer. */
static bool is_serial(Node *node, Oid relation)
{
    const FuncExpr *call = (const FuncExpr *)node;
    const Const *sequence =
        IsA(node, FuncExpr) && list_length(call->args) == 1 ? linitial(call->args) : NULL;
    const char *name;
    if (sequence != NULL && IsA(sequence, FuncExpr) && is_plain(call->funcid))
        return is_serial((Node *)sequence, relation);
    if (sequence == NULL || !IsA(sequence, Const) || sequence->constisnull ||
        sequence->consttype != REGCLASSOID || call->funcid >= FirstNormalObjectId)
        return false;
    name = get_func_name(call->funcid);
    return name != NULL && strcmp(name, "nextval") == 0 &&
           indppg_owner_of(RELOID, DatumGetObjectId(sequence->constvalue)) ==
               indppg_owner_of(RELOID, relation);
}

static bool visit(Oid function, void *relation)
{
    require_plain(*(Oid *)relation, function);
    return false;
}

static bool has_domain(Oid type);

static bool has_domain_below(Oid composite)
{
    TupleDesc columns = lookup_rowtype_tupdesc_copy(composite, -1);
    bool has = false;
    check_stack_depth();
    for (int i = 0; i < columns->natts && !has; i++)
        has = has_domain(TupleDescAttr(columns, i)->atttypid);
    FreeTupleDesc(columns);
    return has;
}

/* Whether values of this type are tested by a domain of a reader. A session that is fenced makes no
 * domain with a CHECK or DEFAULT, but its role may have made one before. */
static bool has_domain(Oid type)
{
    Oid part = get_element_type(type);
    if (type < FirstNormalObjectId)
        return false;
    switch (get_typtype(type)) {
    case TYPTYPE_DOMAIN:
        return (indppg_is_a_readers(indppg_owner_of(TYPEOID, type)) &&
                (HAS_CONSTRAINTS(type) || get_typdefault(type) != NULL)) ||
               has_domain(getBaseType(type));
    case TYPTYPE_COMPOSITE: return has_domain_below(type);
    case TYPTYPE_RANGE: return has_domain(get_range_subtype(type));
#if PG_VERSION_NUM >= 140000
    case TYPTYPE_MULTIRANGE: return has_domain(get_multirange_range(type));
#endif
    default: return OidIsValid(part) && has_domain(part);
    }
}

static void check_type(Oid type, Oid relation)
{
    if (has_domain(type))
        indppg_refuse_use(relation,
                          psprintf("has the type %s with a domain", format_type_be(type)));
}

static bool walk(Node *node, void *relation)
{
    if (node == NULL)
        return false;
    if (IsA(node, SubLink) || IsA(node, Query))
        indppg_refuse_use(*(Oid *)relation, "contains a query");
    if (IsA(node, CoerceToDomain))
        check_type(((CoerceToDomain *)node)->resulttype, *(Oid *)relation);
    (void)check_functions_in_node(node, visit, relation);
    return expression_tree_walker(node, walk, relation);
}

/* What the relation's entry in the cache says, copied. */
typedef struct Stored {
    bool has_rules;
    List *defaults, *constraints; /* texts */
    List *keys;                   /* expressions of a partitioned table */
    List *types;
    bool has_trigger;
} Stored;

static void copy_constraints(const TupleDesc columns, Stored *out)
{
    const TupleConstr *constraints = columns->constr;
    for (int i = 0; i < columns->natts; i++)
        out->types = lappend_oid(out->types, TupleDescAttr(columns, i)->atttypid);
    for (int i = 0; constraints != NULL && i < constraints->num_defval; i++)
        if (constraints->defval[i].adbin != NULL)
            out->defaults = lappend(out->defaults, pstrdup(constraints->defval[i].adbin));
    for (int i = 0; constraints != NULL && i < constraints->num_check; i++)
        if (constraints->check[i].ccbin != NULL)
            out->constraints = lappend(out->constraints, pstrdup(constraints->check[i].ccbin));
}

/* Foreign keys have triggers of PostgreSQL's own, without conditions. */
static bool has_trigger(const TriggerDesc *triggers)
{
    for (int i = 0; triggers != NULL && i < triggers->numtriggers; i++)
        if (!triggers->triggers[i].tgisinternal)
            return true;
    return false;
}

static void copy(Relation relation, Stored *out)
{
    out->has_rules = relation->rd_rel->relhasrules;
    copy_constraints(RelationGetDescr(relation), out);
    out->has_trigger = has_trigger(relation->trigdesc);
    if (relation->rd_rel->relkind == RELKIND_PARTITIONED_TABLE)
        out->keys = COPY(RelationGetPartitionKey(relation)->partexprs);
}

static void check(Oid id, const Stored *stored)
{
    ListCell *cell;
    if (stored->has_rules)
        indppg_refuse_use(id, "has rules");
    if (stored->has_trigger)
        indppg_refuse_use(id, "has a trigger");
    foreach (cell, stored->types)
        check_type(lfirst_oid(cell), id);
    foreach (cell, stored->defaults) {
        Node *expression = stringToNode(lfirst(cell));
        if (!is_serial(expression, id))
            (void)walk(expression, &id);
    }
    foreach (cell, stored->constraints)
        (void)walk(stringToNode(lfirst(cell)), &id);
    (void)walk((Node *)stored->keys, &id);
}

/* What runs when rows are written. */
void indppg_check_written(Oid id)
{
    Stored stored = { 0 };
    Relation relation = RelationIdGetRelation(id);
    if (!RelationIsValid(relation))
        return; /* dropped meanwhile */
    copy(relation, &stored);
    RelationClose(relation);
    check(id, &stored);
}
