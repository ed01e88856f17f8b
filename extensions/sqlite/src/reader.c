/* Implements indp_sqlite_reader, which makes a connection for untrusted readers. */
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
#include "questions/question.h"

/* Whether a fixed list contains a name, without regard to case. */
static int is_in(const char *const *list, const char *name)
{
    for (; name != NULL && *list != NULL; list++)
        if (sqlite3_stricmp(*list, name) == 0)
            return 1;
    return 0;
}

/* The only modules of SQLite that are kept for a reader. They read nothing but their arguments.
 * Full-text search would need functions that this file removes. dp_ask and dp_questions are
 * registered later. */
static const char *MODULES[] = { "json_each", "json_tree", NULL };

/* Pragmas that readers may use. Other pragmas change settings of the whole process (hard_heap_limit
 * would make a question fail or not, depending on how many private rows there are) or enable again
 * what this file disables. */
static const char *const PRAGMAS[] = { "table_info",    "table_xinfo",     "table_list",       "index_list",
                                       "index_info",    "index_xinfo",     "database_list",    "collation_list",
                                       "function_list", "module_list",     "pragma_list",      "compile_options",
                                       "foreign_keys",  "foreign_key_list", "foreign_key_check", "user_version",
                                       "data_version",  "encoding",        "page_count",       "page_size",
                                       "integrity_check", "quick_check",   "recursive_triggers", NULL };

/* Whether the name begins with a prefix of this extension or of SQLite. A table or view of such a
 * name, made by a reader, could take the place of the real one. */
static int is_reserved(const char *name)
{
    static const char *const prefixes[] = { "dp_", "indp_", "json_", "pragma_" };
    size_t i;
    for (i = 0; name != NULL && i < sizeof prefixes / sizeof *prefixes; i++)
        if (sqlite3_strnicmp(name, prefixes[i], (int)strlen(prefixes[i])) == 0)
            return 1;
    return 0;
}

/* The authorizer of a reader's own database. It permits only what readers may do there. */
static int reader_may(void *data, int action, const char *a, const char *b, const char *schema, const char *by)
{
    static const char *const functions[] = { "load_extension", "sqlite_log", "fts3_tokenizer", NULL };
    (void)data;
    (void)schema;
    (void)by;
    switch (action) {
    case SQLITE_ATTACH:
    case SQLITE_DETACH: return SQLITE_DENY;
    case SQLITE_PRAGMA: return is_in(PRAGMAS, a) ? SQLITE_OK : SQLITE_DENY;
    case SQLITE_CREATE_VTABLE:
    case SQLITE_ALTER_TABLE: return SQLITE_DENY; /* SQLite does not pass the new name of a table */
    case SQLITE_CREATE_TABLE:
    case SQLITE_CREATE_TEMP_TABLE:
    case SQLITE_CREATE_VIEW:
    case SQLITE_CREATE_TEMP_VIEW: return is_reserved(a) ? SQLITE_DENY : SQLITE_OK;
    case SQLITE_FUNCTION: return is_in(functions, b) ? SQLITE_DENY : SQLITE_OK;
    default: return SQLITE_OK;
    }
}

/* Permits what the statements of questions need in the private database, and denies everything
 * else. Expressions that passed their checks need nothing else. They contain no SELECT, so the only
 * SELECTs admitted are those of the statement itself. */
