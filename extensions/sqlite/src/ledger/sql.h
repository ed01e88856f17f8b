/* Statements with bound parameters, and the texts of refusals. */
#ifndef INDP_SQLITE_SQL_H
#define INDP_SQLITE_SQL_H

#include "../internal.h"

/* The reason for a refusal, as a text without private values. */
struct refusal {
    int memory; /* whether memory ran out */
    char text[400];
};

/* Writes the text of the refusal and returns 0, which callers can return in turn. */
int indpsql_refuse(struct refusal *why, const char *format, const char *a, const char *b);
int indpsql_refuse_memory(struct refusal *why);

/* Reports a refusal as the error of a function. */
void indpsql_fail_refused(sqlite3_context *context, const char *function,
                          const struct refusal *why);

/* Prepares a statement and binds its parameters. Each letter of `types` stands for one parameter: t
 * for a const char * (NULL is SQL's NULL), d for a double, i for a sqlite3_int64, b for a const
 * void * followed by an int. Texts and blobs must outlive the statement. Returns an SQLITE_
 * code. */
int indpsql_prepare(sqlite3 *db, sqlite3_stmt **out, const char *sql, const char *types, ...);

/* Prepares a statement, binds its parameters, and runs it to its end. */
int indpsql_execute(sqlite3 *db, const char *sql, const char *types, ...);

/* Prepares, binds and runs a query whose answer is one integer. If there is no row, *out receives
 * `absent`. */
int indpsql_integer(sqlite3 *db, sqlite3_int64 *out, sqlite3_int64 absent, const char *sql,
                    const char *types, ...);

/* Finds whether a function of this name is registered, with any number of arguments. If `own` is 1,
 * only SQLite's own functions count. If `own` is 0, only other functions count. Returns an SQLITE_
 * code. It runs a PRAGMA statement, since the database could have a table or view of its own named
 * pragma_function_list. */
int indpsql_find_function(sqlite3 *db, const char *name, int own, int *found);

/* The column "hidden" of PRAGMA table_xinfo for a column of a table in main, or -1 if there is no
 * such column. */
int indpsql_find_column(sqlite3 *db, const char *table, const char *column, int *hidden);

#endif
