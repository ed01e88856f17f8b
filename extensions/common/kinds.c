#include "kinds.h"

#include <string.h>

#include "messages.h"

#define UNLISTED (void)list, (void)n

static indp_status start_count(void *state, size_t size, const indpx_parameters *p, const void *list, size_t n)
{
    UNLISTED;
    return indp_count_init(state, size, (uint64_t)p->rows);
}

/* Defines the function that starts a sum, a mean, a variance or a standard deviation. */
#define START_BOUNDED(NAME)                                                                                       \
    static indp_status start_##NAME(void *state, size_t size, const indpx_parameters *p, const void *list, size_t n) \
    {                                                                                                             \
        indp_status status = indp_##NAME##_init(state, size, p->lo, p->hi, 0, (uint64_t)p->rows);                 \
        UNLISTED;                                                                                                 \
        return status == INDP_E_GRID ? INDP_E_CANDIDATES : status; /* no grid distinguishes lo and hi */          \
    }

START_BOUNDED(sum)
START_BOUNDED(mean)
START_BOUNDED(variance)
START_BOUNDED(stddev)

/* For some bounds, such as -1 and 1, no power of two gives exactly 2 candidates, and a wider interval
 * would not help. The status says so if 3 candidates are enough. */
static indp_status start_points(void *state, size_t size, double q, const indpx_parameters *p)
{
    indp_status status = indp_quantile_init(state, size, q, p->lo, p->hi, (uint64_t)p->points, (uint64_t)p->rows);
    if (status == INDP_E_CANDIDATES && p->points == 2 && indp_quantile_init(state, size, q, p->lo, p->hi, 3, (uint64_t)p->rows) == INDP_OK)
        return INDPX_E_TWO_CANDIDATES;
    return status;
}

/* Defines the function that starts a quantile with this q. Medians, minima and maxima are quantiles
 * with a fixed q, and their states have the same bytes as those of dp_quantile with that q. */
#define START_QUANTILE(NAME, Q)                                                                                   \
    static indp_status start_##NAME(void *state, size_t size, const indpx_parameters *p, const void *list, size_t n) \
    {                                                                                                             \
        UNLISTED;                                                                                                 \
        return start_points(state, size, Q, p);                                                                   \
    }

START_QUANTILE(quantile, p->q)
START_QUANTILE(median, 0.5)
START_QUANTILE(min, 0)
START_QUANTILE(max, 1)

static indp_status start_mode(void *state, size_t size, const indpx_parameters *p, const void *list, size_t n)
{
    return indp_mode_init(state, size, list, n, (uint64_t)p->rows);
}

static indp_status start_histogram(void *state, size_t size, const indpx_parameters *p, const void *list, size_t n)
{
    return indp_histogram_init(state, size, list, n, (uint64_t)p->rows);
}

#define ROWS_ARE "this rows_per_person"
#define BOUNDS_ARE "these lo, hi and rows_per_person"
#define BOUNDED {INDPX_LO, INDPX_HI, INDPX_EPSILON, INDPX_ROWS, INDPX_NONE}
#define CHOSEN {INDPX_LO, INDPX_HI, INDPX_EPSILON, INDPX_ROWS, INDPX_POINTS, INDPX_NONE}
#define NAMES(NAME) NAME, NAME "_state"

