/* The functions that SQL calls for each row, and the final ones. */
#include "indp_pg.h"

#include <math.h>

#include "utils/builtins.h"

/* The state of this row's group, ready to take the row. One test on the common path. */
static pg_attribute_always_inline Transition *ready(FunctionCallInfo fcinfo, const Kind *kind, Form form)
{
    const Site *site = fcinfo->flinfo->fn_extra;
    if (likely(site != NULL && site->fixed && !PG_ARGISNULL(0) && ((Transition *)PG_GETARG_POINTER(0))->kind != 0))
        return (Transition *)PG_GETARG_POINTER(0);
    return prepare(fcinfo, kind, form);
}

/* Adds a number: usually to the buffer. */
static pg_attribute_always_inline indp_status add(Transition *t, const Kind *kind, double value)
{
    if (unlikely(t->room == 0))
        return add_when_full(t, value);
    ((double *)(t->state + kind->size))[--t->room] = value;
    return INDP_OK;
}

/* A NULL is no row, but it has told us the parameters. */
#define ADD(NAME, KIND, FORM, CALL)                          \
    PG_FUNCTION_INFO_V1(NAME);                               \
    Datum NAME(PG_FUNCTION_ARGS)                             \
    {                                                        \
        Transition *t = ready(fcinfo, &(KIND), FORM);        \
        if (likely(!PG_ARGISNULL(1))) {                      \
            indp_status status = CALL;                       \
            if (unlikely(status != INDP_OK))                 \
                fail_status(name_of(&(KIND), FORM), status); \
        }                                                    \
        PG_RETURN_POINTER(t);                                \
    }

#define FINISH(NAME, KIND)                   \
    PG_FUNCTION_INFO_V1(NAME##_final);       \
    Datum NAME##_final(PG_FUNCTION_ARGS)     \
    {                                        \
        return finish_answer(fcinfo, &KIND); \
    }                                        \
    PG_FUNCTION_INFO_V1(NAME##_state_final); \
    Datum NAME##_state_final(PG_FUNCTION_ARGS) \
    {                                        \
        return finish_state(fcinfo, &KIND);  \
    }

/* Never an error: what lies beyond the doubles becomes an infinity, which clamps. float8(numeric) fails on
 * 1e400 and shows it. */
static double number_of_numeric(Datum numeric)
{
    return DatumGetFloat8(DirectFunctionCall1(numeric_float8_no_overflow, numeric));
}

/* An aggregate over numbers: NAME_float8, NAME_int8 and so on, and the same for its states. */
#define NUMBERS(NAME, KIND, FORM)                                                 \
    ADD(NAME##_float8, KIND, FORM, add(t, &(KIND), PG_GETARG_FLOAT8(1))) \
    ADD(NAME##_int8, KIND, FORM, indp_state_add_int64(t->state, PG_GETARG_INT64(1))) \
    ADD(NAME##_int4, KIND, FORM, add(t, &(KIND), (double)PG_GETARG_INT32(1))) \
    ADD(NAME##_int2, KIND, FORM, add(t, &(KIND), (double)PG_GETARG_INT16(1))) \
    ADD(NAME##_numeric, KIND, FORM, add(t, &(KIND), number_of_numeric(PG_GETARG_DATUM(1))))

#define BOTH(NAME, KIND)         \
    NUMBERS(NAME, KIND, ANSWER)  \
    NUMBERS(NAME##_state, KIND, STATE) \
    FINISH(NAME, KIND)

ADD(dp_count_any, KIND_COUNT, ANSWER, indp_count_add(t->state))
ADD(dp_count_state_any, KIND_COUNT, STATE, indp_count_add(t->state))
FINISH(dp_count, KIND_COUNT)

BOTH(dp_sum, KIND_SUM)
BOTH(dp_avg, KIND_AVG)
BOTH(dp_var, KIND_VAR)
BOTH(dp_stddev, KIND_STDDEV)
