#include "answer.h"

#include <string.h>
#include <sys/stat.h>

#include "../declared/declare.h"
#include "../declared/group.h"
#include "../ledger/kept.h"
#include "question.h"

/* A question that is being asked. It is too large for the stack. */
struct asking {
    struct question question;
    struct group group;
    char *name, *fields; /* as they are in the ledger */
    char *arguments;     /* the values of the parameters */
    char *file;          /* names the private database; NULL if it is not in a file */
};

int indpsql_check_question(struct connection *connection, sqlite3 *db, const char *fields,
                           int *keeps, struct refusal *why)
{
    struct question *question = sqlite3_malloc((int)sizeof *question);
    sqlite3_stmt *statement = NULL;
    int good;
    if (question == NULL)
        return indpsql_refuse_memory(why);
    good = indpsql_question_read(db, fields, question, why) &&
           indpsql_question_prepare(connection, question, 0, &statement, why);
    *keeps = question->keep > 0;
    sqlite3_finalize(statement);
    indpsql_question_free(question);
    sqlite3_free(question);
    return good;
}

/* Finds the declaration in the ledger. */
static int load(sqlite3 *db, const char *name, struct asking *asking, struct refusal *why)
{
    sqlite3_stmt *statement = NULL;
    int rc = indpsql_prepare(db, &statement,
                             "SELECT name, fields FROM declaration WHERE name = ? AND kind = ?",
                             "tt", name, INDPSQL_QUESTION);
    if (rc == SQLITE_OK)
        rc = sqlite3_step(statement);
    if (rc == SQLITE_ROW) {
        asking->name = sqlite3_mprintf("%s", sqlite3_column_text(statement, 0));
        asking->fields = sqlite3_mprintf("%s", sqlite3_column_text(statement, 1));
    }
    sqlite3_finalize(statement);
    if (rc == SQLITE_DONE)
        return indpsql_refuse(why, "question must name a declared question: see dp_questions", "",
                              "");
    if (rc != SQLITE_ROW)
        return indpsql_file_failed(rc, why);
    return asking->name != NULL && asking->fields != NULL ? 1 : indpsql_refuse_memory(why);
}

/* Begins to read. Refuses if the database is locked. A private connection of a reader does not wait
 * for the lock (see fence_private), since the thread that asks may itself hold it. */
static int begin(sqlite3 *db, sqlite3_stmt **out, struct refusal *why)
{
    int rc = indpsql_question_begin(db, out);
    if (rc == SQLITE_ROW)
        return 1;
    if ((rc & 0xFF) == SQLITE_BUSY || (rc & 0xFF) == SQLITE_LOCKED)
        return indpsql_refuse(why, "the private database is locked: ask again", "", "");
    return indpsql_refuse(why, "the private database cannot be read", "", "");
}

static void set_charge(const struct asking *asking, struct charge *charge)
{
    charge->name = asking->name;
    charge->kind = INDPSQL_QUESTION;
    charge->fields = asking->fields;
    charge->changed = "the declaration of this question has just changed: ask again";
    charge->budget = asking->question.spec->budget;
    charge->epsilon = asking->question.spec->parameters.numbers.epsilon;
}

/* Names the file of a database, by its path and by the number that the system gave it. Sets *out to
 * NULL if there is none: a database in memory may have any name. Returns 0 if memory ran out. */
static int name_file(sqlite3 *db, char **out)
{
    const char *path = sqlite3_db_filename(db, "main");
    sqlite3_vfs *vfs = NULL;
    struct stat file;
    *out = NULL;
    if (path == NULL || path[0] != '/' || stat(path, &file) != 0 || !S_ISREG(file.st_mode) ||
        sqlite3_file_control(db, "main", SQLITE_FCNTL_VFS_POINTER, &vfs) != SQLITE_OK ||
        vfs == NULL || strcmp(vfs->zName, "memdb") == 0)
        return 1;
    *out = sqlite3_mprintf("%s %lld:%lld", path, (long long)file.st_dev, (long long)file.st_ino);
    return *out != NULL;
}

