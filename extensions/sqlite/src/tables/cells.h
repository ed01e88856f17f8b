/* The table-valued function dp_cells(edges, counts), which shows the answer of dp_histogram with
 * one row for each cell. It reads what was released, so it costs nothing. */
#ifndef INDP_SQLITE_CELLS_H
#define INDP_SQLITE_CELLS_H

#include "../internal.h"

int indpsql_register_cells(sqlite3 *db);

#endif
