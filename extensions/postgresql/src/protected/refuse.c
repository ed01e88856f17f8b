/* Raises the refusals. Each rule has one constant message. Whether a query breaks a rule depends
 * only on the statement, its public parameters, the policy, the catalog and the session. */
#include "protected.h"

void indppg_refuse_query(const char *rule)
{
    ereport(ERROR, (errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
                    errmsg("indp: the query over a protected table is refused: %s", rule)));
}

void indppg_refuse_parallel(void)
{
    ereport(ERROR, (errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
                    errmsg("indp: the query over a protected table is refused: it must not run "
                           "inside a parallel query"),
                    errhint(INDPPG_NOT_PARALLEL)));
}

void indppg_refuse_payer(const char *rule)
{
    ereport(ERROR, (errcode(ERRCODE_INSUFFICIENT_PRIVILEGE),
                    errmsg("indp: the query over a protected table is refused: %s", rule)));
}
