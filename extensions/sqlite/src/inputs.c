/* Adds rows to a state. Depending on the kind, a row is only counted, is added as a number, or is
 * counted for the candidate that it equals. */
#include <math.h>

#include "internal.h"

static indp_status count_add(struct state *state, sqlite3_value *x, int type)
{
    (void)x;
    (void)type;
    state->pending++;
    return INDP_OK;
}

static indp_status count_flush(struct state *state)
{
    indp_status status = indp_count_add_many(state->bytes, state->pending);
    state->pending = 0;
    return status;
}

/* Adds the batch to the state. This takes a fraction of the time of adding its numbers one by one,
 * and gives the same state, since states do not depend on the order of rows. */
static indp_status numbers_flush(struct state *state)
{
    size_t n = (size_t)state->pending;
    indp_status status = indp_state_add_many(state->bytes, state->batch, n);
    if (status == INDP_E_CAPACITY) {
        status = indpsql_grow(state, n);
        if (status == INDP_OK)
            status = indp_state_add_many(state->bytes, state->batch, n);
    }
    state->pending = 0;
    return status;
}

/* Adds an integer that may not be exact as a double. Such integers are rare, so they bypass the
 * batch. */
static indp_status integer_add(struct state *state, sqlite3_int64 x)
{
    indp_status status = indp_state_add_int64(state->bytes, x);
    if (status == INDP_E_CAPACITY) {
        status = indpsql_grow(state, 1);
        if (status == INDP_OK)
            status = indp_state_add_int64(state->bytes, x);
    }
    return status;
}

/* A value that is not a number is added as NaN. It does not cause an error, since errors must not
 * depend on x. A histogram has a cell for NaN; otherwise NaN counts as the point of [lo, hi]
 * nearest 0. */
static indp_status number_add(struct state *state, sqlite3_value *x, int type)
{
    double real = (double)NAN;
    if (type == SQLITE_TEXT)
        type = sqlite3_value_numeric_type(x); /* '12.5' is 12.5 */
    if (type == SQLITE_FLOAT) {
        real = sqlite3_value_double(x);
    } else if (type == SQLITE_INTEGER) {
        sqlite3_int64 integer = sqlite3_value_int64(x);
        if (integer < -MOST_EXACT || integer > MOST_EXACT)
            return integer_add(state, integer);
        real = (double)integer;
    }
    state->batch[state->pending++] = real;
    return state->pending == BATCH ? numbers_flush(state) : INDP_OK;
}

/* A real with an integer value is added as an integer, as in SQLite's comparisons. Other reals and
 * blobs equal no candidate. Text is never read as a number. */
static indp_status mode_add(struct state *state, sqlite3_value *x, int type)
{
    const char *text;
    double real;
    switch (type) {
    case SQLITE_INTEGER: return indp_mode_add_int64(state->bytes, sqlite3_value_int64(x));
    case SQLITE_FLOAT:
        real = sqlite3_value_double(x);
        if (!(real >= -9223372036854775808.0 && real < 9223372036854775808.0) ||
            real != floor(real))
            return INDP_OK;
        return indp_mode_add_int64(state->bytes, (int64_t)real);
    case SQLITE_TEXT:
        text = (const char *)sqlite3_value_text(x);
        if (text == NULL)
            return INDP_E_NO_MEMORY;
        return indp_mode_add_text(state->bytes, (const uint8_t *)text,
                                  (size_t)sqlite3_value_bytes(x));
    default: return INDP_OK;
    }
}

const struct input *indpsql_input(indpx_values values)
{
    static const struct input INPUTS[] = {
        [INDPX_ANY] = { count_add, count_flush, 0 },
        [INDPX_NUMBERS] = { number_add, numbers_flush, 1 },
        [INDPX_LABELS] = { mode_add, NULL, 0 },
    };
    return &INPUTS[values];
}
