/* Reports errors of _init. The server puts "Can't initialize function 'dp_sum'; " in front, so the
 * texts do not repeat the name. Only _init can report an error: when a function fails later, its
 * answer is NULL. */
#include <stdio.h>

#include "internal.h"

static const char *addition(indpx_parameter parameter)
{
    switch (parameter) {
    case INDPX_CANDIDATES:
    case INDPX_QS: return ", in JSON";
    case INDPX_POINTS: return ", or 0 to let the library choose";
    default: return "";
    }
}

char indpmy_fail(char *message, const char *what)
{
    snprintf(message, UDF_MESSAGE_SIZE, "%s", what);
    return 1;
}

char indpmy_fail_parameter(char *message, indpx_parameter parameter)
{
    snprintf(message, UDF_MESSAGE_SIZE, "%s %s%s", indpx_parameter_name(parameter), indpx_parameter_rule(parameter),
             addition(parameter));
    return 1;
}

char indpmy_fail_status(char *message, const char *range, double epsilon, indp_status status)
{
    char text[INDPX_TEXT_SIZE];
    indpx_parameter broken = indpx_broken(status, epsilon);
    return broken != INDPX_NONE ? indpmy_fail_parameter(message, broken)
                                : indpmy_fail(message, indpx_status_text(status, range, epsilon, text));
}
