/* Tells of stored queries what pg_depend does not: which relations a function in SQL writes,
 * whether a view or function reads catalogs or calls what readers may not call, and whether a
 * protected view was replaced. A query of more than LONGEST bytes is not read, since that would
 * take long. The worst is assumed of it. */
#include "protected.h"

#include "access/detoast.h"
#include "access/htup_details.h"
#include "access/transam.h"
#include "catalog/pg_aggregate.h"
#include "catalog/pg_class.h"
#include "catalog/pg_namespace.h"
#include "catalog/pg_proc.h"
#include "catalog/pg_rewrite.h"
#include "catalog/pg_type.h"
#include "datums.h"
#include "fence/fence.h"
#include "miscadmin.h"
#include "nodes/nodeFuncs.h"
#include "nodes/nodes.h"
#include "parser/parsetree.h"
#include "rewrite/rewriteSupport.h"
#include "storage/lockdefs.h"
#include "utils/acl.h"
#include "utils/array.h"
#include "utils/builtins.h"
#include "utils/lsyscache.h"
#include "utils/hsearch.h"
#include "utils/memutils.h"
#include "utils/syscache.h"

/* In bytes, and in functions of others that one query leads to through defaults and parts. */
enum { LONGEST = 64 * 1024, MOST_FUNCTIONS = 1000 };

typedef struct Found {
    List *written;
    List *called; /* functions of others, whose defaults and parts count, too */
    bool hidden;  /* something that the fence hides from readers */
    bool values;  /* what not everybody may read or call */
    bool closed;  /* a catalog that not everybody may read, but the owner may */
    Oid owner;    /* of the view; invalid if it does not matter */
} Found;

/* A function of others: what its defaults and parts show and call themselves. Each is looked at
 * once in a statement, since many queries may lead to the same. */
typedef struct Looked {
    Oid function;
    uint32 query; /* the last one that led to it */
    Found found;
} Looked;

typedef struct Known {
    HTAB *functions;
    uint32 query;
    MemoryContext context;
} Known;

static bool walk(Node *node, Found *found);

/* Whether everybody may read a catalog. */
static bool is_open(Oid relation)
{
    HeapTuple tuple = SearchSysCache1(RELOID, ObjectIdGetDatum(relation));
    bool none = true, open = false;
    if (HeapTupleIsValid(tuple)) {
        Datum rights = SysCacheGetAttr(RELOID, tuple, Anum_pg_class_relacl, &none);
        if (!none)
            open =
                aclmask(DatumGetAclP(rights), ACL_ID_PUBLIC,
                        ((Form_pg_class)GETSTRUCT(tuple))->relowner, ACL_SELECT, ACLMASK_ANY) != 0;
        ReleaseSysCache(tuple);
    }
    return open;
}

static bool may_read(Oid role, Oid relation)
{
    return !OidIsValid(role) || pg_class_aclcheck(relation, role, ACL_SELECT) == ACLCHECK_OK ||
           pg_attribute_aclcheck_all(relation, role, ACL_SELECT, ACLMASK_ANY) == ACLCHECK_OK;
}

static void look_at_text(Datum stored, Found *found)
{
    if (toast_raw_datum_size(stored) > LONGEST)
        found->hidden = found->values = true;
    else
        (void)walk(stringToNode(TextDatumGetCString(stored)), found);
}

static bool note_function(Oid function, void *context);

static void look_at_parts(Oid function, Found *found)
{
    HeapTuple tuple = SearchSysCache1(AGGFNOID, ObjectIdGetDatum(function));
    if (HeapTupleIsValid(tuple)) {
        const FormData_pg_aggregate *row = (Form_pg_aggregate)GETSTRUCT(tuple);
        const Oid parts[] = { row->aggtransfn,     row->aggfinalfn,    row->aggcombinefn,
                              row->aggserialfn,    row->aggdeserialfn, row->aggmtransfn,
                              row->aggminvtransfn, row->aggmfinalfn };
        for (size_t i = 0; i < lengthof(parts); i++)
            if (OidIsValid(parts[i]))
                (void)note_function(parts[i], found);
        ReleaseSysCache(tuple);
    }
}

