/* Refuses definitions that are not plain, unless the role may define code (indp_author). A reader
 * who can define functions, types or triggers can make others, or PostgreSQL itself, compute them
 * at moments that no list foresees. What is admitted holds rows or a query, and computes nothing by
 * itself: tables of columns with keys and constant defaults, views, and indexes on columns. */
#include "fence/fence.h"

#include "access/htup_details.h"
#include "catalog/index.h"
#include "catalog/indexing.h"
#include "catalog/pg_attribute.h"
#include "catalog/pg_class.h"
#include "nodes/nodeFuncs.h"
#include "tcop/utility.h"
#include "utils/lsyscache.h"
#include "utils/regproc.h"
#include "utils/syscache.h"

#define RULE                                                                                     \
    "readers define only tables of columns with keys and constant defaults, views, and indexes " \
    "on columns, unless they are members of " INDPPG_AUTHORS

void indppg_refuse_code(const char *what)
{
    indppg_fence_refuse(what, RULE);
}

static void require(bool plain, const char *what)
{
    if (!plain)
        indppg_refuse_code(what);
}

static bool is_constant(const Node *raw)
{
    if (raw != NULL && IsA(raw, TypeCast))
        raw = ((const TypeCast *)raw)->arg;
    return raw != NULL && (IsA(raw, A_Const) || IsA(raw, SQLValueFunction));
}

static bool is_plain_constraint(const Constraint *constraint)
{
    switch (constraint->contype) {
    case CONSTR_NULL:
    case CONSTR_NOTNULL:
    case CONSTR_IDENTITY: return true;
    case CONSTR_DEFAULT: return is_constant(constraint->raw_expr);
    case CONSTR_PRIMARY: /* PostgreSQL makes an index for a key, which check_index judges */
    case CONSTR_UNIQUE: return true;
    default: return false;
    }
}

static void check_constraints(const List *constraints)
{
    ListCell *cell;
    foreach (cell, constraints)
        require(is_plain_constraint(lfirst_node(Constraint, cell)), "the constraint or default");
}

static void check_column(const ColumnDef *column)
{
    check_constraints(column->constraints);
    require(column->raw_default == NULL && column->fdwoptions == NIL, "the column");
}

static void check_elements(const List *elements)
{
    ListCell *cell;
    foreach (cell, elements) {
        const Node *element = lfirst(cell);
        if (IsA(element, ColumnDef))
            check_column((const ColumnDef *)element);
        else if (IsA(element, Constraint))
            require(is_plain_constraint((const Constraint *)element), "the constraint");
        else
            indppg_refuse_code("LIKE");
    }
}

static void check_table(const CreateStmt *statement)
{
    require(statement->inhRelations == NIL && statement->partbound == NULL &&
                statement->partspec == NULL,
            "inheritance or a partition");
    require(statement->ofTypename == NULL, "a table of a type");
    require(statement->options == NIL && statement->tablespacename == NULL &&
                statement->accessMethod == NULL,
            "a table with WITH, TABLESPACE or USING");
    check_constraints(statement->constraints);
    check_elements(statement->tableElts);
}

#if PG_VERSION_NUM >= 140000
#define MADE(STATEMENT) (STATEMENT)->objtype
#else
#define MADE(STATEMENT) (STATEMENT)->relkind
#endif

static void check_table_as(const CreateTableAsStmt *statement)
{
    const IntoClause *into = statement->into;
    require(MADE(statement) == OBJECT_TABLE, "a materialized view");
    require(into->options == NIL && into->tableSpaceName == NULL && into->accessMethod == NULL,
            "a table with WITH, TABLESPACE or USING");
}

static bool is_plain_method(const char *method)
{
    return method == NULL || strcmp(method, "btree") == 0 || strcmp(method, "hash") == 0;
}

static void check_index_columns(const List *columns)
{
    ListCell *cell;
    foreach (cell, columns) {
        const IndexElem *column = lfirst_node(IndexElem, cell);
        require(column->expr == NULL && column->opclass == NIL, "the column of the index");
    }
}

