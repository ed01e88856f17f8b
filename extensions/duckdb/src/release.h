/* The answers of groups. */
#ifndef INDP_DUCKDB_RELEASE_H
#define INDP_DUCKDB_RELEASE_H

#include "group.h"

/* Writes the answer of a group to a row of the result: NULL if no row reached the group, the bytes
 * of its state, or a release. A group is released once and keeps its answer, since an engine may
 * ask again. *epsilon receives the epsilon of the group, for a message. */
indp_status indpduck_group_answer(const struct function *function, indpduck_place *place,
                                  duckdb_vector result, idx_t row, double *epsilon);

#endif
