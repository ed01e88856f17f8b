#include "fence.h"

#include <string.h>

#include "list.h"

/* Whether a list contains a name. A list is a text in which a line break follows each name. */
static int has(const char *list, const char *name)
{
    const size_t length = strlen(name);
    while (list != NULL && *list != '\0') {
        const char *end = strchr(list, '\n');
        if ((size_t)(end - list) == length && sqlite3_strnicmp(list, name, (int)length) == 0)
            return 1;
        list = end + 1;
    }
    return 0;
}

static int may_call(const struct connection *connection, const char *function)
{
    return function != NULL && has(connection->callable, function) &&
           !has(connection->foreign, function);
}

/* Whether a row would be inserted into a temporary table. SQLite does not ask the authorizer about
 * functions in the default of a column. In other tables trusted_schema keeps defaults from calling
 * functions that the host has not declared innocuous, but in temporary tables it does not. Only
 * insertions use defaults, and CREATE TABLE AS uses none. */
static int is_temporary(const char *table, const char *schema)
{
    return schema != NULL && sqlite3_stricmp(schema, "temp") == 0 &&
           (table == NULL || sqlite3_strnicmp(table, "sqlite_", 7) != 0);
}

/* The authorizer of a reader's own database. It permits only what readers may do there. */
static int reader_may(void *data, int action, const char *a, const char *b, const char *schema,
                      const char *by)
{
    struct connection *connection = data;
    (void)by;
    connection->noticed = 1;
    switch (indpsql_reach(action)) {
    case REACH_ALL: return SQLITE_OK;
    case REACH_NAMES: return indpsql_is_reserved(a) ? SQLITE_DENY : SQLITE_OK;
    case REACH_FUNCTIONS: return may_call(connection, b) ? SQLITE_OK : SQLITE_DENY;
    case REACH_ROWS: return is_temporary(a, schema) ? SQLITE_DENY : SQLITE_OK;
    case REACH_PRAGMAS: return indpsql_reaches_pragma(a, b != NULL) ? SQLITE_OK : SQLITE_DENY;
    case REACH_COLUMNS: return indpsql_reaches_table(a) ? SQLITE_OK : SQLITE_DENY;
    case REACH_NONE: break;
    }
    return SQLITE_DENY;
}

/* Finds a function that is not SQLite's own. *name is to be freed by the caller; NULL if there is
 * none. */
static int find_foreign(sqlite3 *db, char **name, int *arguments)
{
    sqlite3_stmt *statement = NULL;
    int rc = sqlite3_prepare_v2(db, "PRAGMA function_list", -1, &statement, NULL);
    *name = NULL;
    while (rc == SQLITE_OK && (rc = sqlite3_step(statement)) == SQLITE_ROW) {
        rc = SQLITE_OK;
        if (sqlite3_column_int(statement, 1) != 0)
            continue;
        *name = sqlite3_mprintf("%s", sqlite3_column_text(statement, 0));
        *arguments = sqlite3_column_int(statement, 4);
        rc = *name == NULL ? SQLITE_NOMEM : SQLITE_DONE;
    }
    sqlite3_finalize(statement);
    return rc == SQLITE_DONE ? SQLITE_OK : rc;
}

/* Removes every function that is not SQLite's own, including those that were registered in place of
 * SQLite's own. It lists the functions again after each removal, since no statement may be running
 * while a function is removed. */
static int drop_functions(sqlite3 *db)
{
    static const int encodings[] = { SQLITE_UTF8, SQLITE_UTF16LE, SQLITE_UTF16BE };
    char *name = NULL;
    int i, arguments = 0, rc;
    while ((rc = find_foreign(db, &name, &arguments)) == SQLITE_OK && name != NULL) {
        for (i = 0; i < 3 && rc == SQLITE_OK; i++)
            rc = sqlite3_create_function_v2(db, name, arguments, encodings[i], NULL, NULL, NULL,
                                            NULL, NULL);
        sqlite3_free(name);
        if (rc != SQLITE_OK)
            return rc;
    }
    return rc;
}

static void refuse(sqlite3_context *context, int argc, sqlite3_value **argv)
{
    (void)argc;
    (void)argv;
    sqlite3_result_error(context, "not authorized", -1);
}

/* Takes the place of SQLite's function sqlite_log, which the default of a column could call: it is
 * innocuous for SQLite. SQLite does not replace a function of the same encoding while a statement
 * runs, but finds one of another encoding before its own. */
static int cover_log(sqlite3 *db)
{
    return sqlite3_create_function_v2(db, "sqlite_log", 2, SQLITE_UTF16LE, NULL, refuse, NULL, NULL,
                                      NULL);
}

/* SQLite compiles expressions, common table expressions within others, and generated columns by
 * recursion. The deepest chain that is known has about 16,000 levels: links of EXPR_DEPTH levels of
 * one byte each, over generated columns of the same kind. It needs 6.5 MB of stack in SQLite 3.40.
 * What others than readers put into the file is not limited. LIKE and GLOB recur when they run, at
 * each wildcard of a pattern, which a short statement can make long. */
