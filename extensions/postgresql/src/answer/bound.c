/* Bounds the rows of a person (Claim B6): of the rows that WHERE and the lists of keys leave, at
 * most rows_per_person of each person reach the aggregates, over all groups together. The private
 * query
 *
 *      SELECT keys, calls FROM source WHERE quals GROUP BY keys
 *
 * becomes
 *
 *      SELECT keys, calls
 *        FROM (SELECT columns, row_number() OVER (PARTITION BY person ORDER BY h) AS n
 *                FROM source WHERE quals)
 *       WHERE n <= rows OR person IS NULL GROUP BY keys
 *
 * where `columns` are those that the calls and the keys read, and h is a hash of the person and
 * these columns under two hash keys that are drawn for each execution. So, for given hash keys,
 * which rows of a person are taken depends only on the rows of that person. Among rows with equal
 * columns the choice does not change the answer. Persons are equal by the default `=` of their
 * type. Each NULL is a person of its own. */
#include "answer/answer.h"

#include "catalog/namespace.h"
#include "catalog/pg_namespace.h"
#include "catalog/pg_type.h"
#include "nodes/makefuncs.h"
#include "nodes/nodeFuncs.h"
#include "optimizer/optimizer.h"
#include "parser/parse_oper.h"
#include "protected/protected.h"
#include "utils/lsyscache.h"

/* Maps the columns of the source to those of the inner query. */
typedef struct Moved {
    int n;
    int *to;
} Moved;

static Node *move(Node *node, Moved *moved)
{
    if (node == NULL)
        return NULL;
    if (IsA(node, Var)) {
        Var *var = COPY((Var *)node);
        var->varattno = (AttrNumber)moved->to[var->varattno];
        return (Node *)var;
    }
    return expression_tree_mutator(node, move, moved);
}

static Const *random_key(void)
{
    uint64 key;
    if (!pg_strong_random(&key, sizeof key))
        indppg_fail_status("indp", INDP_E_ENTROPY);
    return indppg_integer((int64)key);
}

/* A function takes at most FUNC_MAX_ARGS arguments. Two are the keys, and one is the call for
 * the columns before. */
enum { COLUMNS_OF_CALL = FUNC_MAX_ARGS - 3 };

/* The order of a person's rows. It depends on the person, so that persons with equal rows do not
 * all lose the same ones. */
static Node *order_of(List *columns, const Var *person)
{
    Oid types[] = { INT8OID, INT8OID, ANYOID };
    Const *first = random_key(), *second = random_key();
    Node *order = (Node *)COPY((Var *)person);
    for (int at = 0; at == 0 || at < list_length(columns); at += COLUMNS_OF_CALL) {
        List *args = list_make3(COPY(first), COPY(second), order);
        for (int i = at; i < Min(at + COLUMNS_OF_CALL, list_length(columns)); i++)
            args = lappend(args, COPY(list_nth(columns, i)));
        order = (Node *)makeFuncExpr(indppg_named("row_order", indppg_schema(), 3, types), INT8OID,
                                     args, InvalidOid, InvalidOid, COERCE_EXPLICIT_CALL);
    }
    return order;
}

static WindowFunc *row_number(void)
{
    WindowFunc *call = makeNode(WindowFunc);
    call->winfnoid = indppg_named("row_number", PG_CATALOG_NAMESPACE, 0, NULL);
    call->wintype = INT8OID;
    call->winref = 1;
    call->location = -1;
    return call;
}

static TargetEntry *append(Query *query, Node *expression, Index ref)
{
    TargetEntry *entry =
        makeTargetEntry((Expr *)expression, (AttrNumber)(list_length(query->targetList) + 1), NULL,
                        false);
    entry->ressortgroupref = ref;
    entry->resname = pstrdup("column");
    query->targetList = lappend(query->targetList, entry);
    return entry;
}

/* Makes the inner query, which gets FROM and WHERE of `query`. It returns `columns`, the person and
 * the row number. */
static Query *inside(const Query *query, List *columns, const Var *person)
{
    Query *inner = makeNode(Query);
    WindowClause *window = makeNode(WindowClause);
    ListCell *cell;
    inner->commandType = CMD_SELECT;
    inner->querySource = QSRC_ORIGINAL;
    inner->canSetTag = true;
    inner->hasWindowFuncs = true;
    inner->rtable = COPY(query->rtable);
    inner->jointree = COPY(query->jointree);
    foreach (cell, columns)
        append(inner, COPY(lfirst(cell)), 0);
    append(inner, COPY((Node *)person), 0);
    append(inner, (Node *)row_number(), 0);
    append(inner, indppg_sortable(COPY((Node *)person)), 1)->resjunk = true;
    append(inner, order_of(columns, person), 2)->resjunk = true;
    window->winref = 1;
    window->partitionClause = list_make1(indppg_group_by(person->vartype, 1));
    window->orderClause = list_make1(indppg_group_by(INT8OID, 2));
    window->frameOptions = FRAMEOPTION_DEFAULTS;
    inner->windowClause = list_make1(window);
    return inner;
}

static Node *within_bound(int number, const Var *person, int64 rows)
{
    Oid less =
        OpernameGetOprid(list_make2(makeString("pg_catalog"), makeString("<=")), INT8OID, INT8OID);
    Var *position = makeVar(1, (AttrNumber)number, INT8OID, -1, InvalidOid, 0);
    Expr *taken = make_opclause(less, BOOLOID, false, (Expr *)position,
                                (Expr *)indppg_integer(rows), InvalidOid, InvalidOid);
    NullTest *alone = makeNode(NullTest);
    alone->arg = (Expr *)COPY((Var *)person);
    alone->nulltesttype = IS_NULL;
    alone->location = -1;
    return (Node *)make_orclause(list_make2(taken, alone));
}

static Var *person_of(const Spec *spec)
{
    const RangeTblEntry *source = linitial(spec->query->rtable);
    const TargetEntry *column = list_nth(source->subquery->targetList, spec->person - 1);
    const Node *of = (const Node *)column->expr;
    return makeVar(1, (AttrNumber)spec->person, exprType(of), exprTypmod(of), exprCollation(of), 0);
}

/* The distinct columns of the source that the calls and the keys read. */
static List *used_columns(const Query *query)
{
    List *columns = NIL, *vars = pull_var_clause((Node *)query->targetList, PVC_RECURSE_AGGREGATES);
    ListCell *cell;
    foreach (cell, vars) {
        Var *var = COPY(lfirst(cell));
#if PG_VERSION_NUM < 160000
        var->varnosyn = 0;
        var->varattnosyn = 0;
#endif
        var->location = -1;
        columns = list_append_unique(columns, var);
    }
    return columns;
}

Query *indppg_bounded(const Spec *spec)
{
    Query *outer = COPY(spec->query);
    List *columns = used_columns(outer);
    Var *person = person_of(spec);
    RangeTblEntry *source = linitial(outer->rtable);
    Moved moved = { list_length(source->subquery->targetList), NULL };
    Query *inner = inside(outer, columns, person);
    int column = 0, number;
    ListCell *cell;
    moved.to = palloc0((moved.n + 1) * sizeof *moved.to);
    foreach (cell, columns)
        moved.to[((Var *)lfirst(cell))->varattno] = ++column;
    person->varattno = (AttrNumber)++column;
    number = ++column;
    outer->rtable = list_make1(indppg_subquery(inner, "bounded"));
    outer->targetList = (List *)move((Node *)outer->targetList, &moved);
    outer->jointree =
        makeFromExpr(outer->jointree->fromlist, within_bound(number, person, spec->rows));
    return outer;
}
