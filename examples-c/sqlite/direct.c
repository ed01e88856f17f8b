/* Whether the SQL that runs now was written to call a function.
 *
 * SQLITE_DIRECTONLY keeps a function out of views and triggers, but SQLite 3.40 calls it from a CHECK constraint or a DEFAULT
 * of a table all the same. SQLite does not say where a call comes from. But what stands in the schema of a database is not in
 * the text of the statement: so each statement that writes must name the function, and one of those that run. */
#include <string.h>

#include "internal.h"

static int names(const char *sql, const char *function)
{
    int length = (int)strlen(function);
    for (; sql != NULL && *sql != '\0'; sql++)
        if (sqlite3_strnicmp(sql, function, length) == 0)
            return 1;
    return 0;
}

int indpsql_is_direct(sqlite3_context *context, const char *function)
{
    sqlite3 *db = sqlite3_context_db_handle(context);
    sqlite3_stmt *statement;
    int direct = 0;
    for (statement = sqlite3_next_stmt(db, NULL); statement != NULL; statement = sqlite3_next_stmt(db, statement)) {
        if (!sqlite3_stmt_busy(statement))
            continue;
        if (names(sqlite3_sql(statement), function))
            direct = 1;
        else if (!sqlite3_stmt_readonly(statement))
            return 0;
    }
    return direct;
}