/* Whether the connection's file is still the one at its path. */
static int is_in_place(sqlite3 *db)
{
    int moved = 1;
    return sqlite3_file_control(db, "main", SQLITE_FCNTL_HAS_MOVED, &moved) == SQLITE_OK && !moved;
}

/* Whether answers to the question are kept. What a host has written and not committed may never be
 * in the file. */
static int is_kept(const struct asking *asking, sqlite3 *private_db, struct keeping *out)
{
    out->file = asking->file;
    out->seconds = asking->question.keep;
    out->arguments = asking->arguments;
    out->last = 0;
    return out->seconds > 0 && out->file != NULL && is_in_place(private_db) &&
           sqlite3_txn_state(private_db, "main") != SQLITE_TXN_WRITE;
}

/* Reads the private rows. It can fail only if memory runs out, the file cannot be read, or the
 * statement is interrupted. */
static int collect(sqlite3_stmt *statement, struct group *group)
{
    int keyed = group->cells != NULL, rc;
    while ((rc = sqlite3_step(statement)) == SQLITE_ROW && !group->failed)
        indpsql_group_add(group, keyed ? sqlite3_column_value(statement, 0) : NULL,
                          sqlite3_column_value(statement, 1));
    indpsql_group_flush(group);
    return rc == SQLITE_DONE && !group->failed;
}

static int write_key(struct cell *cell, const struct keys *keys, size_t i)
{
    const indp_category *key;
    if (keys->n == 0)
        return 1;
    key = &keys->list[i];
    if (key->text != NULL)
        return indpsql_cell_text(cell, key->text, key->length);
    cell->type = SQLITE_INTEGER;
    cell->integer = key->integer;
    return 1;
}

static int write_value(struct cell *cell, const struct group_answer *answer)
{
    const indp_value *value = &answer->value;
    if (answer->list != NULL && strcmp(answer->list, INDPSQL_NONE) == 0)
        return 1; /* a new cell is NULL */
    if (answer->list != NULL)
        return indpsql_cell_text(cell, answer->list, strlen(answer->list));
    if (value->tag != INDP_VALUE_REAL && value->label != NULL)
        return indpsql_cell_text(cell, value->label, value->length);
    cell->type = value->tag == INDP_VALUE_REAL ? SQLITE_FLOAT : SQLITE_INTEGER;
    cell->real = value->real;
    cell->integer = value->integer;
    return 1;
}

static int release(struct group *group, double epsilon, struct rows *out)
{
    size_t i, n = indpsql_group_size(group);
    for (i = 0; i < n; i++) {
        struct cell *row = indpsql_rows_add(out);
        struct group_answer answer;
        int good = row != NULL && indpsql_group_release(group, i, epsilon, &answer) == INDP_OK;
        if (!good)
            return 0;
        good = write_key(&row[0], &group->spec->keys, i) && write_value(&row[1], &answer);
        sqlite3_free(answer.list);
        if (!good)
            return 0;
    }
    return 1;
}

static int fail_charged(struct connection *connection, struct rows *out, struct refusal *why)
{
    connection->failed = connection->private_db != NULL;
    indpsql_rows_clear(out);
    return indpsql_refuse(why,
                          "the question was charged, but could not be answered; the charge stays",
                          "", "");
}

/* A reader who fills the memory up to a limit would learn from failures how much memory a question
 * needs, and so how many rows there are. Therefore a reader's connection refuses questions while
 * the process has a hard heap limit, and refuses all further questions after one has failed. */
static int is_roomy(const struct connection *connection, struct refusal *why)
{
    if (connection->private_db == NULL)
        return 1;
    if (connection->failed)
        return indpsql_refuse(why,
                              "an earlier question failed on this connection, so it answers no "
                              "more questions: open another connection",
                              "", "");
    if (sqlite3_hard_heap_limit64(-1) > 0)
        return indpsql_refuse(why,
                              "the process has a hard heap limit, which would make failures depend "
                              "on private rows: remove it with sqlite3_hard_heap_limit64(0)",
                              "", "");
    return 1;
}

