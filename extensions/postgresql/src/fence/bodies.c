/* Finds what can read xmin, xmax, cmin or cmax, numbers of transactions, outside of queries.
 *
 * PL/pgSQL code: r.xmin is a field of a record. PL/pgSQL looks for names of fields in its own text alone,
 * not in statements that it composes.
 *
 * Expressions in definitions, as the parser gives them: ALTER COLUMN .. TYPE .. USING xmin, and the WHEN
 * condition of a trigger. */
#include "fence/fence.h"

#include "nodes/nodeFuncs.h"

static bool is_letter(unsigned char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '$' || c >= 0x80;
}

static bool is_named(const char *word, size_t length)
{
    static const char *const names[] = {"xmin", "xmax", "cmin", "cmax"};
    for (int i = 0; i < (int)lengthof(names); i++)
        if (strlen(names[i]) == length && pg_strncasecmp(names[i], word, length) == 0)
            return true;
    return false;
}

bool indppg_names_transactions(const char *body)
{
    while (*body != '\0') {
        size_t length = 0;
        while (is_letter((unsigned char)body[length]))
            length++;
        if (is_named(body, length))
            return true;
        body += length > 0 ? length : 1;
    }
    return false;
}

static bool has_name(const List *names)
{
    ListCell *cell;
    foreach (cell, names) {
        const Node *name = lfirst(cell);
        if (IsA(name, String) && is_named(strVal(name), strlen(strVal(name))))
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

bool indppg_reads_transactions(Node *expression)
{
    return reads(expression, NULL);
}
