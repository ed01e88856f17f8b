/* Answers and states out of transition states; answers out of states. */
#include "indp_pg.h"

static indp_status release(const Kind *kind, Transition *transition, double epsilon)
{
    switch (kind->value) {
    case VALUE_COUNT: return indp_count_release(transition->state, epsilon, NULL, &transition->answer.integer);
    case VALUE_TEXT:
    case VALUE_INT8: return release_category(kind, transition, epsilon);
    default: return indp_state_release(transition->state, epsilon, NULL, &transition->answer.real);
    }
}

/* No row came: an empty state with the parameters that the plan tells. */
static Transition *empty(FunctionCallInfo fcinfo, const Kind *kind, Form form)
{
    Given given;
    parameters_of_plan(fcinfo, kind, form, &given);
    return start(fcinfo, kind, form, &given, false);
}

/* The answer that `kept` keeps, to the candidates of `rows`. */
static Datum answer(const Kind *kind, const Transition *kept, const Transition *rows)
{
    switch (kind->value) {
    case VALUE_COUNT:
    case VALUE_INT8: return Int64GetDatum(kept->answer.integer);
    case VALUE_TEXT: return PointerGetDatum(category_text(rows, kept->answer.label));
    default: return datum_of(kind->value, kept->answer.real);
    }
}

/* One that saw no row has no candidates: they are made again. */
static Datum answer_again(FunctionCallInfo fcinfo, const Kind *kind, const Transition *kept)
{
    bool without = kind->value == VALUE_TEXT && state_length(kept) == 0;
    return answer(kind, kept, without ? empty(fcinfo, kind, ANSWER) : kept);
}

/* PostgreSQL may ask twice for the answer of one group (a rescanned hash table): it is drawn once and kept in
 * the transition state, which lives as long as the group. */
Datum finish_answer(FunctionCallInfo fcinfo, const Kind *kind)
{
    Owner owner = owner_of(kind, ANSWER);
    Transition *transition = PG_ARGISNULL(0) ? NULL : (Transition *)PG_GETARG_POINTER(0);
    Transition *rows = transition;
    indp_status status;
    require_aggregate(fcinfo);
    if (transition != NULL && transition->owner == (owner | OWNER_RELEASED))
        return answer_again(fcinfo, kind, transition);
    if (transition == NULL || transition->owner == OWNER_NONE)
        rows = empty(fcinfo, kind, ANSWER);
    else if (transition->owner != owner)
        fail_owner();
    status = flush(rows);
    if (status == INDP_OK)
        status = release(kind, rows, rows->parameters.epsilon);
    if (status != INDP_OK)
        fail_status(kind->name, status);
    if (transition == NULL)
        transition = rows;
    transition->answer = rows->answer;
    transition->owner = owner | OWNER_RELEASED;
    return answer(kind, transition, rows);
}

Datum finish_state(FunctionCallInfo fcinfo, const Kind *kind)
{
    Transition *transition = transition_of(fcinfo, 0);
    indp_status status;
    require_aggregate(fcinfo);
    if (transition == NULL || transition->owner == OWNER_NONE)
        transition = empty(fcinfo, kind, STATE);
    else if (transition->owner != owner_of(kind, STATE))
        fail_owner();
    status = flush(transition);
    if (status != INDP_OK)
        fail_status(kind->state_name, status);
    PG_RETURN_BYTEA_P(state_to_bytes(transition->state));
}

/* The arguments of a function that releases a stored state: NULL for no state. */
static Transition *stored(FunctionCallInfo fcinfo, const char *function, double *epsilon, int32_t *code)
{
    Transition *transition;
    indp_status status;
    *epsilon = PG_ARGISNULL(1) ? 0 : PG_GETARG_FLOAT8(1);
    check_epsilon(*epsilon, function);
    if (PG_ARGISNULL(0))
        return NULL;
    transition = transition_of_state(PG_GETARG_BYTEA_PP(0));
    if (transition->owner == OWNER_NONE)
        fail_no_merge(function);
    status = indp_state_kind(transition->state, code);
    if (status != INDP_OK)
        fail_status(function, status);
    return transition;
}

/* Releases a stored state: each call is a release of its own. Refused to PUBLIC in indp--*.sql. */
PG_FUNCTION_INFO_V1(dp_release);

Datum dp_release(PG_FUNCTION_ARGS)
{
    double epsilon, real = 0;
    int64_t integer = 0;
    int32_t code;
    Transition *transition = stored(fcinfo, "dp_release", &epsilon, &code);
    indp_status status;
    if (transition == NULL)
        PG_RETURN_NULL();
    if (code == INDP_KIND_MODE)
        fail_release(true);
    if (code == INDP_KIND_COUNT) {
        status = indp_count_release(transition->state, epsilon, NULL, &integer);
        real = (double)integer;
    } else {
        status = indp_state_release(transition->state, epsilon, NULL, &real);
    }
    if (status != INDP_OK)
        fail_status("dp_release", status);
    PG_RETURN_FLOAT8(real);
}

/* The same for a mode: the candidate as text, since one function cannot answer with two types. */
PG_FUNCTION_INFO_V1(dp_release_mode);

Datum dp_release_mode(PG_FUNCTION_ARGS)
{
    double epsilon;
    int32_t code;
    Transition *transition = stored(fcinfo, "dp_release_mode", &epsilon, &code);
    if (transition == NULL)
        PG_RETURN_NULL();
    if (code != INDP_KIND_MODE)
        fail_release(false);
    PG_RETURN_DATUM(PointerGetDatum(release_any_category(transition, epsilon)));
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
