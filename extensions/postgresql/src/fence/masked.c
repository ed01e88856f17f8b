/* Replaces columns of catalogs and sequences that are not admitted by NULL, also in whole rows, and
 * hides the rows of one catalog, in all parts of a statement of a fenced session. So clients whose
 * queries read all columns of pg_class, or xmin of catalogs, go on working. xmin, xmax, cmin and
 * cmax of other relations are refused, also where no right to them is needed, as in the condition
 * of a rule. */
#include "fence/fence.h"

#include "access/sysattr.h"
#include "catalog/pg_class.h"
#include "catalog/pg_type.h"
#include "nodes/makefuncs.h"
#include "nodes/nodeFuncs.h"
#include "parser/parsetree.h"
#include "protected/protected.h"
#include "utils/fmgroids.h"
#include "utils/lsyscache.h"

/* A query and those around it. */
typedef struct Level {
    Query *query;
    struct Level *outer;
} Level;

static Node *mask(Node *node, Level *level);

static bool may_have_masked(const RangeTblEntry *entry)
{
    return entry->rtekind == RTE_RELATION &&
           (entry->relkind == RELKIND_SEQUENCE || indppg_is_catalog(entry->relid));
}

static bool reads_masked(Node *node, void *context)
{
    if (node == NULL)
        return false;
    if (IsA(node, RangeTblEntry))
        return may_have_masked((RangeTblEntry *)node);
    if (IsA(node, Var))
        return indppg_counts_transactions(((Var *)node)->varattno);
    if (IsA(node, Query))
        return query_tree_walker((Query *)node, reads_masked, context, QTW_EXAMINE_RTES_BEFORE);
    return expression_tree_walker(node, reads_masked, context);
}

/* Another column of the same row: a copy, so that it becomes NULL by the same outer joins. */
static Var *column_of(const Var *row, Oid relation, AttrNumber column)
{
    Var *out = COPY((Var *)row);
    out->varattno = column;
    get_atttypetypmodcoll(relation, column, &out->vartype, &out->vartypmod, &out->varcollid);
    out->varnosyn = 0;
    out->varattnosyn = 0;
    return out;
}

/* A row of the same type, built of the columns. */
static Node *columns_of(const Var *row, const RangeTblEntry *entry)
{
    RowExpr *out = makeNode(RowExpr);
    const char *name;
    for (AttrNumber column = 1; (name = get_attname(entry->relid, column, true)) != NULL;
         column++) {
        Var *var = column_of(row, entry->relid, column);
        out->args = lappend(out->args, indppg_is_masked(entry->relid, column)
                                           ? (Node *)makeNullConst(var->vartype, var->vartypmod,
                                                                   var->varcollid)
                                           : (Node *)var);
        out->colnames = lappend(out->colnames, makeString(pstrdup(name)));
    }
    out->row_typeid = row->vartype;
    out->row_format = COERCE_IMPLICIT_CAST;
    out->location = row->location;
    return (Node *)out;
}

/* The first column of each catalog, and of each sequence, is never NULL. So if it is, the row is
 * that of an outer join that found no partner. */
static Node *mask_row(const Var *row, const RangeTblEntry *entry)
{
    CaseExpr *choice = makeNode(CaseExpr);
    CaseWhen *when = makeNode(CaseWhen);
    NullTest *test = makeNode(NullTest);
    test->arg = (Expr *)column_of(row, entry->relid, 1);
    test->nulltesttype = IS_NULL;
    when->expr = (Expr *)test;
    when->result = (Expr *)makeNullConst(row->vartype, row->vartypmod, row->varcollid);
    choice->casetype = row->vartype;
    choice->args = list_make1(when);
    choice->defresult = (Expr *)columns_of(row, entry);
    test->location = when->location = choice->location = -1;
    return (Node *)choice;
}

static void require_ordinary(const RangeTblEntry *entry, AttrNumber column)
{
    if (indppg_counts_transactions(column) && !indppg_is_catalog(entry->relid))
        indppg_fence_refuse(psprintf("reading %s", get_rel_name(entry->relid)), INDPPG_COUNTS_RULE);
}

