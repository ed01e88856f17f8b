#include "budgets.h"

#include <string.h>

#include "../connection.h"
#include "number.h"
#include "../readers/fence.h"

enum { DAY = 86400, MOST_DAYS = 36500, MOST_WINDOWS = 1000000000 };

struct budget {
    double epsilon;
    sqlite3_int64 days; /* 0 if the budget has no windows */
    sqlite3_int64 began, windows;
    unsigned char state[INDP_BUDGET_STATE_SIZE];
};

static int refuse_unknown(struct refusal *why)
{
    return indpsql_refuse(why, "budget must name a budget that dp_budget made", "", "");
}

static int refuse_status(indp_status status, struct refusal *why)
{
    if (status == INDP_E_NO_MEMORY)
        return indpsql_refuse_memory(why);
    if (status == INDP_E_BUDGET)
        return indpsql_refuse(why,
                              "the budget has less left than the epsilon of this release: see "
                              "dp_remaining",
                              "", "");
    return indpsql_file_failed(SQLITE_CORRUPT, why);
}

/* Reads a budget. Sets *found to 0 if there is none of this name. */
static int read(sqlite3 *db, const char *name, struct budget *out, int *found, struct refusal *why)
{
    sqlite3_stmt *statement = NULL;
    indp_status status = INDP_OK;
    int rc = indpsql_prepare(db, &statement,
                             "SELECT epsilon, coalesce(days, 0), began, windows, state FROM budget "
                             "WHERE name = ?",
                             "t", name);
    if (rc == SQLITE_OK)
        rc = sqlite3_step(statement);
    *found = rc == SQLITE_ROW;
    if (rc == SQLITE_ROW) {
        const void *bytes = sqlite3_column_blob(statement, 4);
        out->epsilon = sqlite3_column_double(statement, 0);
        out->days = sqlite3_column_int64(statement, 1);
        out->began = sqlite3_column_int64(statement, 2);
        out->windows = sqlite3_column_int64(statement, 3);
        status = bytes == NULL
                     ? INDP_E_STATE
                     : indp_budget_deserialise(bytes, (size_t)sqlite3_column_bytes(statement, 4),
                                               out->state, sizeof out->state);
        if (status == INDP_OK && (out->days < 0 || out->days > MOST_DAYS || out->began < 0 ||
                                  out->windows < 1 || out->windows > MOST_WINDOWS))
            status = INDP_E_STATE;
    }
    sqlite3_finalize(statement);
    if (rc != SQLITE_ROW && rc != SQLITE_DONE)
        return indpsql_file_failed(rc, why);
    return status == INDP_OK ? 1 : refuse_status(status, why);
}

/* Begins a new window if the last one is over. */
static int turn(struct budget *budget, sqlite3_int64 now, struct refusal *why)
{
    sqlite3_int64 length = budget->days * DAY;
    indp_status status;
    if (length == 0 || now < budget->began || now - budget->began < length)
        return 1;
    budget->began += (now - budget->began) / length * length;
    budget->windows++;
    status = indp_budget_init(budget->state, sizeof budget->state, budget->epsilon);
    return status == INDP_OK ? 1 : refuse_status(status, why);
}

static int write(sqlite3 *db, const char *name, const struct budget *budget, struct refusal *why)
{
    int rc =
        indpsql_execute(db,
                        "UPDATE budget SET epsilon = ?, highest = max(highest, ?), began = ?, "
                        "windows = ?, state = ? "
                        "WHERE name = ?",
                        "ddiibt", budget->epsilon, budget->epsilon, budget->began, budget->windows,
                        (const void *)budget->state, (int)sizeof budget->state, name);
    if (rc == SQLITE_OK && sqlite3_changes(db) != 1)
        rc = SQLITE_CORRUPT;
    return rc == SQLITE_OK ? 1 : indpsql_file_failed(rc, why);
}

static int log_budget(sqlite3 *db, sqlite3_int64 now, const char *act, const char *name,
                      const char *budget, double epsilon, const unsigned char *state,
                      struct refusal *why)
{
    struct entry entry;
    indp_status status;
    int rc;
    entry.time = now;
    entry.act = act;
    entry.name = name;
    entry.budget = budget;
    entry.epsilon = epsilon;
    status = indp_budget_left(state, &entry.left);
    if (status != INDP_OK)
        return refuse_status(status, why);
    rc = indpsql_ledger_log(db, &entry);
    return rc == SQLITE_OK ? 1 : indpsql_file_failed(rc, why);
}

