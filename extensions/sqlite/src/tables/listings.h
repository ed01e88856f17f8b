/* The tables dp_declared, dp_questions, dp_budgets and dp_ledger, which list what the ledger
 * holds. */
#ifndef INDP_SQLITE_LISTINGS_H
#define INDP_SQLITE_LISTINGS_H

#include "../connection.h"

/* If `reader` is set, registers only dp_questions. Returns an SQLITE_ code. */
int indpsql_register_listings(struct connection *connection, int reader);

#endif
