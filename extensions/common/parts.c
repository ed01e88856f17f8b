#include "parts.h"

#include <stdlib.h>
#include <string.h>

#include "number.h"

int indpx_has_parts(int32_t code)
{
    switch (code) {
#define PARTS(KIND) case INDP_KIND_##KIND:
#include "parts_list.h"
#undef PARTS
        return 1;
    default: return 0;
    }
}

static char *write_text(char *out, const char *text)
{
    size_t length = strlen(text);
    memcpy(out, text, length + 1);
    return out + length;
}

void indpx_parts_write(const indp_parts *parts, char out[INDPX_PARTS_SIZE])
{
    size_t i;
    out = indpx_number_write(write_text(out, "{\"value\":"), parts->value);
    out = indpx_number_write(write_text(out, ",\"count\":"), parts->count);
    out = write_text(out, ",\"sums\":[");
    for (i = 0; i < parts->number; i++)
        out = indpx_number_write(write_text(out, i == 0 ? "" : ","), parts->sum[i]);
    out = indpx_number_write(write_text(out, "],\"scale\":"), parts->scale);
    write_text(out, "}");
}

/* Skips a fixed text. Returns NULL if another text is found. */
static const char *past(const char *from, const char *text)
{
    size_t length = strlen(text);
    return from != NULL && strncmp(from, text, length) == 0 ? from + length : NULL;
}

/* Reads a number. Returns the position after it, or NULL if there is no number. */
static const char *past_number(const char *from, double *out)
{
    size_t length = from == NULL ? 0 : strspn(from, "+-.0123456789e");
    return length > 0 && indpx_number_read(from, length, out) ? from + length : NULL;
}

int indpx_parts_read(const char *text, size_t length, indp_parts *out)
{
    char copy[INDPX_PARTS_SIZE];
    const char *at = copy, *next;
    if (length >= sizeof copy || memchr(text, '\0', length) != NULL)
        return 0;
    memcpy(copy, text, length);
    copy[length] = '\0';
    memset(out, 0, sizeof *out);
    out->struct_size = sizeof *out;
    at = past_number(past(at, "{\"value\":"), &out->value);
    at = past_number(past(at, ",\"count\":"), &out->count);
    at = past_number(past(at, ",\"sums\":["), &out->sum[0]);
    for (out->number = 1; out->number < 3 && (next = past(at, ",")) != NULL; out->number++)
        at = past_number(next, &out->sum[out->number]);
    at = past(past_number(past(at, "],\"scale\":"), &out->scale), "}");
    return at != NULL && *at == '\0';
}
