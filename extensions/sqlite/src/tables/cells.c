#include "cells.h"

#include <math.h>
#include <string.h>

#include "json.h"
#include "rows.h"

/* The columns of the table. The last two are its arguments. */
enum { CELL, LO, HI, ROWS, EDGES, COUNTS, SHOWN = EDGES };

static const char NAME[] = "dp_cells";

static int connect(sqlite3 *db, void *data, int argc, const char *const *argv, sqlite3_vtab **out,
                   char **message)
{
    (void)argc;
    (void)argv;
    (void)message;
    return indpsql_rows_connect(db,
                                "CREATE TABLE x(cell INTEGER, lo REAL, hi REAL, rows INTEGER, "
                                "cell_edges HIDDEN, cell_counts HIDDEN)",
                                0, data, out);
}

/* Requires both arguments. They become the first and the second argument of `filter`. SQLite lists
 * them after all other constraints on these columns, so the last constraint on a column is the
 * argument. SQLite itself checks the others. */
static int best_index(sqlite3_vtab *table, sqlite3_index_info *info)
{
    int i, at[2] = { -1, -1 }, unusable[2] = { 0, 0 };
    for (i = 0; i < info->nConstraint; i++) {
        int argument = info->aConstraint[i].iColumn - EDGES;
        if (argument < 0 || argument > 1 || info->aConstraint[i].op != SQLITE_INDEX_CONSTRAINT_EQ)
            continue;
        if (info->aConstraint[i].usable)
            at[argument] = i;
        else
            unusable[argument] = 1;
    }
    info->estimatedCost = 100;
    for (i = 0; i < 2 && at[i] >= 0; i++) {
        info->aConstraintUsage[at[i]].argvIndex = i + 1;
        info->aConstraintUsage[at[i]].omit = 1;
    }
    if (at[0] >= 0 && at[1] >= 0)
        return SQLITE_OK;
    if ((at[0] >= 0 || unusable[0]) && (at[1] >= 0 || unusable[1]))
        return SQLITE_CONSTRAINT;
    sqlite3_free(table->zErrMsg);
    table->zErrMsg = sqlite3_mprintf("%s: write %s(edges, counts), where counts is the answer of "
                                     "dp_histogram for these edges",
                                     NAME, NAME);
    return SQLITE_ERROR;
}

/* The rows, and both arguments, which are the values of the hidden columns. */
struct cursor {
    struct rows rows;
    sqlite3_value *arguments[2];
};

static int open_cursor(sqlite3_vtab *table, sqlite3_vtab_cursor **out)
{
    struct cursor *cursor = sqlite3_malloc((int)sizeof *cursor);
    (void)table;
    if (cursor == NULL)
        return SQLITE_NOMEM;
    memset(cursor, 0, sizeof *cursor);
    cursor->rows.columns = SHOWN;
    *out = &cursor->rows.base;
    return SQLITE_OK;
}

static void clear(struct cursor *cursor)
{
    int i;
    indpsql_rows_clear(&cursor->rows);
    for (i = 0; i < 2; i++) {
        sqlite3_value_free(cursor->arguments[i]);
        cursor->arguments[i] = NULL;
    }
}

static int close_cursor(sqlite3_vtab_cursor *base)
{
    clear((struct cursor *)base);
    sqlite3_free(base);
    return SQLITE_OK;
}

static int read_column(sqlite3_vtab_cursor *base, sqlite3_context *context, int column)
{
    if (column < SHOWN)
        return indpsql_rows_column(base, context, column);
    sqlite3_result_value(context, ((struct cursor *)base)->arguments[column - EDGES]);
    return SQLITE_OK;
}

/* Reads a JSON array of numbers into memory that the caller frees. Returns an SQLITE_ code, which
 * is SQLITE_MISMATCH if the value is not such an array. */
