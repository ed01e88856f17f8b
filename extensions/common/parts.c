#include "parts.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DIGITS = 17, NUMBER_SIZE = 32 };

int indpx_has_parts(int32_t code)
{
    return code == INDP_KIND_MEAN || code == INDP_KIND_VARIANCE || code == INDP_KIND_STDDEV;
}

static char *write_text(char *out, const char *text)
{
    size_t length = strlen(text);
    memcpy(out, text, length + 1);
    return out + length;
}

/* Writes a number with the fewest of 15 to 17 digits that convert back to the same double. Writes a
 * point even if the locale prints another decimal separator. */
static char *write_number(char *out, double value)
{
    char text[NUMBER_SIZE];
    const char *from = text;
    int digits = DIGITS - 2, fraction = 0;
    if (!isfinite(value))
        return write_text(out, "null");
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
    return fraction ? out : write_text(out, ".0");
}

void indpx_parts_write(const indp_parts *parts, char out[INDPX_PARTS_SIZE])
{
    size_t i;
    out = write_number(write_text(out, "{\"value\":"), parts->value);
    out = write_number(write_text(out, ",\"count\":"), parts->count);
    out = write_text(out, ",\"sums\":[");
    for (i = 0; i < parts->number; i++)
        out = write_number(write_text(out, i == 0 ? "" : ","), parts->sum[i]);
    out = write_number(write_text(out, "],\"scale\":"), parts->scale);
    write_text(out, "}");
}
