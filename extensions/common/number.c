#include "number.h"

#include <locale.h>
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

char *indpx_numbers_write(char *out, const double *numbers, size_t n, const char *between)
{
    size_t i;
    out = end_with(out, "[");
    for (i = 0; i < n; i++)
        out = indpx_number_write(end_with(out, i == 0 ? "" : between), numbers[i]);
    return end_with(out, "]");
}

int indpx_number_read(const char *text, size_t length, double *out)
{
    char copy[2 * INDPX_NUMBER_SIZE], *to = copy, *end;
    const char *point = localeconv()->decimal_point;
    size_t i;
    if (length >= INDPX_NUMBER_SIZE || strlen(point) >= INDPX_NUMBER_SIZE)
        return 0;
    for (i = 0; i < length; i++) {
        if (text[i] != '.')
            *to++ = text[i];
        else if (strlen(point) < sizeof copy - (size_t)(to - copy) - (length - i))
            to = end_with(to, point);
        else
            return 0;
    }
    *to = '\0';
    *out = strtod(copy, &end);
    return end == to && end != copy;
}
