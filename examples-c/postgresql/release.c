/* Answers and states out of transition states; answers out of states. */
#include "indp_pg.h"

#include <math.h>

#include "catalog/pg_type.h"

static Transition *argument(FunctionCallInfo fcinfo)
{
    require_aggregate(fcinfo);
    return PG_ARGISNULL(0) ? NULL : (Transition *)PG_GETARG_POINTER(0);
}

/* A text goes to the context, which is to live as long as the transition. */
static indp_status release(const Kind *kind, Transition *transition, double epsilon, MemoryContext context)
{
    switch (kind->code) {
    case INDP_KIND_COUNT: return indp_count_release(transition->state, epsilon, NULL, &transition->answer.integer);
    case INDP_KIND_MODE: return release_category(kind, transition, epsilon, context);
    default: return indp_state_release(transition->state, epsilon, NULL, &transition->answer.real);
    }
}

static Datum answer(const Kind *kind, const Transition *transition)
{
    if (kind->label == TEXTOID)
        return PointerGetDatum(transition->answer.text);
    return kind->code == INDP_KIND_COUNT || kind->code == INDP_KIND_MODE ? Int64GetDatum(transition->answer.integer)
                                                                         : Float8GetDatum(transition->answer.real);
}

/* No row came: an empty state with the parameters that the plan tells. */
static Transition *empty(FunctionCallInfo fcinfo, const Kind *kind, Form form)
{
    Given given;
    parameters_of_plan(fcinfo, kind, form, &given);
    return start(fcinfo, kind, form, &given, false);
}

/* PostgreSQL may ask twice for the answer of one group (a rescanned hash table): it is drawn once and kept in
 * the transition state, which lives as long as the group. */
Datum finish_answer(FunctionCallInfo fcinfo, const Kind *kind)
{
    Transition *transition = argument(fcinfo);
    MemoryContext context;
    AggCheckCallContext(fcinfo, &context);
    if (transition == NULL || !transition->released) {
        Transition *rows = transition == NULL || transition->kind == 0 ? empty(fcinfo, kind, ANSWER) : transition;
        indp_status status = flush(rows);
        if (status == INDP_OK)
            status = release(kind, rows, rows->parameters.epsilon, context);
        if (status != INDP_OK)
            fail_status(kind->name, status);
        if (transition == NULL)
            transition = rows;
        transition->answer = rows->answer;
        transition->released = 1;
    }
    return answer(kind, transition);
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

/* The arguments of a function that releases a stored state: NULL for no state. */
static Transition *stored(FunctionCallInfo fcinfo, const char *function, double *epsilon)
{
    Transition *transition;
    *epsilon = PG_ARGISNULL(1) ? 0 : PG_GETARG_FLOAT8(1);
    if (!isfinite(*epsilon) || !(*epsilon > 0))
        fail_parameter(function, 'e');
    if (PG_ARGISNULL(0))
        return NULL;
    transition = transition_of_state(PG_GETARG_BYTEA_PP(0));
    if (transition->kind == 0)
        fail_no_merge(function);
    return transition;
}

/* Releases a stored state: each call is a release of its own. Refused to PUBLIC in indp--*.sql. */
PG_FUNCTION_INFO_V1(dp_release);

Datum dp_release(PG_FUNCTION_ARGS)
{
    double epsilon;
    Transition *transition = stored(fcinfo, "dp_release", &epsilon);
    indp_status status;
    if (transition == NULL)
        PG_RETURN_NULL();
    if (transition->kind == INDP_KIND_MODE)
        fail_release(true);
    status = release(kind_of_code(transition->kind), transition, epsilon, CurrentMemoryContext);
    if (status != INDP_OK)
        fail_status("dp_release", status);
    PG_RETURN_FLOAT8(transition->kind == INDP_KIND_COUNT ? (double)transition->answer.integer : transition->answer.real);
}

/* The same for a mode: the candidate as text, since one function cannot answer with two types. */
PG_FUNCTION_INFO_V1(dp_release_mode);

Datum dp_release_mode(PG_FUNCTION_ARGS)
{
    double epsilon;
    Transition *transition = stored(fcinfo, "dp_release_mode", &epsilon);
    indp_status status;
    if (transition == NULL)
        PG_RETURN_NULL();
    if (transition->kind != INDP_KIND_MODE)
        fail_release(false);
    status = release_category(NULL, transition, epsilon, CurrentMemoryContext);
    if (status != INDP_OK)
        fail_status("dp_release_mode", status);
    PG_RETURN_DATUM(PointerGetDatum(transition->answer.text));
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
