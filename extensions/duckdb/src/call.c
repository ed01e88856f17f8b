#include "call.h"

#include <stdlib.h>

#include "answer.h"
#include "say.h"

void indpduck_rows_read(const struct function *function, duckdb_data_chunk chunk, struct rows *out)
{
    int i;
    out->n = duckdb_data_chunk_get_size(chunk);
    out->x = indpduck_column(chunk, 0);
    /* The engine passes pointers to the numbers in its table, so they may not be in the cache yet.
     * They are loaded while the parameters are compared. With one group, this saves a fifth of the
     * time per row. */
    if (function->kind->values == INDPX_NUMBERS)
        indpduck_prefetch(out->x.data, out->n);
    for (i = 0; i < function->words; i++)
        out->words[i] = indpduck_column(chunk, function->word_column[i]);
    if (function->list_column != 0)
        out->list = indpduck_column(chunk, function->list_column);
}

static double as_double(uint64_t word)
{
    double value;
    memcpy(&value, &word, sizeof value);
    return value;
}

/* Copies a parameter to its field. Returns whether it satisfies the rules that the library does not
 * check. */
static int set(indpx_parameters *out, indpx_parameter parameter, uint64_t word)
{
    int64_t whole = (int64_t)word;
    switch (parameter) {
    case INDPX_ROWS: out->rows = whole; return indpx_is_rows(whole);
    case INDPX_POINTS: out->points = whole; return whole == 0 || indpx_is_points(whole);
    default: *indpx_number(out, parameter) = as_double(word); return 1;
    }
}

/* Reads the parameters of a call that are numbers. Those that the call omits get their defaults. */
static indp_status numbers_of(const struct call *call, indpx_parameters *out)
{
    const struct function *function = call->function;
    int i;
    memset(out, 0, sizeof *out);
    out->rows = 1;
    out->points = INDPX_FINE_POINTS;
    for (i = 0; i < function->words; i++)
        if (!set(out, function->word[i], call->words[i]))
            return INDPDUCK_WRONG(function->word[i]);
    return INDP_OK;
}

indp_status indpduck_call_read(const struct function *function, const struct rows *rows, idx_t from,
                               struct call *out, idx_t *to)
{
    int i;
    out->function = function;
    out->list.owned = NULL;
    out->list.length = 0;
    out->empty = NULL;
    out->epsilon = 0;
    *to = rows->n;
    for (i = 0; i < function->words; i++) {
        if (!indpduck_all_valid(&rows->words[i], from, *to))
            return INDPDUCK_WRONG(function->word[i]);
        out->words[i] = indpduck_word(rows->words[i].data, from);
        *to = indpduck_run(rows->words[i].data, from, *to);
        if (function->word[i] == INDPX_EPSILON)
            out->epsilon = as_double(out->words[i]);
    }
    if (function->list_column != 0) {
        indpx_parameter parameter = function->kind->parameters[0];
        indp_status status = indpduck_list_read(&rows->list, from, function->list,
                                                INDPDUCK_WRONG(parameter), &out->list);
        if (status != INDP_OK)
            return status;
        *to = indpduck_list_run(&rows->list, from, *to, function->list, &out->list);
    }
    return INDP_OK;
}

static indp_status reserve(struct call *call, size_t size)
{
    unsigned char *bytes = size <= sizeof call->fixed ? call->fixed : malloc(size);
    call->size = size;
    call->empty = bytes;
    return bytes == NULL ? INDP_E_NO_MEMORY : INDP_OK;
}

static indp_status start(struct call *call, const indpx_parameters *numbers, const void *list,
                         size_t n)
{
    const indpx_kind *kind = call->function->kind;
    size_t size;
    indp_status status = indpx_size(kind, numbers, list, n, &size);
    if (status == INDP_OK)
        status = reserve(call, size);
    return status == INDP_OK ? indpx_start(kind, call->empty, size, numbers, list, n) : status;
}

static indp_status start_labels(struct call *call, const indpx_parameters *numbers)
{
    indp_category *list = malloc((call->list.n + 1) * sizeof *list);
    indp_status status = INDP_E_NO_MEMORY;
    if (list != NULL) {
        indpduck_list_categories(&call->list, list);
        status = start(call, numbers, list, call->list.n);
    }
    free(list);
    return status;
}

static indp_status start_kind(struct call *call, const indpx_parameters *numbers)
{
    const indpx_kind *kind = call->function->kind;
    if (kind->values == INDPX_LABELS)
        return start_labels(call, numbers);
    if (kind->code == INDP_KIND_HISTOGRAM && call->function->list_column != 0)
        return start(call, numbers, call->list.bytes, call->list.n);
    return start(call, numbers, NULL, 0);
}

indp_status indpduck_call_prepare(struct call *call)
{
    const struct function *function = call->function;
    indpx_parameters numbers;
    indp_status status;
    if (call->empty != NULL)
        return INDP_OK;
    status = numbers_of(call, &numbers);
    if (status == INDP_OK)
        status = start_kind(call, &numbers);
    if (status == INDP_OK && !function->gives_state)
        status = indpduck_can_release(function->kind, call->empty, &call->list, call->epsilon);
    return status;
}

void indpduck_call_free(struct call *call)
{
    indpduck_list_free(&call->list);
    if (call->empty != call->fixed)
        free(call->empty);
    call->empty = NULL;
}
