/* Declares the public parameters of the SQL functions: their names, their rules and their
 * comparison. */
#ifndef INDPX_PARAMETERS_H
#define INDPX_PARAMETERS_H

#include <stdint.h>

#include "lists.h"

/* A parameter's name in SQL and its rule. */
typedef struct indpx_words {
    const char *name, *rule;
} indpx_words;

extern const indpx_words indpx_parameter_words[INDPX_NONE];

/* The numbers of one call. A field for a parameter that the aggregate does not take has no meaning.
 * alpha and lists (candidates, edges, the q of dp_quantiles) are passed separately. The
 * transition states of PostgreSQL hold this struct, so the order of its fields is part of a format.
 */
typedef struct indpx_parameters {
    double epsilon;
    double lo; /* or the centre of dp_bounds, which has no lo */
    double hi;
    int64_t rows;
    double q;
    int64_t points; /* the argument `candidates` of indp_quantile_init */
} indpx_parameters;

enum { INDPX_FINE_POINTS = (1 << 14) + 1, INDPX_MOST_POINTS = (1 << 24) + 1, INDPX_MOST_QS = 1000 };

/* The name in messages, such as "lo". */
const char *indpx_parameter_name(indpx_parameter parameter);

/* The rule that messages give after the name, such as "must be a finite number". */
const char *indpx_parameter_rule(indpx_parameter parameter);

#define INDPX_CHANGED "must be the same on every row"

int indpx_is_optional(indpx_parameter parameter);

/* The address of the parameter's field if that field is a double. For other fields, and for alpha,
 * which has no field, the result is NULL. */
double *indpx_number(indpx_parameters *parameters, indpx_parameter parameter);

/* Each engine must make these checks itself. The library either does not make them, or reports
 * their failure with a status that has other meanings, too. */
int indpx_is_epsilon(double epsilon);
int indpx_is_rows(int64_t rows);
int indpx_is_points(int64_t points);
int indpx_is_choices(int64_t choices);

#endif
