/* Defines the functions that SQL calls for each row, and the final functions. */
#include "aggregates.h"

#include "utils/builtins.h"

/* Whether the first argument is a transition state of this aggregate. */
static pg_attribute_always_inline bool is_own(FunctionCallInfo fcinfo, const Kind *kind, Form form)
{
    return !PG_ARGISNULL(0) && ((Transition *)PG_GETARG_POINTER(0))->owner == owner_of(kind, form);
}

/* The transition state of this row's group, ready to take the row. */
static pg_attribute_always_inline Transition *ready(FunctionCallInfo fcinfo, const Kind *kind, Form form)
{
    const Site *site = fcinfo->flinfo->fn_extra;
    if (likely(site != NULL && site->fixed && is_own(fcinfo, kind, form)))
        return (Transition *)PG_GETARG_POINTER(0);
    return indppg_prepare(fcinfo, kind, form);
}

/* A row whose x is NULL is not counted, but its parameters are checked. */
#define ADD(NAME, K, FORM, CALL)                          \
    PG_FUNCTION_INFO_V1(NAME);                               \
    Datum NAME(PG_FUNCTION_ARGS)                             \
    {                                                        \
        Transition *t = ready(fcinfo, KIND(K), FORM);        \
        if (likely(!PG_ARGISNULL(1))) {                      \
            indp_status status = CALL;                       \
            if (unlikely(status != INDP_OK))                 \
                indppg_fail_status(name_of(KIND(K), FORM), status); \
        }                                                    \
        PG_RETURN_POINTER(t);                                \
    }

