/* Reads the arguments of scalar functions. */
#ifndef INDP_DUCKDB_SCALAR_H
#define INDP_DUCKDB_SCALAR_H

#include "columns.h"

enum { MOST_SCALAR_COLUMNS = INDPX_MOST_PARAMETERS + 1 };

struct arguments {
    struct column column[MOST_SCALAR_COLUMNS];
    int n;
    idx_t rows;
};

void indpduck_arguments_read(duckdb_data_chunk input, struct arguments *out);

/* An argument of a row as a number. Returns 0 if it is NULL. */
int indpduck_double(const struct arguments *arguments, int column, idx_t row, double *out);
int indpduck_whole(const struct arguments *arguments, int column, idx_t row, int64_t *out);

#endif