static int read_numbers(sqlite3_value *value, double **out, size_t *n)
{
    size_t length;
    const char *text =
        sqlite3_value_type(value) == SQLITE_TEXT ? (const char *)sqlite3_value_text(value) : NULL;
    *out = NULL;
    if (text == NULL)
        return SQLITE_MISMATCH;
    length = (size_t)sqlite3_value_bytes(value);
    *out = sqlite3_malloc64((length / 2 + 1) * sizeof **out);
    if (*out == NULL)
        return SQLITE_NOMEM;
    return indpx_json_numbers(text, length, *out, length / 2 + 1, n) ? SQLITE_OK : SQLITE_MISMATCH;
}

/* Whether all numbers are 64-bit integers. */
static int are_integers(const double *numbers, size_t n)
{
    size_t i;
    for (i = 0; i < n; i++)
        if (!(numbers[i] >= -9223372036854775808.0 && numbers[i] < 9223372036854775808.0) ||
            numbers[i] != floor(numbers[i]))
            return 0;
    return 1;
}

/* Appends the row of a cell. The first cell has no lower bound, the cell from the last edge on has
 * no upper bound, and the cell for NaN has neither. */
static int add_cell(struct rows *rows, size_t cell, const double *edges, size_t n, double count)
{
    struct cell *row = indpsql_rows_add(rows);
    if (row == NULL)
        return 0;
    row[CELL].type = SQLITE_INTEGER;
    row[CELL].integer = (sqlite3_int64)cell;
    if (cell >= 1 && cell <= n) {
        row[LO].type = SQLITE_FLOAT;
        row[LO].real = edges[cell - 1];
    }
    if (cell < n) {
        row[HI].type = SQLITE_FLOAT;
        row[HI].real = edges[cell];
    }
    row[ROWS].type = SQLITE_INTEGER;
    row[ROWS].integer = (sqlite3_int64)count;
    return 1;
}

static int filter(sqlite3_vtab_cursor *cursor, int number, const char *text, int argc,
                  sqlite3_value **argv)
{
    struct cursor *own = (struct cursor *)cursor;
    struct rows *rows = &own->rows;
    double *edges = NULL, *counts = NULL;
    size_t n = 0, cells = 0, cell;
    struct refusal why;
    int rc;
    (void)number;
    (void)text;
    (void)argc;
    clear(own);
    own->arguments[0] = sqlite3_value_dup(argv[0]);
    own->arguments[1] = sqlite3_value_dup(argv[1]);
    if (own->arguments[0] == NULL || own->arguments[1] == NULL)
        return SQLITE_NOMEM;
    rc = read_numbers(argv[0], &edges, &n);
    if (rc == SQLITE_OK)
        rc = read_numbers(argv[1], &counts, &cells);
    if (rc == SQLITE_OK && (cells != n + 2 || !are_integers(counts, cells)))
        rc = SQLITE_MISMATCH;
    for (cell = 0; rc == SQLITE_OK && cell < cells; cell++)
        rc = add_cell(rows, cell, edges, n, counts[cell]) ? SQLITE_OK : SQLITE_NOMEM;
    sqlite3_free(edges);
    sqlite3_free(counts);
    if (rc != SQLITE_MISMATCH)
        return rc;
    indpsql_refuse(&why,
                   "edges must be a JSON array of numbers, and counts the answer of dp_histogram "
                   "for these edges",
                   "", "");
    return indpsql_rows_refuse(cursor->pVtab, NAME, &why);
}

static const sqlite3_module METHODS = { .iVersion = 0,
                                        .xConnect = connect,
                                        .xBestIndex = best_index,
                                        .xDisconnect = indpsql_rows_disconnect,
                                        .xOpen = open_cursor,
                                        .xClose = close_cursor,
                                        .xFilter = filter,
                                        .xNext = indpsql_rows_next,
                                        .xEof = indpsql_rows_eof,
                                        .xColumn = read_column,
                                        .xRowid = indpsql_rows_rowid };

int indpsql_register_cells(sqlite3 *db)
{
    return sqlite3_create_module_v2(db, NAME, &METHODS, NULL, NULL);
}
