/* Lengths and parts of texts, by characters of the database's encoding. */
#include "texts.h"

#include "access/detoast.h"
#include "decimals.h"
#include "fmgr.h"

#include "utils/builtins.h"
#include "utils/fmgrprotos.h"

static int64 characters(Bytes bytes)
{
    int encoding = GetDatabaseEncoding();
    int64 n = 0;
    if (pg_database_encoding_max_length() == 1)
        return length_of(bytes);
    for (const char *at = bytes.at; at < bytes.end; at = next(at, bytes.end, encoding))
        n++;
    return n;
}

/* The text without its first n characters. */
static Bytes skip(Bytes bytes, int64 n)
{
    int encoding = GetDatabaseEncoding();
    for (; n > 0 && bytes.at < bytes.end; n--)
        bytes.at = next(bytes.at, bytes.end, encoding);
    return bytes;
}

/* The first n characters. */
static Bytes keep(Bytes bytes, int64 n)
{
    bytes.end = skip(bytes, n).at;
    return bytes;
}

static Datum text_of(Bytes bytes)
{
    return PointerGetDatum(cstring_to_text_with_len(bytes.at, (int)length_of(bytes)));
}

PG_FUNCTION_INFO_V1(dp_textlen);
PG_FUNCTION_INFO_V1(dp_bpcharlen);

Datum dp_textlen(PG_FUNCTION_ARGS)
{
    PG_RETURN_INT32((int32)characters(bytes_of(PG_GETARG_TEXT_PP(0))));
}

/* The length of a char(n) does not count the spaces at its end. */
Datum dp_bpcharlen(PG_FUNCTION_ARGS)
{
    Bytes bytes = bytes_of(PG_GETARG_BPCHAR_PP(0));
    while (bytes.at < bytes.end && bytes.end[-1] == ' ')
        bytes.end--;
    PG_RETURN_INT32((int32)characters(bytes));
}

/* Casts to char(n) and varchar(n). PostgreSQL raises an error for a text that is not valid in the
 * encoding of the database; here the result is NULL. The rule LENGTH admits only explicit casts,
 * which truncate a text that is too long. */
