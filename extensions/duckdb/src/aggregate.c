/* The functions that DuckDB calls for an aggregate over rows. */
#include "functions.h"

#include <stdlib.h>

#include "group.h"
#include "say.h"

/* Window functions are the only known way to add rows to a group that was released before. */
#define AFTER_RELEASE                                                                            \
    "this function cannot be used with this OVER clause, which adds a row after the answer was " \
    "given: use GROUP BY"

#define BAD_TYPE                                                                          \
    "the type of x has values that DuckDB cannot convert: use TRY_CAST(x AS DOUBLE), or " \
    "TRY_CAST(x AS VARCHAR) for dp_mode and dp_counts"

static void fail(duckdb_function_info info, const struct function *function, double epsilon,
                 indp_status status)
{
    char text[INDPDUCK_MESSAGE_SIZE];
    if (status == INDP_E_RELEASED)
        indpduck_say(text, function->name, AFTER_RELEASE);
    else
        indpduck_message(text, function->name, function->kind->range, epsilon, status);
    duckdb_aggregate_function_set_error(info, text);
}

static idx_t size(duckdb_function_info info)
{
    return indpduck_place_size(duckdb_aggregate_function_get_extra_info(info));
}

/* The engine calls this before it reads a row, and also if there is no row. */
static void init(duckdb_function_info info, duckdb_aggregate_state state)
{
    const struct function *function = duckdb_aggregate_function_get_extra_info(info);
    indpduck_place *place = (indpduck_place *)state;
    if (indpduck_is_refused(function)) {
        char text[INDPDUCK_MESSAGE_SIZE];
        indpduck_say(text, function->name, BAD_TYPE);
        duckdb_aggregate_function_set_error(info, text);
    }
    if (function->is_allocated)
        place->allocated = NULL;
    else
        place->stage = INDPDUCK_UNTOUCHED;
}

/* A fast check for the most frequent case: whether a group is live and has the parameters of the
 * call. Returns 0 if the function takes a list, since indpduck_group_compare compares lists. */
static int is_ready(uint64_t *group, const struct call *call)
{
    return !indpduck_is_untouched(group) && *group == INDPDUCK_LIVE &&
           indpduck_same_words(indpduck_group_words(group), call->words, call->function->words) &&
           call->function->list_column == 0;
}

/* Makes a group ready for rows with the parameters of the call. */
static indp_status ready(indpduck_place *place, struct call *call)
{
    uint64_t *group = indpduck_group_of(call->function, place);
    if (is_ready(group, call))
        return INDP_OK;
    if (indpduck_is_untouched(group))
        return indpduck_group_start(place, call);
    return indpduck_group_compare(call->function, group, call->words, &call->list);
}

/* Adds the rows from..to, which have the parameters of the call. */
static indp_status add_rows(struct call *call, const struct rows *rows, idx_t from, idx_t to,
                            duckdb_aggregate_state *states)
{
    const struct function *function = call->function;
    const indpduck_add add = indpduck_add_of(function);
    indp_status status = INDP_OK;
    while (from < to && status == INDP_OK) {
        indpduck_place *place = (indpduck_place *)states[from];
        idx_t next = indpduck_run(states, from, to);
        status = ready(place, call);
        if (status == INDP_OK)
            status = add(function, place, &rows->x, from, next);
        from = next;
    }
    return status;
}

static void update(duckdb_function_info info, duckdb_data_chunk input,
                   duckdb_aggregate_state *states)
{
    const struct function *function = duckdb_aggregate_function_get_extra_info(info);
    struct rows rows;
    idx_t from = 0, to;
    indpduck_rows_read(function, input, &rows);
    while (from < rows.n) {
        struct call call;
        indp_status status = indpduck_call_read(function, &rows, from, &call, &to);
        if (status == INDP_OK)
            status = add_rows(&call, &rows, from, to, states);
        indpduck_call_free(&call);
        if (status != INDP_OK) {
            fail(info, function, call.epsilon, status);
            return;
        }
        from = to;
    }
}

static void combine(duckdb_function_info info, duckdb_aggregate_state *source,
                    duckdb_aggregate_state *target, idx_t count)
{
    const struct function *function = duckdb_aggregate_function_get_extra_info(info);
    idx_t i;
    for (i = 0; i < count; i++) {
        indp_status status = indpduck_group_merge(function, (indpduck_place *)source[i],
                                                  (indpduck_place *)target[i]);
        if (status != INDP_OK) {
            fail(info, function, 0, status);
            return;
        }
    }
}

static void finalize(duckdb_function_info info, duckdb_aggregate_state *source,
                     duckdb_vector result, idx_t count, idx_t offset)
{
    const struct function *function = duckdb_aggregate_function_get_extra_info(info);
    idx_t i;
    for (i = 0; i < count; i++) {
        double epsilon;
        indp_status status = indpduck_group_answer(function, (indpduck_place *)source[i], result,
                                                   offset + i, &epsilon);
        if (status != INDP_OK) {
            fail(info, function, epsilon, status);
            return;
        }
    }
}

/* Called only for kinds whose groups are allocated. */
static void destroy(duckdb_aggregate_state *states, idx_t count)
{
    idx_t i;
    for (i = 0; i < count; i++) {
        indpduck_place *place = (indpduck_place *)states[i];
        free(place->allocated);
        place->allocated = NULL;
    }
}

int indpduck_aggregate_define(duckdb_aggregate_function aggregate, const struct function *function)
{
    struct function *copy = malloc(sizeof *copy);
    if (copy == NULL)
        return 0;
    *copy = *function;
    duckdb_aggregate_function_set_extra_info(aggregate, copy, free);
    duckdb_aggregate_function_set_functions(aggregate, size, init, update, combine, finalize);
    if (function->is_allocated)
        duckdb_aggregate_function_set_destructor(aggregate, destroy);
    return 1;
}
