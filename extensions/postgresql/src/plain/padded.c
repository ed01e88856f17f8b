/* Derives the value of an expression on padded rows from its structure, without evaluating it.
 * It follows columns down the plan to the join. Columns from the padded side are NULL, strict
 * functions of NULL are NULL, and so on. If no value can be derived, the result is PAD_COUNTS:
 * the aggregate may count the padded row. */
#include "padded.h"

#include "catalog/pg_type.h"
#include "datums.h"
#include "miscadmin.h"
#include "nodes/nodeFuncs.h"
#include "parser/parsetree.h"
#include "utils/array.h"
#include "utils/lsyscache.h"

typedef struct View {
    const Place *place;
    const Padding *padding;
    Padded tested; /* the value of x in CASE x WHEN */
} View;

static Padded of(Node *node, const View *view);

Padded indppg_padded(Node *expression, const Place *place, const Padding *padding)
{
    View view = { place, padding, PAD_COUNTS };
    return of(expression, &view);
}

static Padded below(Node *node, const View *view, const Plan *plan)
{
    Place place = { plan, view->place };
    View next = { &place, view->padding, PAD_COUNTS };
    return of(node, &next);
}

/* The common value of two alternatives, or PAD_COUNTS if they differ. */
static Padded either(Padded a, Padded b)
{
    return a == b ? a : PAD_COUNTS;
}

static bool reads(Node *node, void *view)
{
    if (node == NULL || IsA(node, Const))
        return false;
    if (IsA(node, List))
        return expression_tree_walker(node, reads, view);
    return of(node, view) != PAD_NONE;
}

static Padded unknown(Node *node, const View *view)
{
    return expression_tree_walker(node, reads, (void *)view) ? PAD_COUNTS : PAD_NONE;
}

/* ---- columns ---- */

/* The value of a column of a plan. Column 0 is the whole row. A whole row does not count as NULL
 * even if all its columns are NULL. */
static Padded column(const View *view, const Plan *plan, AttrNumber number)
{
    TargetEntry *entry;
    ListCell *cell;
    CHECK_FOR_INTERRUPTS();
    if (plan == NULL)
        return PAD_NONE;
    if (number == 0) {
        foreach (cell, plan->targetlist)
            if (below((Node *)((TargetEntry *)lfirst(cell))->expr, view, plan) != PAD_NONE)
                return PAD_COUNTS;
        return PAD_NONE;
    }
    entry = get_tle_by_resno(plan->targetlist, number);
    return entry == NULL ? PAD_COUNTS : below((Node *)entry->expr, view, plan);
}

static bool pads(const View *view, bool inner)
{
    return view->padding->join->plan == view->place->plan && view->padding->inner == inner;
}

static Padded column_of_side(const View *view, const Var *var, bool inner)
{
    const Plan *plan = view->place->plan;
    if (pads(view, inner))
        return PAD_NULL;
    return column(view, inner ? innerPlan(plan) : outerPlan(plan), var->varattno);
}

/* A column of an Append. If the padded join is in one of its subplans, the row comes from that
 * subplan. */
static Padded column_of_parts(const View *view, List *plans, const Var *var)
{
    const Place *place;
    ListCell *cell;
    Padded result = PAD_NONE;
    for (place = view->padding->join; place != NULL; place = place->above)
        if (place->above != NULL && place->above->plan == view->place->plan)
            return column(view, place->plan, var->varattno);
    foreach (cell, plans) {
        Padded part = column(view, lfirst(cell), var->varattno);
        result = cell == list_head(plans) ? part : either(result, part);
    }
    return result;
}

static Padded column_of_values(const View *view, const Var *var)
{
    ListCell *cell;
    List *rows = ((const ValuesScan *)view->place->plan)->values_lists;
    Padded result = PAD_NONE;
    foreach (cell, rows) {
        List *row = lfirst(cell);
        Padded value = var->varattno < 1 || var->varattno > list_length(row)
                           ? PAD_COUNTS
                           : of(list_nth(row, var->varattno - 1), view);
        result = cell == list_head(rows) ? value : either(result, value);
    }
    return result;
}

static Padded of_column(const View *view, const Var *var)
{
    const Plan *plan = view->place->plan;
    switch (nodeTag(plan)) {
    case T_Append: return column_of_parts(view, ((const Append *)plan)->appendplans, var);
    case T_MergeAppend: return column_of_parts(view, ((const MergeAppend *)plan)->mergeplans, var);
    case T_SubqueryScan: return column(view, ((const SubqueryScan *)plan)->subplan, var->varattno);
    case T_ValuesScan: return column_of_values(view, var);
    case T_FunctionScan:
        return reads((Node *)((const FunctionScan *)plan)->functions, (void *)view) ? PAD_COUNTS
                                                                                    : PAD_NONE;
    case T_TableFuncScan:
        return reads((Node *)((const TableFuncScan *)plan)->tablefunc, (void *)view) ? PAD_COUNTS
                                                                                     : PAD_NONE;
    default: break;
    }
    switch (var->varno) {
    case OUTER_VAR: return column_of_side(view, var, false);
    case INNER_VAR: return column_of_side(view, var, true);
    default: return PAD_NONE;
    }
}

