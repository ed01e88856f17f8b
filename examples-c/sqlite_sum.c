/* Implements the SQLite aggregate private_sum(x, lo, hi, epsilon) as a loadable extension.
 *
 *     cc -shared -fPIC examples-c/sqlite_sum.c $(pkg-config --cflags --libs indp) -o private_sum.so
 *     sqlite> .load ./private_sum
 *     sqlite> SELECT private_sum(t.x, 0, 100, 0.5) FROM (SELECT 1) LEFT JOIN t ON t.year = 2024;
 *
 * The argument x is private, and the other arguments are public. Each row belongs to one person,
 * and nobody has more than one row. The LEFT JOIN ensures that the aggregate receives a row even if
 * no row of t matches. Without a row SQLite passes no arguments to the aggregate, which then could
 * not draw noise for an answer.
 *
 * This file follows one rule: neither the success of a call nor the text of an error may depend on
 * x. */
#include <math.h>
#include <string.h>

#include <indp.h>
#include <sqlite3ext.h>
SQLITE_EXTENSION_INIT1

enum { LO, HI, EPSILON, PARAMETERS };

/* The state of one group of rows. SQLite allocates the state, filled with zeros, and frees it. The
 * state owns no other memory. */
struct group {
    enum { NO_ROW, ADDING, FAILED } stage;
    double parameters[PARAMETERS]; /* the parameters of the first row */
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
        /* The message is a constant text, so it reveals no value. */
        fail(context, group, indp_status_message(status));
    }
}

/* Reads lo, hi and epsilon. Returns 0 if one of them is not a number. Text is refused, because
 * SQLite reads only the numeric prefix of a text: '10O', with the letter O at the end, would count
 * as 10. */
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

/* Starts the state when the first row arrives. Bad parameters are refused here, before x is
 * read. */
static indp_status start(struct group *group)
{
    const double *p = group->parameters;
    indp_status status = indp_sum_init(group->state, sizeof group->state, p[LO], p[HI], 0, 1);
    if (status == INDP_OK)
        status = indp_state_can_release(group->state, p[EPSILON], NULL);
    group->stage = ADDING;
    return status;
}

/* Adds a value. A value that is not a number must not raise an error, since x is private. It is
 * added as NaN, which counts as 0, clamped to lo..hi. */
static indp_status add(struct group *group, sqlite3_value *x)
{
    switch (sqlite3_value_numeric_type(x)) {
    case SQLITE_NULL: return INDP_OK; /* not added, but the parameters were checked */
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

/* The final function. SQLite calls it once for each group, even after an error. If there was no
 * row, there is no state. */
static void final(sqlite3_context *context)
{
    struct group *group = sqlite3_aggregate_context(context, 0);
    double answer = 0;
    indp_status status;
    if (group == NULL || group->stage == NO_ROW) {
        sqlite3_result_error(context,
                             "private_sum: no row reached this call, so its parameters are unknown",
                             -1);
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

/* SQLite looks for an entry point of this name first. */
int sqlite3_extension_init(sqlite3 *db, char **message, const sqlite3_api_routines *api);

/* Registers the aggregate. It is not SQLITE_DETERMINISTIC, since each call draws fresh noise. It is
 * not SQLITE_INNOCUOUS, since that flag would let views in an untrusted database file make
 * releases. It is not registered as a window function, since OVER (...) would release an answer for
 * each row. */
int sqlite3_extension_init(sqlite3 *db, char **message, const sqlite3_api_routines *api)
{
    indp_status status = indp_self_test();
    SQLITE_EXTENSION_INIT2(api);
    if (status != INDP_OK) {
        *message = sqlite3_mprintf("private_sum: %s", indp_status_message(status));
        return SQLITE_ERROR;
    }
    return sqlite3_create_function_v2(db, "private_sum", 1 + PARAMETERS, SQLITE_UTF8, NULL, NULL,
                                      step, final, NULL);
}
