/* Merges two transition states, for parallel plans and for dp_merge. */
#include "indp_pg.h"

/* Combines two transition states. The parameters are compared here for two reasons. The first is
 * that only the extension knows epsilon. The second is that memory is reserved before the library's
 * merge, which checks the other parameters. The size of that memory follows from the left state,
 * and would be wrong if the right state had other parameters. */
static Transition *combine(const char *function, Transition *left, Transition *right)
{
    const double *values;
    Size n;
    uint64_t rows;
    indp_status status;
    if (right == NULL || right->owner == OWNER_NONE)
        return left;
    if (left == NULL || left->owner == OWNER_NONE)
        return (Transition *)PG_DETOAST_DATUM_COPY(PointerGetDatum(right));
    if (left->owner != right->owner ||
        memcmp(&left->parameters, &right->parameters, sizeof left->parameters) != 0 ||
        indp_state_compatible(left->state, right->state) != INDP_OK)
        indppg_fail_status(function, INDP_E_STATE_MISMATCH);
    values = indppg_buffered(right, &n);
    status = indp_state_rows(right->state, &rows);
    if (status == INDP_OK)
        /* The minimum avoids an overflow. It is still large enough, since the length of a state has
         * a limit. */
        status = indppg_reserve(&left, false, Min(rows, PG_UINT64_MAX / 2) + n);
    if (status == INDP_OK)
        status = indp_state_merge(left->state, right->state);
    if (status == INDP_OK && n > 0)
        status = indp_state_add_many(left->state, values, n);
    if (status != INDP_OK)
        indppg_fail_status(function, status);
    return left;
}

PG_FUNCTION_INFO_V1(dp_combine);

Datum dp_combine(PG_FUNCTION_ARGS)
{
    Transition *left = indppg_transition_of(fcinfo, 0);
    Transition *right = indppg_transition_of(fcinfo, 1);
    indppg_require_aggregate(fcinfo);
    left = combine("indp", left, right);
    if (left == NULL)
        PG_RETURN_NULL();
    PG_RETURN_POINTER(left);
}

/* The transition function of dp_merge. The merge of no states is a state without bytes. */
PG_FUNCTION_INFO_V1(dp_merge_add);

Datum dp_merge_add(PG_FUNCTION_ARGS)
{
    Transition *left = indppg_transition_of(fcinfo, 0);
    Transition *right = NULL;
    indppg_require_aggregate(fcinfo);
    if (left != NULL && left->owner != OWNER_NONE && left->owner != OWNER_MERGE)
        indppg_fail_owner();
    if (!PG_ARGISNULL(1))
        right = indppg_transition_of_state(PG_GETARG_BYTEA_PP(1));
    left = combine("dp_merge", left, right);
    PG_RETURN_POINTER(left == NULL ? indppg_new_transition(OWNER_NONE, 0) : left);
}

PG_FUNCTION_INFO_V1(dp_merge_final);

Datum dp_merge_final(PG_FUNCTION_ARGS)
{
    Transition *transition = indppg_transition_of(fcinfo, 0);
    indp_status status;
    indppg_require_aggregate(fcinfo);
    if (transition == NULL || transition->owner == OWNER_NONE)
        PG_RETURN_BYTEA_P(indppg_state_to_bytes(NULL));
    if (transition->owner != OWNER_MERGE)
        indppg_fail_owner();
    status = indppg_flush(transition);
    if (status != INDP_OK)
        indppg_fail_status("dp_merge", status);
    PG_RETURN_BYTEA_P(indppg_state_to_bytes(transition->state));
}
