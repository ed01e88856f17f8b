/* Adding rows to a group. Depending on the kind, a row is only counted, is added as a number, or is
 * counted for the candidate that it equals. */
#ifndef INDP_DUCKDB_ADD_H
#define INDP_DUCKDB_ADD_H

#include "group.h"

/* Adds the rows from..to of x to a live group. Rows where x is NULL are left out. */
typedef indp_status (*indpduck_add)(const struct function *function, indpduck_place *place,
                                    const struct column *x, idx_t from, idx_t to);

/* The function that adds values of the type that this overload takes. */
indpduck_add indpduck_add_of(const struct function *function);

#endif