int indpsql_is_declared(sqlite3 *db, const struct charge *charge, struct refusal *why)
{
    sqlite3_int64 declared = 0;
    int rc = indpsql_integer(db, &declared, 0,
                             "SELECT 1 FROM declaration WHERE name = ? AND kind = ? AND fields = ?",
                             "ttt", charge->name, charge->kind, charge->fields);
    if (rc != SQLITE_OK)
        return indpsql_file_failed(rc, why);
    return declared ? 1 : indpsql_refuse(why, "%s", charge->changed, "");
}

/* Makes the charge of indpsql_charge, which has begun a transaction. */
static int spend(sqlite3 *db, const struct charge *charge, struct budget *budget, double *usable,
                 struct refusal *why)
{
    sqlite3_int64 now = 0;
    indp_status status;
    int found, rc;
    if (!indpsql_is_declared(db, charge, why))
        return 0;
    rc = indpsql_ledger_now(db, &now);
    if (rc != SQLITE_OK)
        return indpsql_file_failed(rc, why);
    if (!read(db, charge->budget, budget, &found, why))
        return 0;
    if (!found)
        return refuse_unknown(why);
    if (!turn(budget, now, why))
        return 0;
    status = indp_budget_spend(budget->state, charge->epsilon, usable);
    if (status != INDP_OK)
        return refuse_status(status, why);
    return write(db, charge->budget, budget, why) &&
           log_budget(db, now, "charge", charge->name, charge->budget, charge->epsilon,
                      budget->state, why);
}

int indpsql_log_nothing(sqlite3 *db, const struct charge *charge, struct refusal *why)
{
    struct budget budget;
    sqlite3_int64 now = 0;
    int found, rc = indpsql_ledger_now(db, &now);
    if (rc != SQLITE_OK)
        return indpsql_file_failed(rc, why);
    if (!read(db, charge->budget, &budget, &found, why))
        return 0;
    if (!found)
        return refuse_unknown(why);
    return turn(&budget, now, why) &&
           log_budget(db, now, "kept", charge->name, charge->budget, 0, budget.state, why);
}

/* Whether the committed charge is in the file. Another program, which does not know the lock of
 * this ledger, may have taken the journal of the charge for that of a dead process, and have rolled
 * it back. */
static int is_there(sqlite3 *db, const struct charge *charge, const struct budget *budget,
                    sqlite3_int64 id, struct refusal *why)
{
    sqlite3_int64 found = 0;
    int rc = indpsql_integer(db, &found, 0,
                             "SELECT 1 FROM budget, entry WHERE budget.name = ? AND budget.state = "
                             "? AND entry.id = ? AND entry.id = (SELECT max(id) FROM entry) AND "
                             "entry.act = 'charge' AND entry.name = ?",
                             "tbit", charge->budget, (const void *)budget->state,
                             (int)sizeof budget->state, id, charge->name);
    if (rc != SQLITE_OK)
        return indpsql_file_failed(rc, why);
    return found ? 1
                 : indpsql_refuse(why,
                                  "another program has undone this charge while it was made, so "
                                  "nothing was released: keep other programs from writing to the "
                                  "ledger",
                                  "", "");
}

int indpsql_charge(struct ledger *ledger, const struct charge *charge, double *usable,
                   struct refusal *why)
{
    sqlite3 *db = indpsql_ledger_begin(ledger, why);
    struct budget budget;
    sqlite3_int64 id;
    int good;
    if (db == NULL)
        return 0;
    good = spend(db, charge, &budget, usable, why);
    id = sqlite3_last_insert_rowid(db);
    good = indpsql_ledger_commit(ledger, good, why) && is_there(db, charge, &budget, id, why);
    indpsql_ledger_leave(ledger);
    return good;
}

