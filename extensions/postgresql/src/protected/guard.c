/* The functions that protect a view if this library does not see a query, or does not accept it. */
#include "protected.h"

PG_FUNCTION_INFO_V1(dp_guard);
PG_FUNCTION_INFO_V1(dp_answers);

/* IMMUTABLE and with a constant argument, so the planner calls it, and every plan of the view fails
 * before it exists. */
Datum dp_guard(PG_FUNCTION_ARGS)
{
    ereport(ERROR, (errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
                    errmsg("indp: a protected view cannot be read this way; or the library of indp was loaded too late, during this query"),
                    errhint("Read it in a SELECT of its own, with dp_ aggregates. If that fails too, load the library with "
                            "session_preload_libraries.")));
    PG_RETURN_NULL();
}

/* The placeholder of the answers is replaced by a custom scan and never called. */
Datum dp_answers(PG_FUNCTION_ARGS)
{
    indppg_fail_outside();
    PG_RETURN_NULL();
}
