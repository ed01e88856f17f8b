#include "parameters.h"

#include <float.h>
#include <stddef.h>
#include <string.h>

static const struct {
    const char *name, *rule;
} PARAMETERS[] = {
    [INDPX_Q] = {"q", "must be a fraction from 0 to 1 with a denominator of at most 10000"},
    [INDPX_LO] = {"lo", "must be a finite number"},
    [INDPX_HI] = {"hi", "must be a finite number"},
    [INDPX_CANDIDATES] = {"candidates", "must be a flat array of 1 to 1048576 distinct texts or integers"},
    [INDPX_EDGES] = {"edges", "must be a flat array of 1 to 1048576 finite values in strictly ascending order"},
    [INDPX_QS] = {"q", "must be a flat array of 1 to 1000 fractions from 0 to 1 with denominators of at most 10000"},
    [INDPX_EPSILON] = {"epsilon", "must be a finite number above 0"},
    [INDPX_ALPHA] = {"alpha", "must be a number above 0 and below 1"},
    [INDPX_N] = {"n", "must be a whole number of at least 1"},
    [INDPX_ERROR] = {"error", "must be a finite number above 0"},
    [INDPX_ANSWER] = {"answer", "must be a finite number"},
    [INDPX_PARTS] = {"parts", "must be what dp_release_parts returned for a state of this aggregate"},
    [INDPX_CELLS] = {"candidates", "must be a whole number from 2 to 16777217"},
    [INDPX_CHOICES] = {"candidates", "must be a whole number from 1 to 1048576"},
    [INDPX_ROWS] = {"rows_per_person", "must be a whole number of at least 1"},
    [INDPX_POINTS] = {"candidates", "must be a whole number from 2 to 16777217, or 0 to let the library choose"},
};

const char *indpx_parameter_name(indpx_parameter parameter)
{
    return PARAMETERS[parameter].name;
}

const char *indpx_parameter_rule(indpx_parameter parameter)
{
    return PARAMETERS[parameter].rule;
}

int indpx_is_optional(indpx_parameter parameter)
{
    return parameter >= INDPX_ROWS && parameter < INDPX_NONE;
}

double *indpx_number(indpx_parameters *parameters, indpx_parameter parameter)
{
    switch (parameter) {
    case INDPX_Q: return &parameters->q;
    case INDPX_LO: return &parameters->lo;
    case INDPX_HI: return &parameters->hi;
    case INDPX_EPSILON: return &parameters->epsilon;
    default: return NULL;
    }
}

int indpx_is_epsilon(double epsilon)
{
    return epsilon > 0 && epsilon <= DBL_MAX;
}

int indpx_is_rows(int64_t rows)
{
    return rows >= 1;
}

int indpx_is_points(int64_t points)
{
    return points >= 2 && points <= INDPX_MOST_POINTS;
}

static int differ(double a, double b)
{
    return memcmp(&a, &b, sizeof a) != 0;
}

int indpx_is_choices(int64_t choices)
{
    return choices >= 1 && choices <= 1 << 20;
}

indpx_parameter indpx_changed(const indpx_parameters *first, const indpx_parameters *row)
{
    return differ(first->q, row->q)             ? INDPX_Q
           : differ(first->lo, row->lo)           ? INDPX_LO
           : differ(first->hi, row->hi)           ? INDPX_HI
           : differ(first->epsilon, row->epsilon) ? INDPX_EPSILON
           : first->rows != row->rows             ? INDPX_ROWS
           : first->points != row->points         ? INDPX_POINTS
                                                  : INDPX_NONE;
}
