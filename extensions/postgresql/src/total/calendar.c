/* Arithmetic and casts of dates and times. A result beyond the range of its type is NULL. So is a
 * sum or difference of infinities where PostgreSQL raises an error. */
#include "postgres.h"

#include "fmgr.h"
#include "miscadmin.h"

#include "common/int.h"
#include "datatype/timestamp.h"
#include "pgtime.h"
#include "utils/builtins.h"
#include "utils/date.h"
#include "utils/datetime.h"
#include "utils/fmgrprotos.h"
#include "utils/timestamp.h"

/* A point in time of type timestamp, or timestamptz if `zone` is true. */
typedef struct Moment {
    Timestamp at;
    bool zone;
} Moment;

/* A period of type interval, in numbers that can be negated. */
typedef struct Period {
    int64 months, days, time;
    int sign;    /* the sign of an infinite period, 0 for a finite one */
    bool beyond; /* the time cannot be negated: PostgreSQL raises an error */
} Period;

static bool is_valid(Timestamp at)
{
    return IS_VALID_TIMESTAMP(at);
}

static bool split(Moment moment, struct pg_tm *tm, fsec_t *fraction, int *offset)
{
    return timestamp2tm(moment.at, moment.zone ? offset : NULL, tm, fraction, NULL, NULL) == 0;
}

static bool join(Moment *moment, struct pg_tm *tm, fsec_t fraction)
{
    int offset = moment->zone ? DetermineTimeZoneOffset(tm, session_timezone) : 0;
    return tm2timestamp(tm, fraction, moment->zone ? &offset : NULL, &moment->at) == 0 &&
           is_valid(moment->at);
}

/* Converts a time of the session's time zone to UTC. */
static bool to_utc(Timestamp local, Timestamp *utc)
{
    struct pg_tm tm;
    fsec_t fraction;
    int offset;
    *utc = local;
    if (TIMESTAMP_NOT_FINITE(local))
        return true;
    if (timestamp2tm(local, NULL, &tm, &fraction, NULL, NULL) != 0)
        return false;
    offset = DetermineTimeZoneOffset(&tm, session_timezone);
    return !pg_add_s64_overflow(local, offset * USECS_PER_SEC, utc) && is_valid(*utc);
}

/* Converts a date to midnight of that day, in UTC or without a time zone. */
static bool midnight(DateADT date, Timestamp *at)
{
    if (DATE_IS_NOBEGIN(date))
        TIMESTAMP_NOBEGIN(*at);
    else if (DATE_IS_NOEND(date))
        TIMESTAMP_NOEND(*at);
    else if (!IS_VALID_DATE(date) || date >= TIMESTAMP_END_JULIAN - POSTGRES_EPOCH_JDATE)
        return false;
    else
        *at = date * USECS_PER_DAY;
    return true;
}

PG_FUNCTION_INFO_V1(dp_date_timestamp);
PG_FUNCTION_INFO_V1(dp_date_timestamptz);
PG_FUNCTION_INFO_V1(dp_timestamp_timestamptz);
PG_FUNCTION_INFO_V1(dp_timestamptz_timestamp);
PG_FUNCTION_INFO_V1(dp_timestamptz_date);

Datum dp_date_timestamp(PG_FUNCTION_ARGS)
{
    Timestamp at;
    if (!midnight(PG_GETARG_DATEADT(0), &at))
        PG_RETURN_NULL();
    PG_RETURN_TIMESTAMP(at);
}

Datum dp_date_timestamptz(PG_FUNCTION_ARGS)
{
    Timestamp at;
    if (!midnight(PG_GETARG_DATEADT(0), &at) || !to_utc(at, &at))
        PG_RETURN_NULL();
    PG_RETURN_TIMESTAMPTZ(at);
}

Datum dp_timestamp_timestamptz(PG_FUNCTION_ARGS)
{
    Timestamp utc;
    if (!to_utc(PG_GETARG_TIMESTAMP(0), &utc))
        PG_RETURN_NULL();
    PG_RETURN_TIMESTAMPTZ(utc);
}

