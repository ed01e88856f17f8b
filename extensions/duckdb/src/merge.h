/* The aggregate dp_merge(state, rows_per_person). */
#ifndef INDP_DUCKDB_MERGE_H
#define INDP_DUCKDB_MERGE_H

#include "internal.h"

int indpduck_register_merge(duckdb_connection connection);

#endif
