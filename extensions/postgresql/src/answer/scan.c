/* Makes the custom scan. block.c puts a placeholder into the query: a call of indp.answers, whose
 * first argument holds a pointer to the Spec and has the type `internal`, so that no user can write
 * such a call. The planner sees a function of constant size and cost. The only path of the
 * placeholder is the custom scan, so the function itself is never called. */
#include "answer/answer.h"

#include "answer/node.h"
#include "catalog/pg_type.h"
#include "nodes/extensible.h"
#include "nodes/makefuncs.h"
#include "nodes/nodeFuncs.h"
#include "optimizer/cost.h"
#include "optimizer/optimizer.h"
#include "optimizer/pathnode.h"
#include "optimizer/paths.h"
#include "optimizer/restrictinfo.h"
#include "parser/parsetree.h"
#include "protected/protected.h"

static set_rel_pathlist_hook_type previous;

/* Appends a column of the answers to the placeholder. */
static void add_column(RangeTblEntry *entry, RangeTblFunction *function, Node *of)
{
    entry->eref->colnames =
        lappend(entry->eref->colnames, makeString(psprintf("column%d", ++function->funccolcount)));
    function->funccolnames =
        lappend(function->funccolnames, makeString(psprintf("column%d", function->funccolcount)));
    function->funccoltypes = lappend_oid(function->funccoltypes, exprType(of));
    function->funccoltypmods = lappend_int(function->funccoltypmods, exprTypmod(of));
    function->funccolcollations = lappend_oid(function->funccolcollations, exprCollation(of));
}

RangeTblEntry *indppg_placeholder(const Spec *spec, List *parameters)
{
    RangeTblEntry *entry = makeNode(RangeTblEntry);
    RangeTblFunction *function = makeNode(RangeTblFunction);
    Spec *kept = palloc(sizeof *kept);
    Const *pointer;
    FuncExpr *call;
    ListCell *cell;
    *kept = *spec;
    foreach (cell, parameters)
        kept->types = lappend_oid(kept->types, exprType(lfirst(cell)));
    pointer = makeConst(INTERNALOID, -1, InvalidOid, sizeof(Datum),
                        PointerGetDatum(indppg_spec_to_list(kept)), false, true);
    call = makeFuncExpr(indppg_answers(), RECORDOID, lcons(pointer, parameters), InvalidOid,
                        InvalidOid, COERCE_EXPLICIT_CALL);
    call->funcretset = true;
    function->funcexpr = (Node *)call;
    entry->rtekind = RTE_FUNCTION;
    entry->functions = list_make1(function);
    entry->eref = makeAlias("indp", NIL);
    entry->inFromCl = true;
    foreach (cell, spec->query->targetList)
        add_column(entry, function, (Node *)((TargetEntry *)lfirst(cell))->expr);
    return entry;
}

/* The call of the placeholder, or NULL if the entry is something else. */
static FuncExpr *placeholder_call(const RangeTblEntry *entry)
{
    FuncExpr *call;
    const Const *pointer;
    if (entry->rtekind != RTE_FUNCTION || list_length(entry->functions) != 1)
        return NULL;
    call = (FuncExpr *)linitial_node(RangeTblFunction, entry->functions)->funcexpr;
    if (call == NULL || !IsA(call, FuncExpr) || list_length(call->args) < 1 ||
        call->funcid != indppg_answers())
        return NULL;
    pointer = linitial(call->args);
    return IsA(pointer, Const) && pointer->consttype == INTERNALOID && !pointer->constisnull ? call
                                                                                             : NULL;
}

static CustomScanMethods scan_methods = { "indp", indppg_create_node };

static Plan *plan_path(PlannerInfo *root, RelOptInfo *rel, CustomPath *path, List *columns,
                       List *clauses, List *plans)
{
    CustomScan *scan = makeNode(CustomScan);
    RangeTblEntry *entry = planner_rt_fetch(rel->relid, root);
    RangeTblFunction *function = linitial_node(RangeTblFunction, entry->functions);
    const FuncExpr *call = (const FuncExpr *)function->funcexpr;
    scan->scan.plan.targetlist = columns;
    scan->scan.plan.qual = extract_actual_clauses(clauses, false);
    scan->scan.scanrelid = 0;
    scan->flags = path->flags;
    for (int i = 0; i < function->funccolcount; i++) {
        Var *var = makeVar(rel->relid, (AttrNumber)(i + 1), list_nth_oid(function->funccoltypes, i),
                           list_nth_int(function->funccoltypmods, i),
                           list_nth_oid(function->funccolcollations, i), 0);
        scan->custom_scan_tlist =
            lappend(scan->custom_scan_tlist,
                    makeTargetEntry((Expr *)var, (AttrNumber)(i + 1), NULL, false));
    }
    scan->custom_exprs = list_copy_tail(call->args, 1);
    scan->custom_private =
        COPY((List *)DatumGetPointer(linitial_node(Const, call->args)->constvalue));
    scan->methods = &scan_methods;
    (void)plans;
    return &scan->scan.plan;
}

static const CustomPathMethods path_methods = { "indp", plan_path, NULL };

static void only_path(PlannerInfo *root, RelOptInfo *rel, Index rti, RangeTblEntry *entry)
{
    if (previous != NULL)
        previous(root, rel, rti, entry);
    if (placeholder_call(entry) != NULL) {
        CustomPath *path = makeNode(CustomPath);
        path->path.pathtype = T_CustomScan;
        path->path.parent = rel;
        path->path.pathtarget = rel->reltarget;
        path->path.rows = rel->rows;
        path->path.startup_cost = 1000;
        path->path.total_cost = 1000 + cpu_tuple_cost * rel->rows;
#if PG_VERSION_NUM >= 150000
        path->flags = CUSTOMPATH_SUPPORT_PROJECTION;
#endif
        path->methods = &path_methods;
        rel->consider_parallel = false;
        rel->pathlist = list_make1(path);
        rel->partial_pathlist = NIL;
    }
}

void indppg_install_scan(void)
{
    RegisterCustomScanMethods(&scan_methods);
    previous = set_rel_pathlist_hook;
    set_rel_pathlist_hook = only_path;
}
