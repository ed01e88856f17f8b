#include "types.h"

duckdb_logical_type indpduck_type(duckdb_type type, int is_list)
{
    duckdb_logical_type element = duckdb_create_logical_type(type), list;
    if (!is_list)
        return element;
    list = duckdb_create_list_type(element);
    duckdb_destroy_logical_type(&element);
    return list;
}

duckdb_type indpduck_parameter_type(indpx_parameter parameter)
{
    switch (parameter) {
    case INDPX_ROWS:
    case INDPX_POINTS:
    case INDPX_N:
    case INDPX_CELLS:
    case INDPX_CHOICES: return DUCKDB_TYPE_BIGINT;
    case INDPX_PARTS: return DUCKDB_TYPE_VARCHAR;
    default: return DUCKDB_TYPE_DOUBLE;
    }
}

int indpduck_is_untyped_null(duckdb_vector vector)
{
    duckdb_logical_type type = duckdb_vector_get_column_type(vector);
    int is_null = duckdb_get_type_id(type) == DUCKDB_TYPE_SQLNULL;
    duckdb_destroy_logical_type(&type);
    return is_null;
}

/* Defines a function that hands a type to one of the engine's functions. */
#define WITH_TYPE(NAME, OBJECT, ENGINE)                                \
    void indpduck_##NAME(OBJECT object, duckdb_type type, int is_list) \
    {                                                                  \
        duckdb_logical_type logical = indpduck_type(type, is_list);    \
        ENGINE(object, logical);                                       \
        duckdb_destroy_logical_type(&logical);                         \
    }

WITH_TYPE(aggregate_take, duckdb_aggregate_function, duckdb_aggregate_function_add_parameter)
WITH_TYPE(aggregate_give, duckdb_aggregate_function, duckdb_aggregate_function_set_return_type)
WITH_TYPE(scalar_take, duckdb_scalar_function, duckdb_scalar_function_add_parameter)
WITH_TYPE(scalar_give, duckdb_scalar_function, duckdb_scalar_function_set_return_type)
