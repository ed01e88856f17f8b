/* Tells what is stored with a relation of a reader and is not plain. It is refused when a fenced
 * session defines it (definitions.c) and when others use it (others.c, adopted.c), and listed by
 * indp.check. Plain defaults and constraints call only immutable functions that are built in, and a
 * few that depend on the time or its form, draw at random, or draw from a sequence of the table's
 * owner.
 *
 * Nothing of the relation's entry in the cache is kept across a lookup, which may make the entry
 * anew. */
#include "fence/fence.h"

#include "access/genam.h"
#include "access/htup_details.h"
#include "access/table.h"
#include "access/transam.h"
#include "catalog/indexing.h"
#include "catalog/pg_attrdef.h"
#include "catalog/pg_class.h"
#include "catalog/pg_constraint.h"
#include "catalog/pg_partitioned_table.h"
#include "catalog/pg_proc.h"
#include "catalog/pg_type.h"
#include "commands/trigger.h"
#include "miscadmin.h"
#include "nodes/nodeFuncs.h"
#include "total/rules.h"
#include "utils/builtins.h"
#include "utils/fmgroids.h"
#include "utils/hsearch.h"
#include "utils/lsyscache.h"
#include "utils/regproc.h"
#include "utils/rel.h"
#include "utils/relcache.h"
#include "utils/syscache.h"
#include "utils/typcache.h"

static bool is_plain(Oid function)
{
    static const char others[] =
        "now statement_timestamp clock_timestamp transaction_timestamp random gen_random_uuid "
        "timestamptz date timestamp time timezone timestamptz_pl_interval timestamptz_mi_interval "
        "date_trunc extract date_part to_char date_in timestamp_in timestamptz_in enum_out "
        "textanycat anytextcat concat "
        "date_lt_timestamptz date_le_timestamptz date_gt_timestamptz date_ge_timestamptz "
        "timestamptz_lt_date timestamptz_le_date timestamptz_gt_date timestamptz_ge_date "
        "timestamp_lt_timestamptz timestamp_le_timestamptz timestamp_gt_timestamptz "
        "timestamp_ge_timestamptz timestamptz_lt_timestamp timestamptz_le_timestamp "
        "timestamptz_gt_timestamp timestamptz_ge_timestamp";
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

/* A reader may give the sequence or the table to a group. */
static bool are_alike(Oid first, Oid second)
{
    return first == second || (indppg_is_a_readers(first) && indppg_is_a_readers(second));
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
           are_alike(indppg_owner_of(RELOID, DatumGetObjectId(sequence->constvalue)),
                     indppg_owner_of(RELOID, relation));
}

static bool visit(Oid function, void *search)
{
    if (!OidIsValid(function) || is_plain(function))
        return false;
    ((Search *)search)->found = psprintf("computes %s", format_procedure(function));
    return true;
}

/* Types that are to be looked at, each once. */
typedef struct Types {
    HTAB *seen;
    List *all;
} Types;

static void add(Types *types, Oid type)
{
    bool found = true;
    if (type >= FirstNormalObjectId)
        (void)hash_search(types->seen, &type, HASH_ENTER, &found);
    if (!found)
        types->all = lappend_oid(types->all, type);
}

static void add_columns(Types *types, Oid composite)
{
    TupleDesc columns = lookup_rowtype_tupdesc_copy(composite, -1);
    for (int i = 0; i < columns->natts; i++)
        add(types, TupleDescAttr(columns, i)->atttypid);
    FreeTupleDesc(columns);
}

/* The types of which a type is made. */
static void add_parts(Types *types, Oid type)
{
    HeapTuple tuple = SearchSysCache1(TYPEOID, ObjectIdGetDatum(type));
    char kind = '\0';
    if (HeapTupleIsValid(tuple)) {
        kind = ((Form_pg_type)GETSTRUCT(tuple))->typtype;
        add(types, ((Form_pg_type)GETSTRUCT(tuple))->typelem);
        add(types, ((Form_pg_type)GETSTRUCT(tuple))->typbasetype);
        ReleaseSysCache(tuple);
    }
    if (kind == TYPTYPE_COMPOSITE)
        add_columns(types, type);
    if (kind == TYPTYPE_RANGE)
        add(types, get_range_subtype(type));
#if PG_VERSION_NUM >= 140000
    if (kind == TYPTYPE_MULTIRANGE)
        add(types, get_multirange_range(type));
#endif
}

/* Whether the domain has a CHECK of its own. */
static bool has_check(Oid domain)
{
    Relation constraints = table_open(ConstraintRelationId, AccessShareLock);
    ScanKeyData key;
    SysScanDesc scan;
    HeapTuple row;
    bool has = false;
    ScanKeyInit(&key, Anum_pg_constraint_contypid, BTEqualStrategyNumber, F_OIDEQ,
                ObjectIdGetDatum(domain));
    scan = systable_beginscan(constraints, ConstraintTypidIndexId, true, NULL, 1, &key);
    while (!has && HeapTupleIsValid(row = systable_getnext(scan)))
        has = ((Form_pg_constraint)GETSTRUCT(row))->contype == CONSTRAINT_CHECK;
    systable_endscan(scan);
    table_close(constraints, AccessShareLock);
    return has;
}

/* Domains of readers may inherit such a default. */
static bool is_simple(const Node *value)
{
    return value == NULL || IsA(value, Const) || IsA(value, SQLValueFunction);
}

static bool is_tested(Oid type)
{
    return get_typtype(type) == TYPTYPE_DOMAIN &&
           indppg_is_a_readers(indppg_owner_of(TYPEOID, type)) &&
           (has_check(type) || !is_simple(get_typdefault(type)));
}

/* The first of these types whose values are tested by a domain of a reader, perhaps deep inside, or
 * InvalidOid. A session that is fenced makes no domain with a CHECK or DEFAULT, but its role may
 * have made one before. */
static Oid find_domain(const List *of)
{
    HASHCTL form = { .keysize = sizeof(Oid),
                     .entrysize = sizeof(Oid),
                     .hcxt = CurrentMemoryContext };
    Types types = { hash_create("types", 64, &form, HASH_ELEM | HASH_BLOBS | HASH_CONTEXT), NIL };
    Oid found = InvalidOid;
    ListCell *cell;
    foreach (cell, of)
        add(&types, lfirst_oid(cell));
    for (int i = 0; i < list_length(types.all) && !OidIsValid(found); i++) {
        Oid each = list_nth_oid(types.all, i);
        CHECK_FOR_INTERRUPTS();
        if (is_tested(each))
            found = each;
        else
            add_parts(&types, each);
    }
    hash_destroy(types.seen);
    list_free(types.all);
    return found;
}

static const char *check_types(const List *types)
{
    Oid found = find_domain(types);
    return OidIsValid(found) ? psprintf("has the domain %s", format_type_be(found)) : NULL;
}

static const char *check_type(Oid type)
{
    List *types = list_make1_oid(type);
    const char *found = check_types(types);
    list_free(types);
    return found;
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
    List *types;
    bool has_trigger;
} Stored;

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
    const TupleDesc columns = RelationGetDescr(relation);
    out->has_rules = relation->rd_rel->relhasrules;
    for (int i = 0; i < columns->natts; i++)
        out->types = lappend_oid(out->types, TupleDescAttr(columns, i)->atttypid);
    out->has_trigger = has_trigger(relation->trigdesc);
}

