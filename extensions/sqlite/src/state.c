/* States in memory: where they are stored, how they grow, and how they become answers. */
#include <string.h>

#include "internal.h"
#include "json.h"
#include "parts.h"

/* Reserves size bytes for a new state, in the object itself if they fit. */
static indp_status reserve(struct state *state, size_t size)
{
    state->size = size;
    state->bytes = size <= sizeof state->fixed ? state->fixed : sqlite3_malloc64(size);
    return state->bytes == NULL ? INDP_E_NO_MEMORY : INDP_OK;
}

/* Reads the edges of a histogram. dp_bounds has none. */
static indp_status read_edges(const struct parameters *p, double *edges, size_t most, size_t *n)
{
    return indpx_json_numbers(p->list, (size_t)p->length, edges, most, n) ? INDP_OK : INDP_E_EDGES;
}

/* Makes an empty state. The list of candidates or edges is freed before this returns. */
indp_status indpsql_start(struct state *state, const indpx_kind *kind, const struct parameters *p)
{
    indp_category *candidates = NULL;
    const void *list = NULL;
    void *room = NULL;
    size_t n = 0, size = 0;
    indp_status status = INDP_OK;
    if (kind->values == INDPX_LABELS) {
        room = sqlite3_malloc64(indpx_json_room(p->list, (size_t)p->length));
        status = room == NULL ? INDP_E_NO_MEMORY
                              : indpx_json_read(p->list, (size_t)p->length, room, &candidates, &n);
        list = candidates;
    } else if (kind->code == INDP_KIND_HISTOGRAM && p->list != NULL) {
        size_t most = (size_t)p->length / 2 + 1; /* a number and a comma have two bytes or more */
        room = sqlite3_malloc64(most * sizeof(double));
        status = room == NULL ? INDP_E_NO_MEMORY : read_edges(p, room, most, &n);
        list = room;
    }
    if (status == INDP_OK)
        status = indpx_size(kind, &p->numbers, list, n, &size);
    if (status == INDP_OK)
        status = reserve(state, size);
    if (status == INDP_OK)
        status = indpx_start(kind, state->bytes, size, &p->numbers, list, n);
    sqlite3_free(room);
    return status;
}

/* Makes room for more rows. On failure the state is unchanged. */
indp_status indpsql_grow(struct state *state, uint64_t more)
{
    unsigned char *bytes;
    size_t size;
    indp_status status = indp_state_room(state->bytes, more, &size);
    if (status != INDP_OK || size <= state->size)
        return status;
    bytes = sqlite3_realloc64(state->bytes == state->fixed ? NULL : state->bytes, size);
    if (bytes == NULL)
        return INDP_E_NO_MEMORY;
    if (state->bytes == state->fixed)
        memcpy(bytes, state->fixed, state->size);
    state->bytes = bytes;
    state->size = size;
    return indp_state_resized(bytes, size);
}

/* Reads a state from stored bytes. Bytes that are not a state give a status other than INDP_OK. The
 * caller drops *state in either case. */
indp_status indpsql_read(struct state *state, sqlite3_value *blob)
{
    const void *bytes;
    size_t length, size;
    indp_status status;
    if (sqlite3_value_type(blob) != SQLITE_BLOB)
        return INDP_E_STATE;
    bytes = sqlite3_value_blob(blob);
    length = (size_t)sqlite3_value_bytes(blob);
    if (bytes == NULL) /* an empty blob, or a zeroblob for which there is no memory */
        return length == 0 ? INDP_E_STATE : INDP_E_NO_MEMORY;
    status = indp_state_deserialised_size(bytes, length, &size);
    if (status == INDP_OK)
        status = reserve(state, size);
    if (status == INDP_OK)
        status = indp_state_deserialise(state->bytes, size, bytes, length);
    return status;
}

/* Frees a state, also one that was never made. */
void indpsql_drop(struct state *state)
{
    if (state->bytes != state->fixed)
        sqlite3_free(state->bytes);
    state->bytes = NULL;
}

indp_status indpsql_answer_bytes(sqlite3_context *context, const struct state *state)
{
    size_t size;
    void *bytes;
    indp_status status = indp_state_size(state->bytes, &size);
    if (status != INDP_OK)
        return status;
    bytes = sqlite3_malloc64(size);
    if (bytes == NULL)
        return INDP_E_NO_MEMORY;
    status = indp_state_serialise(state->bytes, bytes, size);
    if (status == INDP_OK)
        sqlite3_result_blob64(context, bytes, size, sqlite3_free);
    else
        sqlite3_free(bytes);
    return status;
}

void indpsql_answer_value(sqlite3_context *context, const indp_value *value)
{
    if (value->tag == INDP_VALUE_REAL)
        sqlite3_result_double(context, value->real);
    else if (value->label == NULL)
        sqlite3_result_int64(context, value->integer);
    else
        sqlite3_result_text64(context, (const char *)value->label, value->length, SQLITE_TRANSIENT,
                              SQLITE_UTF8);
}

/* The options for a release of this state, to be freed by the caller. */
static indp_status options_of(const struct state *state, const indpx_settings *settings,
                              indp_options **out)
{
    const indpx_kind *kind;
    int32_t code;
    indp_status status = indp_state_kind(state->bytes, &code);
    *out = NULL;
    if (status != INDP_OK)
        return status;
    kind = indpx_kind_of_code(code);
    return kind == NULL ? INDP_E_STATE : indpx_options(settings, kind, out);
}

indp_status indpsql_answer_release(sqlite3_context *context, struct state *state, double epsilon,
                                   const indpx_settings *settings)
{
    indp_value value = { sizeof value, 0, 0, 0, NULL, 0, 0 };
    indp_options *options;
    indp_status status = options_of(state, settings, &options);
    if (status == INDP_OK)
        status = indp_state_release_value(state->bytes, epsilon, options, &value);
    indp_options_free(options);
    if (status == INDP_OK)
        indpsql_answer_value(context, &value);
    return status;
}

indp_status indpsql_answer_parts(sqlite3_context *context, struct state *state, double epsilon,
                                 const indpx_settings *settings)
{
    indp_parts parts = { sizeof parts, 0, 0, 0, { 0, 0, 0 }, 0 };
    char text[INDPX_PARTS_SIZE];
    indp_options *options;
    indp_status status = options_of(state, settings, &options);
    if (status == INDP_OK)
        status = indp_state_release_parts(state->bytes, epsilon, options, &parts);
    indp_options_free(options);
    if (status != INDP_OK)
        return status;
    indpx_parts_write(&parts, text);
    sqlite3_result_text(context, text, -1, SQLITE_TRANSIENT);
    return INDP_OK;
}
