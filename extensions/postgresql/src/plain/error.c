/* Defines the SQL functions dp_..._error, dp_..._epsilon_for_error and dp_..._interval. All
 * arguments are public parameters or answers that were released before. The functions read no row,
 * so they release nothing. */
#include "error.h"

#include "indp_pg.h"

#include "catalog/pg_type.h"
#include "parts.h"
#include "utils/array.h"

static Datum expect(FunctionCallInfo fcinfo, const indpx_error *error)
{
    indpx_asked asked;
    indp_options *options = NULL;
    double out[2] = { 0, 0 };
    indpx_parameter wrong;
    indp_status status;
    memset(&asked, 0, sizeof asked);
    asked.numbers.rows = 1;
    for (int i = 0; error->parameters[i] != INDPX_NONE; i++) {
        indpx_parameter parameter = error->parameters[i];
        int64 *whole = indpx_asked_whole(&asked, parameter);
        if (PG_ARGISNULL(i))
            indppg_fail_parameter(error->name, parameter);
        if (whole != NULL) {
            *whole = PG_GETARG_INT64(i);
        } else if (parameter == INDPX_PARTS) {
            text *json = PG_GETARG_TEXT_PP(i); /* json is stored as its text */
            if (!indpx_parts_read(VARDATA_ANY(json), VARSIZE_ANY_EXHDR(json), &asked.parts))
                indppg_fail_parameter(error->name, parameter);
        } else {
            *indpx_asked_number(&asked, parameter) = PG_GETARG_FLOAT8(i);
        }
    }
    wrong = indpx_asked_wrong(error, &asked);
    if (wrong != INDPX_NONE)
        indppg_fail_parameter(error->name, wrong);
    status = indppg_options(error->kind, &options);
    if (status == INDP_OK)
        status = indpx_expect(error, &asked, options, out);
    indp_options_free(options);
    if (status != INDP_OK)
        indppg_fail_call(error->name, error->kind->range, asked.numbers.epsilon, status);
    if (error->result == INDPX_IS_INTERVAL) {
        Datum ends[2] = { Float8GetDatum(out[0]), Float8GetDatum(out[1]) };
        PG_RETURN_ARRAYTYPE_P(construct_array(ends, 2, FLOAT8OID, sizeof(float8), FLOAT8PASSBYVAL,
                                              TYPALIGN_DOUBLE));
    }
    PG_RETURN_FLOAT8(out[0]);
}

/* The prefix indp_pg_ avoids a clash of names: dp_avg_interval is already the C name of dp_avg's
 * transition function for the SQL type interval. */
#define FUNCTION(NAME, PLACE)                                \
    PG_FUNCTION_INFO_V1(indp_pg_##NAME);                     \
                                                             \
    Datum indp_pg_##NAME(PG_FUNCTION_ARGS)                   \
    {                                                        \
        return expect(fcinfo, &indpx_errors[INDPX_##PLACE]); \
    }

#include "error_list.h"
