#include "function.h"

#include "../ledger/ledger.h"
#include "../questions/choice.h"
#include "make.h"

/* Opens the private database for a reader. It is not made if it is missing. */
static int open_private(const char *path, sqlite3 **out, struct refusal *why)
{
    const char *name;
    int rc;
    *out = NULL;
    if (sqlite3_strnicmp(path, "file:", 5) == 0)
        return indpsql_refuse(
            why, "the private database must be given by the name of a file, not by a URI", "", "");
    rc = sqlite3_open_v2(path, out,
                         SQLITE_OPEN_READWRITE | SQLITE_OPEN_FULLMUTEX | SQLITE_OPEN_PRIVATECACHE,
                         NULL);
    if (rc == SQLITE_NOMEM)
        return indpsql_refuse_memory(why);
    name = sqlite3_db_filename(*out, "main");
    return rc == SQLITE_OK && name != NULL && *name != '\0'
               ? 1
               : indpsql_refuse(why,
                                "the private database cannot be opened: check its name and your "
                                "rights",
                                "", "");
}

/* The functions for readers are there already: they came with dp_reader. */
static int add_functions(struct connection *connection)
{
    return indpsql_register_choice(connection->private_db);
}

/* Makes the connection of a running statement a reader's connection, which owns the private
 * connection. */
static int make(struct connection *connection, const char *path, const char *ledger,
                struct refusal *why)
{
    struct making making = { connection, connection->db, NULL, 1, add_functions, SQLITE_ERROR };
    int good =
        open_private(path, &making.private_db, why) && indpsql_make_reader(&making, ledger, why);
    if (!good)
        sqlite3_close_v2(making.private_db);
    return good;
}

void indpsql_dp_reader(sqlite3_context *context, int argc, sqlite3_value **argv)
{
    const struct function *function = sqlite3_user_data(context);
    struct connection *connection = function->connection;
    const char *path = indpsql_read_text(argv[0]), *ledger = indpsql_read_text(argv[1]);
    struct refusal why;
    int good;
    (void)argc;
    if (!indpsql_is_direct(context, function->name)) {
        indpsql_fail(context, function->name, INDIRECT);
        return;
    }
    if (connection->private_db != NULL)
        good = indpsql_refuse(&why, INDPSQL_SERVES_READER, "", "");
    else if (connection->ledger != NULL)
        good =
            indpsql_refuse(&why,
                           "this connection has a ledger open: call dp_reader on a new connection",
                           "", "");
    else if (path == NULL || *path == '\0' || ledger == NULL || *ledger == '\0')
        good = indpsql_refuse(&why, "private and ledger must be the names of two files", "", "");
    else
        good = make(connection, path, ledger, &why);
    if (good)
        sqlite3_result_text(context, indpsql_ledger_path(connection->ledger), -1, SQLITE_TRANSIENT);
    else
        indpsql_fail_refused(context, function->name, &why);
}