static void look_at_defaults(Oid function, Found *found)
{
    HeapTuple tuple = SearchSysCache1(PROCOID, ObjectIdGetDatum(function));
    if (HeapTupleIsValid(tuple)) {
        bool none;
        Datum defaults = SysCacheGetAttr(PROCOID, tuple, Anum_pg_proc_proargdefaults, &none);
        if (!none)
            look_at_text(defaults, found);
        ReleaseSysCache(tuple);
    }
}

/* pg_depend says which functions of others are called, but not what they call of PostgreSQL's
 * own in the defaults of their parameters and as parts of an aggregate. So these are noted. */
static bool note_function(Oid function, void *context)
{
    Found *found = context;
    const char *name;
    if (function >= FirstNormalObjectId) {
        found->called = lappend_oid(found->called, function);
        return false;
    }
    switch (indppg_verdict(function)) {
    case OF_READER: /* executes a text, or sets something */
    case REFUSED:
    case UNKNOWN_FUNCTION:
        found->hidden = true;
        name = get_func_name(function);
        found->values = found->values || name == NULL || strncmp(name, "set", 3) != 0;
        break;
    default: break;
    }
    return false;
}

/* What the statement knows of functions, kept with the call of this SQL function in it. */
static Known *known_of(FunctionCallInfo fcinfo)
{
    HASHCTL control = { .keysize = sizeof(Oid), .entrysize = sizeof(Looked) };
    Known *known = fcinfo->flinfo->fn_extra;
    if (known == NULL) {
        control.hcxt = fcinfo->flinfo->fn_mcxt;
        known = MemoryContextAllocZero(control.hcxt, sizeof *known);
        known->context = control.hcxt;
        known->functions =
            hash_create("indp functions", 64, &control, HASH_ELEM | HASH_BLOBS | HASH_CONTEXT);
        fcinfo->flinfo->fn_extra = known;
    }
    known->query++;
    return known;
}

static Looked *look_at_function(Known *known, Oid function)
{
    bool before;
    Looked *looked = hash_search(known->functions, &function, HASH_ENTER, &before);
    if (!before) {
        MemoryContext caller = MemoryContextSwitchTo(known->context);
        memset(&looked->found, 0, sizeof looked->found);
        looked->query = 0;
        look_at_parts(function, &looked->found);
        look_at_defaults(function, &looked->found);
        MemoryContextSwitchTo(caller);
    }
    return looked;
}

/* Adds what the noted functions show, and those that they lead to. A function may call itself
 * there, and others may make as long a chain of functions as they like. Of too many, the worst is
 * assumed. */
static void look_at_functions(FunctionCallInfo fcinfo, Found *found)
{
    Known *known = known_of(fcinfo);
    for (int i = 0, n = 0; i < list_length(found->called); i++) {
        Looked *looked = look_at_function(known, list_nth_oid(found->called, i));
        CHECK_FOR_INTERRUPTS();
        if (looked->query == known->query)
            continue;
        looked->query = known->query;
        found->hidden = found->hidden || looked->found.hidden;
        found->values = found->values || looked->found.values;
        found->called = list_concat(found->called, looked->found.called);
        if (found->values)
            break;
        if (++n > MOST_FUNCTIONS) {
            found->hidden = found->values = true;
            break;
        }
    }
}

