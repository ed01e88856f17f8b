/* The aggregate dp_merge(state, rows_per_person). */
#include "functions.h"

#include <stdlib.h>

#include "answer.h"
#include "bytes.h"
#include "say.h"
#include "types.h"

/* rows_per_person bounds the rows of a person in all merged states together. The second argument
 * repeats it, so that nobody merges a month of states under a bound that holds for one day. */
static const char NAME[] = "dp_merge";
#define OTHER_ROWS                                                                                 \
    "rows_per_person must be the same here and in every state: the most rows that one person has " \
    "in all the states together"
#define IS_OTHER (-1) /* the status for this message */

/* A group. The engine owns only a pointer to it, since states grow. */
struct merged {
    int64_t rows_per_person;
    struct bytes bytes;
};

static struct merged **merged_of(duckdb_aggregate_state state)
{
    return (struct merged **)state;
}

static void fail(duckdb_function_info info, indp_status status)
{
    char text[INDPDUCK_MESSAGE_SIZE];
    if (status == IS_OTHER)
        indpduck_say(text, NAME, OTHER_ROWS);
    else
        indpduck_message(text, NAME, "", 0, status);
    duckdb_aggregate_function_set_error(info, text);
}

static idx_t size(duckdb_function_info info)
{
    (void)info;
    return sizeof(struct merged *);
}

static void init(duckdb_function_info info, duckdb_aggregate_state state)
{
    (void)info;
    *merged_of(state) = NULL;
}

static indp_status start(struct merged **merged, int64_t rows_per_person)
{
    if (*merged != NULL)
        return (*merged)->rows_per_person == rows_per_person ? INDP_OK
                                                             : INDPDUCK_CHANGED(INDPX_ROWS);
    *merged = calloc(1, sizeof **merged);
    if (*merged == NULL)
        return INDP_E_NO_MEMORY;
    (*merged)->rows_per_person = rows_per_person;
    return INDP_OK;
}

static indp_status add(struct merged *merged, struct text stored)
{
    struct bytes other;
    uint64_t rows;
    indp_status status = indpduck_bytes_read(&other, stored);
    if (status == INDP_OK)
        status = indp_state_rows_per_person(other.state, &rows);
    if (status == INDP_OK && rows != (uint64_t)merged->rows_per_person)
        status = IS_OTHER;
    if (status == INDP_OK)
        status = indpduck_bytes_merge(&merged->bytes, &other);
    indpduck_bytes_free(&other);
    return status;
}

static void update(duckdb_function_info info, duckdb_data_chunk input,
                   duckdb_aggregate_state *states)
{
    const struct column x = indpduck_column(input, 0), rows = indpduck_column(input, 1);
    const idx_t n = duckdb_data_chunk_get_size(input);
    indp_status status = INDP_OK;
    idx_t i;
    for (i = 0; i < n && status == INDP_OK; i++) {
        struct merged **merged = merged_of(states[i]);
        int64_t rows_per_person = indpduck_is_valid(&rows, i) ? ((const int64_t *)rows.data)[i] : 0;
        status = indpx_is_rows(rows_per_person) ? start(merged, rows_per_person)
                                                : INDPDUCK_WRONG(INDPX_ROWS);
        if (status == INDP_OK && indpduck_is_valid(&x, i))
            status = add(*merged, indpduck_text(&x, i));
    }
    if (status != INDP_OK)
        fail(info, status);
}

/* Handles rows whose state is of any type but BLOB. They are refused, except for an untyped NULL.
 * DuckDB would convert a VARIANT to a BLOB by itself, with errors that contain its value. */
static void update_others(duckdb_function_info info, duckdb_data_chunk input,
                          duckdb_aggregate_state *states)
{
    char text[INDPDUCK_MESSAGE_SIZE];
    if (indpduck_is_untyped_null(duckdb_data_chunk_get_vector(input, 0))) {
        update(info, input, states);
        return;
    }
    indpduck_say(text, NAME, INDPDUCK_NO_BLOB);
    duckdb_aggregate_function_set_error(info, text);
}

static void combine(duckdb_function_info info, duckdb_aggregate_state *source,
                    duckdb_aggregate_state *target, idx_t count)
{
    indp_status status = INDP_OK;
    idx_t i;
    for (i = 0; i < count && status == INDP_OK; i++) {
        const struct merged *from = *merged_of(source[i]);
        struct merged **into = merged_of(target[i]);
        if (from == NULL)
            continue;
        status = start(into, from->rows_per_person);
        if (status == INDP_OK && from->bytes.state != NULL)
            status = indpduck_bytes_merge(&(*into)->bytes, &from->bytes);
    }
    if (status != INDP_OK)
        fail(info, status);
}

static void finalize(duckdb_function_info info, duckdb_aggregate_state *source,
                     duckdb_vector result, idx_t count, idx_t offset)
{
    indp_status status = INDP_OK;
    idx_t i;
    for (i = 0; i < count && status == INDP_OK; i++) {
        const struct merged *merged = *merged_of(source[i]);
        if (merged == NULL || merged->bytes.state == NULL)
            indpduck_put_null(result, offset + i);
        else
            status = indpduck_put_state(result, offset + i, merged->bytes.state);
    }
    if (status != INDP_OK)
        fail(info, status);
}

static void destroy(duckdb_aggregate_state *states, idx_t count)
{
    idx_t i;
    for (i = 0; i < count; i++) {
        struct merged **merged = merged_of(states[i]);
        if (*merged != NULL)
            indpduck_bytes_free(&(*merged)->bytes);
        free(*merged);
        *merged = NULL;
    }
}

static int add_overload(duckdb_aggregate_function_set set, duckdb_type type,
                        duckdb_aggregate_update_t add_rows)
{
    duckdb_aggregate_function aggregate = duckdb_create_aggregate_function();
    int done;
    duckdb_aggregate_function_set_name(aggregate, NAME);
    indpduck_aggregate_take(aggregate, type, 0);
    indpduck_aggregate_take(aggregate, DUCKDB_TYPE_BIGINT, 0);
    indpduck_aggregate_give(aggregate, DUCKDB_TYPE_BLOB, 0);
    duckdb_aggregate_function_set_special_handling(aggregate);
    duckdb_aggregate_function_set_functions(aggregate, size, init, add_rows, combine, finalize);
    duckdb_aggregate_function_set_destructor(aggregate, destroy);
    done = duckdb_add_aggregate_function_to_set(set, aggregate) == DuckDBSuccess;
    duckdb_destroy_aggregate_function(&aggregate);
    return done;
}

int indpduck_register_merge(duckdb_connection connection)
{
    duckdb_aggregate_function_set set = duckdb_create_aggregate_function_set(NAME);
    int done = add_overload(set, DUCKDB_TYPE_BLOB, update) &&
               add_overload(set, DUCKDB_TYPE_ANY, update_others) &&
               duckdb_register_aggregate_function_set(connection, set) == DuckDBSuccess;
    duckdb_destroy_aggregate_function_set(&set);
    return done;
}
