/* Parts of dates and times, and their truncation. The field is a constant that rules.c has
 * accepted, so PostgreSQL's functions fail only where a result is out of range. The result here is
 * then NULL. */
#include "postgres.h"

#include "fmgr.h"

#include "datatype/timestamp.h"
#include "utils/builtins.h"
#include "utils/date.h"
#include "utils/fmgrprotos.h"
#include "utils/timestamp.h"

PG_FUNCTION_INFO_V1(dp_date_part);

/* date_part of a date, which PostgreSQL converts to a timestamp first. */
Datum dp_date_part(PG_FUNCTION_ARGS)
{
    LOCAL_FCINFO(call, 2);
    DateADT date = PG_GETARG_DATEADT(1);
    Datum result;
    if (!DATE_NOT_FINITE(date) && date >= TIMESTAMP_END_JULIAN - POSTGRES_EPOCH_JDATE)
        PG_RETURN_NULL();
    InitFunctionCallInfoData(*call, NULL, 2, InvalidOid, NULL, NULL);
    call->args[0] = fcinfo->args[0];
    call->args[1].value = DirectFunctionCall1(date_timestamp, DateADTGetDatum(date));
    call->args[1].isnull = false;
    result = timestamp_part(call);
    fcinfo->isnull = call->isnull; /* NULL for a part that an infinite date does not have */
    return result;
}

/* Servers before 15 raise an error for an interval whose time has more hours than fit in an
 * int32. */
#define INTERVAL_PART(name, function)                                                    \
    PG_FUNCTION_INFO_V1(dp_##name);                                                      \
    Datum dp_##name(PG_FUNCTION_ARGS)                                                    \
    {                                                                                    \
        int64 hours = PG_GETARG_INTERVAL_P(1)->time / USECS_PER_HOUR;                    \
        if (PG_VERSION_NUM < 150000 && (hours <= PG_INT32_MIN || hours >= PG_INT32_MAX)) \
            PG_RETURN_NULL();                                                            \
        return function(fcinfo);                                                         \
    }

INTERVAL_PART(interval_part, interval_part)
#if PG_VERSION_NUM >= 140000
INTERVAL_PART(extract_interval, extract_interval)
#endif

/* The beginning of a period can be out of range near the first timestamp. Near the last one, too:
 * in a time zone whose offset changes by days, as a reader can set one, local time begins later.
 * For such a timestamp, PostgreSQL truncates the timestamp 2000 years later or earlier, and the
 * result is shifted back. That is correct because the calendar repeats every 400 years, and
 * because in those centuries the local time of each zone changes only by rules that repeat with
 * it. */
#define SHIFT (2000 / 400 * INT64CONST(146097) * USECS_PER_DAY)
#define NEAR (INT64CONST(1000) * 366 * USECS_PER_DAY)
#define EARLY (MIN_TIMESTAMP + NEAR)
#define LATE (END_TIMESTAMP - NEAR)

static Datum truncate_to(FunctionCallInfo fcinfo, PGFunction function)
{
    Timestamp at = PG_GETARG_TIMESTAMP(1);
    int64 shift = TIMESTAMP_NOT_FINITE(at) ? 0 : at < EARLY ? SHIFT : at >= LATE ? -SHIFT : 0;
    at = DatumGetTimestamp(DirectFunctionCall2(function, PG_GETARG_DATUM(0),
                                               TimestampGetDatum(at + shift)));
    at -= shift;
    if (shift != 0 && !IS_VALID_TIMESTAMP(at))
        PG_RETURN_NULL();
    PG_RETURN_TIMESTAMP(at);
}

PG_FUNCTION_INFO_V1(dp_timestamp_trunc);
PG_FUNCTION_INFO_V1(dp_timestamptz_trunc);

Datum dp_timestamp_trunc(PG_FUNCTION_ARGS)
{
    return truncate_to(fcinfo, timestamp_trunc);
}

Datum dp_timestamptz_trunc(PG_FUNCTION_ARGS)
{
    return truncate_to(fcinfo, timestamptz_trunc);
}
