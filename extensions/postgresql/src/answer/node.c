/* Executes the custom scan. The answers are computed at the first row and kept for the execution,
 * so a rescan returns the same answers and is not charged again. */
#include "answer/node.h"

#include "access/parallel.h"
#include "access/xact.h"
#include "executor/executor.h"
#include "nodes/extensible.h"
#include "nodes/nodeFuncs.h"
#include "protected/protected.h"
#include "total/limits.h"
#include "utils/builtins.h"
#include "utils/datum.h"
#include "utils/lsyscache.h"
#include "utils/memutils.h"
#include "utils/snapmgr.h"

typedef struct AnswerNode {
    CustomScanState custom;
    List *parameters; /* of ExprState */
    Bitmapset *outer; /* the parameters of the plan in these expressions */
    Answers *answers;
    int64 next;
} AnswerNode;

static bool note_parameters(Node *expression, Bitmapset **found)
{
    if (expression == NULL)
        return false;
    if (IsA(expression, Param) && ((Param *)expression)->paramkind == PARAM_EXEC)
        *found = bms_add_member(*found, ((Param *)expression)->paramid);
    return expression_tree_walker(expression, note_parameters, found);
}

static void begin(CustomScanState *custom, EState *estate, int flags)
{
    AnswerNode *node = (AnswerNode *)custom;
    const CustomScan *scan = (const CustomScan *)custom->ss.ps.plan;
    node->parameters = ExecInitExprList(scan->custom_exprs, &custom->ss.ps);
    note_parameters((Node *)scan->custom_exprs, &node->outer);
    (void)estate;
    (void)flags;
}

static void check_execution(const EState *estate)
{
    if (estate->es_instrument != 0)
        indppg_refuse_query("EXPLAIN ANALYZE and extensions that measure each node, such as "
                            "auto_explain with log_analyze, are not allowed");
    if (XactIsoLevel == XACT_SERIALIZABLE)
        indppg_refuse_query("the isolation level SERIALIZABLE is not allowed");
    if (IsInParallelMode() || IsParallelWorker())
        indppg_refuse_parallel();
    if (estate->es_epq_active != NULL)
        indppg_refuse_query("only SELECT and INSERT .. SELECT may read the view");
}

/* Evaluates the public expressions with the rights of the reader. */
static ParamListInfo evaluate(AnswerNode *node, const Spec *spec)
{
    ExprContext *context = node->custom.ss.ps.ps_ExprContext;
    int n = list_length(node->parameters), i = 0;
    ParamListInfo parameters = makeParamList(n + 1); /* answers.c sets the last parameter */
    ListCell *cell;
    foreach (cell, node->parameters) {
        ParamExternData *parameter = &parameters->params[i];
        int16 length;
        bool by_value;
        int longest = list_nth_int(spec->limits, i);
        parameter->ptype = list_nth_oid(spec->types, i++);
        parameter->pflags = PARAM_FLAG_CONST;
        parameter->value = ExecEvalExprSwitchContext(lfirst(cell), context, &parameter->isnull);
        get_typlenbyval(parameter->ptype, &length, &by_value);
        if (!parameter->isnull && length == -1)
            indppg_require_size(parameter->value, parameter->ptype, longest);
        if (!parameter->isnull && longest == LONGEST_LIST)
            indppg_require_elements(parameter->value);
        if (!parameter->isnull && !by_value)
            parameter->value = length == -1
                                   ? PointerGetDatum(PG_DETOAST_DATUM_COPY(parameter->value))
                                   : datumCopy(parameter->value, false, length);
    }
    return parameters;
}

static void answer(AnswerNode *node)
{
    const CustomScan *scan = (const CustomScan *)node->custom.ss.ps.plan;
    EState *estate = node->custom.ss.ps.state;
    MemoryContext old;
    Spec *spec;
    check_execution(estate);
    old = MemoryContextSwitchTo(estate->es_query_cxt);
    spec = indppg_spec_of_list(COPY(scan->custom_private));
    node->answers =
        indppg_answer(spec, evaluate(node, spec), estate->es_snapshot, estate->es_sourceText);
    MemoryContextSwitchTo(old);
}

static TupleTableSlot *next(ScanState *scan)
{
    AnswerNode *node = (AnswerNode *)scan;
    TupleTableSlot *slot = scan->ss_ScanTupleSlot;
    const Answers *answers = node->answers;
    if (answers == NULL) {
        answer(node);
        answers = node->answers;
    }
    ExecClearTuple(slot);
    if (node->next >= answers->rows)
        return slot;
    for (int i = 0; i < answers->columns; i++) {
        slot->tts_values[i] = answers->values[node->next * answers->columns + i];
        slot->tts_isnull[i] = answers->nulls[node->next * answers->columns + i];
    }
    node->next++;
    return ExecStoreVirtualTuple(slot);
}

static bool recheck(ScanState *scan, TupleTableSlot *slot)
{
    (void)scan;
    (void)slot;
    return true;
}

static TupleTableSlot *execute(CustomScanState *custom)
{
    return ExecScan(&custom->ss, next, recheck);
}

static void end(CustomScanState *custom)
{
    (void)custom;
}

/* A parameter of the question changes only if it depends on a row of an outer query, by way of
 * WITH: the planner does not see that. What is computed from the answers may read other rows. */
static void rescan(CustomScanState *custom)
{
    AnswerNode *node = (AnswerNode *)custom;
    if (bms_overlap(custom->ss.ps.chgParam, node->outer) && node->answers != NULL)
        indppg_refuse_query("the query must not read a column of an outer query");
    ExecScanReScan(&custom->ss);
    node->next = 0;
}

static const CustomExecMethods exec_methods = {
    .CustomName = "indp",
    .BeginCustomScan = begin,
    .ExecCustomScan = execute,
    .EndCustomScan = end,
    .ReScanCustomScan = rescan,
};

Node *indppg_create_node(CustomScan *scan)
{
    AnswerNode *node = (AnswerNode *)newNode(sizeof *node, T_CustomScanState);
    node->custom.methods = &exec_methods;
    (void)scan;
    return (Node *)node;
}
