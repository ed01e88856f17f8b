/* Checks the expressions of a question: Claim B4 (proof.md).
 *
 * The text must be a single SQL expression, and it must not be able to fail, whatever the data: an
 * error would reveal something about a row. So the check reads the tokens of the text and accepts
 * nothing but the columns of the table, the declared parameters, literals, and listed operators,
 * keywords and functions. SQLite parses and compiles it afterwards. */
#ifndef INDP_SQLITE_EXPRESSION_H
#define INDP_SQLITE_EXPRESSION_H

#include "../ledger/sql.h"

/* Defines the names that an expression may contain: the columns of the table, and the parameters
 * for which is_parameter returns 1. If is_parameter is NULL, no parameter is allowed. */
struct scope {
    sqlite3 *db;
    const char *table;
    int (*is_parameter)(const void *data, const char *name, size_t length);
    const void *data;
};

/* Checks an expression. `name` is the name of the field that contains it, for messages. */
int indpsql_expression_check(const struct scope *scope, const char *name, const char *text,
                             struct refusal *why);

/* Whether a function is SQLite's own. A function that the host has put in its place may fail, or
 * reveal its arguments. */
int indpsql_is_built_in(sqlite3 *db, const char *function);

/* Whether an SQL function may be called by an expression or by the statement of a question. */
int indpsql_is_total(const char *function);

#endif
