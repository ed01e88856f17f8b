#define _POSIX_C_SOURCE 200809L
#include "make.h"

#include <string.h>
#include <sys/stat.h>

#include "../ledger/ledger.h"
#include "fence.h"
#include "list.h"
#include "private.h"

/* Whether two paths of databases name the same file. */
static int is_same_file(const char *a, const char *b)
{
    struct stat first, second;
    if (a == NULL || b == NULL || *a == '\0' || *b == '\0')
        return 0;
    if (stat(a, &first) == 0 && stat(b, &second) == 0)
        return first.st_dev == second.st_dev && first.st_ino == second.st_ino;
    return strcmp(a, b) == 0;
}

/* Counts the databases of a connection other than main and temp. It runs a PRAGMA statement, since
 * the database could have a table or view of its own named pragma_database_list. */
static int count_attached(sqlite3 *db, int *out)
{
    sqlite3_stmt *statement = NULL;
    int rc = sqlite3_prepare_v2(db, "PRAGMA database_list", -1, &statement, NULL);
    *out = 0;
    while (rc == SQLITE_OK && (rc = sqlite3_step(statement)) == SQLITE_ROW) {
        *out += sqlite3_column_int(statement, 0) > 1; /* 0 is main, 1 is temp */
        rc = SQLITE_OK;
    }
    sqlite3_finalize(statement);
    return rc == SQLITE_DONE ? SQLITE_OK : rc;
}

/* Finds tables and views with names that this folder relies on, which an earlier reader may have
 * left, and virtual tables, which may stay connected to a module of the host. The query calls no
 * function, since the host may have replaced it. */
static int find_foreign(sqlite3 *db, int *found)
{
    sqlite3_stmt *statement = NULL;
    int rc = sqlite3_prepare_v2(db, "SELECT type, name, rootpage FROM main.sqlite_master", -1,
                                &statement, NULL);
    *found = 0;
    while (rc == SQLITE_OK && (rc = sqlite3_step(statement)) == SQLITE_ROW) {
        const char *type = (const char *)sqlite3_column_text(statement, 0),
                   *name = (const char *)sqlite3_column_text(statement, 1);
        int table = type != NULL && strcmp(type, "table") == 0,
            view = type != NULL && strcmp(type, "view") == 0;
        *found |= ((table || view) && indpsql_is_reserved(name)) ||
                  (table && sqlite3_column_int64(statement, 2) == 0);
        /* The row of a table that is being created has no name yet. */
        rc = name == NULL && sqlite3_column_type(statement, 1) != SQLITE_NULL ? SQLITE_NOMEM
                                                                              : SQLITE_OK;
    }
    sqlite3_finalize(statement);
    return rc == SQLITE_DONE ? SQLITE_OK : rc;
}

/* Finds temporary tables, views and triggers. */
static int find_temporary(sqlite3 *db, int *found)
{
    sqlite3_stmt *statement = NULL;
    int rc = sqlite3_prepare_v2(db, "SELECT 1 FROM temp.sqlite_master", -1, &statement, NULL);
    if (rc == SQLITE_OK)
        rc = sqlite3_step(statement);
    *found = rc == SQLITE_ROW;
    sqlite3_finalize(statement);
    return rc == SQLITE_DONE || rc == SQLITE_ROW ? SQLITE_OK : rc;
}

/* Checks the reader's database. */
static int check_own(struct making *making, struct refusal *why)
{
    int attached = 0, temporary = 0, foreign = 0, rc = count_attached(making->db, &attached);
    if (rc == SQLITE_OK)
        rc = find_temporary(making->db, &temporary);
    if (rc == SQLITE_OK)
        rc = find_foreign(making->db, &foreign);
    if (rc != SQLITE_OK)
        making->code = rc;
    if ((rc & 0xFF) == SQLITE_NOMEM)
        return indpsql_refuse_memory(why);
    if ((rc & 0xFF) == SQLITE_BUSY || (rc & 0xFF) == SQLITE_LOCKED)
        return indpsql_refuse(why, "the reader's database is locked: try again", "", "");
    if (rc != SQLITE_OK)
        return indpsql_refuse(why, "the reader's database cannot be read", "", "");
    if (attached)
        return indpsql_refuse(why, "the reader's connection has attached databases", "", "");
    if (temporary)
        return indpsql_refuse(why,
                              "the reader's connection has temporary tables, views or triggers: "
                              "use a new connection",
                              "", "");
    if (foreign)
        return indpsql_refuse(why,
                              "the reader's database has virtual tables, or tables or views whose "
                              "names begin with dp_, indp_, json_ or pragma_",
                              "", "");
    return 1;
}

