/* The lock of a ledger, which is held during each charge and each reading.
 *
 * SQLite's own locks do not suffice. They are POSIX locks, and a process loses all its POSIX locks
 * on a file when it closes any descriptor of that file. A host that copies the ledger, or that has
 * a second SQLite library, does that. The lock of this file is a flock on NAME-lock, beside the
 * ledger. It belongs to one opening of that file, so nothing that the host closes ends it. */
#ifndef INDP_SQLITE_LOCK_H
#define INDP_SQLITE_LOCK_H

#include "../internal.h"

enum { INDPSQL_PATIENCE = 10000 /* ms: how long a call waits for a lock */ };

typedef enum lock_mode {
    INDPSQL_SHARED,   /* for reading */
    INDPSQL_EXCLUSIVE /* for writing; no other connection has the lock */
} lock_mode;

/* Locks the ledger `path`, which must be a complete name. If `create` is set, NAME-lock is made if
 * it is missing. Otherwise it is made only if the file begins as a ledger does, so that a mistyped
 * name leaves no file behind. Sets *lock to a number that indpsql_unlock takes. Returns an SQLITE_
 * code.
 *
 * A thread may hold one lock at a time. While any thread holds one, fork waits, because the child
 * would find SQLite in the middle of a charge. */
int indpsql_lock(const char *path, lock_mode mode, int create, int *lock);
void indpsql_unlock(int lock);

#endif
