/* Plans one statement and reads the answer nodes in its plan. Nothing is executed except functions
 * that the planner evaluates. They run with the rights of the reader, as in EXPLAIN. */
#include "owner/owner.h"

#include <math.h>

#include "answer/answer.h"
#include "catalog/pg_type.h"
#include "datums.h"
#include "executor/executor.h"
#include "fence/fence.h"
#include "kinds.h"
#include "miscadmin.h"
#include "nodes/extensible.h"
#include "nodes/plannodes.h"
#include "parser/analyze.h"
#include "protected/protected.h"
#include "rewrite/rewriteHandler.h"
#include "tcop/tcopprot.h"
#include "utils/acl.h"
#include "utils/array.h"
#include "utils/lsyscache.h"

/* Returns expression n of the node, counted from 1, if it is constant, else NULL. The planner has
 * already folded the constant expressions of the node. A parameter in such an expression is one of
 * the reader's statement, not a number of another expression. */
static const Const *constant(const CustomScan *scan, int n)
{
    Node *node =
        n >= 1 && n <= list_length(scan->custom_exprs) ? list_nth(scan->custom_exprs, n - 1) : NULL;
    return node != NULL && IsA(node, Const) ? (const Const *)node : NULL;
}

/* Returns the value of a parameter of an aggregate in the private part if it is constant, else
 * NULL. The parameters of the private part are numbers of expressions of the node. */
static const Const *known(const CustomScan *scan, Node *node)
{
    if (IsA(node, Param) && ((Param *)node)->paramkind == PARAM_EXTERN)
        return constant(scan, ((Param *)node)->paramid);
    return IsA(node, Const) ? (const Const *)node : NULL;
}

static bool real(const CustomScan *scan, Node *node, double *out)
{
    const Const *value = known(scan, node);
    if (value == NULL || value->constisnull || value->consttype != FLOAT8OID)
        return false;
    *out = indppg_float8_of(value);
    return true;
}

static int64 elements(const CustomScan *scan, Node *node)
{
    const Const *value = known(scan, node);
    ArrayType *array;
    if (value == NULL || value->constisnull || !OidIsValid(get_element_type(value->consttype)))
        return 0;
    array = DatumGetArrayTypeP(value->constvalue);
    return ArrayGetNItems(ARR_NDIM(array), ARR_DIMS(array));
}

static int64 whole(const CustomScan *scan, Node *node)
{
    const Const *value = known(scan, node);
    return value == NULL || value->constisnull || value->consttype != INT8OID
               ? 0
               : indppg_int8_of(value);
}

/* Whether the candidates of a quantile over this type are whole numbers, if the call does not
 * choose their number (see plain/parameters.c). */
static bool are_whole(Oid type)
{
    return type == INT2OID || type == INT4OID || type == INT8OID;
}

/* The most candidates that a quantile may have. Those of doubles are multiples of a power of two,
 * so they may be fewer. */
static int64 most_points(const Term *term, int64 chosen, bool are_whole)
{
    double numbers = term->has_bounds ? floor(term->hi) - ceil(term->lo) + 1 : 0;
    if (chosen > 0)
        return chosen;
    return are_whole && numbers >= 2 && numbers <= INDPX_FINE_POINTS ? (int64)numbers
                                                                     : INDPX_FINE_POINTS;
}

static void read_arguments(const CustomScan *scan, const Aggref *call, const indpx_kind *kind,
                           Term *term)
{
    bool lo = false, hi = false;
    int64 points = 0;
    term->has_q = kind->q >= 0 && kind->gives == INDPX_GIVES_REAL;
    term->q = kind->q;
    for (int i = 0; kind->parameters[i] != INDPX_NONE && i + 1 < list_length(call->args); i++) {
        Node *node = (Node *)((TargetEntry *)list_nth(call->args, i + 1))->expr;
        switch (kind->parameters[i]) {
        case INDPX_LO: lo = real(scan, node, &term->lo); break;
        case INDPX_HI: hi = real(scan, node, &term->hi); break;
        case INDPX_Q: term->has_q = real(scan, node, &term->q); break;
        case INDPX_CANDIDATES: term->candidates = elements(scan, node); break;
        case INDPX_POINTS: points = whole(scan, node); break;
        case INDPX_ROWS: term->rows = indppg_int8_of(castNode(Const, node)); break;
        default: break;
        }
    }
    term->has_bounds = lo && hi;
    if (kind->code == INDP_KIND_QUANTILE)
        term->candidates = most_points(term, points, are_whole(linitial_oid(call->aggargtypes)));
}

