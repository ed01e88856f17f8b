/* Asks a question: charges, reads the private rows, releases. */
#ifndef INDP_SQLITE_ANSWER_H
#define INDP_SQLITE_ANSWER_H

#include "../connection.h"
#include "../tables/rows.h"

/* Checks a question before it is declared, and tells whether its answers are kept. db is the
 * connection to the ledger. */
int indpsql_check_question(struct connection *connection, sqlite3 *db, const char *fields,
                           int *keeps, struct refusal *why);

/* Answers with rows of two columns, key and value. `json` holds the parameters; it is NULL if there
 * are none. */
int indpsql_answer_question(struct connection *connection, const char *name, const char *json,
                            struct rows *out, struct refusal *why);

#endif
