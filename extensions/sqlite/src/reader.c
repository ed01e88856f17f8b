/* indp_sqlite_reader: a connection for readers whom nobody trusts. */
#define _POSIX_C_SOURCE 200112L
#include "functions.h"

#include <string.h>
#if !defined(_WIN32)
#include <sys/stat.h>
#endif

#include "export.h"
#include "indp_sqlite.h"
#include "ledger/ledger.h"
#include "questions/expression.h"

/* Names in a fixed list, without regard to case. */
static int is_in(const char *const *list, const char *name)
{
    for (; name != NULL && *list != NULL; list++)
        if (sqlite3_stricmp(*list, name) == 0)
            return 1;
    return 0;
}

/* The modules of SQLite that read nothing but the reader's own database or their arguments. */
static const char *MODULES[] = { "json_each", "json_tree", "fts3", "fts4", "fts5", "fts5vocab", "fts3tokenize",
                                 "rtree",     "rtree_i32", "dp_ask", "dp_questions", NULL };

/* Pragmas that readers may use. Others change the process (hard_heap_limit would make a question
 * fail or not, depending on how many private rows there are) or reopen what this file closes. */
static const char *const PRAGMAS[] = { "table_info",    "table_xinfo",     "table_list",       "index_list",
                                       "index_info",    "index_xinfo",     "database_list",    "collation_list",
                                       "function_list", "module_list",     "pragma_list",      "compile_options",
                                       "foreign_keys",  "foreign_key_list", "foreign_key_check", "user_version",
                                       "data_version",  "encoding",        "page_count",       "page_size",
                                       "integrity_check", "quick_check",   "recursive_triggers", NULL };

/* What readers may do in their own database. */
static int reader_may(void *data, int action, const char *a, const char *b, const char *schema, const char *by)
{
    (void)data;
    (void)schema;
    (void)by;
    switch (action) {
    case SQLITE_ATTACH:
    case SQLITE_DETACH: return SQLITE_DENY;
    case SQLITE_PRAGMA: return is_in(PRAGMAS, a) ? SQLITE_OK : SQLITE_DENY;
    case SQLITE_CREATE_VTABLE:
    case SQLITE_DROP_VTABLE: return is_in((const char *const *)MODULES, b) ? SQLITE_OK : SQLITE_DENY;
    case SQLITE_FUNCTION: return b != NULL && sqlite3_stricmp(b, "load_extension") == 0 ? SQLITE_DENY : SQLITE_OK;
    default: return SQLITE_OK;
    }
}

/* What the statements of questions may do in the private database: the checks of expressions leave
 * nothing else. */
static int question_may(void *data, int action, const char *a, const char *b, const char *schema, const char *by)
{
    static const char *const pragmas[] = { "table_xinfo", "function_list", NULL };
    (void)data;
    (void)schema;
    (void)by;
    switch (action) {
    case SQLITE_SELECT:
    case SQLITE_READ: return SQLITE_OK;
    case SQLITE_PRAGMA: return is_in(pragmas, a) ? SQLITE_OK : SQLITE_DENY;
    case SQLITE_FUNCTION: return b != NULL && indpsql_is_total(b) ? SQLITE_OK : SQLITE_DENY;
    default: return SQLITE_DENY;
    }
}

static int failed(char **message, int rc, const char *why)
{
    if (message != NULL)
        *message = sqlite3_mprintf("indp_sqlite_reader: %s", why);
    return rc;
}

/* Whether two databases are one file. */
static int is_same_file(const char *a, const char *b)
{
    if (a == NULL || b == NULL || *a == '\0' || *b == '\0')
        return 0;
#if !defined(_WIN32)
    {
        struct stat first, second;
        if (stat(a, &first) == 0 && stat(b, &second) == 0)
            return first.st_dev == second.st_dev && first.st_ino == second.st_ino;
    }
#endif
    return strcmp(a, b) == 0;
}

static int check(sqlite3 *db, sqlite3 *private_db, const char *ledger, char **message)
{
    sqlite3_int64 attached = 1;
    int rc;
    if (db == NULL || private_db == NULL || ledger == NULL || db == private_db)
        return failed(message, SQLITE_MISUSE, "needs two connections and the name of a ledger");
    if (sqlite3_libversion_number() < INDPSQL_LEDGER_VERSION)
        return failed(message, SQLITE_ERROR, "needs SQLite 3.38 or later");
    if (sqlite3_next_stmt(db, NULL) != NULL || sqlite3_next_stmt(private_db, NULL) != NULL)
        return failed(message, SQLITE_MISUSE, "a connection has prepared statements");
    if (!sqlite3_get_autocommit(db) || !sqlite3_get_autocommit(private_db))
        return failed(message, SQLITE_MISUSE, "a connection is in a transaction");
    rc = indpsql_integer(db, &attached, 1, "SELECT count(*) FROM pragma_database_list WHERE name NOT IN ('main', 'temp')", "");
    if (rc != SQLITE_OK || attached != 0)
        return failed(message, SQLITE_MISUSE, "the reader's connection has attached databases");
    if (is_same_file(sqlite3_db_filename(db, "main"), sqlite3_db_filename(private_db, "main")) ||
        is_same_file(sqlite3_db_filename(db, "main"), ledger) ||
        is_same_file(sqlite3_db_filename(private_db, "main"), ledger))
        return failed(message, SQLITE_MISUSE, "the reader's database, the private database and the ledger must be three files");
    return SQLITE_OK;
}

