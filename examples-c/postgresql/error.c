/* dp_count_error and dp_sum_error: how far a release may lie from the exact answer. All arguments are public
 * parameters. No row is read, so nothing is released. */
#include "indp_pg.h"

#include <math.h>

static double number(FunctionCallInfo fcinfo, int i, const char *function, char letter)
{
    if (PG_ARGISNULL(i))
        fail_parameter(function, letter);
    return PG_GETARG_FLOAT8(i);
}

static double epsilon_at(FunctionCallInfo fcinfo, int i, const char *function)
{
    double epsilon = number(fcinfo, i, function, 'e');
    if (!isfinite(epsilon) || !(epsilon > 0))
        fail_parameter(function, 'e');
    return epsilon;
}

static uint64_t rows_at(FunctionCallInfo fcinfo, int i, const char *function)
{
    if (PG_ARGISNULL(i) || PG_GETARG_INT64(i) < 1)
        fail_parameter(function, 'r');
    return (uint64_t)PG_GETARG_INT64(i);
}

PG_FUNCTION_INFO_V1(dp_count_error);

Datum dp_count_error(PG_FUNCTION_ARGS)
{
    const char *name = "dp_count_error";
    double epsilon = epsilon_at(fcinfo, 0, name);
    double alpha = number(fcinfo, 1, name, 'a');
    uint64_t rows = rows_at(fcinfo, 2, name);
    unsigned char state[INDP_COUNT_STATE_SIZE];
    double out = 0;
    indp_status status = indp_count_init(state, sizeof state, rows);
    if (status == INDP_OK)
        status = indp_count_accuracy(state, epsilon, alpha, NULL, &out);
    if (status != INDP_OK)
        fail_status(name, status);
    PG_RETURN_FLOAT8(out);
}

PG_FUNCTION_INFO_V1(dp_sum_error);

Datum dp_sum_error(PG_FUNCTION_ARGS)
{
    const char *name = "dp_sum_error";
    double lo = number(fcinfo, 0, name, 'l');
    double hi = number(fcinfo, 1, name, 'h');
    double epsilon = epsilon_at(fcinfo, 2, name);
    double alpha = number(fcinfo, 3, name, 'a');
    uint64_t rows = rows_at(fcinfo, 4, name);
    unsigned char state[INDP_SUM_STATE_SIZE];
    double out = 0;
    indp_status status = indp_sum_init(state, sizeof state, lo, hi, 0, rows);
    if (status == INDP_OK)
        status = indp_sum_accuracy(state, epsilon, alpha, NULL, &out);
    if (status != INDP_OK)
        fail_status(name, status);
    PG_RETURN_FLOAT8(out);
}
