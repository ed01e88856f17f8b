/* The public parameters of the SQL functions: names, rules, comparison. */
#ifndef INDPX_PARAMETERS_H
#define INDPX_PARAMETERS_H

#include <stdint.h>

/* A call may omit the parameters from INDPX_ROWS on, the last one first. */
typedef enum indpx_parameter {
    INDPX_Q,
    INDPX_LO,
    INDPX_HI,
    INDPX_CANDIDATES, /* the list of a mode */
    INDPX_EPSILON,
    INDPX_ALPHA,
    INDPX_ROWS,   /* rows_per_person */
    INDPX_POINTS, /* the number of candidates of a quantile */
    INDPX_NONE    /* none, and the end of a list */
} indpx_parameter;

/* The numbers of one call; those that an aggregate does not take have no meaning. A list of
 * candidates and alpha are passed separately. PostgreSQL's transitions hold this struct, so the
 * order of its fields is part of a format. */
typedef struct indpx_parameters {
    double epsilon;
    double lo;
    double hi;
    int64_t rows;
    double q;
    int64_t points; /* as indp_quantile_init takes it */
} indpx_parameters;

enum { INDPX_FINE_POINTS = (1 << 14) + 1, INDPX_MOST_POINTS = (1 << 24) + 1 };

/* The name in messages, such as "lo". */
const char *indpx_parameter_name(indpx_parameter parameter);

/* What messages say after the name, such as "must be a finite number". */
const char *indpx_parameter_rule(indpx_parameter parameter);

#define INDPX_CHANGED "must be the same on every row"

int indpx_is_optional(indpx_parameter parameter);

/* A pointer to the field of a parameter that is a double; NULL for alpha and all other types. */
double *indpx_number(indpx_parameters *parameters, indpx_parameter parameter);

/* Checks that the library does not make, or whose failures share a status with others. */
int indpx_is_epsilon(double epsilon);
int indpx_is_rows(int64_t rows);
int indpx_is_points(int64_t points);

/* The first parameter that differs, numbers compared bit for bit; INDPX_NONE if none does. */
indpx_parameter indpx_changed(const indpx_parameters *first, const indpx_parameters *row);

#endif
