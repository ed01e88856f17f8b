/* The SQL functions dp_..._error, dp_..._epsilon_for_error and dp_..._interval. All arguments are
 * public parameters or answers that were released before. */
#include "error.h"

#include <string.h>

#include "internal.h"
#include "number.h"
#include "parts.h"

/* Reads one argument. Returns 0 if its type or value is wrong. */
static int read(sqlite3_value *value, indpx_parameter parameter, indpx_asked *asked)
{
    int64_t *whole = indpx_asked_whole(asked, parameter);
    if (whole != NULL)
        return indpsql_read_rows(value, whole);
    if (parameter != INDPX_PARTS)
        return indpsql_read_number(value, indpx_asked_number(asked, parameter));
    return sqlite3_value_type(value) == SQLITE_TEXT && sqlite3_value_text(value) != NULL &&
           indpx_parts_read((const char *)sqlite3_value_text(value),
                            (size_t)sqlite3_value_bytes(value), &asked->parts);
}

/* An interval as a JSON array of two numbers. An infinite end is null. */
static void answer_interval(sqlite3_context *context, const double ends[2])
{
    char text[INDPX_NUMBERS_SIZE(2)], *end = indpx_numbers_write(text, ends, 2, ", ");
    sqlite3_result_text(context, text, (int)(end - text), SQLITE_TRANSIENT);
}

void indpsql_error(sqlite3_context *context, int argc, sqlite3_value **argv)
{
    const struct function *function = sqlite3_user_data(context);
    const indpx_error *error = function->error;
    indpx_asked asked;
    indpx_parameter wrong;
    indp_options *options = NULL;
    double out[2] = { 0, 0 };
    indp_status status;
    int i;
    memset(&asked, 0, sizeof asked);
    asked.numbers.rows = 1;
    for (i = 0; i < argc; i++)
        if (!read(argv[i], error->parameters[i], &asked)) {
            indpsql_fail_parameter(context, error->name, error->parameters[i]);
            return;
        }
    /* indpx_expect checks the remaining rules: those of q, lo, hi, alpha and the parts. */
    wrong = indpx_asked_wrong(error, &asked);
    if (wrong != INDPX_NONE) {
        indpsql_fail_parameter(context, error->name, wrong);
        return;
    }
    status = indpx_options(function->settings, error->kind, &options);
    if (status == INDP_OK)
        status = indpx_expect(error, &asked, options, out);
    indp_options_free(options);
    if (status != INDP_OK)
        indpsql_fail_status(context, error->name, error->kind->range, asked.numbers.epsilon,
                            status);
    else if (error->result == INDPX_IS_INTERVAL)
        answer_interval(context, out);
    else
        sqlite3_result_double(context, out[0]);
}