int indpsql_usable(double epsilon, double *usable, struct refusal *why)
{
    unsigned char scratch[INDP_BUDGET_STATE_SIZE];
    indp_status status = indp_budget_init(scratch, sizeof scratch, epsilon);
    if (status == INDP_OK)
        status = indp_budget_spend(scratch, epsilon, usable);
    if (status == INDP_E_EPSILON)
        return indpsql_refuse(why, "%s %s", indpx_parameter_name(INDPX_EPSILON),
                              indpx_parameter_rule(INDPX_EPSILON));
    return status == INDP_OK ? 1 : indpsql_refuse(why, "%s", indp_status_message(status), "");
}

int indpsql_has_budget(sqlite3 *db, const char *name, struct refusal *why)
{
    sqlite3_int64 found = 0;
    int rc = indpsql_integer(db, &found, 0, "SELECT 1 FROM budget WHERE name = ?", "t", name);
    if (rc != SQLITE_OK)
        return indpsql_file_failed(rc, why);
    return found ? 1 : refuse_unknown(why);
}

int indpsql_has_sound_budget(sqlite3 *db, const char *name, struct refusal *why)
{
    struct budget budget;
    int found;
    if (!read(db, name, &budget, &found, why))
        return 0;
    return found ? 1 : refuse_unknown(why);
}

/* The arguments of a call of dp_budget. */
struct wanted {
    const char *name;
    double epsilon;
    int64_t days;
};

/* Reads the total of a budget, which may be given as text. Some versions of SQLite read a literal
 * such as 0.023859 as the double next to the right one. The charges of what was declared in JSON
 * would then not fit. */
static int read_epsilon(sqlite3_value *value, double *out)
{
    const char *text = indpsql_read_text(value);
    if (text == NULL)
        return indpsql_read_number(value, out);
    return strspn(text, "0123456789.eE+-") == strlen(text) &&
           indpx_number_read(text, strlen(text), out);
}

static int refuse_epsilon(struct refusal *why)
{
    return indpsql_refuse(why, "epsilon must be a finite number above 0, or the text of one", "",
                          "");
}

static int read_wanted(int argc, sqlite3_value **argv, struct wanted *out, struct refusal *why)
{
    out->days = 0;
    if (!indpsql_read_name(argv[0], &out->name))
        return indpsql_refuse(why, "name must be " INDPSQL_NAME_RULE, "", "");
    if (!read_epsilon(argv[1], &out->epsilon))
        return refuse_epsilon(why);
    if (argc == 3 && (!indpsql_read_rows(argv[2], &out->days) || out->days > MOST_DAYS))
        return indpsql_refuse(why, "days must be a whole number from 1 to 36500", "", "");
    return 1;
}

static int make(sqlite3 *db, const struct wanted *wanted, sqlite3_int64 now, unsigned char *state,
                struct refusal *why)
{
    indp_status status = indp_budget_init(state, INDP_BUDGET_STATE_SIZE, wanted->epsilon);
    int rc;
    if (status != INDP_OK)
        return status == INDP_E_EPSILON ? refuse_epsilon(why) : refuse_status(status, why);
    rc =
        indpsql_execute(db, "INSERT INTO budget VALUES (?, ?, ?, nullif(?, 0), ?, 1, ?)", "tddiib",
                        wanted->name, wanted->epsilon, wanted->epsilon, (sqlite3_int64)wanted->days,
                        now, (const void *)state, INDP_BUDGET_STATE_SIZE);
    return rc == SQLITE_OK ? 1 : indpsql_file_failed(rc, why);
}

static int change(sqlite3 *db, const struct wanted *wanted, sqlite3_int64 now,
                  struct budget *budget, struct refusal *why)
{
    indp_status status;
    if (budget->days != wanted->days)
        return indpsql_refuse(why, "days must be the same as when the budget was made", "", "");
    if (!turn(budget, now, why))
        return 0;
    status = indp_budget_change(budget->state, wanted->epsilon);
    if (status == INDP_E_BUDGET)
        return indpsql_refuse(why, "epsilon must be at least what was spent", "", "");
    if (status != INDP_OK)
        return refuse_status(status, why);
    budget->epsilon = wanted->epsilon;
    return write(db, wanted->name, budget, why);
}

