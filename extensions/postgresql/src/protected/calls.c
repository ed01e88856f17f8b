/* Completes a call of an aggregate: a reader may omit bounds, candidates and epsilon, which then
 * come from the policy. The completed call is one of the aggregates that this extension installs,
 * with all arguments that the aggregate requires. */
#include "protected.h"

#include "catalog/pg_aggregate.h"
#include "catalog/pg_type.h"
#include "datums.h"
#include "nodes/makefuncs.h"
#include "nodes/nodeFuncs.h"
#include "optimizer/optimizer.h"
#include "parser/parse_agg.h"
#include "total/limits.h"
#include "utils/builtins.h"
#include "utils/lsyscache.h"

/* A value for x that is not NULL, for dp_count(*). */
static Node *a_row(void)
{
    return makeBoolConst(true, false);
}

/* The name of the column if x is a column under implicit casts, or NULL if x is any other
 * expression. */
static const char *column_of(Node *x, const Calls *calls)
{
    for (;;) {
        if (x != NULL && IsA(x, RelabelType))
            x = (Node *)((RelabelType *)x)->arg;
        else if (x != NULL && IsA(x, FuncExpr) &&
                 ((FuncExpr *)x)->funcformat == COERCE_IMPLICIT_CAST)
            x = linitial(((FuncExpr *)x)->args);
        else
            break;
    }
    if (x == NULL || !IsA(x, Var) || ((Var *)x)->varlevelsup != 0 || ((Var *)x)->varattno <= 0)
        return NULL;
    return indppg_column_name(calls->source, ((Var *)x)->varattno);
}

/* The type of lo and hi for values of this type. */
static Oid bound_type(Oid type)
{
    switch (type) {
    case INTERVALOID:
    case DATEOID:
    case TIMESTAMPOID:
    case TIMESTAMPTZOID: return type;
    default: return FLOAT8OID;
    }
}

/* The arguments that the reader gave, indexed by their parameter. */
typedef struct Arguments {
    Node *of[INDPX_NONE];
} Arguments;

static bool takes_q(const indpx_kind *kind)
{
    return kind->parameters[0] == INDPX_Q || kind->parameters[0] == INDPX_QS;
}

/* Assigns the arguments after x to parameters. After x (and q), a single argument is not a bound.
 * If there are more, the first two are the bounds, provided that the aggregate has bounds. An array
 * is recognised as the candidates. */
static void assign(const indpx_kind *kind, List *arguments, Arguments *out)
{
    const indpx_parameter *list = kind->parameters;
    bool bounds = list_length(arguments) - takes_q(kind) >= 2;
    ListCell *cell = list_head(arguments);
    indpx_parameter next;
    while (cell != NULL && (next = indpx_next(&list, 0)) != INDPX_NONE) {
        if ((!bounds && (next == INDPX_LO || next == INDPX_HI)) ||
            (next == INDPX_CANDIDATES && !OidIsValid(get_element_type(exprType(lfirst(cell))))))
            continue;
        out->of[next] = lfirst(cell);
        cell = lnext(arguments, cell);
    }
    if (cell != NULL)
        indppg_refuse_query("an aggregate has too many arguments");
}

static Node *bound(Calls *calls, Node *given, const Const *own, const char *what)
{
    if (given != NULL)
        return indppg_parameter(given, LONGEST_CANDIDATES, calls->approval);
    if (own == NULL)
        indppg_refuse_query(what);
    return COPY((Node *)own);
}

/* rows_per_person comes from the policy. A call may repeat it, but must not change it. */
static void require_rows(Node *given, int64 rows)
{
    given = eval_const_expressions(NULL, given);
    if (given != NULL && (!IsA(given, Const) || ((Const *)given)->constisnull ||
                          indppg_int8_of((Const *)given) != rows))
        indppg_refuse_query("rows_per_person comes from the policy: omit it, or give the same "
                            "value as the policy");
}

typedef struct Types {
    Oid of[INDPX_MOST_PARAMETERS + 1];
    int n;
} Types;

