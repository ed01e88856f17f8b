/* The SQL types of arguments and results. */
#ifndef INDP_DUCKDB_TYPES_H
#define INDP_DUCKDB_TYPES_H

#include "internal.h"

/* A type, or the type of lists of it. The caller destroys the result. */
duckdb_logical_type indpduck_type(duckdb_type type, int is_list);

/* The type of a parameter that is not a list. */
duckdb_type indpduck_parameter_type(indpx_parameter parameter);

/* The message for an argument that must be a state. */
#define INDPDUCK_NO_BLOB "the state must be a BLOB"

/* Whether the argument is NULL without a type. */
int indpduck_is_untyped_null(duckdb_vector vector);

/* Add a parameter to a function, or set the type of its result. */
void indpduck_aggregate_take(duckdb_aggregate_function aggregate, duckdb_type type, int is_list);
void indpduck_aggregate_give(duckdb_aggregate_function aggregate, duckdb_type type, int is_list);
void indpduck_scalar_take(duckdb_scalar_function scalar, duckdb_type type, int is_list);
void indpduck_scalar_give(duckdb_scalar_function scalar, duckdb_type type, int is_list);

#endif
