/* Protects the threads that use a ledger from forks and from being cancelled. */
#ifndef INDP_SQLITE_FORKS_H
#define INDP_SQLITE_FORKS_H

/* Between these two calls another thread that forks waits. Otherwise SQLite's record of its locks,
 * which the child gets a copy of, would say for ever that the file is locked. The calling thread
 * cannot be cancelled between the calls, since it would keep the ledger locked. */
void indpsql_forks_hold(void);
void indpsql_forks_release(void);

#endif
