/* Opens databases and runs statements, for the tests of questions. */
#ifndef INDP_SQLITE_DATABASE_H
#define INDP_SQLITE_DATABASE_H

#include <string.h>

#include <sqlite3.h>

#include "check.h"

static const char SECRET[] = "271828182"; /* a private value that no answer may show */

static int run(sqlite3 *db, const char *sql)
{
    return sqlite3_exec(db, sql, NULL, NULL, NULL);
}

static sqlite3 *open_file(const char *path)
{
    sqlite3 *db = NULL;
    CHECK(sqlite3_open(path, &db) == SQLITE_OK, path);
    return db;
}

/* Runs statements one by one. Returns the number of rows, or -1 if a statement failed. Sets *shown
 * to whether a value contains the secret. */
static int rows_of(sqlite3 *db, const char *sql, int *shown)
{
    int rows = 0, good = 1;
    *shown = 0;
    while (sql != NULL && *sql != '\0') {
        sqlite3_stmt *s = NULL;
        int i, rc = sqlite3_prepare_v2(db, sql, -1, &s, &sql);
        while (rc == SQLITE_OK && s != NULL && (rc = sqlite3_step(s)) == SQLITE_ROW) {
            for (i = 0; i < sqlite3_column_count(s); i++) {
                const char *text = (const char *)sqlite3_column_text(s, i);
                *shown |= text != NULL && strstr(text, SECRET) != NULL;
            }
            rows++;
            rc = SQLITE_OK;
        }
        good &= rc == SQLITE_OK || rc == SQLITE_DONE;
        sqlite3_finalize(s);
    }
    return good ? rows : -1;
}

#endif
