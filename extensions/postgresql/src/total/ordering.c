/* Upper and lower case, and the order of texts. Both depend on a locale. A change of case is NULL
 * for a text of more than LONGEST_LOCALE bytes. So is a comparison, except by bytes. */
#include "ordering.h"

#include "rules.h"
#include "texts.h"

#include "fmgr.h"

#include "utils/builtins.h"
#include "utils/fmgrprotos.h"

/* Changes the case of a text. Returns 0 if the text is too long, or if it is not valid in the
 * encoding of the database: PostgreSQL raises an error if a locale cannot convert such a text. */
Datum indppg_change_case(PGFunction function, Datum value, Oid collation)
{
    text *whole = DatumGetTextPP(value);
    Bytes bytes = bytes_of(whole);
    if (length_of(bytes) > LONGEST_LOCALE || !pg_verifymbstr(bytes.at, (int)length_of(bytes), true))
        return 0;
    return DirectFunctionCall1Coll(function, collation, PointerGetDatum(whole));
}

#define CASE(name, function)                                                                 \
    PG_FUNCTION_INFO_V1(dp_##name);                                                          \
    Datum dp_##name(PG_FUNCTION_ARGS)                                                        \
    {                                                                                        \
        Datum result = indppg_change_case(function, PG_GETARG_DATUM(0), PG_GET_COLLATION()); \
        if (result == 0)                                                                     \
            PG_RETURN_NULL();                                                                \
        return result;                                                                       \
    }

CASE(lower, lower)
CASE(upper, upper)

static Datum compare(FunctionCallInfo fcinfo, PGFunction function)
{
    struct varlena *a = PG_GETARG_VARLENA_PP(0), *b = PG_GETARG_VARLENA_PP(1);
    if (!indppg_is_bytewise(PG_GET_COLLATION()) &&
        Max(length_of(bytes_of(a)), length_of(bytes_of(b))) > LONGEST_LOCALE)
        PG_RETURN_NULL();
    return DirectFunctionCall2Coll(function, PG_GET_COLLATION(), PointerGetDatum(a),
                                   PointerGetDatum(b));
}

#define COMPARISON(name)              \
    PG_FUNCTION_INFO_V1(dp_##name);   \
    Datum dp_##name(PG_FUNCTION_ARGS) \
    {                                 \
        return compare(fcinfo, name); \
    }

COMPARISON(text_lt)
COMPARISON(text_le)
COMPARISON(text_gt)
COMPARISON(text_ge)
COMPARISON(bpcharlt)
COMPARISON(bpcharle)
COMPARISON(bpchargt)
COMPARISON(bpcharge)
