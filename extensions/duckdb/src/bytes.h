/* States in memory that were read from stored bytes. */
#ifndef INDP_DUCKDB_BYTES_H
#define INDP_DUCKDB_BYTES_H

#include "columns.h"

struct bytes {
    size_t size;
    unsigned char *state; /* NULL if there is none */
};

/* Reads a state. Bytes that are not a state give a status other than INDP_OK. The caller frees *out
 * in either case. */
indp_status indpduck_bytes_read(struct bytes *out, struct text stored);
void indpduck_bytes_free(struct bytes *bytes);

/* Merges `from` into `into`. If `into` has no state yet, it becomes a copy of `from`. */
indp_status indpduck_bytes_merge(struct bytes *into, const struct bytes *from);

#endif