const indpx_kind indpx_kinds[INDPX_KINDS] = {
    [INDPX_COUNT] = {NAMES("dp_count"), {INDPX_EPSILON, INDPX_ROWS, INDPX_NONE}, INDP_KIND_COUNT, INDPX_ANY, 1, ROWS_ARE, start_count},
    [INDPX_SUM] = {NAMES("dp_sum"), BOUNDED, INDP_KIND_SUM, INDPX_NUMBERS, 1, BOUNDS_ARE, start_sum},
    [INDPX_AVG] = {NAMES("dp_avg"), BOUNDED, INDP_KIND_MEAN, INDPX_NUMBERS, 1, BOUNDS_ARE, start_mean},
    [INDPX_VAR] = {NAMES("dp_var"), BOUNDED, INDP_KIND_VARIANCE, INDPX_NUMBERS, 1, BOUNDS_ARE, start_variance},
    [INDPX_STDDEV] = {NAMES("dp_stddev"), BOUNDED, INDP_KIND_STDDEV, INDPX_NUMBERS, 1, BOUNDS_ARE, start_stddev},
    [INDPX_MEDIAN] = {NAMES("dp_median"), CHOSEN, INDP_KIND_QUANTILE, INDPX_NUMBERS, 0, ROWS_ARE, start_median},
    [INDPX_QUANTILE] = {NAMES("dp_quantile"), {INDPX_Q, INDPX_LO, INDPX_HI, INDPX_EPSILON, INDPX_ROWS, INDPX_POINTS, INDPX_NONE},
                        INDP_KIND_QUANTILE, INDPX_NUMBERS, 0, ROWS_ARE, start_quantile},
    /* The state is that of a median. The list q is passed when the state is released. */
    [INDPX_QUANTILES] = {"dp_quantiles", NULL, {INDPX_QS, INDPX_LO, INDPX_HI, INDPX_EPSILON, INDPX_ROWS, INDPX_POINTS, INDPX_NONE},
                         INDP_KIND_QUANTILE, INDPX_NUMBERS, 0, ROWS_ARE, start_median},
    [INDPX_MIN] = {NAMES("dp_min"), CHOSEN, INDP_KIND_QUANTILE, INDPX_NUMBERS, 0, ROWS_ARE, start_min},
    [INDPX_MAX] = {NAMES("dp_max"), CHOSEN, INDP_KIND_QUANTILE, INDPX_NUMBERS, 0, ROWS_ARE, start_max},
    [INDPX_MODE] = {NAMES("dp_mode"), {INDPX_CANDIDATES, INDPX_EPSILON, INDPX_ROWS, INDPX_NONE}, INDP_KIND_MODE, INDPX_LABELS,
                    0, ROWS_ARE, start_mode},
    /* The state is that of a mode. */
    [INDPX_COUNTS] = {"dp_counts", NULL, {INDPX_CANDIDATES, INDPX_EPSILON, INDPX_ROWS, INDPX_NONE}, INDP_KIND_MODE, INDPX_LABELS,
                      0, ROWS_ARE, start_mode},
    [INDPX_HISTOGRAM] = {NAMES("dp_histogram"), {INDPX_EDGES, INDPX_EPSILON, INDPX_ROWS, INDPX_NONE}, INDP_KIND_HISTOGRAM,
                         INDPX_NUMBERS, 0, ROWS_ARE, start_histogram},
};

int indpx_is_list(const indpx_kind *kind)
{
    return kind == &indpx_kinds[INDPX_QUANTILES] || kind == &indpx_kinds[INDPX_COUNTS] || kind == &indpx_kinds[INDPX_HISTOGRAM];
}

const indpx_kind *indpx_kind_of_code(int32_t code)
{
    size_t i;
    for (i = 0; i < INDPX_KINDS; i++)
        if (indpx_kinds[i].code == code)
            return &indpx_kinds[i];
    return NULL;
}

const indpx_kind *indpx_kind_of_name(const char *name)
{
    size_t i;
    for (i = 0; i < INDPX_KINDS; i++)
        if (strcmp(indpx_kinds[i].name, name) == 0)
            return &indpx_kinds[i];
    return NULL;
}

indpx_parameter indpx_next(const indpx_parameter **list, int gives_state)
{
    if (gives_state && **list == INDPX_EPSILON)
        ++*list;
    return **list == INDPX_NONE ? INDPX_NONE : *(*list)++;
}

indp_status indpx_size(const indpx_kind *kind, const void *list, size_t n, size_t *size)
{
    if (kind->code == INDP_KIND_MODE)
        return indp_mode_size(list, n, size);
    if (kind->code == INDP_KIND_HISTOGRAM)
        return indp_histogram_size(n, size);
    *size = indp_state_bytes(kind->code);
    return INDP_OK;
}

indp_status indpx_start(const indpx_kind *kind, void *state, size_t size, const indpx_parameters *parameters,
                        const void *list, size_t n)
{
    return kind->start(state, size, parameters, list, n);
}
