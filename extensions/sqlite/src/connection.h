/* What the functions and tables of one database connection share. */
#ifndef INDP_SQLITE_CONNECTION_H
#define INDP_SQLITE_CONNECTION_H

#include "internal.h"

struct ledger;
struct declared;

struct connection {
    int references; /* held by SQLite for its functions and modules, and by callers that build them */
    sqlite3 *db;
    indpx_settings settings;
    struct ledger *ledger;     /* NULL before dp_open */
    struct declared *declared; /* the declared aggregates of this connection, a linked list */
    sqlite3 *private_db;       /* of a reader: the connection that its questions read; else NULL */
    int counts;                /* whether the authorizer of private_db counts SELECTs */
    int selects, most_selects; /* how many it has counted, and allows */
    int failed;                /* a question of a reader failed after it was charged */
    struct function *functions; /* the user data of functions with fixed names */
    size_t used;                /* their number */
};

/* Makes a connection with one reference; NULL if memory ran out. */
struct connection *indpsql_connection_new(sqlite3 *db);
void indpsql_connection_enter(struct connection *connection);
void indpsql_connection_leave(void *connection);

/* The database that questions read. */
sqlite3 *indpsql_questioned(const struct connection *connection);

#endif
