/* datums.c: reads values whose type no signature of an SQL function guarantees: constants of a
 * statement, columns of a catalog, elements of arrays. Each function compares the type, and
 * raises an error if it is another one, since a value that is read as another type can be a
 * pointer to anywhere. */
#ifndef INDP_DATUMS_H
#define INDP_DATUMS_H

#include "postgres.h"

#include "access/htup.h"
#include "access/tupdesc.h"
#include "nodes/primnodes.h"
#include "utils/array.h"

/* A constant that is not NULL. */
extern bool indppg_bool_of(const Const *constant);
extern int32 indppg_int4_of(const Const *constant);
extern int64 indppg_int8_of(const Const *constant);
extern double indppg_float8_of(const Const *constant);
extern text *indppg_text_of(const Const *constant); /* not toasted; it may have a short header */
extern ArrayType *indppg_array_of(const Const *constant);

/* An array, whose elements must have this type. */
extern ArrayType *indppg_require_array(ArrayType *array, Oid element);

/* Raises an error unless a value has the type with which it is read. */
extern void indppg_require_same(Oid type, Oid expected);

/* A column of a row. Its type must be this one. */
extern Datum indppg_column_of(HeapTuple row, TupleDesc columns, int number, Oid type,
                              bool *is_null);

/* A column of a row of SPI's last result. */
extern Datum indppg_result(uint64 row, int number, Oid type, bool *is_null);

/* A type whose values can be read by their length: by value, of a fixed length, or with a length
 * word. A value of `unknown` or `cstring` ends at a zero byte, and has none. */
typedef struct Readable {
    int16 length;
    bool by_value;
} Readable;
extern void indppg_require_readable(Oid type, const char *function, Readable *out);

#endif
