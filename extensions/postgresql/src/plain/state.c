/* Converts between dp_state and transition states, and checks bytes from elsewhere. */
#include "indp_pg.h"

#include "utils/memutils.h"

/* Serialises a state. NULL stands for the merge of no states. */
bytea *indppg_state_to_bytes(const void *state)
{
    size_t size = 0;
    bytea *out;
    if (state != NULL && indp_state_size(state, &size) != INDP_OK)
        indppg_fail_bytes("dp_state", ERRCODE_DATA_CORRUPTED);
    out = palloc(VARHDRSZ + size);
    SET_VARSIZE(out, VARHDRSZ + size);
    if (state != NULL && indp_state_serialise(state, VARDATA(out), size) != INDP_OK)
        indppg_fail_bytes("dp_state", ERRCODE_DATA_CORRUPTED);
    return out;
}

/* Whether this version has an aggregate for the kind of the state, and all texts in the state are
 * valid in this database. */
static bool is_known(const unsigned char *state)
{
    int32_t code;
    if (indp_state_kind(state, &code) != INDP_OK || indpx_kind_of_code(code) == NULL)
        return false;
    return code != INDP_KIND_MODE || indppg_labels_are_valid(state);
}

/* Turns the bytes of a state into a transition state without parameters. NULL if the bytes are
 * not a state. */
Transition *indppg_deserialise(Owner owner, const unsigned char *data, Size length)
{
    Transition *transition;
    size_t size;
    if (indp_state_deserialised_size(data, length, &size) != INDP_OK ||
        !AllocSizeIsValid(TRANSITION_HEAD + size))
        return NULL;
    transition = indppg_new_transition(owner, size);
    if (indp_state_deserialise(transition->state, size, data, length) != INDP_OK ||
        !is_known(transition->state))
        return NULL;
    return transition;
}

/* Turns a dp_state into a transition state. The merge of no states becomes the transition state
 * that has seen no row. */
Transition *indppg_transition_of_state(const bytea *bytes)
{
    Size length = VARSIZE_ANY_EXHDR(bytes);
    Transition *transition =
        length == 0
            ? indppg_new_transition(OWNER_NONE, 0)
            : indppg_deserialise(OWNER_MERGE, (const unsigned char *)VARDATA_ANY(bytes), length);
    if (transition == NULL)
        indppg_fail_bytes("dp_state", ERRCODE_INVALID_BINARY_REPRESENTATION);
    return transition;
}

/* Checks bytes from outside. Raises an error with the SQLSTATE `code` if they are not a
 * dp_state. */
bytea *indppg_check_state(bytea *bytes, int code)
{
    Size length = VARSIZE_ANY_EXHDR(bytes);
    if (length > 0) {
        Transition *transition =
            indppg_deserialise(OWNER_MERGE, (const unsigned char *)VARDATA_ANY(bytes), length);
        if (transition == NULL)
            indppg_fail_bytes("dp_state", code);
        pfree(transition);
    }
    return bytes;
}
