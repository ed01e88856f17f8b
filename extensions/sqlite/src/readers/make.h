/* Makes a connection one for untrusted readers. */
#ifndef INDP_SQLITE_MAKE_H
#define INDP_SQLITE_MAKE_H

#include "../connection.h"
#include "../ledger/sql.h"

struct making {
    struct connection *connection; /* of the reader's connection db */
    sqlite3 *db, *private_db;
    int running; /* whether a statement of db is running, which calls dp_reader */
    int (*add_functions)(struct connection *); /* called after the fence */
    int code;                                  /* the SQLITE_ code of a refusal */
};

/* Opens the ledger and fences both connections. After success the reader's connection owns the
 * private one. After a refusal the private connection still belongs to the caller, and the reader's
 * connection may be fenced in part. */
int indpsql_make_reader(struct making *making, const char *ledger, struct refusal *why);

#endif
