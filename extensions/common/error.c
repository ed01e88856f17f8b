#include "error.h"

const indpx_error indpx_errors[INDPX_ERRORS] = {
    [INDPX_COUNT_ERROR] = {"dp_count_error",
                           &indpx_kinds[INDPX_COUNT],
                           {INDPX_EPSILON, INDPX_ALPHA, INDPX_ROWS, INDPX_NONE},
                           indp_count_accuracy},
    [INDPX_SUM_ERROR] = {"dp_sum_error",
                         &indpx_kinds[INDPX_SUM],
                         {INDPX_LO, INDPX_HI, INDPX_EPSILON, INDPX_ALPHA, INDPX_ROWS, INDPX_NONE},
                         indp_sum_accuracy},
};

indp_status indpx_expect(const indpx_error *error, const indpx_parameters *parameters, double alpha,
                         const indp_options *options, double *out)
{
    unsigned char state[INDP_SUM_STATE_SIZE > INDP_COUNT_STATE_SIZE ? INDP_SUM_STATE_SIZE : INDP_COUNT_STATE_SIZE];
    indp_status status = indpx_start(error->kind, state, sizeof state, parameters, NULL, 0);
    return status == INDP_OK ? error->accuracy(state, parameters->epsilon, alpha, options, out) : status;
}