/* Reads the private rows and releases, after the charge. */
static int answer(struct connection *connection, struct asking *asking, sqlite3_stmt *statement,
                  double epsilon, struct rows *out, struct refusal *why)
{
    int good;
    indpsql_group_start(&asking->group, asking->question.spec);
    good = collect(statement, &asking->group) && release(&asking->group, epsilon, out);
    indpsql_group_drop(&asking->group);
    return good || fail_charged(connection, out, why);
}

/* Answers, from what is kept or anew. What refuses a question does so in both cases. */
static int answer_once(struct connection *connection, struct asking *asking, sqlite3 *private_db,
                       sqlite3_stmt *statement, struct rows *out, struct refusal *why)
{
    struct charge charge;
    struct keeping keeping;
    double usable = 0;
    int keeps = is_kept(asking, private_db, &keeping), given = 0;
    set_charge(asking, &charge);
    if (keeps && !indpsql_kept_give(connection->ledger, &charge, &keeping, out, &given, why))
        return 0;
    if (given)
        return 1;
    if (!indpsql_charge(connection->ledger, &charge, &usable, why) ||
        !answer(connection, asking, statement, usable, out, why))
        return 0;
    return !keeps || !is_in_place(private_db) ||
           indpsql_kept_store(connection->ledger, &charge, &keeping, out) ||
           fail_charged(connection, out, why);
}

static int ask(struct connection *connection, struct asking *asking, sqlite3 *private_db,
               struct rows *out, struct refusal *why)
{
    sqlite3_stmt *transaction = NULL, *statement = NULL;
    int good = is_roomy(connection, why) && begin(private_db, &transaction, why) &&
               indpsql_question_prepare(connection, &asking->question, 1, &statement, why) &&
               answer_once(connection, asking, private_db, statement, out, why);
    sqlite3_finalize(statement);
    sqlite3_finalize(transaction);
    return good;
}

/* Reads the declaration of the question, and the parameters that the reader gives. */
static int prepare(struct ledger *ledger, sqlite3 *private_db, const char *name, const char *json,
                   struct asking *asking, struct refusal *why)
{
    sqlite3 *db = indpsql_ledger_read(ledger, why);
    int good;
    if (db == NULL)
        return 0;
    good = load(db, name, asking, why) &&
           indpsql_question_read(db, asking->fields, &asking->question, why) &&
           indpsql_arguments_give(db, json, &asking->question.arguments, why);
    indpsql_ledger_leave(ledger);
    if (good && asking->question.keep > 0) {
        asking->arguments = indpsql_arguments_text(&asking->question.arguments);
        good = (asking->arguments != NULL && name_file(private_db, &asking->file)) ||
               indpsql_refuse_memory(why);
    }
    return good;
}

int indpsql_answer_question(struct connection *connection, const char *name, const char *json,
                            struct rows *out, struct refusal *why)
{
    struct asking *asking = sqlite3_malloc((int)sizeof *asking);
    sqlite3 *private_db = indpsql_questioned(connection);
    int good = 0;
    if (asking == NULL)
        return indpsql_refuse_memory(why);
    memset(asking, 0, sizeof *asking);
    if (prepare(connection->ledger, private_db, name, json, asking, why)) {
        sqlite3_mutex_enter(sqlite3_db_mutex(private_db));
        good = ask(connection, asking, private_db, out, why);
        sqlite3_mutex_leave(sqlite3_db_mutex(private_db));
    }
    indpsql_question_free(&asking->question);
    sqlite3_free(asking->name);
    sqlite3_free(asking->fields);
    sqlite3_free(asking->arguments);
    sqlite3_free(asking->file);
    sqlite3_free(asking);
    return good;
}
