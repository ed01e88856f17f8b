/* Accepts expressions over private columns. Their evaluation must not fail on any row (Claim B7).
 * They may call only functions of PostgreSQL and of this extension, which total/allow.c lists. In a
 * reader's expression, a part that reads no column may call any function that is not volatile. Such
 * a part becomes a parameter, which is evaluated once, outside of the private part, with the rights
 * of the reader and before anything is charged. */
#include "protected.h"

#include "access/detoast.h"
#include "access/transam.h"
#include "catalog/pg_collation.h"
#include "catalog/pg_type.h"
#include "nodes/makefuncs.h"
#include "nodes/nodeFuncs.h"
#include "optimizer/optimizer.h"
#include "parser/parsetree.h"
#include "total/allow.h"
#include "total/decimals.h"
#include "total/limits.h"
#include "total/rules.h"
#include "utils/array.h"
#include "utils/builtins.h"
#include "utils/lsyscache.h"
#include "utils/regproc.h"

typedef struct Reading {
    int depth;  /* the number of subqueries around the node */
    int inside; /* the number of expressions around it that give a CaseTestExpr its value */
} Reading;

/* Whether the node depends on anything outside of the expression that is examined: a row of an
 * enclosing query, or a value that an enclosing expression supplies. r->depth is the number of
 * subqueries of the examined expression that contain the node. */
static bool reads_row(Node *node, Reading *r)
{
    bool found;
    if (node == NULL)
        return false;
    switch (nodeTag(node)) {
    case T_Var: return (int)((Var *)node)->varlevelsup >= r->depth;
    case T_Aggref:
        if ((int)((Aggref *)node)->agglevelsup >= r->depth)
            return true;
        break;
    case T_GroupingFunc: return (int)((GroupingFunc *)node)->agglevelsup >= r->depth;
    case T_WindowFunc:
        if (r->depth == 0)
            return true;
        break;
    case T_Param: return ((Param *)node)->paramkind != PARAM_EXTERN && r->depth == 0;
    case T_CaseTestExpr: return r->depth == 0 && r->inside == 0;
    case T_CoerceToDomainValue:
    case T_SetToDefault:
    case T_CurrentOfExpr: return true;
    case T_CaseExpr:
    case T_ArrayCoerceExpr:
        r->inside++;
        found = expression_tree_walker(node, reads_row, r);
        r->inside--;
        return found;
    case T_Query:
        r->depth++;
        found = query_tree_walker((Query *)node, reads_row, r, 0);
        r->depth--;
        return found;
    default: break;
    }
    return expression_tree_walker(node, reads_row, r);
}

bool indppg_reads_row(Node *node)
{
    Reading reading = { 0, 0 };
    return reads_row(node, &reading);
}

/* Counts operations. Only a reader is limited. */
void indppg_count_operations(Approval *a, int operations)
{
    a->operations += operations;
    if (a->parametrised && a->operations > MOST_OPERATIONS)
        indppg_refuse_query("it has more than " MOST_OPERATIONS_AS_TEXT
                            " operations over private columns, where a function that reads a whole "
                            "text counts as " DEAR_AS_TEXT
                            "; ask in several queries, or let the owner protect a view that "
                            "computes the value");
}

static void require_type(Oid type)
{
    if (!indppg_allowed_type(type))
        indppg_refuse_query_because("an expression has a type that is not allowed; the owner can "
                                    "protect a view that casts "
                                    "the column",
                                    OidIsValid(type)
                                        ? psprintf("The type is %s.", format_type_be(type))
                                        : "The type is an array.");
}

