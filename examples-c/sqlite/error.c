/* dp_count_error and dp_sum_error: see error.h. All arguments are public parameters. */
#include <sqlite3ext.h>
SQLITE_EXTENSION_INIT3

#include "error.h"
#include "indp.h"

static const char *const NAME[] = { "dp_count_error", "dp_sum_error" };

enum kind { COUNT, SUM };

static void fail(sqlite3_context *context, enum kind kind, const char *what)
{
    char *text = sqlite3_mprintf("%s: %s", NAME[kind], what);
    if (text == NULL)
        sqlite3_result_error_nomem(context);
    else
        sqlite3_result_error(context, text, -1);
    sqlite3_free(text);
}

static void fail_status(sqlite3_context *context, enum kind kind, indp_status status)
{
    switch (status) {
    case INDP_E_NO_MEMORY: sqlite3_result_error_nomem(context); return;
    case INDP_E_ALPHA: fail(context, kind, "alpha must be a number between 0 and 1"); return;
    case INDP_E_EPSILON: fail(context, kind, "epsilon must be a finite number above 0"); return;
    case INDP_E_LO: fail(context, kind, "lo must be a finite number"); return;
    case INDP_E_HI: fail(context, kind, "hi must be a finite number"); return;
    case INDP_E_RANGE: fail(context, kind, "lo must be below hi"); return;
    case INDP_E_ROWS_PER_PERSON: fail(context, kind, "rows_per_person must be a whole number of at least 1"); return;
    default: fail(context, kind, indp_status_message(status)); return;
    }
}

/* As dp_count and dp_sum read them: text is no number, a whole real is a whole number. */
static indp_status number(sqlite3_value *value, indp_status otherwise, double *out)
{
    int type = sqlite3_value_type(value);
    *out = sqlite3_value_double(value);
    return type == SQLITE_INTEGER || type == SQLITE_FLOAT ? INDP_OK : otherwise;
}

static indp_status whole(sqlite3_value *value, sqlite3_int64 *out)
{
    double real = sqlite3_value_double(value);
    *out = sqlite3_value_int64(value);
    if (sqlite3_value_type(value) == SQLITE_INTEGER && *out >= 1)
        return INDP_OK;
    if (sqlite3_value_type(value) == SQLITE_FLOAT && real >= 1 && real <= 9007199254740992.0 && (double)*out == real)
        return INDP_OK;
    return INDP_E_ROWS_PER_PERSON;
}

static void answer(enum kind kind, sqlite3_context *context, int argc, sqlite3_value **argv)
{
    unsigned char state[INDP_SUM_STATE_SIZE];
    double lo = 0, hi = 0, epsilon = 0, alpha = 0, out = 0;
    sqlite3_int64 rows = 1;
    indp_options *options = NULL;
    indp_status status = INDP_OK;
    int next = 0;
    if (kind == SUM) {
        status = number(argv[next++], INDP_E_LO, &lo);
        if (status == INDP_OK)
            status = number(argv[next++], INDP_E_HI, &hi);
        next = 2;
    }
    if (status == INDP_OK)
        status = number(argv[next], INDP_E_EPSILON, &epsilon);
    if (status == INDP_OK)
        status = number(argv[next + 1], INDP_E_ALPHA, &alpha);
    if (status == INDP_OK && next + 2 < argc)
        status = whole(argv[next + 2], &rows);
    if (status == INDP_OK)
        status = indp_options_new(&options);
    if (status == INDP_OK)
        status = indp_options_set_float_precision(options, indp_sqlite_precision(context));
    if (status == INDP_OK && kind == COUNT) {
        status = indp_count_init(state, sizeof state, (uint64_t)rows);
        if (status == INDP_OK)
            status = indp_count_accuracy(state, epsilon, alpha, options, &out);
    } else if (status == INDP_OK) {
        status = indp_sum_init(state, sizeof state, lo, hi, 0, (uint64_t)rows);
        if (status == INDP_OK)
            status = indp_sum_accuracy(state, epsilon, alpha, options, &out);
    }
    indp_options_free(options);
    if (status == INDP_OK)
        sqlite3_result_double(context, out);
    else
        fail_status(context, kind, status);
}

void indp_sqlite_count_error(sqlite3_context *context, int argc, sqlite3_value **argv)
{
    answer(COUNT, context, argc, argv);
}

void indp_sqlite_sum_error(sqlite3_context *context, int argc, sqlite3_value **argv)
{
    answer(SUM, context, argc, argv);
}
