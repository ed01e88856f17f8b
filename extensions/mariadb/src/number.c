/* Reads numbers from text. The server passes decimals as text, and its own conversion of text
 * raises warnings that contain the text, which may be private. */
#include <stdlib.h>
#include <string.h>

#include "internal.h"

/* The nearest double is determined by the first 767 significant digits and by whether a digit other
 * than 0 follows. */
enum { MOST_DIGITS = 780, MOST_EXPONENT = 100000000 };

struct input_text {
    const char *next, *end;
};

static int take(struct input_text *in, char wanted)
{
    if (in->next == in->end || *in->next != wanted)
        return 0;
    in->next++;
    return 1;
}

static int next_is_digit(const struct input_text *in)
{
    return in->next < in->end && *in->next >= '0' && *in->next <= '9';
}

static int is_space(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

/* The text without white space at its ends, such as the end of a line of a CSV file. */
static struct input_text trimmed(const char *text, size_t length)
{
    struct input_text in;
    in.next = text;
    in.end = text + length;
    while (in.next < in.end && is_space(*in.next))
        in.next++;
    while (in.next < in.end && is_space(in.end[-1]))
        in.end--;
    return in;
}

/* Adds the exponent, if there is one, to *out. Large exponents saturate. */
static int read_exponent(struct input_text *in, long *out)
{
    int negative = 0;
    long size = 0;
    if (!take(in, 'e') && !take(in, 'E'))
        return 1;
    if (!take(in, '+'))
        negative = take(in, '-');
    if (!next_is_digit(in))
        return 0;
    for (; next_is_digit(in); in->next++)
        size = size < MOST_EXPONENT ? size * 10 + (*in->next - '0') : size;
    *out += negative ? -size : size;
    return 1;
}

/* The number digits * 10^exponent, if it is the quotient or product of two integers that are exact
 * as doubles: one operation then rounds it correctly. Returns 0 otherwise. */
static int read_short(const char *digits, size_t n, long exponent, double *out)
{
    static const double POWERS[] = { 1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                     1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                     1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22 };
    int64_t whole = 0;
    if (n > 15 || exponent > 22 || exponent < -22)
        return 0;
    while (n-- > 0)
        whole = whole * 10 + (*digits++ - '0');
    *out = exponent < 0 ? (double)whole / POWERS[-exponent] : (double)whole * POWERS[exponent];
    return 1;
}

/* The number digits * 10^exponent. The digits are in a buffer with room for an exponent. */
static double read_long(char *digits, size_t n, long exponent)
{
    char *to = digits + n;
    long unit;
    *to++ = 'e';
    if (exponent < 0) {
        *to++ = '-';
        exponent = -exponent;
    }
    exponent = exponent > MOST_EXPONENT ? MOST_EXPONENT : exponent;
    for (unit = MOST_EXPONENT; unit > 0; unit /= 10)
        *to++ = (char)('0' + exponent / unit % 10);
    *to = '\0';
    return strtod(digits, NULL);
}

/* The point is moved into the exponent, because strtod would expect the decimal separator of the
 * locale. */
int indpmy_read_number(const char *text, size_t length, double *out)
{
    struct input_text in = trimmed(text, length);
    char digits[MOST_DIGITS + 32], *to = digits;
    int negative = take(&in, '-'), point = 0, any = 0, more = 0;
    long exponent = 0, shift = 0;
    if (!negative)
        take(&in, '+');
    for (; next_is_digit(&in) || (!point && in.next < in.end && *in.next == '.'); in.next++) {
        if (*in.next == '.') {
            point = 1;
            continue;
        }
        any = 1;
        if (to - digits < MOST_DIGITS && (to > digits || *in.next != '0')) {
            *to++ = *in.next;
            shift -= point;
        } else {
            more |= *in.next != '0';
            shift += (to > digits) - point;
        }
    }
    if (!any || !read_exponent(&in, &exponent) || in.next != in.end)
        return 0;
    if (more) {
        *to++ = '1';
        shift--;
    }
    exponent += shift;
    if (to == digits)
        *to++ = '0';
    if (!read_short(digits, (size_t)(to - digits), exponent, out))
        *out = read_long(digits, (size_t)(to - digits), exponent);
    if (negative)
        *out = -*out;
    return 1;
}

int indpmy_read_integer(const char *text, size_t length, int64_t *out)
{
    struct input_text in = trimmed(text, length);
    int negative = take(&in, '-');
    uint64_t size = 0, limit = (uint64_t)INT64_MAX + (negative ? 1 : 0);
    if (!next_is_digit(&in))
        return 0;
    for (; next_is_digit(&in); in.next++) {
        uint64_t digit = (uint64_t)(*in.next - '0');
        if (size > (limit - digit) / 10)
            return 0;
        size = size * 10 + digit;
    }
    if (take(&in, '.'))
        while (take(&in, '0'))
            ;
    if (in.next != in.end)
        return 0;
    *out = !negative ? (int64_t)size : size == 0 ? 0 : -(int64_t)(size - 1) - 1;
    return 1;
}
