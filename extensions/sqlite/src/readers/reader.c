/* indp_sqlite_reader, for programs that have the sqlite3 pointers of both connections. */
#include "../export.h"
#include "../functions.h"
#include "../indp_sqlite.h"
#include "make.h"

static int failed(char **message, int rc, const char *why)
{
    if (message != NULL)
        *message = sqlite3_mprintf("indp_sqlite_reader: %s", why);
    return rc;
}

static int add_functions(struct connection *connection)
{
    return indpsql_register(connection, INDPSQL_READER, NULL);
}

EXPORT int indp_sqlite_reader(sqlite3 *db, sqlite3 *private_db, const char *ledger, char **message)
{
    struct making making = { NULL, db, private_db, 0, add_functions, SQLITE_ERROR };
    struct refusal why;
    int good;
#ifndef SQLITE_CORE
    if (sqlite3_api == NULL)
        return SQLITE_MISUSE; /* no message, since its memory would have to come from SQLite */
#endif
    if (db == NULL || private_db == NULL || ledger == NULL || db == private_db)
        return failed(message, SQLITE_MISUSE, "needs two connections and the name of a ledger");
    making.connection = indpsql_connection_new(db);
    if (making.connection == NULL)
        return failed(message, SQLITE_NOMEM, "out of memory");
    good = indpsql_make_reader(&making, ledger, &why);
    indpsql_connection_leave(making.connection);
    return good ? SQLITE_OK : failed(message, why.memory ? SQLITE_NOMEM : making.code, why.text);
}
