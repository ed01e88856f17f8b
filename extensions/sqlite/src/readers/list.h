/* The lists of what the SQL of a reader may reach. */
#ifndef INDP_SQLITE_LIST_H
#define INDP_SQLITE_LIST_H

#include "../internal.h"

/* Whether a list that ends with NULL contains a name, without regard to case. */
int indpsql_is_in(const char *const *list, const char *name);

/* Whether the name begins with a prefix of this extension or of SQLite. A table or view of such a
 * name, made by a reader, could take the place of the real one. */
int indpsql_is_reserved(const char *name);

/* How far statements with an action of the authorizer may go: nowhere, everywhere, or where a
 * rule of the fence allows it. */
enum reach {
    REACH_NONE,
    REACH_ALL,
    REACH_NAMES,
    REACH_FUNCTIONS,
    REACH_ROWS,
    REACH_PRAGMAS,
    REACH_COLUMNS
};
enum reach indpsql_reach(int action);

/* Whether a reader may call a function of SQLite, use or set a pragma, and read a table. */
int indpsql_reaches_function(const char *name);
int indpsql_reaches_pragma(const char *name, int sets);
int indpsql_reaches_table(const char *name);

/* The modules to keep, for sqlite3_drop_modules: those of SQLite, and with `running` also those of
 * this extension. */
const char **indpsql_modules(int running);

/* Connects all virtual tables that a reader may read. EXPLAIN shows where they are in memory. If
 * they were connected later, that would depend on the memory that questions used, and so on
 * private rows. Returns an SQLITE_ code. */
int indpsql_connect_tables(sqlite3 *db);

#endif
