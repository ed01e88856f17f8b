/* The first row of a group starts its state. Later rows are compared with it unless the plan proves
 * that the parameters are constant. */
#include "indp_pg.h"

#include "nodes/primnodes.h"
#include "utils/lsyscache.h"

/* An empty state of any kind but a mode. */
static Transition *start_numbers(const Kind *kind, Form form, const Given *given)
{
    size_t size = indp_state_bytes(kind->of->code);
    Transition *transition = indppg_new_transition(owner_of(kind, form), size);
    indp_status status = indpx_start(kind->of, transition->state, size, &given->parameters, NULL, 0);
    if (status != INDP_OK)
        indppg_fail_call(name_of(kind, form), kind->of->range, given->parameters.epsilon, status);
    return transition;
}

static indp_status can_release(const Transition *transition, const Kind *kind)
{
    indp_options *options;
    indp_status status = indppg_options(kind->of, &options);
    if (status == INDP_OK)
        status = indp_state_can_release(transition->state, transition->parameters.epsilon, options);
    indp_options_free(options);
    return status;
}

/* Allocates in the current memory context: PostgreSQL copies what a transition function returns to
 * the aggregate's. With check, bad parameters are refused on the first row, not after the last. */
Transition *indppg_start(FunctionCallInfo fcinfo, const Kind *kind, Form form, const Given *given, bool check)
{
    Transition *transition = is_mode(kind) ? indppg_start_mode(fcinfo, kind, form, given) : start_numbers(kind, form, given);
    indp_status status = INDP_OK;
    transition->parameters = given->parameters;
    if (check && form == ANSWER)
        status = can_release(transition, kind);
    if (status != INDP_OK)
        indppg_fail_call(name_of(kind, form), kind->of->range, given->parameters.epsilon, status);
    return transition;
}

/* Under a nondeterministic collation, different texts may be equal, and DISTINCT keeps one of
 * them. A single row can decide which, and so move a count from one candidate to another: twice
 * the sensitivity that epsilon covers. */
static void require_distinct_texts(FunctionCallInfo fcinfo, const Kind *kind, Form form)
{
    const Aggref *aggref = kind->value == VALUE_TEXT ? AggGetAggref(fcinfo) : NULL;
    Oid collation = PG_GET_COLLATION();
    if (aggref != NULL && aggref->aggdistinct != NIL && OidIsValid(collation) && !get_collation_isdeterministic(collation))
        indppg_fail_distinct(name_of(kind, form));
}

/* The work of a row besides adding its value: checks at the first row of a plan, a state at the
 * first row of a group, and comparing the parameters unless the plan proves that they are
 * constant. */
Transition *indppg_prepare(FunctionCallInfo fcinfo, const Kind *kind, Form form)
{
    Transition *transition = indppg_transition_of(fcinfo, 0);
    Site *site = fcinfo->flinfo->fn_extra;
    Given given;
    if (site == NULL) {
        bool fixed;
        indppg_require_aggregate(fcinfo);
        require_distinct_texts(fcinfo, kind, form);
        fixed = indppg_parameters_are_fixed(fcinfo, kind, form);
        site = indppg_site_of(fcinfo);
        site->fixed = fixed;
    }
    indppg_parameters_of_row(fcinfo, kind, form, &given);
    if (transition == NULL || transition->owner == OWNER_NONE) {
        transition = indppg_start(fcinfo, kind, form, &given, !site->accepted);
        site->accepted = site->fixed;
    } else if (transition->owner != owner_of(kind, form)) {
        indppg_fail_owner();
    } else {
        indppg_parameters_compare(&transition->parameters, &given.parameters, kind, form);
        if (is_mode(kind))
            indppg_candidates_compare(fcinfo, transition, kind, form, &given);
    }
    return transition;
}
