#include "cells.h"

#include <stdlib.h>
#include <string.h>

#include "json.h"
#include "rows.h"

/* The columns of the table. The last two are its arguments. */
enum { CELL, LO, HI, ROWS, EDGES, COUNTS, SHOWN = EDGES };

static const char NAME[] = "dp_cells";

static int connect(sqlite3 *db, void *data, int argc, const char *const *argv, sqlite3_vtab **out, char **message)
{
    (void)argc;
    (void)argv;
    (void)message;
    return indpsql_rows_connect(db, "CREATE TABLE x(cell INTEGER, lo REAL, hi REAL, rows INTEGER, cell_edges HIDDEN, cell_counts HIDDEN)", 0, data, out);
}

/* Requires both arguments. They become the first and the second argument of `filter`. */
static int best_index(sqlite3_vtab *table, sqlite3_index_info *info)
{
    int i, found = 0;
    for (i = 0; i < info->nConstraint; i++) {
        int column = info->aConstraint[i].iColumn;
        if ((column != EDGES && column != COUNTS) || info->aConstraint[i].op != SQLITE_INDEX_CONSTRAINT_EQ)
            continue;
        if (!info->aConstraint[i].usable)
            return SQLITE_CONSTRAINT;
        info->aConstraintUsage[i].argvIndex = column - EDGES + 1;
        info->aConstraintUsage[i].omit = 1;
        found |= 1 << (column - EDGES);
    }
    info->estimatedCost = 100;
    if (found == 3)
        return SQLITE_OK;
    sqlite3_free(table->zErrMsg);
    table->zErrMsg = sqlite3_mprintf("%s: write %s(edges, counts), with the answer of dp_histogram for these edges", NAME, NAME);
    return SQLITE_ERROR;
}

static int open_cursor(sqlite3_vtab *table, sqlite3_vtab_cursor **out)
{
    (void)table;
    return indpsql_rows_open(out, SHOWN);
}

/* Reads a JSON array of numbers into memory that the caller frees. Returns an SQLITE_ code, which is
 * SQLITE_MISMATCH if the value is no such array. */
static int read_numbers(sqlite3_value *value, double **out, size_t *n)
{
    size_t length;
    const char *text = sqlite3_value_type(value) == SQLITE_TEXT ? (const char *)sqlite3_value_text(value) : NULL;
    *out = NULL;
    if (text == NULL)
        return SQLITE_MISMATCH;
    length = (size_t)sqlite3_value_bytes(value);
    *out = sqlite3_malloc64((length / 2 + 1) * sizeof **out);
    if (*out == NULL)
        return SQLITE_NOMEM;
    return indpx_json_numbers(text, length, *out, length / 2 + 1, n) ? SQLITE_OK : SQLITE_MISMATCH;
}

/* Appends the row of a cell. The cells below, above and of NaN lack one or both bounds. */
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

static int filter(sqlite3_vtab_cursor *cursor, int number, const char *text, int argc, sqlite3_value **argv)
{
    struct rows *rows = (struct rows *)cursor;
    double *edges = NULL, *counts = NULL;
    size_t n = 0, cells = 0, cell;
    struct refusal why;
    int rc;
    (void)number;
    (void)text;
    (void)argc;
    indpsql_rows_clear(rows);
    rc = read_numbers(argv[0], &edges, &n);
    if (rc == SQLITE_OK)
        rc = read_numbers(argv[1], &counts, &cells);
    if (rc == SQLITE_OK && cells != n + 2)
        rc = SQLITE_MISMATCH;
    for (cell = 0; rc == SQLITE_OK && cell < cells; cell++)
        rc = add_cell(rows, cell, edges, n, counts[cell]) ? SQLITE_OK : SQLITE_NOMEM;
    sqlite3_free(edges);
    sqlite3_free(counts);
    if (rc != SQLITE_MISMATCH)
        return rc;
    indpsql_refuse(&why, "counts must be the answer of dp_histogram for these edges", "", "");
    return indpsql_rows_refuse(cursor->pVtab, NAME, &why);
}

static const sqlite3_module METHODS = { .iVersion = 0,
                                        .xConnect = connect,
                                        .xBestIndex = best_index,
                                        .xDisconnect = indpsql_rows_disconnect,
                                        .xOpen = open_cursor,
                                        .xClose = indpsql_rows_close,
                                        .xFilter = filter,
                                        .xNext = indpsql_rows_next,
                                        .xEof = indpsql_rows_eof,
                                        .xColumn = indpsql_rows_column,
                                        .xRowid = indpsql_rows_rowid };

int indpsql_register_cells(sqlite3 *db)
{
    return sqlite3_create_module_v2(db, NAME, &METHODS, NULL, NULL);
}
