/* The data that the functions and tables of one database connection share. */
#ifndef INDP_SQLITE_CONNECTION_H
#define INDP_SQLITE_CONNECTION_H

#include "internal.h"

struct ledger;
struct declared;

struct connection {
    int references; /* held by the functions and modules, and by the caller that registers them */
    sqlite3 *db;
    indpx_settings settings;
    struct ledger *ledger;     /* NULL before dp_open */
    struct declared *declared; /* the declared aggregates of this connection, a linked list */
    /* The connection to the private database, through which the questions of a reader are answered.
     * NULL if this connection serves no reader. */
    sqlite3 *private_db;
    int counts;                /* whether the authorizer of private_db counts SELECTs at present */
    int selects, most_selects; /* the SELECTs counted, and the most allowed */
    int failed;                /* a question of a reader failed after it was charged */
    /* The functions that a reader may call, unless they are in foreign. */
    char *callable;
    char *foreign;              /* the functions of the host */
    int noticed;                /* set when the authorizer of a reader's connection is called */
    struct function *functions; /* the user data of functions with fixed names */
    size_t used;                /* the number of these functions */
};

/* Makes a connection with one reference; NULL if memory ran out. */
struct connection *indpsql_connection_new(sqlite3 *db);
void indpsql_connection_enter(struct connection *connection);
void indpsql_connection_leave(void *connection);

/* The connection through which questions read: private_db if there is one, otherwise db. */
sqlite3 *indpsql_questioned(const struct connection *connection);

#endif
