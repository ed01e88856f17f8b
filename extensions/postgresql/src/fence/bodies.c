/* Finds PL/pgSQL code that can read xmin, xmax, cmin or cmax of a record: r.xmin is the number of the
 * transaction that wrote the row. This is no column of a query, so nothing else sees it. PL/pgSQL looks
 * for names of fields in its own text alone, not in statements that it composes. */
#include "fence/fence.h"

static bool is_letter(unsigned char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '$' || c >= 0x80;
}

static bool is_named(const char *word, size_t length)
{
    static const char *const names[] = {"xmin", "xmax", "cmin", "cmax"};
    for (int i = 0; i < (int)lengthof(names); i++)
        if (strlen(names[i]) == length && pg_strncasecmp(names[i], word, length) == 0)
            return true;
    return false;
}

bool indppg_names_transactions(const char *body)
{
    while (*body != '\0') {
        size_t length = 0;
        while (is_letter((unsigned char)body[length]))
            length++;
        if (is_named(body, length))
            return true;
        body += length > 0 ? length : 1;
    }
    return false;
}
