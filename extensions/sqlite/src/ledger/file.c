#define _POSIX_C_SOURCE 200809L
#include "file.h"

#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "lock.h"

enum { APPLICATION = 0x494E444C /* INDL, also in lock.c */, VERSION = 1 };

/* The tables of a ledger. Amounts are stored as the bytes of a library budget (indp_budget_...),
 * which are exact. The columns epsilon and remaining are only for people who read the log. */
static const char *const TABLES[] = {
    "CREATE TABLE budget(name TEXT PRIMARY KEY COLLATE NOCASE, epsilon REAL NOT NULL, highest REAL "
    "NOT NULL, days INTEGER, began INTEGER NOT NULL, windows INTEGER NOT NULL, state BLOB NOT "
    "NULL)",
    "CREATE TABLE declaration(name TEXT PRIMARY KEY COLLATE NOCASE, kind TEXT NOT NULL, fields "
    "TEXT NOT NULL)",
    "CREATE TABLE entry(id INTEGER PRIMARY KEY, time INTEGER NOT NULL, act TEXT NOT NULL, name "
    "TEXT, budget TEXT, epsilon REAL, remaining REAL)",
    /* Only if a question keeps answers. */
    "CREATE TABLE kept(id INTEGER PRIMARY KEY, name TEXT NOT NULL COLLATE NOCASE, arguments TEXT "
    "NOT NULL, file TEXT NOT NULL, time INTEGER NOT NULL, until INTEGER NOT NULL, clock INTEGER "
    "NOT NULL, given INTEGER NOT NULL, sum INTEGER NOT NULL, answers BLOB NOT NULL, UNIQUE(name, "
    "arguments, time, id))",
};
enum { TABLE_COUNT = sizeof TABLES / sizeof *TABLES, NEEDED = 3 };

const char *indpsql_file_answers(void)
{
    return TABLES[NEEDED];
}

int indpsql_file_failed(int rc, struct refusal *why)
{
    switch (rc & 0xFF) {
    case SQLITE_NOMEM: return indpsql_refuse_memory(why);
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
        return indpsql_refuse(why, "the ledger is locked by another connection: try again", "", "");
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
        return indpsql_refuse(why, "the ledger is damaged, or the file is not a ledger", "", "");
    default:
        return indpsql_refuse(why,
                              "the ledger cannot be opened, read or written: check that its folder "
                              "exists, your rights and the free space",
                              "", "");
    }
}

/* Whether the tables are exactly those that this version creates, with the optional ones or
 * without. ANALYZE may have added tables of its own. */
