/* Finds whether the text of the running SQL calls a function.
 *
 * SQLITE_DIRECTONLY keeps a function out of views and triggers, but SQLite 3.40 still calls it from
 * a CHECK constraint or a DEFAULT of a table. SQLite does not show where a call comes from. But the
 * text of a statement does not contain the texts of the schema. Therefore a call is allowed only if
 * the text of at least one running statement, and of every running statement that writes, contains
 * a call of the function. The author of a file from elsewhere chooses its data and the names of its
 * tables and columns, so none of these may pass for a call. */
#include <string.h>

#include "connection.h"
#include "ledger/sql.h"

static int is_word(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '$' || (unsigned char)c >= 0x80;
}

/* Skips a quoted text or name. Two quotes in it stand for one, except in a name in brackets. */
static const char *past_quotes(const char *sql)
{
    const char end = *sql == '[' ? ']' : *sql;
    for (sql++; *sql != '\0'; sql++)
        if (*sql == end) {
            if (end == ']' || sql[1] != end)
                return sql + 1;
            sql++;
        }
    return sql;
}

/* Skips spaces and comments. */
static const char *past_blanks(const char *sql)
{
    for (;;) {
        if (*sql != '\0' && strchr(" \t\n\r\f", *sql) != NULL) {
            sql++;
        } else if (sql[0] == '-' && sql[1] == '-') {
            while (*sql != '\0' && *sql != '\n')
                sql++;
        } else if (sql[0] == '/' && sql[1] == '*') {
            const char *end = strstr(sql + 2, "*/");
            sql = end == NULL ? sql + strlen(sql) : end + 2;
        } else {
            return sql;
        }
    }
}

/* Whether a name after this word may be the name of a table. A parenthesis after the name of a
 * table opens a list of columns, so a name in this position does not count as a call. */
static int begins_table(const char *word, size_t length)
{
    static const char *const words[] = { "INTO", "TABLE", "EXISTS", "ON",    "REFERENCES",
                                         "WITH", "FROM",  "JOIN",   "UPDATE" };
    size_t i;
    for (i = 0; i < sizeof words / sizeof *words; i++)
        if (strlen(words[i]) == length && sqlite3_strnicmp(word, words[i], (int)length) == 0)
            return 1;
    return 0;
}

static int calls(const char *sql, const char *function)
{
    const size_t length = strlen(function);
    int may_call = 1; /* whether the next name may be a function's name */
    while (sql != NULL && *(sql = past_blanks(sql)) != '\0') {
        const char *start = sql;
        if (strchr("'\"`[", *sql) != NULL) {
            sql = past_quotes(sql);
            may_call = 1;
        } else if (!is_word(*sql)) {
            may_call = *sql++ != '.';
        } else {
            size_t size;
            while (is_word(*sql))
                sql++;
            size = (size_t)(sql - start);
            if (may_call && size == length && sqlite3_strnicmp(start, function, (int)length) == 0 &&
                *past_blanks(sql) == '(')
                return 1;
            may_call = !begins_table(start, size);
        }
    }
    return 0;
}

int indpsql_is_direct(sqlite3_context *context, const char *function)
{
    sqlite3 *db = sqlite3_context_db_handle(context);
    sqlite3_stmt *statement;
    int direct = 0;
    for (statement = sqlite3_next_stmt(db, NULL); statement != NULL;
         statement = sqlite3_next_stmt(db, statement)) {
        if (!sqlite3_stmt_busy(statement))
            continue;
        if (calls(sqlite3_sql(statement), function))
            direct = 1;
        else if (!sqlite3_stmt_readonly(statement))
            return 0;
    }
    return direct;
}

/* Strangers may write SQL on connections that cannot write: hosts such as Datasette open databases
 * read-only for them. If query_only cannot be read, it counts as on. */
int indpsql_may_change(sqlite3_context *context, const struct function *function)
{
    sqlite3 *db = function->connection->db;
    sqlite3_int64 query_only = 1;
    if (sqlite3_db_readonly(db, "main") == 0 &&
        indpsql_integer(db, &query_only, 1, "PRAGMA query_only", "") == SQLITE_OK && !query_only)
        return 1;
    indpsql_fail(context, function->name, INDPSQL_ONLY_READS);
    return 0;
}

int indpsql_is_owner(sqlite3_context *context, const struct function *function)
{
    if (!indpsql_is_direct(context, function->name)) {
        indpsql_fail(context, function->name, INDIRECT);
        return 0;
    }
    if (function->connection->private_db != NULL) {
        indpsql_fail(context, function->name, INDPSQL_SERVES_READER);
        return 0;
    }
    if (function->connection->ledger == NULL) {
        indpsql_fail(context, function->name, INDPSQL_NO_LEDGER);
        return 0;
    }
    return indpsql_may_change(context, function);
}
