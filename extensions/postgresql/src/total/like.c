/* LIKE and ILIKE. PostgreSQL's own functions call themselves for each %, and raise an error if the
 * stack is too deep. A reader can run a query with the stack nearly full. Whether it fails would
 * then depend on how far a value matches. The functions here use no recursion. */
#include "ordering.h"
#include "texts.h"

#include "fmgr.h"

#include "utils/builtins.h"
#include "utils/fmgrprotos.h"

typedef enum Match { DIFFERS, MATCHES, UNKNOWN } Match;

/* Whether the text matches the pattern. After a mismatch, the last % so far takes one more
 * character, and matching continues after that character. Earlier % need not take more: whatever
 * text they could take in addition, the last % can take instead. The result is UNKNOWN if that
 * takes too many comparisons. */
static Match matches(Bytes text, Bytes pattern)
{
    int comparisons = 0;
    int encoding = GetDatabaseEncoding();
    const char *t = text.at, *p = pattern.at;
    /* the pattern after the last %, and where its match starts in the text */
    const char *rest = NULL, *from = NULL;
    while (t < text.end) {
        const char *literal = p;
        if (++comparisons > MOST_COMPARISONS)
            return UNKNOWN;
        if (p < pattern.end && *p == '%') {
            rest = ++p;
            from = t;
            continue;
        }
        if (p < pattern.end && *p == '_') {
            p++;
            t = next(t, text.end, encoding);
            continue;
        }
        if (p < pattern.end && *p == '\\')
            literal++;
        if (literal < pattern.end && *literal == *t) {
            p = literal + 1;
            t++;
            continue;
        }
        if (rest == NULL)
            return DIFFERS;
        from = next(from, text.end, encoding);
        t = from;
        p = rest;
    }
    while (p < pattern.end && *p == '%')
        p++;
    return p == pattern.end ? MATCHES : DIFFERS;
}

static Datum like(FunctionCallInfo fcinfo, Datum value, Datum pattern, Match expected)
{
    text *of_value = DatumGetTextPP(value), *of_pattern = DatumGetTextPP(pattern);
    Match match = matches(bytes_of(of_value), bytes_of(of_pattern));
    if (match == UNKNOWN)
        PG_RETURN_NULL();
    PG_RETURN_BOOL(match == expected);
}

static Datum ilike(FunctionCallInfo fcinfo, Match expected)
{
    Datum value = indppg_change_case(lower, PG_GETARG_DATUM(0), PG_GET_COLLATION());
    Datum pattern = indppg_change_case(lower, PG_GETARG_DATUM(1), PG_GET_COLLATION());
    if (value == 0 || pattern == 0)
        PG_RETURN_NULL();
    return like(fcinfo, value, pattern, expected);
}

PG_FUNCTION_INFO_V1(dp_textlike);
PG_FUNCTION_INFO_V1(dp_textnlike);
PG_FUNCTION_INFO_V1(dp_texticlike);
PG_FUNCTION_INFO_V1(dp_texticnlike);

Datum dp_textlike(PG_FUNCTION_ARGS)
{
    return like(fcinfo, PG_GETARG_DATUM(0), PG_GETARG_DATUM(1), MATCHES);
}

Datum dp_textnlike(PG_FUNCTION_ARGS)
{
    return like(fcinfo, PG_GETARG_DATUM(0), PG_GETARG_DATUM(1), DIFFERS);
}

Datum dp_texticlike(PG_FUNCTION_ARGS)
{
    return ilike(fcinfo, MATCHES);
}

Datum dp_texticnlike(PG_FUNCTION_ARGS)
{
    return ilike(fcinfo, DIFFERS);
}
