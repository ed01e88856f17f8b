/* dp_open, dp_create, dp_declare and dp_forget. */
#ifndef INDP_SQLITE_DECLARE_H
#define INDP_SQLITE_DECLARE_H

#include "call.h"

void indpsql_open(sqlite3_context *context, int argc, sqlite3_value **argv);
void indpsql_create(sqlite3_context *context, int argc, sqlite3_value **argv);
void indpsql_declare(sqlite3_context *context, int argc, sqlite3_value **argv);
void indpsql_forget(sqlite3_context *context, int argc, sqlite3_value **argv);

/* Adds a declaration to the ledger. `kind` is the name of an aggregate (such as "sum"), or
 * INDPSQL_QUESTION. If `install` is not NULL, it is called before the declaration is committed. A
 * ledger gets a table for answers if `keeps` is set. */
#define INDPSQL_QUESTION "question"
typedef int install_function(void *data, struct refusal *why);
int indpsql_add_declaration(struct ledger *ledger, const char *name, const char *kind,
                            const char *fields, int keeps, install_function *install, void *data,
                            struct refusal *why);

#endif
