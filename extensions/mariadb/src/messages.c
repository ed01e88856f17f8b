/* Reports errors of _init. The server puts "Can't initialize function 'dp_sum'; " in front, so the
 * texts do not repeat the name. Only _init can report an error: when a function fails later, its
 * answer is NULL. */
#include <stdio.h>

#include "internal.h"

/* The server cuts messages off after 80 characters. Longer rules have a shorter text here. */
static const char *rule(indpx_parameter parameter)
{
    switch (parameter) {
    case INDPX_CANDIDATES: return "must be a JSON array of 1 to 1048576 distinct texts or integers";
    case INDPX_EDGES:
        return "must be a JSON array of 1 to 1048576 strictly ascending finite numbers";
    case INDPX_QS:
        return "must be a JSON array of 1 to 1000 fractions in [0,1], denominators up to 10000";
    case INDPX_POINTS: return "must be a whole number from 2 to 16777217, or 0 for a default";
    default: return indpx_parameter_rule(parameter);
    }
}

char indpmy_fail(char *message, const char *what)
{
    snprintf(message, UDF_MESSAGE_SIZE, "%s", what);
    return 1;
}

char indpmy_fail_number(char *message, unsigned given, unsigned least, unsigned most)
{
    if (least == most)
        snprintf(message, UDF_MESSAGE_SIZE, "wrong number of arguments: %u instead of %u", given,
                 most);
    else
        snprintf(message, UDF_MESSAGE_SIZE, "wrong number of arguments: %u instead of %u to %u",
                 given, least, most);
    return 1;
}

char indpmy_fail_parameter(char *message, indpx_parameter parameter)
{
    snprintf(message, UDF_MESSAGE_SIZE, "%s %s", indpx_parameter_name(parameter), rule(parameter));
    return 1;
}

char indpmy_fail_status(char *message, const char *range, double epsilon, indp_status status)
{
    char text[INDPX_TEXT_SIZE];
    indpx_parameter broken = indpx_broken(status);
    return broken != INDPX_NONE
               ? indpmy_fail_parameter(message, broken)
               : indpmy_fail(message, indpx_status_text(status, range, epsilon, text));
}