Node *indppg_parameter(Node *node, int longest, Approval *a)
{
    Oid type = exprType(node), element = get_element_type(type);
    Param *parameter = makeNode(Param);
    if (indppg_reads_row(node))
        indppg_refuse_query("a parameter of an aggregate must not read a column");
    require_type(OidIsValid(element) ? element : type);
    if (contain_volatile_functions(node))
        indppg_refuse_query("WHERE, FILTER and the arguments of an aggregate must not call a "
                            "volatile function");
    if (expression_returns_set(node))
        indppg_refuse_query("an expression returns a set");
    a->parameters = lappend(a->parameters, COPY(node));
    a->limits = lappend_int(a->limits, longest);
    parameter->paramkind = PARAM_EXTERN;
    parameter->paramid = list_length(a->parameters);
    parameter->paramtype = type;
    parameter->paramtypmod = exprTypmod(node);
    parameter->paramcollid = exprCollation(node);
    parameter->location = -1;
    return (Node *)parameter;
}

/* Refuses a long constant or parameter, which would make each operation over it expensive. */
void indppg_require_size(Datum varlena, Oid type, int longest)
{
    if (toast_raw_datum_size(varlena) > (Size)longest + VARHDRSZ)
        indppg_refuse_query(
            longest == LONGEST_CONSTANT
                ? "a constant or parameter is longer than " LONGEST_CONSTANT_AS_TEXT " bytes"
            : longest == LONGEST_LIST
                ? "the list of IN, ANY or ALL is longer than " LONGEST_LIST_AS_TEXT " bytes"
                : "a list in an argument of an aggregate is longer than a megabyte");
    if (type == NUMERICOID && !indppg_is_short(DatumGetNumeric(varlena)))
        indppg_refuse_query("a numeric constant or parameter has more than " MOST_DIGITS_AS_TEXT
                            " digits before or after the point");
}

static List *approve_list(List *list, Approval *a)
{
    List *out = NIL;
    ListCell *cell;
    foreach (cell, list)
        out = lappend(out, indppg_approve(lfirst(cell), a));
    return out;
}

/* Checks that an expression may read this column. */
static void require_column(const Var *var, const Approval *a)
{
    if (var->varlevelsup != 0)
        indppg_refuse_query("the query must not read a column of an outer query");
    if (var->varattno <= 0)
        indppg_refuse_query("whole rows and system columns are not allowed");
    if (a->varno != 0 && (int)var->varno != a->varno)
        indppg_refuse_query("an expression reads a column of another table");
    if (OidIsValid(get_element_type(var->vartype)))
        require_type(InvalidOid);
    require_type(var->vartype);
}

/* The column as a reader's expression reads it: NULL if the value is long. */
static Node *column(const Var *var, const Approval *a)
{
    bool varies = var->vartype == TEXTOID || var->vartype == VARCHAROID ||
                  var->vartype == BPCHAROID || var->vartype == NUMERICOID;
    require_column(var, a);
    if (!varies || !a->parametrised)
        return COPY((Node *)var);
    return (Node *)makeFuncExpr(indppg_named("short", indppg_schema(), 1, &var->vartype),
                                var->vartype, list_make1(COPY((Var *)var)), var->varcollid,
                                var->varcollid, COERCE_EXPLICIT_CALL);
}

/* An expression of which only matters whether it is NULL. A column is then not read. */
Node *indppg_approve_presence(Node *node, Approval *a)
{
    if (node == NULL || !IsA(node, Var))
        return indppg_approve(node, a);
    require_column((Var *)node, a);
    return COPY(node);
}

NO_RETURN static void refuse_function(Oid function, const char *rule)
{
    indppg_refuse_query_because(
        rule == NULL ? "the query calls a function that is not allowed over private columns" : rule,
        psprintf("The function is %s.", format_procedure(function)));
}

/* Approves a call of a function or of an operator. */
static Node *call(Oid function, Oid result, bool variadic, CoercionForm form, Oid collation,
                  Oid input, List *args, Approval *a)
{
    List *approved = approve_list(args, a);
    const char *rule = NULL;
    FuncExpr *out;
    Oid allowed;
    if (variadic || !indppg_allowed_call(function, args, input, &allowed, &rule))
        refuse_function(function, rule);
    require_type(result);
    indppg_count_operations(a, indppg_cost(function));
    out = makeFuncExpr(allowed, result, approved, collation, input, form);
    return (Node *)out;
}

