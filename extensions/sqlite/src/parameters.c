/* Reads the public parameters. */
#include <string.h>

#include "internal.h"

int indpsql_is_number(sqlite3_value *value)
{
    int type = sqlite3_value_type(value);
    return type == SQLITE_INTEGER || type == SQLITE_FLOAT;
}

const char *indpsql_read_text(sqlite3_value *value)
{
    const char *text =
        sqlite3_value_type(value) == SQLITE_TEXT ? (const char *)sqlite3_value_text(value) : NULL;
    return text != NULL && strlen(text) == (size_t)sqlite3_value_bytes(value) ? text : NULL;
}

int indpsql_is_name(const char *text)
{
    static const char allowed[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_0123456789";
    size_t length = strlen(text);
    return length > 0 && length <= 64 && strspn(text, allowed) == length &&
           !(*text >= '0' && *text <= '9');
}

int indpsql_read_name(sqlite3_value *value, const char **out)
{
    *out = indpsql_read_text(value);
    return *out != NULL && indpsql_is_name(*out);
}

/* Refuses text, although SQLite would read it as a number: a bound typed '10O' would become 10. The
 * library checks the value. */
int indpsql_read_number(sqlite3_value *value, double *out)
{
    if (!indpsql_is_number(value))
        return 0;
    *out = sqlite3_value_double(value);
    return 1;
}

/* Whole reals are accepted: some drivers bind every number as a double. */
int indpsql_read_rows(sqlite3_value *value, int64_t *out)
{
    int type = sqlite3_value_type(value);
    double real;
    if (type == SQLITE_INTEGER) {
        *out = sqlite3_value_int64(value);
        return indpx_is_rows(*out);
    }
    if (type != SQLITE_FLOAT)
        return 0;
    real = sqlite3_value_double(value);
    if (!(real >= 1 && real <= 9007199254740992.0))
        return 0;
    *out = (int64_t)real;
    return (double)*out == real;
}

/* Reads the number of candidates as indp_quantile_init takes it. With 0 the library chooses the
 * number. */
static int read_points(sqlite3_value *value, int64_t *out)
{
    if (indpsql_read_rows(value, out))
        return indpx_is_points(*out);
    *out = 0;
    return indpsql_is_number(value) && sqlite3_value_double(value) == 0;
}

/* Returns 0 if the value is not text, or if memory ran out. In the second case the value is text,
 * but out->list is NULL. */
static int read_text(sqlite3_value *value, struct parameters *out)
{
    if (sqlite3_value_type(value) != SQLITE_TEXT)
        return 0;
    out->list = (const char *)sqlite3_value_text(value);
    out->length = sqlite3_value_bytes(value);
    return out->list != NULL;
}

int indpsql_read_value(sqlite3_value *value, indpx_parameter parameter, struct parameters *out)
{
    switch (parameter) {
    case INDPX_CANDIDATES:
    case INDPX_EDGES:
    case INDPX_QS: return read_text(value, out);
    case INDPX_ROWS: return indpsql_read_rows(value, &out->numbers.rows);
    case INDPX_POINTS: return read_points(value, &out->numbers.points);
    case INDPX_ALPHA: return indpsql_read_number(value, &out->alpha);
    default: return indpsql_read_number(value, indpx_number(&out->numbers, parameter));
    }
}

/* The parameters of a call that omits all optional ones. */
void indpsql_no_parameters(struct parameters *out)
{
    memset(out, 0, sizeof *out);
    out->numbers.rows = 1;
    out->numbers.points = INDPX_FINE_POINTS;
}

int indpsql_read_parameter(sqlite3_context *context, const char *function, sqlite3_value *value,
                           indpx_parameter parameter, struct parameters *out)
{
    int is_list =
        parameter == INDPX_CANDIDATES || parameter == INDPX_EDGES || parameter == INDPX_QS;
    if (indpsql_read_value(value, parameter, out))
        return 1;
    if (is_list && sqlite3_value_type(value) == SQLITE_TEXT)
        sqlite3_result_error_nomem(context);
    else
        indpsql_fail_parameter(context, function, parameter);
    return 0;
}

int indpsql_read_parameters(sqlite3_context *context, const struct function *function, int argc,
                            sqlite3_value **argv, struct parameters *out)
{
    const indpx_parameter *list = function->kind->parameters;
    int i;
    indpsql_no_parameters(out);
    for (i = 1; i < argc; i++)
        if (!indpsql_read_parameter(context, function->name, argv[i],
                                    indpx_next(&list, function->gives_state), out))
            return 0;
    return 1;
}

/* Compares lists byte by byte. */
static int same_lists(const struct parameters *a, const struct parameters *b)
{
    return a->length == b->length &&
           (a->length == 0 || memcmp(a->list, b->list, (size_t)a->length) == 0);
}

int indpsql_same_parameters(sqlite3_context *context, const struct function *function,
                            const struct parameters *first, const struct parameters *row)
{
    indpx_parameter changed = indpx_changed(function->kind, &first->numbers, &row->numbers);
    if (changed == INDPX_NONE && !same_lists(first, row))
        changed = function->kind->parameters[0];
    if (changed != INDPX_NONE)
        indpsql_fail_changed(context, function->name, changed);
    return changed == INDPX_NONE;
}
