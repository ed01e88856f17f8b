#include "parameters.h"

#include <float.h>
#include <stddef.h>

const char *indpx_parameter_name(indpx_parameter parameter)
{
    return indpx_parameter_words[parameter].name;
}

const char *indpx_parameter_rule(indpx_parameter parameter)
{
    return indpx_parameter_words[parameter].rule;
}

int indpx_is_optional(indpx_parameter parameter)
{
    return parameter >= INDPX_FIRST_OPTIONAL && parameter < INDPX_NONE;
}

double *indpx_number(indpx_parameters *parameters, indpx_parameter parameter)
{
    switch (parameter) {
    case INDPX_Q: return &parameters->q;
    case INDPX_LO: return &parameters->lo;
    case INDPX_CENTRE: return &parameters->lo;
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

int indpx_is_choices(int64_t choices)
{
    return choices >= 1 && choices <= 1 << 20;
}
