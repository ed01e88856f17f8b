#include "listings.h"

#include "../ledger/ledger.h"
#include "../readers/fence.h"
#include "rows.h"

struct listing {
    const char *name, *schema, *query;
    int columns;
    int for_readers;
    int optional; /* reads a table that the ledger may not have */
};

static const struct listing LISTINGS[] = {
    { "dp_questions", "CREATE TABLE x(name TEXT, fields TEXT)",
      "SELECT name, fields FROM declaration WHERE kind = 'question' ORDER BY name", 2, 1, 0 },
    { "dp_declared", "CREATE TABLE x(name TEXT, aggregate TEXT, fields TEXT)",
      "SELECT name, kind, fields FROM declaration WHERE kind <> 'question' ORDER BY name", 3, 0,
      0 },
    { "dp_budgets",
      "CREATE TABLE x(name TEXT, epsilon REAL, highest REAL, days INTEGER, began TEXT, windows "
      "INTEGER)",
      "SELECT name, epsilon, highest, days, datetime(began, 'unixepoch'), windows FROM budget "
      "ORDER BY name",
      6, 0, 0 },
    { "dp_ledger",
      "CREATE TABLE x(id INTEGER, time TEXT, act TEXT, name TEXT, budget TEXT, epsilon REAL, "
      "remaining REAL)",
      "SELECT id, datetime(time, 'unixepoch'), act, name, budget, epsilon, remaining FROM entry "
      "ORDER BY id",
      7, 0, 0 },
    { "dp_kept",
      "CREATE TABLE x(name TEXT, parameters TEXT, file TEXT, at TEXT, until TEXT, given INTEGER)",
      "SELECT name, arguments, file, datetime(time, 'unixepoch'), datetime(until, 'unixepoch'), "
      "given FROM kept ORDER BY id",
      6, 0, 1 },
};
enum { LISTING_COUNT = sizeof LISTINGS / sizeof *LISTINGS };

/* The data of a module. */
struct module {
    struct connection *connection;
    const struct listing *listing;
};

static int connect(sqlite3 *db, void *data, int argc, const char *const *argv, sqlite3_vtab **out,
                   char **message)
{
    const struct module *module = data;
    (void)argc;
    (void)argv;
    (void)message;
    return indpsql_rows_connect(db, module->listing->schema, 1, data, out);
}

static int best_index(sqlite3_vtab *table, sqlite3_index_info *info)
{
    (void)table;
    info->estimatedCost = 1000;
    return SQLITE_OK;
}

static int open_cursor(sqlite3_vtab *table, sqlite3_vtab_cursor **out)
{
    const struct module *module = indpsql_rows_data(table);
    return indpsql_rows_open(out, module->listing->columns);
}

static int filter(sqlite3_vtab_cursor *cursor, int number, const char *text, int argc,
                  sqlite3_value **argv)
{
    struct rows *rows = (struct rows *)cursor;
    const struct module *module = indpsql_rows_data(cursor->pVtab);
    sqlite3_stmt *statement = NULL;
    struct refusal why;
    sqlite3 *db;
    int rc;
    (void)number;
    (void)text;
    (void)argc;
    (void)argv;
    indpsql_rows_clear(rows);
    if (module->connection->ledger == NULL) {
        indpsql_refuse(&why, INDPSQL_NO_LEDGER, "", "");
        return indpsql_rows_refuse(cursor->pVtab, module->listing->name, &why);
    }
    if (!indpsql_is_fenced(module->connection, &why))
        return indpsql_rows_refuse(cursor->pVtab, module->listing->name, &why);
    db = indpsql_ledger_read(module->connection->ledger, &why);
    if (db == NULL)
        return indpsql_rows_refuse(cursor->pVtab, module->listing->name, &why);
    rc = indpsql_prepare(db, &statement, module->listing->query, "");
    if (rc == SQLITE_ERROR && module->listing->optional)
        rc = SQLITE_DONE;
    while (rc == SQLITE_OK) {
        rc = sqlite3_step(statement);
        if (rc == SQLITE_ROW)
            rc = indpsql_rows_copy(rows, statement) ? SQLITE_OK : SQLITE_NOMEM;
    }
    sqlite3_finalize(statement);
    indpsql_ledger_leave(module->connection->ledger);
    if (rc == SQLITE_DONE)
        return SQLITE_OK;
    indpsql_file_failed(rc, &why);
    return indpsql_rows_refuse(cursor->pVtab, module->listing->name, &why);
}

static const sqlite3_module METHODS = { .iVersion = 0,
                                        .xConnect = connect,
                                        .xBestIndex = best_index,
                                        .xDisconnect = indpsql_rows_disconnect,
                                        .xOpen = open_cursor,
                                        .xClose = indpsql_rows_close,
                                        .xFilter = filter,
                                        .xNext = indpsql_rows_next,
                                        .xEof = indpsql_rows_eof,
                                        .xColumn = indpsql_rows_column,
                                        .xRowid = indpsql_rows_rowid };

static void leave_module(void *pointer)
{
    struct module *module = pointer;
    indpsql_connection_leave(module->connection);
    sqlite3_free(module);
}

int indpsql_register_listings(struct connection *connection, int reader)
{
    int i, rc = SQLITE_OK;
    for (i = 0; i < LISTING_COUNT && rc == SQLITE_OK; i++) {
        struct module *module;
        if (reader && !LISTINGS[i].for_readers)
            continue;
        module = sqlite3_malloc((int)sizeof *module);
        if (module == NULL)
            return SQLITE_NOMEM;
        module->connection = connection;
        module->listing = &LISTINGS[i];
        indpsql_connection_enter(connection);
        rc = sqlite3_create_module_v2(connection->db, LISTINGS[i].name, &METHODS, module,
                                      leave_module);
    }
    return rc;
}
