#include "kinds.h"

#include <string.h>

#include "messages.h"

typedef indp_status bounded_init(void *, size_t, double, double, double, uint64_t);

/* Starts a state over values between two bounds. */
static indp_status start_bounded(bounded_init *init, void *state, size_t size,
                                 const indpx_parameters *p)
{
    indp_status status = init(state, size, p->lo, p->hi, 0, (uint64_t)p->rows);
    return status == INDP_E_GRID ? INDP_E_CANDIDATES : status; /* no grid distinguishes lo and hi */
}

/* For some bounds, such as -1 and 1, no power of two gives exactly 2 candidates, and a wider interval
 * would not help. The status says so if 3 candidates are enough. */
static indp_status start_points(void *state, size_t size, double q, const indpx_parameters *p)
{
    indp_status status =
        indp_quantile_init(state, size, q, p->lo, p->hi, (uint64_t)p->points, (uint64_t)p->rows);
    if (status == INDP_E_CANDIDATES && p->points == 2 &&
        indp_quantile_init(state, size, q, p->lo, p->hi, 3, (uint64_t)p->rows) == INDP_OK)
        return INDPX_E_TWO_CANDIDATES;
    return status;
}

int indpx_is_list(const indpx_kind *kind)
{
    return kind->gives >= INDPX_GIVES_REALS;
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

static int differ(double a, double b)
{
    return memcmp(&a, &b, sizeof a) != 0;
}

indpx_parameter indpx_changed(const indpx_kind *kind, const indpx_parameters *first,
                              const indpx_parameters *row)
{
    return differ(first->q, row->q)     ? INDPX_Q
           : differ(first->lo, row->lo) ? (indpx_is_bounds(kind) ? INDPX_CENTRE : INDPX_LO)
           : differ(first->hi, row->hi) ? INDPX_HI
           : differ(first->epsilon, row->epsilon) ? INDPX_EPSILON
           : first->rows != row->rows             ? INDPX_ROWS
           : first->points != row->points         ? INDPX_POINTS
                                                  : INDPX_NONE;
}

int indpx_is_bounds(const indpx_kind *kind)
{
    return kind->code == INDP_KIND_HISTOGRAM && kind->gives == INDPX_GIVES_REALS;
}

indp_status indpx_size(const indpx_kind *kind, const indpx_parameters *p, const void *list,
                       size_t n, size_t *size)
{
    if (kind->code == INDP_KIND_MODE)
        return indp_mode_size(list, n, size);
    if (kind->parameters[0] == INDPX_EDGES && n == 0)
        return INDP_E_EDGES; /* no list would mean the list of dp_bounds */
    if (indpx_is_bounds(kind))
        return indp_bounds_size(list, n, p->lo, size);
    if (kind->code == INDP_KIND_HISTOGRAM)
        return indp_histogram_size(n, size);
    *size = indp_state_bytes(kind->code);
    return INDP_OK;
}

/* Medians, minima and maxima are quantiles with a fixed q, and their states have the same bytes as
 * those of dp_quantile with that q. The state of several quantiles is that of a median: the list q
 * is passed when the state is released. */
indp_status indpx_start(const indpx_kind *kind, void *state, size_t size, const indpx_parameters *p,
                        const void *list, size_t n)
{
    uint64_t rows = (uint64_t)p->rows;
    switch (kind->code) {
    case INDP_KIND_COUNT: return indp_count_init(state, size, rows);
#define BOUNDED(kind, init) \
    case INDP_KIND_##kind: return start_bounded(init, state, size, p);
#include "bounded_list.h"
    case INDP_KIND_QUANTILE: return start_points(state, size, kind->q < 0 ? p->q : kind->q, p);
    case INDP_KIND_MODE: return indp_mode_init(state, size, list, n, rows);
    case INDP_KIND_HISTOGRAM:
        return indpx_is_bounds(kind) ? indp_bounds_init(state, size, list, n, p->lo, rows)
                                     : indp_histogram_init(state, size, list, n, rows);
    default: return INDP_E_STATE;
    }
}

indp_status indpx_release_bounds(void *state, double epsilon, double out[2], int *found)
{
    int32_t sides;
    indp_status status = indp_state_release_bounds(state, epsilon, NULL, &out[0], &out[1], &sides);
    *found = status == INDP_OK && sides != 0;
    return status;
}
