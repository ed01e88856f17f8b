#include "bytes.h"

#include <stdlib.h>

indp_status indpduck_bytes_read(struct bytes *out, struct text stored)
{
    indp_status status;
    out->state = NULL;
    if (stored.length == 0)
        return INDP_E_STATE;
    status = indp_state_deserialised_size(stored.bytes, stored.length, &out->size);
    if (status != INDP_OK)
        return status;
    out->state = malloc(out->size);
    if (out->state == NULL)
        return INDP_E_NO_MEMORY;
    return indp_state_deserialise(out->state, out->size, stored.bytes, stored.length);
}

void indpduck_bytes_free(struct bytes *bytes)
{
    free(bytes->state);
    bytes->state = NULL;
}

static indp_status grow(struct bytes *bytes, uint64_t more)
{
    unsigned char *state;
    size_t size;
    indp_status status = indp_state_room(bytes->state, more, &size);
    if (status != INDP_OK || size <= bytes->size)
        return status;
    state = realloc(bytes->state, size);
    if (state == NULL)
        return INDP_E_NO_MEMORY;
    bytes->state = state;
    bytes->size = size;
    return indp_state_resized(state, size);
}

indp_status indpduck_bytes_merge(struct bytes *into, const struct bytes *from)
{
    uint64_t rows;
    indp_status status;
    if (into->state == NULL) {
        into->state = malloc(from->size);
        if (into->state == NULL)
            return INDP_E_NO_MEMORY;
        memcpy(into->state, from->state, from->size);
        into->size = from->size;
        return INDP_OK;
    }
    status = indp_state_rows(from->state, &rows);
    if (status == INDP_OK)
        status = grow(into, rows);
    return status == INDP_OK ? indp_state_merge(into->state, from->state) : status;
}
