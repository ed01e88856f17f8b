/* Defines the functions that SQL calls for each row, and the final functions. */
#include "aggregates.h"

#include "utils/builtins.h"

/* Whether the first argument is a transition state of this aggregate. */
static pg_attribute_always_inline bool is_own(FunctionCallInfo fcinfo, const Kind *kind, Form form)
{
    return !PG_ARGISNULL(0) && ((Transition *)PG_GETARG_POINTER(0))->owner == owner_of(kind, form);
}

/* The transition state of this row's group, ready to take the row. */
static pg_attribute_always_inline Transition *ready(FunctionCallInfo fcinfo, const Kind *kind,
                                                    Form form)
{
    const Site *site = fcinfo->flinfo->fn_extra;
    if (likely(site != NULL && site->fixed && is_own(fcinfo, kind, form)))
        return (Transition *)PG_GETARG_POINTER(0);
    return indppg_prepare(fcinfo, kind, form);
}

/* A row whose x is NULL is not counted, but its parameters are checked. */
#define ADD(NAME, K, FORM, CALL)                                    \
    PG_FUNCTION_INFO_V1(NAME);                                      \
    Datum NAME(PG_FUNCTION_ARGS)                                    \
    {                                                               \
        Transition *t = ready(fcinfo, KIND(K), FORM);               \
        if (likely(!PG_ARGISNULL(1))) {                             \
            indp_status status = CALL;                              \
            if (unlikely(status != INDP_OK))                        \
                indppg_fail_status(name_of(KIND(K), FORM), status); \
        }                                                           \
        PG_RETURN_POINTER(t);                                       \
    }

