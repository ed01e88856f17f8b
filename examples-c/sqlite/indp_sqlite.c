/* SQLite aggregates with differential privacy.
 *
 *     dp_count(x, epsilon [, rows_per_person])
 *     dp_sum(x, lo, hi, epsilon [, rows_per_person])
 *     dp_count_error, dp_sum_error    the error to expect: error.h
 *     indp_version()
 *     indp_float_precision([bits])    the arithmetic of this connection's releases; 0 is real
 *
 * Everything but x is a public parameter and must be the same on every row. No error depends on x,
 * and no message contains a value. A query must let at least one row reach the aggregate (see
 * README.md): with none, SQLite gives us no epsilon, so there is no noise to answer with. */
#include <math.h>
#include <stdint.h>
#include <string.h>

#include <sqlite3ext.h>
SQLITE_EXTENSION_INIT1

#include "error.h"
#include "indp.h"
#include "indp_sqlite.h"

#if defined(_WIN32)
#define EXPORT __declspec(dllexport)
#elif defined(__GNUC__)
#define EXPORT __attribute__((visibility("default")))
#else
#define EXPORT
#endif

/* What can go wrong, and the only texts this extension reports besides indp_status_message. */
enum problem {
    NONE,
    BAD_EPSILON,
    BAD_LO,
    BAD_HI,
    BAD_ROWS,
    BAD_RANGE,
    NEW_EPSILON,
    NEW_LO,
    NEW_HI,
    NEW_ROWS,
    TOO_LARGE,
    NO_ROW,
    NO_ENTROPY,
    PROBLEMS
};

#define MESSAGES(f, range)                                          \
    {                                                               \
        "",                                                         \
        f ": epsilon must be a finite number above 0",              \
        f ": lo must be a finite number",                           \
        f ": hi must be a finite number",                           \
        f ": rows_per_person must be a whole number of at least 1", \
        f ": lo must be below hi",                                  \
        f ": epsilon must be the same on every row",                \
        f ": lo must be the same on every row",                     \
        f ": hi must be the same on every row",                     \
        f ": rows_per_person must be the same on every row",        \
        f ": " range " too large for this epsilon",                 \
        "no row reached " f ": anchor the query",                   \
        f ": the source of randomness failed, nothing was released" \
    }

enum kind { COUNT, SUM };

static const char *const MESSAGE[][PROBLEMS] = {
    MESSAGES("dp_count", "rows_per_person is"),
    MESSAGES("dp_sum", "lo, hi and rows_per_person are")
};

/* What one connection chose; shared by its functions, freed with the last of them. */
struct settings {
    int functions;
    uint32_t precision;
};

struct parameters {
    double lo, hi, epsilon;
    sqlite3_int64 rows;
};

/* One group's state. SQLite hands it over zeroed and frees it; it owns nothing. */
struct group {
    enum { UNTOUCHED, LIVE, FAILED } stage;
    struct parameters parameters;
    unsigned char state[INDP_SUM_STATE_SIZE];
};

typedef char count_state_fits[INDP_COUNT_STATE_SIZE <= INDP_SUM_STATE_SIZE ? 1 : -1];

static void fail(sqlite3_context *context, enum kind kind, enum problem problem)
{
    sqlite3_result_error(context, MESSAGE[kind][problem], -1);
}

static void fail_status(sqlite3_context *context, enum kind kind, indp_status status)
{
    switch (status) {
    case INDP_E_NO_MEMORY: sqlite3_result_error_nomem(context); return;
    case INDP_E_EPSILON: fail(context, kind, BAD_EPSILON); return;
    case INDP_E_LO: fail(context, kind, BAD_LO); return;
    case INDP_E_HI: fail(context, kind, BAD_HI); return;
    case INDP_E_RANGE: fail(context, kind, BAD_RANGE); return;
    case INDP_E_ROWS_PER_PERSON: fail(context, kind, BAD_ROWS); return;
    case INDP_E_SENSITIVITY: /* the two say the same here: the noise would not fit a double */
    case INDP_E_LAMBDA: fail(context, kind, TOO_LARGE); return;
    case INDP_E_ENTROPY: fail(context, kind, NO_ENTROPY); return;
    default: sqlite3_result_error(context, indp_status_message(status), -1); return;
    }
}

/* Text is refused, although SQLite would read it as a number: a bound typed '10O' would become 10.
 * The library checks the number itself. */
static int read_number(sqlite3_value *value, double *out)
{
    int type = sqlite3_value_type(value);
    if (type != SQLITE_INTEGER && type != SQLITE_FLOAT)
        return 0;
    *out = sqlite3_value_double(value);
    return 1;
}

