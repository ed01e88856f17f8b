/* The fence around a reader's connection: what its SQL can no longer do. */
#ifndef INDP_SQLITE_FENCE_H
#define INDP_SQLITE_FENCE_H

#include "../connection.h"
#include "../ledger/sql.h"

/* Disables what SQL could reach outside the reader's own database: extensions, attached databases,
 * the host's modules and functions. SQLite removes no function while a statement runs. If `running`
 * is set, the host's functions, and dp_ask and its like, stay registered, and only the authorizer
 * denies the host's functions. Returns an SQLITE_ code. */
int indpsql_fence(sqlite3 *db, int running);

/* Sets the authorizer. From then on the SQL of the connection may call only SQLite's own functions,
 * if the host has not replaced them, and the functions for readers that are registered. Returns an
 * SQLITE_ code. */
int indpsql_fence_close(struct connection *connection);

/* Whether questions may be answered. On a reader's connection the fence must still be there: if a
 * framework has set an authorizer of its own, nothing is answered any more. */
int indpsql_is_fenced(struct connection *connection, struct refusal *why);

/* Frees the lists of functions. */
void indpsql_fence_free(struct connection *connection);

#endif
