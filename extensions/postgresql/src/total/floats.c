/* Arithmetic of float4 and float8 by the rules of IEEE 754. A result that is too large becomes
 * infinite. A result that is too small becomes zero or subnormal. Outside of its domain, a function
 * is NULL. A division by zero is NULL, except that NaN / 0 is NaN, as in PostgreSQL. */
#include "postgres.h"

#include "fmgr.h"

#include <math.h>

#define GET_float4(n) PG_GETARG_FLOAT4(n)
#define GET_float8(n) PG_GETARG_FLOAT8(n)
#define OF_float4(value) Float4GetDatum(value)
#define OF_float8(value) Float8GetDatum(value)

#define BINARY(name, a, b, result, operation)  \
    PG_FUNCTION_INFO_V1(dp_##name);            \
    Datum dp_##name(PG_FUNCTION_ARGS)          \
    {                                          \
        result x = GET_##a(0), y = GET_##b(1); \
        return OF_##result(x operation y);     \
    }

#define QUOTIENT(name, a, b, result)           \
    PG_FUNCTION_INFO_V1(dp_##name);            \
    Datum dp_##name(PG_FUNCTION_ARGS)          \
    {                                          \
        result x = GET_##a(0), y = GET_##b(1); \
        if (y == 0 && !isnan(x))               \
            PG_RETURN_NULL();                  \
        return OF_##result(x / y);             \
    }

/* The four operations of one pair of types. PostgreSQL's names have the same form. */
#define PAIR(prefix, a, b, result)       \
    BINARY(prefix##pl, a, b, result, +)  \
    BINARY(prefix##mi, a, b, result, -)  \
    BINARY(prefix##mul, a, b, result, *) \
    QUOTIENT(prefix##div, a, b, result)

PAIR(float4, float4, float4, float4)
PAIR(float8, float8, float8, float8)
PAIR(float48, float4, float8, float8)
PAIR(float84, float8, float4, float8)

/* A function of one argument. It is NULL where `defined` is false, except that NaN gives NaN. */
#define FUNCTION(name, defined, value)            \
    PG_FUNCTION_INFO_V1(dp_##name);               \
    Datum dp_##name(PG_FUNCTION_ARGS)             \
    {                                             \
        double x = PG_GETARG_FLOAT8(0);           \
        if (!(defined) && !isnan(x))              \
            PG_RETURN_NULL();                     \
        PG_RETURN_FLOAT8(isnan(x) ? x : (value)); \
    }

FUNCTION(dsqrt, x >= 0, sqrt(x))
FUNCTION(dexp, true, exp(x))
FUNCTION(dlog1, x > 0, log(x))
FUNCTION(dlog10, x > 0, log10(x))

PG_FUNCTION_INFO_V1(dp_dpow);

Datum dp_dpow(PG_FUNCTION_ARGS)
{
    double x = PG_GETARG_FLOAT8(0), y = PG_GETARG_FLOAT8(1);
    if ((x == 0 && y < 0) || (x < 0 && !isnan(y) && floor(y) != y))
        PG_RETURN_NULL();
    PG_RETURN_FLOAT8(pow(x, y));
}
