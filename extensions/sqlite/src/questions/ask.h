/* The function dp_question, which declares a question, and the table dp_ask(question, parameters),
 * which asks a question. */
#ifndef INDP_SQLITE_ASK_H
#define INDP_SQLITE_ASK_H

#include "../connection.h"

void indpsql_question(sqlite3_context *context, int argc, sqlite3_value **argv);
int indpsql_register_ask(struct connection *connection);

#endif