#define FINISH_ANSWER(NAME, K)                        \
    PG_FUNCTION_INFO_V1(NAME##_final);                \
    Datum NAME##_final(PG_FUNCTION_ARGS)              \
    {                                                 \
        return indppg_finish_answer(fcinfo, KIND(K)); \
    }

#define FINISH(NAME, K)                              \
    FINISH_ANSWER(NAME, K)                           \
    PG_FUNCTION_INFO_V1(NAME##_state_final);         \
    Datum NAME##_state_final(PG_FUNCTION_ARGS)       \
    {                                                \
        return indppg_finish_state(fcinfo, KIND(K)); \
    }

/* Never raises an error: a value beyond the largest double becomes an infinity, which is clamped.
 * PostgreSQL's float8(numeric) would fail on 1e400, and its message would show the value. */
static double number_of_numeric(Datum numeric)
{
    return DatumGetFloat8(DirectFunctionCall1(numeric_float8_no_overflow, numeric));
}

/* Whether the value of this row can go straight into the buffer. */
static pg_attribute_always_inline bool has_room(FunctionCallInfo fcinfo, const Kind *kind,
                                                Form form)
{
    const Site *site = fcinfo->flinfo->fn_extra;
    return site != NULL && site->fixed && is_own(fcinfo, kind, form) &&
           ((Transition *)PG_GETARG_POINTER(0))->room > 0;
}

static pg_noinline Datum add_slowly(FunctionCallInfo fcinfo, const Kind *kind, Form form,
                                    double value)
{
    Transition *t = ready(fcinfo, kind, form);
    const Site *site = fcinfo->flinfo->fn_extra;
    indp_status status = PG_ARGISNULL(1) ? INDP_OK : indppg_add_when_full(site->fixed, &t, value);
    if (status != INDP_OK)
        indppg_fail_status(name_of(kind, form), status);
    PG_RETURN_POINTER(t);
}

static pg_noinline Datum add_large(FunctionCallInfo fcinfo, const Kind *kind, Form form,
                                   int64 value)
{
    Transition *t = ready(fcinfo, kind, form);
    indp_status status = indppg_add_integer(&t, value);
    if (status != INDP_OK)
        indppg_fail_status(name_of(kind, form), status);
    PG_RETURN_POINTER(t);
}

/* BUFFER is the start of the buffer of t. Its offset is constant if states of this kind do not
 * grow. */
#define ADD_NUMBER(NAME, K, FORM, BUFFER, VALUE)                                       \
    PG_FUNCTION_INFO_V1(NAME);                                                         \
    Datum NAME(PG_FUNCTION_ARGS)                                                       \
    {                                                                                  \
        if (likely(!PG_ARGISNULL(1) && has_room(fcinfo, KIND(K), FORM))) {             \
            Transition *t = (Transition *)PG_GETARG_POINTER(0);                        \
            (BUFFER)[--t->room] = VALUE;                                               \
            PG_RETURN_POINTER(t);                                                      \
        }                                                                              \
        return add_slowly(fcinfo, KIND(K), FORM, PG_ARGISNULL(1) ? 0 : (double)VALUE); \
    }

/* A bigint up to 2^53 is added as a double. A larger bigint may not be representable as a
 * double, so it bypasses the buffer of doubles. */
#define MOST_EXACT (INT64CONST(1) << 53)

#define ADD_INT8(NAME, K, FORM, BUFFER)                                    \
    PG_FUNCTION_INFO_V1(NAME);                                             \
    Datum NAME(PG_FUNCTION_ARGS)                                           \
    {                                                                      \
        int64 x = PG_ARGISNULL(1) ? 0 : PG_GETARG_INT64(1);                \
        if (unlikely(x > MOST_EXACT || x < -MOST_EXACT))                   \
            return add_large(fcinfo, KIND(K), FORM, x);                    \
        if (likely(!PG_ARGISNULL(1) && has_room(fcinfo, KIND(K), FORM))) { \
            Transition *t = (Transition *)PG_GETARG_POINTER(0);            \
            (BUFFER)[--t->room] = (double)x;                               \
            PG_RETURN_POINTER(t);                                          \
        }                                                                  \
        return add_slowly(fcinfo, KIND(K), FORM, (double)x);               \
    }

/* Texts are compared with the candidates as bytes. A text that is not a candidate is ignored. */
static indp_status add_text(Transition *t, const text *x)
{
    return indp_mode_add_text(t->state, (const uint8_t *)VARDATA_ANY(x), VARSIZE_ANY_EXHDR(x));
}

#define ADD_TIME(NAME, K, FORM, BUFFER) \
    ADD_NUMBER(NAME, K, FORM, BUFFER, indppg_number_of(KIND(K)->value, PG_GETARG_DATUM(1)))

/* The transition function for each SQL type of x, as inputs_list.h names them. */
#define ADD_any(NAME, K, FORM, BUFFER) ADD(NAME, K, FORM, indp_count_add(t->state))
#define ADD_float8(NAME, K, FORM, BUFFER) ADD_NUMBER(NAME, K, FORM, BUFFER, PG_GETARG_FLOAT8(1))
#define ADD_numeric(NAME, K, FORM, BUFFER) \
    ADD_NUMBER(NAME, K, FORM, BUFFER, number_of_numeric(PG_GETARG_DATUM(1)))
#define ADD_int8(NAME, K, FORM, BUFFER) ADD_INT8(NAME, K, FORM, BUFFER)
#define ADD_int4(NAME, K, FORM, BUFFER) ADD_NUMBER(NAME, K, FORM, BUFFER, PG_GETARG_INT32(1))
#define ADD_int2(NAME, K, FORM, BUFFER) ADD_NUMBER(NAME, K, FORM, BUFFER, PG_GETARG_INT16(1))
#define ADD_bool(NAME, K, FORM, BUFFER) \
    ADD_NUMBER(NAME, K, FORM, BUFFER, (PG_GETARG_BOOL(1) ? 1 : 0))
#define ADD_date(NAME, K, FORM, BUFFER) ADD_TIME(NAME, K, FORM, BUFFER)
#define ADD_timestamp(NAME, K, FORM, BUFFER) ADD_TIME(NAME, K, FORM, BUFFER)
#define ADD_timestamptz(NAME, K, FORM, BUFFER) ADD_TIME(NAME, K, FORM, BUFFER)
#define ADD_interval(NAME, K, FORM, BUFFER) ADD_TIME(NAME, K, FORM, BUFFER)
#define ADD_LABEL_text(NAME, K, FORM, BUFFER) ADD(NAME, K, FORM, add_text(t, PG_GETARG_TEXT_PP(1)))
#define ADD_LABEL_int8(NAME, K, FORM, BUFFER) \
    ADD(NAME, K, FORM, indp_mode_add_int64(t->state, PG_GETARG_INT64(1)))

#define BEHIND(SIZE) ((double *)(t->state + (SIZE)))

#include "inputs_list.h"
