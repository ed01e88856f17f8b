/* Replaces a block, which is one SELECT that reads a protected view, by a SELECT over its answers.
 * The answers have a column for each key of GROUP BY and for each different call of an aggregate.
 * The calls, WHERE and GROUP BY become the private part. Everything else is computed from the
 * answers: expressions over them, HAVING, ORDER BY, DISTINCT, windows, LIMIT. */
#include "protected.h"

#include "catalog/pg_class.h"
#include "catalog/pg_namespace.h"
#include "catalog/pg_type.h"
#include "nodes/makefuncs.h"
#include "nodes/nodeFuncs.h"
#include "optimizer/optimizer.h"
#include "optimizer/tlist.h"
#include "parser/parsetree.h"
#include "rewrite/rewriteManip.h"
#include "utils/array.h"
#include "answer/answer.h"
#include "utils/lsyscache.h"
#include "utils/typcache.h"

static void check_shape(const Query *block)
{
    if (block->commandType != CMD_SELECT)
        indppg_refuse_query("only SELECT and INSERT .. SELECT may read it");
    if (list_length(block->jointree->fromlist) != 1 || !IsA(linitial(block->jointree->fromlist), RangeTblRef))
        indppg_refuse_query("it must be the only table in FROM; to join, put the aggregates in a subquery and join that");
    if (!block->hasAggs)
        indppg_refuse_query("its columns may be read only inside dp_ aggregates, WHERE and GROUP BY");
    if (block->groupingSets != NIL)
        indppg_refuse_query("GROUPING SETS, ROLLUP and CUBE are not allowed");
    if (block->rowMarks != NIL)
        indppg_refuse_query("FOR UPDATE and FOR SHARE are not allowed");
}

/* Replaces calls and keys in an expression by columns of the answers. */
typedef struct Replacing {
    Calls *calls;
    List *keys; /* of Var */
    int depth;
    int rti;
} Replacing;

static Node *answer_column(int column, Oid type, int32 typmod, Oid collation, int depth)
{
    return (Node *)makeVar(1, (AttrNumber)column, type, typmod, collation, (Index)depth);
}

static Node *replace(Node *node, Replacing *r)
{
    if (node == NULL)
        return NULL;
    if (IsA(node, Aggref) && (int)((Aggref *)node)->agglevelsup == r->depth) {
        Aggref *call = (Aggref *)node;
        if (r->depth > 0)
            indppg_refuse_query("a subquery must not contain an aggregate of the query around it");
        return answer_column(list_length(r->keys) + indppg_call(r->calls, call) + 1, call->aggtype, -1, call->aggcollid, r->depth);
    }
    if (IsA(node, Var) && (int)((Var *)node)->varlevelsup == r->depth) {
        const Var *var = (Var *)node;
        ListCell *cell;
        int n = 0;
        foreach (cell, r->keys) {
            const Var *key = lfirst(cell);
            n++;
            if ((int)var->varno == r->rti && key->varattno == var->varattno)
                return answer_column(n, key->vartype, key->vartypmod, key->varcollid, r->depth);
        }
        indppg_refuse_query("its columns may be read only inside dp_ aggregates, WHERE and GROUP BY");
    }
    if (IsA(node, GroupingFunc))
        indppg_refuse_query("GROUPING SETS, ROLLUP and CUBE are not allowed");
    if (IsA(node, Query)) {
        Query *query;
        r->depth++;
        query = query_tree_mutator((Query *)node, replace, r, 0);
        r->depth--;
        return (Node *)query;
    }
    return expression_tree_mutator(node, replace, r);
}

/* The columns of GROUP BY, each of which must be a column of the view. */
static List *group_columns(Query *block, int rti)
{
    List *columns = NIL;
    ListCell *cell;
    foreach (cell, block->groupClause) {
        Node *node = get_sortgroupclause_expr(lfirst(cell), block->targetList);
        const Var *var = (Var *)node;
        if (!IsA(node, Var) || var->varlevelsup != 0 || (int)var->varno != rti || var->varattno <= 0)
            indppg_refuse_query("GROUP BY may name only columns that have a list of keys in the policy");
        columns = list_append_unique(columns, COPY(node));
    }
    return columns;
}

static Query *new_query(void)
{
    Query *query = makeNode(Query);
    query->commandType = CMD_SELECT;
    query->querySource = QSRC_ORIGINAL;
    query->canSetTag = true;
    query->hasAggs = true;
    return query;
}

