#include "columns.h"

enum { BLOCK = 64 };

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

/* Compares whole blocks without branches, which compilers turn into vector instructions: in most
 * queries all rows of a chunk have the same parameters and, without GROUP BY, the same state. */
idx_t indpduck_run(const void *words, idx_t from, idx_t to)
{
    const uint64_t first = indpduck_word(words, from);
    idx_t row = from + 1;
    while (to - row >= BLOCK) {
        uint64_t different = 0;
        int i;
        if (indpduck_word(words, row) != first)
            return row;
        for (i = 0; i < BLOCK; i++)
            different |= indpduck_word(words, row + (idx_t)i) ^ first;
        if (different != 0)
            break;
        row += BLOCK;
    }
    while (row < to && indpduck_word(words, row) == first)
        row++;
    return row;
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
