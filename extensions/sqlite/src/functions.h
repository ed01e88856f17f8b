#ifndef INDP_SQLITE_FUNCTIONS_H
#define INDP_SQLITE_FUNCTIONS_H

#include "connection.h"

/* INDPSQL_READER registers only the functions that untrusted readers may call. */
enum { INDPSQL_HOST, INDPSQL_READER };

/* The function that is registered last. If a connection has it, it has all others. */
#define INDPSQL_LAST_FUNCTION "indp_listed"

/* Returns an SQLITE_ code; *message may receive a text that the caller frees. */
int indpsql_register(struct connection *connection, int scope, char **message);

#endif
