/* The error to expect: dp_count_error and dp_sum_error. They read no row and cost no privacy. */
#ifndef INDPX_ERROR_H
#define INDPX_ERROR_H

#include "kinds.h"

typedef enum indpx_error_id { INDPX_COUNT_ERROR, INDPX_SUM_ERROR, INDPX_ERRORS } indpx_error_id;

typedef struct indpx_error {
    const char *name;
    const indpx_kind *kind;
    indpx_parameter parameters[INDPX_MOST_PARAMETERS]; /* all arguments in order, to INDPX_NONE */
    indp_status (*accuracy)(const void *state, double epsilon, double alpha, const indp_options *options, double *out);
} indpx_error;

extern const indpx_error indpx_errors[INDPX_ERRORS];

/* How far from the exact answer a release may be, with probability 1 - alpha at least. */
indp_status indpx_expect(const indpx_error *error, const indpx_parameters *parameters, double alpha,
                         const indp_options *options, double *out);

#endif
