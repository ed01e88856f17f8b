/* The checks before a release, and the releases, by the kind of the aggregate. */
#ifndef INDP_DUCKDB_ANSWER_H
#define INDP_DUCKDB_ANSWER_H

#include "list.h"

/* Whether the answer of a kind is a list of numbers, one for each element of its first parameter.
 * Another such kind needs a case here and in the two functions below. */
static inline int indpduck_is_listed(const indpx_kind *kind)
{
    return kind->parameters[0] == INDPX_QS;
}

indp_status indpduck_can_release(const indpx_kind *kind, const void *bytes, const struct list *list, double epsilon);

/* Releases a state whose answer is a list of doubles, and writes it to `out`, which has room for
 * list->n numbers. */
indp_status indpduck_release_list(const indpx_kind *kind, void *bytes, const struct list *list, double epsilon, double *out);

/* Write an answer to a row of a result. */
void indpduck_put_text(duckdb_vector result, idx_t row, const void *text, size_t length);
void indpduck_put_null(duckdb_vector result, idx_t row);
indp_status indpduck_put_list(duckdb_vector result, idx_t row, const double *numbers, size_t n);
/* Writes the bytes of a state. */
indp_status indpduck_put_state(duckdb_vector result, idx_t row, const void *bytes);

#endif
