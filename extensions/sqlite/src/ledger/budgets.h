/* Named budgets in the ledger, and charges to them. */
#ifndef INDP_SQLITE_BUDGETS_H
#define INDP_SQLITE_BUDGETS_H

#include "ledger.h"

/* A release that is to be charged, and its declaration. */
struct charge {
    const char *name, *kind, *fields; /* must equal those in the ledger */
    const char *budget;
    double epsilon;
    const char *changed; /* the refusal if name, kind or fields differ from the ledger */
};

/* Claim B2 (proof.md). Spends epsilon durably: when this returns 1, the charge survives a crash.
 * Sets *usable to the epsilon to release with. After a refusal nothing may be released. */
int indpsql_charge(struct ledger *ledger, const struct charge *charge, double *usable,
                   struct refusal *why);

/* Adds an entry for an answer that is given again, in a transaction that has begun. It spends
 * nothing and begins no window. */
int indpsql_log_nothing(sqlite3 *db, const struct charge *charge, struct refusal *why);

/* Whether the ledger still has this declaration. */
int indpsql_is_declared(sqlite3 *db, const struct charge *charge, struct refusal *why);

/* Computes the epsilon that indpsql_charge would return in usable, without charging anything. */
int indpsql_usable(double epsilon, double *usable, struct refusal *why);

/* Whether the ledger has a budget of this name; and whether it is not damaged either. */
int indpsql_has_budget(sqlite3 *db, const char *name, struct refusal *why);
int indpsql_has_sound_budget(sqlite3 *db, const char *name, struct refusal *why);

/* The SQL functions dp_budget(name, epsilon [, days]) and dp_remaining(name). */
void indpsql_budget(sqlite3_context *context, int argc, sqlite3_value **argv);
void indpsql_remaining(sqlite3_context *context, int argc, sqlite3_value **argv);

#endif
