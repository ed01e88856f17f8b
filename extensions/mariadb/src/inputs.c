/* Adds rows to a state. Depending on the kind, a row is only counted, is added as a number, or is
 * counted for the candidate that it equals. No value causes an error. */
#include <math.h>
#include <string.h>

#include "internal.h"

static indp_status count_add(struct call *call, struct group *group, const char *x,
                             unsigned long length)
{
    (void)call;
    (void)x;
    (void)length;
    group->pending++;
    return INDP_OK;
}

static indp_status count_flush(struct group *group)
{
    indp_status status = indp_count_add_many(group->state.bytes, group->pending);
    group->pending = 0;
    return status;
}

/* Adds the batch to the state. This takes a fraction of the time of adding its numbers one by one,
 * and gives the same state, since states do not depend on the order of rows. */
static indp_status numbers_flush(struct group *group)
{
    size_t n = group->pending;
    indp_status status = indp_state_add_many(group->state.bytes, group->batch, n);
    if (status == INDP_E_CAPACITY) {
        status = indpmy_grow(&group->state, n);
        if (status == INDP_OK)
            status = indp_state_add_many(group->state.bytes, group->batch, n);
    }
    group->pending = 0;
    return status;
}

/* Text that is not a number is added as NaN. A histogram has a cell for NaN; otherwise NaN counts
 * as the point of [lo, hi] nearest 0. */
static indp_status number_add(struct call *call, struct group *group, const char *x,
                              unsigned long length)
{
    double real;
    if (call->x_type != UDF_STRING && call->x_type != UDF_DECIMAL)
        memcpy(&real, x, sizeof real);
    else if (!indpmy_read_number(x, length, &real))
        real = (double)NAN;
    group->batch[group->pending++] = real;
    return group->pending == BATCH ? numbers_flush(group) : INDP_OK;
}

/* A number with an integer value is added as an integer, whatever its type. Other numbers equal no
 * candidate. Text is never read as a number. */
static indp_status mode_add(struct call *call, struct group *group, const char *x,
                            unsigned long length)
{
    int64_t integer;
    double real;
    switch (call->x_type) {
    case UDF_STRING: return indp_mode_add_text(group->state.bytes, (const uint8_t *)x, length);
    case UDF_REAL:
        memcpy(&real, x, sizeof real);
        if (!(real >= -9223372036854775808.0 && real < 9223372036854775808.0) ||
            real != floor(real))
            return INDP_OK;
        return indp_mode_add_int64(group->state.bytes, (int64_t)real);
    default:
        return indpmy_read_integer(x, length, &integer)
                   ? indp_mode_add_int64(group->state.bytes, integer)
                   : INDP_OK;
    }
}

const struct input *indpmy_input(indpx_values values)
{
    static const struct input INPUTS[] = {
        [INDPX_ANY] = { count_add, count_flush },
        [INDPX_NUMBERS] = { number_add, numbers_flush },
        [INDPX_LABELS] = { mode_add, NULL },
    };
    return &INPUTS[values];
}

/* The server raises a warning that contains the value if it cannot convert a text or a large
 * decimal to an integer. So only conversions that raise no warning are chosen here. Integers whose
 * exact value matters arrive as decimal digits, since an unsigned integer from 2^63 on would be
 * taken for a negative number. */
unsigned indpmy_wanted(indpx_values values, unsigned type)
{
    if (type != UDF_STRING && type != UDF_REAL && type != UDF_INTEGER && type != UDF_DECIMAL)
        return UDF_ROW;
    switch (values) {
    /* Decimals stay digits, since this extension reads them faster than the server. */
    case INDPX_NUMBERS: return type == UDF_INTEGER ? UDF_REAL : type;
    case INDPX_LABELS: return type == UDF_INTEGER ? UDF_DECIMAL : type;
    default: return type;
    }
}
