/* The SQL functions dp_count_error and dp_sum_error. They return a distance within which a release
 * lies from the exact answer with probability 1 - alpha. All arguments are public parameters. */
#include "internal.h"

void indpsql_error(sqlite3_context *context, int argc, sqlite3_value **argv)
{
    const struct function *function = sqlite3_user_data(context);
    const indpx_error *error = function->error;
    struct parameters p;
    indp_options *options = NULL;
    double out = 0;
    indp_status status;
    int i;
    indpsql_no_parameters(&p);
    for (i = 0; i < argc; i++)
        if (!indpsql_read_parameter(context, error->name, argv[i], error->parameters[i], &p))
            return;
    status = indpx_options(function->settings, error->kind, &options);
    if (status == INDP_OK)
        status = indpx_expect(error, &p.numbers, p.alpha, options, &out);
    indp_options_free(options);
    if (status == INDP_OK)
        sqlite3_result_double(context, out);
    else
        indpsql_fail_status(context, error->name, error->kind->range, p.numbers.epsilon, status);
}
