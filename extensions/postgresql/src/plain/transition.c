/* Manages the memory of a transition state: its buffer of numbers, and its growth.
 *
 * If a transition function returns a new pointer, PostgreSQL copies the new state into the
 * aggregate's context and frees the old state. Therefore a state that grows is allocated in the
 * current context, which lasts only as long as the row. If it were allocated in the aggregate's
 * context, it would still be copied, and the original would stay until the group ends.
 * repalloc would free the memory that PostgreSQL then frees again. The library asks for at least
 * twice the length each time, up to the largest length of the state. So the total cost of copying
 * is only a few times the final length. */
#include "indp_pg.h"

/* The transition state in this argument, or NULL. Raises an error if it was already released. */
Transition *indppg_transition_of(FunctionCallInfo fcinfo, int argument)
{
    Transition *transition =
        PG_ARGISNULL(argument) ? NULL : (Transition *)PG_DETOAST_DATUM(PG_GETARG_DATUM(argument));
    if (transition != NULL && (transition->owner & OWNER_RELEASED))
        indppg_fail_owner();
    return transition;
}

Transition *indppg_new_transition(Owner owner, Size size)
{
    Transition *transition = palloc0(TRANSITION_HEAD + size);
    SET_VARSIZE(transition, TRANSITION_HEAD + size);
    transition->owner = owner;
    return transition;
}

/* The numbers in the buffer. Sets n to how many there are. */
const double *indppg_buffered(Transition *transition, Size *n)
{
    *n = transition->buffer ? BUFFERED - transition->room : 0;
    return *n == 0 ? NULL : buffer_of(transition) + transition->room;
}

/* Adds the numbers of the buffer to the state, in place. */
indp_status indppg_flush(Transition *transition)
{
    Size n;
    const double *values = indppg_buffered(transition, &n);
    indp_status status = n == 0 ? INDP_OK : indp_state_add_many(transition->state, values, n);
    if (status == INDP_OK && n > 0)
        transition->room = BUFFERED;
    return status;
}

/* A copy of the transition state with another length, and with or without a buffer. The caller
 * chooses a length that keeps the buffer aligned. */
static Transition *copied(Transition *from, Size length, bool buffer)
{
    Size n, size = TRANSITION_HEAD + length + (buffer ? BUFFER_SIZE : 0);
    const double *values = indppg_buffered(from, &n);
    Transition *to = palloc(size);
    memcpy(to, from, TRANSITION_HEAD + state_length(from));
    SET_VARSIZE(to, size);
    to->buffer = buffer;
    to->room = buffer ? BUFFERED - n : 0;
    if (n > 0)
        memcpy(buffer_of(to) + to->room, values, n * sizeof *values);
    return to;
}

/* Ensures that the state has room for `more` rows in addition to the rows of a buffer, and that
 * there is a buffer if one is wanted. The caller must return *transition, which may be a new
 * pointer. */
indp_status indppg_reserve(Transition **transition, bool buffer, uint64 more)
{
    Transition *t = *transition;
    Size length = state_length(t);
    size_t room;
    indp_status status;
    buffer = buffer || t->buffer;
    status = indp_state_room(t->state, more + (buffer ? BUFFERED : 0), &room);
    if (status != INDP_OK || (room <= length && buffer == t->buffer))
        return status;
    room = MAXALIGN(Max(room, length));
    *transition = copied(t, room, buffer);
    return room == length ? INDP_OK : indp_state_resized((*transition)->state, room);
}

static indp_status add_number(Transition **transition, double value)
{
    indp_status status = indp_state_add((*transition)->state, value);
    if (status != INDP_E_CAPACITY)
        return status;
    status = indppg_reserve(transition, false, 1);
    return status == INDP_OK ? indp_state_add((*transition)->state, value) : status;
}

/* Adds a number. To be called only when the buffer is full or does not exist yet. */
indp_status indppg_add_when_full(bool may_buffer, Transition **transition, double value)
{
    uint64_t rows;
    indp_status status;
    if ((*transition)->buffer) {
        status = indppg_flush(*transition);
        if (status == INDP_OK)
            status = indppg_reserve(transition, true, 0);
        if (status == INDP_OK)
            buffer_of(*transition)[--(*transition)->room] = value;
        return status;
    }
    status = add_number(transition, value);
    if (status != INDP_OK || !may_buffer)
        return status;
    status = indp_state_rows((*transition)->state, &rows);
    return status == INDP_OK && rows >= ROWS_BEFORE_BUFFER ? indppg_reserve(transition, true, 0)
                                                           : status;
}

/* Adds an integer that may not be representable as a double, bypassing the buffer. Reserves room
 * first, so that the rows of the buffer still fit into the state afterwards. */
indp_status indppg_add_integer(Transition **transition, int64 value)
{
    indp_status status = indppg_reserve(transition, false, 1);
    return status == INDP_OK ? indp_state_add_int64((*transition)->state, value) : status;
}