/* The value of a parameter. The inner side of a nested loop receives columns of the outer side as
 * parameters. */
static Padded of_parameter(const View *view, const Param *param)
{
    const Place *place;
    if (param->paramkind != PARAM_EXEC)
        return PAD_NONE;
    for (place = view->place; place != NULL; place = place->above) {
        ListCell *cell;
        if (!IsA(place->plan, NestLoop))
            continue;
        foreach (cell, ((const NestLoop *)place->plan)->nestParams) {
            const NestLoopParam *given = lfirst(cell);
            View outer = { place, view->padding, PAD_COUNTS };
            if (given->paramno == param->paramid)
                return of((Node *)given->paramval, &outer);
        }
    }
    return PAD_NONE;
}

/* ---- expressions ---- */

/* The value of a strict function: NULL if any argument is NULL. */
static Padded of_strict(List *arguments, const View *view)
{
    ListCell *cell;
    Padded result = PAD_NONE;
    foreach (cell, arguments) {
        Padded argument = of(lfirst(cell), view);
        if (argument == PAD_NULL)
            return PAD_NULL;
        if (argument != PAD_NONE)
            result = PAD_COUNTS;
    }
    return result;
}

static Padded of_wrapped(Expr *argument, const View *view)
{
    Padded result = of((Node *)argument, view);
    return result == PAD_NULL || result == PAD_NONE ? result : PAD_COUNTS;
}

static Padded of_call(Node *node, List *arguments, Oid function, const View *view)
{
    return OidIsValid(function) && func_strict(function) ? of_strict(arguments, view)
                                                         : unknown(node, view);
}

/* The value of `x = ANY (array)` or `x = ALL (array)`. For an empty array ANY is false and ALL is
 * true, even if x is NULL. */
static Padded of_array_operator(ScalarArrayOpExpr *node, const View *view)
{
    Padded value = of(linitial(node->args), view);
    Node *array = lsecond(node->args);
    Oid function = OidIsValid(node->opfuncid) ? node->opfuncid : get_opcode(node->opno);
    if (value != PAD_NULL || !func_strict(function))
        return unknown((Node *)node, view);
    if (node->useOr)
        return PAD_NOT_TRUE;
    if (IsA(array, Const) && !((Const *)array)->constisnull) {
        ArrayType *values = indppg_array_of((Const *)array);
        if (ArrayGetNItems(ARR_NDIM(values), ARR_DIMS(values)) > 0)
            return PAD_NULL;
    }
    return PAD_COUNTS;
}

static Padded of_boolean(BoolExpr *node, const View *view)
{
    bool all_null = true, all_false = true, none_true = true, any_not_true = false, all_true = true,
         all_unpadded = true;
    ListCell *cell;
    if (node->boolop == NOT_EXPR) {
        Padded argument = of(linitial(node->args), view);
        return argument == PAD_TRUE       ? PAD_FALSE
               : argument == PAD_FALSE    ? PAD_TRUE
               : argument == PAD_NOT_TRUE ? PAD_COUNTS
                                          : argument;
    }
    foreach (cell, node->args) {
        Padded argument = of(lfirst(cell), view);
        if (argument == (node->boolop == AND_EXPR ? PAD_FALSE : PAD_TRUE))
            return argument;
        all_null &= argument == PAD_NULL;
        all_false &= argument == PAD_FALSE;
        all_true &= argument == PAD_TRUE;
        none_true &= is_not_true(argument);
        any_not_true |= is_not_true(argument);
        all_unpadded &= argument == PAD_NONE;
    }
    if (all_unpadded || all_null)
        return all_null ? PAD_NULL : PAD_NONE;
    if (node->boolop == AND_EXPR)
        return any_not_true ? PAD_NOT_TRUE : all_true ? PAD_TRUE : PAD_COUNTS;
    return all_false ? PAD_FALSE : none_true ? PAD_NOT_TRUE : PAD_COUNTS;
}

/* The value of a CASE for padded rows. All of them take the same arm, whose result is `result` and
 * reads nothing from the padded side. The value is known only if it is a boolean constant. */
static Padded of_constant(const Expr *result)
{
    if (!IsA(result, Const) || ((const Const *)result)->consttype != BOOLOID ||
        ((const Const *)result)->constisnull)
        return PAD_COUNTS;
    return DatumGetBool(((const Const *)result)->constvalue) ? PAD_TRUE : PAD_FALSE;
}

