/* Makes the queries that the answers of a block come from: the private part, the private part with
 * cheaper tests of its keys, and the same calls over no rows. Long lists of keys are tested
 * first. */
#include "protected.h"

#include "catalog/pg_namespace.h"
#include "catalog/pg_type.h"
#include "nodes/makefuncs.h"
#include "nodes/nodeFuncs.h"
#include "optimizer/optimizer.h"
#include "rewrite/rewriteManip.h"
#include "total/limits.h"
#include "utils/array.h"
#include "utils/lsyscache.h"
#include "utils/typcache.h"

static Query *new_query(void)
{
    Query *query = makeNode(Query);
    query->commandType = CMD_SELECT;
    query->querySource = QSRC_ORIGINAL;
    query->canSetTag = true;
    query->hasAggs = true;
    return query;
}

/* The test column = ANY (keys). */
static Node *in_list(const Var *column, const Const *keys)
{
    ScalarArrayOpExpr *test = makeNode(ScalarArrayOpExpr);
    test->opno = lookup_type_cache(column->vartype, TYPECACHE_EQ_OPR)->eq_opr;
    test->opfuncid = get_opcode(test->opno);
    test->useOr = true;
    test->inputcollid = column->varcollid;
    test->args = list_make2(COPY((Var *)column), COPY((Const *)keys));
    test->location = -1;
    return (Node *)test;
}

/* Returns a test that is cheaper than the test of the list: for an integer or a date, whether it is
 * NULL or between the smallest and the largest key. NULL and values in this range that are not keys
 * get answers, too, which are dropped later. For other types, returns the test of the list. The two
 * ends are tested separately, as conditions with IS NOT TRUE, because the planner assumes that a
 * range between two constants selects few rows, and would then not aggregate in workers. */
static Node *in_range(const ScalarArrayOpExpr *test)
{
    const Var *column = linitial(test->args);
    const Const *list = lsecond(test->args);
    TypeCacheEntry *type =
        lookup_type_cache(column->vartype,
                          TYPECACHE_CMP_PROC_FINFO | TYPECACHE_LT_OPR | TYPECACHE_GT_OPR);
    Datum *keys, low, high;
    Expr *tests[2];
    int n;
    if (column->vartype != INT2OID && column->vartype != INT4OID && column->vartype != INT8OID &&
        column->vartype != DATEOID)
        return COPY((ScalarArrayOpExpr *)test);
    deconstruct_array(DatumGetArrayTypeP(list->constvalue), column->vartype, type->typlen,
                      type->typbyval, type->typalign, &keys, NULL, &n);
    low = high = keys[0];
    for (int i = 1; i < n; i++) {
        if (DatumGetInt32(FunctionCall2(&type->cmp_proc_finfo, keys[i], low)) < 0)
            low = keys[i];
        if (DatumGetInt32(FunctionCall2(&type->cmp_proc_finfo, keys[i], high)) > 0)
            high = keys[i];
    }
    for (int i = 0; i < 2; i++) {
        Const *end = makeConst(column->vartype, -1, InvalidOid, type->typlen, i == 0 ? low : high,
                               false, type->typbyval);
        BooleanTest *test_of_end = makeNode(BooleanTest);
        test_of_end->arg = make_opclause(i == 0 ? type->lt_opr : type->gt_opr, BOOLOID, false,
                                         COPY((Var *)column), (Expr *)end, InvalidOid, InvalidOid);
        test_of_end->booltesttype = IS_NOT_TRUE;
        test_of_end->location = -1;
        tests[i] = (Expr *)test_of_end;
    }
    return (Node *)make_andclause(list_make2(tests[0], tests[1]));
}

/* The query, with its tests of the n keys made cheaper by in_range, which may let more rows
 * through. These tests are the last n conditions of its WHERE. */
Query *indppg_loosened(const Query *query, int n)
{
    Query *loose = COPY((Query *)query);
    List *tests = make_ands_implicit((Expr *)loose->jointree->quals);
    for (int i = list_length(tests) - n; i < list_length(tests); i++)
        lfirst(list_nth_cell(tests, i)) = in_range(list_nth(tests, i));
    loose->jointree->quals = tests == NIL ? NULL : (Node *)make_ands_explicit(tests);
    return loose;
}

static bool is_long(Node *test)
{
    const Const *list;
    if (!IsA(test, ScalarArrayOpExpr))
        return false;
    list = lsecond(((ScalarArrayOpExpr *)test)->args);
    return ArrayGetNItems(ARR_NDIM(DatumGetArrayTypeP(list->constvalue)),
                          ARR_DIMS(DatumGetArrayTypeP(list->constvalue))) > LONG_LIST;
}

/* PostgreSQL puts a list into a hash table when it first tests it, and would test it last. Then one
 * row that passes the other conditions would cost the time of the whole list. So a long list is
 * tested for each row, before the other conditions: CASE WHEN test THEN conditions ELSE false END.
 * The tests of the n keys are the last n conditions. */
