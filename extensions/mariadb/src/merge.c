/* dp_merge(state, rows_per_person): an aggregate over states. */
#include "internal.h"

static indp_status check_rows(const struct state *state, const struct parameters *parameters)
{
    uint64_t rows;
    indp_status status = indp_state_rows_per_person(state->bytes, &rows);
    return status == INDP_OK && rows != (uint64_t)parameters->numbers.rows ? INDP_E_STATE_MISMATCH
                                                                           : status;
}

static indp_status merge(struct state *state, const struct state *other)
{
    uint64_t rows = 0;
    indp_status status = indp_state_rows(other->bytes, &rows);
    if (status == INDP_OK)
        status = indpmy_grow(state, rows);
    if (status == INDP_OK)
        status = indp_state_merge(state->bytes, other->bytes);
    return status;
}

static indp_status add(struct call *call, struct group *group, const char *x, unsigned long length)
{
    struct state other = { NULL, 0 };
    struct state *state = group->state.bytes == NULL ? &group->state : &other;
    indp_status status = indpmy_read(state, x, length);
    if (status == INDP_OK)
        status = check_rows(state, &call->parameters);
    if (status == INDP_OK && state == &other)
        status = merge(&group->state, &other);
    indpmy_drop(&other);
    return status;
}

const struct input indpmy_merge = { add, NULL };
