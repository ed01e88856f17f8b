/* The functions dp_release(state, epsilon), dp_release_mode, dp_release_parts, dp_release_quantiles
 * and dp_release_counts, and indp_version. */
#ifndef INDP_DUCKDB_STORED_H
#define INDP_DUCKDB_STORED_H

#include "internal.h"

/* Returns NULL, or the name of the first function that the engine does not accept. */
const char *indpduck_register_stored(duckdb_connection connection);

#endif
