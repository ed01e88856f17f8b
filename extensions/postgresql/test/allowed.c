/* Lets tests look up functions in the table of allowed functions, which is not visible outside of
 * the extension.
 *
 *     allowed_entry(n)        an entry of the table as an array of its fields, or NULL
 *     allowed(expression)     how the outermost function of an expression may be called
 *     allowed_cost(function)  how many operations a call counts for
 *     allowed_type(type)
 *     allowed_comparison(type, collation), allowed_equality(type, collation) */
#include "postgres.h"

#include "fmgr.h"

#include "catalog/pg_type.h"
#include "nodes/nodeFuncs.h"
#include "nodes/parsenodes.h"
#include "nodes/primnodes.h"
#include "parser/analyze.h"
#include "tcop/tcopprot.h"
#include "utils/array.h"

#include "../src/plain/datums.c"
#include "../src/total/allow.c"
#include "../src/total/rules.c"

PG_MODULE_MAGIC;

PG_FUNCTION_INFO_V1(allowed_entry);

Datum allowed_entry(PG_FUNCTION_ARGS)
{
    Allowed entry;
    Datum fields[5];
    if (!indppg_allowed_entry(PG_GETARG_INT32(0), &entry))
        PG_RETURN_NULL();
    fields[0] = CStringGetTextDatum(entry.names);
    fields[1] = CStringGetTextDatum(entry.arguments);
    fields[2] = CStringGetTextDatum(entry.replaced ? "indp" : "pg_catalog");
    fields[3] = CStringGetTextDatum(psprintf("%d", entry.rule));
    fields[4] = CStringGetTextDatum(entry.reason);
    PG_RETURN_ARRAYTYPE_P(construct_array(fields, 5, TEXTOID, -1, false, TYPALIGN_INT));
}

PG_FUNCTION_INFO_V1(allowed);

Datum allowed(PG_FUNCTION_ARGS)
{
    char *sql = psprintf("SELECT %s", TextDatumGetCString(PG_GETARG_DATUM(0)));
    RawStmt *raw = linitial_node(RawStmt, pg_parse_query(sql));
#if PG_VERSION_NUM >= 150000
    Query *query = parse_analyze_fixedparams(raw, sql, NULL, 0, NULL);
#else
    Query *query = parse_analyze(raw, sql, NULL, 0, NULL);
#endif
    Node *node = (Node *)linitial_node(TargetEntry, query->targetList)->expr;
    Oid function, call;
    List *args;
    const char *rule;
    if (IsA(node, OpExpr)) {
        function = get_opcode(((OpExpr *)node)->opno);
        args = ((OpExpr *)node)->args;
    } else {
        FuncExpr *expression = castNode(FuncExpr, node);
        function = expression->funcid;
        args = expression->args;
    }
    if (!indppg_allowed_call(function, args, exprInputCollation(node), &call, &rule))
        PG_RETURN_TEXT_P(cstring_to_text(rule));
    if (call == function)
        PG_RETURN_TEXT_P(cstring_to_text("as is"));
    PG_RETURN_TEXT_P(cstring_to_text(psprintf("%s.%s", get_namespace_name(get_func_namespace(call)),
                                              get_func_name(call))));
}

PG_FUNCTION_INFO_V1(allowed_cost);

Datum allowed_cost(PG_FUNCTION_ARGS)
{
    PG_RETURN_INT32(indppg_cost(PG_GETARG_OID(0)));
}

PG_FUNCTION_INFO_V1(allowed_type);
PG_FUNCTION_INFO_V1(allowed_comparison);
PG_FUNCTION_INFO_V1(allowed_equality);

Datum allowed_type(PG_FUNCTION_ARGS)
{
    PG_RETURN_BOOL(indppg_allowed_type(PG_GETARG_OID(0)));
}

Datum allowed_comparison(PG_FUNCTION_ARGS)
{
    PG_RETURN_BOOL(indppg_allowed_comparison(PG_GETARG_OID(0), PG_GETARG_OID(1)));
}

Datum allowed_equality(PG_FUNCTION_ARGS)
{
    PG_RETURN_BOOL(indppg_allowed_equality(PG_GETARG_OID(0), PG_GETARG_OID(1)));
}
