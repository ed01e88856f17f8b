/* Parses JSON arrays (RFC 8259) of at least one element. Elements of an array of candidates must be
 * texts or 64-bit integers. SQLite's own JSON functions cannot be used: a build may lack them,
 * their syntax depends on the version, they turn integers beyond 64 bits into reals, and an
 * aggregate could call them only by running a statement for each row. */
#include "json.h"

#include <stdint.h>
#include <string.h>

#include "hex.h"
#include "number.h"

struct input {
    const char *next, *end;
};

static void skip_space(struct input *in)
{
    while (in->next < in->end && *in->next != '\0' && strchr(" \t\n\r", *in->next) != NULL)
        in->next++;
}

static int take(struct input *in, char wanted)
{
    skip_space(in);
    if (in->next == in->end || *in->next != wanted)
        return 0;
    in->next++;
    return 1;
}

static int read_hex4(struct input *in, uint32_t *out)
{
    int i;
    *out = 0;
    for (i = 0; i < 4; i++) {
        int digit = in->next < in->end ? indpx_hex_digit(*in->next++) : -1;
        if (digit < 0)
            return 0;
        *out = *out * 16 + (uint32_t)digit;
    }
    return 1;
}

/* Writes a character as UTF-8. The text never becomes longer than its JSON: a character takes at
 * most 3 bytes where its escape takes 6, or 4 bytes where a pair of escapes takes 12. */
static char *write_utf8(char *out, uint32_t c)
{
    if (c < 0x80) {
        *out++ = (char)c;
        return out;
    }
    if (c < 0x800) {
        *out++ = (char)(0xC0 | c >> 6);
    } else {
        if (c < 0x10000) {
            *out++ = (char)(0xE0 | c >> 12);
        } else {
            *out++ = (char)(0xF0 | c >> 18);
            *out++ = (char)(0x80 | (c >> 12 & 0x3F));
        }
        *out++ = (char)(0x80 | (c >> 6 & 0x3F));
    }
    *out++ = (char)(0x80 | (c & 0x3F));
    return out;
}

/* Reads the digits after \u, and the second escape of a surrogate pair. Refuses a lone surrogate,
 * which is not a character. */
static int read_unicode(struct input *in, char **out)
{
    uint32_t c, low;
    if (!read_hex4(in, &c) || (c >= 0xDC00 && c <= 0xDFFF))
        return 0;
    if (c >= 0xD800 && c <= 0xDBFF) {
        if (in->end - in->next < 2 || in->next[0] != '\\' || in->next[1] != 'u')
            return 0;
        in->next += 2;
        if (!read_hex4(in, &low) || low < 0xDC00 || low > 0xDFFF)
            return 0;
        c = 0x10000 + ((c - 0xD800) << 10) + (low - 0xDC00);
    }
    *out = write_utf8(*out, c);
    return 1;
}

/* Reads a text from after its opening quote up to its closing quote. Writes its characters,
 * unescaped, to *out. */
static int read_string(struct input *in, char **out)
{
    static const char from[] = "\"\\/bfnrt", to[] = "\"\\/\b\f\n\r\t";
    while (in->next < in->end) {
        char c = *in->next++;
        const char *known;
        if (c == '"')
            return 1;
        if ((unsigned char)c < 0x20)
            return 0;
        if (c != '\\') {
            *(*out)++ = c;
            continue;
        }
        if (in->next == in->end)
            return 0;
        c = *in->next++;
        known = c == '\0' ? NULL : strchr(from, c);
        if (known != NULL)
            *(*out)++ = to[known - from];
        else if (c != 'u' || !read_unicode(in, out))
            return 0;
    }
    return 0;
}

/* Reads an integer of 64 bits. Stops at a decimal point or an e, which the caller then refuses. */
static int read_integer(struct input *in, int64_t *out)
{
    int negative = in->next < in->end && *in->next == '-';
    const char *first = in->next + negative;
    uint64_t size = 0, limit = (uint64_t)INT64_MAX + (negative ? 1 : 0);
    for (in->next = first; in->next < in->end && *in->next >= '0' && *in->next <= '9'; in->next++) {
        uint64_t digit = (uint64_t)(*in->next - '0');
        if (size > (limit - digit) / 10)
            return 0;
        size = size * 10 + digit;
    }
    if (in->next == first || (*first == '0' && in->next - first > 1))
        return 0;
    *out = !negative ? (int64_t)size : size == 0 ? 0 : -(int64_t)(size - 1) - 1;
    return 1;
}

static int read_element(struct input *in, char **text, indp_category *out)
{
    char *start;
    skip_space(in);
    memset(out, 0, sizeof *out);
    if (!take(in, '"'))
        return read_integer(in, &out->integer);
    start = *text;
    if (!read_string(in, text))
        return 0;
    out->text = (const uint8_t *)start;
    out->length = (size_t)(*text - start);
    return 1;
}

static int read_array(struct input *in, char *text, indp_category *out, size_t *n)
{
    *n = 0;
    if (!take(in, '['))
        return 0;
    do {
        if (!read_element(in, &text, &out[*n]))
            return 0;
        ++*n;
    } while (take(in, ','));
    if (!take(in, ']'))
        return 0;
    skip_space(in);
    return in->next == in->end;
}

/* The number of commas plus one, which is an upper bound on the number of elements. */
static size_t most_elements(const char *json, size_t length)
{
    size_t most = 1, i;
    for (i = 0; i < length; i++)
        most += json[i] == ',';
    return most;
}

size_t indpx_json_room(const char *json, size_t length)
{
    return most_elements(json, length) * sizeof(indp_category) + length;
}

indp_status indpx_json_read(const char *json, size_t length, void *room, indp_category **list,
                            size_t *n)
{
    struct input in;
    in.next = json;
    in.end = json + length;
    *list = room;
    return read_array(&in, (char *)(*list + most_elements(json, length)), *list, n)
               ? INDP_OK
               : INDP_E_CATEGORIES;
}

static size_t digits(struct input *in)
{
    const char *first = in->next;
    while (in->next < in->end && *in->next >= '0' && *in->next <= '9')
        in->next++;
    return (size_t)(in->next - first);
}

static int read_number(struct input *in, double *out)
{
    const char *first, *whole;
    size_t length;
    skip_space(in);
    first = in->next;
    if (in->next < in->end && *in->next == '-')
        in->next++;
    whole = in->next;
    length = digits(in);
    if (length == 0 || (*whole == '0' && length > 1))
        return 0;
    if (in->next < in->end && *in->next == '.') {
        in->next++;
        if (digits(in) == 0)
            return 0;
    }
    if (in->next < in->end && (*in->next == 'e' || *in->next == 'E')) {
        in->next++;
        if (in->next < in->end && (*in->next == '-' || *in->next == '+'))
            in->next++;
        if (digits(in) == 0)
            return 0;
    }
    return indpx_number_read(first, (size_t)(in->next - first), out);
}

int indpx_json_numbers(const char *json, size_t length, double *out, size_t most, size_t *n)
{
    struct input in;
    in.next = json;
    in.end = json + length;
    *n = 0;
    if (!take(&in, '['))
        return 0;
    do {
        if (*n == most || !read_number(&in, &out[*n]))
            return 0;
        ++*n;
    } while (take(&in, ','));
    if (!take(&in, ']'))
        return 0;
    skip_space(&in);
    return in.next == in.end;
}
