/* Declares which numbers the total functions of numeric accept. */
#ifndef INDPPG_DECIMALS_H
#define INDPPG_DECIMALS_H

#include "postgres.h"

#include "utils/numeric.h"

/* Whether the number has at most MOST_DIGITS digits before and after the point. NaN and infinities
 * are short. */
extern bool indppg_is_short(Numeric x);

/* The scale of a type modifier. It has a sign since PostgreSQL 15. */
static inline int indppg_scale_of(int32 modifier)
{
#if PG_VERSION_NUM >= 150000
    return (((modifier - VARHDRSZ) & 0x7ff) ^ 1024) - 1024;
#else
    return (modifier - VARHDRSZ) & 0xffff;
#endif
}

#endif
