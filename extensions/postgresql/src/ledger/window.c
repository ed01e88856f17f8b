/* Counts the windows of a budget. */
#include "internal.h"

#include "common/int.h"
#include "utils/timestamp.h"

#ifdef INDPPG_TEST_CLOCK
extern TimestampTz indppg_test_clock(void);
#define GetCurrentTimestamp indppg_test_clock
#endif

TimestampTz indppg_now(void)
{
    return GetCurrentTimestamp();
}

/* The number of the window that contains `now`. It is 0 if the budget has no windows (every <= 0),
 * if the first window has not begun yet, and if `now - started` overflows. */
int64 indppg_window(TimestampTz now, TimestampTz started, int64 every)
{
    int64 passed;
    if (every <= 0 || now < started || pg_sub_s64_overflow(now, started, &passed))
        return 0;
    return passed / every;
}

/* When a window ends; infinity if it has no end. */
TimestampTz indppg_window_end(int64 window, TimestampTz started, int64 every)
{
    int64 length, end;
    if (every <= 0 || pg_mul_s64_overflow(window + 1, every, &length) ||
        pg_add_s64_overflow(started, length, &end))
        return DT_NOEND;
    return end;
}