static RangeTblEntry *entry_of_subquery(Query *subquery)
{
    RangeTblEntry *entry = makeNode(RangeTblEntry);
    entry->rtekind = RTE_SUBQUERY;
    entry->subquery = subquery;
    entry->eref = makeAlias("source", NIL);
    for (int i = 0; i < list_length(subquery->targetList); i++)
        entry->eref->colnames = lappend(entry->eref->colnames, makeString(pstrdup("column")));
    entry->inFromCl = true;
    return entry;
}

static RangeTblRef *reference(int rti)
{
    RangeTblRef *ref = makeNode(RangeTblRef);
    ref->rtindex = rti;
    return ref;
}

static SortGroupClause *group_by(Oid type, Index ref)
{
    TypeCacheEntry *cache = lookup_type_cache(type, TYPECACHE_EQ_OPR | TYPECACHE_LT_OPR | TYPECACHE_HASH_PROC);
    SortGroupClause *clause = makeNode(SortGroupClause);
    clause->tleSortGroupRef = ref;
    clause->eqop = cache->eq_opr;
    clause->sortop = cache->lt_opr;
    clause->hashable = OidIsValid(cache->hash_proc);
    return clause;
}

/* column = ANY (keys) */
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

/* A test that is cheaper than the list: whether an integer or a date is between the smallest and the
 * largest key. The answers of other keys are dropped later. For other types, the test of the list.
 * The planner takes a range between two constants for a small part of the table, and would not
 * aggregate in the workers; so each end is a test of its own. */
static Node *in_range(const ScalarArrayOpExpr *test)
{
    const Var *column = linitial(test->args);
    const Const *list = lsecond(test->args);
    TypeCacheEntry *type = lookup_type_cache(column->vartype, TYPECACHE_CMP_PROC_FINFO | TYPECACHE_LT_OPR | TYPECACHE_GT_OPR);
    Datum *keys, low, high;
    Expr *tests[2];
    int n;
    if (column->vartype != INT2OID && column->vartype != INT4OID && column->vartype != INT8OID && column->vartype != DATEOID)
        return COPY((ScalarArrayOpExpr *)test);
    deconstruct_array(DatumGetArrayTypeP(list->constvalue), column->vartype, type->typlen, type->typbyval, type->typalign, &keys, NULL, &n);
    low = high = keys[0];
    for (int i = 1; i < n; i++) {
        if (DatumGetInt32(FunctionCall2(&type->cmp_proc_finfo, keys[i], low)) < 0)
            low = keys[i];
        if (DatumGetInt32(FunctionCall2(&type->cmp_proc_finfo, keys[i], high)) > 0)
            high = keys[i];
    }
    for (int i = 0; i < 2; i++) {
        Const *end = makeConst(column->vartype, -1, InvalidOid, type->typlen, i == 0 ? low : high, false, type->typbyval);
        BooleanTest *test_of_end = makeNode(BooleanTest);
        test_of_end->arg = make_opclause(i == 0 ? type->lt_opr : type->gt_opr, BOOLOID, false, COPY((Var *)column), (Expr *)end, InvalidOid, InvalidOid);
        test_of_end->booltesttype = IS_NOT_TRUE;
        test_of_end->location = -1;
        tests[i] = (Expr *)test_of_end;
    }
    return (Node *)make_andclause(list_make2(tests[0], tests[1]));
}

/* The query with cheaper tests of its n keys, which are the last ones of its WHERE. */
static Query *loosened(const Query *query, int n)
{
    Query *loose = COPY((Query *)query);
    List *tests = make_ands_implicit((Expr *)loose->jointree->quals);
    for (int i = list_length(tests) - n; i < list_length(tests); i++)
        lfirst(list_nth_cell(tests, i)) = in_range(list_nth(tests, i));
    loose->jointree->quals = tests == NIL ? NULL : (Node *)make_ands_explicit(tests);
    return loose;
}

static void append_calls(Query *query, List *calls)
{
    ListCell *cell;
    foreach (cell, calls)
        query->targetList = lappend(query->targetList,
                                    makeTargetEntry(COPY(lfirst(cell)), (AttrNumber)(list_length(query->targetList) + 1), NULL, false));
}

