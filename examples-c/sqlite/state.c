/* States in memory: where they live, how they grow, and what becomes of them. */
#include <string.h>

#include "internal.h"

/* Room for a state that is to be made: size bytes, in the object itself if they fit. */
indp_status indpsql_reserve(struct state *state, size_t size)
{
    state->size = size;
    state->bytes = size <= sizeof state->fixed ? state->fixed : sqlite3_malloc64(size);
    return state->bytes == NULL ? INDP_E_NO_MEMORY : INDP_OK;
}

/* Makes room for more rows. On failure the state is as it was. */
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

/* A state from stored bytes. Whatever they are, the answer is a state or a status. */
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
        status = indpsql_reserve(state, size);
    if (status == INDP_OK)
        status = indp_state_deserialise(state->bytes, size, bytes, length);
    return status;
}

/* Ends a state, also one that was never made. */
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

static indp_status release_count(sqlite3_context *context, struct state *state, double epsilon,
                                 const indp_options *options)
{
    int64_t count;
    indp_status status = indp_count_release(state->bytes, epsilon, options, &count);
    if (status == INDP_OK)
        sqlite3_result_int64(context, count);
    return status;
}

static indp_status release_mode(sqlite3_context *context, struct state *state, double epsilon,
                                const indp_options *options)
{
    indp_category winner;
    indp_status status = indp_mode_release(state->bytes, epsilon, options, &winner);
    if (status == INDP_OK && winner.text != NULL)
        sqlite3_result_text64(context, winner.text, winner.length, SQLITE_TRANSIENT, SQLITE_UTF8);
    else if (status == INDP_OK)
        sqlite3_result_int64(context, winner.integer);
    return status;
}

static indp_status release_number(sqlite3_context *context, struct state *state, double epsilon,
                                  const indp_options *options)
{
    double answer;
    indp_status status = indp_state_release(state->bytes, epsilon, options, &answer);
    if (status == INDP_OK)
        sqlite3_result_double(context, answer);
    return status;
}

indp_status indpsql_answer_release(sqlite3_context *context, struct state *state, double epsilon,
                                   const struct settings *settings)
{
    indp_options *options = NULL;
    int32_t kind;
    indp_status status = indp_state_kind(state->bytes, &kind);
    if (status == INDP_OK)
        status = indpsql_options(settings, &options);
    if (status == INDP_OK) {
        switch (kind) {
        case INDP_KIND_COUNT: status = release_count(context, state, epsilon, options); break;
        case INDP_KIND_MODE: status = release_mode(context, state, epsilon, options); break;
        default: status = release_number(context, state, epsilon, options); break;
        }
    }
    indp_options_free(options);
    return status;
}
