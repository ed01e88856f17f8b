/* The checks before a release, the releases of lists, and the functions that write answers to the
 * engine's memory. */
#ifndef INDP_DUCKDB_ANSWER_H
#define INDP_DUCKDB_ANSWER_H

#include "list.h"

/* Whether the answer is a list of counts, which are 64-bit integers. Other lists are quantiles
 * or bounds, which are doubles. */
static inline int indpduck_has_counts(const indpx_kind *kind)
{
    return kind->gives == INDPX_GIVES_INTEGERS;
}

enum { INDPDUCK_ELEMENT = 8 }; /* the bytes of an element of either type */

indp_status indpduck_can_release(const indpx_kind *kind, const void *bytes, const struct list *list,
                                 double epsilon);

/* Releases a state whose answer is a list. `list` has the quantiles q, or the candidates of
 * dp_counts, which give the order of the counts. On success the caller frees *out, which has *n
 * elements (0 if there are no bounds); on failure *out is NULL. */
indp_status indpduck_release_list(const indpx_kind *kind, void *bytes, const struct list *list,
                                  double epsilon, void **out, size_t *n);

/* Write an answer to a row of a result. */
void indpduck_put_text(duckdb_vector result, idx_t row, const void *text, size_t length);
/* Writes an answer with its parts as the text of dp_release_parts. */
void indpduck_put_parts(duckdb_vector result, idx_t row, const indp_parts *parts);
void indpduck_put_null(duckdb_vector result, idx_t row);
indp_status indpduck_put_list(duckdb_vector result, idx_t row, const void *elements, size_t n);
/* Writes the bytes of a state. */
indp_status indpduck_put_state(duckdb_vector result, idx_t row, const void *bytes);

#endif
