/* Rows of a virtual table. All are read before the first one is returned, so no statement stays
 * open. */
#ifndef INDP_SQLITE_ROWS_H
#define INDP_SQLITE_ROWS_H

#include "../ledger/sql.h"

struct cell {
    int type; /* SQLITE_INTEGER, SQLITE_FLOAT, SQLITE_TEXT or SQLITE_NULL */
    sqlite3_int64 integer;
    double real;
    char *text; /* allocated by SQLite */
    size_t length;
};

/* A cursor. SQLite's part must come first. */
struct rows {
    sqlite3_vtab_cursor base;
    int columns;
    size_t at, number;
    size_t room; /* the number of rows for which cells has room */
    struct cell *cells;
};

/* Adds a row of NULLs; returns its cells, or NULL if memory ran out. */
struct cell *indpsql_rows_add(struct rows *rows);
int indpsql_cell_text(struct cell *cell, const void *text, size_t length);
/* Adds a row with the columns of a statement. Returns 0 if memory ran out. */
int indpsql_rows_copy(struct rows *rows, sqlite3_stmt *statement);
void indpsql_rows_clear(struct rows *rows);

/* Connects a table with this schema. If `direct` is set, no view or trigger may read the table.
 * `data` is the pointer with which the module was registered. */
int indpsql_rows_connect(sqlite3 *db, const char *schema, int direct, void *data,
                         sqlite3_vtab **out);
void *indpsql_rows_data(const sqlite3_vtab *table);
int indpsql_rows_disconnect(sqlite3_vtab *table);

/* Methods for virtual tables whose cursors hold their rows in a struct rows. */
int indpsql_rows_open(sqlite3_vtab_cursor **out, int columns);
int indpsql_rows_close(sqlite3_vtab_cursor *cursor);
int indpsql_rows_next(sqlite3_vtab_cursor *cursor);
int indpsql_rows_eof(sqlite3_vtab_cursor *cursor);
int indpsql_rows_column(sqlite3_vtab_cursor *cursor, sqlite3_context *context, int column);
int indpsql_rows_rowid(sqlite3_vtab_cursor *cursor, sqlite3_int64 *out);

/* Reports a refusal by the table; returns an SQLITE_ code. */
int indpsql_rows_refuse(sqlite3_vtab *table, const char *name, const struct refusal *why);

#endif
