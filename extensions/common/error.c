#include "error.h"

#include <float.h>
#include <string.h>

double *indpx_asked_number(indpx_asked *asked, indpx_parameter parameter)
{
    switch (parameter) {
    case INDPX_ALPHA: return &asked->alpha;
    case INDPX_ERROR: return &asked->error;
    case INDPX_ANSWER: return &asked->answer;
    default: return indpx_number(&asked->numbers, parameter);
    }
}

int64_t *indpx_asked_whole(indpx_asked *asked, indpx_parameter parameter)
{
    switch (parameter) {
    case INDPX_N: return &asked->n;
    case INDPX_CHOICES: return &asked->choices;
    case INDPX_CELLS: return &asked->numbers.points;
    case INDPX_ROWS: return &asked->numbers.rows;
    default: return NULL;
    }
}

static int is_right(const indpx_asked *asked, indpx_parameter parameter)
{
    switch (parameter) {
    /* The rule of an epsilon: finite and above 0. */
    case INDPX_ERROR: return indpx_is_epsilon(asked->error);
    case INDPX_ANSWER: return asked->answer >= -DBL_MAX && asked->answer <= DBL_MAX;
    case INDPX_N: return indpx_is_rows(asked->n);
    case INDPX_ROWS: return indpx_is_rows(asked->numbers.rows);
    case INDPX_CELLS: return indpx_is_points(asked->numbers.points);
    case INDPX_CHOICES: return indpx_is_choices(asked->choices);
    default: return 1;
    }
}

indpx_parameter indpx_asked_wrong(const indpx_error *error, const indpx_asked *asked)
{
    const indpx_parameter *parameter = error->parameters;
    while (*parameter != INDPX_NONE && is_right(asked, *parameter))
        parameter++;
    return *parameter;
}

/* Computes the error of a mode, or the epsilon for an error. This needs no state, since only the
 * number of candidates matters, not the candidates themselves. */
static indp_status of_mode(indpx_result result, const indpx_asked *a, const indp_options *options,
                           double *out)
{
    uint64_t choices = (uint64_t)a->choices, rows = (uint64_t)a->numbers.rows;
    return result == INDPX_IS_ERROR
               ? indp_mode_accuracy(choices, rows, a->numbers.epsilon, a->alpha, options, out)
               : indp_mode_epsilon_for_accuracy(choices, rows, a->alpha, a->error, options, out);
}

static indp_status of_state(const indpx_error *error, const void *state, const indpx_asked *a,
                            const indp_options *options, double out[2])
{
    switch (error->result) {
    case INDPX_IS_ERROR:
        return indp_state_accuracy(state, (uint64_t)a->n, a->numbers.epsilon, a->alpha, options,
                                   out);
    case INDPX_IS_EPSILON:
        return indp_state_epsilon_for_accuracy(state, (uint64_t)a->n, a->alpha, a->error, options,
                                               out);
    default:
        return error->parameters[0] == INDPX_PARTS
                   ? indp_parts_interval(state, a->parts.value, a->parts.sum, a->parts.number,
                                         a->parts.scale, a->alpha, &out[0], &out[1])
                   : indp_state_interval(state, a->answer, a->numbers.epsilon, a->alpha, options,
                                         &out[0], &out[1]);
    }
}

indp_status indpx_expect(const indpx_error *error, const indpx_asked *asked,
                         const indp_options *options, double out[2])
{
    unsigned char state[256]; /* enough for an empty state of each kind that this function starts */
    indpx_parameters p = asked->numbers;
    size_t size = indp_state_bytes(error->kind->code);
    indp_status status;
    if (error->kind->values == INDPX_LABELS)
        return of_mode(error->result, asked, options, out);
    if (size > sizeof state)
        return INDP_E_STATE;
    /* The error is in ranks, so it depends on the number of candidates, but not on the bounds. */
    if (error->kind->code == INDP_KIND_QUANTILE) {
        p.lo = 0;
        p.hi = (double)(p.points - 1);
    }
    if (error->parameters[0] == INDPX_PARTS)
        p.rows = 1; /* any number will do: the scale in the parts accounts for rows_per_person */
    status = indpx_start(error->kind, state, size, &p, NULL, 0);
    return status == INDP_OK ? of_state(error, state, asked, options, out) : status;
}
