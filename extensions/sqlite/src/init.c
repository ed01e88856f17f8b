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
/* The pointer sqlite3_api serves one SQLite library. A process may have two, such as one that the
 * program is linked with and one of a module. Returns 0 if another library has set the pointer. */
static int set_api(const sqlite3_api_routines *api)
{
    const sqlite3_api_routines *none = NULL;
    return __atomic_compare_exchange_n(&sqlite3_api, &none, api, 0, __ATOMIC_SEQ_CST,
                                       __ATOMIC_SEQ_CST) ||
           none == api;
}
#endif

/* The entry points call this function, which is not exported, and not one another: SQLite makes
 * exported names visible to all files, so another file's function could be called. */
static int load(sqlite3 *db, char **message, const sqlite3_api_routines *api, int scope)
{
    struct connection *connection;
    indp_status status;
    int rc, loaded = 0, host = 0;
#ifndef SQLITE_CORE
    if (!set_api(api)) {
        if (message != NULL)
            *message =
                api->mprintf("indp: not loaded: another SQLite library of this process has loaded "
                             "this file: load a copy of the file, under another name");
        return SQLITE_ERROR;
    }
#else
    (void)api;
#endif
    /* Connection pools may load the extension into a connection again. Then the functions of the
     * first load stay, since they hold the open ledger. */
    rc = indpsql_find_function(db, INDPSQL_READERS_LAST, 0, &loaded);
    if (rc == SQLITE_OK)
        rc = indpsql_find_function(db, INDPSQL_LAST_FUNCTION, 0, &host);
    if (rc != SQLITE_OK)
        return refuse(message, rc, "not loaded", sqlite3_errstr(rc));
    if (host && scope == INDPSQL_READER)
        return refuse(message, SQLITE_ERROR, "not loaded",
                      "this connection has the owner's functions already: use another connection");
    if (loaded && !host && scope == INDPSQL_HOST)
        return refuse(message, SQLITE_ERROR, "not loaded",
                      "this connection has only the functions for readers: use another connection");
    if (loaded)
        return SQLITE_OK;
    status = indpx_test_once();
    if (status != INDP_OK)
        return refuse(message, status == INDP_E_NO_MEMORY ? SQLITE_NOMEM : SQLITE_ERROR,
                      "not loaded", indp_status_message(status));
    connection = indpsql_connection_new(db);
    if (connection == NULL)
        return refuse(message, SQLITE_NOMEM, "not loaded", sqlite3_errstr(SQLITE_NOMEM));
    rc = indpsql_register(connection, scope, message);
    if (rc != SQLITE_OK && message != NULL && *message == NULL)
        refuse(message, rc, "not loaded", sqlite3_errstr(rc));
    indpsql_connection_leave(connection);
    return rc;
}

#ifndef SQLITE_CORE
/* The name that SQLite looks for first, whatever the file is called. */
EXPORT int sqlite3_extension_init(sqlite3 *db, char **message, const sqlite3_api_routines *api);

int sqlite3_extension_init(sqlite3 *db, char **message, const sqlite3_api_routines *api)
{
    return load(db, message, api, INDPSQL_HOST);
}
#endif

EXPORT int sqlite3_indp_init(sqlite3 *db, char **message, const sqlite3_api_routines *api)
{
    return load(db, message, api, INDPSQL_HOST);
}

EXPORT int sqlite3_indpreader_init(sqlite3 *db, char **message, const sqlite3_api_routines *api)
{
    return load(db, message, api, INDPSQL_READER);
}
