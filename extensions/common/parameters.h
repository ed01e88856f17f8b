/* Declares the public parameters of the SQL functions: their names, their rules and their
 * comparison. */
#ifndef INDPX_PARAMETERS_H
#define INDPX_PARAMETERS_H

#include <stdint.h>

/* The parameters from INDPX_ROWS on are optional. A call that omits one of them must also omit
 * all later ones. */
typedef enum indpx_parameter {
    INDPX_Q,
    INDPX_LO,
    INDPX_HI,
    INDPX_CANDIDATES, /* the candidates of dp_mode and dp_counts */
    INDPX_EDGES,      /* the edges of dp_histogram */
    INDPX_QS,         /* the list q of dp_quantiles */
    INDPX_EPSILON,
    INDPX_ALPHA,
    INDPX_N,       /* an assumed number of rows */
    INDPX_ERROR,   /* a wanted error */
    INDPX_ANSWER,  /* a released count or sum */
    INDPX_PARTS,   /* what dp_release_parts returned */
    INDPX_CELLS,   /* the number of candidates of a quantile, where it is required */
    INDPX_CHOICES, /* the number of candidates of a mode */
    INDPX_ROWS,   /* rows_per_person */
    INDPX_POINTS, /* the number of candidates of a quantile; 0 lets the library choose */
    INDPX_NONE    /* no parameter; also ends a list */
} indpx_parameter;

/* The numbers of one call. A field for a parameter that the aggregate does not take has no meaning.
 * alpha and lists (candidates, edges, the q of dp_quantiles) are passed separately. The
 * transition states of PostgreSQL hold this struct, so the order of its fields is part of a format.
 */
typedef struct indpx_parameters {
    double epsilon;
    double lo;
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

/* The first parameter that differs, or INDPX_NONE. Numbers are compared bit for bit. */
indpx_parameter indpx_changed(const indpx_parameters *first, const indpx_parameters *row);

#endif
