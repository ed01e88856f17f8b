#include "rows.h"

#include <string.h>

struct table {
    sqlite3_vtab base;
    void *data;
};

int indpsql_rows_connect(sqlite3 *db, const char *schema, int direct, void *data,
                         sqlite3_vtab **out)
{
    struct table *table;
    int rc = sqlite3_declare_vtab(db, schema);
    if (rc == SQLITE_OK && direct)
        rc = sqlite3_vtab_config(db, SQLITE_VTAB_DIRECTONLY);
    if (rc != SQLITE_OK)
        return rc;
    table = sqlite3_malloc((int)sizeof *table);
    if (table == NULL)
        return SQLITE_NOMEM;
    memset(table, 0, sizeof *table);
    table->data = data;
    *out = &table->base;
    return SQLITE_OK;
}

void *indpsql_rows_data(const sqlite3_vtab *table)
{
    return ((const struct table *)table)->data;
}

int indpsql_rows_disconnect(sqlite3_vtab *table)
{
    sqlite3_free(table);
    return SQLITE_OK;
}

struct cell *indpsql_rows_add(struct rows *rows)
{
    struct cell *row;
    int i;
    if (rows->number == rows->room) {
        size_t room = 2 * rows->room + 8;
        struct cell *cells =
            sqlite3_realloc64(rows->cells, room * (size_t)rows->columns * sizeof *cells);
        if (cells == NULL)
            return NULL;
        rows->cells = cells;
        rows->room = room;
    }
    row = &rows->cells[rows->number++ * (size_t)rows->columns];
    memset(row, 0, (size_t)rows->columns * sizeof *row);
    for (i = 0; i < rows->columns; i++)
        row[i].type = SQLITE_NULL;
    return row;
}

int indpsql_cell_text(struct cell *cell, const void *text, size_t length)
{
    cell->text = sqlite3_malloc64(length + 1);
    if (cell->text == NULL)
        return 0;
    if (length != 0)
        memcpy(cell->text, text, length);
    cell->length = length;
    cell->type = SQLITE_TEXT;
    return 1;
}

static int copy_cell(struct cell *cell, sqlite3_stmt *statement, int i)
{
    int type = sqlite3_column_type(statement, i);
    const unsigned char *text;
    switch (type) {
    case SQLITE_INTEGER: cell->integer = sqlite3_column_int64(statement, i); break;
    case SQLITE_FLOAT: cell->real = sqlite3_column_double(statement, i); break;
    case SQLITE_TEXT:
        text = sqlite3_column_text(statement, i);
        return text != NULL &&
               indpsql_cell_text(cell, text, (size_t)sqlite3_column_bytes(statement, i));
    default: return 1;
    }
    cell->type = type;
    return 1;
}

int indpsql_rows_copy(struct rows *rows, sqlite3_stmt *statement)
{
    struct cell *row = indpsql_rows_add(rows);
    int i;
    for (i = 0; row != NULL && i < rows->columns; i++)
        if (!copy_cell(&row[i], statement, i))
            return 0;
    return row != NULL;
}

void indpsql_rows_clear(struct rows *rows)
{
    size_t i;
    for (i = 0; i < rows->number * (size_t)rows->columns; i++)
        sqlite3_free(rows->cells[i].text);
    sqlite3_free(rows->cells);
    rows->cells = NULL;
    rows->number = rows->room = rows->at = 0;
}

int indpsql_rows_open(sqlite3_vtab_cursor **out, int columns)
{
    struct rows *rows = sqlite3_malloc((int)sizeof *rows);
    if (rows == NULL)
        return SQLITE_NOMEM;
    memset(rows, 0, sizeof *rows);
    rows->columns = columns;
    *out = &rows->base;
    return SQLITE_OK;
}

int indpsql_rows_close(sqlite3_vtab_cursor *cursor)
{
    indpsql_rows_clear((struct rows *)cursor);
    sqlite3_free(cursor);
    return SQLITE_OK;
}

int indpsql_rows_next(sqlite3_vtab_cursor *cursor)
{
    ((struct rows *)cursor)->at++;
    return SQLITE_OK;
}

int indpsql_rows_eof(sqlite3_vtab_cursor *cursor)
{
    const struct rows *rows = (struct rows *)cursor;
    return rows->at >= rows->number;
}

int indpsql_rows_column(sqlite3_vtab_cursor *cursor, sqlite3_context *context, int column)
{
    const struct rows *rows = (struct rows *)cursor;
    const struct cell *cell = &rows->cells[rows->at * (size_t)rows->columns + (size_t)column];
    if (column >= rows->columns) /* a hidden column */
        return SQLITE_OK;
    switch (cell->type) {
    case SQLITE_INTEGER: sqlite3_result_int64(context, cell->integer); break;
    case SQLITE_FLOAT: sqlite3_result_double(context, cell->real); break;
    case SQLITE_TEXT:
        sqlite3_result_text64(context, cell->text, cell->length, SQLITE_TRANSIENT, SQLITE_UTF8);
        break;
    default: sqlite3_result_null(context);
    }
    return SQLITE_OK;
}

int indpsql_rows_rowid(sqlite3_vtab_cursor *cursor, sqlite3_int64 *out)
{
    *out = (sqlite3_int64)((struct rows *)cursor)->at;
    return SQLITE_OK;
}

int indpsql_rows_refuse(sqlite3_vtab *table, const char *name, const struct refusal *why)
{
    if (why->memory)
        return SQLITE_NOMEM;
    sqlite3_free(table->zErrMsg);
    table->zErrMsg = sqlite3_mprintf("%s: %s", name, why->text);
    return SQLITE_ERROR;
}
