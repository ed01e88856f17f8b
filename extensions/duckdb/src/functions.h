/* Registers the functions of the extension. README.md lists them and their rules. */
#ifndef INDP_DUCKDB_FUNCTIONS_H
#define INDP_DUCKDB_FUNCTIONS_H

#include "internal.h"

/* Returns NULL, or the name of the first function that the engine does not accept. */
const char *indpduck_register(duckdb_connection connection);

#endif
