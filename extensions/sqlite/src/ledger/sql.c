#include "sql.h"

#include <stdarg.h>

int indpsql_refuse(struct refusal *why, const char *format, const char *a, const char *b)
{
    why->memory = 0;
    sqlite3_snprintf((int)sizeof why->text, why->text, format, a, b);
    return 0;
}

int indpsql_refuse_memory(struct refusal *why)
{
    indpsql_refuse(why, "out of memory", "", "");
    why->memory = 1;
    return 0;
}

void indpsql_fail_refused(sqlite3_context *context, const char *function, const struct refusal *why)
{
    if (why->memory)
        sqlite3_result_error_nomem(context);
    else
        indpsql_fail(context, function, why->text);
}

static int bind(sqlite3_stmt *statement, const char *types, va_list list)
{
    const void *bytes;
    int i, rc = SQLITE_OK;
    for (i = 1; types[i - 1] != '\0' && rc == SQLITE_OK; i++)
        switch (types[i - 1]) {
        case 't':
            rc = sqlite3_bind_text(statement, i, va_arg(list, const char *), -1, SQLITE_STATIC);
            break;
        case 'd': rc = sqlite3_bind_double(statement, i, va_arg(list, double)); break;
        case 'i': rc = sqlite3_bind_int64(statement, i, va_arg(list, sqlite3_int64)); break;
        default:
            bytes = va_arg(list, const void *);
            rc = sqlite3_bind_blob(statement, i, bytes, va_arg(list, int), SQLITE_STATIC);
        }
    return rc;
}

static int prepare(sqlite3 *db, sqlite3_stmt **out, const char *sql, const char *types,
                   va_list list)
{
    int rc = sqlite3_prepare_v2(db, sql, -1, out, NULL);
    return rc == SQLITE_OK ? bind(*out, types, list) : rc;
}

int indpsql_prepare(sqlite3 *db, sqlite3_stmt **out, const char *sql, const char *types, ...)
{
    va_list list;
    int rc;
    va_start(list, types);
    rc = prepare(db, out, sql, types, list);
    va_end(list);
    return rc;
}

/* Prepares the statement and runs it. If `out` is not NULL, the statement runs to its first row,
 * otherwise it runs to its end. */
static int run(sqlite3 *db, const char *sql, sqlite3_int64 *out, const char *types, va_list list)
{
    sqlite3_stmt *statement = NULL;
    int rc = prepare(db, &statement, sql, types, list);
    while (rc == SQLITE_OK && (rc = sqlite3_step(statement)) == SQLITE_ROW && out == NULL)
        rc = SQLITE_OK;
    if (rc == SQLITE_ROW)
        *out = sqlite3_column_int64(statement, 0);
    sqlite3_finalize(statement);
    return rc == SQLITE_ROW || rc == SQLITE_DONE ? SQLITE_OK : rc;
}

int indpsql_execute(sqlite3 *db, const char *sql, const char *types, ...)
{
    va_list list;
    int rc;
    va_start(list, types);
    rc = run(db, sql, NULL, types, list);
    va_end(list);
    return rc;
}

int indpsql_integer(sqlite3 *db, sqlite3_int64 *out, sqlite3_int64 absent, const char *sql,
                    const char *types, ...)
{
    va_list list;
    int rc;
    *out = absent;
    va_start(list, types);
    rc = run(db, sql, out, types, list);
    va_end(list);
    return rc;
}

int indpsql_find_function(sqlite3 *db, const char *name, int own, int *found)
{
    sqlite3_stmt *statement = NULL;
    int rc = sqlite3_prepare_v2(db, "PRAGMA function_list", -1, &statement, NULL);
    *found = 0;
    while (rc == SQLITE_OK && (rc = sqlite3_step(statement)) == SQLITE_ROW) {
        const char *listed = (const char *)sqlite3_column_text(statement, 0);
        if (listed == NULL) {
            rc = SQLITE_NOMEM;
            break;
        }
        *found |=
            sqlite3_stricmp(listed, name) == 0 && (sqlite3_column_int(statement, 1) != 0) == own;
        rc = SQLITE_OK;
    }
    sqlite3_finalize(statement);
    return rc == SQLITE_DONE ? SQLITE_OK : rc;
}

int indpsql_find_column(sqlite3 *db, const char *table, const char *column, int *hidden)
{
    sqlite3_stmt *statement = NULL;
    char *sql = sqlite3_mprintf("PRAGMA main.table_xinfo(\"%w\")", table);
    int rc = sql == NULL ? SQLITE_NOMEM : sqlite3_prepare_v2(db, sql, -1, &statement, NULL);
    *hidden = -1;
    while (rc == SQLITE_OK && (rc = sqlite3_step(statement)) == SQLITE_ROW) {
        const char *listed = (const char *)sqlite3_column_text(statement, 1);
        if (listed == NULL) {
            rc = SQLITE_NOMEM;
            break;
        }
        if (sqlite3_stricmp(listed, column) == 0)
            *hidden = sqlite3_column_int(statement, 6);
        rc = SQLITE_OK;
    }
    sqlite3_finalize(statement);
    sqlite3_free(sql);
    return rc == SQLITE_DONE ? SQLITE_OK : rc;
}
