#include "parts.h"

#include <string.h>

#include "number.h"

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
