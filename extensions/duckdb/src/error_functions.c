/* Implements dp_..._error, dp_..._epsilon_for_error and dp_..._interval. All their arguments are
 * public parameters or answers that were released before. */
#include "functions.h"

#include "answer.h"
#include "columns.h"
#include "error.h"
#include "parts.h"
#include "say.h"
#include "types.h"

/* Reads one argument. Returns 0 if it is NULL, or if it should be the text of parts but is not. */
static int read(const struct arguments *arguments, int column, idx_t row, indpx_parameter parameter,
                indpx_asked *asked)
{
    int64_t *whole = indpx_asked_whole(asked, parameter);
    struct text text;
    if (whole != NULL)
        return indpduck_whole(arguments, column, row, whole);
    if (parameter != INDPX_PARTS)
        return indpduck_double(arguments, column, row, indpx_asked_number(asked, parameter));
    if (!indpduck_is_valid(&arguments->column[column], row))
        return 0;
    text = indpduck_text(&arguments->column[column], row);
    return indpx_parts_read((const char *)text.bytes, text.length, &asked->parts);
}

static indp_status read_all(const indpx_error *error, const struct arguments *arguments, idx_t row,
                            indpx_asked *asked)
{
    indpx_parameter wrong;
    int i;
    memset(asked, 0, sizeof *asked);
    asked->numbers.rows = 1;
    for (i = 0; i < arguments->n; i++)
        if (!read(arguments, i, row, error->parameters[i], asked))
            return INDPDUCK_WRONG(error->parameters[i]);
    /* indpx_expect checks the remaining rules: those of q, lo, hi, alpha and the parts. */
    wrong = indpx_asked_wrong(error, asked);
    return wrong == INDPX_NONE ? INDP_OK : INDPDUCK_WRONG(wrong);
}

static indp_status answer(const indpx_error *error, const indpx_asked *asked, duckdb_vector result,
                          idx_t row)
{
    double out[2] = { 0, 0 };
    indp_status status = indpx_expect(error, asked, NULL, out);
    if (status != INDP_OK)
        return status;
    if (error->result == INDPX_IS_INTERVAL)
        return indpduck_put_list(result, row, out, 2);
    ((double *)duckdb_vector_get_data(result))[row] = out[0];
    return INDP_OK;
}

static void compute(duckdb_function_info info, duckdb_data_chunk input, duckdb_vector result)
{
    const indpx_error *error = duckdb_scalar_function_get_extra_info(info);
    struct arguments arguments;
    idx_t row;
    indpduck_arguments_read(input, &arguments);
    for (row = 0; row < arguments.rows; row++) {
        indpx_asked asked;
        indp_status status = read_all(error, &arguments, row, &asked);
        if (status == INDP_OK)
            status = answer(error, &asked, result, row);
        if (status != INDP_OK) {
            char text[INDPDUCK_MESSAGE_SIZE];
            indpduck_message(text, error->name, error->kind->range, asked.numbers.epsilon, status);
            duckdb_scalar_function_set_error(info, text);
            return;
        }
    }
}

/* Adds the overload with the first n parameters. */
static int add_form(duckdb_scalar_function_set set, const indpx_error *error, int n)
{
    duckdb_scalar_function scalar = duckdb_create_scalar_function();
    const int is_interval = error->result == INDPX_IS_INTERVAL;
    int i, done;
    duckdb_scalar_function_set_name(scalar, error->name);
    for (i = 0; i < n; i++)
        indpduck_scalar_take(scalar, indpduck_parameter_type(error->parameters[i]), 0);
    indpduck_scalar_give(scalar, DUCKDB_TYPE_DOUBLE, is_interval);
    duckdb_scalar_function_set_special_handling(scalar);
    duckdb_scalar_function_set_extra_info(scalar, (void *)error, NULL); /* only read */
    duckdb_scalar_function_set_function(scalar, compute);
    done = duckdb_add_scalar_function_to_set(set, scalar) == DuckDBSuccess;
    duckdb_destroy_scalar_function(&scalar);
    return done;
}

static int register_error(duckdb_connection connection, const indpx_error *error)
{
    duckdb_scalar_function_set set = duckdb_create_scalar_function_set(error->name);
    int n, done = 1;
    for (n = 0; error->parameters[n] != INDPX_NONE && done; n++)
        if (indpx_is_optional(error->parameters[n]))
            done = add_form(set, error, n);
    done = done && add_form(set, error, n) &&
           duckdb_register_scalar_function_set(connection, set) == DuckDBSuccess;
    duckdb_destroy_scalar_function_set(&set);
    return done;
}

const char *indpduck_register_errors(duckdb_connection connection)
{
    size_t i;
    for (i = 0; i < INDPX_ERRORS; i++)
        if (!register_error(connection, &indpx_errors[i]))
            return indpx_errors[i].name;
    return NULL;
}
