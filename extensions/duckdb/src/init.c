/* The entry point of the extension. */
#include <stdio.h>
#include <stdlib.h>

#include "functions.h"
#include "once.h"

duckdb_ext_api_v1 duckdb_ext_api;

/* The oldest major version of DuckDB that is accepted. For a query without GROUP BY, older versions
 * pass the only state where an array of states is expected, so that memory beyond the state is read
 * and written. */
#ifndef INDP_DUCKDB_LEAST_MAJOR /* a test defines it, to show what happens without the check */
#define INDP_DUCKDB_LEAST_MAJOR 2
#endif
#define TOO_OLD                                                                               \
    "indp: DuckDB 2.0 or newer is required: older versions corrupt memory when they call an " \
    "aggregate of an extension"

/* The major version in a text such as v2.0.0, or 0. */
static long major_version(const char *text)
{
    return text != NULL && *text == 'v' ? strtol(text + 1, NULL, 10) : 0;
}

static bool refuse(duckdb_extension_info info, struct duckdb_extension_access *access,
                   const char *why, const char *what)
{
    char text[300];
    snprintf(text, sizeof text, "%s%s", why, what);
    access->set_error(info, text);
    return false;
}

/* The engine looks for this name, which it makes from the name of the file. */
__attribute__((visibility("default"))) bool indp_init_c_api(duckdb_extension_info info,
                                                            struct duckdb_extension_access *access);

__attribute__((visibility("default"))) bool indp_init_c_api(duckdb_extension_info info,
                                                            struct duckdb_extension_access *access)
{
    const duckdb_ext_api_v1 *api = access->get_api(info, DUCKDB_EXTENSION_API_VERSION_STRING);
    duckdb_connection connection;
    const char *failed;
    indp_status status;
    if (api == NULL)
        return false; /* the engine says why */
    duckdb_ext_api = *api;
    if (major_version(duckdb_library_version()) < INDP_DUCKDB_LEAST_MAJOR)
        return refuse(info, access, TOO_OLD, "");
    status = indpx_test_once();
    if (status != INDP_OK)
        return refuse(info, access, "indp: not loaded: ", indp_status_message(status));
    if (duckdb_connect(*access->get_database(info), &connection) == DuckDBError)
        return refuse(info, access, "indp: not loaded: ", "no connection to the database");
    failed = indpduck_register(connection);
    duckdb_disconnect(&connection);
    return failed == NULL
               ? true
               : refuse(info, access, "indp: not loaded: DuckDB refused to register the function ",
                        failed);
}
