/* Registers the functions and tables of a connection. README.md lists them and their rules.
 *
 * In the dp_ aggregates every argument except x is a public parameter and must be the same on every
 * row. No error depends on x, and no message contains a value. At least one row of a query must
 * reach such an aggregate: without a row, SQLite passes no parameters, so the scale of the noise is
 * unknown. */
#include "functions.h"

#include <string.h>

#include "declared/declare.h"
#include "ledger/budgets.h"
#include "questions/ask.h"
#include "questions/choice.h"
#include "readers/function.h"
#include "tables/cells.h"
#include "tables/listings.h"

enum {
    OTHERS = 14,
    MOST_FUNCTIONS = 2 * INDPX_KINDS + INDPX_ERRORS + OTHERS + 1 + INDPSQL_MOST_SETTINGS
};

static void version(sqlite3_context *context, int argc, sqlite3_value **argv)
{
    (void)argc;
    (void)argv;
    sqlite3_result_text(context, indp_version_string(), -1, SQLITE_STATIC);
}

static void leave_function(void *pointer)
{
    indpsql_connection_leave(((struct function *)pointer)->connection);
}

/* The flags of the functions follow these rules. No function is DETERMINISTIC, since releases draw
 * noise. No function is INNOCUOUS, since that flag would let the views of a database from elsewhere
 * make releases. The functions dp_release..., the settings, and the owner's functions such as
 * dp_open are DIRECTONLY, so no view or trigger may call them, whoever wrote it. The reason is that
 * stored bytes can be released any number of times: a view over them would spend epsilon unseen at
 * each reading, and a trigger in a file from elsewhere would spend it at each write.
 *
 * Two kinds of calls are refused without a flag. direct.c refuses calls from constraints and
 * defaults. SQLite refuses OVER, which would make each row a release, since the aggregates have no
 * xValue and xInverse. */
struct declaration {
    const char *name;
    const indpx_kind *kind;
    const indpx_error *error;
    int gives_state;
    int least, most; /* the least and the largest number of arguments */
    int flags;
    void (*scalar)(sqlite3_context *, int, sqlite3_value **);
    void (*step)(sqlite3_context *, int, sqlite3_value **);
    void (*final)(sqlite3_context *);
    int for_readers;
};

static int declare(struct connection *connection, char **message, const struct declaration *d)
{
    struct function *function = &connection->functions[connection->used++];
    int n, rc = SQLITE_OK;
    function->connection = connection;
    function->settings = &connection->settings;
    function->name = d->name;
    function->kind = d->kind;
    function->input = d->kind == NULL ? NULL : indpsql_input(d->kind->values);
    function->error = d->error;
    function->gives_state = d->gives_state;
    function->for_readers = d->for_readers;
    for (n = d->least; n <= d->most && rc == SQLITE_OK; n++) {
        indpsql_connection_enter(connection); /* SQLite calls leave_function even if it refuses */
        rc = sqlite3_create_function_v2(connection->db, d->name, n, SQLITE_UTF8 | d->flags,
                                        function, d->scalar, d->step, d->final, leave_function);
    }
    if (rc != SQLITE_OK && message != NULL)
        *message = sqlite3_mprintf("indp: %s: %s", d->name, sqlite3_errstr(rc));
    return rc;
}

/* Counts the parameters of a list: all of them in d->most, and those that are not optional also in
 * d->least. */
static void count(struct declaration *d, const indpx_parameter *parameters)
{
    indpx_parameter parameter;
    while ((parameter = indpx_next(&parameters, d->gives_state)) != INDPX_NONE) {
        d->least += !indpx_is_optional(parameter);
        d->most++;
    }
}

/* Declares the aggregates of a kind, such as dp_sum(x, ...) and dp_sum_state(x, ...). */
static int declare_kind(struct connection *connection, char **message, const indpx_kind *kind)
{
    int gives_state, rc = SQLITE_OK;
    for (gives_state = 0; gives_state < 2 && rc == SQLITE_OK; gives_state++) {
        struct declaration d = {
            NULL, NULL, NULL, 0, 1, 1, 0, NULL, indpsql_step, indpsql_final, 0
        };
        d.name = gives_state ? kind->state_name : kind->name;
        if (d.name == NULL)
            continue;
        d.kind = kind;
        d.gives_state = gives_state;
        count(&d, kind->parameters);
        rc = declare(connection, message, &d);
    }
    return rc;
}

static int declare_error(struct connection *connection, char **message, const indpx_error *error)
{
    struct declaration d = { NULL, NULL, NULL, 0, 0, 0, 0, indpsql_error, NULL, NULL, 1 };
    d.name = error->name;
    d.error = error;
    count(&d, error->parameters);
    return declare(connection, message, &d);
}

