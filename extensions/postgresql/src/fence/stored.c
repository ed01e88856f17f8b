/* Tells what is stored with a relation of a reader and is not plain. It is refused when a fenced
 * session defines it (definitions.c) and when others use it (others.c, adopted.c), and listed by
 * indp.check. Plain defaults and constraints call only immutable functions that are built in, and a
 * few that tell the time, or draw from a sequence of the table's owner.
 *
 * Nothing of the relation's entry in the cache is kept across a lookup, which may make the entry
 * anew. */
#include "fence/fence.h"

#include "access/htup_details.h"
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

/* What an expression of a relation computes that is not plain, or NULL. */
typedef struct Search {
    Oid relation;
    const char *found;
} Search;

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

static bool visit(Oid function, void *search)
{
    if (!OidIsValid(function) || is_plain(function))
        return false;
    ((Search *)search)->found = psprintf("computes %s", format_procedure(function));
    return true;
}

/* The types of the columns of a composite type, added to the list. */
static List *add_columns(List *types, Oid composite)
{
    TupleDesc columns = lookup_rowtype_tupdesc_copy(composite, -1);
    for (int i = 0; i < columns->natts; i++)
        types = list_append_unique_oid(types, TupleDescAttr(columns, i)->atttypid);
    FreeTupleDesc(columns);
    return types;
}

/* The types of which a type is made, added to the list. */
static List *add_parts(List *types, Oid type)
{
    HeapTuple tuple = SearchSysCache1(TYPEOID, ObjectIdGetDatum(type));
    char kind = '\0';
    Oid element = InvalidOid, below = InvalidOid;
    if (HeapTupleIsValid(tuple)) {
        kind = ((Form_pg_type)GETSTRUCT(tuple))->typtype;
        element = ((Form_pg_type)GETSTRUCT(tuple))->typelem;
        below = ((Form_pg_type)GETSTRUCT(tuple))->typbasetype;
        ReleaseSysCache(tuple);
    }
    if (kind == TYPTYPE_COMPOSITE)
        return add_columns(types, type);
    if (kind == TYPTYPE_RANGE)
        element = get_range_subtype(type);
#if PG_VERSION_NUM >= 140000
    if (kind == TYPTYPE_MULTIRANGE)
        element = get_multirange_range(type);
#endif
    types = list_append_unique_oid(types, element);
    return list_append_unique_oid(types, below);
}

static bool is_tested(Oid type)
{
    return get_typtype(type) == TYPTYPE_DOMAIN &&
           indppg_is_a_readers(indppg_owner_of(TYPEOID, type)) &&
           (HAS_CONSTRAINTS(type) || get_typdefault(type) != NULL);
}

/* Whether values of this type are tested by a domain of a reader, perhaps deep inside. A session
 * that is fenced makes no domain with a CHECK or DEFAULT, but its role may have made one before.
 * Each type is looked at once. */
static bool has_domain(Oid type)
{
    List *types = list_make1_oid(type);
    for (int i = 0; i < list_length(types); i++) {
        Oid each = list_nth_oid(types, i);
        CHECK_FOR_INTERRUPTS();
        if (each < FirstNormalObjectId)
            continue;
        if (is_tested(each))
            return true;
        types = add_parts(types, each);
    }
    list_free(types);
    return false;
}

static const char *check_type(Oid type)
{
    return has_domain(type) ? psprintf("has the type %s with a domain", format_type_be(type))
                            : NULL;
}

static bool walk(Node *node, void *search)
{
    if (node == NULL)
        return false;
    if (IsA(node, SubLink) || IsA(node, Query))
        ((Search *)search)->found = "contains a query";
    if (IsA(node, CoerceToDomain))
        ((Search *)search)->found = check_type(((CoerceToDomain *)node)->resulttype);
    return ((Search *)search)->found != NULL || check_functions_in_node(node, visit, search) ||
           expression_tree_walker(node, walk, search);
}

const char *indppg_computes(Node *expression, Oid relation)
{
    Search search = { relation, NULL };
    if (expression != NULL && !is_serial(expression, relation))
        (void)walk(expression, &search);
    return search.found;
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

static const char *check_types(const List *types)
{
    const char *found = NULL;
    ListCell *cell;
    foreach (cell, types)
        if (found == NULL)
            found = check_type(lfirst_oid(cell));
    return found;
}

static const char *check_texts(const List *texts, Oid id)
{
    const char *found = NULL;
    ListCell *cell;
    foreach (cell, texts)
        if (found == NULL)
            found = indppg_computes(stringToNode(lfirst(cell)), id);
    return found;
}

static const char *check(Oid id, const Stored *stored)
{
    const char *found = check_types(stored->types);
    if (found == NULL)
        found = check_texts(stored->defaults, id);
    if (found == NULL)
        found = check_texts(stored->constraints, id);
    return found != NULL ? found : indppg_computes((Node *)stored->keys, id);
}

static Stored *stored_of(Oid id)
{
    Stored *stored = palloc0(sizeof *stored);
    Relation relation = RelationIdGetRelation(id);
    if (RelationIsValid(relation)) { /* not dropped meanwhile */
        copy(relation, stored);
        RelationClose(relation);
    }
    return stored;
}

/* What runs when rows are written. */
void indppg_check_written(Oid id)
{
    const Stored *stored = stored_of(id);
    const char *found;
    if (stored->has_rules)
        indppg_refuse_use(id, "has rules");
    if (stored->has_trigger)
        indppg_refuse_use(id, "has a trigger");
    found = check(id, stored);
    if (found != NULL)
        indppg_refuse_use(id, found);
}

void indppg_check_copied(Oid id)
{
    const char *found = check(id, stored_of(id));
    if (found != NULL)
        indppg_refuse_use(id, found);
}

PG_FUNCTION_INFO_V1(dp_computes);

/* What a relation computes that is not plain, or NULL. Rules and triggers do not count: nobody
 * copies them. */
Datum dp_computes(PG_FUNCTION_ARGS)
{
    Oid id = PG_GETARG_OID(0);
    const char *found = check(id, stored_of(id));
    if (found == NULL)
        PG_RETURN_NULL();
    PG_RETURN_TEXT_P(cstring_to_text(found));
}