static void limit(sqlite3 *db)
{
    static const struct {
        int limit, most;
    } limits[] = { { SQLITE_LIMIT_SQL_LENGTH, 10000 },
                   { SQLITE_LIMIT_EXPR_DEPTH, 100 },
                   { SQLITE_LIMIT_COMPOUND_SELECT, 50 },
                   { SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 1000 } };
    size_t i;
    for (i = 0; i < sizeof limits / sizeof *limits; i++)
        if (sqlite3_limit(db, limits[i].limit, -1) > limits[i].most)
            sqlite3_limit(db, limits[i].limit, limits[i].most);
}

int indpsql_fence(sqlite3 *db, int running)
{
    static const struct {
        int option, value;
    } options[] = { { SQLITE_DBCONFIG_DEFENSIVE, 1 },
                    { SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0 },
                    { SQLITE_DBCONFIG_WRITABLE_SCHEMA, 0 },
                    { SQLITE_DBCONFIG_ENABLE_VIEW, 0 },
                    { SQLITE_DBCONFIG_ENABLE_TRIGGER, 0 },
                    { SQLITE_DBCONFIG_ENABLE_FKEY, 0 },
                    { SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0 },
                    { SQLITE_DBCONFIG_ENABLE_FTS3_TOKENIZER, 0 } };
    size_t i;
    int now, rc = SQLITE_OK;
    for (i = 0; i < sizeof options / sizeof *options && rc == SQLITE_OK; i++) {
        rc = sqlite3_db_config(db, options[i].option, options[i].value, &now);
        if (rc == SQLITE_OK && now != options[i].value)
            rc = SQLITE_ERROR;
    }
    sqlite3_limit(db, SQLITE_LIMIT_ATTACHED, 0);
    limit(db);
    if (rc == SQLITE_OK && !running)
        rc = drop_functions(db);
    if (rc == SQLITE_OK)
        rc = cover_log(db);
    if (rc == SQLITE_OK)
        rc = sqlite3_drop_modules(db, indpsql_modules(running));
    return rc;
}

/* Whether a function that is not SQLite's own is one of those for readers. */
static int is_for_readers(const struct connection *connection, const char *name)
{
    size_t i;
    for (i = 0; i < connection->used; i++)
        if (connection->functions[i].for_readers &&
            sqlite3_stricmp(connection->functions[i].name, name) == 0)
            return 1;
    return 0;
}

/* Ends a list. Returns an SQLITE_ code. */
static int finish(sqlite3_str *list, char **out)
{
    int rc = sqlite3_str_errcode(list);
    *out = sqlite3_str_finish(list);
    return rc;
}

/* Lists the functions of the connection: those of SQLite and for readers, and those of the host.
 * A host may have used a name of SQLite's for a function of its own, so a name may be in both
 * lists. */
static int list_functions(struct connection *connection)
{
    sqlite3_str *callable = sqlite3_str_new(NULL), *foreign = sqlite3_str_new(NULL);
    sqlite3_stmt *statement = NULL;
    int full, rc = sqlite3_prepare_v2(connection->db, "PRAGMA function_list", -1, &statement, NULL);
    while (rc == SQLITE_OK && (rc = sqlite3_step(statement)) == SQLITE_ROW) {
        const char *name = (const char *)sqlite3_column_text(statement, 0);
        int is_sqlites = sqlite3_column_int(statement, 1) != 0;
        rc = name == NULL ? SQLITE_NOMEM : SQLITE_OK;
        if (rc == SQLITE_OK &&
            (is_sqlites ? indpsql_reaches_function(name) : is_for_readers(connection, name)))
            sqlite3_str_appendf(callable, "%s\n", name);
        else if (rc == SQLITE_OK && !is_sqlites)
            sqlite3_str_appendf(foreign, "%s\n", name);
    }
    sqlite3_finalize(statement);
    rc = rc == SQLITE_DONE ? SQLITE_OK : rc;
    full = finish(callable, &connection->callable);
    rc = rc == SQLITE_OK ? full : rc;
    full = finish(foreign, &connection->foreign);
    return rc == SQLITE_OK ? full : rc;
}

int indpsql_fence_close(struct connection *connection)
{
    int rc;
    indpsql_fence_free(connection);
    rc = list_functions(connection);
    if (rc == SQLITE_OK)
        rc = sqlite3_set_authorizer(connection->db, reader_may, connection);
    return rc == SQLITE_OK ? indpsql_connect_tables(connection->db) : rc;
}

/* SQLite does not show which authorizer a connection has. So a statement is compiled, and the
 * authorizer of this file must notice it. */
int indpsql_is_fenced(struct connection *connection, struct refusal *why)
{
    sqlite3_stmt *statement = NULL;
    int rc;
    if (connection->private_db == NULL)
        return 1;
    connection->noticed = 0;
    rc = sqlite3_prepare_v2(connection->db, "SELECT 1", -1, &statement, NULL);
    sqlite3_finalize(statement);
    if (rc == SQLITE_NOMEM)
        return indpsql_refuse_memory(why);
    if (rc == SQLITE_OK && connection->noticed &&
        sqlite3_limit(connection->db, SQLITE_LIMIT_ATTACHED, -1) == 0)
        return 1;
    return indpsql_refuse(why,
                          "the fence of this reader's connection was removed: open another "
                          "connection, and do not set its authorizer or its limit of attached "
                          "databases",
                          "", "");
}

void indpsql_fence_free(struct connection *connection)
{
    sqlite3_free(connection->callable);
    sqlite3_free(connection->foreign);
    connection->callable = connection->foreign = NULL;
}
