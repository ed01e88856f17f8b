/* Registers the functions of the extension. README.md lists them and their rules. */
#ifndef INDP_DUCKDB_FUNCTIONS_H
#define INDP_DUCKDB_FUNCTIONS_H

#include "internal.h"

/* These return NULL, or the name of the first function that the engine does not accept: all
 * functions, dp_..._error, dp_..._epsilon_for_error and dp_..._interval, and those of stored states
 * with indp_version. */
const char *indpduck_register(duckdb_connection connection);
const char *indpduck_register_errors(duckdb_connection connection);
const char *indpduck_register_stored(duckdb_connection connection);

/* The aggregate dp_merge(state, rows_per_person). */
int indpduck_register_merge(duckdb_connection connection);

/* Gives an aggregate of the engine its functions, and a copy of `function`, which the engine frees.
 * Returns 0 if there is no memory for the copy. */
int indpduck_aggregate_define(duckdb_aggregate_function aggregate, const struct function *function);

#endif
