/* The functions dp_..._error, dp_..._epsilon_for_error and dp_..._interval. */
#ifndef INDP_DUCKDB_ERROR_FUNCTIONS_H
#define INDP_DUCKDB_ERROR_FUNCTIONS_H

#include "internal.h"

/* Returns NULL, or the name of the first function that the engine does not accept. */
const char *indpduck_register_errors(duckdb_connection connection);

#endif
