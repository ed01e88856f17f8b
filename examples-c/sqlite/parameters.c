/* Reading the public parameters. */
#include <string.h>

#include "internal.h"

int indpsql_is_number(sqlite3_value *value)
{
    int type = sqlite3_value_type(value);
    return type == SQLITE_INTEGER || type == SQLITE_FLOAT;
}

/* Text is refused, although SQLite would read it as a number: a bound typed '10O' would become 10.
 * The library checks the number itself. */
int indpsql_read_number(sqlite3_value *value, double *out)
{
    if (!indpsql_is_number(value))
        return 0;
    *out = sqlite3_value_double(value);
    return 1;
}

/* Whole reals are accepted: some drivers bind every number as a double. */
int indpsql_read_rows(sqlite3_value *value, sqlite3_int64 *out)
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

/* The number of candidates, as indp_quantile_init takes it; 0 is the library's own choice. */
static int read_count(sqlite3_value *value, sqlite3_int64 *out)
{
    if (indpsql_read_rows(value, out))
        return *out >= 2 && *out <= (1 << 24) + 1;
    *out = 0;
    return indpsql_is_number(value) && sqlite3_value_double(value) == 0;
}

/* Returns 0 for what is no text, and for want of memory (candidates is NULL then, though the type is text). */
static int read_text(sqlite3_value *value, struct parameters *out)
{
    if (sqlite3_value_type(value) != SQLITE_TEXT)
        return 0;
    out->candidates = (const char *)sqlite3_value_text(value);
    out->length = sqlite3_value_bytes(value);
    return out->candidates != NULL;
}

static int read_one(sqlite3_value *value, enum parameter parameter, struct parameters *out)
{
    switch (parameter) {
    case CANDIDATES: return read_text(value, out);
    case ROWS: return indpsql_read_rows(value, &out->rows);
    case COUNT: return read_count(value, &out->count);
    default: return indpsql_read_number(value, &out->number[parameter]);
    }
}

/* The parameter that argument i of the function is; x is argument 0. */
static enum parameter parameter_of(const struct function *function, int i)
{
    int k, last;
    for (k = 0; k < i - 1 && function->kind->public[k] != EPSILON; k++)
        ;
    if (k == i - 1 && (function->kind->public[k] != EPSILON || !function->gives_state))
        return function->kind->public[k];
    last = k + (function->gives_state ? 1 : 2); /* where rows_per_person is */
    return i == last ? ROWS : COUNT;
}

int indpsql_read_parameters(sqlite3_context *context, const struct function *function, int argc,
                            sqlite3_value **argv, struct parameters *out)
{
    int i;
    memset(out, 0, sizeof *out);
    out->rows = 1;
    out->count = FINE;
    for (i = 1; i < argc; i++) {
        enum parameter parameter = parameter_of(function, i);
        if (read_one(argv[i], parameter, out))
            continue;
        if (parameter == CANDIDATES && sqlite3_value_type(argv[i]) == SQLITE_TEXT)
            sqlite3_result_error_nomem(context);
        else
            indpsql_fail_parameter(context, function->name, parameter);
        return 0;
    }
    return 1;
}

/* Numbers bit for bit. */
int indpsql_same_parameters(sqlite3_context *context, const struct function *function,
                            const struct parameters *first, const struct parameters *row)
{
    enum parameter changed = PARAMETERS;
    int i;
    if (first->rows != row->rows)
        changed = ROWS;
    if (first->count != row->count)
        changed = COUNT;
    if (first->length != row->length ||
        (row->length != 0 && memcmp(first->candidates, row->candidates, (size_t)row->length) != 0))
        changed = CANDIDATES;
    for (i = PARAMETERS - 1; i >= 0; i--)
        if (memcmp(&first->number[i], &row->number[i], sizeof first->number[i]) != 0)
            changed = (enum parameter)i;
    if (changed != PARAMETERS)
        indpsql_fail_changed(context, function->name, changed);
    return changed == PARAMETERS;
}
