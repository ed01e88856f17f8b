/* The kinds of aggregates. To add one: how it starts, how it takes a value, and a row of the table. */
#include <math.h>

#include "internal.h"

static indp_status count_init(struct state *state, const struct parameters *p)
{
    indp_status status = indpsql_reserve(state, INDP_COUNT_STATE_SIZE);
    if (status == INDP_OK)
        status = indp_count_init(state->bytes, state->size, (uint64_t)p->rows);
    return status;
}

/* Sum, mean, variance and standard deviation start alike. */
#define BOUNDED_INIT(kind, SIZE)                                                                             \
    static indp_status kind##_init(struct state *state, const struct parameters *p)                          \
    {                                                                                                        \
        indp_status status = indpsql_reserve(state, SIZE);                                                   \
        if (status == INDP_OK)                                                                               \
            status = indp_##kind##_init(state->bytes, state->size, p->number[LO], p->number[HI], 0,          \
                                        (uint64_t)p->rows);                                                  \
        return status == INDP_E_GRID ? INDP_E_CANDIDATES : status; /* no grid tells lo and hi apart */       \
    }

BOUNDED_INIT(sum, INDP_SUM_STATE_SIZE)
BOUNDED_INIT(mean, INDP_MEAN_STATE_SIZE)
BOUNDED_INIT(variance, INDP_VARIANCE_STATE_SIZE)
BOUNDED_INIT(stddev, INDP_STDDEV_STATE_SIZE)

static indp_status start_quantile(struct state *state, const struct parameters *p, double q)
{
    indp_status status = indpsql_reserve(state, INDP_QUANTILE_STATE_SIZE);
    if (status == INDP_OK)
        status = indp_quantile_init(state->bytes, state->size, q, p->number[LO], p->number[HI],
                                    (uint64_t)p->count, (uint64_t)p->rows);
    return status;
}

static indp_status quantile_init(struct state *state, const struct parameters *p)
{
    return start_quantile(state, p, p->number[Q]);
}

static indp_status median_init(struct state *state, const struct parameters *p)
{
    return start_quantile(state, p, 0.5);
}

static indp_status mode_init(struct state *state, const struct parameters *p)
{
    indp_category *list = NULL;
    size_t n = 0, size = 0;
    indp_status status = indpsql_parse_candidates(p->candidates, (size_t)p->length, &list, &n);
    if (status == INDP_OK)
        status = indp_mode_size(list, n, &size);
    if (status == INDP_OK)
        status = indpsql_reserve(state, size);
    if (status == INDP_OK)
        status = indp_mode_init(state->bytes, size, list, n, (uint64_t)p->rows);
    sqlite3_free(list);
    return status;
}

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

/* States do not depend on the order of rows: a batch costs a fraction of as many single calls. */
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

/* An integer that is no double: few. */
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

/* What is no number counts as a row with the value that NaN has: the point of [lo, hi] nearest 0. It must not be
 * an error, since errors may not depend on x. */
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

/* Whole reals are integers, as SQLite compares them; text is never a number, and blobs are no candidates. */
static indp_status mode_add(struct state *state, sqlite3_value *x, int type)
{
    const char *text;
    double real;
    switch (type) {
    case SQLITE_INTEGER: return indp_mode_add_int64(state->bytes, sqlite3_value_int64(x));
    case SQLITE_FLOAT:
        real = sqlite3_value_double(x);
        if (!(real >= -9223372036854775808.0 && real < 9223372036854775808.0) || real != floor(real))
            return INDP_OK;
        return indp_mode_add_int64(state->bytes, (int64_t)real);
    case SQLITE_TEXT:
        text = (const char *)sqlite3_value_text(x);
        if (text == NULL)
            return INDP_E_NO_MEMORY;
        return indp_mode_add_text(state->bytes, text, (size_t)sqlite3_value_bytes(x));
    default: return INDP_OK;
    }
}

#define ROWS_ARE "rows_per_person is"
#define BOUNDS_ARE "lo, hi and rows_per_person are"

const struct kind indpsql_kinds[] = {
    { "dp_count", { EPSILON }, ROWS_ARE, count_init, count_add, count_flush, 0, 0 },
    { "dp_sum", { LO, HI, EPSILON }, BOUNDS_ARE, sum_init, number_add, numbers_flush, 1, 0 },
    { "dp_avg", { LO, HI, EPSILON }, BOUNDS_ARE, mean_init, number_add, numbers_flush, 1, 0 },
    { "dp_var", { LO, HI, EPSILON }, BOUNDS_ARE, variance_init, number_add, numbers_flush, 1, 0 },
    { "dp_stddev", { LO, HI, EPSILON }, BOUNDS_ARE, stddev_init, number_add, numbers_flush, 1, 0 },
    { "dp_median", { LO, HI, EPSILON }, ROWS_ARE, median_init, number_add, numbers_flush, 1, 1 },
    { "dp_quantile", { Q, LO, HI, EPSILON }, ROWS_ARE, quantile_init, number_add, numbers_flush, 1, 1 },
    { "dp_mode", { CANDIDATES, EPSILON }, ROWS_ARE, mode_init, mode_add, NULL, 0, 0 },
};

const size_t indpsql_kinds_count = sizeof indpsql_kinds / sizeof *indpsql_kinds;
