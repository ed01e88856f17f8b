/* Finds what can read xmin, xmax, cmin or cmax, numbers of transactions, outside of queries.
 *
 * PL/pgSQL code: r.xmin is a field of a record. PL/pgSQL looks for names of fields in its own text alone,
 * not in statements that it composes.
 *
 * Expressions in definitions, as the parser gives them: ALTER COLUMN .. TYPE .. USING xmin, and the WHEN
 * condition of a trigger. */
#include "fence/fence.h"

#include "nodes/nodeFuncs.h"
#include "parser/scansup.h"
#include "total/rules.h"

static bool is_letter(unsigned char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '$' || c >= 0x80;
}

/* With the small letters that the parser would make of the word: they depend on the locale. */
static bool is_named(const char *word, size_t length)
{
    return length == strlen("xmin") && indppg_is_among(downcase_identifier(word, (int)length, false, false), length, "xmin xmax cmin cmax");
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
