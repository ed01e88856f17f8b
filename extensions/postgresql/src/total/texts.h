/* Declares how the total functions step through the characters of a text. */
#ifndef INDPPG_TEXTS_H
#define INDPPG_TEXTS_H

#include "postgres.h"

#include "limits.h"
#include "mb/pg_wchar.h"
#if PG_VERSION_NUM >= 160000
#include "varatt.h"
#endif

/* The bytes of a text. */
typedef struct Bytes {
    const char *at, *end;
} Bytes;

static inline Bytes bytes_of(const struct varlena *text)
{
    Bytes bytes = { VARDATA_ANY(text), VARDATA_ANY(text) + VARSIZE_ANY_EXHDR(text) };
    return bytes;
}

static inline int64 length_of(Bytes bytes)
{
    return bytes.end - bytes.at;
}

/* The length of the character that begins with this byte, which is not ASCII. */
static inline int character_length(const char *at, int encoding)
{
    unsigned char first = (unsigned char)*at;
    if (encoding != PG_UTF8)
        return pg_encoding_mblen(encoding, at);
    return first < 0xc0 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : first < 0xf8 ? 4 : 1;
}

/* The position after the character at `at`. If the last character is cut off, this is the end of
 * the text, where PostgreSQL's own functions would raise an error. pg_encoding_mblen is called only
 * if there is a second byte, because in some encodings it reads that byte. */
static inline const char *next(const char *at, const char *end, int encoding)
{
    int length = end - at < 2 || (unsigned char)*at < 0x80 ? 1 : character_length(at, encoding);
    return end - at < length ? end : at + length;
}

#endif
