#include "say.h"

#include <stdio.h>

void indpduck_say(char out[INDPDUCK_MESSAGE_SIZE], const char *function, const char *what)
{
    snprintf(out, INDPDUCK_MESSAGE_SIZE, "%s: %s", function, what);
}

static void say_parameter(char out[INDPDUCK_MESSAGE_SIZE], const char *function,
                          indpx_parameter parameter, const char *rule)
{
    snprintf(out, INDPDUCK_MESSAGE_SIZE, "%s: %s %s", function, indpx_parameter_name(parameter),
             rule);
}

void indpduck_message(char out[INDPDUCK_MESSAGE_SIZE], const char *function, const char *range,
                      double epsilon, indp_status status)
{
    char text[INDPX_TEXT_SIZE];
    indpx_parameter broken = INDPX_NONE;
    if (status <= INDPDUCK_CHANGED(0)) {
        say_parameter(out, function, (indpx_parameter)(INDPDUCK_CHANGED(0) - status),
                      INDPX_CHANGED);
        return;
    }
    if (status <= INDPDUCK_WRONG(0))
        broken = (indpx_parameter)(INDPDUCK_WRONG(0) - status);
    else
        broken = indpx_broken(status);
    if (broken != INDPX_NONE)
        say_parameter(out, function, broken, indpx_parameter_rule(broken));
    else
        indpduck_say(out, function, indpx_status_text(status, range, epsilon, text));
}