/* Requires that a function may be called as it is, and not only through a total function that
 * replaces it. Used for nodes that are not changed, and therefore call the function itself. */
static void require_function(Oid function, List *args, Oid input)
{
    const char *rule = NULL;
    Oid allowed;
    if (!indppg_allowed_call(function, args, input, &allowed, &rule) || allowed != function)
        refuse_function(function, rule);
}

/* Requires an operator to be PostgreSQL's own. Used for nodes that stay operators instead of
 * becoming calls of functions: the planner believes what an operator declares about its negator and
 * its commutator. */
static void require_operator(Oid operator)
{
    if (operator >= FirstNormalObjectId)
        indppg_refuse_query("the query calls an operator that is not PostgreSQL's own");
}

static void require_comparison(Oid type, Oid collation)
{
    require_type(type);
    if (!indppg_allowed_comparison(type, collation))
        indppg_refuse_query("GREATEST and LEAST must not compare enums, or texts under a collation "
                            "other than C; for texts, add COLLATE \"C\"");
}

/* Refuses a list with many elements: each may be compared with the value of each row. */
void indppg_require_elements(Datum list)
{
    const ArrayType *array = DatumGetArrayTypeP(list);
    if (ArrayGetNItems(ARR_NDIM(array), ARR_DIMS(array)) > MOST_ELEMENTS)
        indppg_refuse_query("the list of IN, ANY or ALL has more than " MOST_ELEMENTS_AS_TEXT
                            " elements");
}

/* A comparison of char(n) looks for the end of both values, so a list of them is only allowed
 * beside short ones. */
static void require_list_of(Node *value, Oid type)
{
    int32 modifier = exprTypmod(value);
    if (type == BPCHAROID &&
        (modifier < (int32)VARHDRSZ || modifier - (int32)VARHDRSZ > LONGEST_LISTED))
        indppg_refuse_query("a list of IN, ANY or ALL beside a char(n) needs n of at "
                            "most " LONGEST_LISTED_AS_TEXT "; cast the column to text");
}

/* Whether a list has constants alone, as the parser makes it of IN ('a', 'b'). */
static bool is_constant_list(const Node *list)
{
    ListCell *cell;
    if (!IsA(list, ArrayExpr))
        return false;
    foreach (cell, ((const ArrayExpr *)list)->elements)
        if (!IsA(lfirst(cell), Const))
            return false;
    return true;
}

static Node *array_test(const ScalarArrayOpExpr *test, Approval *a)
{
    ScalarArrayOpExpr *out = COPY((ScalarArrayOpExpr *)test);
    Node *list = lsecond(test->args);
    Oid element = get_element_type(exprType(list));
    require_type(element);
    require_operator(test->opno);
    require_function(test->opfuncid,
                     list_make2(linitial(test->args), makeNullConst(element, -1, InvalidOid)),
                     test->inputcollid);
    if (a->parametrised)
        require_list_of(linitial(test->args), element);
    if (!a->parametrised && is_constant_list(list))
        list = eval_const_expressions(NULL, list);
    if (IsA(list, ArrayExpr) && indppg_reads_row(list)) {
        ArrayExpr *elements = COPY((ArrayExpr *)list);
        if (elements->multidims)
            indppg_refuse_query("an ARRAY that contains a column must have one dimension");
        /* The array is made anew for each row, and has a greatest size. */
        indppg_count_operations(a, DEAR * list_length(elements->elements));
        elements->elements = approve_list(elements->elements, a);
        list = (Node *)elements;
    } else if (indppg_reads_row(list)) {
        indppg_refuse_query("an IN, ANY or ALL list must be a constant, a parameter or an ARRAY of "
                            "expressions; it must not be an array column or be computed from "
                            "columns");
    } else if (IsA(list, Const)) {
        if (a->parametrised && !((Const *)list)->constisnull) {
            indppg_require_size(((Const *)list)->constvalue, InvalidOid, LONGEST_LIST);
            indppg_require_elements(((Const *)list)->constvalue);
        }
    } else {
        if (!a->parametrised)
            indppg_refuse_query("the source of the protected view is itself a view, and it "
                                "contains an IN, ANY or ALL list that is neither constant nor an "
                                "ARRAY of expressions over columns");
        list = indppg_parameter(list, LONGEST_LIST, a);
    }
    indppg_count_operations(a, DEAR);
    out->args = list_make2(indppg_approve(linitial(test->args), a), list);
    return (Node *)out;
}