#define CAST(name)                                                                     \
    PG_FUNCTION_INFO_V1(dp_##name);                                                    \
    Datum dp_##name(PG_FUNCTION_ARGS)                                                  \
    {                                                                                  \
        struct varlena *value = PG_GETARG_VARLENA_PP(0);                               \
        Bytes bytes = bytes_of(value);                                                 \
        Datum result;                                                                  \
        if (!pg_verifymbstr(bytes.at, (int)length_of(bytes), true) ||                  \
            PG_GETARG_INT32(1) > LONGEST_TEXT + (int)VARHDRSZ)                         \
            PG_RETURN_NULL();                                                          \
        result = DirectFunctionCall3(name, PointerGetDatum(value), PG_GETARG_DATUM(1), \
                                     BoolGetDatum(true));                              \
        if (toast_raw_datum_size(result) > LONGEST_TEXT + VARHDRSZ)                    \
            PG_RETURN_NULL();                                                          \
        return result;                                                                 \
    }

CAST(bpchar)
CAST(varchar)

PG_FUNCTION_INFO_V1(dp_text_substr);
PG_FUNCTION_INFO_V1(dp_text_substr_no_len);
PG_FUNCTION_INFO_V1(dp_text_left);
PG_FUNCTION_INFO_V1(dp_text_right);

/* If the length is negative, the result is NULL. */
Datum dp_text_substr(PG_FUNCTION_ARGS)
{
    int64 first = PG_GETARG_INT32(1), length = PG_GETARG_INT32(2);
    int64 last = first + length; /* the character after the part */
    first = Max(first, 1);
    if (length < 0)
        PG_RETURN_NULL();
    return text_of(keep(skip(bytes_of(PG_GETARG_TEXT_PP(0)), first - 1), Max(last - first, 0)));
}

Datum dp_text_substr_no_len(PG_FUNCTION_ARGS)
{
    return text_of(skip(bytes_of(PG_GETARG_TEXT_PP(0)), (int64)PG_GETARG_INT32(1) - 1));
}

/* If n is negative, left leaves out the last -n characters, and right the first -n characters. */
Datum dp_text_left(PG_FUNCTION_ARGS)
{
    Bytes bytes = bytes_of(PG_GETARG_TEXT_PP(0));
    int64 n = PG_GETARG_INT32(1);
    return text_of(keep(bytes, n < 0 ? characters(bytes) + n : n));
}

Datum dp_text_right(PG_FUNCTION_ARGS)
{
    Bytes bytes = bytes_of(PG_GETARG_TEXT_PP(0));
    int64 n = PG_GETARG_INT32(1);
    return text_of(skip(bytes, n < 0 ? -n : characters(bytes) - n));
}

/* The characters that a function trims. Those of one byte are looked up in a table. */
typedef struct Set {
    bool single[128];
    Bytes bytes;
} Set;

static void fill(Set *set, Bytes bytes)
{
    int encoding = GetDatabaseEncoding();
    memset(set, 0, sizeof *set);
    set->bytes = bytes;
    for (const char *at = bytes.at; at < bytes.end; at = next(at, bytes.end, encoding))
        if ((unsigned char)*at < 128)
            set->single[(unsigned char)*at] = true;
}

/* Whether the character between `at` and `after` is one of the set. */
static bool is_among(const char *at, const char *after, const Set *set)
{
    int encoding = GetDatabaseEncoding();
    if (after - at == 1 && (unsigned char)*at < 128)
        return set->single[(unsigned char)*at];
    for (const char *one = set->bytes.at, *end; one < set->bytes.end; one = end) {
        end = next(one, set->bytes.end, encoding);
        if (end - one == after - at && memcmp(one, at, after - at) == 0)
            return true;
    }
    return false;
}

static Datum trim(Bytes bytes, const Set *set, bool left, bool right)
{
    int encoding = GetDatabaseEncoding();
    const char *end = left ? bytes.end : bytes.at; /* the end of the last character that is kept */
    bool started = !left;
    for (const char *at = bytes.at, *after; at < bytes.end; at = after) {
        after = next(at, bytes.end, encoding);
        if (is_among(at, after, set))
            continue;
        if (!started)
            bytes.at = at;
        started = true;
        end = after;
        if (!right)
            break;
    }
    if (!started)
        bytes.at = bytes.end;
    if (right)
        bytes.end = Max(end, bytes.at);
    return text_of(bytes);
}

/* With one argument, only spaces are trimmed. */
#define TRIM(name, left, right)                                         \
    PG_FUNCTION_INFO_V1(dp_##name);                                     \
    Datum dp_##name(PG_FUNCTION_ARGS)                                   \
    {                                                                   \
        Bytes characters = { " ", NULL };                               \
        Set set;                                                        \
        characters.end = characters.at + 1;                             \
        if (PG_NARGS() > 1)                                             \
            characters = bytes_of(PG_GETARG_TEXT_PP(1));                \
        if (length_of(characters) > MOST_TRIMMED)                       \
            PG_RETURN_NULL();                                           \
        fill(&set, characters);                                         \
        return trim(bytes_of(PG_GETARG_TEXT_PP(0)), &set, left, right); \
    }

TRIM(btrim, true, true)
TRIM(ltrim, true, false)
TRIM(rtrim, false, true)

PG_FUNCTION_INFO_V1(dp_textpos);
PG_FUNCTION_INFO_V1(dp_starts_with);
PG_FUNCTION_INFO_V1(dp_textcat);

/* Searches in time that grows with the sum of both lengths. Only for encodings in which a character
 * cannot begin inside another one. */
static int32 find_bytes(Bytes bytes, Bytes part)
{
    const char *found = length_of(part) == 0
                            ? bytes.at
                            : memmem(bytes.at, length_of(bytes), part.at, length_of(part));
    Bytes before = { bytes.at, found };
    return found == NULL ? 0 : (int32)characters(before) + 1;
}

static int32 find_characters(Bytes bytes, Bytes part)
{
    int encoding = GetDatabaseEncoding();
    int32 n = 1;
    for (; length_of(bytes) >= length_of(part); n++) {
        if (memcmp(bytes.at, part.at, length_of(part)) == 0)
            return n;
        if (bytes.at == bytes.end)
            break;
        bytes.at = next(bytes.at, bytes.end, encoding);
    }
    return 0;
}

/* The number of the character at which the second text begins in the first one, or 0 if it does not
 * occur there. */
Datum dp_textpos(PG_FUNCTION_ARGS)
{
    Bytes bytes = bytes_of(PG_GETARG_TEXT_PP(0)), part = bytes_of(PG_GETARG_TEXT_PP(1));
    if (pg_database_encoding_max_length() == 1 || GetDatabaseEncoding() == PG_UTF8)
        PG_RETURN_INT32(find_bytes(bytes, part));
    PG_RETURN_INT32(find_characters(bytes, part));
}

Datum dp_starts_with(PG_FUNCTION_ARGS)
{
    Bytes bytes = bytes_of(PG_GETARG_TEXT_PP(0)), part = bytes_of(PG_GETARG_TEXT_PP(1));
    PG_RETURN_BOOL(length_of(bytes) >= length_of(part) &&
                   memcmp(bytes.at, part.at, length_of(part)) == 0);
}

/* A result of more than LONGEST_TEXT bytes is NULL. */
Datum dp_textcat(PG_FUNCTION_ARGS)
{
    text *a = PG_GETARG_TEXT_PP(0), *b = PG_GETARG_TEXT_PP(1);
    if (length_of(bytes_of(a)) + length_of(bytes_of(b)) > LONGEST_TEXT)
        PG_RETURN_NULL();
    return DirectFunctionCall2(textcat, PointerGetDatum(a), PointerGetDatum(b));
}

PG_FUNCTION_INFO_V1(dp_short_text);
PG_FUNCTION_INFO_V1(dp_short_numeric);

/* What an expression reads instead of a column of texts or numerics. The length of a text is known
 * without reading it. A numeric is read at most once, and not at all if it is long. */
Datum dp_short_text(PG_FUNCTION_ARGS)
{
    if (toast_raw_datum_size(PG_GETARG_DATUM(0)) > LONGEST_TEXT + VARHDRSZ)
        PG_RETURN_NULL();
    return PG_GETARG_DATUM(0);
}

Datum dp_short_numeric(PG_FUNCTION_ARGS)
{
    Numeric number;
    if (toast_raw_datum_size(PG_GETARG_DATUM(0)) > LONGEST_TEXT + VARHDRSZ)
        PG_RETURN_NULL();
    number = PG_GETARG_NUMERIC(0);
    if (!indppg_is_short(number))
        PG_RETURN_NULL();
    PG_RETURN_NUMERIC(number);
}