/* What is deferrable is tested by a trigger. */
static void check_index(const IndexStmt *statement)
{
    require(!statement->deferrable, "a key that is DEFERRABLE");
    require(is_plain_method(statement->accessMethod), "the method of the index");
    require(statement->whereClause == NULL && statement->options == NIL &&
                statement->tableSpace == NULL && !statement->concurrent,
            "an index with WHERE, WITH, TABLESPACE or CONCURRENTLY");
    check_index_columns(statement->indexParams);
    check_index_columns(statement->indexIncludingParams);
}

/* With security_invoker, whoever reads the view would read its tables with own rights. */
static void check_view(const ViewStmt *statement)
{
    ListCell *cell;
    foreach (cell, statement->options)
        require(strcmp(lfirst_node(DefElem, cell)->defname, "security_barrier") == 0,
                "a view with the option");
}

static void check_drop(const DropStmt *statement)
{
    switch (statement->removeType) {
    case OBJECT_TABLE:
    case OBJECT_VIEW: return;
    case OBJECT_INDEX: require(!statement->concurrent, "DROP INDEX CONCURRENTLY"); return;
    default:
        indppg_refuse_code(psprintf("the statement %s",
                                    GetCommandTagName(CreateCommandTag((Node *)statement))));
    }
}

/* Of the definitions that are PLAIN in statements.c. */
void indppg_check_plain(const Node *utility)
{
    switch (nodeTag(utility)) {
    case T_ExplainStmt: return; /* what it explains is judged by itself */
    case T_ViewStmt: check_view((const ViewStmt *)utility); return;
    case T_CreateStmt: check_table((const CreateStmt *)utility); return;
    case T_CreateTableAsStmt: check_table_as((const CreateTableAsStmt *)utility); return;
    case T_IndexStmt: check_index((const IndexStmt *)utility); return;
    case T_DropStmt: check_drop((const DropStmt *)utility); return;
    default: indppg_refuse_code("the statement");
    }
}

#if PG_VERSION_NUM >= 140000
#define RANGE_OF(TYPE) (type_is_multirange(TYPE) ? get_multirange_range(TYPE) : (TYPE))
#else
#define RANGE_OF(TYPE) (TYPE)
#endif

/* The type that an array, a range or a domain is made of, or none. */
static Oid made_of(Oid type)
{
    Oid base = getBaseType(type);
    Oid element = get_element_type(base);
    if (base != type)
        return base;
    return OidIsValid(element) ? element : get_range_subtype(RANGE_OF(type));
}

static void require_no_rows(Oid type, const char *what)
{
    for (; OidIsValid(type); type = made_of(type))
        require(!type_is_rowtype(type), what);
}

static void check_column_row(HeapTuple row, TupleDesc type, void *context)
{
    Oid column = ((Form_pg_attribute)GETSTRUCT(row))->atttypid;
    (void)type;
    (void)context;
    require_no_rows(column, "a column of a composite type");
}

static void check_relation_row(HeapTuple row, TupleDesc type, void *context)
{
    const FormData_pg_class *relation = (Form_pg_class)GETSTRUCT(row);
    (void)type;
    if (relation->relkind == RELKIND_RELATION)
        indppg_each_of(AttributeRelationId, AttributeRelidNumIndexId, Anum_pg_attribute_attrelid,
                       *(const Oid *)context, check_column_row, NULL);
}

/* The row type of a table cannot change while another table has a column of it, so a reader could
 * keep others from altering theirs. */
void indppg_check_columns(Oid relation)
{
    if (indppg_is_no_author())
        indppg_each_of(RelationRelationId, ClassOidIndexId, Anum_pg_class_oid, relation,
                       check_relation_row, &relation);
}

/* Nor while a view names it. */
void indppg_check_type(Oid type)
{
    if (indppg_is_no_author())
        require_no_rows(type, "a composite type in a view");
}

/* Readers who may define no code run none of readers, either: neither what they had before, nor
 * what others may define. */
void indppg_check_code(const char *what, Oid function)
{
    if (indppg_is_no_author() && indppg_is_a_readers(indppg_owner_of(PROCOID, function)))
        indppg_fence_refuse(psprintf("the %s %s", what, format_procedure(function)),
                            "readers run no code of readers, unless they are members "
                            "of " INDPPG_AUTHORS);
}
