/* Defines indp.row_order(key, key, columns...), which orders the rows of a person at random. It
 * returns a hash of the columns, computed with two hash keys. */
#include "answer/answer.h"

#include "access/detoast.h"
#include "common/hashfn.h"
#include "total/limits.h"
#include "utils/builtins.h"
#include "utils/lsyscache.h"

typedef struct ColumnType {
    int16 length;
    bool by_value;
} ColumnType;

/* Accepts only types whose values this file can read: by value, of a fixed length, or with a length
 * word. A value of `unknown` or `cstring` ends at a zero byte (length -2) and has no length word. */
static void find_type(Oid type, ColumnType *out)
{
    if (!OidIsValid(type))
        ereport(ERROR, (errcode(ERRCODE_DATATYPE_MISMATCH), errmsg("indp: row_order must be called in a query, which tells it the types of its arguments")));
    get_typlenbyval(type, &out->length, &out->by_value);
    if (!out->by_value && out->length <= 0 && out->length != -1)
        ereport(ERROR, (errcode(ERRCODE_DATATYPE_MISMATCH), errmsg("indp: row_order cannot read values of the type %s", format_type_be(type))));
}

static const ColumnType *types_of(FunctionCallInfo fcinfo)
{
    ColumnType *types = fcinfo->flinfo->fn_extra;
    if (types == NULL) {
        types = MemoryContextAllocZero(fcinfo->flinfo->fn_mcxt, PG_NARGS() * sizeof *types);
        for (int i = 2; i < PG_NARGS(); i++)
            find_type(get_fn_expr_argtype(fcinfo->flinfo, i), &types[i]);
        fcinfo->flinfo->fn_extra = types;
    }
    return types;
}

static uint64 hash_of(Datum value, const ColumnType *type, uint64 seed)
{
    struct varlena *bytes;
    uint64 hash;
    if (type->by_value)
        return DatumGetUInt64(hash_any_extended((const unsigned char *)&value, sizeof value, seed));
    if (type->length > 0)
        return DatumGetUInt64(hash_any_extended((const unsigned char *)DatumGetPointer(value), type->length, seed));
    if (toast_raw_datum_size(value) > LONGEST_TEXT + VARHDRSZ)
        return hash_combine64(seed, LONGEST_TEXT); /* the query reads every such value as NULL */
    bytes = PG_DETOAST_DATUM_PACKED(value);
    hash = DatumGetUInt64(hash_any_extended((const unsigned char *)VARDATA_ANY(bytes), (int)VARSIZE_ANY_EXHDR(bytes), seed));
    if ((Pointer)bytes != DatumGetPointer(value))
        pfree(bytes);
    return hash;
}

PG_FUNCTION_INFO_V1(dp_row_order);

Datum dp_row_order(PG_FUNCTION_ARGS)
{
    const ColumnType *types = types_of(fcinfo);
    uint64 first, hash;
    if (PG_ARGISNULL(0) || PG_ARGISNULL(1))
        PG_RETURN_NULL();
    first = (uint64)PG_GETARG_INT64(0);
    hash = (uint64)PG_GETARG_INT64(1);
    for (int i = 2; i < PG_NARGS(); i++)
        hash = PG_ARGISNULL(i) ? hash_combine64(hash, first) : hash_of(PG_GETARG_DATUM(i), &types[i], hash ^ first);
    PG_RETURN_INT64((int64)hash_combine64(hash, first));
}