static int declare_setting(struct connection *connection, char **message,
                           const struct setting *setting)
{
    struct declaration d = { NULL, NULL, NULL, 0, 0, 1, SQLITE_DIRECTONLY, NULL, NULL, NULL, 0 };
    d.name = setting->name;
    d.scalar = setting->function;
    return setting->name == NULL ? SQLITE_OK : declare(connection, message, &d);
}

static int declare_all(struct connection *connection, int scope, char **message)
{
    static const struct declaration others[OTHERS] = {
        { "indp_version", NULL, NULL, 0, 0, 0, 0, version, NULL, NULL, 1 },
        { "dp_remaining", NULL, NULL, 0, 1, 1, 0, indpsql_remaining, NULL, NULL, 1 },
        { "dp_merge", NULL, NULL, 0, 1, 2, 0, NULL, indpsql_merge_step, indpsql_merge_final, 0 },
        { "dp_release", NULL, NULL, 0, 2, 2, SQLITE_DIRECTONLY, indpsql_release, NULL, NULL, 0 },
        { "dp_release_parts", NULL, NULL, 0, 2, 2, SQLITE_DIRECTONLY, indpsql_release_parts, NULL,
          NULL, 0 },
        { "dp_release_quantiles", NULL, NULL, 0, 3, 3, SQLITE_DIRECTONLY, indpsql_release_quantiles,
          NULL, NULL, 0 },
        { "dp_release_counts", NULL, NULL, 0, 2, 2, SQLITE_DIRECTONLY, indpsql_release_counts, NULL,
          NULL, 0 },
        { "dp_release_bounds", NULL, NULL, 0, 2, 2, SQLITE_DIRECTONLY, indpsql_release_bounds, NULL,
          NULL, 0 },
        { "dp_open", NULL, NULL, 0, 1, 1, SQLITE_DIRECTONLY, indpsql_open, NULL, NULL, 0 },
        { "dp_create", NULL, NULL, 0, 1, 1, SQLITE_DIRECTONLY, indpsql_create, NULL, NULL, 0 },
        { "dp_budget", NULL, NULL, 0, 2, 3, SQLITE_DIRECTONLY, indpsql_budget, NULL, NULL, 0 },
        { "dp_declare", NULL, NULL, 0, 3, 3, SQLITE_DIRECTONLY, indpsql_declare, NULL, NULL, 0 },
        { "dp_question", NULL, NULL, 0, 2, 2, SQLITE_DIRECTONLY, indpsql_question, NULL, NULL, 0 },
        { "dp_forget", NULL, NULL, 0, 1, 1, SQLITE_DIRECTONLY, indpsql_forget, NULL, NULL, 0 },
    };
    int rc = SQLITE_OK;
    size_t i;
    for (i = 0; i < INDPX_ERRORS && rc == SQLITE_OK; i++)
        rc = declare_error(connection, message, &indpx_errors[i]);
    for (i = 0; i < OTHERS && rc == SQLITE_OK; i++)
        if (scope == INDPSQL_HOST || others[i].for_readers)
            rc = declare(connection, message, &others[i]);
    if (scope == INDPSQL_READER)
        return rc;
    for (i = 0; i < INDPX_KINDS && rc == SQLITE_OK; i++)
        rc = declare_kind(connection, message, &indpx_kinds[i]);
    for (i = 0; i < INDPSQL_MOST_SETTINGS && rc == SQLITE_OK; i++)
        rc = declare_setting(connection, message, &indpsql_settings[i]);
    return rc;
}

/* Declares the function that makes a connection one for readers. */
static int declare_reader(struct connection *connection, char **message)
{
    static const struct declaration reader = {
        INDPSQL_READERS_LAST, NULL, NULL, 0, 2, 2, SQLITE_DIRECTONLY,
        indpsql_dp_reader,    NULL, NULL, 0
    };
    return declare(connection, message, &reader);
}

int indpsql_register(struct connection *connection, int scope, char **message)
{
    int rc;
    connection->functions = sqlite3_malloc((int)(MOST_FUNCTIONS * sizeof *connection->functions));
    if (connection->functions == NULL)
        return SQLITE_NOMEM;
    memset(connection->functions, 0, MOST_FUNCTIONS * sizeof *connection->functions);
    rc = declare_all(connection, scope, message);
    if (rc == SQLITE_OK)
        rc = indpsql_register_listings(connection, scope == INDPSQL_READER);
    if (rc == SQLITE_OK)
        rc = indpsql_register_cells(connection->db);
    if (rc == SQLITE_OK)
        rc = indpsql_register_ask(connection);
    if (rc == SQLITE_OK)
        rc = declare_reader(connection, message);
    if (rc == SQLITE_OK && (scope == INDPSQL_HOST || connection->private_db != NULL))
        rc = indpsql_register_choice(indpsql_questioned(connection));
    return rc;
}