static Padded of_case(CaseExpr *node, const View *view)
{
    View inside = *view;
    bool touched = false, all_null = true, any = false; /* any: whether padded rows may take an
                                                         * earlier arm */
    Padded result;
    ListCell *cell;
    if (node->arg != NULL) {
        inside.tested = of((Node *)node->arg, view);
        touched = inside.tested != PAD_NONE;
    }
    foreach (cell, node->args) {
        CaseWhen *when = lfirst(cell);
        Padded condition = of((Node *)when->expr, &inside);
        touched |= condition != PAD_NONE;
        if (is_not_true(condition))
            continue;
        result = of((Node *)when->result, view);
        touched |= result != PAD_NONE && !IsA(when->result, Const);
        all_null &= result == PAD_NULL;
        if (condition == PAD_TRUE)
            return any                  ? (all_null ? PAD_NULL : PAD_COUNTS)
                   : result == PAD_NONE ? of_constant(when->result)
                                        : result;
        any = true;
    }
    result = node->defresult == NULL ? PAD_NULL : of((Node *)node->defresult, view);
    touched |= result != PAD_NONE && node->defresult != NULL && !IsA(node->defresult, Const);
    all_null &= result == PAD_NULL;
    return all_null ? PAD_NULL : touched ? PAD_COUNTS : PAD_NONE;
}

/* The value of COALESCE, GREATEST or LEAST: NULL only if all arguments are NULL. */
static Padded of_first(List *arguments, const View *view)
{
    ListCell *cell;
    bool all_null = true, all_unpadded = true;
    foreach (cell, arguments) {
        Padded argument = of(lfirst(cell), view);
        all_null &= argument == PAD_NULL;
        all_unpadded &= argument == PAD_NONE;
    }
    return all_null ? PAD_NULL : all_unpadded ? PAD_NONE : PAD_COUNTS;
}

static Padded of_null_test(NullTest *node, const View *view)
{
    Padded argument = of((Node *)node->arg, view);
    if (argument == PAD_NULL)
        return node->nulltesttype == IS_NULL ? PAD_TRUE : PAD_FALSE;
    return argument == PAD_NONE ? PAD_NONE : PAD_COUNTS;
}

static Padded of_boolean_test(BooleanTest *node, const View *view)
{
    Padded argument = of((Node *)node->arg, view);
    if (argument == PAD_NONE)
        return PAD_NONE;
    if (is_not_true(argument) && node->booltesttype == IS_TRUE)
        return PAD_FALSE;
    if (argument == PAD_NULL)
        switch (node->booltesttype) {
        case IS_FALSE:
        case IS_NOT_UNKNOWN: return PAD_FALSE;
        default: return PAD_TRUE;
        }
    return PAD_COUNTS;
}

/* A column is followed through the expressions of all plans below, so this is deeper than any
 * recursion of the planner and the executor, and must watch the stack itself. */
static Padded of(Node *node, const View *view)
{
    check_stack_depth();
    if (node == NULL)
        return PAD_NONE;
    switch (nodeTag(node)) {
    case T_Var: return of_column(view, (Var *)node);
    case T_Const: return ((Const *)node)->constisnull ? PAD_NULL : PAD_NONE;
    case T_Param: return of_parameter(view, (Param *)node);
    case T_CaseTestExpr: return view->tested;
    case T_Aggref: /* a value from many rows: not checked here, see README */
    case T_GroupingFunc: return PAD_NONE;
    case T_FuncExpr:
        return of_call(node, ((FuncExpr *)node)->args, ((FuncExpr *)node)->funcid, view);
    case T_OpExpr:
        return of_call(node, ((OpExpr *)node)->args, get_opcode(((OpExpr *)node)->opno), view);
    case T_NullIfExpr:
        return of(linitial(((NullIfExpr *)node)->args), view) == PAD_NULL ? PAD_NULL
                                                                          : unknown(node, view);
    case T_ScalarArrayOpExpr: return of_array_operator((ScalarArrayOpExpr *)node, view);
    case T_BoolExpr: return of_boolean((BoolExpr *)node, view);
    case T_RelabelType: return of((Node *)((RelabelType *)node)->arg, view);
    case T_CollateExpr: return of((Node *)((CollateExpr *)node)->arg, view);
    case T_FieldSelect: return of_wrapped(((FieldSelect *)node)->arg, view);
    case T_CoerceViaIO: return of_wrapped(((CoerceViaIO *)node)->arg, view);
    case T_ArrayCoerceExpr: return of_wrapped(((ArrayCoerceExpr *)node)->arg, view);
    case T_ConvertRowtypeExpr: return of_wrapped(((ConvertRowtypeExpr *)node)->arg, view);
    case T_CoerceToDomain: return of_wrapped(((CoerceToDomain *)node)->arg, view);
    case T_SubscriptingRef:
        return ((SubscriptingRef *)node)->refassgnexpr == NULL &&
                       of((Node *)((SubscriptingRef *)node)->refexpr, view) == PAD_NULL
                   ? PAD_NULL
                   : unknown(node, view);
    case T_CaseExpr: return of_case((CaseExpr *)node, view);
    case T_CoalesceExpr: return of_first(((CoalesceExpr *)node)->args, view);
    case T_MinMaxExpr: return of_first(((MinMaxExpr *)node)->args, view);
    case T_NullTest: return of_null_test((NullTest *)node, view);
    case T_BooleanTest: return of_boolean_test((BooleanTest *)node, view);
    default: return unknown(node, view); /* also window functions and subqueries */
    }
}
