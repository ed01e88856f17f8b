/* The guard of protected views, and the placeholder in approved queries. Both only raise an error.
 * The guard runs if a query was planned before this library was loaded, or if the library did not
 * replace the guard. */
#include "protected.h"

PG_FUNCTION_INFO_V1(dp_guard);
PG_FUNCTION_INFO_V1(dp_answers);

/* The guard is IMMUTABLE and has a constant argument. So the planner calls it, and a query over the
 * view fails before it has a plan. */
Datum dp_guard(PG_FUNCTION_ARGS)
{
    ereport(ERROR,
            (errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
             errmsg("indp: this query of a protected view was planned without protection, so it is "
                    "refused"),
             errhint("Write a SELECT that calls dp_ aggregates and has only the view in FROM. If "
                     "the query already has this form, the library was loaded too late: a "
                     "superuser must add indp to session_preload_libraries; then connect again.")));
    PG_RETURN_NULL();
}

/* The custom scan replaces this placeholder, so it is never called. */
Datum dp_answers(PG_FUNCTION_ARGS)
{
    indppg_fail_outside();
    PG_RETURN_NULL();
}