/* Reads epsilon if it is known, and makes the checks that executing the query would make before the
 * charge. */
static void read_epsilon(const CustomScan *scan, const Spec *spec, int parameter, Term *term)
{
    const Const *value = constant(scan, parameter);
    if (value == NULL)
        return;
    term->epsilon = value->constisnull ? 0 : indppg_float8_of(value);
    indppg_check_range(spec, term->epsilon, term->name);
    term->has_epsilon = true;
}

static Term *new_term(Terms *terms)
{
    if (terms->n == terms->room) {
        terms->room = 2 * terms->room + 8;
        terms->list = terms->list == NULL
                          ? palloc(terms->room * sizeof *terms->list)
                          : repalloc(terms->list, terms->room * sizeof *terms->list);
    }
    memset(&terms->list[terms->n], 0, sizeof *terms->list);
    return &terms->list[terms->n++];
}

static void read_block(const CustomScan *scan, Terms *terms)
{
    Spec *spec = indppg_spec_of_list(COPY(scan->custom_private));
    const char *kept;
    bool is_kept;
    int block = terms->n == 0 ? 1 : terms->list[terms->n - 1].block + 1;
    if (pg_class_aclcheck(spec->view, GetUserId(), ACL_SELECT) != ACLCHECK_OK)
        indppg_refuse_payer("the current role must hold SELECT on the protected view itself");
    is_kept = indppg_is_kept(scan, spec, &kept);
    for (int i = 0; i < list_length(spec->names); i++) {
        Term *term = new_term(terms);
        term->block = block;
        term->policy = spec->policy;
        term->version = spec->version;
        term->view = spec->view;
        term->name = strVal(list_nth(spec->names, i));
        term->rows = spec->rows;
        term->is_kept = is_kept;
        term->kept = kept;
        read_epsilon(scan, spec, list_nth_int(spec->epsilons, i), term);
        read_arguments(scan,
                       (Aggref *)list_nth_node(TargetEntry, spec->query->targetList,
                                               list_length(spec->keys) + i)
                           ->expr,
                       indpx_kind_of_name(term->name), term);
    }
}

static void read_plan(Plan *plan, Terms *terms);

static void read_plans(List *plans, Terms *terms)
{
    ListCell *cell;
    foreach (cell, plans)
        read_plan(lfirst(cell), terms);
}

static void read_plan(Plan *plan, Terms *terms)
{
    if (plan == NULL)
        return;
    check_stack_depth();
    switch (nodeTag(plan)) {
    case T_CustomScan: {
        CustomScan *scan = (CustomScan *)plan;
        if (scan->methods == GetCustomScanMethods("indp", true))
            read_block(scan, terms);
        read_plans(scan->custom_plans, terms);
        break;
    }
    case T_Append: read_plans(((Append *)plan)->appendplans, terms); break;
    case T_MergeAppend: read_plans(((MergeAppend *)plan)->mergeplans, terms); break;
    case T_SubqueryScan: read_plan(((SubqueryScan *)plan)->subplan, terms); break;
#if PG_VERSION_NUM < 140000
    case T_ModifyTable: read_plans(((ModifyTable *)plan)->plans, terms); break;
#endif
    default: break;
    }
    read_plan(plan->lefttree, terms);
    read_plan(plan->righttree, terms);
}

static Query *analyse(RawStmt *statement, const char *text)
{
    Oid *types = NULL;
    int n = 0;
#if PG_VERSION_NUM >= 150000
    return parse_analyze_varparams(statement, text, &types, &n, NULL);
#else
    return parse_analyze_varparams(statement, text, &types, &n);
#endif
}

void indppg_explain(const char *text, Terms *terms)
{
    List *statements = pg_parse_query(text);
    Query *query = list_length(statements) == 1 ? analyse(linitial(statements), text) : NULL;
    ListCell *cell;
    if (query == NULL || query->commandType == CMD_UTILITY)
        ereport(ERROR,
                (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
                 errmsg("indp.explain: query must be one SELECT, INSERT, UPDATE or DELETE")));
    indppg_check_functions(query);
    foreach (cell, QueryRewrite(query)) {
        Query *rewritten = lfirst(cell);
        PlannedStmt *plan;
        if (rewritten->commandType == CMD_UTILITY)
            continue; /* NOTIFY, which a rule can add */
#if PG_VERSION_NUM >= 190000
        plan = pg_plan_query(rewritten, text, 0, NULL, NULL);
#else
        plan = pg_plan_query(rewritten, text, 0, NULL);
#endif
        indppg_require_rights(plan);
        read_plan(plan->planTree, terms);
        read_plans(plan->subplans, terms);
    }
}