static int set(sqlite3 *db, const struct wanted *wanted, double *left, struct refusal *why)
{
    struct budget budget;
    sqlite3_int64 now = 0;
    indp_status status;
    int found, rc = indpsql_ledger_now(db, &now);
    if (rc != SQLITE_OK)
        return indpsql_file_failed(rc, why);
    if (!read(db, wanted->name, &budget, &found, why))
        return 0;
    if (!(found ? change(db, wanted, now, &budget, why) : make(db, wanted, now, budget.state, why)))
        return 0;
    status = indp_budget_left(budget.state, left);
    if (status != INDP_OK)
        return refuse_status(status, why);
    return log_budget(db, now, "budget", NULL, wanted->name, wanted->epsilon, budget.state, why);
}

void indpsql_budget(sqlite3_context *context, int argc, sqlite3_value **argv)
{
    const struct function *function = sqlite3_user_data(context);
    struct wanted wanted;
    struct refusal why;
    double left = 0;
    sqlite3 *db;
    int good = 0;
    if (!indpsql_is_owner(context, function))
        return;
    if (read_wanted(argc, argv, &wanted, &why)) {
        db = indpsql_ledger_begin(function->connection->ledger, &why);
        good = db != NULL && indpsql_ledger_end(function->connection->ledger,
                                                set(db, &wanted, &left, &why), &why);
    }
    if (good)
        sqlite3_result_double(context, left);
    else
        indpsql_fail_refused(context, function->name, &why);
}

/* A reader sees only the budgets that a question shows. Others could show how often the host made
 * releases, or other readers asked. */
static int may_see(sqlite3 *db, const struct connection *connection, const char *name,
                   struct refusal *why)
{
    enum { UNKNOWN = -1, HIDDEN, SHOWN };
    sqlite3_int64 state = SHOWN;
    int rc = SQLITE_OK;
    if (connection->private_db != NULL)
        rc = indpsql_integer(db, &state, UNKNOWN,
                             "SELECT coalesce(max(json_extract(fields, '$.remaining') = 'shown'), "
                             "0) FROM declaration "
                             "WHERE kind = 'question' AND json_extract(fields, '$.budget') = ? "
                             "COLLATE NOCASE GROUP BY kind",
                             "t", name);
    if (rc != SQLITE_OK)
        return indpsql_file_failed(rc, why);
    if (state == HIDDEN)
        return indpsql_refuse(why,
                              "the owner does not show what is left of this budget: none of its "
                              "questions has the field \"remaining\": \"shown\"",
                              "", "");
    return state == SHOWN ? 1 : refuse_unknown(why);
}

static int read_remaining(sqlite3 *db, const struct connection *connection, const char *name,
                          double *left, struct refusal *why)
{
    struct budget budget;
    sqlite3_int64 now = 0;
    indp_status status;
    int found, rc;
    if (!may_see(db, connection, name, why) || !read(db, name, &budget, &found, why))
        return 0;
    if (!found)
        return refuse_unknown(why);
    rc = indpsql_ledger_now(db, &now);
    if (rc != SQLITE_OK)
        return indpsql_file_failed(rc, why);
    if (!turn(&budget, now, why))
        return 0;
    status = indp_budget_left(budget.state, left);
    return status == INDP_OK ? 1 : refuse_status(status, why);
}

static int remaining(struct connection *connection, const char *name, double *left,
                     struct refusal *why)
{
    sqlite3 *db =
        indpsql_is_fenced(connection, why) ? indpsql_ledger_read(connection->ledger, why) : NULL;
    int good;
    if (db == NULL)
        return 0;
    good = read_remaining(db, connection, name, left, why);
    indpsql_ledger_leave(connection->ledger);
    return good;
}

void indpsql_remaining(sqlite3_context *context, int argc, sqlite3_value **argv)
{
    const struct function *function = sqlite3_user_data(context);
    struct refusal why;
    const char *name;
    double left = 0;
    int good;
    (void)argc;
    if (function->connection->ledger == NULL)
        good = indpsql_refuse(&why, INDPSQL_NO_LEDGER, "", "");
    else if (!indpsql_read_name(argv[0], &name))
        good = indpsql_refuse(&why, "name must be " INDPSQL_NAME_RULE, "", "");
    else
        good = remaining(function->connection, name, &left, &why);
    if (good)
        sqlite3_result_double(context, left);
    else
        indpsql_fail_refused(context, function->name, &why);
}
