/* Defines indp.row_order(key, key, columns...), which orders the rows of a person at random. It
 * returns a hash of the columns, computed with two hash keys. */
#include "answer/answer.h"

#include "access/detoast.h"
#include "common/hashfn.h"
#include "datums.h"
#include "total/limits.h"
#include "utils/builtins.h"

static const Readable *types_of(FunctionCallInfo fcinfo)
{
    Readable *types = fcinfo->flinfo->fn_extra;
    if (types == NULL) {
        types = MemoryContextAllocZero(fcinfo->flinfo->fn_mcxt, PG_NARGS() * sizeof *types);
        for (int i = 2; i < PG_NARGS(); i++)
            indppg_require_readable(get_fn_expr_argtype(fcinfo->flinfo, i), "row_order", &types[i]);
        fcinfo->flinfo->fn_extra = types;
    }
    return types;
}

static uint64 hash_of(Datum value, const Readable *type, uint64 seed)
{
    struct varlena *bytes;
    uint64 hash;
    if (type->by_value)
        return DatumGetUInt64(hash_any_extended((const unsigned char *)&value, sizeof value, seed));
    if (type->length > 0)
        return DatumGetUInt64(hash_any_extended((const unsigned char *)DatumGetPointer(value),
                                                type->length, seed));
    if (toast_raw_datum_size(value) > LONGEST_TEXT + VARHDRSZ)
        return hash_combine64(seed, LONGEST_TEXT); /* the query reads every such value as NULL */
    bytes = PG_DETOAST_DATUM_PACKED(value);
    hash = DatumGetUInt64(hash_any_extended((const unsigned char *)VARDATA_ANY(bytes),
                                            (int)VARSIZE_ANY_EXHDR(bytes), seed));
    if ((Pointer)bytes != DatumGetPointer(value))
        pfree(bytes);
    return hash;
}

PG_FUNCTION_INFO_V1(dp_row_order);

Datum dp_row_order(PG_FUNCTION_ARGS)
{
    const Readable *types = types_of(fcinfo);
    uint64 first, hash;
    if (PG_ARGISNULL(0) || PG_ARGISNULL(1))
        PG_RETURN_NULL();
    first = (uint64)PG_GETARG_INT64(0);
    hash = (uint64)PG_GETARG_INT64(1);
    for (int i = 2; i < PG_NARGS(); i++)
        hash = PG_ARGISNULL(i) ? hash_combine64(hash, first)
                               : hash_of(PG_GETARG_DATUM(i), &types[i], hash ^ first);
    PG_RETURN_INT64((int64)hash_combine64(hash, first));
}