static int has_tables(sqlite3 *db, int *good)
{
    sqlite3_stmt *statement = NULL;
    int i, rc = indpsql_prepare(db, &statement,
                                "SELECT sql FROM sqlite_master WHERE sql IS NOT NULL AND "
                                "substr(name, 1, 11) <> 'sqlite_stat' "
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
            *good = i == NEEDED;
            sqlite3_finalize(statement);
            return SQLITE_OK;
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

/* Whether the journal mode is DELETE. In some other modes a charge may be lost. In mode WAL, SQLite
 * does not notice that the file was removed, and a process that closes the ledger may delete the
 * WAL file that a forked process still uses. With the modes MEMORY and OFF, a crash can damage the
 * file. */
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
    struct stat file;
    char *folder;
    int good;
    char *end;
    if (stat(path, &file) != 0)
        return 1; /* the file was removed, so SQLite itself refuses to write to it */
    if (file.st_nlink != 1)
        return 0;
    folder = sqlite3_mprintf("%s", path);
    end = folder == NULL ? NULL : strrchr(folder, '/');
    if (end != NULL)
        end[1] = '\0';
    good = end == NULL || access(folder, R_OK) == 0;
    sqlite3_free(folder);
    return good;
}

static int create_tables(sqlite3 *db)
{
    int i, rc = indpsql_execute(db, "PRAGMA application_id = 1229866060", "");
    if (rc == SQLITE_OK)
        rc = indpsql_execute(db, "PRAGMA user_version = 1", "");
    for (i = 0; i < NEEDED && rc == SQLITE_OK; i++)
        rc = indpsql_execute(db, TABLES[i], "");
    return rc;
}

static int refuse_names(struct refusal *why)
{
    return indpsql_refuse(why,
                          "the ledger file must have no other hard link, and its folder must be "
                          "readable",
                          "", "");
}

static int refuse_journal(struct refusal *why)
{
    return indpsql_refuse(why,
                          "the ledger must have the journal mode DELETE: run PRAGMA journal_mode = "
                          "DELETE on it",
                          "", "");
}

static int refuse_existing(struct refusal *why)
{
    return indpsql_refuse(why,
                          "a file of this name exists: to open a ledger that exists, call dp_open",
                          "", "");
}

/* Makes a ledger of a new or empty database. */
static int fill(sqlite3 *db, struct refusal *why)
{
    sqlite3_int64 application = 0, version = 0, objects = 0;
    int rc = indpsql_execute(db, "BEGIN IMMEDIATE", "");
    if (rc != SQLITE_OK)
        return indpsql_file_failed(rc, why);
    rc = indpsql_integer(db, &application, 0, "PRAGMA application_id", "");
    if (rc == SQLITE_OK)
        rc = indpsql_integer(db, &version, 0, "PRAGMA user_version", "");
    if (rc == SQLITE_OK)
        rc = indpsql_integer(db, &objects, 0, "SELECT count(*) FROM sqlite_master", "");
    if (rc == SQLITE_OK && (application != 0 || version != 0 || objects != 0)) {
        indpsql_execute(db, "ROLLBACK", "");
        return refuse_existing(why);
    }
    if (rc == SQLITE_OK)
        rc = create_tables(db);
    if (rc == SQLITE_OK)
        rc = indpsql_execute(db, "COMMIT", "");
    if (rc != SQLITE_OK)
        indpsql_execute(db, "ROLLBACK", "");
    return rc == SQLITE_OK ? 1 : indpsql_file_failed(rc, why);
}

/* Checks that the file is a ledger. */
static int check(sqlite3 *db, struct refusal *why)
{
    sqlite3_int64 application = 0, version = 0;
    int good = 0, rc = indpsql_execute(db, "BEGIN", "");
    if (rc != SQLITE_OK)
        return indpsql_file_failed(rc, why);
    rc = indpsql_integer(db, &application, 0, "PRAGMA application_id", "");
    if (rc == SQLITE_OK)
        rc = indpsql_integer(db, &version, 0, "PRAGMA user_version", "");
    if (rc == SQLITE_OK)
        rc = has_tables(db, &good);
    if (rc == SQLITE_OK && !(good && application == APPLICATION && version == VERSION))
        rc = SQLITE_NOTADB;
    if (rc == SQLITE_OK)
        rc = has_journal(db, &good);
    indpsql_execute(db, "ROLLBACK", "");
    if (rc != SQLITE_OK)
        return indpsql_file_failed(rc, why);
    return good ? 1 : refuse_journal(why);
}

int indpsql_file_check(sqlite3 *db, const char *path, struct refusal *why)
{
    int tables = 0, journal = 0, rc = has_tables(db, &tables);
    if (rc == SQLITE_OK && !tables)
        rc = SQLITE_NOTADB;
    if (rc == SQLITE_OK)
        rc = has_journal(db, &journal);
    if (rc != SQLITE_OK)
        return indpsql_file_failed(rc, why);
    if (!journal)
        return refuse_journal(why);
    return has_one_name(path) ? 1 : refuse_names(why);
}

/* Makes commits durable, and keeps SQLite from running triggers and views that the file
 * contains. */
static int prepare_connection(sqlite3 *db, struct refusal *why)
{
    sqlite3_int64 synchronous = 0;
    int off = 0, rc;
    sqlite3_busy_timeout(db, INDPSQL_PATIENCE);
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
    return rc == SQLITE_OK ? 1 : indpsql_file_failed(rc, why);
}

/* Makes an empty file that only its owner can read and write. SQLite itself would let everybody
 * read it. If there is such a file, it stays as it is. */
static void make_private(const char *path)
{
    int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (fd >= 0)
        close(fd);
}

/* Prepares the connection and checks the file while the ledger is locked, since the first reading
 * may roll back the journal of a process that died. */
static int use(sqlite3 *db, const char *name, int create, struct refusal *why)
{
    struct stat file;
    int lock, good, rc;
    if (create && stat(name, &file) == 0 && file.st_size != 0)
        return refuse_existing(why);
    rc = indpsql_lock(name, create ? INDPSQL_EXCLUSIVE : INDPSQL_SHARED, create, &lock);
    if (rc != SQLITE_OK)
        return indpsql_file_failed(rc, why);
    good = prepare_connection(db, why) && (!create || fill(db, why)) && check(db, why);
    if (good && !has_one_name(name))
        good = refuse_names(why);
    indpsql_unlock(lock);
    return good;
}

sqlite3 *indpsql_file_open(const char *path, int create, struct refusal *why)
{
    const char *name;
    sqlite3 *db = NULL;
    int good, rc;
    if (create && strcmp(path, ":memory:") != 0)
        make_private(path);
    /* This does not read the file yet. */
    rc = sqlite3_open_v2(path, &db,
                         SQLITE_OPEN_READWRITE | SQLITE_OPEN_FULLMUTEX | SQLITE_OPEN_PRIVATECACHE |
                             (create ? SQLITE_OPEN_CREATE : 0),
                         NULL);
    name = db == NULL ? NULL : sqlite3_db_filename(db, "main");
    if ((rc & 0xFF) == SQLITE_CANTOPEN && !create && access(path, F_OK) != 0)
        good = indpsql_refuse(why,
                              "no ledger has this name: check the name, or make a new ledger with "
                              "dp_create",
                              "", "");
    else if (rc != SQLITE_OK)
        good = indpsql_file_failed(rc, why);
    else if (name == NULL || *name == '\0')
        good = indpsql_refuse(why, "the ledger must be a file, not a database in memory", "", "");
    else if (sqlite3_db_readonly(db, "main") != 0)
        good = indpsql_file_failed(SQLITE_READONLY, why);
    else
        good = use(db, name, create, why);
    if (good)
        return db;
    sqlite3_close_v2(db);
    return NULL;
}
