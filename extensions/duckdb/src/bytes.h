/* States in memory that were read from stored bytes. */
#ifndef INDP_DUCKDB_BYTES_H
#define INDP_DUCKDB_BYTES_H

#include "columns.h"

struct bytes {
    size_t size;
    unsigned char *state; /* NULL if there is none */
};

/* Reads a state. Any bytes give either a state, which the caller frees, or a status. */
indp_status indpduck_bytes_read(struct bytes *out, struct text stored);
void indpduck_bytes_free(struct bytes *bytes);

/* Merges the second state into the first. If the first is none, it becomes a copy of the second. */
indp_status indpduck_bytes_merge(struct bytes *into, const struct bytes *from);

#endif
