#define _POSIX_C_SOURCE 200809L
#include "ledger.h"

#include <string.h>
#include <unistd.h>

#include "lock.h"

struct ledger {
    sqlite3 *db;
    long process; /* the process that opened db, since SQLite connections do not survive a fork */
    char *path;   /* the absolute path of the file */
    int lock;     /* what indpsql_unlock takes, while the ledger is locked */
    sqlite3_stmt *version;  /* reads data_version; NULL until it is first used */
    sqlite3_stmt *rollback; /* compiled in advance, so that a lack of memory cannot leave a lock */
};

int indpsql_ledger_open(const char *path, int create, struct ledger **out, struct refusal *why)
{
    struct ledger *ledger = sqlite3_malloc((int)sizeof *ledger);
    *out = NULL;
    if (ledger == NULL)
        return indpsql_refuse_memory(why);
    ledger->version = ledger->rollback = NULL;
    ledger->process = (long)getpid();
    ledger->path = NULL;
    /* A URI is refused, since it can choose a VFS that has no locks, or that keeps the file in
     * memory. */
    ledger->db =
        sqlite3_strnicmp(path, "file:", 5) != 0 ? indpsql_file_open(path, create, why) : NULL;
    if (sqlite3_strnicmp(path, "file:", 5) == 0)
        indpsql_refuse(why, "the ledger must be given by the name of a file, not by a URI", "", "");
    if (ledger->db != NULL) {
        ledger->path = sqlite3_mprintf("%s", sqlite3_db_filename(ledger->db, "main"));
        if (ledger->path == NULL)
            indpsql_refuse_memory(why);
    }
    if (ledger->path == NULL) {
        indpsql_ledger_close(ledger);
        return 0;
    }
    *out = ledger;
    return 1;
}

void indpsql_ledger_close(struct ledger *ledger)
{
    if (ledger == NULL)
        return;
    if (ledger->process == (long)getpid()) {
        sqlite3_finalize(ledger->version);
        sqlite3_finalize(ledger->rollback);
        sqlite3_close_v2(ledger->db);
    }
    sqlite3_free(ledger->path);
    sqlite3_free(ledger);
}

const char *indpsql_ledger_path(const struct ledger *ledger)
{
    return ledger->path;
}

int indpsql_ledger_is(const struct ledger *ledger, const char *path)
{
    sqlite3 *db = NULL;
    int same = 0;
    /* SQLite makes the path absolute when it opens the database. Opening does not touch the file
     * yet. */
    if (sqlite3_open_v2(path, &db, SQLITE_OPEN_READWRITE, NULL) == SQLITE_OK) {
        const char *name = sqlite3_db_filename(db, "main");
        same = name != NULL && strcmp(name, ledger->path) == 0;
    }
    sqlite3_close_v2(db);
    return same;
}

/* Opens the file anew. `old` says whether this process opened the previous connection. If so, the
 * connection must be closed. */
static int reopen(struct ledger *ledger, int old, struct refusal *why)
{
    sqlite3 *db = indpsql_file_open(ledger->path, 0, why);
    if (db == NULL)
        return 0;
    if (old) {
        sqlite3_finalize(ledger->version);
        sqlite3_finalize(ledger->rollback);
        sqlite3_close_v2(ledger->db);
    }
    ledger->version = ledger->rollback = NULL;
    ledger->db = db;
    ledger->process = (long)getpid();
    return 1;
}

int indpsql_ledger_reopen(struct ledger *ledger, struct refusal *why)
{
    return reopen(ledger, ledger->process == (long)getpid(), why);
}

/* The connection to the ledger, opened anew after a fork. */
static sqlite3 *connection_of(struct ledger *ledger, struct refusal *why)
{
    /* After a fork, the parent's connection is left open: closing it here could undo the parent's
     * transaction. */
    if (ledger->process != (long)getpid() && !reopen(ledger, 0, why))
        return NULL;
    return ledger->db;
}

/* Locks the ledger. The lock must be held before SQLite reads the file: if this process has lost
 * SQLite's locks, another connection may be in the middle of a commit. */
static sqlite3 *enter(struct ledger *ledger, lock_mode mode, struct refusal *why)
{
    sqlite3 *db = connection_of(ledger, why);
    int rc;
    if (db == NULL)
        return NULL;
    rc = indpsql_lock(ledger->path, mode, 0, &ledger->lock);
    if (rc == SQLITE_OK)
        return db;
    indpsql_file_failed(rc, why);
    return NULL;
}

sqlite3 *indpsql_ledger_read(struct ledger *ledger, struct refusal *why)
{
    return enter(ledger, INDPSQL_SHARED, why);
}

