/* Declares the code behind dp_count_error and dp_sum_error. These SQL functions return a bound on
 * the error of a release. They read no row and cost no privacy. */
#ifndef INDPX_ERROR_H
#define INDPX_ERROR_H

#include "kinds.h"

typedef enum indpx_error_id { INDPX_COUNT_ERROR, INDPX_SUM_ERROR, INDPX_ERRORS } indpx_error_id;

typedef struct indpx_error {
    const char *name;
    const indpx_kind *kind;
    indpx_parameter parameters[INDPX_MOST_PARAMETERS]; /* all arguments in order, then INDPX_NONE */
    indp_status (*accuracy)(const void *state, double epsilon, double alpha, const indp_options *options, double *out);
} indpx_error;

extern const indpx_error indpx_errors[INDPX_ERRORS];

/* Computes an error bound and writes it to *out. With probability at least 1 - alpha, the distance
 * of a release from the exact answer is at most this bound. */
indp_status indpx_expect(const indpx_error *error, const indpx_parameters *parameters, double alpha,
                         const indp_options *options, double *out);

#endif