void indppg_lists_first(Query *query, int n)
{
    List *conditions = make_ands_implicit((Expr *)query->jointree->quals), *first = NIL,
         *others = NIL;
    CaseExpr *ordered = makeNode(CaseExpr);
    CaseWhen *when = makeNode(CaseWhen);
    for (int i = 0; i < list_length(conditions); i++) {
        Node *condition = list_nth(conditions, i);
        if (i >= list_length(conditions) - n && is_long(condition))
            first = lappend(first, condition);
        else
            others = lappend(others, condition);
    }
    if (first == NIL || others == NIL)
        return;
    when->expr = make_ands_explicit(first);
    when->result = make_ands_explicit(others);
    when->location = ordered->location = -1;
    ordered->casetype = BOOLOID;
    ordered->args = list_make1(when);
    ordered->defresult = (Expr *)makeBoolConst(false, false);
    query->jointree->quals = (Node *)ordered;
}

static void append_calls(Query *query, List *calls)
{
    ListCell *cell;
    foreach (cell, calls)
        query->targetList =
            lappend(query->targetList,
                    makeTargetEntry(COPY(lfirst(cell)),
                                    (AttrNumber)(list_length(query->targetList) + 1), NULL, false));
}

static void set_varno(Node *node, int from)
{
    if (from != 1)
        ChangeVarNodes(node, from, 1, 0);
}

/* SELECT keys, calls FROM source WHERE quals AND keys in their lists GROUP BY keys. In `quals` and
 * `calls`, the source has the number rti. */
Query *indppg_private_part(Query *source, int rti, Node *quals, List *columns, List *keys,
                           List *calls)
{
    Query *query = new_query();
    List *tests = quals == NULL ? NIL : list_make1(quals);
    ListCell *column, *list;
    Index ref = 0;
    forboth (column, columns, list, keys) {
        Var *var = COPY((Var *)lfirst(column));
        TargetEntry *entry;
        var->varno = 1;
#if PG_VERSION_NUM < 160000
        var->varnosyn = 0;
        var->varattnosyn = 0;
#endif
        entry = makeTargetEntry((Expr *)indppg_sortable((Node *)var), (AttrNumber)(ref + 1), NULL,
                                false);
        entry->ressortgroupref = ++ref;
        query->targetList = lappend(query->targetList, entry);
        query->groupClause = lappend(query->groupClause, indppg_group_by(var->vartype, ref));
        tests = lappend(tests, in_list(var, lfirst(list)));
    }
    append_calls(query, calls);
    query->rtable = list_make1(indppg_subquery(source, "source"));
    query->jointree = makeFromExpr(list_make1(indppg_reference(1)),
                                   tests == NIL ? NULL : (Node *)make_ands_explicit(tests));
    set_varno((Node *)query->targetList, rti);
    set_varno(query->jointree->quals, rti);
    return query;
}

/* Makes calls to which no row contributes: x is NULL, and the filter is false. */
static List *empty_calls(List *calls)
{
    List *out = COPY(calls);
    ListCell *cell;
    foreach (cell, out) {
        Aggref *call = lfirst(cell);
        TargetEntry *x = linitial(call->args);
        x->expr = (Expr *)makeNullConst(exprType((Node *)x->expr), exprTypmod((Node *)x->expr),
                                        exprCollation((Node *)x->expr));
        call->aggfilter = (Expr *)makeBoolConst(false, false);
    }
    return out;
}

/* The table generate_series(1, parameter). */
static RangeTblEntry *numbers(int parameter)
{
    Oid types[] = { INT4OID, INT4OID };
    RangeTblEntry *entry = makeNode(RangeTblEntry);
    RangeTblFunction *function = makeNode(RangeTblFunction);
    Param *n = makeNode(Param);
    FuncExpr *call;
    n->paramkind = PARAM_EXTERN;
    n->paramid = parameter;
    n->paramtype = INT4OID;
    n->paramtypmod = -1;
    n->location = -1;
    call = makeFuncExpr(indppg_named("generate_series", PG_CATALOG_NAMESPACE, 2, types), INT4OID,
                        list_make2(makeConst(INT4OID, -1, InvalidOid, sizeof(int32),
                                             Int32GetDatum(1), false, true),
                                   n),
                        InvalidOid, InvalidOid, COERCE_EXPLICIT_CALL);
    call->funcretset = true;
    function->funcexpr = (Node *)call;
    function->funccolcount = 1;
    entry->rtekind = RTE_FUNCTION;
    entry->functions = list_make1(function);
    entry->eref = makeAlias("numbers", list_make1(makeString(pstrdup("n"))));
    entry->inFromCl = true;
    return entry;
}

/* The query SELECT n, empty calls FROM generate_series(1, parameter) n GROUP BY n. */
Query *indppg_empty_part(List *calls, int parameter)
{
    Query *query = new_query();
    TargetEntry *number =
        makeTargetEntry((Expr *)makeVar(1, 1, INT4OID, -1, InvalidOid, 0), 1, NULL, false);
    number->ressortgroupref = 1;
    query->targetList = list_make1(number);
    query->groupClause = list_make1(indppg_group_by(INT4OID, 1));
    append_calls(query, empty_calls(calls));
    query->rtable = list_make1(numbers(parameter));
    query->jointree = makeFromExpr(list_make1(indppg_reference(1)), NULL);
    return query;
}
