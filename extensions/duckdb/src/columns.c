#include "columns.h"

enum { WORD = sizeof(uint64_t), CACHE_LINE = 64 };

struct column indpduck_column_of(duckdb_vector vector)
{
    struct column column;
    column.vector = vector;
    column.data = duckdb_vector_get_data(vector);
    column.validity = duckdb_vector_get_validity(vector);
    return column;
}

struct column indpduck_column(duckdb_data_chunk chunk, int number)
{
    return indpduck_column_of(duckdb_data_chunk_get_vector(chunk, (idx_t)number));
}

/* All words of an array are equal if the array equals itself shifted by one word, and memcmp is the
 * fastest way to compare arrays. In most queries all rows of a chunk have the same parameters and,
 * without GROUP BY, the same state. */
idx_t indpduck_long_run(const void *words, idx_t from, idx_t to)
{
    const unsigned char *first = (const unsigned char *)words + from * WORD;
    idx_t row = from + 1;
    if (memcmp(first, first + WORD, (size_t)(to - row) * WORD) == 0)
        return to;
    while (memcmp(first, (const unsigned char *)words + row * WORD, WORD) == 0)
        row++;
    return row;
}

void indpduck_prefetch(const void *words, idx_t n)
{
    const unsigned char *bytes = words;
    size_t at;
    for (at = 0; at < n * WORD; at += CACHE_LINE)
        __builtin_prefetch(bytes + at);
}

idx_t indpduck_count_valid(const struct column *column, idx_t from, idx_t to)
{
    idx_t row, count = 0;
    if (column->validity == NULL)
        return to - from;
    for (row = from; row < to; row++)
        count += (idx_t)indpduck_is_valid(column, row);
    return count;
}

int indpduck_all_valid(const struct column *column, idx_t from, idx_t to)
{
    return indpduck_count_valid(column, from, to) == to - from;
}

struct text indpduck_text(const struct column *column, idx_t row)
{
    struct text text;
    /* The engine's function takes a pointer that is not const, but only reads. */
    duckdb_string_t *string = (duckdb_string_t *)column->data + row;
    text.bytes = (const unsigned char *)duckdb_string_t_data(string);
    text.length = duckdb_string_t_length(*string);
    return text;
}

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
