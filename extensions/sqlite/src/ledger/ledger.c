#define _POSIX_C_SOURCE 200112L
#include "ledger.h"

#include <string.h>

#if defined(_WIN32)
#include <process.h>
#define getpid _getpid
#else
#include <sys/stat.h>
#include <unistd.h>
#endif

struct ledger {
    sqlite3 *db;
    long process; /* the process that opened db: SQLite connections do not survive a fork */
    char *path;   /* complete */
    sqlite3_stmt *version;  /* reads data_version; NULL before */
    sqlite3_stmt *rollback; /* compiled in advance: a ROLLBACK without memory would leave a lock */
};

enum { APPLICATION = 0x494E444C /* INDL */, VERSION = 1, PATIENCE = 10000 /* ms */ };

/* Amounts are stored as bytes of indp_budget_..., which are exact. The columns epsilon and remaining
 * serve readers of the log. */
static const char *const TABLES[] = {
    "CREATE TABLE budget(name TEXT PRIMARY KEY COLLATE NOCASE, epsilon REAL NOT NULL, highest REAL NOT NULL, "
    "days INTEGER, began INTEGER NOT NULL, windows INTEGER NOT NULL, state BLOB NOT NULL)",
    "CREATE TABLE declaration(name TEXT PRIMARY KEY COLLATE NOCASE, kind TEXT NOT NULL, fields TEXT NOT NULL)",
    "CREATE TABLE entry(id INTEGER PRIMARY KEY, time INTEGER NOT NULL, act TEXT NOT NULL, name TEXT, budget TEXT, "
    "epsilon REAL, remaining REAL)",
};
enum { TABLE_COUNT = sizeof TABLES / sizeof *TABLES };

int indpsql_ledger_failed(int rc, struct refusal *why)
{
    switch (rc & 0xFF) {
    case SQLITE_NOMEM: return indpsql_refuse_memory(why);
    case SQLITE_BUSY:
    case SQLITE_LOCKED: return indpsql_refuse(why, "the ledger is locked by another connection", "", "");
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB: return indpsql_refuse(why, "the ledger is damaged, or the file is not a ledger", "", "");
    default: return indpsql_refuse(why, "the ledger cannot be read or written", "", "");
    }
}

/* Whether the tables are exactly those that this version creates; ANALYZE may have added its own. */
static int has_tables(sqlite3 *db, int *good)
{
    sqlite3_stmt *statement = NULL;
    int i, rc = indpsql_prepare(db, &statement,
                                "SELECT sql FROM sqlite_master WHERE sql IS NOT NULL AND substr(name, 1, 11) <> 'sqlite_stat' "
                                "ORDER BY rowid",
                                "");
    *good = rc == SQLITE_OK;
    for (i = 0; rc == SQLITE_OK && *good && i < TABLE_COUNT; i++) {
        rc = sqlite3_step(statement);
        if (rc == SQLITE_ROW) {
            const char *sql = (const char *)sqlite3_column_text(statement, 0);
            *good = sql != NULL && strcmp(sql, TABLES[i]) == 0;
            rc = SQLITE_OK;
        } else if (rc == SQLITE_DONE) {
            *good = 0;
            rc = SQLITE_OK;
        }
    }
    if (rc == SQLITE_OK && *good) {
        rc = sqlite3_step(statement);
        *good = rc == SQLITE_DONE;
        rc = rc == SQLITE_DONE || rc == SQLITE_ROW ? SQLITE_OK : rc;
    }
    sqlite3_finalize(statement);
    return rc;
}

/* Whether the journal mode is DELETE. With others a charge may be lost. In mode WAL, SQLite does
 * not notice that the file was removed, and a process that closes the ledger may delete the WAL
 * file that a forked process still uses. MEMORY and OFF do not survive a crash. */
static int has_journal(sqlite3 *db, int *good)
{
    sqlite3_stmt *statement = NULL;
    int rc = indpsql_prepare(db, &statement, "PRAGMA journal_mode", "");
    if (rc == SQLITE_OK)
        rc = sqlite3_step(statement);
    if (rc == SQLITE_ROW) {
        const char *mode = (const char *)sqlite3_column_text(statement, 0);
        *good = mode != NULL && strcmp(mode, "delete") == 0;
        rc = SQLITE_OK;
    }
    sqlite3_finalize(statement);
    return rc;
}

/* Whether the file has only one hard link, and its folder is readable. SQLite finds a
 * rollback journal by the name of the file. After a crash, a process that opens the file by another
 * name does not find the journal, and makes further charges. A process that later opens the file by
 * the first name finds the journal, and rolls these charges back. The folder must be readable, so
 * that its entries can be synced. */
static int has_one_name(const char *path)
{
#if !defined(_WIN32)
    struct stat file;
    char *folder;
    int good;
    char *end;
    if (stat(path, &file) != 0)
        return 1; /* SQLite itself refuses to write to a file that was removed */
    if (file.st_nlink != 1)
        return 0;
    folder = sqlite3_mprintf("%s", path);
    end = folder == NULL ? NULL : strrchr(folder, '/');
    if (end != NULL)
        end[1] = '\0';
    good = end == NULL || access(folder, R_OK) == 0;
    sqlite3_free(folder);
    return good;
#else
    return path != NULL;
#endif
}