static void append(List **args, Types *types, Node *node, Oid type)
{
    types->of[types->n++] = type;
    *args = lappend(*args, makeTargetEntry((Expr *)node, (AttrNumber)(list_length(*args) + 1), NULL,
                                           false));
}

/* Appends the parameters of the completed call. Returns the number of the parameter that is
 * epsilon. */
static int append_parameters(Calls *calls, const indpx_kind *kind, Node *x, Oid type, int64 rows,
                             const Arguments *given, List **args, Types *types)
{
    const char *column = column_of(x, calls);
    Const *lo = NULL, *hi = NULL;
    int epsilon = 0;
    if (column != NULL && (kind->parameters[0] == INDPX_LO || takes_q(kind)))
        indppg_bounds(calls->policy, column, bound_type(type), &lo, &hi);
    for (int i = 0; kind->parameters[i] != INDPX_NONE; i++) {
        indpx_parameter p = kind->parameters[i];
        Node *node = given->of[p];
        switch (p) {
        case INDPX_Q:
            if (node == NULL)
                indppg_refuse_query("dp_quantile needs q");
            append(args, types, indppg_parameter(node, LONGEST_CANDIDATES, calls->approval),
                   FLOAT8OID);
            break;
        case INDPX_QS:
            if (node == NULL)
                indppg_refuse_query("dp_quantiles needs an array q");
            append(args, types, indppg_parameter(node, LONGEST_CANDIDATES, calls->approval),
                   FLOAT8ARRAYOID);
            break;
        case INDPX_LO:
        case INDPX_HI:
            append(args, types,
                   bound(calls, node, p == INDPX_LO ? lo : hi,
                         "an aggregate needs bounds: the policy has none for its argument, so "
                         "write lo and hi"),
                   bound_type(type));
            break;
        case INDPX_CANDIDATES: {
            const Const *list =
                column == NULL ? NULL : indppg_candidates(calls->policy, column, type);
            append(args, types,
                   bound(calls, node, list,
                         "an aggregate needs candidates: the policy has none for its argument, so "
                         "write them"),
                   get_array_type(type));
            break;
        }
        case INDPX_EDGES:
            append(args, types, bound(calls, node, NULL, psprintf("%s needs edges", kind->name)),
                   get_array_type(bound_type(type)));
            break;
        case INDPX_EPSILON:
            append(args, types,
                   indppg_parameter(node != NULL ? node
                                                 : (Node *)indppg_real(calls->policy->epsilon),
                                    LONGEST_CANDIDATES, calls->approval),
                   FLOAT8OID);
            epsilon = list_length(calls->approval->parameters);
            break;
        case INDPX_ROWS: append(args, types, (Node *)indppg_integer(rows), INT8OID); break;
        case INDPX_CENTRE:
            if (node != NULL)
                append(args, types, indppg_parameter(node, LONGEST_CANDIDATES, calls->approval),
                       FLOAT8OID);
            break;
        default:
            if (node != NULL)
                append(args, types, indppg_parameter(node, LONGEST_CANDIDATES, calls->approval),
                       INT8OID);
        }
    }
    return epsilon;
}

/* Allows DISTINCT only in a count of the column that names the person. PostgreSQL applies DISTINCT
 * to all arguments together. Here only the person varies, so that makes no difference. */
static void set_distinct(const Calls *calls, const indpx_kind *kind, Node *x, Aggref *out)
{
    const char *column = column_of(x, calls);
    ListCell *cell;
    Index ref = 0;
    if (kind->code != INDP_KIND_COUNT || column == NULL ||
        strcmp(column, calls->policy->person) != 0)
        indppg_refuse_query("DISTINCT is allowed only in dp_count over the person column");
    linitial_node(TargetEntry, out->args)->expr =
        (Expr *)indppg_sortable((Node *)linitial_node(TargetEntry, out->args)->expr);
    foreach (cell, out->args) {
        TargetEntry *argument = lfirst(cell);
        argument->ressortgroupref = ++ref;
        out->aggdistinct =
            lappend(out->aggdistinct, indppg_group_by(exprType((Node *)argument->expr), ref));
    }
}

