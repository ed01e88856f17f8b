/* Defines the functions of the aggregates that catch calls without epsilon, bounds or candidates.
 * They raise an error that says what to write, with or without rows, instead of "function does not
 * exist". */
#include "indp_pg.h"

#include "nodes/primnodes.h"
#include "utils/lsyscache.h"

/* Raises the error. Finds the aggregate's name and its number of arguments for the message. */
static void fail(FunctionCallInfo fcinfo)
{
    const Aggref *aggref;
    const char *name;
    indppg_require_aggregate(fcinfo);
    aggref = AggGetAggref(fcinfo);
    name = aggref == NULL ? NULL : get_func_name(aggref->aggfnoid);
    indppg_fail_missing(name == NULL ? "indp" : name,
                        aggref == NULL ? 0 : list_length(aggref->aggargtypes));
}

PG_FUNCTION_INFO_V1(dp_missing);

Datum dp_missing(PG_FUNCTION_ARGS)
{
    fail(fcinfo);
    PG_RETURN_NULL();
}

PG_FUNCTION_INFO_V1(dp_missing_final);

Datum dp_missing_final(PG_FUNCTION_ARGS)
{
    fail(fcinfo);
    PG_RETURN_NULL();
}