static int question_may(void *data, int action, const char *a, const char *b, const char *schema, const char *by)
{
    static const char *const pragmas[] = { "table_xinfo", "function_list", NULL };
    struct connection *connection = data;
    (void)schema;
    (void)by;
    switch (action) {
    case SQLITE_SELECT:
        return !connection->counts || connection->selects++ < connection->most_selects ? SQLITE_OK : SQLITE_DENY;
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

/* A function of this name marks a private connection that already serves a reader. */
#define USED "indp_has_reader"

static void mark(sqlite3_context *context, int argc, sqlite3_value **argv)
{
    (void)context;
    (void)argc;
    (void)argv;
}

/* Whether two paths of databases name the same file. */
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

/* Counts the databases of a connection other than main and temp. It runs a PRAGMA statement, since
 * the database could have a table or view of its own named pragma_database_list. */
static int count_attached(sqlite3 *db, int *out)
{
    sqlite3_stmt *statement = NULL;
    int rc = sqlite3_prepare_v2(db, "PRAGMA database_list", -1, &statement, NULL);
    *out = 0;
    while (rc == SQLITE_OK && (rc = sqlite3_step(statement)) == SQLITE_ROW) {
        *out += sqlite3_column_int(statement, 0) > 1; /* 0 is main, 1 is temp */
        rc = SQLITE_OK;
    }
    sqlite3_finalize(statement);
    return rc == SQLITE_DONE ? SQLITE_OK : rc;
}

/* Counts three kinds of objects: those with names that this file relies on, which an earlier reader
 * may have left; virtual tables, which may stay connected to a module of the host; and temporary
 * objects. */
static int count_foreign(sqlite3 *db, sqlite3_int64 *out)
{
    sqlite3_int64 temporary = 0;
    int rc = indpsql_integer(db, out, 0,
                             "SELECT count(*) FROM main.sqlite_master WHERE lower(substr(name, 1, 3)) = 'dp_' OR "
                             "lower(substr(name, 1, 5)) = 'indp_' OR lower(substr(name, 1, 7)) = 'pragma_' OR "
                             "lower(substr(name, 1, 5)) = 'json_' OR (type = 'table' AND rootpage = 0)",
                             "");
    if (rc == SQLITE_OK)
        rc = indpsql_integer(db, &temporary, 0, "SELECT count(*) FROM temp.sqlite_master", "");
    *out += temporary;
    return rc;
}

static int check_connections(sqlite3 *db, sqlite3 *private_db, const char *ledger, char **message)
{
    if (db == NULL || private_db == NULL || ledger == NULL || db == private_db)
        return failed(message, SQLITE_MISUSE, "needs two connections and the name of a ledger");
    if (sqlite3_libversion_number() < INDPSQL_LEDGER_VERSION)
        return failed(message, SQLITE_ERROR, "needs SQLite 3.38 or later");
    if (sqlite3_compileoption_used("TEMP_STORE=0"))
        return failed(message, SQLITE_ERROR, "needs a SQLite that can keep temporary tables in memory");
    if (sqlite3_hard_heap_limit64(-1) > 0)
        return failed(message, SQLITE_ERROR, "the process has a hard heap limit, which would make failures depend on private rows: remove it with sqlite3_hard_heap_limit64(0)");
    if (sqlite3_next_stmt(db, NULL) != NULL || sqlite3_next_stmt(private_db, NULL) != NULL)
        return failed(message, SQLITE_MISUSE, "one of the connections has prepared statements: finalise them first");
    if (!sqlite3_get_autocommit(db) || !sqlite3_get_autocommit(private_db))
        return failed(message, SQLITE_MISUSE, "one of the connections is in a transaction: end it first");
    return SQLITE_OK;
}

/* Checks both connections and the ledger. The functions of the host must already be removed from
 * db. */
static int check_databases(sqlite3 *db, sqlite3 *private_db, const char *ledger, char **message)
{
    sqlite3_int64 foreign = 1;
    int attached = 1, used = 1;
    if (count_attached(db, &attached) != SQLITE_OK || attached != 0)
        return failed(message, SQLITE_MISUSE, "the reader's connection has attached databases");
    if (count_foreign(db, &foreign) != SQLITE_OK || foreign != 0)
        return failed(message, SQLITE_MISUSE,
                      "the reader's database has virtual or temporary tables, or names that begin with dp_, indp_, json_ or pragma_");
    if (indpsql_find_function(private_db, USED, 0, &used) != SQLITE_OK || used)
        return failed(message, SQLITE_MISUSE, "the private connection has a reader already: open another private connection");
    if (is_same_file(sqlite3_db_filename(db, "main"), sqlite3_db_filename(private_db, "main")) ||
        is_same_file(sqlite3_db_filename(db, "main"), ledger) || is_same_file(sqlite3_db_filename(private_db, "main"), ledger))
        return failed(message, SQLITE_MISUSE, "the reader's database, the private database and the ledger must not share a file");
    return SQLITE_OK;
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
            rc = sqlite3_create_function_v2(db, name, arguments, encodings[i], NULL, NULL, NULL, NULL, NULL);
        sqlite3_free(name);
        if (rc != SQLITE_OK)
            return rc;
    }
    return rc;
}

/* Disables what SQL could reach outside the reader's own database: extensions, attached databases,
 * and the host's functions and modules. */
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
    return rc;
}

/* The earlier values of three settings that fence_private changes. They are restored if the host
 * gets its connection back. */
struct before {
    int length, pattern, stable;
};

/* Keeps questions from failing for reasons that depend on the private rows. Temporary tables stay
 * in memory, because a temporary file needs a descriptor: a reader who uses up the descriptors of
 * the process would learn from a failure how many rows there are. For similar reasons, the limits
 * on the length of values and patterns are raised, and plans do not depend on parameters. */
