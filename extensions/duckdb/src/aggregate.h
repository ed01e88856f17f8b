/* The functions that DuckDB calls for an aggregate over rows. */
#ifndef INDP_DUCKDB_AGGREGATE_H
#define INDP_DUCKDB_AGGREGATE_H

#include "internal.h"

/* Gives an aggregate of the engine its functions, and a copy of `function`, which the engine frees.
 * Returns 0 if there is no memory for the copy. */
int indpduck_aggregate_define(duckdb_aggregate_function aggregate, const struct function *function);

#endif