static bool walk(Node *node, Found *found)
{
    if (node == NULL)
        return false;
    if (IsA(node, RangeTblEntry)) {
        const RangeTblEntry *entry = (RangeTblEntry *)node;
        if (entry->rtekind == RTE_RELATION && entry->rellockmode >= RowExclusiveLock)
            found->written = list_append_unique_oid(found->written, entry->relid);
        if (entry->rtekind == RTE_RELATION && entry->relid < FirstNormalObjectId) {
            found->hidden = true;
            if (!is_open(entry->relid)) {
                found->values = true;
                found->closed = found->closed || may_read(found->owner, entry->relid);
            }
        }
        return false;
    }
    if (IsA(node, Query))
        return query_tree_walker((Query *)node, walk, found, QTW_EXAMINE_RTES_BEFORE);
    (void)check_functions_in_node(node, note_function, found);
    return expression_tree_walker(node, walk, found);
}

static ArrayType *array_of(const List *relations)
{
    int n = 0;
    ListCell *cell;
    Datum *values = palloc((list_length(relations) + 1) * sizeof *values);
    foreach (cell, relations)
        values[n++] = ObjectIdGetDatum(lfirst_oid(cell));
    return construct_array(values, n, OIDOID, sizeof(Oid), true, 'i');
}

/* Looks at the body of a function if it is stored as a query. Returns false if it is too long. */
static bool look_at_body(Oid function, Found *found)
{
    HeapTuple tuple = SearchSysCache1(PROCOID, ObjectIdGetDatum(function));
    bool read = true;
    if (HeapTupleIsValid(tuple)) {
#if PG_VERSION_NUM >= 140000
        bool none;
        Datum body = SysCacheGetAttr(PROCOID, tuple, Anum_pg_proc_prosqlbody, &none);
        read = none || toast_raw_datum_size(body) <= LONGEST;
        if (!none && read)
            walk(stringToNode(TextDatumGetCString(body)), found);
#else
        (void)found;
#endif
        ReleaseSysCache(tuple);
    }
    return read;
}

PG_FUNCTION_INFO_V1(dp_written);

/* The relations that a function writes whose body is stored as a query. NULL if it is too long. */
Datum dp_written(PG_FUNCTION_ARGS)
{
    Found found = { .owner = InvalidOid };
    if (!look_at_body(PG_GETARG_OID(0), &found))
        PG_RETURN_NULL();
    PG_RETURN_ARRAYTYPE_P(array_of(found.written));
}

static Datum shown(FunctionCallInfo fcinfo, const Found *found)
{
    if (!found->hidden)
        PG_RETURN_NULL();
    PG_RETURN_TEXT_P(cstring_to_text(found->values ? "values" : "hidden"));
}

PG_FUNCTION_INFO_V1(dp_body_shows);

/* 'values' if a function, in its body, the defaults of its parameters or its parts, reads a catalog
 * that not everybody may read, or calls a function of PostgreSQL that readers may not call, or is
 * too long; otherwise 'hidden' if it reads a catalog; or NULL. */
Datum dp_body_shows(PG_FUNCTION_ARGS)
{
    Found found = { .owner = InvalidOid };
    (void)note_function(PG_GETARG_OID(0), &found);
    if (!look_at_body(PG_GETARG_OID(0), &found))
        found.hidden = found.values = true;
    look_at_functions(fcinfo, &found);
    return shown(fcinfo, &found);
}

/* What `look` says of the stored query of a view; true if the query is longer than this. */
static bool look_at(Oid view, Size longest, bool (*look)(Node *query, void *context), void *context)
{
    HeapTuple tuple =
        SearchSysCache2(RULERELNAME, ObjectIdGetDatum(view), PointerGetDatum(ViewSelectRuleName));
    bool none, answer = false;
    Datum query;
    if (!HeapTupleIsValid(tuple))
        return false;
    query = SysCacheGetAttr(RULERELNAME, tuple, Anum_pg_rewrite_ev_action, &none);
    if (!none && toast_raw_datum_size(query) > longest)
        answer = true;
    else if (!none)
        answer = look(stringToNode(TextDatumGetCString(query)), context);
    ReleaseSysCache(tuple);
    return answer;
}

static bool look_for_hidden(Node *query, void *context)
{
    Found *found = context;
    found->values = false;
    walk(query, found);
    return found->hidden;
}

PG_FUNCTION_INFO_V1(dp_view_shows);

