/* The functions that protect a view when this library is not loaded, or does not accept a query. */
#include "protected.h"

PG_FUNCTION_INFO_V1(dp_guard);
PG_FUNCTION_INFO_V1(dp_answers);

/* The guard is IMMUTABLE and has a constant argument. So the planner calls it, and a query over the
 * view fails before it has a plan. */
Datum dp_guard(PG_FUNCTION_ARGS)
{
    ereport(ERROR, (errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
                    errmsg("indp: a protected view cannot be read this way; or the library of indp was loaded too late, during this query"),
                    errhint("Read it in a SELECT of its own, with dp_ aggregates. If that fails too, load the library with "
                            "session_preload_libraries.")));
    PG_RETURN_NULL();
}

/* The custom scan replaces this placeholder, so it is never called. */
Datum dp_answers(PG_FUNCTION_ARGS)
{
    indppg_fail_outside();
    PG_RETURN_NULL();
}