/* As the catalog has them: the relation's entry in the cache has what they compute to. */
static List *keys_of(Oid relation)
{
    HeapTuple tuple = SearchSysCache1(PARTRELID, ObjectIdGetDatum(relation));
    List *keys = NIL;
    bool is_null = true;
    Datum partexprs;
    if (!HeapTupleIsValid(tuple))
        return NIL;
    partexprs = SysCacheGetAttr(PARTRELID, tuple, Anum_pg_partitioned_table_partexprs, &is_null);
    if (!is_null)
        keys = stringToNode(TextDatumGetCString(partexprs));
    ReleaseSysCache(tuple);
    return keys;
}

/* What the first of several expressions computes that is not plain. */
typedef struct Expressions {
    Oid relation;
    AttrNumber column;
    MemoryContext memory; /* of `found` */
    const char *found;
} Expressions;

static void check_row(HeapTuple row, TupleDesc type, void *context)
{
    Expressions *all = context;
    bool is_null = true;
    Datum value = all->found != NULL ? (Datum)0 : heap_getattr(row, all->column, type, &is_null);
    const char *found =
        is_null ? NULL : indppg_computes(stringToNode(TextDatumGetCString(value)), all->relation);
    if (found != NULL)
        all->found = MemoryContextStrdup(all->memory, found);
}

/* From the catalogs: the entries in the cache would stay in the session's memory, and indp.check
 * reads the tables of all readers. */
static const char *check_expressions(Oid id)
{
    Expressions all = { id, Anum_pg_attrdef_adbin, CurrentMemoryContext, NULL };
    indppg_each_of(AttrDefaultRelationId, AttrDefaultIndexId, Anum_pg_attrdef_adrelid, id,
                   check_row, &all);
    all.column = Anum_pg_constraint_conbin;
    indppg_each_of(ConstraintRelationId, ConstraintRelidTypidNameIndexId,
                   Anum_pg_constraint_conrelid, id, check_row, &all);
    return all.found != NULL ? all.found : indppg_computes((Node *)keys_of(id), id);
}

static const char *check(Oid id, const Stored *stored)
{
    const char *found = check_types(stored->types);
    return found != NULL ? found : check_expressions(id);
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

/* What a relation computes that is not plain, or NULL. Rules and triggers do not count, since nobody
 * copies them, nor types: indp.check lists the domains themselves. */
Datum dp_computes(PG_FUNCTION_ARGS)
{
    Oid id = PG_GETARG_OID(0);
    const char *found = check_expressions(id);
    if (found == NULL)
        PG_RETURN_NULL();
    PG_RETURN_TEXT_P(cstring_to_text(found));
}
