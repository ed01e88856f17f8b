/* Arithmetic of numeric. A number with more than MOST_DIGITS digits before or after the point is
 * NULL, as an argument and as a result. So is a division by zero. */
#include "decimals.h"

#include "limits.h"

#include "fmgr.h"
#if PG_VERSION_NUM >= 160000
#include "varatt.h"
#endif

#include "utils/builtins.h"
#include "utils/memutils.h"
#include "utils/fmgrprotos.h"
#include "utils/numeric.h"
#if PG_VERSION_NUM >= 190000
#include "nodes/miscnodes.h"
#endif

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

static bool is_infinite(Numeric x)
{
#if PG_VERSION_NUM >= 140000
    return numeric_is_inf(x);
#else
    return x == NULL; /* never true, since older servers have no infinities */
#endif
}

/* The bytes of a numeric with MOST_DIGITS digits before and after the point: each two bytes have
 * four digits, the groups of four begin at the point, and the header has at most four bytes. */
enum { MOST_BYTES = 4 + 2 * (2 * MOST_DIGITS / 4 + 2) };

bool indppg_is_short(Numeric x)
{
    static Numeric limit, negative;
    if (limit == NULL) {
        MemoryContext old = MemoryContextSwitchTo(TopMemoryContext);
        Numeric made = power_of_ten(MOST_DIGITS);
        negative = negate(made);
        limit = made;
        MemoryContextSwitchTo(old);
    }
    if (VARSIZE_ANY_EXHDR(x) > MOST_BYTES)
        return false;
    if (numeric_is_nan(x) || is_infinite(x))
        return true;
    return DatumGetInt32(DirectFunctionCall1(numeric_scale, NumericGetDatum(x))) <= MOST_DIGITS &&
           compare(x, limit) < 0 && compare(x, negative) > 0;
}

#if PG_VERSION_NUM >= 190000
#define OPERATION(name)                                                 \
    static Numeric try_##name(Numeric a, Numeric b, bool *failed)       \
    {                                                                   \
        ErrorSaveContext context = { .type = T_ErrorSaveContext };      \
        Numeric result = numeric_##name##_safe(a, b, (Node *)&context); \
        *failed = context.error_occurred;                               \
        return result;                                                  \
    }
#else
#define OPERATION(name)                                           \
    static Numeric try_##name(Numeric a, Numeric b, bool *failed) \
    {                                                             \
        *failed = false;                                          \
        return numeric_##name##_opt_error(a, b, failed);          \
    }
#endif

#define BINARY(name)                                                        \
    OPERATION(name)                                                         \
    PG_FUNCTION_INFO_V1(dp_numeric_##name);                                 \
    Datum dp_numeric_##name(PG_FUNCTION_ARGS)                               \
    {                                                                       \
        Numeric a = PG_GETARG_NUMERIC(0), b = PG_GETARG_NUMERIC(1), result; \
        bool failed;                                                        \
        if (!indppg_is_short(a) || !indppg_is_short(b))                     \
            PG_RETURN_NULL();                                               \
        result = try_##name(a, b, &failed);                                 \
        if (failed || !indppg_is_short(result))                             \
            PG_RETURN_NULL();                                               \
        PG_RETURN_NUMERIC(result);                                          \
    }

BINARY(add)
BINARY(sub)
BINARY(mul)
BINARY(div)
BINARY(mod)

typedef Datum (*Rounding)(PG_FUNCTION_ARGS);

static Numeric rounded(Rounding rounding, Numeric x, int digits)
{
    Datum result = DirectFunctionCall2(rounding, NumericGetDatum(x), Int32GetDatum(digits));
    return DatumGetNumeric(result);
}

/* Rounds a short number. A carry beyond its first digit can make the result too long. */
static Numeric try_round(Rounding rounding, Numeric x, int digits)
{
    Numeric result;
    if (digits < -MOST_DIGITS || digits > MOST_DIGITS || !indppg_is_short(x))
        return NULL;
    result = rounded(rounding, x, digits);
    return indppg_is_short(result) ? result : NULL;
}

#define ROUNDING(name, rounding, digits)                                    \
    PG_FUNCTION_INFO_V1(dp_numeric_##name);                                 \
    Datum dp_numeric_##name(PG_FUNCTION_ARGS)                               \
    {                                                                       \
        Numeric result = try_round(rounding, PG_GETARG_NUMERIC(0), digits); \
        if (result == NULL)                                                 \
            PG_RETURN_NULL();                                               \
        PG_RETURN_NUMERIC(result);                                          \
    }

/* numeric_ceil and numeric_floor ignore the second argument, which rounded() passes to every
 * function. */
ROUNDING(ceil, numeric_ceil, 0)
ROUNDING(floor, numeric_floor, 0)
ROUNDING(round, numeric_round, 0)
ROUNDING(trunc, numeric_trunc, 0)
ROUNDING(round_digits, numeric_round, PG_GETARG_INT32(1))
ROUNDING(trunc_digits, numeric_trunc, PG_GETARG_INT32(1))

/* The precision of a type modifier. */
static int precision_of(int32 modifier)
{
    return ((modifier - VARHDRSZ) >> 16) & 0xffff;
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
    result = try_round(numeric_round, x, indppg_scale_of(modifier));
    if (result == NULL)
        PG_RETURN_NULL();
    limit = power_of_ten(precision_of(modifier) - indppg_scale_of(modifier));
    if (compare(result, limit) >= 0 || compare(result, negate(limit)) <= 0)
        PG_RETURN_NULL();
    return DirectFunctionCall2(numeric, NumericGetDatum(x), Int32GetDatum(modifier));
}