/* SELECT keys, calls FROM source WHERE quals AND keys in their lists GROUP BY keys */
static Query *private_part(Query *source, Node *quals, List *columns, List *keys, List *calls)
{
    Query *query = new_query();
    List *tests = quals == NULL ? NIL : list_make1(quals);
    ListCell *column, *list;
    Index ref = 0;
    forboth(column, columns, list, keys)
    {
        Var *var = COPY((Var *)lfirst(column));
        TargetEntry *entry;
        var->varno = 1;
#if PG_VERSION_NUM < 160000
        var->varnosyn = 0;
        var->varattnosyn = 0;
#endif
        entry = makeTargetEntry((Expr *)indppg_sortable((Node *)var), (AttrNumber)(ref + 1), NULL, false);
        entry->ressortgroupref = ++ref;
        query->targetList = lappend(query->targetList, entry);
        query->groupClause = lappend(query->groupClause, group_by(var->vartype, ref));
        tests = lappend(tests, in_list(var, lfirst(list)));
    }
    append_calls(query, calls);
    query->rtable = list_make1(entry_of_subquery(source));
    query->jointree = makeFromExpr(list_make1(reference(1)), tests == NIL ? NULL : (Node *)make_ands_explicit(tests));
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
        x->expr = (Expr *)makeNullConst(exprType((Node *)x->expr), exprTypmod((Node *)x->expr), exprCollation((Node *)x->expr));
        call->aggdistinct = NIL;
        call->aggfilter = (Expr *)makeBoolConst(false, false);
    }
    return out;
}

/* generate_series(1, parameter) as a table */
static RangeTblEntry *numbers(int parameter)
{
    Oid types[] = {INT4OID, INT4OID};
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
                        list_make2(makeConst(INT4OID, -1, InvalidOid, sizeof(int32), Int32GetDatum(1), false, true), n), InvalidOid, InvalidOid,
                        COERCE_EXPLICIT_CALL);
    call->funcretset = true;
    function->funcexpr = (Node *)call;
    function->funccolcount = 1;
    entry->rtekind = RTE_FUNCTION;
    entry->functions = list_make1(function);
    entry->eref = makeAlias("numbers", list_make1(makeString(pstrdup("n"))));
    entry->inFromCl = true;
    return entry;
}

/* SELECT n, empty calls FROM generate_series(1, parameter) n GROUP BY n */
static Query *empty_part(List *calls, int parameter)
{
    Query *query = new_query();
    TargetEntry *number = makeTargetEntry((Expr *)makeVar(1, 1, INT4OID, -1, InvalidOid, 0), 1, NULL, false);
    number->ressortgroupref = 1;
    query->targetList = list_make1(number);
    query->groupClause = list_make1(group_by(INT4OID, 1));
    append_calls(query, empty_calls(calls));
    query->rtable = list_make1(numbers(parameter));
    query->jointree = makeFromExpr(list_make1(reference(1)), NULL);
    return query;
}

static List *key_lists(const Policy *policy, Query *source, List *columns)
{
    List *lists = NIL;
    ListCell *cell;
    foreach (cell, columns) {
        const Var *var = lfirst(cell);
        lists = lappend(lists, indppg_key_list(policy, indppg_column_name(source, var->varattno), var->vartype, var->vartypmod, var->varcollid));
    }
    return lists;
}

static void set_varno(Node *node, int from)
{
    if (from != 1)
        ChangeVarNodes(node, from, 1, 0);
}

/* Approves the columns of the source that the private part reads, and the column of the person. */
static void approve_source(Query *query, Query *source, int person)
{
    List *vars = list_concat(pull_var_clause((Node *)query->targetList, PVC_RECURSE_AGGREGATES), pull_var_clause(query->jointree->quals, 0));
    Bitmapset *used = bms_make_singleton(person);
    ListCell *cell;
    foreach (cell, vars)
        used = bms_add_member(used, ((Var *)lfirst(cell))->varattno);
    indppg_source_columns(source, used);
}

static List *relation_oids(List *entries)
{
    List *oids = NIL;
    ListCell *cell;
    foreach (cell, entries) {
        const RangeTblEntry *entry = lfirst(cell);
        if (entry->relkind != RELKIND_VIEW)
            oids = list_append_unique_oid(oids, entry->relid);
    }
    return oids;
}

