/* Compares names with fixed lists. */
#ifndef INDP_SQLITE_LIST_H
#define INDP_SQLITE_LIST_H

/* Whether a list that ends with NULL contains a name, without regard to case. */
int indpsql_is_in(const char *const *list, const char *name);

/* Whether the name begins with a prefix of this extension or of SQLite. A table or view of such a
 * name, made by a reader, could take the place of the real one. */
int indpsql_is_reserved(const char *name);

#endif
