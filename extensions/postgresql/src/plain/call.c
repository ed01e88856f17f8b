/* Checks who calls a function, and keeps data between the calls of a function in one plan. */
#include "indp_pg.h"

#include "utils/memutils.h"

/* Raises an error unless the caller is an aggregate. An aggregate that runs as a window function is
 * refused, because it would release an answer on each row, or remove rows from a state. */
void indppg_require_aggregate(FunctionCallInfo fcinfo)
{
    if (AggCheckCallContext(fcinfo, NULL) != AGG_CONTEXT_AGGREGATE)
        indppg_fail_outside();
}

/* Raises an error if the caller is an aggregate. Functions with an `internal` argument need this,
 * since an aggregate could pass a state of any kind to them. */
void indppg_require_no_aggregate(FunctionCallInfo fcinfo)
{
    if (AggCheckCallContext(fcinfo, NULL) != 0)
        indppg_fail_inside();
}

Site *indppg_site_of(FunctionCallInfo fcinfo)
{
    if (fcinfo->flinfo->fn_extra == NULL)
        fcinfo->flinfo->fn_extra = MemoryContextAllocZero(fcinfo->flinfo->fn_mcxt, sizeof(Site));
    return fcinfo->flinfo->fn_extra;
}
