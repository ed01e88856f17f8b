/* SQLite aggregates with differential privacy. README.md lists the functions and their rules.
 *
 * Everything but x is a public parameter and must be the same on every row. No error depends on x,
 * and no message contains a value. A query must let at least one row reach the aggregate: with
 * none, SQLite passes no parameters, so there is no noise to answer with. */
#include <string.h>

#define INDP_SQLITE_MAIN
#include "internal.h"
SQLITE_EXTENSION_INIT1

#include "indp_sqlite.h"

#if defined(_WIN32)
#define EXPORT __declspec(dllexport)
#elif defined(__GNUC__)
#define EXPORT __attribute__((visibility("default")))
#else
#define EXPORT
#endif

enum { OTHERS = 4, MOST_FUNCTIONS = 2 * INDPX_KINDS + INDPX_ERRORS + OTHERS + INDPSQL_MOST_SETTINGS };

struct connection {
    int references; /* held by SQLite, and by sqlite3_indp_init while it runs */
    indpx_settings settings;
    size_t functions;
    struct function function[MOST_FUNCTIONS];
};

static void version(sqlite3_context *context, int argc, sqlite3_value **argv)
{
    (void)argc;
    (void)argv;
    sqlite3_result_text(context, indp_version_string(), -1, SQLITE_STATIC);
}

static void leave(struct connection *connection)
{
    if (--connection->references == 0)
        sqlite3_free(connection);
}

static void leave_function(void *pointer)
{
    leave(((struct function *)pointer)->connection);
}

/* Flags: never DETERMINISTIC, since releases draw noise; not INNOCUOUS, which would let the views
 * of a database from elsewhere release. dp_release, dp_release_parts and indp_float_precision are
 * DIRECTONLY: no view or trigger may call them, whoever wrote it. Bytes can be released any number
 * of times, so a view over stored states would spend epsilon unseen at each reading, and a trigger
 * in a file from elsewhere at each write. direct.c covers constraints and defaults. SQLite refuses
 * OVER, under which every row would be a release, for aggregates without xValue and xInverse. */
struct declaration {
    const char *name;
    const indpx_kind *kind;
    const indpx_error *error;
    int gives_state;
    int least, most; /* arguments */
    int flags;
    void (*scalar)(sqlite3_context *, int, sqlite3_value **);
    void (*step)(sqlite3_context *, int, sqlite3_value **);
    void (*final)(sqlite3_context *);
};

/* Reports why the extension does not load: SQLite appends it to its own message. */
static int refuse(char **message, int rc, const char *what, const char *why)
{
    if (message != NULL)
        *message = sqlite3_mprintf("indp: %s: %s", what, why);
    return rc;
}

static int declare(sqlite3 *db, char **message, struct connection *connection, const struct declaration *d)
{
    struct function *function = &connection->function[connection->functions++];
    int n, rc = SQLITE_OK;
    function->connection = connection;
    function->settings = &connection->settings;
    function->name = d->name;
    function->kind = d->kind;
    function->input = d->kind == NULL ? NULL : indpsql_input(d->kind->values);
    function->error = d->error;
    function->gives_state = d->gives_state;
    for (n = d->least; n <= d->most && rc == SQLITE_OK; n++) {
        connection->references++; /* SQLite calls leave_function even if it refuses */
        rc = sqlite3_create_function_v2(db, d->name, n, SQLITE_UTF8 | d->flags, function, d->scalar, d->step,
                                        d->final, leave_function);
    }
    return rc == SQLITE_OK ? rc : refuse(message, rc, d->name, sqlite3_errstr(rc));
}

/* Adds the parameters of a list to the least and the largest number of arguments. */
static void count(struct declaration *d, const indpx_parameter *parameters)
{
    indpx_parameter parameter;
    while ((parameter = indpx_next(&parameters, d->gives_state)) != INDPX_NONE) {
        d->least += !indpx_is_optional(parameter);
        d->most++;
    }
}

