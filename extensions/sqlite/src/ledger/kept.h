/* Answers that are kept in the ledger and given again for nothing. They have a table of their own,
 * which a ledger gets with the first question that keeps answers. */
#ifndef INDP_SQLITE_KEPT_H
#define INDP_SQLITE_KEPT_H

#include "../tables/rows.h"
#include "budgets.h"

/* A question that may have been answered before: it is the same if all of this is. */
struct keeping {
    const char *arguments; /* the values of its parameters, as JSON */
    const char *file;      /* the private database, by its path and number */
    sqlite3_int64 seconds; /* how long its answer is kept */
    sqlite3_int64 last; /* set by indpsql_kept_give: the last entry of the log before the charge */
};

/* Makes the table unless there is one. Returns an SQLITE_ code. */
int indpsql_kept_make(sqlite3 *db);

/* Removes the answers to the question of this name. Returns an SQLITE_ code. */
int indpsql_kept_drop(sqlite3 *db, const char *name);

/* Gives an answer that is kept. Everything is refused as by a charge, but nothing need be left.
 * Sets *given to 0 if there is no answer. The ledger counts how often each answer is given. The
 * first time, an entry of the log says so, with the epsilon 0. */
int indpsql_kept_give(struct ledger *ledger, const struct charge *charge, struct keeping *keeping,
                      struct rows *out, int *given, struct refusal *why);

/* Keeps an answer, whose charge is durable. It is kept as a whole or not at all, and not if the
 * question was forgotten since indpsql_kept_give, also if it was declared again. Returns 0 only if
 * memory ran out: whatever else fails, the answer has been paid and may be given. */
int indpsql_kept_store(struct ledger *ledger, const struct charge *charge,
                       const struct keeping *keeping, const struct rows *rows);

#endif
