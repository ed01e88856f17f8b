/* Converts dates, times and intervals to the numbers that the library clamps and adds, and back.
 * Dates are days since 2000-01-01, timestamps are seconds since then (UTC for timestamptz),
 * intervals are seconds with days of 24 hours and months of 30 days, as PostgreSQL compares
 * intervals. An infinite date or time becomes an infinite number. A number beyond the range of a
 * type becomes a finite value at the end of that range. Nothing here raises an error. */
#include "indp_pg.h"

#include <math.h>

#include "catalog/pg_type.h"
#include "datatype/timestamp.h"
#include "utils/date.h"
#include "utils/timestamp.h"

Oid indppg_type_of_value(ValueType value)
{
    switch (value) {
    case VALUE_DATE: return DATEOID;
    case VALUE_TIMESTAMP: return TIMESTAMPOID;
    case VALUE_TIMESTAMPTZ: return TIMESTAMPTZOID;
    case VALUE_INTERVAL: return INTERVALOID;
    case VALUE_TEXT: return TEXTOID;
    case VALUE_INT8: return INT8OID;
    default: return FLOAT8OID;
    }
}

static double seconds(Timestamp timestamp)
{
    if (TIMESTAMP_IS_NOBEGIN(timestamp))
        return -HUGE_VAL;
    return TIMESTAMP_IS_NOEND(timestamp) ? HUGE_VAL : (double)timestamp / USECS_PER_SEC;
}

static double seconds_of_interval(const Interval *interval)
{
#ifdef INTERVAL_NOT_FINITE /* since PostgreSQL 17 */
    if (INTERVAL_IS_NOBEGIN(interval))
        return -HUGE_VAL;
    if (INTERVAL_IS_NOEND(interval))
        return HUGE_VAL;
#endif
    return ((double)interval->month * DAYS_PER_MONTH + interval->day) * SECS_PER_DAY +
           (double)interval->time / USECS_PER_SEC;
}

double indppg_number_of(ValueType value, Datum datum)
{
    switch (value) {
    case VALUE_DATE:
        if (DATE_IS_NOBEGIN(DatumGetDateADT(datum)))
            return -HUGE_VAL;
        return DATE_IS_NOEND(DatumGetDateADT(datum)) ? HUGE_VAL : DatumGetDateADT(datum);
    case VALUE_TIMESTAMP: return seconds(DatumGetTimestamp(datum));
    case VALUE_TIMESTAMPTZ: return seconds(DatumGetTimestampTz(datum));
    case VALUE_INTERVAL: return seconds_of_interval(DatumGetIntervalP(datum));
    default: return DatumGetFloat8(datum);
    }
}

/* The nearest integer between low and high. Unlike a C cast, this is defined for every number. */
static int64 whole(double number, int64 low, int64 high)
{
    double nearest = rint(number);
    if (!(nearest > (double)low))
        return low;
    return nearest < (double)high ? (int64)nearest : high;
}

/* Makes an interval from seconds: whole days of 24 hours, and the rest as time. A number of
 * seconds beyond the range becomes the interval's largest or smallest number of days. */
static Datum interval_of(double number)
{
    Interval *interval = palloc0(sizeof *interval);
    int64 day = whole(trunc(number / SECS_PER_DAY), PG_INT32_MIN, PG_INT32_MAX);
    double rest = number - (double)day * SECS_PER_DAY;
    interval->day = (int32)day;
    interval->time =
        fabs(rest) < SECS_PER_DAY ? whole(rest * USECS_PER_SEC, -USECS_PER_DAY, USECS_PER_DAY) : 0;
    return IntervalPGetDatum(interval);
}

Datum indppg_datum_of(ValueType value, double number)
{
    switch (value) {
    case VALUE_DATE:
        return DateADTGetDatum((DateADT)whole(number, DATETIME_MIN_JULIAN - POSTGRES_EPOCH_JDATE,
                                              DATE_END_JULIAN - POSTGRES_EPOCH_JDATE - 1));
    case VALUE_TIMESTAMP:
        return TimestampGetDatum(whole(number * USECS_PER_SEC, MIN_TIMESTAMP, END_TIMESTAMP - 1));
    case VALUE_TIMESTAMPTZ:
        return TimestampTzGetDatum(whole(number * USECS_PER_SEC, MIN_TIMESTAMP, END_TIMESTAMP - 1));
    case VALUE_INTERVAL: return interval_of(number);
    default: return Float8GetDatum(number);
    }
}
