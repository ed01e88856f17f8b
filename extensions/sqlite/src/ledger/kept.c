#include "kept.h"

#include <string.h>

#include "file.h"

static int has_table(sqlite3 *db, int *out)
{
    sqlite3_int64 found = 0;
    int rc =
        indpsql_integer(db, &found, 0,
                        "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'kept'", "");
    *out = found != 0;
    return rc;
}

int indpsql_kept_make(sqlite3 *db)
{
    int found = 0, rc = has_table(db, &found);
    return rc == SQLITE_OK && !found ? indpsql_execute(db, indpsql_file_answers(), "") : rc;
}

int indpsql_kept_drop(sqlite3 *db, const char *name)
{
    int found = 0, rc = has_table(db, &found);
    if (rc == SQLITE_OK && found)
        rc = indpsql_execute(db, "DELETE FROM kept WHERE name = ?", "t", name);
    return rc;
}

/* A number that differs if one of the texts or a byte of the answers does. Another program may have
 * rolled back a part of what was stored. */
static sqlite3_int64 sum_of(const struct charge *charge, const struct keeping *keeping,
                            const void *answers, size_t length)
{
    const char *texts[] = { charge->name, charge->fields, keeping->arguments, keeping->file };
    sqlite3_uint64 sum = 0xcbf29ce484222325u; /* FNV-1a */
    size_t i, k;
    for (i = 0; i < sizeof texts / sizeof *texts; i++)
        for (k = 0; k <= strlen(texts[i]); k++) {
            unsigned char byte = (unsigned char)texts[i][k];
            if (i == 0 && byte >= 'A' && byte <= 'Z') /* names are equal in either case */
                byte = (unsigned char)(byte + 32);
            sum = (sum ^ byte) * 0x100000001b3u;
        }
    for (k = 0; k < length; k++)
        sum = (sum ^ ((const unsigned char *)answers)[k]) * 0x100000001b3u;
    return (sqlite3_int64)(sum >> 1);
}

/* One cell: its type, and 8 bytes, which are the length if text follows. */
static void write_cell(sqlite3_str *out, const struct cell *cell)
{
    char bytes[9];
    sqlite3_int64 length = (sqlite3_int64)cell->length;
    memset(bytes, 0, sizeof bytes);
    bytes[0] = (char)cell->type;
    if (cell->type == SQLITE_INTEGER)
        memcpy(bytes + 1, &cell->integer, 8);
    else if (cell->type == SQLITE_FLOAT)
        memcpy(bytes + 1, &cell->real, 8);
    else if (cell->type == SQLITE_TEXT)
        memcpy(bytes + 1, &length, 8);
    sqlite3_str_append(out, bytes, sizeof bytes);
    if (cell->type == SQLITE_TEXT)
        sqlite3_str_append(out, cell->text, (int)cell->length);
}

/* Returns 0 if memory ran out or the bytes are no cell. */
static int read_cell(const char **from, const char *end, struct cell *cell)
{
    sqlite3_int64 length = 0;
    if (end - *from < 9)
        return 0;
    cell->type = (*from)[0];
    memcpy(&cell->integer, *from + 1, 8);
    memcpy(&cell->real, *from + 1, 8);
    memcpy(&length, *from + 1, 8);
    *from += 9;
    if (cell->type != SQLITE_TEXT)
        return cell->type == SQLITE_INTEGER || cell->type == SQLITE_FLOAT ||
               cell->type == SQLITE_NULL;
    cell->type = SQLITE_NULL;
    if (length < 0 || length > end - *from || !indpsql_cell_text(cell, *from, (size_t)length))
        return 0;
    *from += length;
    return 1;
}

static int read_rows(const char *bytes, size_t length, struct rows *out)
{
    const char *end = bytes + length;
    while (bytes < end) {
        struct cell *row = indpsql_rows_add(out);
        if (row == NULL || !read_cell(&bytes, end, &row[0]) || !read_cell(&bytes, end, &row[1]))
            return 0;
    }
    return 1;
}

/* Reads the newest answer that is not too old, and sets *id, or sets it to 0. The time of the
 * ledger never goes back. If the clock was ahead when the answer was stored, it counts as too
 * old. */
static int find(sqlite3 *db, const struct charge *charge, const struct keeping *keeping,
                struct rows *out, sqlite3_int64 *id)
{
    sqlite3_stmt *statement = NULL;
    sqlite3_int64 now = 0, clock = 0;
    int found = 0, rc = has_table(db, &found);
    *id = 0;
    if (rc == SQLITE_OK)
        rc = indpsql_ledger_now(db, &now);
    if (rc == SQLITE_OK)
        rc = indpsql_ledger_clock(db, &clock);
    if (rc != SQLITE_OK || !found)
        return rc;
    rc = indpsql_prepare(db, &statement,
                         "SELECT id, sum, answers FROM kept WHERE name = ? AND arguments = ? AND "
                         "file = ? AND time <= ? AND until > ? AND clock <= ? AND clock > ? ORDER "
                         "BY time DESC, id DESC LIMIT 1",
                         "tttiiii", charge->name, keeping->arguments, keeping->file, now, now,
                         clock, clock - keeping->seconds);
    if (rc == SQLITE_OK)
        rc = sqlite3_step(statement);
    if (rc == SQLITE_ROW) {
        const char *bytes = sqlite3_column_blob(statement, 2);
        size_t length = (size_t)sqlite3_column_bytes(statement, 2);
        if (bytes != NULL &&
            sqlite3_column_int64(statement, 1) == sum_of(charge, keeping, bytes, length) &&
            read_rows(bytes, length, out))
            *id = sqlite3_column_int64(statement, 0);
        else
            indpsql_rows_clear(out); /* what is damaged is not given */
    }
    sqlite3_finalize(statement);
    return rc == SQLITE_ROW || rc == SQLITE_DONE ? SQLITE_OK : rc;
}

