/* The entry points of the extension. */
#define INDP_SQLITE_MAIN
#include "connection.h"
SQLITE_EXTENSION_INIT1

#include "export.h"
#include "functions.h"
#include "ledger/sql.h"
#include "once.h"

#include "indp_sqlite.h"

/* Reports why the extension does not load. SQLite appends this text to its own message. */
static int refuse(char **message, int rc, const char *what, const char *why)
{
    if (message != NULL)
        *message = sqlite3_mprintf("indp: %s: %s", what, why);
    return rc;
}

#ifndef SQLITE_CORE
/* The name that SQLite looks for first, whatever the file is called. */
EXPORT int sqlite3_extension_init(sqlite3 *db, char **message, const sqlite3_api_routines *api);

int sqlite3_extension_init(sqlite3 *db, char **message, const sqlite3_api_routines *api)
{
    return sqlite3_indp_init(db, message, api);
}
#endif

EXPORT int sqlite3_indp_init(sqlite3 *db, char **message, const sqlite3_api_routines *api)
{
    struct connection *connection;
    indp_status status;
    int rc, loaded = 0;
    SQLITE_EXTENSION_INIT2(api);
    /* Connection pools may load the extension into a connection again. Then the functions of the
     * first load stay, since they hold the open ledger. */
    rc = indpsql_find_function(db, INDPSQL_LAST_FUNCTION, 0, &loaded);
    if (rc != SQLITE_OK)
        return refuse(message, rc, "not loaded", sqlite3_errstr(rc));
    if (loaded)
        return SQLITE_OK;
    status = indpx_test_once();
    if (status != INDP_OK)
        return refuse(message, status == INDP_E_NO_MEMORY ? SQLITE_NOMEM : SQLITE_ERROR, "not loaded",
                      indp_status_message(status));
    connection = indpsql_connection_new(db);
    if (connection == NULL)
        return refuse(message, SQLITE_NOMEM, "not loaded", sqlite3_errstr(SQLITE_NOMEM));
    rc = indpsql_register(connection, INDPSQL_HOST, message);
    if (rc != SQLITE_OK && message != NULL && *message == NULL)
        refuse(message, rc, "not loaded", sqlite3_errstr(rc));
    indpsql_connection_leave(connection);
    return rc;
}
