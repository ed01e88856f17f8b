/* How a transition state gathers rows and other states. */
#include "indp_pg.h"

#include "utils/memutils.h"

PG_MODULE_MAGIC;

extern void _PG_init(void);

/* A build that computes wrongly on this machine must not release anything. */
void _PG_init(void)
{
    indp_status status = indp_self_test();
    if (status != INDP_OK)
        fail_status("indp", status);
    define_settings();
}

/* A window is none: it would release on each row, or take rows away again. */
void require_aggregate(FunctionCallInfo fcinfo)
{
    if (AggCheckCallContext(fcinfo, NULL) != AGG_CONTEXT_AGGREGATE)
        fail_outside();
}

/* For functions of `internal`, which an aggregate could hand anything. */
void require_no_aggregate(FunctionCallInfo fcinfo)
{
    if (AggCheckCallContext(fcinfo, NULL) != 0)
        fail_inside();
}

/* NULL, or a transition that has not been released. */
Transition *transition_of(FunctionCallInfo fcinfo, int argument)
{
    Transition *transition = PG_ARGISNULL(argument) ? NULL : (Transition *)PG_DETOAST_DATUM(PG_GETARG_DATUM(argument));
    if (transition != NULL && (transition->owner & OWNER_RELEASED))
        fail_owner();
    return transition;
}

Site *site_of(FunctionCallInfo fcinfo)
{
    if (fcinfo->flinfo->fn_extra == NULL)
        fcinfo->flinfo->fn_extra = MemoryContextAllocZero(fcinfo->flinfo->fn_mcxt, sizeof(Site));
    return fcinfo->flinfo->fn_extra;
}

/* An empty state of a kind that is no mode. */
static Transition *start_numbers(const Kind *kind, Form form, const Given *given)
{
    Transition *transition = new_transition(owner_of(kind, form), kind->size);
    indp_status status = kind->init(transition->state, kind->size, &given->parameters);
    if (status != INDP_OK)
        fail_status(name_of(kind, form), status);
    return transition;
}

/* In the current memory context: PostgreSQL copies what a transition function returns to the aggregate's. With
 * check, bad parameters are refused now, on the first row, and not after the last. */
Transition *start(FunctionCallInfo fcinfo, const Kind *kind, Form form, const Given *given, bool check)
{
    Transition *transition = kind->init == NULL ? start_mode(fcinfo, kind, form, given) : start_numbers(kind, form, given);
    indp_status status = INDP_OK;
    transition->parameters = given->parameters;
    if (check && form == ANSWER)
        status = indp_state_can_release(transition->state, given->parameters.epsilon, NULL);
    if (status != INDP_OK)
        fail_status(name_of(kind, form), status);
    return transition;
}

/* What a row needs besides adding its value: checks at the first row of a plan, a state at the first of a
 * group, and comparing the parameters unless the plan is proof that they are constant. */
Transition *prepare(FunctionCallInfo fcinfo, const Kind *kind, Form form)
{
    Transition *transition = transition_of(fcinfo, 0);
    Site *site = fcinfo->flinfo->fn_extra;
    Given given;
    if (site == NULL) {
        bool fixed;
        require_aggregate(fcinfo);
        fixed = parameters_are_fixed(fcinfo, kind, form);
        site = site_of(fcinfo);
        site->fixed = fixed;
    }
    parameters_of_row(fcinfo, kind, form, &given);
    if (transition == NULL || transition->owner == OWNER_NONE) {
        transition = start(fcinfo, kind, form, &given, !site->accepted);
        site->accepted = site->fixed;
    } else if (transition->owner != owner_of(kind, form)) {
        fail_owner();
    } else {
        parameters_compare(&transition->parameters, &given.parameters, kind, form);
        if (kind->init == NULL)
            candidates_compare(fcinfo, transition, kind, form, &given);
    }
    return transition;
}

/* Merging kinds that differ would ask for room by the wrong rule. */
static bool same_kind(const Transition *left, const Transition *right)
{
    int32_t of_left, of_right;
    return indp_state_kind(left->state, &of_left) == INDP_OK && indp_state_kind(right->state, &of_right) == INDP_OK &&
           of_left == of_right;
}

/* The library's merge checks kind and parameters, epsilon is ours. */
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
    if (left->owner != right->owner || memcmp(&left->parameters, &right->parameters, sizeof left->parameters) != 0 ||
        !same_kind(left, right))
        fail_status(function, INDP_E_STATE_MISMATCH);
    values = buffered(right, &n);
    status = indp_state_rows(right->state, &rows);
    if (status == INDP_OK)
        status = reserve(&left, false, Min(rows, PG_UINT64_MAX / 2) + n); /* more would be no other length */
    if (status == INDP_OK)
        status = indp_state_merge(left->state, right->state);
    if (status == INDP_OK && n > 0)
        status = indp_state_add_many(left->state, values, n);
    if (status != INDP_OK)
        fail_status(function, status);
    return left;
}

PG_FUNCTION_INFO_V1(dp_combine);

Datum dp_combine(PG_FUNCTION_ARGS)
{
    Transition *left = transition_of(fcinfo, 0);
    Transition *right = transition_of(fcinfo, 1);
    require_aggregate(fcinfo);
    left = combine("indp", left, right);
    if (left == NULL)
        PG_RETURN_NULL();
    PG_RETURN_POINTER(left);
}

/* The merge of no states is a state without bytes. */
PG_FUNCTION_INFO_V1(dp_merge_add);

Datum dp_merge_add(PG_FUNCTION_ARGS)
{
    Transition *left = transition_of(fcinfo, 0);
    Transition *right = NULL;
    require_aggregate(fcinfo);
    if (left != NULL && left->owner != OWNER_NONE && left->owner != OWNER_MERGE)
        fail_owner();
    if (!PG_ARGISNULL(1))
        right = transition_of_state(PG_GETARG_BYTEA_PP(1));
    left = combine("dp_merge", left, right);
    PG_RETURN_POINTER(left == NULL ? new_transition(OWNER_NONE, 0) : left);
}

PG_FUNCTION_INFO_V1(dp_merge_final);

Datum dp_merge_final(PG_FUNCTION_ARGS)
{
    Transition *transition = transition_of(fcinfo, 0);
    indp_status status;
    require_aggregate(fcinfo);
    if (transition == NULL || transition->owner == OWNER_NONE)
        PG_RETURN_BYTEA_P(state_to_bytes(NULL));
    if (transition->owner != OWNER_MERGE)
        fail_owner();
    status = flush(transition);
    if (status != INDP_OK)
        fail_status("dp_merge", status);
    PG_RETURN_BYTEA_P(state_to_bytes(transition->state));
}