/* Keeps the tables and views of the block in the plan, though the plan reads none of them: so they
 * are locked before the plan is executed, and a change of one invalidates the plan. The rights of
 * the reader on the view are checked through the entry of the view. The private part checks the
 * other rights when it runs. */
static void keep_relations(Query *out, Query *block, int rti, List *entries)
{
    ListCell *cell;
    /* If the block is itself the query of a view, its range table says which rights to check. */
    foreach (cell, block->rtable)
        if (foreach_current_index(cell) + 1 != rti && ((RangeTblEntry *)lfirst(cell))->rtekind == RTE_RELATION)
            out->rtable = lappend(out->rtable, COPY(lfirst(cell)));
    foreach (cell, entries) {
        RangeTblEntry *entry = COPY((RangeTblEntry *)lfirst(cell));
#if PG_VERSION_NUM >= 160000
        entry->perminfoindex = 0;
#else
        if (cell != list_head(entries) || entry->relkind != RELKIND_VIEW)
            entry->requiredPerms = 0;
#endif
        entry->inh = false;
        out->rtable = lappend(out->rtable, entry);
    }
#if PG_VERSION_NUM >= 160000
    {
        const RangeTblEntry *of = rt_fetch(rti, block->rtable);
        RangeTblEntry *view = makeNode(RangeTblEntry);
        view->rtekind = RTE_RELATION;
        view->relid = of->relid;
        view->relkind = RELKIND_VIEW;
        view->rellockmode = AccessShareLock;
        view->perminfoindex = of->perminfoindex;
        view->eref = COPY(of->eref);
        out->rtable = lappend(out->rtable, view);
    }
#endif
}

/* From PostgreSQL 18 on, the columns of GROUP BY have a range table entry of their own. */
static Query *without_group_entry(Query *block)
{
#if PG_VERSION_NUM >= 180000
    if (block->hasGroupRTE) {
        block = COPY(block);
        block->targetList = (List *)flatten_group_exprs(NULL, block, (Node *)block->targetList);
        block->havingQual = flatten_group_exprs(NULL, block, block->havingQual);
        block->hasGroupRTE = false;
    }
#endif
    return block;
}

Query *indppg_replace_block(Query *block, int rti)
{
    Policy *policy;
    Query *source, *out;
    Approval approval = {block->rtable, rti, NIL, true};
    Calls calls = {0};
    Replacing replacing = {&calls, NIL, 0, rti};
    Spec spec = {0};
    List *entries;
    Node *quals;
    check_shape(block);
    block = without_group_entry(block);
    out = COPY(block);
    source = indppg_source(block, rti, &policy);
    entries = indppg_relations(block, rti);
    calls.policy = policy;
    calls.source = source;
    calls.approval = &approval;
    calls.grouped = block->groupClause != NIL;
    replacing.keys = group_columns(block, rti);
    spec.keys = key_lists(policy, source, replacing.keys);
    out->targetList = (List *)replace((Node *)out->targetList, &replacing);
    quals = replace(out->havingQual, &replacing);
    if (calls.calls == NIL)
        indppg_refuse_query("its columns may be read only inside dp_ aggregates, WHERE and GROUP BY");
    spec.person = indppg_column(source, policy->person);
    spec.query = private_part(source, indppg_approve(block->jointree->quals, &approval), replacing.keys, spec.keys, calls.calls);
    set_varno((Node *)spec.query->targetList, rti);
    set_varno(spec.query->jointree->quals, rti);
    approve_source(spec.query, source, spec.person);
    spec.loose = replacing.keys == NIL ? COPY(spec.query) : loosened(spec.query, list_length(replacing.keys));
    spec.empty = empty_part(calls.calls, list_length(approval.parameters) + 1);
    spec.policy = policy->id;
    spec.version = policy->version;
    spec.view = policy->view;
    spec.max_epsilon = policy->max_epsilon;
    spec.rows = policy->rows;
    spec.epsilons = calls.epsilons;
    spec.names = calls.names;
    spec.relations = relation_oids(entries);
    out->rtable = list_make1(indppg_placeholder(&spec, approval.parameters));
    keep_relations(out, block, rti, entries);
    out->jointree = makeFromExpr(list_make1(reference(1)), quals);
    out->havingQual = NULL;
    out->groupClause = NIL;
    out->hasAggs = false;
    return out;
}
