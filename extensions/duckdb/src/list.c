#include "list.h"

#include <stdlib.h>

#include "say.h"

static duckdb_list_entry entry_of(const struct column *column, idx_t row)
{
    return ((const duckdb_list_entry *)column->data)[row];
}

/* Copies texts behind one another, each after its length. */
static indp_status read_texts(const struct column *child, duckdb_list_entry entry, struct list *out)
{
    unsigned char *to;
    uint64_t i;
    for (i = 0; i < entry.length; i++)
        out->length += sizeof(uint64_t) + indpduck_text(child, entry.offset + i).length;
    to = out->owned = malloc(out->length + 1);
    if (to == NULL)
        return INDP_E_NO_MEMORY;
    for (i = 0; i < entry.length; i++) {
        struct text text = indpduck_text(child, entry.offset + i);
        uint64_t length = text.length;
        memcpy(to, &length, sizeof length);
        memcpy(to + sizeof length, text.bytes, text.length);
        to += sizeof length + text.length;
    }
    out->bytes = out->owned;
    return INDP_OK;
}

indp_status indpduck_list_read(const struct column *column, idx_t row, duckdb_type type,
                               indp_status wrong, struct list *out)
{
    struct column child;
    duckdb_list_entry entry;
    memset(out, 0, sizeof *out);
    out->type = type;
    if (!indpduck_is_valid(column, row))
        return wrong;
    entry = entry_of(column, row);
    out->n = (size_t)entry.length;
    child = indpduck_column_of(duckdb_list_vector_get_child(column->vector));
    if (!indpduck_all_valid(&child, entry.offset, entry.offset + entry.length))
        return wrong;
    if (type == DUCKDB_TYPE_VARCHAR)
        return read_texts(&child, entry, out);
    out->bytes = (const unsigned char *)child.data + entry.offset * sizeof(uint64_t);
    out->length = out->n * sizeof(uint64_t);
    return INDP_OK;
}

void indpduck_list_free(struct list *list)
{
    free(list->owned);
    list->owned = NULL;
}

static int is_same(const struct column *column, idx_t row, duckdb_type type,
                   const struct list *first)
{
    struct list list;
    int same = indpduck_list_read(column, row, type, INDP_E_STATE, &list) == INDP_OK &&
               list.length == first->length && list.n == first->n &&
               (list.length == 0 || memcmp(list.bytes, first->bytes, list.length) == 0);
    indpduck_list_free(&list);
    return same;
}

idx_t indpduck_list_run(const struct column *column, idx_t from, idx_t to, duckdb_type type,
                        const struct list *first)
{
    const duckdb_list_entry own = entry_of(column, from);
    idx_t row;
    for (row = from + 1; row < to; row++) {
        duckdb_list_entry entry = entry_of(column, row);
        int same_entry = indpduck_is_valid(column, row) && entry.offset == own.offset &&
                         entry.length == own.length;
        if (!same_entry && !is_same(column, row, type, first))
            return row;
    }
    return to;
}

void indpduck_list_categories(const struct list *list, indp_category *out)
{
    const unsigned char *from = list->bytes;
    size_t i;
    memset(out, 0, list->n * sizeof *out);
    for (i = 0; i < list->n; i++, from += sizeof(uint64_t)) {
        memcpy(&out[i].integer, from, sizeof out[i].integer);
        if (list->type != DUCKDB_TYPE_VARCHAR)
            continue;
        out[i].length = (size_t)out[i].integer;
        out[i].integer = 0;
        out[i].text = from + sizeof(uint64_t);
        from += out[i].length;
    }
}
