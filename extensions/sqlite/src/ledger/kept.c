#include "kept.h"

#include "file.h"

/* In the order of indpsql_file_optional. */
int indpsql_kept_make(sqlite3 *db)
{
    sqlite3_int64 found = 0;
    int i, rc = indpsql_integer(db, &found, 0,
                                "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = "
                                "'kept'",
                                "");
    for (i = 0; rc == SQLITE_OK && !found && indpsql_file_optional(i) != NULL; i++)
        rc = indpsql_execute(db, indpsql_file_optional(i), "");
    return rc;
}

static int has_tables(sqlite3 *db, int *out)
{
    sqlite3_int64 found = 0;
    int rc =
        indpsql_integer(db, &found, 0,
                        "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'kept'", "");
    *out = found != 0;
    return rc;
}

static int drop_rows(sqlite3 *db)
{
    return indpsql_execute(db, "DELETE FROM answer WHERE kept NOT IN (SELECT id FROM kept)", "");
}

int indpsql_kept_drop(sqlite3 *db, const char *name)
{
    int found = 0, rc = has_tables(db, &found);
    if (rc == SQLITE_OK && found)
        rc = indpsql_execute(db, "DELETE FROM kept WHERE name = ?", "t", name);
    return rc == SQLITE_OK && found ? drop_rows(db) : rc;
}

/* Sets *id to the newest answer that is not too old, or to 0. The time never goes back, since it is
 * at least that of the last entry. */
static int find(sqlite3 *db, const struct charge *charge, const struct keeping *keeping,
                sqlite3_int64 *id)
{
    sqlite3_int64 now = 0;
    int found = 0, rc = has_tables(db, &found);
    *id = 0;
    if (rc == SQLITE_OK)
        rc = indpsql_ledger_now(db, &now);
    if (rc == SQLITE_OK && found)
        rc = indpsql_integer(db, id, 0,
                             "SELECT id FROM kept WHERE name = ? AND fields = ? AND arguments = ? "
                             "AND file = ? AND time <= ? AND until > ? ORDER BY time DESC LIMIT 1",
                             "ttttii", charge->name, charge->fields, keeping->arguments,
                             keeping->file, now, now);
    return rc;
}

static int read_rows(sqlite3 *db, sqlite3_int64 id, struct rows *out)
{
    sqlite3_stmt *statement = NULL;
    int rc =
        indpsql_prepare(db, &statement,
                        "SELECT key, value FROM answer WHERE kept = ? ORDER BY number", "i", id);
    while (rc == SQLITE_OK) {
        rc = sqlite3_step(statement);
        if (rc == SQLITE_ROW)
            rc = indpsql_rows_copy(out, statement) ? SQLITE_OK : SQLITE_NOMEM;
    }
    sqlite3_finalize(statement);
    return rc == SQLITE_DONE ? SQLITE_OK : rc;
}

static int give(sqlite3 *db, const struct charge *charge, const struct keeping *keeping,
                struct rows *out, int *given, struct refusal *why)
{
    sqlite3_int64 id = 0;
    int rc;
    if (!indpsql_is_declared(db, charge, why))
        return 0;
    rc = find(db, charge, keeping, &id);
    if (rc == SQLITE_OK && id != 0)
        rc = read_rows(db, id, out);
    if (rc != SQLITE_OK)
        return indpsql_file_failed(rc, why);
    *given = id != 0;
    return id == 0 || indpsql_log_nothing(db, charge, why);
}

int indpsql_kept_give(struct ledger *ledger, const struct charge *charge,
                      const struct keeping *keeping, struct rows *out, int *given,
                      struct refusal *why)
{
    sqlite3 *db = indpsql_ledger_begin(ledger, why);
    int good;
    *given = 0;
    if (db == NULL)
        return 0;
    good = give(db, charge, keeping, out, given, why);
    if (good && !*given) /* there is nothing to write */
        indpsql_ledger_end(ledger, 0, why);
    else
        good = indpsql_ledger_end(ledger, good, why);
    if (!good) {
        *given = 0;
        indpsql_rows_clear(out);
    }
    return good;
}

static int store_cell(sqlite3_stmt *statement, int i, const struct cell *cell)
{
    switch (cell->type) {
    case SQLITE_INTEGER: return sqlite3_bind_int64(statement, i, cell->integer);
    case SQLITE_FLOAT: return sqlite3_bind_double(statement, i, cell->real);
    case SQLITE_TEXT:
        return sqlite3_bind_text64(statement, i, cell->text, cell->length, SQLITE_STATIC,
                                   SQLITE_UTF8);
    default: return sqlite3_bind_null(statement, i);
    }
}

static int store_rows(sqlite3 *db, sqlite3_int64 id, const struct rows *rows)
{
    sqlite3_stmt *statement = NULL;
    size_t row;
    int rc = indpsql_prepare(db, &statement, "INSERT INTO answer VALUES (?1, ?2, ?3, ?4)", "i", id);
    for (row = 0; row < rows->number && rc == SQLITE_OK; row++) {
        const struct cell *cells = &rows->cells[row * (size_t)rows->columns];
        rc = sqlite3_bind_int64(statement, 2, (sqlite3_int64)row);
        if (rc == SQLITE_OK)
            rc = store_cell(statement, 3, &cells[0]);
        if (rc == SQLITE_OK)
            rc = store_cell(statement, 4, &cells[1]);
        if (rc == SQLITE_OK)
            rc = sqlite3_step(statement);
        if (rc == SQLITE_DONE)
            rc = sqlite3_reset(statement);
    }
    sqlite3_finalize(statement);
    return rc;
}

/* Also removes the answers that are too old. */
static int store(sqlite3 *db, const struct charge *charge, const struct keeping *keeping,
                 const struct rows *rows)
{
    struct refusal changed;
    sqlite3_int64 now = 0;
    int rc = indpsql_ledger_now(db, &now);
    if (rc == SQLITE_OK && !indpsql_is_declared(db, charge, &changed))
        rc = changed.memory ? SQLITE_NOMEM : SQLITE_ABORT;
    if (rc == SQLITE_OK)
        rc = indpsql_execute(db, "DELETE FROM kept WHERE until <= ?", "i", now);
    if (rc == SQLITE_OK)
        rc = drop_rows(db);
    if (rc == SQLITE_OK)
        rc = indpsql_execute(db,
                             "INSERT INTO kept(name, fields, arguments, file, time, until) VALUES "
                             "(?, ?, ?, ?, ?, ?)",
                             "ttttii", charge->name, charge->fields, keeping->arguments,
                             keeping->file, now, now + keeping->seconds);
    return rc == SQLITE_OK ? store_rows(db, sqlite3_last_insert_rowid(db), rows) : rc;
}

int indpsql_kept_store(struct ledger *ledger, const struct charge *charge,
                       const struct keeping *keeping, const struct rows *rows)
{
    struct refusal why;
    sqlite3 *db;
    int rc;
    why.memory = 0;
    db = indpsql_ledger_begin(ledger, &why);
    if (db == NULL)
        return !why.memory;
    rc = store(db, charge, keeping, rows);
    (void)indpsql_ledger_end(ledger, rc == SQLITE_OK, &why);
    return rc != SQLITE_NOMEM && !why.memory;
}
