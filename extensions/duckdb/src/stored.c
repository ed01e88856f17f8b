/* dp_release(state, epsilon), dp_release_mode, dp_release_parts, dp_release_quantiles,
 * dp_release_counts, dp_release_bounds and indp_version. */
#include "functions.h"

#include <stdio.h>
#include <stdlib.h>

#include "answer.h"
#include "bytes.h"
#include "columns.h"
#include "parts.h"
#include "say.h"
#include "types.h"

/* Statuses for states of the wrong kind. Their messages are in struct releaser. */
#define WRONG_KIND (-1)
#define IS_HISTOGRAM (-2)

/* A function that releases stored states. */
struct releaser {
    const char *name;
    int takes_q;    /* whether the second argument is a list of q */
    int gives_list; /* whether the answer is a list of `result` */
    duckdb_type result;
    const char *wrong_kind; /* the message for states of other kinds */
    const char *histogram;  /* the message for states of histograms; NULL to use wrong_kind */
    int (*accepts)(int32_t code);
    indp_status (*release)(void *state, const struct list *list, double epsilon,
                           duckdb_vector result, idx_t row);
};

static int is_number(int32_t code)
{
    return code != INDP_KIND_MODE && code != INDP_KIND_HISTOGRAM;
}

static int is_mode(int32_t code)
{
    return code == INDP_KIND_MODE;
}

static int is_quantile(int32_t code)
{
    return code == INDP_KIND_QUANTILE;
}

static int has_counts(int32_t code)
{
    return code == INDP_KIND_MODE || code == INDP_KIND_HISTOGRAM;
}

static indp_status release_number(void *state, const struct list *list, double epsilon,
                                  duckdb_vector result, idx_t row)
{
    (void)list;
    return indp_state_release(state, epsilon, NULL, (double *)duckdb_vector_get_data(result) + row);
}

static indp_status release_mode(void *state, const struct list *list, double epsilon,
                                duckdb_vector result, idx_t row)
{
    indp_value value = { sizeof value, 0, 0, 0, NULL, 0, 0 };
    indp_status status = indp_state_release_value(state, epsilon, NULL, &value);
    char digits[32];
    (void)list;
    if (status != INDP_OK)
        return status;
    if (value.label != NULL)
        indpduck_put_text(result, row, value.label, value.length);
    else
        indpduck_put_text(result, row, digits,
                          (size_t)snprintf(digits, sizeof digits, "%lld",
                                           (long long)value.integer));
    return INDP_OK;
}

static indp_status release_parts(void *state, const struct list *list, double epsilon,
                                 duckdb_vector result, idx_t row)
{
    indp_parts parts = { sizeof parts, 0, 0, 0, { 0, 0, 0 }, 0 };
    indp_status status = indp_state_release_parts(state, epsilon, NULL, &parts);
    (void)list;
    if (status == INDP_OK)
        indpduck_put_parts(result, row, &parts);
    return status;
}

static indp_status release_list(indpx_kind_id kind, void *state, const struct list *list,
                                double epsilon, duckdb_vector result, idx_t row)
{
    void *answers;
    size_t n;
    indp_status status =
        indpduck_release_list(&indpx_kinds[kind], state, list, epsilon, &answers, &n);
    if (status == INDP_OK && n == 0)
        indpduck_put_null(result, row);
    else if (status == INDP_OK)
        status = indpduck_put_list(result, row, answers, n);
    free(answers);
    return status;
}

static indp_status release_quantiles(void *state, const struct list *list, double epsilon,
                                     duckdb_vector result, idx_t row)
{
    if (list->n == 0 || list->n > INDPX_MOST_QS)
        return INDP_E_QUANTILES;
    return release_list(INDPX_QUANTILES, state, list, epsilon, result, row);
}

/* Releases all counts of a histogram or a mode. Modes are released with the histogram kind, too, so
 * that their counts stay in the order of the state. */
static indp_status release_counts(void *state, const struct list *list, double epsilon,
                                  duckdb_vector result, idx_t row)
{
    return release_list(INDPX_HISTOGRAM, state, list, epsilon, result, row);
}