static Aggref *complete(Calls *calls, const Aggref *written, const indpx_kind *kind, int *epsilon)
{
    Node *x =
        written->args == NIL ? a_row() : (Node *)((TargetEntry *)linitial(written->args))->expr;
    Oid type = kind->code == INDP_KIND_COUNT ? ANYOID : linitial_oid(written->aggargtypes);
    Arguments given = { { NULL } };
    List *arguments = NIL;
    Types types = { { type }, 1 };
    Aggref *out = makeNode(Aggref);
    Node *read;
    int64 rows = written->aggdistinct != NIL && !calls->grouped ? 1 : calls->policy->rows;
    for (int i = 1; i < list_length(written->args); i++)
        arguments = lappend(arguments, ((TargetEntry *)list_nth(written->args, i))->expr);
    assign(kind, arguments, &given);
    require_rows(given.of[INDPX_ROWS], calls->policy->rows);
    indppg_count_operations(calls->approval, 1);
    read = kind->code == INDP_KIND_COUNT ? indppg_approve_presence(x, calls->approval)
                                         : indppg_approve(x, calls->approval);
    out->args = list_make1(makeTargetEntry((Expr *)read, 1, NULL, false));
    *epsilon = append_parameters(calls, kind, x, type, rows, &given, &out->args, &types);
    if (written->aggdistinct != NIL)
        set_distinct(calls, kind, x, out);
    out->aggfnoid =
        indppg_named(kind->name, get_func_namespace(written->aggfnoid), types.n, types.of);
    if (!OidIsValid(out->aggfnoid) || !indppg_is_own(out->aggfnoid))
        indppg_refuse_query("no dp_ aggregate of this name takes arguments of these types; see "
                            "\\df dp_*");
    out->aggtype = written->aggtype;
    out->aggcollid = written->aggcollid;
    out->inputcollid = written->inputcollid;
    for (int i = 0; i < types.n; i++)
        out->aggargtypes =
            lappend_oid(out->aggargtypes,
                        i == 0 ? exprType((Node *)((TargetEntry *)linitial(out->args))->expr)
                               : types.of[i]);
    out->aggfilter = (Expr *)indppg_approve((Node *)written->aggfilter, calls->approval);
    out->aggkind = AGGKIND_NORMAL;
    out->aggsplit = AGGSPLIT_SIMPLE;
#if PG_VERSION_NUM >= 140000
    out->aggno = -1;
    out->aggtransno = -1;
#endif
    out->location = -1;
    return out;
}

/* Returns the number of the call in the list, from 0. Equal calls have the same number and share
 * one release. */
int indppg_call(Calls *calls, const Aggref *written)
{
    char *name = get_func_name(written->aggfnoid);
    const indpx_kind *kind = name == NULL ? NULL : indpx_kind_of_name(name);
    int n = 0, epsilon;
    Aggref *completed;
    ListCell *cell;
    foreach (cell, calls->written) {
        if (equal(lfirst(cell), written))
            return n;
        n++;
    }
    if (kind == NULL || !indppg_is_own(written->aggfnoid))
        indppg_refuse_query("only the dp_ aggregates that give a private answer, such as dp_count, "
                            "are allowed over private columns; not those that make or merge "
                            "states");
    if (written->aggorder != NIL)
        indppg_refuse_query("ORDER BY inside an aggregate is not allowed");
    if (written->aggdirectargs != NIL || written->aggvariadic || written->aggkind != AGGKIND_NORMAL)
        indppg_refuse_query("VARIADIC and WITHIN GROUP are not allowed in an aggregate");
    completed = complete(calls, written, kind, &epsilon);
    calls->written = lappend(calls->written, COPY((Aggref *)written));
    calls->calls = lappend(calls->calls, completed);
    calls->epsilons = lappend_int(calls->epsilons, epsilon);
    calls->names = lappend(calls->names, makeString(name));
    return n;
}