Datum dp_timestamptz_timestamp(PG_FUNCTION_ARGS)
{
    Moment moment = { PG_GETARG_TIMESTAMPTZ(0), true }, local = { moment.at, false };
    struct pg_tm tm;
    fsec_t fraction;
    int offset;
    if (TIMESTAMP_NOT_FINITE(moment.at))
        PG_RETURN_TIMESTAMP(moment.at);
    if (!split(moment, &tm, &fraction, &offset) || !join(&local, &tm, fraction))
        PG_RETURN_NULL();
    PG_RETURN_TIMESTAMP(local.at);
}

/* In a time zone west of Greenwich, the local day of the first timestamps is before the first date.
 * PostgreSQL would return an invalid date for them, with which other functions fail. The result
 * here is NULL. */
Datum dp_timestamptz_date(PG_FUNCTION_ARGS)
{
    Moment moment = { PG_GETARG_TIMESTAMPTZ(0), true };
    struct pg_tm tm;
    fsec_t fraction;
    int offset;
    DateADT date;
    if (TIMESTAMP_IS_NOBEGIN(moment.at))
        PG_RETURN_DATEADT(DATEVAL_NOBEGIN);
    if (TIMESTAMP_IS_NOEND(moment.at))
        PG_RETURN_DATEADT(DATEVAL_NOEND);
    if (!split(moment, &tm, &fraction, &offset))
        PG_RETURN_NULL();
    date = date2j(tm.tm_year, tm.tm_mon, tm.tm_mday) - POSTGRES_EPOCH_JDATE;
    if (!IS_VALID_DATE(date))
        PG_RETURN_NULL();
    PG_RETURN_DATEADT(date);
}

PG_FUNCTION_INFO_V1(dp_date_pli);
PG_FUNCTION_INFO_V1(dp_date_mii);
PG_FUNCTION_INFO_V1(dp_integer_pl_date);
PG_FUNCTION_INFO_V1(dp_date_mi);

static Datum add_days(FunctionCallInfo fcinfo, DateADT date, int64 days)
{
    int64 result = date + days;
    if (DATE_NOT_FINITE(date))
        PG_RETURN_DATEADT(date);
    if (!IS_VALID_DATE(result))
        PG_RETURN_NULL();
    PG_RETURN_DATEADT((DateADT)result);
}

Datum dp_date_pli(PG_FUNCTION_ARGS)
{
    return add_days(fcinfo, PG_GETARG_DATEADT(0), PG_GETARG_INT32(1));
}

Datum dp_date_mii(PG_FUNCTION_ARGS)
{
    return add_days(fcinfo, PG_GETARG_DATEADT(0), -(int64)PG_GETARG_INT32(1));
}

Datum dp_integer_pl_date(PG_FUNCTION_ARGS)
{
    return add_days(fcinfo, PG_GETARG_DATEADT(1), PG_GETARG_INT32(0));
}

Datum dp_date_mi(PG_FUNCTION_ARGS)
{
    DateADT a = PG_GETARG_DATEADT(0), b = PG_GETARG_DATEADT(1);
    if (DATE_NOT_FINITE(a) || DATE_NOT_FINITE(b))
        PG_RETURN_NULL();
    PG_RETURN_INT32(a - b); /* dates have fewer than 2^31 days */
}

PG_FUNCTION_INFO_V1(dp_timestamp_mi);

Datum dp_timestamp_mi(PG_FUNCTION_ARGS)
{
    Timestamp a = PG_GETARG_TIMESTAMP(0), b = PG_GETARG_TIMESTAMP(1);
    int64 difference;
    bool infinite = TIMESTAMP_NOT_FINITE(a) || TIMESTAMP_NOT_FINITE(b);
    /* Where PostgreSQL would raise an error, the result is NULL. Intervals can be infinite only
     * since PostgreSQL 17, and even there the difference of equal infinities is an error. Servers
     * before 17 do not notice an overflow, which also gives NULL here. */
    if (infinite ? PG_VERSION_NUM < 170000 || a == b : pg_sub_s64_overflow(a, b, &difference))
        PG_RETURN_NULL();
    return DirectFunctionCall2(timestamp_mi, TimestampGetDatum(a), TimestampGetDatum(b));
}

static Period period_of(const Interval *interval, int sign)
{
    Period period = { 0 };
#ifdef INTERVAL_NOT_FINITE /* since PostgreSQL 17 */
    if (INTERVAL_NOT_FINITE(interval)) {
        period.sign = INTERVAL_IS_NOEND(interval) ? sign : -sign;
        return period;
    }
#endif
    period.months = (int64)interval->month * sign;
    period.days = (int64)interval->day * sign;
    period.beyond = sign < 0 && interval->time == PG_INT64_MIN;
    if (!period.beyond)
        period.time = interval->time * sign;
    return period;
}

