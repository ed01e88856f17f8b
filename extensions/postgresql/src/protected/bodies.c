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
#include "utils/array.h"
#include "utils/builtins.h"
#include "utils/lsyscache.h"
#include "utils/memutils.h"
#include "utils/syscache.h"

enum { LONGEST = 64 * 1024 };

typedef struct Found {
    List *written;
    bool hidden; /* something that the fence hides from readers */
    bool values; /* what tells of rows: statistics of columns, counters, and texts as statements */
} Found;

static bool begins(const char *name, const char *prefix)
{
    return strncmp(name, prefix, strlen(prefix)) == 0;
}

/* What begins so and then goes on otherwise: sessions and replication tell nothing of rows. */
static bool begins_but(const char *name, const char *prefix)
{
    static const char *const others[] = { "activity",     "archiver",     "gssapi",
                                          "progress",     "replication",  "ssl",
                                          "subscription", "wal_receiver", "wal_senders" };
    if (!begins(name, prefix))
        return false;
    for (size_t i = 0; i < lengthof(others); i++)
        if (begins(name + strlen(prefix), others[i]))
            return false;
    return true;
}

/* The catalogs of such statistics and PostgreSQL's views over them and over counters. */
static bool has_values(Oid relation)
{
    const char *name = get_rel_name(relation);
    return name != NULL && get_rel_namespace(relation) == PG_CATALOG_NAMESPACE &&
           (begins_but(name, "pg_stat_") || begins(name, "pg_statio_") ||
            strcmp(name, "pg_stats") == 0 || begins(name, "pg_stats_") ||
            begins(name, "pg_statistic"));
}

/* Whether a function of PostgreSQL reads counters or executes a text, as all of this verdict but
 * set_config and setval do. */
static bool gives_values(Oid function, void *context)
{
    const char *name;
    (void)context;
    if (function >= FirstNormalObjectId)
        return false;
    name = get_func_name(function);
    return name != NULL && (begins_but(name, "pg_stat_get_") ||
                            (indppg_verdict(function) == OF_READER && !begins(name, "set")));
}

static bool has_hidden_defaults(Oid function);
static bool aggregates_hidden(Oid function);

/* pg_depend says which functions of others are called, but not what they call of PostgreSQL's own
 * in the defaults of their parameters and as parts of an aggregate. */
static bool is_hidden(Oid function, void *context)
{
    (void)context;
    if (function >= FirstNormalObjectId)
        return aggregates_hidden(function) || has_hidden_defaults(function);
    switch (indppg_verdict(function)) {
    case OF_READER: /* executes a text */
    case REFUSED:
    case UNKNOWN_FUNCTION: return true;
    default: return false;
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
            found->values = found->values || has_values(entry->relid);
        }
        return false;
    }
    if (IsA(node, Query))
        return query_tree_walker((Query *)node, walk, found, QTW_EXAMINE_RTES_BEFORE);
    found->hidden = found->hidden || check_functions_in_node(node, is_hidden, NULL);
    found->values = found->values || check_functions_in_node(node, gives_values, NULL);
    return expression_tree_walker(node, walk, found);
}

static bool aggregates_hidden(Oid function)
{
    HeapTuple tuple = SearchSysCache1(AGGFNOID, ObjectIdGetDatum(function));
    bool hidden = false;
    if (HeapTupleIsValid(tuple)) {
        const FormData_pg_aggregate *row = (Form_pg_aggregate)GETSTRUCT(tuple);
        const Oid parts[] = { row->aggtransfn,     row->aggfinalfn,    row->aggcombinefn,
                              row->aggserialfn,    row->aggdeserialfn, row->aggmtransfn,
                              row->aggminvtransfn, row->aggmfinalfn };
        for (size_t i = 0; i < lengthof(parts) && !hidden; i++)
            hidden = OidIsValid(parts[i]) && parts[i] != function && is_hidden(parts[i], NULL);
        ReleaseSysCache(tuple);
    }
    return hidden;
}

static bool has_hidden_defaults(Oid function)
{
    HeapTuple tuple = SearchSysCache1(PROCOID, ObjectIdGetDatum(function));
    Found found = { NIL, false, false };
    if (HeapTupleIsValid(tuple)) {
        bool none;
        Datum defaults = SysCacheGetAttr(PROCOID, tuple, Anum_pg_proc_proargdefaults, &none);
        check_stack_depth();
        if (!none && toast_raw_datum_size(defaults) > LONGEST)
            found.hidden = true;
        else if (!none)
            walk(stringToNode(TextDatumGetCString(defaults)), &found);
        ReleaseSysCache(tuple);
    }
    return found.hidden;
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
    Found found = { NIL, false, false };
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

/* 'values' if the body of a function reads statistics of columns or counters, executes a text, or
 * is too long; otherwise 'hidden' if it reads a catalog, or calls a function of PostgreSQL that
 * readers may not call; or NULL. */
Datum dp_body_shows(PG_FUNCTION_ARGS)
{
    Found found = { NIL, false, false };
    if (!look_at_body(PG_GETARG_OID(0), &found))
        found.hidden = found.values = true;
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
    Found found = { NIL, false, true }; /* unless the query is looked at */
    found.hidden = look_at(PG_GETARG_OID(0), LONGEST, look_for_hidden, &found);
    return shown(fcinfo, &found);
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
