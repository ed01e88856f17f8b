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

/* The number of the window that contains `now`. It is the first one if the budget has no windows
 * (every <= 0), if the first window has not begun yet, and if a number overflows. */
int64 indppg_window(TimestampTz now, const Budget *budget)
{
    int64 passed, number;
    if (budget->every <= 0 || now < budget->started ||
        pg_sub_s64_overflow(now, budget->started, &passed) ||
        pg_add_s64_overflow(budget->first, passed / budget->every, &number))
        return budget->first;
    return number;
}

/* When a window ends; infinity if it has no end. */
TimestampTz indppg_window_end(int64 window, const Budget *budget)
{
    int64 number, length, end;
    if (budget->every <= 0 || pg_sub_s64_overflow(window, budget->first, &number) ||
        pg_mul_s64_overflow(number + 1, budget->every, &length) ||
        pg_add_s64_overflow(budget->started, length, &end))
        return DT_NOEND;
    return end;
}
