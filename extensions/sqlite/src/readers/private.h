/* The private connection, through which the questions of a reader are answered. */
#ifndef INDP_SQLITE_PRIVATE_H
#define INDP_SQLITE_PRIVATE_H

#include "../connection.h"

/* The earlier values of three settings that indpsql_private_fence changes. They are restored if the
 * host gets its connection back. */
struct before {
    int length, pattern, stable;
};

/* Permits on the private connection of a reader's connection only what questions need. Returns an
 * SQLITE_ code. */
int indpsql_private_fence(struct connection *connection, struct before *before);

/* Gives the private connection back to the host. */
void indpsql_private_release(sqlite3 *db, const struct before *before);

/* Whether a private connection serves a reader already. Returns an SQLITE_ code. */
int indpsql_private_is_used(sqlite3 *db, int *used);

#endif
