/* Declares the code behind the SQL functions that compute with public numbers alone: dp_..._error
 * (the error to expect), dp_..._epsilon_for_error (its inverse) and dp_..._interval. They read no
 * row and cost no privacy. */
#ifndef INDPX_ERROR_H
#define INDPX_ERROR_H

#include "kinds.h"

/* What a function computes. */
typedef enum indpx_result { INDPX_IS_ERROR, INDPX_IS_EPSILON, INDPX_IS_INTERVAL } indpx_result;

typedef struct indpx_error {
    const char *name;
    const indpx_kind *kind;
    indpx_result result;
    indpx_parameter parameters[INDPX_MOST_PARAMETERS]; /* all arguments in order, then INDPX_NONE */
} indpx_error;

extern const indpx_error indpx_errors[INDPX_ERRORS];

/* The arguments of one call. A field for a parameter that the function does not take has no
 * meaning. */
typedef struct indpx_asked {
    indpx_parameters numbers;
    double alpha;
    double error;
    double answer;
    int64_t n;
    int64_t choices; /* the number of candidates of a mode */
    indp_parts parts;
} indpx_asked;

/* The address of the field of a parameter. The first function is for fields that are doubles, the
 * second for fields that are integers. Each returns NULL for other parameters. */
double *indpx_asked_number(indpx_asked *asked, indpx_parameter parameter);
int64_t *indpx_asked_whole(indpx_asked *asked, indpx_parameter parameter);

/* The first parameter whose argument breaks the parameter's rule, or INDPX_NONE. The library itself
 * checks q, lo, hi, alpha and the parts. */
indpx_parameter indpx_asked_wrong(const indpx_error *error, const indpx_asked *asked);

/* Computes the result and writes it to out[0]; an interval to out[0] and out[1]. */
indp_status indpx_expect(const indpx_error *error, const indpx_asked *asked,
                         const indp_options *options, double out[2]);

#endif