/* Counts that the answer is given. */
static int note(sqlite3 *db, const struct charge *charge, sqlite3_int64 id, struct refusal *why)
{
    sqlite3_int64 given = 0;
    int rc = indpsql_integer(db, &given, 0, "SELECT given FROM kept WHERE id = ?", "i", id);
    if (rc == SQLITE_OK)
        rc = indpsql_execute(db, "UPDATE kept SET given = given + 1 WHERE id = ?", "i", id);
    if (rc != SQLITE_OK)
        return indpsql_file_failed(rc, why);
    return given > 0 || indpsql_log_nothing(db, charge, why);
}

static int give(sqlite3 *db, const struct charge *charge, struct keeping *keeping, struct rows *out,
                int *given, struct refusal *why)
{
    sqlite3_int64 id = 0;
    int rc;
    if (!indpsql_is_declared(db, charge, why) || !indpsql_has_sound_budget(db, charge->budget, why))
        return 0;
    rc = indpsql_integer(db, &keeping->last, 0, "SELECT max(id) FROM entry", "");
    if (rc == SQLITE_OK)
        rc = find(db, charge, keeping, out, &id);
    if (rc != SQLITE_OK)
        return indpsql_file_failed(rc, why);
    *given = id != 0;
    return id == 0 || note(db, charge, id, why);
}

int indpsql_kept_give(struct ledger *ledger, const struct charge *charge, struct keeping *keeping,
                      struct rows *out, int *given, struct refusal *why)
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

/* All cells in one value, so that they are stored together or not at all. */
static char *all_cells(const struct rows *rows, int *length)
{
    sqlite3_str *out = sqlite3_str_new(NULL);
    size_t i;
    for (i = 0; i < rows->number * (size_t)rows->columns; i++)
        write_cell(out, &rows->cells[i]);
    *length = sqlite3_str_length(out);
    return sqlite3_str_finish(out);
}

/* Whether the question was forgotten since the ledger was asked for a kept answer. */
static int is_forgotten(sqlite3 *db, const struct charge *charge, const struct keeping *keeping,
                        int *out)
{
    sqlite3_int64 found = 0;
    int rc = indpsql_integer(db, &found, 0,
                             "SELECT 1 FROM entry WHERE id > ? AND act = 'forget' AND name = ? "
                             "COLLATE NOCASE",
                             "it", keeping->last, charge->name);
    *out = found != 0;
    return rc;
}

/* Also removes the answers that are too old. */
static int store(sqlite3 *db, const struct charge *charge, const struct keeping *keeping,
                 const char *answers, int length)
{
    struct refusal changed;
    sqlite3_int64 now = 0, clock = 0;
    int forgotten = 0, rc = is_forgotten(db, charge, keeping, &forgotten);
    if (rc == SQLITE_OK && forgotten)
        rc = SQLITE_ABORT;
    if (rc == SQLITE_OK)
        rc = indpsql_ledger_now(db, &now);
    if (rc == SQLITE_OK)
        rc = indpsql_ledger_clock(db, &clock);
    if (rc == SQLITE_OK && !indpsql_is_declared(db, charge, &changed))
        rc = changed.memory ? SQLITE_NOMEM : SQLITE_ABORT;
    if (rc == SQLITE_OK)
        rc = indpsql_execute(db, "DELETE FROM kept WHERE until <= ?", "i", now);
    if (rc == SQLITE_OK)
        rc = indpsql_execute(db,
                             "INSERT INTO kept(name, arguments, file, time, until, clock, given, "
                             "answers, sum) VALUES (?, ?, ?, ?, ?, ?, 0, ?, ?)",
                             "tttiiibi", charge->name, keeping->arguments, keeping->file, now,
                             now + keeping->seconds, clock, (const void *)answers, length,
                             sum_of(charge, keeping, answers, (size_t)length));
    return rc;
}

int indpsql_kept_store(struct ledger *ledger, const struct charge *charge,
                       const struct keeping *keeping, const struct rows *rows)
{
    struct refusal why;
    sqlite3 *db;
    int rc, length = 0;
    char *answers = all_cells(rows, &length);
    if (answers == NULL)
        return 0;
    why.memory = 0;
    db = indpsql_ledger_begin(ledger, &why);
    rc = db == NULL ? SQLITE_OK : store(db, charge, keeping, answers, length);
    if (db != NULL)
        (void)indpsql_ledger_end(ledger, rc == SQLITE_OK, &why);
    sqlite3_free(answers);
    return rc != SQLITE_NOMEM && !why.memory;
}
