/* SQLite aggregates with differential privacy. README.md lists the functions and their rules.
 *
 * Everything but x is a public parameter and must be the same on every row. No error depends on x, and no message
 * contains a value. A query must let at least one row reach the aggregate: with none, SQLite gives us no
 * parameters, so there is no noise to answer with. */
#include <string.h>

#define INDP_SQLITE_MAIN
#include "internal.h"
SQLITE_EXTENSION_INIT1

#include "error.h"
#include "indp_sqlite.h"

#if defined(_WIN32)
#define EXPORT __declspec(dllexport)
#elif defined(__GNUC__)
#define EXPORT __attribute__((visibility("default")))
#else
#define EXPORT
#endif

enum { MOST_FUNCTIONS = 24, NAME_SIZE = 24 };

struct settings {
    int references; /* of SQLite, and of the call below while it runs */
    uint32_t precision;
    size_t functions;
    struct function function[MOST_FUNCTIONS];
    char state_name[MOST_FUNCTIONS][NAME_SIZE];
};

uint32_t indpsql_precision(const struct settings *settings)
{
    return settings->precision;
}

indp_status indpsql_options(const struct settings *settings, indp_options **out)
{
    indp_status status;
    *out = NULL; /* every default */
    if (settings->precision == 0)
        return INDP_OK;
    status = indp_options_new(out);
    if (status == INDP_OK)
        status = indp_options_set_float_precision(*out, settings->precision);
    return status;
}

uint32_t indp_sqlite_precision(sqlite3_context *context)
{
    const struct function *function = sqlite3_user_data(context);
    return function->settings->precision;
}

static void version(sqlite3_context *context, int argc, sqlite3_value **argv)
{
    (void)argc;
    (void)argv;
    sqlite3_result_text(context, indp_version_string(), -1, SQLITE_STATIC);
}

/* Sets the arithmetic, if there is an argument, and tells it. -1 stands for INDP_PRECISION_AUTO. */
static void float_precision(sqlite3_context *context, int argc, sqlite3_value **argv)
{
    const struct function *function = sqlite3_user_data(context);
    struct settings *settings = function->settings;
    if (argc == 1 && !indpsql_is_direct(context, function->name)) {
        indpsql_fail(context, function->name, INDIRECT);
        return;
    }
    if (argc == 1) {
        sqlite3_int64 asked = sqlite3_value_int64(argv[0]);
        uint32_t bits = asked == -1 ? INDP_PRECISION_AUTO : (uint32_t)asked;
        indp_options *options = NULL;
        indp_status status = INDP_E_PRECISION;
        if (sqlite3_value_type(argv[0]) == SQLITE_INTEGER && asked >= -1 && asked <= 4096)
            status = indp_options_new(&options);
        if (status == INDP_OK)
            status = indp_options_set_float_precision(options, bits);
        indp_options_free(options);
        if (status == INDP_E_NO_MEMORY) {
            sqlite3_result_error_nomem(context);
            return;
        }
        if (status != INDP_OK) {
            indpsql_fail(context, function->name, "bits must be 0, -1 (automatic), or 53 to 4096");
            return;
        }
        settings->precision = bits;
    }
    sqlite3_result_int64(context, settings->precision == INDP_PRECISION_AUTO
                                      ? (sqlite3_int64)-1
                                      : (sqlite3_int64)settings->precision);
}

static void leave(struct settings *settings)
{
    if (--settings->references == 0)
        sqlite3_free(settings);
}

static void leave_function(void *pointer)
{
    leave(((struct function *)pointer)->settings);
}

/* Flags: never DETERMINISTIC, since releases draw noise; not INNOCUOUS, which would let the views of a database from
 * elsewhere release. dp_release and indp_float_precision are DIRECTONLY: no view or trigger may call them, whoever wrote them.
 * Bytes can be released any number of times, so a view over stored states would spend epsilon at each reading, unseen, and a
 * trigger in a file from elsewhere at each write; direct.c sees to what remains. An aggregate without xValue and xInverse makes SQLite refuse OVER,
 * under which every row would be a release. */
struct declaration {
    const char *name;
    int least, most; /* arguments */
    int flags;
    void (*scalar)(sqlite3_context *, int, sqlite3_value **);
    void (*step)(sqlite3_context *, int, sqlite3_value **);
    void (*final)(sqlite3_context *);
};

static int declare(sqlite3 *db, struct settings *settings, const struct kind *kind, int gives_state,
                   const struct declaration *d)
{
    struct function *function = &settings->function[settings->functions];
    int n, rc = SQLITE_OK;
    if (settings->functions++ == MOST_FUNCTIONS)
        return SQLITE_INTERNAL;
    function->settings = settings;
    function->kind = kind;
    function->name = d->name;
    function->gives_state = gives_state;
    for (n = d->least; n <= d->most && rc == SQLITE_OK; n++) {
        settings->references++; /* SQLite calls leave_function also when it refuses */
        rc = sqlite3_create_function_v2(db, d->name, n, SQLITE_UTF8 | d->flags, function, d->scalar, d->step,
                                        d->final, leave_function);
    }
    return rc;
}

/* dp_x(x, ..., epsilon [, rows_per_person]) and dp_x_state(x, ... [, rows_per_person]); a quantile has one more. */
static int declare_kind(sqlite3 *db, struct settings *settings, const struct kind *kind)
{
    struct declaration d = { NULL, 1, kind->counts ? 3 : 2, 0, NULL, indpsql_step, indpsql_final };
    char *state_name = settings->state_name[settings->functions];
    int i, rc;
    for (i = 0; kind->public[i] != EPSILON; i++) {
        d.least++;
        d.most++;
    }
    sqlite3_snprintf(NAME_SIZE, state_name, "%s_state", kind->name);
    d.name = state_name;
    rc = declare(db, settings, kind, 1, &d);
    d.name = kind->name;
    d.least++;
    d.most++;
    return rc == SQLITE_OK ? declare(db, settings, kind, 0, &d) : rc;
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
    static const struct declaration others[] = {
        { "dp_merge", 1, 2, 0, NULL, indpsql_merge_step, indpsql_merge_final },
        { "dp_release", 2, 2, SQLITE_DIRECTONLY, indpsql_release, NULL, NULL },
        { "dp_count_error", 2, 3, 0, indp_sqlite_count_error, NULL, NULL },
        { "dp_sum_error", 4, 5, 0, indp_sqlite_sum_error, NULL, NULL },
        { "indp_float_precision", 0, 1, SQLITE_DIRECTONLY, float_precision, NULL, NULL },
        { "indp_version", 0, 0, 0, version, NULL, NULL },
    };
    struct settings *settings;
    int rc = SQLITE_OK;
    size_t i;
    SQLITE_EXTENSION_INIT2(api);
    (void)message;
    settings = sqlite3_malloc((int)sizeof *settings);
    if (settings == NULL)
        return SQLITE_NOMEM;
    memset(settings, 0, sizeof *settings);
    settings->references = 1;
    for (i = 0; i < indpsql_kinds_count && rc == SQLITE_OK; i++)
        rc = declare_kind(db, settings, &indpsql_kinds[i]);
    for (i = 0; i < sizeof others / sizeof *others && rc == SQLITE_OK; i++)
        rc = declare(db, settings, NULL, 0, &others[i]);
    leave(settings);
    return rc;
}