/* Whole reals are accepted: some drivers bind every number as a double. */
static int read_rows(sqlite3_value *value, sqlite3_int64 *out)
{
    int type = sqlite3_value_type(value);
    double real;
    if (type == SQLITE_INTEGER) {
        *out = sqlite3_value_int64(value);
        return *out >= 1;
    }
    if (type != SQLITE_FLOAT)
        return 0;
    real = sqlite3_value_double(value);
    if (!(real >= 1 && real <= 9007199254740992.0))
        return 0;
    *out = (sqlite3_int64)real;
    return (double)*out == real;
}

/* The arguments after x, in the order of the SQL function. */
static enum problem read_parameters(enum kind kind, int argc, sqlite3_value **argv,
                                    struct parameters *out)
{
    int next = 1;
    memset(out, 0, sizeof *out);
    out->rows = 1;
    if (kind == SUM && !read_number(argv[next++], &out->lo))
        return BAD_LO;
    if (kind == SUM && !read_number(argv[next++], &out->hi))
        return BAD_HI;
    if (!read_number(argv[next++], &out->epsilon))
        return BAD_EPSILON;
    if (next < argc && !read_rows(argv[next], &out->rows))
        return BAD_ROWS;
    return NONE;
}

static int same_bits(double a, double b)
{
    return memcmp(&a, &b, sizeof a) == 0;
}

static enum problem compare(const struct parameters *first, const struct parameters *row)
{
    if (!same_bits(first->lo, row->lo))
        return NEW_LO;
    if (!same_bits(first->hi, row->hi))
        return NEW_HI;
    if (!same_bits(first->epsilon, row->epsilon))
        return NEW_EPSILON;
    if (first->rows != row->rows)
        return NEW_ROWS;
    return NONE;
}

/* Starts the state, and builds the mechanism once to have bad parameters refused on the first row
 * rather than after the last. */
static indp_status start(enum kind kind, uint32_t precision, struct group *group)
{
    const struct parameters *p = &group->parameters;
    double sensitivity = (double)p->rows;
    indp_snapping *mechanism = NULL;
    indp_status status;
    if (kind == COUNT)
        status = indp_count_init(group->state, sizeof group->state, (uint64_t)p->rows);
    else
        status = indp_sum_init(group->state, sizeof group->state, p->lo, p->hi, 0, (uint64_t)p->rows);
    if (status == INDP_OK && kind == SUM)
        status = indp_sum_sensitivity(group->state, &sensitivity);
    /* Float arithmetic wants a bound, which the release chooses: it has the last word there. */
    if (status == INDP_OK && precision == 0)
        status = indp_snapping_new(p->epsilon, sensitivity, HUGE_VAL, NULL, &mechanism);
    indp_snapping_free(mechanism);
    return status;
}

/* Adds one value that is not NULL. What is no number counts as a row with the value that NaN has:
 * the point of [lo, hi] nearest 0. It must not be an error, since errors may not depend on x. */
static indp_status add(enum kind kind, struct group *group, sqlite3_value *x)
{
    if (kind == COUNT)
        return indp_count_add(group->state);
    switch (sqlite3_value_numeric_type(x)) { /* '12.5' is 12.5 */
    case SQLITE_INTEGER: return indp_sum_add_int64(group->state, sqlite3_value_int64(x));
    case SQLITE_FLOAT: return indp_sum_add(group->state, sqlite3_value_double(x));
    default: return indp_sum_add(group->state, (double)NAN);
    }
}

static void step(enum kind kind, sqlite3_context *context, int argc, sqlite3_value **argv)
{
    struct group *group = sqlite3_aggregate_context(context, (int)sizeof *group);
    const struct settings *settings = sqlite3_user_data(context);
    struct parameters parameters;
    enum problem problem;
    indp_status status = INDP_OK;
    if (group == NULL) {
        sqlite3_result_error_nomem(context);
        return;
    }
    if (group->stage == FAILED)
        return;
    problem = read_parameters(kind, argc, argv, &parameters);
    if (problem == NONE && group->stage == LIVE)
        problem = compare(&group->parameters, &parameters);
    if (problem != NONE) {
        group->stage = FAILED;
        fail(context, kind, problem);
        return;
    }
    if (group->stage == UNTOUCHED) {
        group->parameters = parameters;
        group->stage = LIVE;
        status = start(kind, settings->precision, group);
    }
    /* A NULL is no row, but it has told us the parameters. */
    if (status == INDP_OK && sqlite3_value_type(argv[0]) != SQLITE_NULL)
        status = add(kind, group, argv[0]);
    if (status != INDP_OK) {
        group->stage = FAILED;
        fail_status(context, kind, status);
    }
}

