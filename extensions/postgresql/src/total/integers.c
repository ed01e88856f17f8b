/* Integer arithmetic that saturates: a result beyond the range of its type becomes the nearest
 * value of that type. Division and remainder by zero are NULL. */
#include "postgres.h"

#include "fmgr.h"

#include "common/int.h"

static Datum of_int2(int64 value)
{
    return Int16GetDatum((int16)Max(Min(value, PG_INT16_MAX), PG_INT16_MIN));
}

static Datum of_int4(int64 value)
{
    return Int32GetDatum((int32)Max(Min(value, PG_INT32_MAX), PG_INT32_MIN));
}

static int64 add(int64 a, int64 b)
{
    int64 sum;
    if (!pg_add_s64_overflow(a, b, &sum))
        return sum;
    return b > 0 ? PG_INT64_MAX : PG_INT64_MIN;
}

static int64 subtract(int64 a, int64 b)
{
    int64 difference;
    if (!pg_sub_s64_overflow(a, b, &difference))
        return difference;
    return b < 0 ? PG_INT64_MAX : PG_INT64_MIN;
}

static int64 multiply(int64 a, int64 b)
{
    int64 product;
    if (!pg_mul_s64_overflow(a, b, &product))
        return product;
    return (a < 0) == (b < 0) ? PG_INT64_MAX : PG_INT64_MIN;
}

/* C leaves the smallest value divided by -1 undefined, so the divisor -1 is handled separately. */
static int64 divide(int64 a, int64 b)
{
    return b == -1 ? subtract(0, a) : a / b;
}

static int64 modulo(int64 a, int64 b)
{
    return b == -1 ? 0 : a % b;
}

#define GET_int2(n) PG_GETARG_INT16(n)
#define GET_int4(n) PG_GETARG_INT32(n)
#define GET_int8(n) PG_GETARG_INT64(n)
#define OF_int2(value) of_int2(value)
#define OF_int4(value) of_int4(value)
#define OF_int8(value) Int64GetDatum(value)

#define BINARY(name, a, b, result, operation)                  \
    PG_FUNCTION_INFO_V1(dp_##name);                            \
    Datum dp_##name(PG_FUNCTION_ARGS)                          \
    {                                                          \
        return OF_##result(operation(GET_##a(0), GET_##b(1))); \
    }

#define QUOTIENT(name, a, b, result, operation)                \
    PG_FUNCTION_INFO_V1(dp_##name);                            \
    Datum dp_##name(PG_FUNCTION_ARGS)                          \
    {                                                          \
        if (GET_##b(1) == 0)                                   \
            PG_RETURN_NULL();                                  \
        return OF_##result(operation(GET_##a(0), GET_##b(1))); \
    }

#define UNARY(name, type, value)      \
    PG_FUNCTION_INFO_V1(dp_##name);   \
    Datum dp_##name(PG_FUNCTION_ARGS) \
    {                                 \
        int64 x = GET_##type(0);      \
        return OF_##type(value);      \
    }

/* The four operations of one pair of types. PostgreSQL's names have the same form. */
#define PAIR(prefix, a, b, result)              \
    BINARY(prefix##pl, a, b, result, add)       \
    BINARY(prefix##mi, a, b, result, subtract)  \
    BINARY(prefix##mul, a, b, result, multiply) \
    QUOTIENT(prefix##div, a, b, result, divide)

PAIR(int2, int2, int2, int2)
PAIR(int4, int4, int4, int4)
PAIR(int8, int8, int8, int8)
PAIR(int24, int2, int4, int4)
PAIR(int42, int4, int2, int4)
PAIR(int28, int2, int8, int8)
PAIR(int82, int8, int2, int8)
PAIR(int48, int4, int8, int8)
PAIR(int84, int8, int4, int8)
QUOTIENT(int2mod, int2, int2, int2, modulo)
QUOTIENT(int4mod, int4, int4, int4, modulo)
QUOTIENT(int8mod, int8, int8, int8, modulo)
UNARY(int2um, int2, -x)
UNARY(int4um, int4, -x)
UNARY(int8um, int8, subtract(0, x))
UNARY(int2abs, int2, x < 0 ? -x : x)
UNARY(int4abs, int4, x < 0 ? -x : x)
UNARY(int8abs, int8, x < 0 ? subtract(0, x) : x)
