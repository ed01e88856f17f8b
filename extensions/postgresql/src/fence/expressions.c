/* Finds expressions that read xmin, xmax, cmin or cmax outside of queries: ALTER COLUMN .. TYPE ..
 * USING xmin, the WHEN condition of a trigger, the condition of a policy. */
#include "fence/fence.h"

#include "nodes/nodeFuncs.h"
#include "total/rules.h"

bool indppg_names_transaction(const char *name)
{
    return indppg_is_among(name, strlen(name), "xmin xmax cmin cmax");
}

static bool has_name(const List *names)
{
    ListCell *cell;
    foreach (cell, names) {
        Node *name = lfirst(cell);
        if (IsA(name, String) && indppg_names_transaction(strVal(name)))
            return true;
    }
    return false;
}

static bool reads(Node *node, void *context)
{
    if (node == NULL)
        return false;
    switch (nodeTag(node)) {
    case T_ColumnRef: return has_name(((ColumnRef *)node)->fields);
    case T_A_Indirection:
        if (has_name(((A_Indirection *)node)->indirection))
            return true;
        break;
    case T_FuncCall: /* xmin(t) is t.xmin */
        if (has_name(((FuncCall *)node)->funcname))
            return true;
        break;
    default: break;
    }
    return raw_expression_tree_walker(node, reads, context);
}

/* In an expression as the parser gives it. */
bool indppg_reads_transactions(Node *expression)
{
    return reads(expression, NULL);
}

static bool has(Node *node, void *context)
{
    if (node == NULL)
        return false;
    if (IsA(node, Var) && indppg_counts_transactions(((Var *)node)->varattno))
        return true;
    return expression_tree_walker(node, has, context);
}

/* In an analysed expression. */
bool indppg_has_transactions(Node *expression)
{
    return has(expression, NULL);
}
