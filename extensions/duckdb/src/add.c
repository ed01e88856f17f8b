/* Adding rows to a group. Depending on the kind, a row is only counted, is added as a number, or is
 * counted for the candidate that it equals. */
#include "group.h"

enum {
    BATCH = 1024, /* numbers that go to the library in one call */
    FEW = 12      /* this many or fewer are added faster one by one than in one call */
};
static const int64_t MOST_EXACT = (int64_t)1 << 53; /* integers up to here are exact as doubles */

static unsigned char *bytes_of(const struct function *function, indpduck_place *place)
{
    return indpduck_group_bytes(function, indpduck_group_of(function, place));
}

static indp_status count(const struct function *function, indpduck_place *place,
                         const struct column *x, idx_t from, idx_t to)
{
    return indp_count_add_many(bytes_of(function, place), indpduck_count_valid(x, from, to));
}

/* Adds numbers in one call. A state that is full grows, and the call is repeated. */
static indp_status add_many(const struct function *function, indpduck_place *place,
                            const double *values, size_t n)
{
    indp_status status = indp_state_add_many(bytes_of(function, place), values, n);
    if (status != INDP_E_CAPACITY)
        return status;
    status = indpduck_group_grow(function, place, n);
    return status == INDP_OK ? indp_state_add_many(bytes_of(function, place), values, n) : status;
}

static indp_status add_integer(const struct function *function, indpduck_place *place,
                               int64_t value)
{
    indp_status status = indp_state_add_int64(bytes_of(function, place), value);
    if (status != INDP_E_CAPACITY)
        return status;
    status = indpduck_group_grow(function, place, 1);
    return status == INDP_OK ? indp_state_add_int64(bytes_of(function, place), value) : status;
}

static indp_status add_double(const struct function *function, indpduck_place *place, double value)
{
    indp_status status = indp_state_add(bytes_of(function, place), value);
    if (status != INDP_E_CAPACITY)
        return status;
    status = indpduck_group_grow(function, place, 1);
    return status == INDP_OK ? indp_state_add(bytes_of(function, place), value) : status;
}

/* Copies up to BATCH numbers that are not NULL from the rows *from..to, and moves *from past the
 * rows that were read. Returns how many numbers were copied. */
static size_t collect(const struct column *x, idx_t *from, idx_t to, double *batch)
{
    const double *values = x->data;
    size_t n = 0;
    for (; *from < to && n < BATCH; ++*from)
        if (indpduck_is_valid(x, *from))
            batch[n++] = values[*from];
    return n;
}

static indp_status doubles(const struct function *function, indpduck_place *place,
                           const struct column *x, idx_t from, idx_t to)
{
    const double *values = x->data;
    double batch[BATCH];
    indp_status status = INDP_OK;
    if (to - from <= FEW) {
        for (; from < to && status == INDP_OK; from++)
            if (indpduck_is_valid(x, from))
                status = add_double(function, place, values[from]);
        return status;
    }
    if (x->validity == NULL)
        return add_many(function, place, values + from, (size_t)(to - from));
    while (from < to && status == INDP_OK) {
        size_t n = collect(x, &from, to, batch);
        status = add_many(function, place, batch, n);
    }
    return status;
}

/* An integer beyond 2^53 may have no equal double, so it does not join a batch. */
static indp_status integers(const struct function *function, indpduck_place *place,
                            const struct column *x, idx_t from, idx_t to)
{
    const int64_t *values = x->data;
    const int few = to - from <= FEW;
    double batch[BATCH];
    size_t n = 0;
    indp_status status = INDP_OK;
    for (; from < to && status == INDP_OK; from++) {
        if (!indpduck_is_valid(x, from))
            continue;
        if (few || values[from] < -MOST_EXACT || values[from] > MOST_EXACT)
            status = add_integer(function, place, values[from]);
        else
            batch[n++] = (double)values[from];
        if (n == BATCH && status == INDP_OK) {
            status = add_many(function, place, batch, n);
            n = 0;
        }
    }
    return status == INDP_OK && n > 0 ? add_many(function, place, batch, n) : status;
}

__extension__ typedef __int128 int128;
__extension__ typedef unsigned __int128 uint128;

static uint128 bits_of(uint64_t upper, uint64_t lower)
{
    return (uint128)upper << 64 | lower;
}

/* An integer of at most 64 bits with a sign is added exactly. Any other becomes the nearest double,
 * by one rounding. */
static indp_status add_wide(const struct function *function, indpduck_place *place, int128 value)
{
    return value >= INT64_MIN && value <= INT64_MAX ? add_integer(function, place, (int64_t)value)
                                                    : add_double(function, place, (double)value);
}

static indp_status wide(const struct function *function, indpduck_place *place,
                        const struct column *x, idx_t from, idx_t to)
{
    const duckdb_hugeint *values = x->data;
    indp_status status = INDP_OK;
    for (; from < to && status == INDP_OK; from++)
        if (indpduck_is_valid(x, from))
            status = add_wide(function, place,
                              (int128)bits_of((uint64_t)values[from].upper, values[from].lower));
    return status;
}

static indp_status unsigned_wide(const struct function *function, indpduck_place *place,
                                 const struct column *x, idx_t from, idx_t to)
{
    const duckdb_uhugeint *values = x->data;
    indp_status status = INDP_OK;
    for (; from < to && status == INDP_OK; from++) {
        uint128 value;
        if (!indpduck_is_valid(x, from))
            continue;
        value = bits_of(values[from].upper, values[from].lower);
        status = value >> 127 ? add_double(function, place, (double)value)
                              : add_wide(function, place, (int128)value);
    }
    return status;
}

static indp_status texts(const struct function *function, indpduck_place *place,
                         const struct column *x, idx_t from, idx_t to)
{
    unsigned char *bytes = bytes_of(function, place);
    indp_status status = INDP_OK;
    for (; from < to && status == INDP_OK; from++) {
        struct text text;
        if (!indpduck_is_valid(x, from))
            continue;
        text = indpduck_text(x, from);
        status = indp_mode_add_text(bytes, text.bytes, text.length);
    }
    return status;
}

static indp_status labels(const struct function *function, indpduck_place *place,
                          const struct column *x, idx_t from, idx_t to)
{
    const int64_t *values = x->data;
    unsigned char *bytes = bytes_of(function, place);
    indp_status status = INDP_OK;
    for (; from < to && status == INDP_OK; from++)
        if (indpduck_is_valid(x, from))
            status = indp_mode_add_int64(bytes, values[from]);
    return status;
}

indpduck_add indpduck_add_of(const struct function *function)
{
    if (function->kind->values == INDPX_ANY)
        return count;
    if (function->kind->values == INDPX_LABELS)
        return function->x == DUCKDB_TYPE_VARCHAR ? texts : labels;
    switch (function->x) {
    case DUCKDB_TYPE_BIGINT: return integers;
    case DUCKDB_TYPE_HUGEINT: return wide;
    case DUCKDB_TYPE_UHUGEINT: return unsigned_wide;
    default: return doubles;
    }
}
