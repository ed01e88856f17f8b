#include "connection.h"

#include <string.h>

#include "declared/declared.h"
#include "ledger/ledger.h"
#include "readers/fence.h"

struct connection *indpsql_connection_new(sqlite3 *db)
{
    struct connection *connection = sqlite3_malloc((int)sizeof *connection);
    if (connection == NULL)
        return NULL;
    memset(connection, 0, sizeof *connection);
    connection->references = 1;
    connection->db = db;
    return connection;
}

void indpsql_connection_enter(struct connection *connection)
{
    connection->references++;
}

void indpsql_connection_leave(void *pointer)
{
    struct connection *connection = pointer;
    if (--connection->references > 0)
        return;
    indpsql_declared_free(connection->declared);
    indpsql_ledger_close(connection->ledger);
    sqlite3_close_v2(connection->private_db);
    indpsql_fence_free(connection);
    sqlite3_free(connection->functions);
    sqlite3_free(connection);
}

sqlite3 *indpsql_questioned(const struct connection *connection)
{
    return connection->private_db != NULL ? connection->private_db : connection->db;
}