/* The same of a view itself, not of what it reads. */
Datum dp_view_shows(PG_FUNCTION_ARGS)
{
    Found found = { .values = true }; /* unless the query is looked at */
    found.hidden = look_at(PG_GETARG_OID(0), LONGEST, look_for_hidden, &found);
    look_at_functions(fcinfo, &found);
    return shown(fcinfo, &found);
}

static Oid owner_of_view(Oid relation)
{
    HeapTuple tuple = SearchSysCache1(RELOID, ObjectIdGetDatum(relation));
    Oid owner = InvalidOid;
    if (HeapTupleIsValid(tuple)) {
        owner = ((Form_pg_class)GETSTRUCT(tuple))->relowner;
        ReleaseSysCache(tuple);
    }
    return owner;
}

static bool look_for_closed(Node *query, void *context)
{
    Found *found = context;
    walk(query, found);
    return found->closed;
}

PG_FUNCTION_INFO_V1(dp_reads_closed);

/* Whether a view reads a catalog that its owner may read, but not everybody, or is too long. */
Datum dp_reads_closed(PG_FUNCTION_ARGS)
{
    Found found = { .owner = owner_of_view(PG_GETARG_OID(0)) };
    PG_RETURN_BOOL(look_at(PG_GETARG_OID(0), LONGEST, look_for_closed, &found));
}

static bool has_guard(Node *queries, void *context)
{
    (void)context;
    return indppg_guard_of(linitial((List *)queries)) != NULL;
}

bool indppg_is_protected(Oid view)
{
    return look_at(view, MaxAllocSize, has_guard, NULL);
}

typedef struct Made {
    int32 policy;
    Oid source;
} Made;

/* Whether each column of the view is one of the source, in the order of the source. */
static bool has_columns_of(const Query *query, Index source)
{
    ListCell *cell;
    AttrNumber before = 0;
    foreach (cell, query->targetList) {
        const TargetEntry *entry = lfirst(cell);
        const Var *column = (const Var *)entry->expr;
        if (!IsA(column, Var) || column->varno != (int)source || column->varlevelsup != 0 ||
            column->varattno <= before)
            return false;
        before = column->varattno;
    }
    return true;
}

/* What indp.protect makes is SELECT .. FROM source WHERE guard(policy). */
static bool differs(Node *queries, void *context)
{
    const Made *made = context;
    Query *query = linitial((List *)queries);
    const Const *guard = indppg_guard_of(query);
    const RangeTblRef *from;
    if (guard == NULL || guard->constisnull || DatumGetInt32(guard->constvalue) != made->policy ||
        !IsA(query->jointree->quals, FuncExpr) || query->setOperations != NULL ||
        query->cteList != NIL || query->distinctClause != NIL || query->groupClause != NIL ||
        query->groupingSets != NIL || query->limitCount != NULL || query->limitOffset != NULL ||
        list_length(query->jointree->fromlist) != 1)
        return true;
    from = linitial(query->jointree->fromlist);
    return !IsA(from, RangeTblRef) ||
           rt_fetch(from->rtindex, query->rtable)->rtekind != RTE_RELATION ||
           rt_fetch(from->rtindex, query->rtable)->relid != made->source ||
           !rt_fetch(from->rtindex, query->rtable)->inh ||
           rt_fetch(from->rtindex, query->rtable)->tablesample != NULL ||
           !has_columns_of(query, from->rtindex);
}

PG_FUNCTION_INFO_V1(dp_was_replaced);

/* Whether a protected view is not the one that indp.protect made for this policy and source. */
Datum dp_was_replaced(PG_FUNCTION_ARGS)
{
    Made made = { PG_GETARG_INT32(1), PG_GETARG_OID(2) };
    PG_RETURN_BOOL(get_rel_relkind(PG_GETARG_OID(0)) != RELKIND_VIEW ||
                   look_at(PG_GETARG_OID(0), MaxAllocSize, differs, &made));
}
