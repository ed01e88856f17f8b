/* Reads the parameters of a call from the plan. If the plan shows that each is a constant or a
 * bound parameter, no row needs a check; otherwise each row is compared with the first. If there
 * is no row, the plan still shows the parameters, so the call returns a noisy answer in every
 * kind of plan. */
#include "indp_pg.h"

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

/* Whether this is the SQL type of the parameter. An array is recognised by the type of its
 * elements. */
static bool has_type(indpx_parameter parameter, Oid type, const Kind *kind)
{
    switch (parameter) {
    case INDPX_CANDIDATES:
    case INDPX_EDGES: return get_element_type(type) == indppg_type_of_value(kind->value);
    case INDPX_QS: return get_element_type(type) == FLOAT8OID;
    case INDPX_LO:
    case INDPX_HI: return type == indppg_type_of_value(kind->value);
    case INDPX_POINTS:
    case INDPX_ROWS: return type == INT8OID;
    default: return type == FLOAT8OID;
    }
}

/* Whether the call has the arguments of this kind: x, then the parameters, the last of which are
 * optional. False for ordered-set aggregates, which have more argument types than arguments, and
 * for aggregates that take states, which have no x. */
static bool has_signature(const Aggref *aggref, const Kind *kind, Form form)
{
    const indpx_parameter *list = kind->of->parameters;
    indpx_parameter next;
    int given = list_length(aggref->aggargtypes);
    if (aggref->aggkind != AGGKIND_NORMAL || aggref->aggdirectargs != NIL || given < 1 ||
        list_length(aggref->args) < (DO_AGGSPLIT_COMBINE(aggref->aggsplit) ? 1 : given) ||
        linitial_oid(aggref->aggargtypes) == aggref->aggtranstype)
        return false;
    for (int i = 1; i < given; i++) {
        next = indpx_next(&list, form == STATE);
        if (next == INDPX_NONE || !has_type(next, list_nth_oid(aggref->aggargtypes, i), kind))
            return false;
    }
    next = indpx_next(&list, form == STATE);
    return next == INDPX_NONE || indpx_is_optional(next);
}

/* Whether this call is an aggregate whose functions belong to this extension. If not, it is the
 * wrapper of another extension (such as Citus), whose arguments have other meanings. */
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

/* Whether the node contains anything that differs from row to row or is read from a table. */
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

/* The parameters of a call as a list of expressions. Raises an error if one of them may vary. Sets
 * *all_fixed to whether all are constants or bound parameters. The first argument is x, which is
 * not part of the list. */
static List *expressions(const Aggref *aggref, const Kind *kind, Form form, bool *all_fixed)
{
    const indpx_parameter *list = kind->of->parameters;
    int wanted = list_length(aggref->aggargtypes);
    List *result = NIL;
    *all_fixed = true;
    for (int i = 1; i < wanted; i++) {
        Node *node = (Node *)((TargetEntry *)list_nth(aggref->args, i))->expr;
        indpx_parameter parameter = indpx_next(&list, form == STATE);
        if (varies(node, NULL) || contain_volatile_functions(node))
            indppg_fail_not_constant(name_of(kind, form), parameter);
        *all_fixed = *all_fixed && is_fixed(node);
        result = lappend(result, node);
    }
    return result;
}

/* Whether all parameters are constants or bound parameters. Raises an error if one may vary between
 * rows, or if the aggregate would count padded rows. Returns false if the plan does not show the
 * parameters. Also returns false for a call that combines states, since the calls that receive the
 * rows make these checks. */
bool indppg_parameters_are_fixed(FunctionCallInfo fcinfo, const Kind *kind, Form form)
{
    const Aggref *aggref = AggGetAggref(fcinfo);
    bool fixed;
    if (!IsA(fcinfo->context, AggState) || !is_ours(fcinfo, aggref, kind, form) ||
        DO_AGGSPLIT_COMBINE(aggref->aggsplit))
        return false;
    list_free(expressions(aggref, kind, form, &fixed));
    if (kind->value != VALUE_COUNT &&
        indppg_counts_padding(aggref, ((AggState *)fcinfo->context)->ss.ps.plan))
        indppg_fail_padding(name_of(kind, form));
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

/* The call as it stands in the query. An aggregate that combines partial results has one
 * argument, which is a column of the plan below. The loop follows that column down to the
 * aggregate that receives the rows. */
static const Aggref *written_call(const AggState *state, const Aggref *aggref, const Plan **place)
{
    const Plan *plan = state->ss.ps.plan;
    const Node *node = (const Node *)aggref;
    while (node != NULL) {
        TargetEntry *column;
        if (IsA(node, Aggref) && ((const Aggref *)node)->aggfnoid != aggref->aggfnoid)
            return NULL;
        if (IsA(node, Aggref) && !DO_AGGSPLIT_COMBINE(((const Aggref *)node)->aggsplit)) {
            *place = plan;
            return (const Aggref *)node;
        }
        if (IsA(node, Aggref)) {
            node = (const Node *)((TargetEntry *)linitial(((const Aggref *)node)->args))->expr;
            continue;
        }
        if (!IsA(node, Var))
            return NULL;
        /* Since 19 the planner may aggregate below a join, on either side of it. */
        plan = ((const Var *)node)->varno == INNER_VAR ? innerPlan(plan) : child(plan);
        if (plan == NULL)
            return NULL;
        column = get_tle_by_resno(plan->targetlist, ((const Var *)node)->varattno);
        node = column == NULL ? NULL : (const Node *)column->expr;
    }
    return NULL;
}

void indppg_parameters_of_plan(FunctionCallInfo fcinfo, const Kind *kind, Form form, Given *out)
{
    const Aggref *aggref = AggGetAggref(fcinfo);
    const indpx_parameter *parameters = kind->of->parameters;
    const Plan *place = NULL;
    AggState *state;
    List *list;
    ListCell *cell;
    bool fixed;
    if (!IsA(fcinfo->context, AggState) || !is_ours(fcinfo, aggref, kind, form))
        indppg_fail_no_row(name_of(kind, form));
    state = (AggState *)fcinfo->context;
    aggref = written_call(state, aggref, &place);
    if (aggref == NULL || !has_signature(aggref, kind, form))
        indppg_fail_no_row(name_of(kind, form));
    list = expressions(aggref, kind, form, &fixed);
    if (kind->value != VALUE_COUNT && indppg_counts_padding(aggref, place))
        indppg_fail_padding(name_of(kind, form));
    indppg_parameters_clear(out, kind);
    foreach (cell, list) {
        ExprState *expression = ExecInitExpr((Expr *)lfirst(cell), NULL);
        bool is_null;
        Datum value = ExecEvalExprSwitchContext(expression, state->ss.ps.ps_ExprContext, &is_null);
        indppg_parameters_set(out, indpx_next(&parameters, form == STATE), value, is_null, kind,
                              form);
    }
    indppg_parameters_end(out, kind, form);
}
