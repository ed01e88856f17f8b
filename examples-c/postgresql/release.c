/* Answers and states out of transition states; answers out of states. */
#include "indp_pg.h"

static Transition *argument(FunctionCallInfo fcinfo)
{
    require_aggregate(fcinfo);
    return PG_ARGISNULL(0) ? NULL : (Transition *)PG_GETARG_POINTER(0);
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
        double real = 0;
        int64_t integer = 0;
        indp_status status = kind->release(rows->state, rows->parameters.epsilon, NULL, &real, &integer);
        if (status != INDP_OK)
            fail_status(kind->name, status);
        if (transition == NULL)
            transition = rows;
        if (kind->is_integer)
            transition->answer.integer = integer;
        else
            transition->answer.real = real;
        transition->released = 1;
    }
    return kind->is_integer ? Int64GetDatum(transition->answer.integer) : Float8GetDatum(transition->answer.real);
}

Datum finish_state(FunctionCallInfo fcinfo, const Kind *kind)
{
    Transition *transition = argument(fcinfo);
    if (transition == NULL || transition->kind == 0)
        transition = empty(fcinfo, kind, STATE);
    PG_RETURN_BYTEA_P(state_to_bytes(transition->state));
}

/* Releases a stored state: each call is a release of its own. Refused to PUBLIC in indp--*.sql. */
PG_FUNCTION_INFO_V1(dp_release);

Datum dp_release(PG_FUNCTION_ARGS)
{
    bytea *bytes;
    const unsigned char *data;
    const Kind *kind;
    unsigned char *state;
    double real = 0;
    int64_t integer = 0;
    indp_status status;
    if (PG_ARGISNULL(1))
        fail_parameter("dp_release", 'e');
    if (PG_ARGISNULL(0))
        PG_RETURN_NULL();
    bytes = PG_GETARG_BYTEA_PP(0);
    data = (const unsigned char *)VARDATA_ANY(bytes);
    if (VARSIZE_ANY_EXHDR(bytes) == 0)
        fail_no_merge();
    kind = VARSIZE_ANY_EXHDR(bytes) < 6 ? NULL : kind_of_code(data[5]);
    if (kind == NULL)
        fail_bytes("dp_state", ERRCODE_INVALID_BINARY_REPRESENTATION);
    state = palloc(kind->size);
    if (indp_state_deserialise(state, kind->size, data, VARSIZE_ANY_EXHDR(bytes)) != INDP_OK)
        fail_bytes("dp_state", ERRCODE_INVALID_BINARY_REPRESENTATION);
    status = kind->release(state, PG_GETARG_FLOAT8(1), NULL, &real, &integer);
    if (status != INDP_OK)
        fail_status("dp_release", status);
    pfree(state);
    PG_RETURN_FLOAT8(kind->is_integer ? (double)integer : real);
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
