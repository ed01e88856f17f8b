/* The ledger holds budgets, declarations and charges in a separate SQLite database, and uses a
 * separate connection to it. So nothing that the host's statements do, such as ROLLBACK, affects
 * the ledger. */
#ifndef INDP_SQLITE_LEDGER_H
#define INDP_SQLITE_LEDGER_H

#include "file.h"

struct ledger;

/* Opens the ledger, or makes a new one if `create` is set. Returns 0 after a refusal. */
int indpsql_ledger_open(const char *path, int create, struct ledger **out, struct refusal *why);
void indpsql_ledger_close(struct ledger *ledger);

/* Whether the path names the file of this ledger. */
int indpsql_ledger_is(const struct ledger *ledger, const char *path);
const char *indpsql_ledger_path(const struct ledger *ledger);

/* Opens the ledger anew by its path, at which there may be another file now. */
int indpsql_ledger_reopen(struct ledger *ledger, struct refusal *why);

/* Locks the ledger for reading (lock.h). Returns the connection to the ledger, opened anew after a
 * fork, or NULL after a refusal. If it returns a connection, indpsql_ledger_leave must follow. */
sqlite3 *indpsql_ledger_read(struct ledger *ledger, struct refusal *why);

/* Locks the ledger for writing and begins a transaction. Returns the connection to the ledger, or
 * NULL after a refusal. If it returns a connection, indpsql_ledger_end must follow, or
 * indpsql_ledger_commit and indpsql_ledger_leave. */
sqlite3 *indpsql_ledger_begin(struct ledger *ledger, struct refusal *why);
/* Commits the transaction durably if `good` is set; otherwise rolls it back. Returns `good`, or 0
 * after a refusal. The ledger stays locked. */
int indpsql_ledger_commit(struct ledger *ledger, int good, struct refusal *why);
void indpsql_ledger_leave(struct ledger *ledger);
int indpsql_ledger_end(struct ledger *ledger, int good, struct refusal *why);

/* A number that changes when another connection changes the ledger, which must be locked. */
int indpsql_ledger_version(struct ledger *ledger, sqlite3_int64 *out, struct refusal *why);

/* The present time in seconds, or the time of the last entry of the log if that is later. So a
 * clock that is set back opens no window twice. Returns an SQLITE_ code. */
int indpsql_ledger_now(sqlite3 *db, sqlite3_int64 *out);

/* The present time in seconds, whatever the log says. Returns an SQLITE_ code. */
int indpsql_ledger_clock(sqlite3 *db, sqlite3_int64 *out);

/* Adds a line to the log. Texts may be NULL. Returns an SQLITE_ code. */
struct entry {
    sqlite3_int64 time;
    const char *act, *name, *budget;
    double epsilon, left;
};
int indpsql_ledger_log(sqlite3 *db, const struct entry *entry);

#endif