void indpsql_ledger_leave(struct ledger *ledger)
{
    indpsql_unlock(ledger->lock);
}

int indpsql_ledger_version(struct ledger *ledger, sqlite3_int64 *out, struct refusal *why)
{
    int rc = SQLITE_OK;
    if (ledger->version == NULL)
        rc = sqlite3_prepare_v3(ledger->db, "PRAGMA data_version", -1, SQLITE_PREPARE_PERSISTENT,
                                &ledger->version, NULL);
    if (rc == SQLITE_OK)
        rc = sqlite3_step(ledger->version);
    if (rc == SQLITE_ROW) {
        *out = sqlite3_column_int64(ledger->version, 0);
        rc = sqlite3_reset(ledger->version);
    } else if (ledger->version != NULL) {
        sqlite3_reset(ledger->version);
    }
    return rc == SQLITE_OK ? 1 : indpsql_file_failed(rc, why);
}

/* Begins the transaction of a locked ledger. */
static int begin(struct ledger *ledger, struct refusal *why)
{
    int rc = SQLITE_OK;
    if (ledger->rollback == NULL)
        rc = sqlite3_prepare_v3(ledger->db, "ROLLBACK", -1, SQLITE_PREPARE_PERSISTENT,
                                &ledger->rollback, NULL);
    if (rc == SQLITE_OK)
        rc = indpsql_execute(ledger->db, "BEGIN IMMEDIATE", "");
    if (rc != SQLITE_OK)
        return indpsql_file_failed(rc, why);
    return indpsql_file_check(ledger->db, ledger->path, why) ||
           indpsql_ledger_commit(ledger, 0, why);
}

sqlite3 *indpsql_ledger_begin(struct ledger *ledger, struct refusal *why)
{
    sqlite3 *db = enter(ledger, INDPSQL_EXCLUSIVE, why);
    if (db == NULL || begin(ledger, why))
        return db;
    indpsql_ledger_leave(ledger);
    return NULL;
}

int indpsql_ledger_commit(struct ledger *ledger, int good, struct refusal *why)
{
    int rc = good ? indpsql_execute(ledger->db, "COMMIT", "") : SQLITE_OK;
    if (good && rc == SQLITE_OK)
        return 1;
    if (!sqlite3_get_autocommit(ledger->db)) {
        sqlite3_step(ledger->rollback);
        sqlite3_reset(ledger->rollback);
    }
    return rc == SQLITE_OK ? 0 : indpsql_file_failed(rc, why);
}

int indpsql_ledger_end(struct ledger *ledger, int good, struct refusal *why)
{
    good = indpsql_ledger_commit(ledger, good, why);
    indpsql_ledger_leave(ledger);
    return good;
}

/* Reads the clock of the VFS. The SQL functions for the time are not used, since a host can replace
 * them. */
int indpsql_ledger_clock(sqlite3 *db, sqlite3_int64 *out)
{
    static const sqlite3_int64 epoch = 210866760000; /* 1970-01-01 in seconds since Julian day 0 */
    sqlite3_vfs *vfs = NULL;
    sqlite3_int64 ms = 0;
    double days = 0;
    int rc = sqlite3_file_control(db, "main", SQLITE_FCNTL_VFS_POINTER, &vfs);
    if (rc != SQLITE_OK || vfs == NULL)
        return SQLITE_ERROR;
    if (vfs->iVersion >= 2 && vfs->xCurrentTimeInt64 != NULL) {
        rc = vfs->xCurrentTimeInt64(vfs, &ms);
        *out = ms / 1000 - epoch;
    } else {
        rc = vfs->xCurrentTime(vfs, &days);
        *out = (sqlite3_int64)(days * 86400) - epoch;
    }
    return rc == SQLITE_OK && *out <= 0 ? SQLITE_ERROR : rc;
}

int indpsql_ledger_now(sqlite3 *db, sqlite3_int64 *out)
{
    sqlite3_int64 last = 0;
    int rc = indpsql_integer(db, &last, 0, "SELECT time FROM entry ORDER BY id DESC LIMIT 1", "");
    if (rc == SQLITE_OK)
        rc = indpsql_ledger_clock(db, out);
    if (rc == SQLITE_OK && *out < last)
        *out = last;
    return rc;
}

int indpsql_ledger_log(sqlite3 *db, const struct entry *entry)
{
    int rc = indpsql_execute(db,
                             "INSERT INTO entry(time, act, name, budget, epsilon, remaining) "
                             "VALUES (?, ?, ?, ?, ?, ?)",
                             "itttdd", entry->time, entry->act, entry->name, entry->budget,
                             entry->epsilon, entry->left);
    return rc == SQLITE_OK && sqlite3_changes(db) != 1 ? SQLITE_CORRUPT : rc;
}
