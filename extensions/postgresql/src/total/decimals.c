/* Arithmetic of numeric. Where PostgreSQL raises an error, since the result has too many digits or
 * the divisor is zero, the result here is NULL. */
#include "postgres.h"

#include "fmgr.h"
#if PG_VERSION_NUM >= 160000
#include "varatt.h"
#endif

#include "utils/builtins.h"
#include "utils/fmgrprotos.h"
#include "utils/numeric.h"
#if PG_VERSION_NUM >= 190000
#include "nodes/miscnodes.h"
#endif

#if PG_VERSION_NUM >= 190000
#define OPERATION(name) \
    static Numeric try_##name(Numeric a, Numeric b, bool *failed) \
    { \
        ErrorSaveContext context = {T_ErrorSaveContext}; \
        Numeric result = numeric_##name##_safe(a, b, (Node *)&context); \
        *failed = context.error_occurred; \
        return result; \
    }
#else
#define OPERATION(name) \
    static Numeric try_##name(Numeric a, Numeric b, bool *failed) \
    { \
        *failed = false; \
        return numeric_##name##_opt_error(a, b, failed); \
    }
#endif

#define BINARY(name) \
    OPERATION(name) \
    PG_FUNCTION_INFO_V1(dp_numeric_##name); \
    Datum dp_numeric_##name(PG_FUNCTION_ARGS) \
    { \
        bool failed; \
        Numeric result = try_##name(PG_GETARG_NUMERIC(0), PG_GETARG_NUMERIC(1), &failed); \
        if (failed) \
            PG_RETURN_NULL(); \
        PG_RETURN_NUMERIC(result); \
    }

BINARY(add)
BINARY(sub)
BINARY(mul)
BINARY(div)
BINARY(mod)

static Numeric power_of_ten(int exponent)
{
    char text[16];
    snprintf(text, sizeof text, "1e%d", exponent);
    return DatumGetNumeric(DirectFunctionCall3(numeric_in, CStringGetDatum(text),
                                               ObjectIdGetDatum(InvalidOid), Int32GetDatum(-1)));
}

static int compare(Numeric a, Numeric b)
{
    return DatumGetInt32(DirectFunctionCall2(numeric_cmp, NumericGetDatum(a), NumericGetDatum(b)));
}

static Numeric negate(Numeric a)
{
    return DatumGetNumeric(DirectFunctionCall1(numeric_uminus, NumericGetDatum(a)));
}

/* A numeric has at most 131072 digits before the point. The highest of them stands for 10^TOP.
 * Rounding fails only if a carry goes beyond this digit. All digits from there down to the rounded
 * place are then nines. */
#define TOP 131071
#define MOST_DIGITS 1000 /* how many digits before or after the point a number is rounded at most */
#define SHORT 16384      /* in bytes; a number with TOP - MOST_DIGITS nines in a row is longer */

typedef Datum (*Rounding)(PG_FUNCTION_ARGS);

static Numeric rounded(Rounding rounding, Numeric x, int digits)
{
    Datum result = DirectFunctionCall2(rounding, NumericGetDatum(x), Int32GetDatum(digits));
    return DatumGetNumeric(result);
}

/* Rounds x, which has SHORT bytes or more. First subtracts its digit for 10^TOP, then rounds the
 * rest and adds the digit again. Returns NULL if a carry goes beyond that digit. */
static Numeric round_rest(Rounding rounding, Numeric x, int digits)
{
    Numeric zero = DatumGetNumeric(DirectFunctionCall1(int4_numeric, Int32GetDatum(0)));
    Numeric top = power_of_ten(TOP), taken = zero;
    bool failed = false;
    if (compare(x, zero) < 0)
        top = negate(top);
    while (!failed && (compare(top, zero) > 0 ? compare(x, top) >= 0 : compare(x, top) <= 0)) {
        x = try_sub(x, top, &failed);
        if (!failed)
            taken = try_add(taken, top, &failed);
    }
    x = failed ? NULL : try_add(rounded(rounding, x, digits), taken, &failed);
    return failed ? NULL : x;
}

static Numeric try_round(Rounding rounding, Numeric x, int digits)
{
    if (digits < -MOST_DIGITS || digits > MOST_DIGITS)
        return NULL;
    return VARSIZE_ANY(x) < SHORT ? rounded(rounding, x, digits) : round_rest(rounding, x, digits);
}

#define ROUNDING(name, rounding, digits) \
    PG_FUNCTION_INFO_V1(dp_numeric_##name); \
    Datum dp_numeric_##name(PG_FUNCTION_ARGS) \
    { \
        Numeric result = try_round(rounding, PG_GETARG_NUMERIC(0), digits); \
        if (result == NULL) \
            PG_RETURN_NULL(); \
        PG_RETURN_NUMERIC(result); \
    }

/* numeric_ceil and numeric_floor ignore the second argument, which rounded() passes to every
 * function. */
ROUNDING(ceil, numeric_ceil, 0)
ROUNDING(floor, numeric_floor, 0)
ROUNDING(round, numeric_round, 0)
ROUNDING(trunc, numeric_trunc, 0)
ROUNDING(round_digits, numeric_round, PG_GETARG_INT32(1))
ROUNDING(trunc_digits, numeric_trunc, PG_GETARG_INT32(1))

static bool is_infinite(Numeric x)
{
#if PG_VERSION_NUM >= 140000
    return numeric_is_inf(x);
#else
    return x == NULL; /* never true, since older servers have no infinities */
#endif
}

/* The precision and scale of a type modifier. A scale has a sign since PostgreSQL 15. */
static int precision_of(int32 modifier)
{
    return ((modifier - VARHDRSZ) >> 16) & 0xffff;
}

static int scale_of(int32 modifier)
{
#if PG_VERSION_NUM >= 150000
    return (((modifier - VARHDRSZ) & 0x7ff) ^ 1024) - 1024;
#else
    return (modifier - VARHDRSZ) & 0xffff;
#endif
}

PG_FUNCTION_INFO_V1(dp_numeric_limit);

/* The cast to numeric(precision, scale). A value of too many digits, or an infinity, becomes
 * NULL. */
Datum dp_numeric_limit(PG_FUNCTION_ARGS)
{
    Numeric x = PG_GETARG_NUMERIC(0), result, limit;
    int32 modifier = PG_GETARG_INT32(1);
    if (modifier < (int32)VARHDRSZ || numeric_is_nan(x))
        PG_RETURN_NUMERIC(x);
    if (is_infinite(x))
        PG_RETURN_NULL();
    result = try_round(numeric_round, x, scale_of(modifier));
    if (result == NULL)
        PG_RETURN_NULL();
    limit = power_of_ten(precision_of(modifier) - scale_of(modifier));
    if (compare(result, limit) >= 0 || compare(result, negate(limit)) <= 0)
        PG_RETURN_NULL();
    return DirectFunctionCall2(numeric, NumericGetDatum(x), Int32GetDatum(modifier));
}
