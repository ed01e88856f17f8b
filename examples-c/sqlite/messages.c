/* Every error is put together from constant texts and names the parameter: nothing of the data enters. */
#include "internal.h"

static const struct {
    const char *name, *rule;
} PARAMETER[PARAMETERS] = {
    { "q", "must be a fraction from 0 to 1 with a denominator of at most 10000" },
    { "lo", "must be a finite number" },
    { "hi", "must be a finite number" },
    { "candidates", "must be a JSON array of 1 to 1048576 distinct texts and integers" },
    { "epsilon", "must be a finite number above 0" },
    { "rows_per_person", "must be a whole number of at least 1" },
    { "candidates", "must be a number of 2 to 16777217, or 0 for integers between integers" },
};

static void report(sqlite3_context *context, const char *format, const char *a, const char *b, const char *c)
{
    char text[200];
    sqlite3_snprintf((int)sizeof text, text, format, a, b, c);
    sqlite3_result_error(context, text, -1);
}

void indpsql_fail(sqlite3_context *context, const char *function, const char *what)
{
    report(context, "%s: %s%s", function, what, "");
}

void indpsql_fail_parameter(sqlite3_context *context, const char *function, enum parameter parameter)
{
    report(context, "%s: %s %s", function, PARAMETER[parameter].name, PARAMETER[parameter].rule);
}

void indpsql_fail_changed(sqlite3_context *context, const char *function, enum parameter parameter)
{
    report(context, "%s: %s %s", function, PARAMETER[parameter].name, "must be the same on every row");
}

void indpsql_fail_no_row(sqlite3_context *context, const char *function)
{
    report(context, "no row reached %s: anchor the query%s%s", function, "", "");
}

void indpsql_fail_status(sqlite3_context *context, const char *function, const char *range, double epsilon,
                         indp_status status)
{
    static const char state[] = "state must be a blob that a dp_..._state function or dp_merge returned";
    switch (status) {
    case INDP_E_NO_MEMORY: sqlite3_result_error_nomem(context); return;
    case INDP_E_QUANTILE: indpsql_fail_parameter(context, function, Q); return;
    case INDP_E_LO: indpsql_fail_parameter(context, function, LO); return;
    case INDP_E_HI: indpsql_fail_parameter(context, function, HI); return;
    case INDP_E_RANGE: indpsql_fail(context, function, "lo must be below hi"); return;
    case INDP_E_CANDIDATES: indpsql_fail(context, function, "lo and hi are too close to each other"); return;
    case INDP_E_CATEGORIES: indpsql_fail_parameter(context, function, CANDIDATES); return;
    /* Whole numbers below 1 were refused before: what is left is too large. */
    case INDP_E_ROWS_PER_PERSON: indpsql_fail(context, function, "rows_per_person is too large"); return;
    case INDP_E_EPSILON:
        if (!(epsilon > 0 && epsilon <= 1.7976931348623157e308)) {
            indpsql_fail_parameter(context, function, EPSILON);
            return;
        }
        if (epsilon > 1) { /* beyond what the exponential mechanism takes */
            indpsql_fail(context, function, "epsilon is too large");
            return;
        }
        /* fall through */
    case INDP_E_SENSITIVITY: /* the three say the same here: the noise would not fit a double */
    case INDP_E_LAMBDA: report(context, "%s: %s %s", function, range, "too large for this epsilon"); return;
    case INDP_E_STATE: indpsql_fail(context, function, state); return;
    case INDP_E_STATE_MISMATCH:
        indpsql_fail(context, function, "state must have the same kind and parameters on every row");
        return;
    case INDP_E_ENTROPY:
        indpsql_fail(context, function, "the source of randomness failed, nothing was released");
        return;
    default: sqlite3_result_error(context, indp_status_message(status), -1); return;
    }
}
