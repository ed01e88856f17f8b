/* Converts answers to bytes and back. The bytes have the number of rows, the number of columns, and
 * each value behind its length. Keys are not stored, since the policy has them. */
#include "kept.h"

#include "nodes/nodeFuncs.h"
#include "utils/datum.h"
#include "utils/lsyscache.h"

/* Larger answers are not kept. */
enum { LARGEST = 64 * 1024 * 1024 };

typedef struct Shape {
    int64 rows;
    int32 keys, columns;
} Shape;

typedef struct Column {
    int16 length;
    bool by_value;
} Column;

static Column *columns_of(const Spec *spec)
{
    Column *columns = palloc((list_length(spec->query->targetList) + 1) * sizeof *columns);
    ListCell *cell;
    int n = 0;
    foreach (cell, spec->query->targetList) {
        Oid type = exprType((Node *)((TargetEntry *)lfirst(cell))->expr);
        get_typlenbyval(type, &columns[n].length, &columns[n].by_value);
        n++;
    }
    return columns;
}

static Shape shape_of(const Spec *spec, const Answers *answers)
{
    Shape shape;
    memset(&shape, 0, sizeof shape);
    shape.rows = answers->rows;
    shape.keys = list_length(spec->keys);
    shape.columns = answers->columns;
    return shape;
}

/* The column of a value, or -1 if it is one of the keys. */
static int column_at(Shape shape, int64 at)
{
    int column = (int)(at % shape.columns);
    return column < shape.keys ? -1 : column;
}

static Size size_of(const Answers *answers, Shape shape, const Column *columns)
{
    Size size = VARHDRSZ + sizeof shape;
    for (int64 at = 0; at < shape.rows * shape.columns; at++) {
        int column = column_at(shape, at);
        if (column >= 0)
            size += datumEstimateSpace(answers->values[at], answers->nulls[at],
                                       columns[column].by_value, columns[column].length);
    }
    return size;
}

bytea *indppg_encode(const Spec *spec, const Answers *answers)
{
    Shape shape = shape_of(spec, answers);
    const Column *columns = columns_of(spec);
    Size size = size_of(answers, shape, columns);
    bytea *bytes;
    char *to;
    if (size > LARGEST)
        return NULL;
    bytes = palloc0(size);
    SET_VARSIZE(bytes, size);
    memcpy(VARDATA(bytes), &shape, sizeof shape);
    to = VARDATA(bytes) + sizeof shape;
    for (int64 at = 0; at < shape.rows * shape.columns; at++) {
        int column = column_at(shape, at);
        if (column >= 0)
            datumSerialize(answers->values[at], answers->nulls[at], columns[column].by_value,
                           columns[column].length, &to);
    }
    return bytes;
}

/* Whether the bytes that are left begin with a value. */
static bool has_value(const char *from, const char *end, Column column)
{
    int32 header;
    if (end - from < (ptrdiff_t)sizeof header)
        return false;
    memcpy(&header, from, sizeof header);
    from += sizeof header;
    if (header == -2) /* NULL */
        return true;
    if (header == -1)
        return column.by_value && end - from >= (ptrdiff_t)sizeof(Datum);
    return !column.by_value && header > 0 && end - from >= header &&
           (column.length < 0 || header == column.length);
}

bool indppg_decode(const Spec *spec, const bytea *bytes, Answers *answers)
{
    Shape shape = shape_of(spec, answers), stored;
    const Column *columns = columns_of(spec);
    const char *end = (const char *)bytes + VARSIZE(bytes);
    char *from = (char *)VARDATA(bytes);
    if (end - from < (ptrdiff_t)sizeof stored)
        return false;
    memcpy(&stored, from, sizeof stored);
    from += sizeof stored;
    if (memcmp(&shape, &stored, sizeof shape) != 0)
        return false;
    for (int64 at = 0; at < shape.rows * shape.columns; at++) {
        int column = column_at(shape, at);
        if (column < 0)
            continue;
        if (!has_value(from, end, columns[column]))
            return false;
        answers->values[at] = datumRestore(&from, &answers->nulls[at]);
    }
    return from == end;
}
