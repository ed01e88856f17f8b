/* The parameters that consecutive rows share, and the empty state that has these parameters. */
#ifndef INDP_DUCKDB_CALL_H
#define INDP_DUCKDB_CALL_H

#include "list.h"

struct call {
    const struct function *function;
    uint64_t words[MOST_WORDS]; /* the numbers: doubles and integers as they are in the columns */
    struct list list;
    double epsilon;       /* 0 if the call has none */
    unsigned char *empty; /* the empty state; NULL before indpduck_call_prepare */
    size_t size;
    unsigned char fixed[FIXED_STATE_SIZE];
};

/* The columns of a chunk: the values, the parameters that are numbers, and the parameter that is a
 * list. */
struct rows {
    struct column x;
    struct column words[MOST_WORDS];
    struct column list;
    idx_t n;
};

void indpduck_rows_read(const struct function *function, duckdb_data_chunk chunk, struct rows *out);

/* Reads the parameters of the row `from`. Sets *to to the first row whose parameters differ, or to
 * the number of rows. The caller frees the call, also after a failure. */
indp_status indpduck_call_read(const struct function *function, const struct rows *rows, idx_t from,
                               struct call *out, idx_t *to);
void indpduck_call_free(struct call *call);

/* Makes the empty state, and refuses parameters that do not permit a release, so that they are
 * refused at the first row rather than after the last. */
indp_status indpduck_call_prepare(struct call *call);

#endif