static int is_histogram(int32_t code)
{
    return code == INDP_KIND_HISTOGRAM;
}

/* Releases the bounds of a histogram that was made for them. */
static indp_status release_bounds(void *state, const struct list *list, double epsilon,
                                  duckdb_vector result, idx_t row)
{
    if (indp_state_can_release_bounds(state, epsilon, NULL) == INDP_E_STATE)
        return WRONG_KIND;
    return release_list(INDPX_BOUNDS, state, list, epsilon, result, row);
}

static const struct releaser RELEASERS[] = {
    { "dp_release", 0, 0, DUCKDB_TYPE_DOUBLE, "this is the state of a mode: use dp_release_mode",
      "this is the state of a histogram: use dp_release_counts", is_number, release_number },
    { "dp_release_mode", 0, 0, DUCKDB_TYPE_VARCHAR,
      "this is not the state of a mode: use dp_release",
      "this is not the state of a mode: use dp_release_counts", is_mode, release_mode },
    { "dp_release_parts", 0, 0, DUCKDB_TYPE_VARCHAR, INDPX_NO_PARTS "dp_release or dp_release_mode",
      INDPX_NO_PARTS "dp_release_counts", indpx_has_parts, release_parts },
    { "dp_release_quantiles", 1, 1, DUCKDB_TYPE_DOUBLE, INDPX_NO_QUANTILES, NULL, is_quantile,
      release_quantiles },
    { "dp_release_counts", 0, 1, DUCKDB_TYPE_BIGINT, INDPX_NO_COUNTS, NULL, has_counts,
      release_counts },
    { "dp_release_bounds", 0, 1, DUCKDB_TYPE_DOUBLE, INDPX_NO_BOUNDS, NULL, is_histogram,
      release_bounds },
};

static indp_status refusal_of(const struct releaser *releaser, int32_t code)
{
    return code == INDP_KIND_HISTOGRAM && releaser->histogram != NULL ? IS_HISTOGRAM : WRONG_KIND;
}

static indp_status release_row(const struct releaser *releaser, const struct arguments *arguments,
                               idx_t row, double *epsilon, duckdb_vector result)
{
    struct list list;
    struct bytes bytes = { 0, NULL };
    int32_t code;
    indp_status status = INDP_OK;
    memset(&list, 0, sizeof list);
    if (!indpduck_double(arguments, arguments->n - 1, row, epsilon))
        return INDPDUCK_WRONG(INDPX_EPSILON);
    if (releaser->takes_q)
        status = indpduck_list_read(&arguments->column[1], row, DUCKDB_TYPE_DOUBLE,
                                    INDPDUCK_WRONG(INDPX_QS), &list);
    if (status == INDP_OK)
        status = indpduck_bytes_read(&bytes, indpduck_text(&arguments->column[0], row));
    if (status == INDP_OK)
        status = indp_state_kind(bytes.state, &code);
    if (status == INDP_OK)
        status = releaser->accepts(code)
                     ? releaser->release(bytes.state, &list, *epsilon, result, row)
                     : refusal_of(releaser, code);
    indpduck_bytes_free(&bytes);
    indpduck_list_free(&list);
    return status;
}

static void fail(duckdb_function_info info, const struct releaser *releaser, double epsilon,
                 indp_status status)
{
    char text[INDPDUCK_MESSAGE_SIZE];
    if (status == WRONG_KIND)
        indpduck_say(text, releaser->name, releaser->wrong_kind);
    else if (status == IS_HISTOGRAM)
        indpduck_say(text, releaser->name, releaser->histogram);
    else
        indpduck_message(text, releaser->name, INDPX_STATE_RANGE, epsilon, status);
    duckdb_scalar_function_set_error(info, text);
}

/* Releases the state of each row. NULL, the state of an aggregate that no row reached, stays
 * NULL. */
