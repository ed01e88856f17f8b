#include "ask.h"

#include "../declared/declare.h"
#include "../ledger/ledger.h"
#include "../readers/fence.h"
#include "answer.h"

static int check(struct connection *connection, const char *fields, int *keeps, struct refusal *why)
{
    sqlite3 *db = indpsql_ledger_read(connection->ledger, why);
    int good;
    if (db == NULL)
        return 0;
    good = indpsql_check_question(connection, db, fields, keeps, why);
    indpsql_ledger_leave(connection->ledger);
    return good;
}

void indpsql_question(sqlite3_context *context, int argc, sqlite3_value **argv)
{
    const struct function *function = sqlite3_user_data(context);
    struct connection *connection = function->connection;
    const char *name, *fields = indpsql_read_text(argv[1]);
    struct refusal why;
    int good, keeps = 0;
    (void)argc;
    if (!indpsql_is_owner(context, function))
        return;
    if (!indpsql_read_name(argv[0], &name))
        good = indpsql_refuse(&why, "name must be " INDPSQL_NAME_RULE, "", "");
    else if (fields == NULL)
        good = indpsql_refuse(&why, "a question must be a JSON object", "", "");
    else
        good = check(connection, fields, &keeps, &why) &&
               indpsql_add_declaration(connection->ledger, name, INDPSQL_QUESTION, fields, keeps,
                                       NULL, NULL, &why);
    if (good)
        sqlite3_result_text(context, name, -1, SQLITE_TRANSIENT);
    else
        indpsql_fail_refused(context, function->name, &why);
}

enum { KEY, VALUE, QUESTION, PARAMETERS };
enum { ANSWER_COLUMNS = 2 };
#define NOT_GIVEN "the question is not given as an argument"

static int connect(sqlite3 *db, void *data, int argc, const char *const *argv, sqlite3_vtab **out,
                   char **message)
{
    (void)argc;
    (void)argv;
    (void)message;
    return indpsql_rows_connect(db,
                                "CREATE TABLE x(key, value, question HIDDEN, parameters HIDDEN)", 1,
                                data, out);
}

static int refuse_form(sqlite3_vtab *table, const char *what)
{
    struct refusal why;
    indpsql_refuse(&why, "%s: write dp_ask(question, parameters)", what, "");
    return indpsql_rows_refuse(table, "dp_ask", &why);
}

/* Whether the constraint is an IN or, as some versions of SQLite rewrite it, an OR. Each of its
 * values would be a scan, and so a charge. */
static int is_list(sqlite3_index_info *info, int i)
{
    return sqlite3_libversion_number() >= INDPSQL_LEDGER_VERSION && sqlite3_vtab_in(info, i, -1);
}

/* The plan number idxNum is 1 if the call gives parameters, else 0. */
static int best_index(sqlite3_vtab *table, sqlite3_index_info *info)
{
    int i, question = -1, parameters = -1;
    for (i = 0; i < info->nConstraint; i++) {
        const struct sqlite3_index_constraint *constraint = &info->aConstraint[i];
        int *which = constraint->iColumn == QUESTION ? &question : &parameters;
        if (constraint->iColumn < QUESTION)
            continue;
        if (constraint->op != SQLITE_INDEX_CONSTRAINT_EQ || *which >= 0)
            return refuse_form(table, NOT_GIVEN);
        if (is_list(info, i))
            return refuse_form(table, "one call asks one question");
        if (!constraint->usable)
            return SQLITE_CONSTRAINT;
        *which = i;
    }
    if (question < 0)
        return refuse_form(table, NOT_GIVEN);
    info->aConstraintUsage[question].argvIndex = 1;
    info->aConstraintUsage[question].omit = 1;
    if (parameters >= 0) {
        info->aConstraintUsage[parameters].argvIndex = 2;
        info->aConstraintUsage[parameters].omit = 1;
    }
    info->idxNum = parameters >= 0;
    info->estimatedCost = 1e9; /* each scan is charged */
    return SQLITE_OK;
}

static int open_cursor(sqlite3_vtab *table, sqlite3_vtab_cursor **out)
{
    (void)table;
    return indpsql_rows_open(out, ANSWER_COLUMNS);
}

static int filter(sqlite3_vtab_cursor *cursor, int number, const char *plan, int argc,
                  sqlite3_value **argv)
{
    struct connection *connection = indpsql_rows_data(cursor->pVtab);
    const char *name, *json = NULL;
    struct refusal why;
    int good;
    (void)plan;
    (void)argc;
    indpsql_rows_clear((struct rows *)cursor);
    if (number)
        json = indpsql_read_text(argv[1]);
    if (connection->ledger == NULL)
        good = indpsql_refuse(&why, INDPSQL_NO_LEDGER, "", "");
    else if (!indpsql_read_name(argv[0], &name))
        good = indpsql_refuse(&why, "question must name a declared question: see dp_questions", "",
                              "");
    else if (number && json == NULL)
        good = indpsql_refuse(&why, "parameters must be a JSON object", "", "");
    else
        good = indpsql_is_fenced(connection, &why) &&
               indpsql_answer_question(connection, name, json, (struct rows *)cursor, &why);
    return good ? SQLITE_OK : indpsql_rows_refuse(cursor->pVtab, "dp_ask", &why);
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

int indpsql_register_ask(struct connection *connection)
{
    indpsql_connection_enter(connection);
    return sqlite3_create_module_v2(connection->db, "dp_ask", &METHODS, connection,
                                    indpsql_connection_leave);
}
