#include "private.h"

#include "../ledger/sql.h"
#include "../questions/expression.h"
#include "../questions/question.h"
#include "list.h"

/* A function of this name marks a private connection that already serves a reader. */
#define USED "indp_has_reader"

static void mark(sqlite3_context *context, int argc, sqlite3_value **argv)
{
    (void)context;
    (void)argc;
    (void)argv;
}

int indpsql_private_is_used(sqlite3 *db, int *used)
{
    return indpsql_find_function(db, USED, 0, used);
}

/* Permits what the statements of questions need in the private database, and denies everything
 * else. Expressions that passed their checks need nothing else. They contain no SELECT, so the only
 * SELECTs admitted are those of the statement itself. */
static int question_may(void *data, int action, const char *a, const char *b, const char *schema,
                        const char *by)
{
    static const char *const pragmas[] = { "table_xinfo", "function_list", NULL };
    struct connection *connection = data;
    (void)schema;
    (void)by;
    switch (action) {
    case SQLITE_SELECT:
        return !connection->counts || connection->selects++ < connection->most_selects
                   ? SQLITE_OK
                   : SQLITE_DENY;
    case SQLITE_READ: return SQLITE_OK;
    case SQLITE_PRAGMA: return indpsql_is_in(pragmas, a) ? SQLITE_OK : SQLITE_DENY;
    case SQLITE_FUNCTION: return b != NULL && indpsql_is_total(b) ? SQLITE_OK : SQLITE_DENY;
    default: return SQLITE_DENY;
    }
}

/* A SQLite without progress handlers, such as that of better-sqlite3, lacks this function. */
static void remove_progress_handler(sqlite3 *db)
{
#ifndef SQLITE_CORE
    if (sqlite3_api->progress_handler == NULL)
        return;
#endif
    sqlite3_progress_handler(db, 0, NULL, NULL);
}

/* Keeps questions from failing for reasons that depend on the private rows. Temporary tables stay
 * in memory, because a temporary file needs a descriptor: a reader who uses up the descriptors of
 * the process would learn from a failure how many rows there are. For similar reasons, the limits
 * on the length of values and patterns are raised, and plans do not depend on parameters. */
int indpsql_private_fence(struct connection *connection, struct before *before)
{
    sqlite3 *db = connection->private_db;
    sqlite3_int64 store = 0;
    int rc, on = 0;
    before->length = sqlite3_limit(db, SQLITE_LIMIT_LENGTH, 0x7FFFFFFF);
    before->pattern = sqlite3_limit(db, SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 0x7FFFFFFF);
    sqlite3_db_config(db, SQLITE_DBCONFIG_ENABLE_QPSG, -1, &before->stable);
    sqlite3_db_config(db, SQLITE_DBCONFIG_ENABLE_QPSG, 1, &on);
    sqlite3_busy_timeout(db, 0);
    remove_progress_handler(db);
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
        rc = sqlite3_create_function_v2(db, USED, 0, SQLITE_UTF8 | SQLITE_DIRECTONLY, NULL, mark,
                                        NULL, NULL, NULL);
    return rc;
}

void indpsql_private_release(sqlite3 *db, const struct before *before)
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
