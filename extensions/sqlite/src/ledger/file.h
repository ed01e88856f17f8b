/* The file of a ledger: its tables, its settings, and the checks before each charge. */
#ifndef INDP_SQLITE_FILE_H
#define INDP_SQLITE_FILE_H

#include "sql.h"

/* Opens a ledger and checks it. If `create` is set, makes a new one instead, of a file that is
 * missing or empty. Returns NULL after a refusal. */
sqlite3 *indpsql_file_open(const char *path, int create, struct refusal *why);

/* Checks the tables, the journal mode and the hard links of an open file again, since another
 * process may have changed them. To be called in a transaction. */
int indpsql_file_check(sqlite3 *db, const char *path, struct refusal *why);

/* Writes the refusal for an SQLITE_ code and returns 0. */
int indpsql_file_failed(int rc, struct refusal *why);

/* The statement that makes the table of answers that are kept, which a ledger need not have. */
const char *indpsql_file_answers(void);

#endif
