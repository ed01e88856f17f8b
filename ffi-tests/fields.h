/* Reads the blank-separated numbers of a line of vectors/. */
#ifndef FIELDS_H
#define FIELDS_H

#include "check.h"

static char *cursor;

static inline int signed_number(int64_t *out)
{
    char *end;
    *out = strtoll(cursor, &end, 10);
    if (end == cursor)
        return 0;
    cursor = end;
    return 1;
}

static inline int word(uint64_t *out)
{
    char *end;
    *out = strtoull(cursor, &end, 16);
    if (end == cursor)
        return 0;
    cursor = end;
    return 1;
}

#endif