static int fence_private(sqlite3 *db, struct connection *connection, struct before *before)
{
    sqlite3_int64 store = 0;
    int rc, on = 0;
    before->length = sqlite3_limit(db, SQLITE_LIMIT_LENGTH, 0x7FFFFFFF);
    before->pattern = sqlite3_limit(db, SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 0x7FFFFFFF);
    sqlite3_db_config(db, SQLITE_DBCONFIG_ENABLE_QPSG, -1, &before->stable);
    sqlite3_db_config(db, SQLITE_DBCONFIG_ENABLE_QPSG, 1, &on);
    sqlite3_busy_timeout(db, 0);
    sqlite3_progress_handler(db, 0, NULL, NULL);
    rc = indpsql_execute(db, "PRAGMA query_only = ON", "");
    if (rc == SQLITE_OK)
        rc = indpsql_execute(db, "PRAGMA temp_store = MEMORY", "");
    if (rc == SQLITE_OK)
        rc = indpsql_integer(db, &store, 0, "PRAGMA temp_store", "");
    if (rc == SQLITE_OK && store != 2)
        rc = SQLITE_ERROR;
    if (rc == SQLITE_OK)
        rc = sqlite3_set_authorizer(db, question_may, connection);
    if (rc == SQLITE_OK) {
        connection->most_selects = 100;
        rc = indpsql_question_rehearse(connection);
        connection->most_selects = connection->selects;
    }
    if (rc == SQLITE_OK)
        rc = sqlite3_create_function_v2(db, USED, 0, SQLITE_UTF8 | SQLITE_DIRECTONLY, NULL, mark, NULL, NULL, NULL);
    return rc;
}

/* Gives the private connection back to the host. */
static void release_private(sqlite3 *db, const struct before *before)
{
    int now;
    sqlite3_set_authorizer(db, NULL, NULL);
    sqlite3_create_function_v2(db, USED, 0, SQLITE_UTF8, NULL, NULL, NULL, NULL, NULL);
    sqlite3_limit(db, SQLITE_LIMIT_LENGTH, before->length);
    sqlite3_limit(db, SQLITE_LIMIT_LIKE_PATTERN_LENGTH, before->pattern);
    sqlite3_db_config(db, SQLITE_DBCONFIG_ENABLE_QPSG, before->stable, &now);
    indpsql_execute(db, "PRAGMA query_only = OFF", "");
    indpsql_execute(db, "PRAGMA temp_store = DEFAULT", "");
}

EXPORT int indp_sqlite_reader(sqlite3 *db, sqlite3 *private_db, const char *ledger, char **message)
{
    struct connection *connection;
    struct refusal why;
    struct before before;
    int rc;
#ifndef SQLITE_CORE
    if (sqlite3_api == NULL)
        return SQLITE_MISUSE; /* no message, since its memory would have to come from SQLite */
#endif
    rc = check_connections(db, private_db, ledger, message);
    if (rc != SQLITE_OK)
        return rc;
    connection = indpsql_connection_new(db);
    if (connection == NULL)
        return failed(message, SQLITE_NOMEM, "out of memory");
    if (!indpsql_ledger_open(ledger, 0, &connection->ledger, &why))
        rc = failed(message, SQLITE_ERROR, why.text);
    if (rc == SQLITE_OK && (rc = fence(db)) != SQLITE_OK)
        failed(message, rc, "the reader's connection cannot be restricted");
    if (rc == SQLITE_OK)
        rc = check_databases(db, private_db, indpsql_ledger_path(connection->ledger), message);
    connection->private_db = private_db;
    if (rc == SQLITE_OK && (rc = indpsql_register(connection, INDPSQL_READER, NULL)) != SQLITE_OK)
        failed(message, rc, "the functions cannot be registered");
    if (rc == SQLITE_OK && (rc = sqlite3_set_authorizer(db, reader_may, NULL)) != SQLITE_OK)
        failed(message, rc, "the reader's connection cannot be restricted");
    if (rc == SQLITE_OK && (rc = fence_private(private_db, connection, &before)) != SQLITE_OK) {
        failed(message, rc, "the private connection cannot be restricted, or its database cannot be read");
        release_private(private_db, &before);
    }
    if (rc != SQLITE_OK)
        connection->private_db = NULL; /* it still belongs to the host */
    indpsql_connection_leave(connection);
    return rc;
}