static int create_tables(sqlite3 *db)
{
    int i, rc = indpsql_execute(db, "PRAGMA application_id = 1229866060", "");
    if (rc == SQLITE_OK)
        rc = indpsql_execute(db, "PRAGMA user_version = 1", "");
    for (i = 0; i < TABLE_COUNT && rc == SQLITE_OK; i++)
        rc = indpsql_execute(db, TABLES[i], "");
    return rc;
}

static int end(sqlite3 *db, sqlite3_stmt *rollback, int good, struct refusal *why)
{
    int rc = good ? indpsql_execute(db, "COMMIT", "") : SQLITE_OK;
    if (good && rc == SQLITE_OK)
        return 1;
    if (!sqlite3_get_autocommit(db) && rollback != NULL) {
        sqlite3_step(rollback);
        sqlite3_reset(rollback);
    } else if (!sqlite3_get_autocommit(db)) {
        indpsql_execute(db, "ROLLBACK", "");
    }
    return rc == SQLITE_OK ? 0 : indpsql_ledger_failed(rc, why);
}

static int refuse_names(struct refusal *why)
{
    return indpsql_refuse(why, "the ledger file must have no other hard link, and its folder must be readable", "", "");
}

static int refuse_journal(struct refusal *why)
{
    return indpsql_refuse(why, "the ledger must have the journal mode DELETE", "", "");
}

/* Checks that the file is a ledger. A new or empty database becomes one if create is set. */
static int check(sqlite3 *db, int create, struct refusal *why)
{
    sqlite3_int64 application = 0, version = 0, objects = 0;
    int good = 0, rc = indpsql_execute(db, create ? "BEGIN IMMEDIATE" : "BEGIN", "");
    if (rc != SQLITE_OK)
        return indpsql_ledger_failed(rc, why);
    rc = indpsql_integer(db, &application, 0, "PRAGMA application_id", "");
    if (rc == SQLITE_OK)
        rc = indpsql_integer(db, &version, 0, "PRAGMA user_version", "");
    if (rc == SQLITE_OK)
        rc = indpsql_integer(db, &objects, 0, "SELECT count(*) FROM sqlite_master", "");
    if (rc == SQLITE_OK && create && application == 0 && version == 0 && objects == 0) {
        rc = create_tables(db);
        application = APPLICATION;
        version = VERSION;
    }
    if (rc == SQLITE_OK)
        rc = has_tables(db, &good);
    if (rc == SQLITE_OK && !(good && application == APPLICATION && version == VERSION))
        rc = SQLITE_NOTADB;
    if (rc == SQLITE_OK)
        rc = has_journal(db, &good);
    if (rc == SQLITE_OK && good)
        return end(db, NULL, 1, why);
    end(db, NULL, 0, why);
    return rc == SQLITE_OK ? refuse_journal(why) : indpsql_ledger_failed(rc, why);
}

/* Makes commits durable, and keeps SQLite from running triggers and views that the file contains. */
static int prepare_connection(sqlite3 *db, struct refusal *why)
{
    sqlite3_int64 synchronous = 0;
    int off = 0, rc;
    sqlite3_busy_timeout(db, PATIENCE);
    sqlite3_db_config(db, SQLITE_DBCONFIG_DEFENSIVE, 1, &off);
    sqlite3_db_config(db, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, &off);
    sqlite3_db_config(db, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, &off);
    sqlite3_db_config(db, SQLITE_DBCONFIG_ENABLE_VIEW, 0, &off);
    rc = indpsql_execute(db, "PRAGMA synchronous = EXTRA", "");
    if (rc == SQLITE_OK)
        rc = indpsql_execute(db, "PRAGMA fullfsync = ON", "");
    if (rc == SQLITE_OK)
        rc = indpsql_integer(db, &synchronous, 0, "PRAGMA synchronous", "");
    if (rc == SQLITE_OK && synchronous != 3)
        rc = SQLITE_ERROR;
    return rc == SQLITE_OK ? 1 : indpsql_ledger_failed(rc, why);
}

static sqlite3 *open_file(const char *path, int create, struct refusal *why)
{
    const char *name;
    sqlite3 *db = NULL;
    int good;
    int rc = sqlite3_open_v2(path, &db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_FULLMUTEX | SQLITE_OPEN_PRIVATECACHE |
                                            (create ? SQLITE_OPEN_CREATE : 0),
                             NULL);
    name = db == NULL ? NULL : sqlite3_db_filename(db, "main");
    if (rc != SQLITE_OK)
        good = indpsql_ledger_failed(rc, why);
    else if (name == NULL || *name == '\0')
        good = indpsql_refuse(why, "the ledger must be a file", "", "");
    else if (sqlite3_db_readonly(db, "main") != 0)
        good = indpsql_ledger_failed(SQLITE_READONLY, why);
    else
        good = prepare_connection(db, why) && check(db, create, why);
    if (good && !has_one_name(name))
        good = refuse_names(why);
    if (good)
        return db;
    sqlite3_close_v2(db);
    return NULL;
}