#define FINISH_ANSWER(NAME, K)            \
    PG_FUNCTION_INFO_V1(NAME##_final);       \
    Datum NAME##_final(PG_FUNCTION_ARGS)     \
    {                                        \
        return indppg_finish_answer(fcinfo, KIND(K)); \
    }

#define FINISH(NAME, K)                   \
    FINISH_ANSWER(NAME, K)                   \
    PG_FUNCTION_INFO_V1(NAME##_state_final); \
    Datum NAME##_state_final(PG_FUNCTION_ARGS) \
    {                                        \
        return indppg_finish_state(fcinfo, KIND(K));  \
    }

/* Never raises an error: a value beyond the largest double becomes an infinity, which is clamped.
 * PostgreSQL's float8(numeric) would fail on 1e400, and its message would show the value. */
static double number_of_numeric(Datum numeric)
{
    return DatumGetFloat8(DirectFunctionCall1(numeric_float8_no_overflow, numeric));
}

/* Whether the value of this row can go straight into the buffer. */
static pg_attribute_always_inline bool has_room(FunctionCallInfo fcinfo, const Kind *kind, Form form)
{
    const Site *site = fcinfo->flinfo->fn_extra;
    return site != NULL && site->fixed && is_own(fcinfo, kind, form) && ((Transition *)PG_GETARG_POINTER(0))->room > 0;
}

static pg_noinline Datum add_slowly(FunctionCallInfo fcinfo, const Kind *kind, Form form, double value)
{
    Transition *t = ready(fcinfo, kind, form);
    indp_status status = PG_ARGISNULL(1) ? INDP_OK : indppg_add_when_full(((Site *)fcinfo->flinfo->fn_extra)->fixed, &t, value);
    if (status != INDP_OK)
        indppg_fail_status(name_of(kind, form), status);
    PG_RETURN_POINTER(t);
}

static pg_noinline Datum add_large(FunctionCallInfo fcinfo, const Kind *kind, Form form, int64 value)
{
    Transition *t = ready(fcinfo, kind, form);
    indp_status status = indppg_add_integer(&t, value);
    if (status != INDP_OK)
        indppg_fail_status(name_of(kind, form), status);
    PG_RETURN_POINTER(t);
}

/* BUFFER is the start of the buffer of t. Its offset is constant if states of this kind do not
 * grow. */
#define ADD_NUMBER(NAME, K, FORM, BUFFER, VALUE)                                    \
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

#define ADD_INT8(NAME, K, FORM, BUFFER)                                                              \
    PG_FUNCTION_INFO_V1(NAME);                                                                          \
    Datum NAME(PG_FUNCTION_ARGS)                                                                        \
    {                                                                                                   \
        int64 x = PG_ARGISNULL(1) ? 0 : PG_GETARG_INT64(1);                                             \
        if (unlikely(x > MOST_EXACT || x < -MOST_EXACT))                                                \
            return add_large(fcinfo, KIND(K), FORM, x);                                                 \
        if (likely(!PG_ARGISNULL(1) && has_room(fcinfo, KIND(K), FORM))) {                              \
            Transition *t = (Transition *)PG_GETARG_POINTER(0);                                         \
            (BUFFER)[--t->room] = (double)x;                                                            \
            PG_RETURN_POINTER(t);                                                                       \
        }                                                                                               \
        return add_slowly(fcinfo, KIND(K), FORM, (double)x);                                            \
    }

/* Transition functions for numbers: NAME_float8, NAME_int8 and so on. */
#define REALS(NAME, K, FORM, BUFFER)                                \
    ADD_NUMBER(NAME##_float8, K, FORM, BUFFER, PG_GETARG_FLOAT8(1)) \
    ADD_NUMBER(NAME##_numeric, K, FORM, BUFFER, number_of_numeric(PG_GETARG_DATUM(1)))

#define INTEGERS(NAME, K, FORM, BUFFER)                          \
    ADD_NUMBER(NAME##_int4, K, FORM, BUFFER, PG_GETARG_INT32(1)) \
    ADD_NUMBER(NAME##_int2, K, FORM, BUFFER, PG_GETARG_INT16(1)) \
    ADD_INT8(NAME##_int8, K, FORM, BUFFER)

/* All functions of one aggregate and one type of answer, both for answers and for states. */
#define BOTH(NAME, INPUTS, K, FINAL, BUFFER) \
    INPUTS(NAME, K, ANSWER, BUFFER)          \
    INPUTS(NAME##_state, K, STATE, BUFFER)   \
    FINISH(FINAL, K)

#define NUMBERS(NAME, K, FORM, BUFFER) \
    REALS(NAME, K, FORM, BUFFER)       \
    INTEGERS(NAME, K, FORM, BUFFER)

#define BOOLEAN(NAME, K, BUFFER)                                           \
    ADD_NUMBER(NAME##_bool, K, ANSWER, BUFFER, (PG_GETARG_BOOL(1) ? 1 : 0)) \
    ADD_NUMBER(NAME##_state_bool, K, STATE, BUFFER, (PG_GETARG_BOOL(1) ? 1 : 0))

/* Transition and final functions for values that are dates, times or intervals: NAME_date and so
 * on. */
#define TIMES(NAME, TYPE, K, BUFFER)                                                                    \
    ADD_NUMBER(NAME##_##TYPE, K, ANSWER, BUFFER, indppg_number_of(KIND(K)->value, PG_GETARG_DATUM(1)))           \
    ADD_NUMBER(NAME##_state_##TYPE, K, STATE, BUFFER, indppg_number_of(KIND(K)->value, PG_GETARG_DATUM(1)))      \
    FINISH(NAME##_##TYPE, K)

#define BEHIND(SIZE) ((double *)(t->state + (SIZE)))

ADD(dp_count_any, COUNT, ANSWER, indp_count_add(t->state))
ADD(dp_count_state_any, COUNT, STATE, indp_count_add(t->state))
FINISH(dp_count, COUNT)

BOTH(dp_sum, NUMBERS, SUM, dp_sum, BEHIND(INDP_SUM_STATE_SIZE))
BOTH(dp_avg, NUMBERS, AVG, dp_avg, BEHIND(INDP_MEAN_STATE_SIZE))
BOTH(dp_var, NUMBERS, VAR, dp_var, BEHIND(INDP_VARIANCE_STATE_SIZE))
BOTH(dp_stddev, NUMBERS, STDDEV, dp_stddev, BEHIND(INDP_STDDEV_STATE_SIZE))
BOTH(dp_median, REALS, MEDIAN, dp_median, buffer_of(t))
BOTH(dp_median, INTEGERS, MEDIAN_INT, dp_median_int, buffer_of(t))
BOTH(dp_quantile, REALS, QUANTILE, dp_quantile, buffer_of(t))
BOTH(dp_quantile, INTEGERS, QUANTILE_INT, dp_quantile_int, buffer_of(t))
BOTH(dp_min, REALS, MIN, dp_min, buffer_of(t))
BOTH(dp_min, INTEGERS, MIN_INT, dp_min_int, buffer_of(t))
BOTH(dp_max, REALS, MAX, dp_max, buffer_of(t))
BOTH(dp_max, INTEGERS, MAX_INT, dp_max_int, buffer_of(t))

BOOLEAN(dp_sum, SUM, BEHIND(INDP_SUM_STATE_SIZE))
BOOLEAN(dp_avg, AVG, BEHIND(INDP_MEAN_STATE_SIZE))

TIMES(dp_sum, interval, SUM_INTERVAL, BEHIND(INDP_SUM_STATE_SIZE))
TIMES(dp_avg, interval, AVG_INTERVAL, BEHIND(INDP_MEAN_STATE_SIZE))
TIMES(dp_avg, date, AVG_DATE, BEHIND(INDP_MEAN_STATE_SIZE))
TIMES(dp_avg, timestamp, AVG_TIMESTAMP, BEHIND(INDP_MEAN_STATE_SIZE))
TIMES(dp_avg, timestamptz, AVG_TIMESTAMPTZ, BEHIND(INDP_MEAN_STATE_SIZE))
TIMES(dp_median, interval, MEDIAN_INTERVAL, buffer_of(t))
TIMES(dp_median, date, MEDIAN_DATE, buffer_of(t))
TIMES(dp_median, timestamp, MEDIAN_TIMESTAMP, buffer_of(t))
TIMES(dp_median, timestamptz, MEDIAN_TIMESTAMPTZ, buffer_of(t))
TIMES(dp_quantile, interval, QUANTILE_INTERVAL, buffer_of(t))
TIMES(dp_quantile, date, QUANTILE_DATE, buffer_of(t))
TIMES(dp_quantile, timestamp, QUANTILE_TIMESTAMP, buffer_of(t))
TIMES(dp_quantile, timestamptz, QUANTILE_TIMESTAMPTZ, buffer_of(t))
TIMES(dp_min, interval, MIN_INTERVAL, buffer_of(t))
TIMES(dp_min, date, MIN_DATE, buffer_of(t))
TIMES(dp_min, timestamp, MIN_TIMESTAMP, buffer_of(t))
TIMES(dp_min, timestamptz, MIN_TIMESTAMPTZ, buffer_of(t))
TIMES(dp_max, interval, MAX_INTERVAL, buffer_of(t))
TIMES(dp_max, date, MAX_DATE, buffer_of(t))
TIMES(dp_max, timestamp, MAX_TIMESTAMP, buffer_of(t))
TIMES(dp_max, timestamptz, MAX_TIMESTAMPTZ, buffer_of(t))

/* The functions of an aggregate that cannot return states. */
#define ANSWERS(NAME, INPUTS, K, FINAL) \
    INPUTS(NAME, K, ANSWER, buffer_of(t)) \
    FINISH_ANSWER(FINAL, K)

#define VALUE_INPUT(NAME, K, FORM, BUFFER) ADD_NUMBER(NAME, K, FORM, BUFFER, indppg_number_of(KIND(K)->value, PG_GETARG_DATUM(1)))

ANSWERS(dp_quantiles, REALS, QUANTILES, dp_quantiles)
ANSWERS(dp_quantiles, INTEGERS, QUANTILES_INT, dp_quantiles_int)
ANSWERS(dp_quantiles_interval, VALUE_INPUT, QUANTILES_INTERVAL, dp_quantiles_interval)
ANSWERS(dp_quantiles_date, VALUE_INPUT, QUANTILES_DATE, dp_quantiles_date)
ANSWERS(dp_quantiles_timestamp, VALUE_INPUT, QUANTILES_TIMESTAMP, dp_quantiles_timestamp)
ANSWERS(dp_quantiles_timestamptz, VALUE_INPUT, QUANTILES_TIMESTAMPTZ, dp_quantiles_timestamptz)

BOTH(dp_histogram, NUMBERS, HISTOGRAM, dp_histogram, buffer_of(t))
TIMES(dp_histogram, interval, HISTOGRAM_INTERVAL, buffer_of(t))
TIMES(dp_histogram, date, HISTOGRAM_DATE, buffer_of(t))
TIMES(dp_histogram, timestamp, HISTOGRAM_TIMESTAMP, buffer_of(t))
TIMES(dp_histogram, timestamptz, HISTOGRAM_TIMESTAMPTZ, buffer_of(t))

/* Texts are compared with the candidates as bytes. A text that is not a candidate is ignored. */
static indp_status add_text(Transition *t, const text *x)
{
    return indp_mode_add_text(t->state, (const uint8_t *)VARDATA_ANY(x), VARSIZE_ANY_EXHDR(x));
}

#define MODE(TYPE, K, CALL)                   \
    ADD(dp_mode_##TYPE, K, ANSWER, CALL)      \
    ADD(dp_mode_state_##TYPE, K, STATE, CALL) \
    FINISH(dp_mode_##TYPE, K)

MODE(text, MODE_TEXT, add_text(t, PG_GETARG_TEXT_PP(1)))
MODE(int8, MODE_INT8, indp_mode_add_int64(t->state, PG_GETARG_INT64(1)))

#define COUNTS(TYPE, K, CALL)             \
    ADD(dp_counts_##TYPE, K, ANSWER, CALL) \
    FINISH_ANSWER(dp_counts_##TYPE, K)

COUNTS(text, COUNTS_TEXT, add_text(t, PG_GETARG_TEXT_PP(1)))
COUNTS(int8, COUNTS_INT8, indp_mode_add_int64(t->state, PG_GETARG_INT64(1)))
