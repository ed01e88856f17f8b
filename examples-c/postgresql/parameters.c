/* Parameters are public and the same on every row. Where the plan tells that each is a constant or a
 * bound parameter, that is proof; else each row is compared with the first, bit for bit. The plan also
 * tells them when no row came: the answer is noise around zero then, in every kind of plan.
 *
 * Letters: q, c candidates, l lo, h hi, e epsilon, r rows_per_person. */
#include "indp_pg.h"

#include <math.h>

#include "access/htup_details.h"
#include "catalog/pg_aggregate.h"
#include "catalog/pg_type.h"
#include "executor/executor.h"
#include "nodes/execnodes.h"
#include "nodes/nodeFuncs.h"
#include "nodes/plannodes.h"
#include "optimizer/optimizer.h"
#include "parser/parsetree.h"
#include "utils/lsyscache.h"
#include "utils/syscache.h"

/* The SQL type of a parameter. An array's is told by what it holds. */
static bool has_type(char letter, Oid type, const Kind *kind)
{
    switch (letter) {
    case 'c': return get_element_type(type) == kind->label;
    case 'r': return type == INT8OID;
    default: return type == FLOAT8OID;
    }
}

/* The library checks the others. */
static void set(Given *given, char letter, Datum value, bool is_null, const char *function)
{
    Parameters *out = &given->parameters;
    if (is_null)
        fail_parameter(function, letter);
    switch (letter) {
    case 'q': out->q = DatumGetFloat8(value); break;
    case 'c': given->candidates = value; break;
    case 'l': out->lo = DatumGetFloat8(value); break;
    case 'h': out->hi = DatumGetFloat8(value); break;
    case 'e':
        out->epsilon = DatumGetFloat8(value);
        if (!isfinite(out->epsilon) || !(out->epsilon > 0))
            fail_parameter(function, letter);
        break;
    default:
        out->rows = DatumGetInt64(value);
        if (out->rows < 1)
            fail_parameter(function, letter);
    }
}

static void clear(Given *out)
{
    memset(out, 0, sizeof *out);
    out->parameters.rows = 1;
}

/* The next letter of this form, or 0. */
static char next_letter(const char **letters, Form form)
{
    if (form == STATE && **letters == 'e')
        ++*letters;
    return **letters ? *(*letters)++ : 0;
}

/* Arguments of the transition function: the state, x, the parameters. */
void parameters_of_row(FunctionCallInfo fcinfo, const Kind *kind, Form form, Given *out)
{
    const char *letters = kind->parameters;
    clear(out);
    for (int i = 2; i < PG_NARGS(); i++)
        set(out, next_letter(&letters, form), PG_GETARG_DATUM(i), PG_ARGISNULL(i), name_of(kind, form));
}

static bool same_bits(double a, double b)
{
    return memcmp(&a, &b, sizeof a) == 0;
}

void parameters_compare(const Parameters *first, const Parameters *row, const Kind *kind, Form form)
{
    const char *function = name_of(kind, form);
    if (!same_bits(first->q, row->q))
        fail_changed(function, 'q');
    if (!same_bits(first->lo, row->lo))
        fail_changed(function, 'l');
    if (!same_bits(first->hi, row->hi))
        fail_changed(function, 'h');
    if (!same_bits(first->epsilon, row->epsilon))
        fail_changed(function, 'e');
    if (first->rows != row->rows)
        fail_changed(function, 'r');
}

/* Whether the arguments are those of this kind: x, the parameters, the last one optional. */
static bool has_signature(const Aggref *aggref, const Kind *kind, Form form)
{
    const char *letters = kind->parameters;
    int given = list_length(aggref->aggargtypes);
    for (int i = 1; i < given; i++) {
        char letter = next_letter(&letters, form);
        if (letter == 0 || !has_type(letter, list_nth_oid(aggref->aggargtypes, i), kind))
            return false;
    }
    return given >= 1 && (*letters == 0 || next_letter(&letters, form) == 'r');
}

/* Whether this call is one of our aggregates, not a wrapper of another extension whose arguments mean
 * something else (Citus). */
static bool is_ours(FunctionCallInfo fcinfo, const Aggref *aggref, const Kind *kind, Form form)
{
    HeapTuple tuple;
    Form_pg_aggregate row;
    bool ours = false;
    if (aggref == NULL || !has_signature(aggref, kind, form))
        return false;
    tuple = SearchSysCache1(AGGFNOID, ObjectIdGetDatum(aggref->aggfnoid));
    if (!HeapTupleIsValid(tuple))
        return false;
    row = (Form_pg_aggregate)GETSTRUCT(tuple);
    ours = row->aggtransfn == fcinfo->flinfo->fn_oid || row->aggfinalfn == fcinfo->flinfo->fn_oid;
    ReleaseSysCache(tuple);
    return ours;
}