int indpsql_ledger_open(const char *path, int create, struct ledger **out, struct refusal *why)
{
    struct ledger *ledger = sqlite3_malloc((int)sizeof *ledger);
    *out = NULL;
    if (ledger == NULL)
        return indpsql_refuse_memory(why);
    ledger->version = ledger->rollback = NULL;
    ledger->process = (long)getpid();
    ledger->path = NULL;
    /* A URI can choose a VFS that has no locks, or that keeps the file in memory. */
    ledger->db = sqlite3_strnicmp(path, "file:", 5) != 0 ? open_file(path, create, why) : NULL;
    if (sqlite3_strnicmp(path, "file:", 5) == 0)
        indpsql_refuse(why, "path must be the name of a file, not a URI", "", "");
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
    /* SQLite makes the path absolute when it opens the database. It does not touch the file yet. */
    if (sqlite3_open_v2(path, &db, SQLITE_OPEN_READWRITE, NULL) == SQLITE_OK) {
        const char *name = sqlite3_db_filename(db, "main");
        same = name != NULL && strcmp(name, ledger->path) == 0;
    }
    sqlite3_close_v2(db);
    return same;
}

/* Opens the file anew. old: whether this process opened the previous connection, and must close
 * it. */
static int reopen(struct ledger *ledger, int old, struct refusal *why)
{
    sqlite3 *db = open_file(ledger->path, 0, why);
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

sqlite3 *indpsql_ledger_db(struct ledger *ledger, struct refusal *why)
{
    /* The parent's connection is left open: closing it here could undo the parent's transaction. */
    if (ledger->process != (long)getpid() && !reopen(ledger, 0, why))
        return NULL;
    return ledger->db;
}

int indpsql_ledger_version(struct ledger *ledger, sqlite3_int64 *out, struct refusal *why)
{
    sqlite3 *db = indpsql_ledger_db(ledger, why);
    int rc = SQLITE_OK;
    if (db == NULL)
        return 0;
    if (ledger->version == NULL)
        rc = sqlite3_prepare_v3(db, "PRAGMA data_version", -1, SQLITE_PREPARE_PERSISTENT, &ledger->version, NULL);
    if (rc == SQLITE_OK)
        rc = sqlite3_step(ledger->version);
    if (rc == SQLITE_ROW) {
        *out = sqlite3_column_int64(ledger->version, 0);
        rc = sqlite3_reset(ledger->version);
    } else if (ledger->version != NULL) {
        sqlite3_reset(ledger->version);
    }
    return rc == SQLITE_OK ? 1 : indpsql_ledger_failed(rc, why);
}

sqlite3 *indpsql_ledger_begin(struct ledger *ledger, struct refusal *why)
{
    sqlite3 *db = indpsql_ledger_db(ledger, why);
    int tables = 0, journal = 0, rc;
    if (db == NULL)
        return NULL;
    if (ledger->rollback == NULL) {
        rc = sqlite3_prepare_v3(db, "ROLLBACK", -1, SQLITE_PREPARE_PERSISTENT, &ledger->rollback, NULL);
        if (rc != SQLITE_OK) {
            indpsql_ledger_failed(rc, why);
            return NULL;
        }
    }
    rc = indpsql_execute(db, "BEGIN IMMEDIATE", "");
    if (rc == SQLITE_OK)
        rc = has_tables(db, &tables);
    if (rc == SQLITE_OK)
        rc = has_journal(db, &journal);
    if (rc == SQLITE_OK && tables && journal && has_one_name(ledger->path))
        return db;
    indpsql_ledger_end(ledger, 0, why);
    if (rc == SQLITE_OK && tables && journal)
        refuse_names(why);
    else if (rc == SQLITE_OK && tables)
        refuse_journal(why);
    else
        indpsql_ledger_failed(rc == SQLITE_OK ? SQLITE_NOTADB : rc, why);
    return NULL;
}

int indpsql_ledger_end(struct ledger *ledger, int good, struct refusal *why)
{
    return end(ledger->db, ledger->rollback, good, why);
}

/* The clock of the file system, not that of SQL, whose functions a host can replace. */
static int read_clock(sqlite3 *db, sqlite3_int64 *out)
{
    static const sqlite3_int64 epoch = 210866760000; /* in seconds of the Julian calendar */
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
        rc = read_clock(db, out);
    if (rc == SQLITE_OK && *out < last)
        *out = last;
    return rc;
}

int indpsql_ledger_log(sqlite3 *db, const struct entry *entry)
{
    int rc = indpsql_execute(db, "INSERT INTO entry(time, act, name, budget, epsilon, remaining) VALUES (?, ?, ?, ?, ?, ?)",
                             "itttdd", entry->time, entry->act, entry->name, entry->budget, entry->epsilon, entry->left);
    return rc == SQLITE_OK && sqlite3_changes(db) != 1 ? SQLITE_CORRUPT : rc;
}