static Node *choice(const CaseExpr *written, Approval *a)
{
    CaseExpr *out = COPY((CaseExpr *)written);
    ListCell *cell;
    indppg_count_operations(a, 1);
    require_type(out->casetype);
    out->arg = (Expr *)indppg_approve((Node *)out->arg, a);
    foreach (cell, out->args) {
        CaseWhen *when = lfirst(cell);
        when->expr = (Expr *)indppg_approve((Node *)when->expr, a);
        when->result = (Expr *)indppg_approve((Node *)when->result, a);
    }
    out->defresult = (Expr *)indppg_approve((Node *)out->defresult, a);
    return (Node *)out;
}

/* How many operations a node that is neither a call nor CASE counts for, besides its arguments. */
static int operations_of(const Node *node)
{
    switch (nodeTag(node)) {
    case T_Const:
    case T_RelabelType:
    case T_CollateExpr:
    case T_CaseTestExpr: return 0;
    case T_BoolExpr: return list_length(((const BoolExpr *)node)->args);
    case T_CoalesceExpr: return list_length(((const CoalesceExpr *)node)->args);
    case T_MinMaxExpr: return list_length(((const MinMaxExpr *)node)->args);
    default: return 1;
    }
}

/* Approves a node that is neither a call nor CASE, such as AND or COALESCE. */
static Node *structure(Node *node, Approval *a)
{
    node = COPY(node);
    indppg_count_operations(a, operations_of(node));
    switch (nodeTag(node)) {
    case T_BoolExpr: ((BoolExpr *)node)->args = approve_list(((BoolExpr *)node)->args, a); break;
    case T_RelabelType:
        require_type(((RelabelType *)node)->resulttype);
        ((RelabelType *)node)->arg = (Expr *)indppg_approve((Node *)((RelabelType *)node)->arg, a);
        break;
    case T_CollateExpr:
        if (!indppg_is_bytewise(((CollateExpr *)node)->collOid))
            indppg_refuse_query("COLLATE must be followed by \"C\" or \"POSIX\"");
        ((CollateExpr *)node)->arg = (Expr *)indppg_approve((Node *)((CollateExpr *)node)->arg, a);
        break;
    case T_CoalesceExpr:
        require_type(((CoalesceExpr *)node)->coalescetype);
        ((CoalesceExpr *)node)->args = approve_list(((CoalesceExpr *)node)->args, a);
        break;
    case T_MinMaxExpr:
        require_comparison(((MinMaxExpr *)node)->minmaxtype, ((MinMaxExpr *)node)->inputcollid);
        ((MinMaxExpr *)node)->args = approve_list(((MinMaxExpr *)node)->args, a);
        break;
    case T_NullTest:
        if (((NullTest *)node)->argisrow)
            indppg_refuse_query("whole rows and system columns are not allowed");
        ((NullTest *)node)->arg =
            (Expr *)indppg_approve_presence((Node *)((NullTest *)node)->arg, a);
        break;
    case T_BooleanTest:
        ((BooleanTest *)node)->arg = (Expr *)indppg_approve((Node *)((BooleanTest *)node)->arg, a);
        break;
    case T_CaseTestExpr: require_type(((CaseTestExpr *)node)->typeId); break;
    case T_Const:
        require_type(((Const *)node)->consttype == UNKNOWNOID ? TEXTOID
                                                              : ((Const *)node)->consttype);
        if (a->parametrised && !((Const *)node)->constisnull && ((Const *)node)->constlen == -1)
            indppg_require_size(((Const *)node)->constvalue, ((Const *)node)->consttype,
                                LONGEST_CONSTANT);
        break;
    default:
        indppg_refuse_query("the query contains a construct that is not allowed over private "
                            "columns; only these are allowed: columns, constants, functions, "
                            "operators, casts (but not between text and other types), COLLATE "
                            "\"C\", AND, OR, NOT, IN and ANY lists, CASE, COALESCE, NULLIF, "
                            "GREATEST, LEAST and tests such as IS NULL");
    }
    return node;
}

