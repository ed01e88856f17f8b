/* Starts a state at the first row of a group. Compares the parameters of later rows with the
 * parameters of the first row, unless the plan proves that they are constant. */
#include "indp_pg.h"

#include "nodes/primnodes.h"
#include "utils/lsyscache.h"

/* An empty transition state of a kind whose state contains no list. */
static Transition *start_numbers(const Kind *kind, Form form, const Given *given)
{
    size_t size = indp_state_bytes(kind->of->code);
    Transition *transition = indppg_new_transition(owner_of(kind, form), size);
    indp_status status =
        indpx_start(kind->of, transition->state, size, &given->parameters, NULL, 0);
    if (status != INDP_OK)
        indppg_fail_call(name_of(kind, form), kind->of->range, given->parameters.epsilon, status);
    return transition;
}

static indp_status can_release(const Transition *transition, const Kind *kind, const Given *given)
{
    indp_options *options;
    indp_status status;
    if (is_list(kind))
        return indppg_can_release_list(kind, transition, given);
    status = indppg_options(kind->of, &options);
    if (status == INDP_OK)
        status = indp_state_can_release(transition->state, transition->parameters.epsilon, options);
    indp_options_free(options);
    return status;
}

/* Allocates the state in the current memory context, because PostgreSQL itself copies the result of
 * a transition function into the aggregate's memory context. If `check` is set, bad parameters are
 * refused on the first row instead of after the last one. */
Transition *indppg_start(FunctionCallInfo fcinfo, const Kind *kind, Form form, const Given *given,
                         bool check)
{
    Transition *transition = is_mode(kind) || is_histogram(kind)
                                 ? indppg_start_listed(fcinfo, kind, form, given)
                                 : start_numbers(kind, form, given);
    indp_status status = INDP_OK;
    transition->parameters = given->parameters;
    if (check && form == ANSWER)
        status = can_release(transition, kind, given);
    if (status != INDP_OK)
        indppg_fail_call(name_of(kind, form), kind->of->range, given->parameters.epsilon, status);
    return transition;
}

/* Under a nondeterministic collation, texts with different bytes may be equal, and DISTINCT
 * keeps one of them. A single row can decide which text is kept, and so move a count from one
 * candidate to another. The counts then change by twice the sensitivity that epsilon covers. */
static void require_distinct_texts(FunctionCallInfo fcinfo, const Kind *kind, Form form)
{
    const Aggref *aggref = kind->value == VALUE_TEXT ? AggGetAggref(fcinfo) : NULL;
    Oid collation = PG_GET_COLLATION();
    if (aggref != NULL && aggref->aggdistinct != NIL && OidIsValid(collation) &&
        !get_collation_isdeterministic(collation))
        indppg_fail_distinct(name_of(kind, form));
}

/* Does all work of a row except adding its value. It makes checks at the first row of a plan,
 * starts a state at the first row of a group, and compares the parameters of later rows. Not
 * called for later rows if the plan proves that the parameters are constant. */
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
        if (is_mode(kind) || is_histogram(kind))
            indppg_lists_compare(fcinfo, transition, kind, form, &given);
    }
    return transition;
}