static void release(duckdb_function_info info, duckdb_data_chunk input, duckdb_vector result)
{
    const struct releaser *releaser = duckdb_scalar_function_get_extra_info(info);
    struct arguments arguments;
    idx_t row;
    indpduck_arguments_read(input, &arguments);
    for (row = 0; row < arguments.rows; row++) {
        double epsilon = 0;
        indp_status status = INDP_OK;
        if (indpduck_is_valid(&arguments.column[0], row))
            status = release_row(releaser, &arguments, row, &epsilon, result);
        else
            indpduck_put_null(result, row);
        if (status != INDP_OK) {
            fail(info, releaser, epsilon, status);
            return;
        }
    }
}

static void version(duckdb_function_info info, duckdb_data_chunk input, duckdb_vector result)
{
    const char *text = indp_version_string();
    idx_t row, rows = duckdb_data_chunk_get_size(input);
    (void)info;
    for (row = 0; row < rows; row++)
        indpduck_put_text(result, row, text, strlen(text));
}

/* Refuses arguments of any type but BLOB, except for an untyped NULL. DuckDB would convert a
 * VARIANT to a BLOB by itself, with errors that contain its value. */
static void release_others(duckdb_function_info info, duckdb_data_chunk input, duckdb_vector result)
{
    const struct releaser *releaser = duckdb_scalar_function_get_extra_info(info);
    char text[INDPDUCK_MESSAGE_SIZE];
    if (indpduck_is_untyped_null(duckdb_data_chunk_get_vector(input, 0))) {
        release(info, input, result);
        return;
    }
    indpduck_say(text, releaser->name, INDPDUCK_NO_BLOB);
    duckdb_scalar_function_set_error(info, text);
}

static int add_overload(duckdb_scalar_function_set set, const struct releaser *releaser,
                        duckdb_type type, duckdb_scalar_function_t run)
{
    duckdb_scalar_function scalar = duckdb_create_scalar_function();
    int done;
    duckdb_scalar_function_set_name(scalar, releaser->name);
    indpduck_scalar_take(scalar, type, 0);
    if (releaser->takes_q)
        indpduck_scalar_take(scalar, DUCKDB_TYPE_DOUBLE, 1);
    indpduck_scalar_take(scalar, DUCKDB_TYPE_DOUBLE, 0);
    indpduck_scalar_give(scalar, releaser->result, releaser->gives_list);
    duckdb_scalar_function_set_special_handling(scalar);
    /* Each call is a release with noise of its own, also for equal arguments. */
    duckdb_scalar_function_set_volatile(scalar);
    duckdb_scalar_function_set_extra_info(scalar, (void *)releaser, NULL); /* only read */
    duckdb_scalar_function_set_function(scalar, run);
    done = duckdb_add_scalar_function_to_set(set, scalar) == DuckDBSuccess;
    duckdb_destroy_scalar_function(&scalar);
    return done;
}

static int register_releaser(duckdb_connection connection, const struct releaser *releaser)
{
    duckdb_scalar_function_set set = duckdb_create_scalar_function_set(releaser->name);
    int done = add_overload(set, releaser, DUCKDB_TYPE_BLOB, release) &&
               add_overload(set, releaser, DUCKDB_TYPE_ANY, release_others) &&
               duckdb_register_scalar_function_set(connection, set) == DuckDBSuccess;
    duckdb_destroy_scalar_function_set(&set);
    return done;
}

static int register_version(duckdb_connection connection)
{
    duckdb_scalar_function scalar = duckdb_create_scalar_function();
    int done;
    duckdb_scalar_function_set_name(scalar, "indp_version");
    indpduck_scalar_give(scalar, DUCKDB_TYPE_VARCHAR, 0);
    duckdb_scalar_function_set_function(scalar, version);
    done = duckdb_register_scalar_function(connection, scalar) == DuckDBSuccess;
    duckdb_destroy_scalar_function(&scalar);
    return done;
}

const char *indpduck_register_stored(duckdb_connection connection)
{
    size_t i;
    for (i = 0; i < sizeof RELEASERS / sizeof *RELEASERS; i++)
        if (!register_releaser(connection, &RELEASERS[i]))
            return RELEASERS[i].name;
    return register_version(connection) ? NULL : "indp_version";
}
