/* The settings of a connection, as SQL functions. */
#include "internal.h"

/* Sets the float precision if there is an argument. Returns the float precision. */
static void float_precision(sqlite3_context *context, int argc, sqlite3_value **argv)
{
    const struct function *function = sqlite3_user_data(context);
    if (argc == 1) {
        sqlite3_int64 asked = sqlite3_value_int64(argv[0]);
        if (!indpsql_is_direct(context, function->name)) {
            indpsql_fail(context, function->name, INDIRECT);
            return;
        }
        if (sqlite3_value_type(argv[0]) != SQLITE_INTEGER || !indpx_is_float_precision(asked)) {
            indpsql_fail(context, function->name, "bits " INDPX_FLOAT_PRECISION_RULE);
            return;
        }
        function->settings->float_precision = (int32_t)asked;
    }
    sqlite3_result_int64(context, function->settings->float_precision);
}

const struct setting indpsql_settings[INDPSQL_MOST_SETTINGS] = {
    { "indp_float_precision", float_precision },
};
