/* Parameters that are lists: the q of dp_quantiles, the edges of dp_histogram and the candidates
 * of dp_mode and dp_counts. */
#ifndef INDP_DUCKDB_LIST_H
#define INDP_DUCKDB_LIST_H

#include "columns.h"

/* A list as bytes, so that two lists are equal if their bytes are. Numbers are 8 bytes each; a text
 * consists of its length, written in 8 bytes, and its own bytes. */
struct list {
    duckdb_type type; /* of the elements */
    size_t n;         /* the number of elements */
    const unsigned char *bytes;
    size_t length;
    unsigned char *owned; /* the memory that indpduck_list_free frees, or NULL */
};

/* Reads the list of a row. A list that is NULL, or has an element that is NULL, gives the status
 * `wrong`. The caller frees the list. */
indp_status indpduck_list_read(const struct column *column, idx_t row, duckdb_type type,
                               indp_status wrong, struct list *out);
void indpduck_list_free(struct list *list);

/* The first row after `from` whose list differs from that of `from`, or `to`. Lists that cannot be
 * read differ from all others. */
idx_t indpduck_list_run(const struct column *column, idx_t from, idx_t to, duckdb_type type,
                        const struct list *first);

/* Writes the elements of a list as candidates of a mode, which point into the list. */
void indpduck_list_categories(const struct list *list, indp_category *out);

#endif
