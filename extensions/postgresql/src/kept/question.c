/* Makes the key of a question: a text that is the same if the question is the same, compared
 * byte for byte. It contains numbers of objects rather than names, the values of parameters, and
 * all else on which the meaning of the private part depends.
 *
 * What the reader computes from the answers is not part of the question. Nor are aliases, spaces,
 * places in the statement, and the order of the conditions that WHERE joins by AND: they cannot
 * fail, so their order does not matter. */
#include "kept.h"

#include <ctype.h>

#include "common/hashfn.h"
#include "lib/stringinfo.h"
#include "miscadmin.h"
#include "nodes/makefuncs.h"
#include "nodes/nodeFuncs.h"
#include "optimizer/optimizer.h"
#include "parser/parsetree.h"
#include "pgtime.h"
#include "utils/lsyscache.h"

/* A longer question is not kept. */
enum { LONGEST = 4 * 1024 * 1024 };

/* Replaces parameters by constants. */
static Node *with_values(Node *node, ParamListInfo parameters)
{
    const Param *param = (const Param *)node;
    if (node == NULL)
        return NULL;
    if (IsA(node, Param) && param->paramkind == PARAM_EXTERN) {
        const ParamExternData *value = &parameters->params[param->paramid - 1];
        int16 length;
        bool by_value;
        get_typlenbyval(param->paramtype, &length, &by_value);
        return (Node *)makeConst(param->paramtype, param->paramtypmod, param->paramcollid, length,
                                 value->value, value->isnull, by_value);
    }
    return expression_tree_mutator(node, with_values, parameters);
}

/* Before PostgreSQL 17, the text of a node has places in the statement. A string in it has no
 * unescaped space, so that it cannot contain this. */
static void append_text(StringInfo out, const char *text)
{
    static const char place[] = " :location ";
    const char *from = text, *at;
    while ((at = strstr(from, place)) != NULL) {
        const char *end = at + sizeof place - 1;
        appendBinaryStringInfo(out, from, (int)(end - from));
        while (*end == '-' || isdigit((unsigned char)*end))
            end++;
        from = end;
    }
    appendStringInfoString(out, from);
    appendStringInfoChar(out, '\n');
}

static char *text_of(Node *node, ParamListInfo parameters)
{
    StringInfoData out;
    initStringInfo(&out);
    append_text(&out, nodeToString(with_values(node, parameters)));
    return out.data;
}

static bool is_false(const Expr *expression)
{
    const Const *constant = (const Const *)expression;
    return expression != NULL && IsA(expression, Const) && !constant->constisnull &&
           !DatumGetBool(constant->constvalue);
}

/* The conditions of WHERE. CASE WHEN a THEN b ELSE false END, which queries.c makes, is true if
 * both are. */
static void conditions(Node *node, List **out)
{
    const CaseExpr *one = (const CaseExpr *)node;
    ListCell *cell;
    if (node == NULL)
        return;
    check_stack_depth();
    if (is_andclause(node)) {
        foreach (cell, ((BoolExpr *)node)->args)
            conditions(lfirst(cell), out);
    } else if (IsA(node, CaseExpr) && one->arg == NULL && list_length(one->args) == 1 &&
               is_false(one->defresult)) {
        const CaseWhen *when = linitial_node(CaseWhen, one->args);
        conditions((Node *)when->expr, out);
        conditions((Node *)when->result, out);
    } else {
        *out = lappend(*out, node);
    }
}

static int compare_texts(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static void append_conditions(StringInfo out, Node *quals, ParamListInfo parameters)
{
    List *found = NIL;
    ListCell *cell;
    char **texts;
    int n = 0;
    conditions(quals, &found);
    texts = palloc((list_length(found) + 1) * sizeof *texts);
    foreach (cell, found)
        texts[n++] = text_of(lfirst(cell), parameters);
    qsort(texts, n, sizeof *texts, compare_texts);
    appendStringInfo(out, "%d conditions\n", n);
    for (int i = 0; i < n; i++)
        appendStringInfoString(out, texts[i]);
}

/* The answer depends on the time zone of the session, which is one of the settings that stay in
 * force in the private part. The others of them do not matter (protected/reset.c). */
static void append_terms(StringInfo out, const Keeping *keeping, const Spec *spec)
{
    appendStringInfo(out,
                     "%s %d policy %d.%d view %u budget %d reader %u %s person %d rows %ld %s\n",
                     indp_version_string(), PG_VERSION_NUM, spec->policy, spec->version, spec->view,
                     keeping->budget, keeping->reader,
                     OidIsValid(keeping->reader) ? GetUserNameFromId(keeping->reader, false) : "",
                     spec->person, (long)spec->rows, pg_get_timezone_name(session_timezone));
}

/* The source without what says which columns the statement reads, which is also said by the calls.
 * From PostgreSQL 16 on, that stands elsewhere. */
static Query *source_of(const Spec *spec)
{
    Query *source = COPY(rt_fetch(1, spec->query->rtable)->subquery);
#if PG_VERSION_NUM < 160000
    ListCell *cell;
    foreach (cell, source->rtable) {
        RangeTblEntry *entry = lfirst(cell);
        entry->requiredPerms = 0;
        entry->checkAsUser = InvalidOid;
        entry->selectedCols = NULL;
    }
#endif
    return source;
}

Question *indppg_question(const Charge *charge, const Keeping *keeping, const Spec *spec,
                          ParamListInfo parameters)
{
    Question *question;
    StringInfoData out;
    ListCell *cell;
    if (keeping->keep == 0)
        return NULL;
    initStringInfo(&out);
    append_terms(&out, keeping, spec);
    foreach (cell, spec->query->targetList)
        append_text(&out, nodeToString(with_values((Node *)((TargetEntry *)lfirst(cell))->expr,
                                                   parameters)));
    append_conditions(&out, spec->query->jointree->quals, parameters);
    append_text(&out, nodeToString(source_of(spec)));
    if (out.len > LONGEST)
        return NULL;
    question = palloc0(sizeof *question);
    question->policy = spec->policy;
    question->version = spec->version;
    question->budget = keeping->budget;
    question->reader = charge->reader;
    question->keep = keeping->keep;
    question->text = out.data;
    question->length = out.len;
    question->hash =
        (int64)hash_bytes_extended((const unsigned char *)out.data, question->length, 0);
    return question;
}
