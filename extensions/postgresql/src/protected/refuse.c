/* Raises the refusals. Each rule has one constant message, and is decided from the statement, its
 * public parameters, the policy, the catalog and the session alone. */
#include "protected.h"

void indppg_refuse_query(const char *rule)
{
    ereport(ERROR, (errcode(ERRCODE_FEATURE_NOT_SUPPORTED), errmsg("indp: the query over a protected table is refused: %s", rule)));
}

void indppg_refuse_payer(const char *rule)
{
    ereport(ERROR, (errcode(ERRCODE_INSUFFICIENT_PRIVILEGE), errmsg("indp: the query over a protected table is refused: %s", rule)));
}