static Node *approve(Node *node, Approval *a)
{
    switch (nodeTag(node)) {
    case T_Var: return column((Var *)node, a);
    case T_FuncExpr: {
        FuncExpr *f = (FuncExpr *)node;
        return call(f->funcid, f->funcresulttype, f->funcvariadic || f->funcretset, f->funcformat,
                    f->funccollid, f->inputcollid, f->args, a);
    }
    case T_OpExpr: {
        OpExpr *o = (OpExpr *)node;
        set_opfuncid(o);
        return call(o->opfuncid, o->opresulttype, o->opretset, COERCE_EXPLICIT_CALL, o->opcollid,
                    o->inputcollid, o->args, a);
    }
    case T_DistinctExpr:
    case T_NullIfExpr: {
        OpExpr *o = COPY((OpExpr *)node);
        set_opfuncid(o);
        require_type(o->opresulttype);
        require_operator(o->opno);
        require_function(o->opfuncid, o->args, o->inputcollid);
        indppg_count_operations(a, 1);
        o->args = approve_list(o->args, a);
        return (Node *)o;
    }
    case T_ScalarArrayOpExpr:
        set_sa_opfuncid((ScalarArrayOpExpr *)node);
        return array_test((ScalarArrayOpExpr *)node, a);
    case T_CaseExpr: return choice((CaseExpr *)node, a);
    default: return structure(node, a);
    }
}

static Node *approve_here(Node *node, Approval *a)
{
    if (a->parametrised && !IsA(node, Const) && !indppg_reads_row(node))
        return indppg_parameter(node, LONGEST_CONSTANT, a);
    if (++a->depth > MOST_DEPTH && a->parametrised)
        indppg_refuse_query("an expression over private columns is nested more "
                            "than " MOST_DEPTH_AS_TEXT " levels deep");
    node = approve(node, a);
    a->depth--;
    return node;
}

/* Where an error of PostgreSQL's own about this node would point to. */
static int location_of(const Node *node)
{
    return IsA(node, OpExpr) ? ((const OpExpr *)node)->location : exprLocation(node);
}

Node *indppg_approve(Node *node, Approval *a)
{
    int outer, here = node == NULL ? -1 : location_of(node);
    if (node == NULL)
        return NULL;
    outer = indppg_locate(-1);
    (void)indppg_locate(here >= 0 ? here : outer);
    node = approve_here(node, a);
    (void)indppg_locate(outer);
    return node;
}

/* Returns an expression that has the same equality but sorts by bytes, without the code of a
 * locale. The equality is the same because only deterministic collations are accepted. */
Node *indppg_sortable(Node *node)
{
    if (!indppg_allowed_equality(exprType(node), exprCollation(node)))
        indppg_refuse_query("the person column has a type or a collation that is not allowed; the "
                            "owner can protect a view that casts the column or changes its "
                            "collation");
    if (!OidIsValid(exprCollation(node)))
        return node;
    return (Node *)makeRelabelType((Expr *)node, exprType(node), exprTypmod(node), C_COLLATION_OID,
                                   COERCE_IMPLICIT_CAST);
}
