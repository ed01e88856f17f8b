/* Makes fork wait for the threads that use a ledger. */
#ifndef INDP_SQLITE_FORKS_H
#define INDP_SQLITE_FORKS_H

/* Between these two calls another thread that forks waits. Otherwise SQLite's record of its locks,
 * which the child gets a copy of, would say for ever that the file is locked. */
void indpsql_forks_hold(void);
void indpsql_forks_release(void);

#endif
