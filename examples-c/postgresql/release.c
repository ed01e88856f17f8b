/* Answers and states out of transition states; answers out of states. */
#include "indp_pg.h"

static Transition *argument(FunctionCallInfo fcinfo)
{
    require_aggregate(fcinfo);
    return PG_ARGISNULL(0) ? NULL : (Transition *)PG_GETARG_POINTER(0);
}

/* The answer of a count is an integer, that of the others a real number. */
static indp_status release(const Kind *kind, Transition *transition, double epsilon)
{
    return kind->code == INDP_KIND_COUNT ? indp_count_release(transition->state, epsilon, NULL, &transition->answer.integer)
                                         : indp_state_release(transition->state, epsilon, NULL, &transition->answer.real);
}

/* No row came: an empty state with the parameters that the plan tells. */
static Transition *empty(FunctionCallInfo fcinfo, const Kind *kind, Form form)
{
    Parameters parameters;
    parameters_of_plan(fcinfo, kind, form, &parameters);
    return start(kind, form, &parameters, false);
}

/* PostgreSQL may ask twice for the answer of one group (a rescanned hash table): it is drawn once and kept in
 * the transition state, which lives as long as the group. */
Datum finish_answer(FunctionCallInfo fcinfo, const Kind *kind)
{
    Transition *transition = argument(fcinfo);
    if (transition == NULL || !transition->released) {
        Transition *rows = transition == NULL || transition->kind == 0 ? empty(fcinfo, kind, ANSWER) : transition;
        indp_status status = flush(rows);
        if (status == INDP_OK)
            status = release(kind, rows, rows->parameters.epsilon);
        if (status != INDP_OK)
            fail_status(kind->name, status);
        if (transition == NULL)
            transition = rows;
        transition->answer = rows->answer;
        transition->released = 1;
    }
    return kind->code == INDP_KIND_COUNT ? Int64GetDatum(transition->answer.integer) : Float8GetDatum(transition->answer.real);
}

Datum finish_state(FunctionCallInfo fcinfo, const Kind *kind)
{
    Transition *transition = argument(fcinfo);
    indp_status status;
    if (transition == NULL || transition->kind == 0)
        transition = empty(fcinfo, kind, STATE);
    status = flush(transition);
    if (status != INDP_OK)
        fail_status(kind->state_name, status);
    PG_RETURN_BYTEA_P(state_to_bytes(transition->state));
}

/* Releases a stored state: each call is a release of its own. Refused to PUBLIC in indp--*.sql. */
PG_FUNCTION_INFO_V1(dp_release);

Datum dp_release(PG_FUNCTION_ARGS)
{
    Transition *transition;
    const Kind *kind;
    indp_status status;
    if (PG_ARGISNULL(1))
        fail_parameter("dp_release", 'e');
    if (PG_ARGISNULL(0))
        PG_RETURN_NULL();
    transition = transition_of_state(PG_GETARG_BYTEA_PP(0));
    if (transition == NULL)
        fail_no_merge();
    kind = kind_of_code(transition->kind);
    status = release(kind, transition, PG_GETARG_FLOAT8(1));
    if (status != INDP_OK)
        fail_status("dp_release", status);
    PG_RETURN_FLOAT8(kind->code == INDP_KIND_COUNT ? (double)transition->answer.integer : transition->answer.real);
}

PG_FUNCTION_INFO_V1(indp_pg_version);

Datum indp_pg_version(PG_FUNCTION_ARGS)
{
    const char *version = indp_version_string();
    Size length = strlen(version);
    text *result = palloc(VARHDRSZ + length);
    SET_VARSIZE(result, VARHDRSZ + length);
    memcpy(VARDATA(result), version, length);
    PG_RETURN_TEXT_P(result);
}
