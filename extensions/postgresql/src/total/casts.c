/* Casts between numbers. A value beyond the range of an integer type becomes the nearest value of
 * that type, and NaN becomes NULL. A value beyond the range of float4 or float8 becomes infinite,
 * and one too small becomes zero. */
#include "postgres.h"

#include "decimals.h"

#include "fmgr.h"

#include <math.h>

#include "utils/builtins.h"
#include "utils/fmgrprotos.h"
#include "utils/numeric.h"

/* The integer from low to high that is nearest to a number, which is not NaN. Unlike a C cast, this
 * is defined for all such numbers. */
static int64 whole(double number, int64 low, int64 high)
{
    double nearest = rint(number);
    if (!(nearest > (double)low))
        return low;
    return nearest < (double)high ? (int64)nearest : high;
}

#define FROM_FLOAT(name, get, low, high, of) \
    PG_FUNCTION_INFO_V1(dp_##name);          \
    Datum dp_##name(PG_FUNCTION_ARGS)        \
    {                                        \
        double x = get(0);                   \
        if (isnan(x))                        \
            PG_RETURN_NULL();                \
        return of(whole(x, low, high));      \
    }

FROM_FLOAT(float8_int2, PG_GETARG_FLOAT8, PG_INT16_MIN, PG_INT16_MAX, Int16GetDatum)
FROM_FLOAT(float8_int4, PG_GETARG_FLOAT8, PG_INT32_MIN, PG_INT32_MAX, Int32GetDatum)
FROM_FLOAT(float8_int8, PG_GETARG_FLOAT8, PG_INT64_MIN, PG_INT64_MAX, Int64GetDatum)
FROM_FLOAT(float4_int2, PG_GETARG_FLOAT4, PG_INT16_MIN, PG_INT16_MAX, Int16GetDatum)
FROM_FLOAT(float4_int4, PG_GETARG_FLOAT4, PG_INT32_MIN, PG_INT32_MAX, Int32GetDatum)
FROM_FLOAT(float4_int8, PG_GETARG_FLOAT4, PG_INT64_MIN, PG_INT64_MAX, Int64GetDatum)

#define FROM_INTEGER(name, get, low, high, of) \
    PG_FUNCTION_INFO_V1(dp_##name);            \
    Datum dp_##name(PG_FUNCTION_ARGS)          \
    {                                          \
        int64 x = get(0);                      \
        return of(Max(Min(x, high), low));     \
    }

FROM_INTEGER(int8_int4, PG_GETARG_INT64, PG_INT32_MIN, PG_INT32_MAX, Int32GetDatum)
FROM_INTEGER(int8_int2, PG_GETARG_INT64, PG_INT16_MIN, PG_INT16_MAX, Int16GetDatum)
FROM_INTEGER(int4_int2, PG_GETARG_INT32, PG_INT16_MIN, PG_INT16_MAX, Int16GetDatum)

PG_FUNCTION_INFO_V1(dp_float8_float4);

Datum dp_float8_float4(PG_FUNCTION_ARGS)
{
    PG_RETURN_FLOAT4((float4)PG_GETARG_FLOAT8(0));
}

/* Compares a numeric with an integer. Infinities compare like numbers, and NaN is larger than any
 * number. */
static int compare(Numeric x, int64 limit)
{
    Datum other = DirectFunctionCall1(int8_numeric, Int64GetDatum(limit));
    return DatumGetInt32(DirectFunctionCall2(numeric_cmp, NumericGetDatum(x), other));
}

/* PostgreSQL's cast sees only numbers between low and high, which round to a value of the type. */
#define FROM_NUMERIC(name, cast, low, high, of)               \
    PG_FUNCTION_INFO_V1(dp_##name);                           \
    Datum dp_##name(PG_FUNCTION_ARGS)                         \
    {                                                         \
        Numeric x = PG_GETARG_NUMERIC(0);                     \
        if (numeric_is_nan(x))                                \
            PG_RETURN_NULL();                                 \
        if (compare(x, low) <= 0)                             \
            return of(low);                                   \
        if (compare(x, high) >= 0)                            \
            return of(high);                                  \
        return DirectFunctionCall1(cast, NumericGetDatum(x)); \
    }

FROM_NUMERIC(numeric_int2, numeric_int2, PG_INT16_MIN, PG_INT16_MAX, Int16GetDatum)
FROM_NUMERIC(numeric_int4, numeric_int4, PG_INT32_MIN, PG_INT32_MAX, Int32GetDatum)
FROM_NUMERIC(numeric_int8, numeric_int8, PG_INT64_MIN, PG_INT64_MAX, Int64GetDatum)

PG_FUNCTION_INFO_V1(dp_numeric_float8);
PG_FUNCTION_INFO_V1(dp_numeric_float4);

/* The text of a numeric, for strtod and strtof. PostgreSQL's own casts convert it in the same
 * way. */
static const char *text_of(Datum number)
{
    return DatumGetCString(DirectFunctionCall1(numeric_out, number));
}

Datum dp_numeric_float8(PG_FUNCTION_ARGS)
{
    PG_RETURN_FLOAT8(strtod(text_of(PG_GETARG_DATUM(0)), NULL));
}

Datum dp_numeric_float4(PG_FUNCTION_ARGS)
{
    PG_RETURN_FLOAT4(strtof(text_of(PG_GETARG_DATUM(0)), NULL));
}

PG_FUNCTION_INFO_V1(dp_float8_numeric);
PG_FUNCTION_INFO_V1(dp_float4_numeric);

/* Whether a float8 can be cast to numeric. On servers whose numeric has no infinities, an infinity
 * cannot, so its cast is NULL. */
static bool fits_numeric(double x)
{
    return PG_VERSION_NUM >= 140000 || !isinf(x);
}

Datum dp_float8_numeric(PG_FUNCTION_ARGS)
{
    Datum result;
    if (!fits_numeric(PG_GETARG_FLOAT8(0)))
        PG_RETURN_NULL();
    result = DirectFunctionCall1(float8_numeric, PG_GETARG_DATUM(0));
    if (!indppg_is_short(DatumGetNumeric(result)))
        PG_RETURN_NULL();
    return result;
}

Datum dp_float4_numeric(PG_FUNCTION_ARGS)
{
    if (!fits_numeric(PG_GETARG_FLOAT4(0)))
        PG_RETURN_NULL();
    return DirectFunctionCall1(float4_numeric, PG_GETARG_DATUM(0));
}
