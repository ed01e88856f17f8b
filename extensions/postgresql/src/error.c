/* The SQL functions dp_count_error and dp_sum_error. They return a distance within which a release
 * lies from the exact answer with probability 1 - alpha. All arguments are public parameters. The
 * functions read no row, so they release nothing. */
#include "error.h"

#include "indp_pg.h"

static Datum expect(FunctionCallInfo fcinfo, const indpx_error *error)
{
    indpx_parameters p = {0};
    indp_options *options = NULL;
    double alpha = 0, out = 0;
    indp_status status;
    for (int i = 0; error->parameters[i] != INDPX_NONE; i++) {
        indpx_parameter parameter = error->parameters[i];
        if (PG_ARGISNULL(i))
            indppg_fail_parameter(error->name, parameter);
        switch (parameter) {
        case INDPX_ROWS: p.rows = PG_GETARG_INT64(i); break;
        case INDPX_ALPHA: alpha = PG_GETARG_FLOAT8(i); break;
        default: *indpx_number(&p, parameter) = PG_GETARG_FLOAT8(i);
        }
    }
    if (!indpx_is_epsilon(p.epsilon))
        indppg_fail_parameter(error->name, INDPX_EPSILON);
    if (!indpx_is_rows(p.rows))
        indppg_fail_parameter(error->name, INDPX_ROWS);
    status = indppg_options(error->kind, &options);
    if (status == INDP_OK)
        status = indpx_expect(error, &p, alpha, options, &out);
    indp_options_free(options);
    if (status != INDP_OK)
        indppg_fail_call(error->name, error->kind->range, p.epsilon, status);
    PG_RETURN_FLOAT8(out);
}

PG_FUNCTION_INFO_V1(dp_count_error);

Datum dp_count_error(PG_FUNCTION_ARGS)
{
    return expect(fcinfo, &indpx_errors[INDPX_COUNT_ERROR]);
}

PG_FUNCTION_INFO_V1(dp_sum_error);

Datum dp_sum_error(PG_FUNCTION_ARGS)
{
    return expect(fcinfo, &indpx_errors[INDPX_SUM_ERROR]);
}
