#include "scalar.h"

void indpduck_arguments_read(duckdb_data_chunk input, struct arguments *out)
{
    int i;
    out->n = (int)duckdb_data_chunk_get_column_count(input);
    out->rows = duckdb_data_chunk_get_size(input);
    for (i = 0; i < out->n && i < MOST_SCALAR_COLUMNS; i++)
        out->column[i] = indpduck_column(input, i);
}

int indpduck_double(const struct arguments *arguments, int column, idx_t row, double *out)
{
    *out = 0;
    if (!indpduck_is_valid(&arguments->column[column], row))
        return 0;
    *out = ((const double *)arguments->column[column].data)[row];
    return 1;
}

int indpduck_whole(const struct arguments *arguments, int column, idx_t row, int64_t *out)
{
    *out = 0;
    if (!indpduck_is_valid(&arguments->column[column], row))
        return 0;
    *out = ((const int64_t *)arguments->column[column].data)[row];
    return 1;
}