/* Adds months, keeping the day of the month unless the new month is too short. */
static bool add_months(Moment *moment, int64 months)
{
    struct pg_tm tm;
    fsec_t fraction;
    int offset, days;
    int64 month, year;
    if (!split(*moment, &tm, &fraction, &offset))
        return false;
    month = (int64)tm.tm_year * MONTHS_PER_YEAR + (tm.tm_mon - 1) + months;
    year = month / MONTHS_PER_YEAR - (month % MONTHS_PER_YEAR < 0);
    if (year < JULIAN_MINYEAR || year > JULIAN_MAXYEAR)
        return false;
    tm.tm_year = (int)year;
    tm.tm_mon = (int)(month - year * MONTHS_PER_YEAR) + 1;
    days = day_tab[isleap(tm.tm_year)][tm.tm_mon - 1];
    tm.tm_mday = Min(tm.tm_mday, days);
    return join(moment, &tm, fraction);
}

/* How many days before Julian day 0 a local date can be, with a margin. West of Greenwich, the
 * local date of the first timestamps has a negative Julian day. */
#define DAYS_BEFORE 366

static bool move_days(Moment *moment, int64 days)
{
    struct pg_tm tm;
    fsec_t fraction;
    int offset;
    int64 day;
    if (!split(*moment, &tm, &fraction, &offset))
        return false;
    day = date2j(tm.tm_year, tm.tm_mon, tm.tm_mday) + days;
    if (day < -DAYS_BEFORE || day > PG_INT32_MAX)
        return false;
    j2date((int)day, &tm.tm_year, &tm.tm_mon, &tm.tm_mday);
    return join(moment, &tm, fraction);
}

/* Adds months, then days, then time. Each step must stay in range, as in PostgreSQL. */
static Datum add(FunctionCallInfo fcinfo, Moment moment, Period period)
{
    if (period.sign != 0) {
        bool last = period.sign > 0;
        if (last ? TIMESTAMP_IS_NOBEGIN(moment.at) : TIMESTAMP_IS_NOEND(moment.at))
            PG_RETURN_NULL();
        PG_RETURN_TIMESTAMP(last ? DT_NOEND : DT_NOBEGIN);
    }
    if (TIMESTAMP_NOT_FINITE(moment.at))
        PG_RETURN_TIMESTAMP(moment.at);
    if (period.beyond)
        PG_RETURN_NULL();
    if (period.months != 0 && !add_months(&moment, period.months))
        PG_RETURN_NULL();
    if (period.days != 0 && !move_days(&moment, period.days))
        PG_RETURN_NULL();
    if (pg_add_s64_overflow(moment.at, period.time, &moment.at) || !is_valid(moment.at))
        PG_RETURN_NULL();
    PG_RETURN_TIMESTAMP(moment.at);
}

#define ADDITION(name, zoned, sign)                                           \
    PG_FUNCTION_INFO_V1(dp_##name);                                           \
    Datum dp_##name(PG_FUNCTION_ARGS)                                         \
    {                                                                         \
        Moment moment = { PG_GETARG_TIMESTAMP(0), zoned };                    \
        return add(fcinfo, moment, period_of(PG_GETARG_INTERVAL_P(1), sign)); \
    }

#define ADDITION_TO_DATE(name, sign)                                          \
    PG_FUNCTION_INFO_V1(dp_##name);                                           \
    Datum dp_##name(PG_FUNCTION_ARGS)                                         \
    {                                                                         \
        Moment moment = { 0, false };                                         \
        if (!midnight(PG_GETARG_DATEADT(0), &moment.at))                      \
            PG_RETURN_NULL();                                                 \
        return add(fcinfo, moment, period_of(PG_GETARG_INTERVAL_P(1), sign)); \
    }

ADDITION(timestamp_pl_interval, false, 1)
ADDITION(timestamp_mi_interval, false, -1)
ADDITION(timestamptz_pl_interval, true, 1)
ADDITION(timestamptz_mi_interval, true, -1)
ADDITION_TO_DATE(date_pl_interval, 1)
ADDITION_TO_DATE(date_mi_interval, -1)
