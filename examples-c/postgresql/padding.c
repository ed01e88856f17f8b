/* Values that count on rows an outer join padded with NULLs. Such a row vanishes when the first real one appears, so
 * dp_sum(coalesce(x, 50), -50, 50, 1) over `k LEFT JOIN t` moves by 100 when one person adds one row of -50: twice the
 * sensitivity. A value that is NULL on padded rows never counts there. One that reads nothing from the padded side has
 * the same value on the padded row and on the real ones, which does no harm, and neither does padding to a count: the
 * caller leaves counts out.
 *
 * For each outer join below the aggregate, the columns that it pads are replaced by NULL and constants are folded: the
 * value, or else the FILTER, must come out as NULL. What is private is not known here, so private rows LEFT JOIN a public
 * table are refused too if x depends on the table that way. Nothing is known of what a CTE, a foreign or a custom
 * scan hides. */
#include "indp_pg.h"

#include "nodes/makefuncs.h"
#include "nodes/nodeFuncs.h"
#include "nodes/plannodes.h"
#include "nodes/primnodes.h"
#include "optimizer/optimizer.h"
#include "parser/parsetree.h"

/* Below `plan`: which joins pad a column of the expression, and the expression with the columns padded by one. */
typedef struct Walk {
    const Plan *plan;
    const Plan *padding; /* this join's columns become NULL; NULL to list joins only */
    List **joins;
} Walk;

static Node *resolve(Node *node, void *context);

static Node *below(Walk *walk, const Plan *plan, Node *expression)
{
    Walk next = {plan, walk->padding, walk->joins};
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

static Node *column_of_side(Walk *walk, const Var *var, bool inner)
{
    const Plan *plan = walk->plan;
    if (pads(plan, inner)) {
        *walk->joins = list_append_unique_ptr(*walk->joins, (void *)plan);
        if (plan == walk->padding)
            return (Node *)makeNullConst(var->vartype, var->vartypmod, var->varcollid);
    }
    return column(walk, inner ? innerPlan(plan) : outerPlan(plan), var);
}

static Node *resolve(Node *node, void *context)
{
    Walk *walk = context;
    if (node == NULL)
        return NULL;
    switch (nodeTag(node)) {
    case T_Aggref:
    case T_GroupingFunc:
    case T_WindowFunc:
    case T_SubPlan:
    case T_AlternativeSubPlan: return node; /* computed from other rows, or from none */
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
    List *joins = NIL, *ignored = NIL;
    Walk walk = {plan, NULL, &joins};
    ListCell *cell;
    resolve(x, &walk);
    walk.joins = &ignored;
    foreach (cell, joins) {
        walk.padding = lfirst(cell);
        if (!is_nothing(resolve(x, &walk), false) &&
            (aggref->aggfilter == NULL || !is_nothing(resolve((Node *)aggref->aggfilter, &walk), true)))
            return true;
    }
    return false;
}