/* Whether a statement is running, other than the one that calls dp_reader. Statements that are only
 * prepared are compiled again, under the authorizer, before they run. */
static int is_busy(sqlite3 *db, int but)
{
    sqlite3_stmt *statement;
    int busy = 0;
    for (statement = sqlite3_next_stmt(db, NULL); statement != NULL;
         statement = sqlite3_next_stmt(db, statement))
        busy += sqlite3_stmt_busy(statement) != 0;
    return busy > but;
}

static int check_process(struct refusal *why)
{
    if (sqlite3_libversion_number() < INDPSQL_LEDGER_VERSION)
        return indpsql_refuse(why, "needs SQLite 3.38 or later", "", "");
    if (sqlite3_compileoption_used("OMIT_AUTHORIZATION"))
        return indpsql_refuse(why, "needs a SQLite that has authorizers", "", "");
    if (sqlite3_compileoption_used("TEMP_STORE=0"))
        return indpsql_refuse(why, "needs a SQLite that can keep temporary tables in memory", "",
                              "");
    if (sqlite3_hard_heap_limit64(-1) > 0)
        return indpsql_refuse(why,
                              "the process has a hard heap limit, which would make failures depend "
                              "on private rows: remove it with sqlite3_hard_heap_limit64(0)",
                              "", "");
    return 1;
}

/* Checks both connections before anything is changed. */
static int check_connections(struct making *making, struct refusal *why)
{
    int used = 1;
    making->code = SQLITE_MISUSE;
    if (is_busy(making->db, making->running) || is_busy(making->private_db, 0))
        return indpsql_refuse(
            why, "one of the connections has a statement that is running: reset it first", "", "");
    if (!sqlite3_get_autocommit(making->private_db))
        return indpsql_refuse(why, "the private connection is in a transaction: end it first", "",
                              "");
    if (indpsql_private_is_used(making->private_db, &used) != SQLITE_OK || used)
        return indpsql_refuse(why,
                              "the private connection has a reader already: open another private "
                              "connection",
                              "", "");
    if (!check_own(making, why))
        return 0;
    making->code = SQLITE_ERROR;
    return 1;
}

static int check_files(struct making *making, struct refusal *why)
{
    const char *ledger = indpsql_ledger_path(making->connection->ledger),
               *own = sqlite3_db_filename(making->db, "main");
    const char *private_file = sqlite3_db_filename(making->private_db, "main");
    if (!is_same_file(own, private_file) && !is_same_file(own, ledger) &&
        !is_same_file(private_file, ledger))
        return 1;
    making->code = SQLITE_MISUSE;
    return indpsql_refuse(why,
                          "the reader's database, the private database and the ledger must not "
                          "share a file",
                          "", "");
}

static int refuse_fence(int rc, struct refusal *why)
{
    if (rc == SQLITE_OK)
        return 1;
    return rc == SQLITE_NOMEM
               ? indpsql_refuse_memory(why)
               : indpsql_refuse(why, "the reader's connection cannot be restricted", "", "");
}

static int refuse_private(struct making *making, int rc, struct refusal *why)
{
    making->code = rc;
    switch (rc & 0xFF) {
    case SQLITE_OK: return 1;
    case SQLITE_NOMEM: return indpsql_refuse_memory(why);
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
        return indpsql_refuse(why, "the private database is locked: try again", "", "");
    default:
        return indpsql_refuse(why,
                              "the private connection cannot be restricted, or its database cannot "
                              "be read",
                              "", "");
    }
}

static int fence_private(struct making *making, struct refusal *why)
{
    struct before before;
    int good = refuse_private(making, indpsql_private_fence(making->connection, &before), why);
    if (!good)
        indpsql_private_release(making->private_db, &before);
    return good;
}

int indpsql_make_reader(struct making *making, const char *ledger, struct refusal *why)
{
    struct connection *connection = making->connection;
    int good;
    if (!check_process(why) || !check_connections(making, why))
        return 0;
    good = indpsql_ledger_open(ledger, 0, &connection->ledger, why) && check_files(making, why) &&
           refuse_fence(indpsql_fence(making->db, making->running), why);
    if (good) {
        connection->private_db = making->private_db;
        good = refuse_fence(making->add_functions(connection), why) &&
               refuse_fence(indpsql_fence_close(connection), why) && fence_private(making, why);
    }
    if (good)
        return 1;
    connection->private_db = NULL; /* it still belongs to the caller */
    indpsql_ledger_close(connection->ledger);
    connection->ledger = NULL;
    return 0;
}
