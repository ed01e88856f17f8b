#include "number.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DIGITS = 17 };

static char *end_with(char *out, const char *text)
{
    size_t length = strlen(text);
    memcpy(out, text, length + 1);
    return out + length;
}

/* Writes a number with the fewest of 15 to 17 digits that convert back to the same double. Writes a
 * point even if the locale prints another decimal separator. */
char *indpx_number_write(char out[INDPX_NUMBER_SIZE], double value)
{
    char text[INDPX_NUMBER_SIZE];
    const char *from = text;
    int digits = DIGITS - 2, fraction = 0;
    if (!isfinite(value))
        return end_with(out, "null");
    do
        snprintf(text, sizeof text, "%.*g", digits, value);
    while (digits++ < DIGITS && strtod(text, NULL) != value);
    for (; *from != '\0'; from++) {
        if (strchr("+-0123456789e", *from) != NULL) {
            fraction |= *from == 'e';
            *out++ = *from;
        } else if (!fraction) {
            fraction = 1;
            *out++ = '.';
        }
    }
    *out = '\0';
    return fraction ? out : end_with(out, ".0");
}
