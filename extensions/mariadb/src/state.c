/* States in memory: where they are stored, and how they grow. */
#include <stdlib.h>
#include <string.h>

#include "internal.h"
#include "json.h"

indp_status indpmy_reserve(struct state *state, size_t size)
{
    if (state->bytes != NULL && state->size >= size)
        return INDP_OK;
    free(state->bytes);
    state->bytes = malloc(size);
    state->size = state->bytes == NULL ? 0 : size;
    return state->bytes == NULL ? INDP_E_NO_MEMORY : INDP_OK;
}

/* Reads the edges of a histogram. dp_bounds has none. */
static indp_status read_edges(const struct parameters *p, double *edges, size_t most, size_t *n)
{
    return indpx_json_numbers(p->list, p->length, edges, most, n) ? INDP_OK : INDP_E_EDGES;
}

/* Makes an empty state. The list of candidates or edges is freed before this returns. */
indp_status indpmy_start(struct state *state, const indpx_kind *kind, const struct parameters *p)
{
    indp_category *candidates = NULL;
    const void *list = NULL;
    void *room = NULL;
    size_t n = 0, size = 0;
    indp_status status = INDP_OK;
    if (kind->values == INDPX_LABELS) {
        room = malloc(indpx_json_room(p->list, p->length));
        status = room == NULL ? INDP_E_NO_MEMORY
                              : indpx_json_read(p->list, p->length, room, &candidates, &n);
        list = candidates;
    } else if (kind->code == INDP_KIND_HISTOGRAM && p->list != NULL) {
        size_t most = p->length / 2 + 1; /* a number and a comma have two bytes or more */
        room = malloc(most * sizeof(double));
        status = room == NULL ? INDP_E_NO_MEMORY : read_edges(p, room, most, &n);
        list = room;
    }
    if (status == INDP_OK)
        status = indpx_size(kind, &p->numbers, list, n, &size);
    if (status == INDP_OK)
        status = indpmy_reserve(state, size);
    if (status == INDP_OK)
        status = indpx_start(kind, state->bytes, size, &p->numbers, list, n);
    free(room);
    return status;
}

/* Copies an empty state. A buffer that is already larger keeps its size. */
indp_status indpmy_copy(struct state *state, const struct state *from)
{
    indp_status status = indpmy_reserve(state, from->size);
    if (status != INDP_OK)
        return status;
    memcpy(state->bytes, from->bytes, from->size);
    return state->size == from->size ? INDP_OK : indp_state_resized(state->bytes, state->size);
}

/* Makes room for more rows. On failure the state is unchanged. */
indp_status indpmy_grow(struct state *state, uint64_t more)
{
    unsigned char *bytes;
    size_t size;
    indp_status status = indp_state_room(state->bytes, more, &size);
    if (status != INDP_OK || size <= state->size)
        return status;
    bytes = realloc(state->bytes, size);
    if (bytes == NULL)
        return INDP_E_NO_MEMORY;
    state->bytes = bytes;
    state->size = size;
    return indp_state_resized(bytes, size);
}

/* Reads a state from stored bytes. Bytes that are not a state give a status other than INDP_OK. The
 * caller drops *state in either case. */
indp_status indpmy_read(struct state *state, const char *bytes, size_t length)
{
    size_t size;
    indp_status status = indp_state_deserialised_size(bytes, length, &size);
    if (status == INDP_OK)
        status = indpmy_reserve(state, size);
    if (status == INDP_OK)
        status = indp_state_deserialise(state->bytes, state->size, bytes, length);
    return status;
}

/* Frees a state, also one that was never made. */
void indpmy_drop(struct state *state)
{
    free(state->bytes);
    state->bytes = NULL;
    state->size = 0;
}
