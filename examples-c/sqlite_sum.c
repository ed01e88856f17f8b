/* A private sum for SQLite: private_sum(x, lo, hi, epsilon).
 *
 *     cc -shared -fPIC examples-c/sqlite_sum.c $(pkg-config --cflags --libs indp) -o private_sum.so
 *     sqlite> .load ./private_sum
 *     sqlite> SELECT private_sum(t.x, 0, 100, 0.5) FROM (SELECT 1) LEFT JOIN t ON t.year = 2024;
 *
 * x is private, the other arguments are public. Each row belongs to one person and nobody has two.
 * The LEFT JOIN ensures that a row arrives even if none matches: without any row, SQLite passes the
 * aggregate no arguments, so there would be no noise to answer with.
 *
 * This file follows one rule: whether a call fails, and what the error says, must not depend on x. */
#include <math.h>
#include <string.h>

#include <indp.h>
#include <sqlite3ext.h>
SQLITE_EXTENSION_INIT1

enum { LO, HI, EPSILON, PARAMETERS };

/* One group of rows. SQLite zeroes it and frees it, and it owns no other memory. */
struct group {
    enum { NO_ROW, ADDING, FAILED } stage;
    double parameters[PARAMETERS]; /* of the first row */
    unsigned char state[INDP_SUM_STATE_SIZE];
};

static void fail(sqlite3_context *context, struct group *group, const char *message)
{
    group->stage = FAILED;
    sqlite3_result_error(context, message, -1);
}

static void fail_status(sqlite3_context *context, struct group *group, indp_status status)
{
    if (status == INDP_E_NO_MEMORY) {
        group->stage = FAILED;
        sqlite3_result_error_nomem(context);
    } else {
        /* A constant text: it contains no value. */
        fail(context, group, indp_status_message(status));
    }
}

/* Numbers only: SQLite would read the text '10O' as 10. */
static int read_parameters(sqlite3_value **argv, double *out)
{
    int i;
    for (i = 0; i < PARAMETERS; i++) {
        int type = sqlite3_value_type(argv[1 + i]);
        if (type != SQLITE_INTEGER && type != SQLITE_FLOAT)
            return 0;
        out[i] = sqlite3_value_double(argv[1 + i]);
    }
    return 1;
}

/* The first row starts the state. Bad parameters are refused here, before x is read. */
static indp_status start(struct group *group)
{
    const double *p = group->parameters;
    indp_status status = indp_sum_init(group->state, sizeof group->state, p[LO], p[HI], 0, 1);
    if (status == INDP_OK)
        status = indp_state_can_release(group->state, p[EPSILON], NULL);
    group->stage = ADDING;
    return status;
}

/* A value that is not a number must not raise an error: it counts as NaN, the point of lo..hi nearest
 * 0. */
static indp_status add(struct group *group, sqlite3_value *x)
{
    switch (sqlite3_value_numeric_type(x)) {
    case SQLITE_NULL: return INDP_OK; /* not counted, but its parameters were checked */
    case SQLITE_INTEGER: return indp_state_add_int64(group->state, sqlite3_value_int64(x));
    case SQLITE_FLOAT: return indp_state_add(group->state, sqlite3_value_double(x));
    default: return indp_state_add(group->state, (double)NAN);
    }
}

static void step(sqlite3_context *context, int argc, sqlite3_value **argv)
{
    struct group *group = sqlite3_aggregate_context(context, (int)sizeof *group);
    double parameters[PARAMETERS];
    indp_status status = INDP_OK;
    (void)argc;
    if (group == NULL) {
        sqlite3_result_error_nomem(context);
        return;
    }
    if (group->stage == FAILED)
        return;
    if (!read_parameters(argv, parameters)) {
        fail(context, group, "private_sum: lo, hi and epsilon must be numbers");
        return;
    }
    if (group->stage == NO_ROW) {
        memcpy(group->parameters, parameters, sizeof parameters);
        status = start(group);
    } else if (memcmp(group->parameters, parameters, sizeof parameters) != 0) {
        fail(context, group, "private_sum: lo, hi and epsilon must be the same on every row");
        return;
    }
    if (status == INDP_OK)
        status = add(group, argv[0]);
    if (status != INDP_OK)
        fail_status(context, group, status);
}

/* Called once for each group, also after an error, and without a group if there was no row. */
static void final(sqlite3_context *context)
{
    struct group *group = sqlite3_aggregate_context(context, 0);
    double answer = 0;
    indp_status status;
    if (group == NULL || group->stage == NO_ROW) {
        sqlite3_result_error(context, "private_sum: no row reached it, so its parameters are unknown", -1);
        return;
    }
    if (group->stage == FAILED)
        return;
    status = indp_state_release(group->state, group->parameters[EPSILON], NULL, &answer);
    if (status == INDP_OK)
        sqlite3_result_double(context, answer);
    else
        fail_status(context, group, status);
}

/* The name that SQLite looks for first. */
int sqlite3_extension_init(sqlite3 *db, char **message, const sqlite3_api_routines *api);

/* Not SQLITE_DETERMINISTIC, since each call draws fresh noise. Not SQLITE_INNOCUOUS, which would let
 * the views of any database file release. Not a window function: with OVER (...) each row would be a
 * release. */
int sqlite3_extension_init(sqlite3 *db, char **message, const sqlite3_api_routines *api)
{
    indp_status status = indp_self_test();
    SQLITE_EXTENSION_INIT2(api);
    if (status != INDP_OK) {
        *message = sqlite3_mprintf("private_sum: %s", indp_status_message(status));
        return SQLITE_ERROR;
    }
    return sqlite3_create_function_v2(db, "private_sum", 1 + PARAMETERS, SQLITE_UTF8, NULL, NULL, step, final, NULL);
}
