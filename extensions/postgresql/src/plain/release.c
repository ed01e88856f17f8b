/* Does the work of the final functions: turns a transition state into an answer or a state. */
#include "indp_pg.h"

#include "utils/builtins.h"

indp_status indppg_draw(const indpx_kind *kind, Transition *transition, double epsilon,
                        indp_value *value)
{
    indp_options *options;
    indp_status status = indppg_options(kind, &options);
    memset(value, 0, sizeof *value);
    value->struct_size = sizeof *value;
    if (status == INDP_OK)
        status = indp_state_release_value(transition->state, epsilon, options, value);
    indp_options_free(options);
    return status;
}

/* Draws the answer and keeps it in the transition state. A text is kept as its index, never as a
 * pointer. */
static indp_status release(FunctionCallInfo fcinfo, const Kind *kind, Transition *transition)
{
    indp_value value;
    indp_status status;
    if (is_list(kind))
        return indppg_release_list(fcinfo, kind, transition);
    if (is_mode(kind) && !indppg_labels_fit(transition->state, kind->value))
        return INDP_E_STATE;
    status = indppg_draw(kind->of, transition, transition->parameters.epsilon, &value);
    if (status != INDP_OK)
        return status;
    switch (kind->value) {
    case VALUE_COUNT:
    case VALUE_INT8: transition->answer.integer = value.integer; break;
    case VALUE_TEXT: transition->answer.candidate = value.candidate; break;
    default: transition->answer.real = value.real; break;
    }
    return INDP_OK;
}

/* For a group without rows: an empty transition state with the parameters from the plan. */
static Transition *empty(FunctionCallInfo fcinfo, const Kind *kind, Form form)
{
    Given given;
    indppg_parameters_of_plan(fcinfo, kind, form, &given);
    return indppg_start(fcinfo, kind, form, &given, false);
}

/* The answer that `kept` holds. The index of a text refers to the candidates of `rows`. */
static Datum answer(FunctionCallInfo fcinfo, const Kind *kind, const Transition *kept,
                    const Transition *rows)
{
    if (is_list(kind))
        return indppg_list(fcinfo, kind, kept);
    switch (kind->value) {
    case VALUE_COUNT:
    case VALUE_INT8: return Int64GetDatum(kept->answer.integer);
    case VALUE_TEXT: return PointerGetDatum(indppg_candidate_text(rows, kept->answer.candidate));
    default: return indppg_datum_of(kind->value, kept->answer.real);
    }
}

/* Returns a kept answer once more, without a new release. A kept text is an index into the
 * candidates. A transition state that saw no row does not hold them, so they are read from the
 * plan again. */
static Datum answer_again(FunctionCallInfo fcinfo, const Kind *kind, const Transition *kept)
{
    bool without = kind->value == VALUE_TEXT && !is_list(kind) && state_length(kept) == 0;
    return answer(fcinfo, kind, kept, without ? empty(fcinfo, kind, ANSWER) : kept);
}

/* PostgreSQL may call the final function of a group again when it rescans a hash table. So the
 * answer is drawn once and kept in the transition state, which lives as long as the group. An
 * answer that is a list is kept by lists.c. */
Datum indppg_finish_answer(FunctionCallInfo fcinfo, const Kind *kind)
{
    Owner owner = owner_of(kind, ANSWER);
    Transition *transition = PG_ARGISNULL(0) ? NULL : (Transition *)PG_GETARG_POINTER(0);
    Transition *rows = transition;
    indp_status status;
    indppg_require_aggregate(fcinfo);
    if (transition != NULL && transition->owner == (owner | OWNER_RELEASED))
        return answer_again(fcinfo, kind, transition);
    if (transition == NULL || transition->owner == OWNER_NONE)
        rows = empty(fcinfo, kind, ANSWER);
    else if (transition->owner != owner)
        indppg_fail_owner();
    status = indppg_flush(rows);
    if (status == INDP_OK)
        status = release(fcinfo, kind, rows);
    if (status != INDP_OK)
        indppg_fail_call(kind->of->name, kind->of->range, rows->parameters.epsilon, status);
    if (transition == NULL)
        transition = rows;
    transition->answer = rows->answer;
    transition->owner = owner | OWNER_RELEASED;
    return answer(fcinfo, kind, transition, rows);
}

Datum indppg_finish_state(FunctionCallInfo fcinfo, const Kind *kind)
{
    Transition *transition = indppg_transition_of(fcinfo, 0);
    indp_status status;
    indppg_require_aggregate(fcinfo);
    if (transition == NULL || transition->owner == OWNER_NONE)
        transition = empty(fcinfo, kind, STATE);
    else if (transition->owner != owner_of(kind, STATE))
        indppg_fail_owner();
    status = indppg_flush(transition);
    if (status != INDP_OK)
        indppg_fail_status(kind->of->state_name, status);
    PG_RETURN_BYTEA_P(indppg_state_to_bytes(transition->state));
}
