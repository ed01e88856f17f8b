/* Adding rows to a group. A row is counted, added as a number, or added as a candidate. */
#ifndef INDP_DUCKDB_ADD_H
#define INDP_DUCKDB_ADD_H

#include "group.h"

/* Adds the rows from..to of x to a live group. Rows where x is NULL are left out. */
typedef indp_status (*indpduck_add)(const struct function *function, indpduck_place *place, const struct column *x,
                                    idx_t from, idx_t to);

/* The function for values of this type; NULL if the kind has no values of this type. */
indpduck_add indpduck_add_of(const struct function *function);

#endif