static Node *mask_column(Var *var, Level *level)
{
    const RangeTblEntry *entry;
    for (Index depth = var->varlevelsup; depth > 0 && level != NULL; depth--)
        level = level->outer;
    if (level == NULL || (int)var->varno < 1 || (int)var->varno > list_length(level->query->rtable))
        return (Node *)COPY(var);
    entry = rt_fetch(var->varno, level->query->rtable);
    if (entry->rtekind == RTE_RELATION)
        require_ordinary(entry, var->varattno);
    if (entry->rtekind == RTE_RELATION && var->varattno == InvalidAttrNumber &&
        indppg_has_masked(entry->relid))
        return mask_row(var, entry);
    if (entry->rtekind != RTE_RELATION || !indppg_is_masked(entry->relid, var->varattno))
        return (Node *)COPY(var);
    return (Node *)makeNullConst(var->vartype, var->vartypmod, var->varcollid);
}

static int place_of(AttrNumber column)
{
    return column - FirstLowInvalidHeapAttributeNumber;
}

/* A whole row has become its columns. */
static Bitmapset *without_rows(Oid relation, Bitmapset *columns)
{
    if (!bms_is_member(place_of(InvalidAttrNumber), columns) || !indppg_has_masked(relation))
        return columns;
    columns = bms_del_member(columns, place_of(InvalidAttrNumber));
    for (AttrNumber column = 1; get_attname(relation, column, true) != NULL; column++)
        columns = bms_add_member(columns, place_of(column));
    return columns;
}

static Bitmapset *without_masked(Oid relation, Bitmapset *columns)
{
    int column = -1;
    Bitmapset *out = without_rows(relation, bms_copy(columns));
    columns = bms_copy(out);
    while ((column = bms_next_member(columns, column)) >= 0)
        if (indppg_is_masked(relation, (AttrNumber)(column + FirstLowInvalidHeapAttributeNumber)))
            out = bms_del_member(out, column);
    return indppg_is_emptied(relation) ? bms_add_member(out, place_of(INDPPG_HIDDEN)) : out;
}

/* A row security policy that no row passes. */
static void hide_rows(Query *query)
{
    ListCell *cell;
    foreach (cell, query->rtable) {
        RangeTblEntry *entry = lfirst(cell);
        if (entry->rtekind == RTE_RELATION && indppg_is_emptied(entry->relid))
            entry->securityQuals = list_make1(makeBoolConst(false, false));
    }
}

/* What is not read needs no right. */
static void forget_rights(Query *query)
{
    ListCell *cell;
#if PG_VERSION_NUM >= 160000
    foreach (cell, query->rteperminfos) {
        RTEPermissionInfo *info = lfirst(cell);
        info->selectedCols = without_masked(info->relid, info->selectedCols);
    }
#else
    foreach (cell, query->rtable) {
        RangeTblEntry *entry = lfirst(cell);
        if (entry->rtekind == RTE_RELATION)
            entry->selectedCols = without_masked(entry->relid, entry->selectedCols);
    }
#endif
}

/* What the view pg_sequences calls for the last value of each sequence. */
static bool is_last_value(const Node *node)
{
    return IsA(node, FuncExpr) && ((const FuncExpr *)node)->funcid == F_PG_SEQUENCE_LAST_VALUE;
}

static Node *mask(Node *node, Level *level)
{
    if (node == NULL)
        return NULL;
    if (is_last_value(node))
        return (Node *)makeNullConst(INT8OID, -1, InvalidOid);
    if (IsA(node, Var))
        return mask_column((Var *)node, level);
    if (IsA(node, Query)) {
        Level inner = { (Query *)node, level };
        Query *query = query_tree_mutator((Query *)node, mask, &inner, 0);
#if PG_VERSION_NUM >= 160000
        query->rteperminfos = COPY(query->rteperminfos);
#endif
        hide_rows(query);
        forget_rights(query);
        return (Node *)query;
    }
    return expression_tree_mutator(node, mask, level);
}

Query *indppg_mask(Query *query)
{
    if (query->commandType == CMD_UTILITY || !reads_masked((Node *)query, NULL))
        return query;
    return (Query *)mask((Node *)query, NULL);
}