/* Anything that can differ from row to row or is looked up in a table. */
static bool varies(Node *node, void *context)
{
    if (node == NULL)
        return false;
    switch (nodeTag(node)) {
    case T_Var:
    case T_Aggref:
    case T_GroupingFunc:
    case T_WindowFunc:
    case T_SubLink:
    case T_SubPlan:
    case T_AlternativeSubPlan: return true;
    case T_Param: return ((Param *)node)->paramkind != PARAM_EXTERN;
    default: return expression_tree_walker(node, varies, context);
    }
}

static bool is_fixed(Node *node)
{
    while (IsA(node, RelabelType))
        node = (Node *)((RelabelType *)node)->arg;
    return IsA(node, Const) || (IsA(node, Param) && ((Param *)node)->paramkind == PARAM_EXTERN);
}

/* The parameters of a call as expressions, each checked. The first argument is x. */
static List *expressions(const Aggref *aggref, const Kind *kind, Form form, bool *all_fixed)
{
    const char *letters = kind->parameters;
    int wanted = list_length(aggref->aggargtypes);
    List *result = NIL;
    *all_fixed = true;
    for (int i = 1; i < wanted; i++) {
        Node *node = (Node *)((TargetEntry *)list_nth(aggref->args, i))->expr;
        char letter = next_letter(&letters, form);
        if (varies(node, NULL) || contain_volatile_functions(node))
            fail_not_constant(name_of(kind, form), letter);
        *all_fixed = *all_fixed && is_fixed(node);
        result = lappend(result, node);
    }
    return result;
}

bool parameters_are_fixed(FunctionCallInfo fcinfo, const Kind *kind, Form form)
{
    const Aggref *aggref = AggGetAggref(fcinfo);
    bool fixed;
    if (!is_ours(fcinfo, aggref, kind, form))
        return false;
    list_free(expressions(aggref, kind, form, &fixed));
    return fixed;
}

static const Plan *child(const Plan *plan)
{
    switch (nodeTag(plan)) {
    case T_Append: return linitial(((const Append *)plan)->appendplans);
    case T_MergeAppend: return linitial(((const MergeAppend *)plan)->mergeplans);
    case T_SubqueryScan: return ((const SubqueryScan *)plan)->subplan;
    default: return outerPlan(plan);
    }
}

/* The call as it was written. An aggregate that combines partial results has one argument, a column of the
 * plan below: follow it down to where the rows come in. */
static const Aggref *written_call(const AggState *state, const Aggref *aggref)
{
    const Plan *plan = state->ss.ps.plan;
    const Node *node = (const Node *)aggref;
    while (node != NULL) {
        TargetEntry *column;
        if (IsA(node, Aggref) && !DO_AGGSPLIT_COMBINE(((const Aggref *)node)->aggsplit))
            return (const Aggref *)node;
        if (IsA(node, Aggref)) {
            node = (const Node *)((TargetEntry *)linitial(((const Aggref *)node)->args))->expr;
            continue;
        }
        if (!IsA(node, Var) || (plan = child(plan)) == NULL)
            return NULL;
        column = get_tle_by_resno(plan->targetlist, ((const Var *)node)->varattno);
        node = column == NULL ? NULL : (const Node *)column->expr;
    }
    return NULL;
}

void parameters_of_plan(FunctionCallInfo fcinfo, const Kind *kind, Form form, Given *out)
{
    const Aggref *aggref = AggGetAggref(fcinfo);
    const char *letters = kind->parameters;
    AggState *state;
    List *list;
    ListCell *cell;
    bool fixed;
    if (!is_ours(fcinfo, aggref, kind, form) || !IsA(fcinfo->context, AggState))
        fail_no_row(name_of(kind, form));
    state = (AggState *)fcinfo->context;
    aggref = written_call(state, aggref);
    if (aggref == NULL)
        fail_no_row(name_of(kind, form));
    list = expressions(aggref, kind, form, &fixed);
    clear(out);
    foreach (cell, list) {
        ExprState *expression = ExecInitExpr((Expr *)lfirst(cell), NULL);
        bool is_null;
        Datum value = ExecEvalExprSwitchContext(expression, state->ss.ps.ps_ExprContext, &is_null);
        set(out, next_letter(&letters, form), value, is_null, name_of(kind, form));
    }
}
