/* Finds aggregates that count rows which an outer join padded with NULLs. A padded row disappears
 * when the first real row appears. Therefore dp_sum(coalesce(x, 50), -50, 50, 1) over
 * `k LEFT JOIN t` changes by 100 when one person adds a row of -50, which is twice the sensitivity.
 *
 * A value x that is NULL on padded rows is not counted there. A value that reads nothing from the
 * padded side is the same on the padded row and on the real rows. That does no harm, unless a join
 * above uses padded columns to choose the rows from which the value comes. Padding does no harm to
 * counts, for which the caller skips this check.
 *
 * The search visits each outer join below the aggregate, and each side that the join pads. It does
 * not know which tables are private. Therefore it also refuses a LEFT JOIN of private rows with a
 * public table, if x depends on that table in this way. It does not see what a CTE, a foreign scan
 * or a custom scan hides. */
#include "padded.h"

#include "miscadmin.h"
#include "nodes/nodeFuncs.h"
#include "nodes/primnodes.h"

static bool is_join(const Plan *plan)
{
    return IsA(plan, NestLoop) || IsA(plan, MergeJoin) || IsA(plan, HashJoin);
}

static bool pads(const Plan *plan, bool inner)
{
    switch (((const Join *)plan)->jointype) {
    case JOIN_LEFT: return inner;
    case JOIN_RIGHT: return !inner;
    case JOIN_FULL: return true;
    default: return false;
    }
}

/* Whether one of the conditions reads padded columns and may be true on padded rows. If so, the
 * padded columns choose rows. */
static bool any_chooses(List *conditions, const Place *place, const Padding *padding)
{
    ListCell *cell;
    foreach (cell, conditions) {
        Padded passes = indppg_padded(lfirst(cell), place, padding);
        if (passes != PAD_NONE && !is_not_true(passes))
            return true;
    }
    return false;
}

static bool node_chooses(const Place *place, const Padding *padding)
{
    const Plan *plan = place->plan;
    if (any_chooses(plan->qual, place, padding) ||
        (is_join(plan) && any_chooses(((const Join *)plan)->joinqual, place, padding)))
        return true;
    switch (nodeTag(plan)) {
    case T_MergeJoin: return any_chooses(((const MergeJoin *)plan)->mergeclauses, place, padding);
    case T_HashJoin: return any_chooses(((const HashJoin *)plan)->hashclauses, place, padding);
    case T_IndexScan: return any_chooses(((const IndexScan *)plan)->indexqual, place, padding);
    case T_IndexOnlyScan:
        return any_chooses(((const IndexOnlyScan *)plan)->indexqual, place, padding);
    case T_BitmapHeapScan:
        return any_chooses(((const BitmapHeapScan *)plan)->bitmapqualorig, place, padding);
    case T_TidScan: return any_chooses(((const TidScan *)plan)->tidquals, place, padding);
    default: return false;
    }
}

typedef bool (*Visit)(const Place *place, void *context);

/* Visits a plan and all plans below it until a visit returns true. */
static bool visit_all(const Plan *plan, const Place *above, Visit visit, void *context)
{
    Place place = { plan, above };
    List *parts = NIL;
    ListCell *cell;
    check_stack_depth();
    if (plan == NULL)
        return false;
    if (visit(&place, context))
        return true;
    if (IsA(plan, Append))
        parts = ((const Append *)plan)->appendplans;
    else if (IsA(plan, MergeAppend))
        parts = ((const MergeAppend *)plan)->mergeplans;
    else if (IsA(plan, SubqueryScan) &&
             visit_all(((const SubqueryScan *)plan)->subplan, &place, visit, context))
        return true;
    foreach (cell, parts)
        if (visit_all(lfirst(cell), &place, visit, context))
            return true;
    return visit_all(outerPlan(plan), &place, visit, context) ||
           visit_all(innerPlan(plan), &place, visit, context);
}

static bool visit_node_chooses(const Place *place, void *padding)
{
    return node_chooses(place, padding);
}

/* Whether the inner side of a nested loop chooses its rows by padded columns, which it receives as
 * parameters. */
static bool inner_chooses(const Place *loop, const Padding *padding)
{
    ListCell *cell;
    foreach (cell, ((const NestLoop *)loop->plan)->nestParams)
        if (indppg_padded((Node *)((const NestLoopParam *)lfirst(cell))->paramval, loop, padding) !=
            PAD_NONE)
            return visit_all(innerPlan(loop->plan), loop, visit_node_chooses, (void *)padding);
    return false;
}

/* Whether a join above uses padded columns to choose the rows of another table. If there is no join
 * above, a condition merely decides which of the rows remain. */
static bool chooses(const Padding *padding)
{
    const Place *place, *below = padding->join;
    bool joined = false;
    for (place = below->above; place != NULL; below = place, place = place->above) {
        joined |= is_join(place->plan);
        if (joined && node_chooses(place, padding))
            return true;
        if (IsA(place->plan, NestLoop) && outerPlan(place->plan) == below->plan &&
            inner_chooses(place, padding))
            return true;
    }
    return false;
}

static bool harms(const Aggref *aggref, const Place *top, const Padding *padding)
{
    Padded x;
    if (aggref->aggfilter != NULL &&
        is_not_true(indppg_padded((Node *)aggref->aggfilter, top, padding)))
        return false;
    x = indppg_padded((Node *)((TargetEntry *)linitial(aggref->args))->expr, top, padding);
    return x != PAD_NULL && (x != PAD_NONE || chooses(padding));
}

typedef struct Search {
    const Aggref *aggref;
    const Place *top;
} Search;

static bool visit_harms(const Place *place, void *context)
{
    const Search *search = context;
    if (!is_join(place->plan))
        return false;
    for (int inner = 0; inner < 2; inner++) {
        Padding padding = { place, inner != 0 };
        if (pads(place->plan, inner != 0) && harms(search->aggref, search->top, &padding))
            return true;
    }
    return false;
}

/* Whether the aggregate counts padded rows in a way that does harm. `plan` is the plan node of the
 * aggregate, and the outer joins are below it. */
bool indppg_counts_padding(const Aggref *aggref, const Plan *plan)
{
    Place top = { plan, NULL };
    Search search = { aggref, &top };
    return visit_all(outerPlan(plan), &top, visit_harms, &search);
}
