/* The first row of a group starts its state. Later ones are compared with it where no plan proves
 * that the parameters are constant. */
#include "indp_pg.h"

#include "nodes/primnodes.h"
#include "utils/lsyscache.h"

/* An empty state of a kind that is no mode. */
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

/* In the current memory context: PostgreSQL copies what a transition function returns to the
 * aggregate's. With check, bad parameters are refused now, on the first row, and not after the
 * last. */
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

/* Where texts may be equal that are not the same, DISTINCT keeps one of them, which one row decides:
 * it then takes from one candidate and gives to another, which is more than epsilon pays for. */
static void require_distinct_texts(FunctionCallInfo fcinfo, const Kind *kind, Form form)
{
    const Aggref *aggref = kind->value == VALUE_TEXT ? AggGetAggref(fcinfo) : NULL;
    Oid collation = PG_GET_COLLATION();
    if (aggref != NULL && aggref->aggdistinct != NIL && OidIsValid(collation) && !get_collation_isdeterministic(collation))
        indppg_fail_distinct(name_of(kind, form));
}

/* What a row needs besides adding its value: checks at the first row of a plan, a state at the
 * first of a group, and comparing the parameters unless the plan is proof that they are constant.
 */
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