/* dp_x(x, ...) and dp_x_state(x, ...). */
static int declare_kind(sqlite3 *db, char **message, struct connection *connection, const indpx_kind *kind)
{
    int gives_state, rc = SQLITE_OK;
    for (gives_state = 0; gives_state < 2 && rc == SQLITE_OK; gives_state++) {
        struct declaration d = { NULL, NULL, NULL, 0, 1, 1, 0, NULL, indpsql_step, indpsql_final };
        d.name = gives_state ? kind->state_name : kind->name;
        d.kind = kind;
        d.gives_state = gives_state;
        count(&d, kind->parameters);
        rc = declare(db, message, connection, &d);
    }
    return rc;
}

static int declare_error(sqlite3 *db, char **message, struct connection *connection, const indpx_error *error)
{
    struct declaration d = { NULL, NULL, NULL, 0, 0, 0, 0, indpsql_error, NULL, NULL };
    d.name = error->name;
    d.error = error;
    count(&d, error->parameters);
    return declare(db, message, connection, &d);
}

static int declare_setting(sqlite3 *db, char **message, struct connection *connection, const struct setting *setting)
{
    struct declaration d = { NULL, NULL, NULL, 0, 0, 1, SQLITE_DIRECTONLY, NULL, NULL, NULL };
    d.name = setting->name;
    d.scalar = setting->function;
    return setting->name == NULL ? SQLITE_OK : declare(db, message, connection, &d);
}

static int declare_all(sqlite3 *db, char **message, struct connection *connection)
{
    static const struct declaration others[OTHERS] = {
        { "dp_merge", NULL, NULL, 0, 1, 2, 0, NULL, indpsql_merge_step, indpsql_merge_final },
        { "dp_release", NULL, NULL, 0, 2, 2, SQLITE_DIRECTONLY, indpsql_release, NULL, NULL },
        { "dp_release_parts", NULL, NULL, 0, 2, 2, SQLITE_DIRECTONLY, indpsql_release_parts, NULL, NULL },
        { "indp_version", NULL, NULL, 0, 0, 0, 0, version, NULL, NULL },
    };
    int rc = SQLITE_OK;
    size_t i;
    for (i = 0; i < INDPX_KINDS && rc == SQLITE_OK; i++)
        rc = declare_kind(db, message, connection, &indpx_kinds[i]);
    for (i = 0; i < INDPX_ERRORS && rc == SQLITE_OK; i++)
        rc = declare_error(db, message, connection, &indpx_errors[i]);
    for (i = 0; i < OTHERS && rc == SQLITE_OK; i++)
        rc = declare(db, message, connection, &others[i]);
    for (i = 0; i < INDPSQL_MOST_SETTINGS && rc == SQLITE_OK; i++)
        rc = declare_setting(db, message, connection, &indpsql_settings[i]);
    return rc;
}

/* A build that computes wrongly on this machine must not release anything. The test runs once per
 * process; two threads that start together may both run it, which does no harm. */
static indp_status test_once(void)
{
    static volatile int passed;
    indp_status status = passed ? INDP_OK : indp_self_test();
    if (status == INDP_OK)
        passed = 1;
    return status;
}

#ifndef SQLITE_CORE
/* The name that SQLite looks for first, whatever the file is called. */
EXPORT int sqlite3_extension_init(sqlite3 *db, char **message, const sqlite3_api_routines *api);

int sqlite3_extension_init(sqlite3 *db, char **message, const sqlite3_api_routines *api)
{
    return sqlite3_indp_init(db, message, api);
}
#endif

EXPORT int sqlite3_indp_init(sqlite3 *db, char **message, const sqlite3_api_routines *api)
{
    struct connection *connection;
    indp_status status;
    int rc;
    SQLITE_EXTENSION_INIT2(api);
    status = test_once();
    if (status != INDP_OK)
        return refuse(message, status == INDP_E_NO_MEMORY ? SQLITE_NOMEM : SQLITE_ERROR, "not loaded",
                      indp_status_message(status));
    connection = sqlite3_malloc((int)sizeof *connection);
    if (connection == NULL)
        return refuse(message, SQLITE_NOMEM, "not loaded", sqlite3_errstr(SQLITE_NOMEM));
    memset(connection, 0, sizeof *connection);
    connection->references = 1;
    rc = declare_all(db, message, connection);
    leave(connection);
    return rc;
}
