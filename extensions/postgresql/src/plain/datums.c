#include "datums.h"

#include "access/htup_details.h"
#include "catalog/pg_type.h"
#include "executor/spi.h"
#include "utils/builtins.h"
#include "utils/lsyscache.h"

void indppg_require_same(Oid type, Oid expected)
{
    if (type != expected)
        ereport(ERROR, (errcode(ERRCODE_DATATYPE_MISMATCH),
                        errmsg("indp: a value has the type %s in place of %s", format_type_be(type),
                               format_type_be(expected))));
}

static Datum value_of(const Const *constant, Oid type)
{
    indppg_require_same(constant->consttype, type);
    if (constant->constisnull)
        ereport(ERROR, (errcode(ERRCODE_NULL_VALUE_NOT_ALLOWED),
                        errmsg("indp: a value of the type %s is NULL", format_type_be(type))));
    return constant->constvalue;
}

bool indppg_bool_of(const Const *constant)
{
    return DatumGetBool(value_of(constant, BOOLOID));
}
int32 indppg_int4_of(const Const *constant)
{
    return DatumGetInt32(value_of(constant, INT4OID));
}
int64 indppg_int8_of(const Const *constant)
{
    return DatumGetInt64(value_of(constant, INT8OID));
}
double indppg_float8_of(const Const *constant)
{
    return DatumGetFloat8(value_of(constant, FLOAT8OID));
}
text *indppg_text_of(const Const *constant)
{
    return DatumGetTextPP(value_of(constant, TEXTOID));
}

ArrayType *indppg_require_array(ArrayType *array, Oid element)
{
    indppg_require_same(ARR_ELEMTYPE(array), element);
    return array;
}

ArrayType *indppg_array_of(const Const *constant)
{
    Oid element = get_element_type(constant->consttype);
    if (!OidIsValid(element))
        indppg_require_same(constant->consttype, ANYARRAYOID);
    return indppg_require_array(DatumGetArrayTypeP(value_of(constant, constant->consttype)),
                                element);
}

Datum indppg_column_of(HeapTuple row, TupleDesc columns, int number, Oid type, bool *is_null)
{
    if (number > columns->natts)
        indppg_require_same(InvalidOid, type);
    indppg_require_same(TupleDescAttr(columns, number - 1)->atttypid, type);
    return heap_getattr(row, number, columns, is_null);
}

Datum indppg_result(uint64 row, int number, Oid type, bool *is_null)
{
    indppg_require_same(SPI_gettypeid(SPI_tuptable->tupdesc, number), type);
    return SPI_getbinval(SPI_tuptable->vals[row], SPI_tuptable->tupdesc, number, is_null);
}

void indppg_require_readable(Oid type, const char *function, Readable *out)
{
    if (!OidIsValid(type))
        ereport(ERROR, (errcode(ERRCODE_DATATYPE_MISMATCH),
                        errmsg("indp: %s must be called in a query, which tells it the types of "
                               "its arguments",
                               function)));
    get_typlenbyval(type, &out->length, &out->by_value);
    if (!out->by_value && out->length <= 0 && out->length != -1)
        ereport(ERROR, (errcode(ERRCODE_DATATYPE_MISMATCH),
                        errmsg("indp: %s cannot read values of the type %s", function,
                               format_type_be(type))));
}
