/* Reading the columns of a chunk, and from them the arguments of scalar functions. DuckDB expands
 * constants and dictionaries before it calls a function of the C API, so a column is always an
 * array. */
#ifndef INDP_DUCKDB_COLUMNS_H
#define INDP_DUCKDB_COLUMNS_H

#include <string.h>

#include "internal.h"

struct column {
    duckdb_vector vector;
    const void *data;
    const uint64_t *validity; /* one bit for each row, or NULL if no value is NULL */
};

struct column indpduck_column(duckdb_data_chunk chunk, int number);
struct column indpduck_column_of(duckdb_vector vector);

static inline int indpduck_is_valid(const struct column *column, idx_t row)
{
    return column->validity == NULL || (column->validity[row / 64] >> (row % 64) & 1);
}

static inline uint64_t indpduck_word(const void *words, idx_t row)
{
    uint64_t word;
    memcpy(&word, (const unsigned char *)words + row * sizeof word, sizeof word);
    return word;
}

/* The first row after `from`, and before `to`, whose word differs from the word of row `from`.
 * Returns `to` if there is none. */
idx_t indpduck_long_run(const void *words, idx_t from, idx_t to);
static inline idx_t indpduck_run(const void *words, idx_t from, idx_t to)
{
    if (from + 1 == to || indpduck_word(words, from) != indpduck_word(words, from + 1))
        return from + 1;
    return indpduck_long_run(words, from, to);
}

/* Starts to load the words of n rows into the cache. */
void indpduck_prefetch(const void *words, idx_t n);

/* Whether the rows from..to contain no NULL, and how many of these rows are not NULL. */
int indpduck_all_valid(const struct column *column, idx_t from, idx_t to);
idx_t indpduck_count_valid(const struct column *column, idx_t from, idx_t to);

/* A text or blob of a column. */
struct text {
    const unsigned char *bytes;
    size_t length;
};
struct text indpduck_text(const struct column *column, idx_t row);

/* The arguments of a scalar function. */
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