static indp_status release(enum kind kind, uint32_t precision, struct group *group, int64_t *count,
                           double *sum)
{
    indp_options *options = NULL;
    indp_status status = indp_options_new(&options);
    if (status == INDP_OK)
        status = indp_options_set_float_precision(options, precision);
    if (status == INDP_OK && kind == COUNT)
        status = indp_count_release(group->state, group->parameters.epsilon, options, count);
    else if (status == INDP_OK)
        status = indp_sum_release(group->state, group->parameters.epsilon, options, sum);
    indp_options_free(options);
    return status;
}

/* SQLite calls this once per group: also after an error in a step, and with no state on no rows. */
static void finish(enum kind kind, sqlite3_context *context)
{
    struct group *group = sqlite3_aggregate_context(context, 0);
    const struct settings *settings = sqlite3_user_data(context);
    indp_status status;
    int64_t count = 0;
    double sum = 0;
    if (group == NULL || group->stage == UNTOUCHED) {
        fail(context, kind, NO_ROW);
        return;
    }
    if (group->stage == FAILED)
        return;
    status = release(kind, settings->precision, group, &count, &sum);
    if (status != INDP_OK)
        fail_status(context, kind, status);
    else if (kind == COUNT)
        sqlite3_result_int64(context, count);
    else
        sqlite3_result_double(context, sum);
}

static void count_step(sqlite3_context *context, int argc, sqlite3_value **argv)
{
    step(COUNT, context, argc, argv);
}

static void count_final(sqlite3_context *context)
{
    finish(COUNT, context);
}

static void sum_step(sqlite3_context *context, int argc, sqlite3_value **argv)
{
    step(SUM, context, argc, argv);
}

static void sum_final(sqlite3_context *context)
{
    finish(SUM, context);
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
    struct settings *settings = sqlite3_user_data(context);
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
        if (status != INDP_OK) {
            sqlite3_result_error(context, "indp_float_precision: bits must be 0, -1 (automatic), or 53 to 4096",
                                 -1);
            return;
        }
        settings->precision = bits;
    }
    sqlite3_result_int64(context, settings->precision == INDP_PRECISION_AUTO
                                      ? (sqlite3_int64)-1
                                      : (sqlite3_int64)settings->precision);
}

uint32_t indp_sqlite_precision(sqlite3_context *context)
{
    const struct settings *settings = sqlite3_user_data(context);
    return settings->precision;
}

static void leave(void *pointer)
{
    struct settings *settings = pointer;
    if (--settings->functions == 0)
        sqlite3_free(settings);
}

/* SQLITE_UTF8 and nothing else. DETERMINISTIC would be a lie: each release draws noise. INNOCUOUS
 * would let the views of a database from elsewhere release. An aggregate without xValue and xInverse
 * makes SQLite refuse OVER, under which every row would be a release. */
static int declare(sqlite3 *db, struct settings *settings, const char *name, int arguments,
                   void (*scalar)(sqlite3_context *, int, sqlite3_value **),
                   void (*each)(sqlite3_context *, int, sqlite3_value **), void (*last)(sqlite3_context *))
{
    settings->functions++; /* SQLite calls leave also when it refuses */
    return sqlite3_create_function_v2(db, name, arguments, SQLITE_UTF8, settings, scalar, each, last, leave);
}

EXPORT int sqlite3_indp_init(sqlite3 *db, char **message, const sqlite3_api_routines *api)
{
    struct settings *settings;
    int rc = SQLITE_OK;
    int n;
    SQLITE_EXTENSION_INIT2(api);
    (void)message;
    settings = sqlite3_malloc((int)sizeof *settings);
    if (settings == NULL)
        return SQLITE_NOMEM;
    settings->functions = 1; /* this call's own */
    settings->precision = 0;
    for (n = 2; n <= 3 && rc == SQLITE_OK; n++)
        rc = declare(db, settings, "dp_count", n, NULL, count_step, count_final);
    for (n = 4; n <= 5 && rc == SQLITE_OK; n++)
        rc = declare(db, settings, "dp_sum", n, NULL, sum_step, sum_final);
    for (n = 2; n <= 3 && rc == SQLITE_OK; n++)
        rc = declare(db, settings, "dp_count_error", n, indp_sqlite_count_error, NULL, NULL);
    for (n = 4; n <= 5 && rc == SQLITE_OK; n++)
        rc = declare(db, settings, "dp_sum_error", n, indp_sqlite_sum_error, NULL, NULL);
    for (n = 0; n <= 1 && rc == SQLITE_OK; n++)
        rc = declare(db, settings, "indp_float_precision", n, float_precision, NULL, NULL);
    if (rc == SQLITE_OK)
        rc = declare(db, settings, "indp_version", 0, version, NULL, NULL);
    leave(settings);
    return rc;
}
