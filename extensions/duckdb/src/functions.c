#include "functions.h"

#include <string.h>

#include "answer.h"
#include "group.h"
#include "types.h"

enum { MOST_TYPES = 6 };

/* The types of x for which a kind has overloads. DuckDB converts other numeric types to DOUBLE or
 * BIGINT, and these conversions cannot fail. It rounds a HUGEINT or UHUGEINT twice on the way to
 * DOUBLE, so these types have overloads that convert it themselves. Its conversion of a VARIANT or
 * a BIGNUM can fail, with a message that contains the value. So these two types have overloads that
 * refuse to run. */
static int types_of(const indpx_kind *kind, duckdb_type out[MOST_TYPES])
{
    if (kind->values == INDPX_ANY) {
        out[0] = DUCKDB_TYPE_ANY;
        return 1;
    }
    out[0] = kind->values == INDPX_NUMBERS ? DUCKDB_TYPE_DOUBLE : DUCKDB_TYPE_VARCHAR;
    out[1] = DUCKDB_TYPE_BIGINT;
    out[2] = DUCKDB_TYPE_VARIANT;
    /* The rest is for numbers: DuckDB never converts these types to VARCHAR. */
    out[3] = DUCKDB_TYPE_BIGNUM;
    out[4] = DUCKDB_TYPE_HUGEINT;
    out[5] = DUCKDB_TYPE_UHUGEINT;
    return kind->values == INDPX_NUMBERS ? MOST_TYPES : 3;
}

static void add_parameter(struct function *function, indpx_parameter parameter)
{
    const int column = function->columns++;
    if (parameter == INDPX_QS || parameter == INDPX_EDGES || parameter == INDPX_CANDIDATES) {
        function->list_column = column;
        function->list = parameter != INDPX_CANDIDATES   ? DUCKDB_TYPE_DOUBLE
                         : indpduck_is_refused(function) ? DUCKDB_TYPE_ANY
                                                         : function->x;
    } else {
        function->word[function->words] = parameter;
        function->word_column[function->words++] = column;
    }
}

static void give(duckdb_aggregate_function aggregate, const struct function *function)
{
    const indpx_kind *kind = function->kind;
    int is_count = kind->gives == INDPX_GIVES_INTEGER || indpduck_has_counts(kind);
    int has_parts = kind->gives == INDPX_GIVES_PARTS;
    duckdb_type type = function->gives_state           ? DUCKDB_TYPE_BLOB
                       : is_count                      ? DUCKDB_TYPE_BIGINT
                       : has_parts                     ? DUCKDB_TYPE_VARCHAR
                       : kind->values != INDPX_LABELS  ? DUCKDB_TYPE_DOUBLE
                       : indpduck_is_refused(function) ? DUCKDB_TYPE_VARCHAR
                                                       : function->list;
    indpduck_aggregate_give(aggregate, type,
                            !function->gives_state && indpx_is_list(kind) && !has_parts);
}

/* Adds one overload of an aggregate to the set. */
static int add_form(duckdb_aggregate_function_set set, struct function *function)
{
    duckdb_aggregate_function aggregate = duckdb_create_aggregate_function();
    int i, done;
    duckdb_aggregate_function_set_name(aggregate, function->name);
    indpduck_aggregate_take(aggregate, function->x, 0);
    for (i = 1; i < function->columns; i++) {
        int word = 0;
        while (word < function->words && function->word_column[word] != i)
            word++;
        if (i == function->list_column)
            indpduck_aggregate_take(aggregate, function->list, function->list != DUCKDB_TYPE_ANY);
        else
            indpduck_aggregate_take(aggregate, indpduck_parameter_type(function->word[word]), 0);
    }
    give(aggregate, function);
    indpduck_group_layout(function);
    /* NULL in place of a parameter must reach the extension, which refuses it. */
    duckdb_aggregate_function_set_special_handling(aggregate);
    done = indpduck_aggregate_define(aggregate, function) &&
           duckdb_add_aggregate_function_to_set(set, aggregate) == DuckDBSuccess;
    duckdb_destroy_aggregate_function(&aggregate);
    return done;
}

/* Adds the overloads for one type of x. Each takes one more optional parameter than the one
 * before. */
static int add_forms(duckdb_aggregate_function_set set, const indpx_kind *kind, int gives_state,
                     duckdb_type x)
{
    struct function function;
    const indpx_parameter *list = kind->parameters;
    indpx_parameter parameter;
    int done = 1;
    memset(&function, 0, sizeof function);
    function.name = gives_state ? kind->state_name : kind->name;
    function.kind = kind;
    function.gives_state = gives_state;
    function.x = x;
    function.columns = 1;
    while (done && (parameter = indpx_next(&list, gives_state)) != INDPX_NONE) {
        if (indpx_is_optional(parameter))
            done = add_form(set, &function);
        add_parameter(&function, parameter);
    }
    return done && add_form(set, &function);
}

static int register_kind(duckdb_connection connection, const indpx_kind *kind, int gives_state)
{
    duckdb_aggregate_function_set set =
        duckdb_create_aggregate_function_set(gives_state ? kind->state_name : kind->name);
    duckdb_type types[MOST_TYPES];
    int i, n = types_of(kind, types), done = 1;
    for (i = 0; i < n && done; i++)
        done = add_forms(set, kind, gives_state, types[i]);
    done = done && duckdb_register_aggregate_function_set(connection, set) == DuckDBSuccess;
    duckdb_destroy_aggregate_function_set(&set);
    return done;
}

const char *indpduck_register(duckdb_connection connection)
{
    size_t i;
    const char *failed;
    for (i = 0; i < INDPX_KINDS; i++) {
        const indpx_kind *kind = &indpx_kinds[i];
        if (!register_kind(connection, kind, 0))
            return kind->name;
        if (kind->state_name != NULL && !register_kind(connection, kind, 1))
            return kind->state_name;
    }
    if (!indpduck_register_merge(connection))
        return "dp_merge";
    failed = indpduck_register_stored(connection);
    return failed != NULL ? failed : indpduck_register_errors(connection);
}
