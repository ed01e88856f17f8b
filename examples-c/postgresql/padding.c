/* Values that count on rows an outer join padded with NULLs. Such a row vanishes when the first real one appears, so
 * dp_sum(coalesce(x, 50), -50, 50, 1) over `k LEFT JOIN t` moves by 100 when one person adds one row of -50: twice the
 * sensitivity. A value that is NULL on padded rows never counts there. One that reads nothing from the padded side has
 * the same value on the padded row and on the real ones, which does no harm, and neither does padding to a count: the
 * caller leaves counts out.
 *
 * For each outer join below the aggregate, and each side that it pads, the columns of that side are replaced by NULL and
 * constants are folded: the value, or else the FILTER, must come out as NULL. What is private is not known here, so
 * private rows LEFT JOIN a public table are refused too if x depends on the table that way. Nothing is known of what a
 * CTE, a foreign or a custom scan hides. */
#include "indp_pg.h"

#include "nodes/makefuncs.h"
#include "nodes/nodeFuncs.h"
#include "nodes/plannodes.h"
#include "nodes/primnodes.h"
#include "optimizer/optimizer.h"
#include "parser/parsetree.h"

/* One side of a join, when no row of it was found. */
typedef struct Padding {
    const Plan *join;
    bool inner;
} Padding;

/* From a plan downwards. */
typedef struct Walk {
    const Plan *plan;
    const Padding *padding;   /* its columns become NULL; NULL to list paddings only */
    List **paddings;          /* all that the expression meets */
    const struct Walk *above; /* the way here */
} Walk;

static Node *resolve(Node *node, void *context);

static Node *below(Walk *walk, const Plan *plan, Node *expression)
{
    Walk next = {plan, walk->padding, walk->paddings, walk};
    return resolve(expression, &next);
}

/* A column of a plan, as an expression over what lies below it. */
static Node *column(Walk *walk, const Plan *plan, const Var *var)
{
    TargetEntry *entry = plan == NULL ? NULL : get_tle_by_resno(plan->targetlist, var->varattno);
    return entry == NULL ? (Node *)var : below(walk, plan, (Node *)entry->expr);
}

static bool pads(const Plan *plan, bool inner)
{
    if (!IsA(plan, NestLoop) && !IsA(plan, MergeJoin) && !IsA(plan, HashJoin))
        return false;
    switch (((const Join *)plan)->jointype) {
    case JOIN_LEFT: return inner;
    case JOIN_RIGHT: return !inner;
    case JOIN_FULL: return true;
    default: return false;
    }
}

/* Each part of an Append has its own plan: a column is padded if it is in any. */
static Node *column_of_parts(Walk *walk, List *plans, const Var *var)
{
    ListCell *cell;
    Node *result = NULL;
    foreach (cell, plans) {
        Node *node = column(walk, lfirst(cell), var);
        if (result == NULL || (IsA(node, Const) && ((Const *)node)->constisnull))
            result = node;
    }
    return result == NULL ? (Node *)var : result;
}

static void list_padding(List **paddings, Padding padding)
{
    ListCell *cell;
    Padding *entry;
    foreach (cell, *paddings) {
        entry = lfirst(cell);
        if (entry->join == padding.join && entry->inner == padding.inner)
            return;
    }
    entry = palloc(sizeof *entry);
    *entry = padding;
    *paddings = lappend(*paddings, entry);
}

static Node *column_of_side(Walk *walk, const Var *var, bool inner)
{
    const Plan *plan = walk->plan;
    if (pads(plan, inner)) {
        Padding padding = {plan, inner};
        list_padding(walk->paddings, padding);
        if (walk->padding != NULL && walk->padding->join == plan && walk->padding->inner == inner)
            return (Node *)makeNullConst(var->vartype, var->vartypmod, var->varcollid);
    }
    return column(walk, inner ? innerPlan(plan) : outerPlan(plan), var);
}

/* The inner side of a nested loop sees columns of the outer one as parameters. */
static Node *parameter(const Walk *walk, Param *param)
{
    for (; walk != NULL && param->paramkind == PARAM_EXEC; walk = walk->above) {
        ListCell *cell;
        if (!IsA(walk->plan, NestLoop))
            continue;
        foreach (cell, ((const NestLoop *)walk->plan)->nestParams) {
            const NestLoopParam *given = lfirst(cell);
            Walk here = *walk;
            if (given->paramno == param->paramid)
                return resolve((Node *)given->paramval, &here);
        }
    }
    return (Node *)param;
}

/* NULLIF of NULL is NULL. Before 14 eval_const_expressions leaves it as it is. */
static Node *resolve_nullif(Node *node, Walk *walk)
{
    NullIfExpr *result = (NullIfExpr *)expression_tree_mutator(node, resolve, walk);
    Node *first = eval_const_expressions(NULL, linitial(result->args));
    return IsA(first, Const) && ((Const *)first)->constisnull ? first : (Node *)result;
}

static Node *resolve(Node *node, void *context)
{
    Walk *walk = context;
    if (node == NULL)
        return NULL;
    switch (nodeTag(node)) {
    case T_Aggref:
    case T_GroupingFunc:
    case T_WindowFunc: return node; /* computed from other rows */
    case T_Param: return parameter(walk, (Param *)node);
    case T_NullIfExpr: return resolve_nullif(node, walk);
    case T_Var: break;
    default: return expression_tree_mutator(node, resolve, context);
    }
    switch (nodeTag(walk->plan)) {
    case T_Append: return column_of_parts(walk, ((const Append *)walk->plan)->appendplans, (Var *)node);
    case T_MergeAppend: return column_of_parts(walk, ((const MergeAppend *)walk->plan)->mergeplans, (Var *)node);
    case T_SubqueryScan: return column(walk, ((const SubqueryScan *)walk->plan)->subplan, (Var *)node);
    default: break;
    }
    switch (((Var *)node)->varno) {
    case OUTER_VAR: return column_of_side(walk, (Var *)node, false);
    case INNER_VAR: return column_of_side(walk, (Var *)node, true);
    default: return node;
    }
}

/* NULL, or not true if it is a condition. */
static bool is_nothing(Node *node, bool condition)
{
    Const *value = (Const *)eval_const_expressions(NULL, node);
    return IsA(value, Const) && (value->constisnull || (condition && !DatumGetBool(value->constvalue)));
}

/* Whether rows that an outer join below this aggregate's plan padded count. */
bool counts_padding(const Aggref *aggref, const Plan *plan)
{
    Node *x = (Node *)((TargetEntry *)linitial(aggref->args))->expr;
    List *paddings = NIL, *ignored = NIL;
    Walk walk = {plan, NULL, &paddings, NULL};
    ListCell *cell;
    resolve(x, &walk);
    walk.paddings = &ignored;
    foreach (cell, paddings) {
        walk.padding = lfirst(cell);
        if (!is_nothing(resolve(x, &walk), false) &&
            (aggref->aggfilter == NULL || !is_nothing(resolve((Node *)aggref->aggfilter, &walk), true)))
            return true;
    }
    return false;
}