/* Removes every function that is not SQLite's own, and so also what was registered in place of one
 * of these. */
static int drop_functions(sqlite3 *db)
{
    static const int encodings[] = { SQLITE_UTF8, SQLITE_UTF16LE, SQLITE_UTF16BE };
    sqlite3_stmt *statement = NULL;
    char *names = NULL;
    int rc, i, more = 1;
    /* One function at a time, since no statement may be open meanwhile. */
    while (more) {
        int arguments = 0;
        rc = indpsql_prepare(db, &statement, "SELECT name, narg FROM pragma_function_list WHERE NOT builtin LIMIT 1", "");
        if (rc == SQLITE_OK)
            rc = sqlite3_step(statement);
        more = rc == SQLITE_ROW;
        if (more) {
            names = sqlite3_mprintf("%s", sqlite3_column_text(statement, 0));
            arguments = sqlite3_column_int(statement, 1);
        }
        sqlite3_finalize(statement);
        statement = NULL;
        if (!more)
            return rc == SQLITE_DONE ? SQLITE_OK : rc;
        if (names == NULL)
            return SQLITE_NOMEM;
        for (i = 0, rc = SQLITE_OK; i < 3 && rc == SQLITE_OK; i++)
            rc = sqlite3_create_function_v2(db, names, arguments, encodings[i], NULL, NULL, NULL, NULL, NULL);
        sqlite3_free(names);
        if (rc != SQLITE_OK)
            return rc;
    }
    return SQLITE_OK;
}

/* Closes what leads out of the reader's own database. */
static int fence(sqlite3 *db)
{
    static const struct {
        int option, value;
    } options[] = { { SQLITE_DBCONFIG_DEFENSIVE, 1 },
                    { SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0 },
                    { SQLITE_DBCONFIG_WRITABLE_SCHEMA, 0 },
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
    if (rc == SQLITE_OK)
        rc = drop_functions(db);
    if (rc == SQLITE_OK)
        rc = sqlite3_drop_modules(db, MODULES);
    if (rc == SQLITE_OK)
        rc = sqlite3_set_authorizer(db, reader_may, NULL);
    return rc;
}

/* The checks of expressions read two tables of pragmas. SQLite connects these when they are first
 * used, which the authorizer would not allow. */
static int fence_private(sqlite3 *db)
{
    int rc = indpsql_execute(db, "SELECT 1 FROM pragma_table_xinfo('x'), pragma_function_list LIMIT 0", "");
    if (rc == SQLITE_OK)
        rc = indpsql_execute(db, "PRAGMA query_only = ON", "");
    sqlite3_busy_timeout(db, 0);
    sqlite3_progress_handler(db, 0, NULL, NULL);
    return rc == SQLITE_OK ? sqlite3_set_authorizer(db, question_may, NULL) : rc;
}

EXPORT int indp_sqlite_reader(sqlite3 *db, sqlite3 *private_db, const char *ledger, char **message)
{
    struct connection *connection;
    struct refusal why;
    int rc;
#ifndef SQLITE_CORE
    if (sqlite3_api == NULL)
        return SQLITE_MISUSE; /* no message: it takes SQLite's memory */
#endif
    rc = check(db, private_db, ledger, message);
    if (rc != SQLITE_OK)
        return rc;
    connection = indpsql_connection_new(db);
    if (connection == NULL)
        return failed(message, SQLITE_NOMEM, "out of memory");
    connection->private_db = private_db;
    if (!indpsql_ledger_open(ledger, 0, &connection->ledger, &why))
        rc = failed(message, SQLITE_ERROR, why.text);
    if (rc == SQLITE_OK && (rc = fence(db)) != SQLITE_OK)
        failed(message, rc, "the reader's connection cannot be restricted");
    if (rc == SQLITE_OK && (rc = indpsql_register(connection, INDPSQL_READER, NULL)) != SQLITE_OK)
        failed(message, rc, "the functions cannot be registered");
    if (rc == SQLITE_OK && (rc = fence_private(private_db)) != SQLITE_OK)
        failed(message, rc, "the private connection cannot be restricted");
    if (rc != SQLITE_OK)
        connection->private_db = NULL; /* still the host's */
    indpsql_connection_leave(connection);
    return rc;
}
