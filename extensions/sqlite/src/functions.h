#ifndef INDP_SQLITE_FUNCTIONS_H
#define INDP_SQLITE_FUNCTIONS_H

#include "connection.h"

/* INDPSQL_READER registers only the functions that untrusted readers may call, and dp_reader. */
enum { INDPSQL_HOST, INDPSQL_READER };

/* The functions that are registered last. If a connection has one of them, it has all functions of
 * the scope. A connection with those of the host has both. */
#define INDPSQL_READERS_LAST "dp_reader"
#define INDPSQL_LAST_FUNCTION "indp_listed"

/* Returns an SQLITE_ code; *message may receive a text that the caller frees. */
int indpsql_register(struct connection *connection, int scope, char **message);

#endif
