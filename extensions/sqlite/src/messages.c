/* Reports errors. A message has the name of the function, then a text. The texts about parameters
 * and statuses are those that all engines share, apart from the additions below. */
#include "internal.h"

/* Texts that only SQLite adds to a rule: how lists are written. */
static const char *addition(indpx_parameter parameter)
{
    switch (parameter) {
    case INDPX_CANDIDATES:
    case INDPX_EDGES:
    case INDPX_QS: return ", in JSON";
    default: return "";
    }
}

static void report(sqlite3_context *context, const char *format, const char *a, const char *b,
                   const char *c, const char *d)
{
    char text[500];
    sqlite3_snprintf((int)sizeof text, text, format, a, b, c, d);
    sqlite3_result_error(context, text, -1);
}

void indpsql_fail(sqlite3_context *context, const char *function, const char *what)
{
    report(context, "%s: %s%s%s", function, what, "", "");
}

void indpsql_fail_parameter(sqlite3_context *context, const char *function,
                            indpx_parameter parameter)
{
    report(context, "%s: %s %s%s", function, indpx_parameter_name(parameter),
           indpx_parameter_rule(parameter), addition(parameter));
}

void indpsql_fail_changed(sqlite3_context *context, const char *function, indpx_parameter parameter)
{
    report(context, "%s: %s %s%s", function, indpx_parameter_name(parameter), INDPX_CHANGED, "");
}

void indpsql_fail_no_row(sqlite3_context *context, const char *function)
{
    indpsql_fail(context, function,
                 "no row reached this call, so its parameters are unknown; write FROM (SELECT 1) "
                 "LEFT "
                 "JOIN the data (README: Anchor each query)");
}

void indpsql_fail_status(sqlite3_context *context, const char *function, const char *range,
                         double epsilon, indp_status status)
{
    char text[INDPX_TEXT_SIZE];
    indpx_parameter broken = indpx_broken(status);
    if (status == INDP_E_NO_MEMORY)
        sqlite3_result_error_nomem(context);
    else if (broken != INDPX_NONE)
        indpsql_fail_parameter(context, function, broken);
    else
        indpsql_fail(context, function, indpx_status_text(status, range, epsilon, text));
}
