/* The SQL functions that release stored states. Each call is a separate release. indp--*.sql
 * revokes these functions from PUBLIC. */
#include "indp_pg.h"

#include "messages.h"
#include "parts.h"
#include "utils/builtins.h"

/* Returns the state in the first argument, and stores its kind. Returns NULL if the argument is
 * NULL. */
static Transition *state_of(FunctionCallInfo fcinfo, const char *function, int32_t *code)
{
    Transition *transition;
    indp_status status;
    if (PG_ARGISNULL(0))
        return NULL;
    transition = indppg_transition_of_state(PG_GETARG_BYTEA_PP(0));
    if (transition->owner == OWNER_NONE)
        indppg_fail_no_merge(function);
    status = indp_state_kind(transition->state, code);
    if (status != INDP_OK)
        indppg_fail_status(function, status);
    return transition;
}

/* Reads and checks the arguments of a function that releases a stored state. Returns NULL if the
 * state is NULL. */
static Transition *stored(FunctionCallInfo fcinfo, const char *function, double *epsilon,
                          int32_t *code)
{
    *epsilon = PG_ARGISNULL(1) ? 0 : PG_GETARG_FLOAT8(1);
    indppg_check_epsilon(*epsilon, function);
    return state_of(fcinfo, function, code);
}

static void release_stored(const char *function, int32_t code, Transition *transition,
                           double epsilon, indp_value *value)
{
    indp_status status = indppg_draw(indpx_kind_of_code(code), transition, epsilon, value);
    if (status != INDP_OK)
        indppg_fail_call(function, INDPX_STATE_RANGE, epsilon, status);
}

PG_FUNCTION_INFO_V1(dp_release);

Datum dp_release(PG_FUNCTION_ARGS)
{
    double epsilon;
    int32_t code;
    indp_value value;
    Transition *transition = stored(fcinfo, "dp_release", &epsilon, &code);
    if (transition == NULL)
        PG_RETURN_NULL();
    if (code == INDP_KIND_MODE || code == INDP_KIND_HISTOGRAM)
        indppg_fail_release(code);
    release_stored("dp_release", code, transition, epsilon, &value);
    PG_RETURN_FLOAT8(value.tag == INDP_VALUE_INTEGER ? (double)value.integer : value.real);
}

/* Releases the state of a mode as text. dp_release cannot do this, because an SQL function has only
 * one type of result, and that of dp_release is a number. */
PG_FUNCTION_INFO_V1(dp_release_mode);

Datum dp_release_mode(PG_FUNCTION_ARGS)
{
    double epsilon;
    int32_t code;
    indp_value value;
    Transition *transition = stored(fcinfo, "dp_release_mode", &epsilon, &code);
    if (transition == NULL)
        PG_RETURN_NULL();
    if (code != INDP_KIND_MODE)
        indppg_fail_no_mode(code);
    release_stored("dp_release_mode", code, transition, epsilon, &value);
    if (value.label == NULL)
        PG_RETURN_TEXT_P(cstring_to_text(psprintf(INT64_FORMAT, value.integer)));
    PG_RETURN_TEXT_P(cstring_to_text_with_len((const char *)value.label, (int)value.length));
}

/* Releases several quantiles from the state of a quantile. The q in the state is not used. */
PG_FUNCTION_INFO_V1(dp_release_quantiles);

Datum dp_release_quantiles(PG_FUNCTION_ARGS)
{
    double epsilon = PG_ARGISNULL(2) ? 0 : PG_GETARG_FLOAT8(2);
    int32_t code;
    Transition *transition;
    indppg_check_epsilon(epsilon, "dp_release_quantiles");
    if (PG_ARGISNULL(1))
        indppg_fail_parameter("dp_release_quantiles", INDPX_QS);
    transition = state_of(fcinfo, "dp_release_quantiles", &code);
    if (transition == NULL)
        PG_RETURN_NULL();
    if (code != INDP_KIND_QUANTILE)
        indppg_fail_quantiles();
    return indppg_release_quantiles(fcinfo, transition, PG_GETARG_DATUM(1), epsilon);
}

/* Releases all counts from the state of a histogram or mode. */
PG_FUNCTION_INFO_V1(dp_release_counts);

Datum dp_release_counts(PG_FUNCTION_ARGS)
{
    double epsilon;
    int32_t code;
    Transition *transition = stored(fcinfo, "dp_release_counts", &epsilon, &code);
    if (transition == NULL)
        PG_RETURN_NULL();
    if (code != INDP_KIND_HISTOGRAM && code != INDP_KIND_MODE)
        indppg_fail_counts();
    return indppg_release_counts(fcinfo, transition, epsilon);
}

/* Releases the bounds from a state that searches for them. */
PG_FUNCTION_INFO_V1(dp_release_bounds);

Datum dp_release_bounds(PG_FUNCTION_ARGS)
{
    double epsilon;
    int32_t code;
    Transition *transition = stored(fcinfo, "dp_release_bounds", &epsilon, &code);
    if (transition == NULL)
        PG_RETURN_NULL();
    if (indp_state_can_release_bounds(transition->state, epsilon, NULL) == INDP_E_STATE)
        indppg_fail_bounds();
    return indppg_release_bounds(fcinfo, transition, epsilon);
}

static indp_status draw_parts(int32_t code, Transition *transition, double epsilon,
                              indp_parts *parts)
{
    indp_options *options;
    indp_status status = indppg_options(indpx_kind_of_code(code), &options);
    memset(parts, 0, sizeof *parts);
    parts->struct_size = sizeof *parts;
    if (status == INDP_OK)
        status = indp_state_release_parts(transition->state, epsilon, options, parts);
    indp_options_free(options);
    return status;
}

/* Releases an average, a variance or a standard deviation together with the noisy sums from
 * which it is computed. */
PG_FUNCTION_INFO_V1(dp_release_parts);

Datum dp_release_parts(PG_FUNCTION_ARGS)
{
    double epsilon;
    int32_t code;
    indp_parts parts;
    indp_status status;
    char json[INDPX_PARTS_SIZE];
    Transition *transition = stored(fcinfo, "dp_release_parts", &epsilon, &code);
    if (transition == NULL)
        PG_RETURN_NULL();
    if (!indpx_has_parts(code))
        indppg_fail_parts(code);
    status = draw_parts(code, transition, epsilon, &parts);
    if (status != INDP_OK)
        indppg_fail_call("dp_release_parts", INDPX_STATE_RANGE, epsilon, status);
    indpx_parts_write(&parts, json);
    PG_RETURN_TEXT_P(cstring_to_text(json));
}
