/* The caller of a function, and the data kept between its calls in one plan. */
#include "indp_pg.h"

#include "utils/memutils.h"

/* A window is refused: it would release on each row, or remove rows again. */
void indppg_require_aggregate(FunctionCallInfo fcinfo)
{
    if (AggCheckCallContext(fcinfo, NULL) != AGG_CONTEXT_AGGREGATE)
        indppg_fail_outside();
}

/* For functions with an `internal` argument, to which an aggregate could pass anything. */
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
