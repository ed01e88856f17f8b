/* Contains the function that the server calls when it loads this extension, and the SQL function
 * indp_version. */
#include "indp_pg.h"

#include "protected/protected.h"
#include "utils/builtins.h"

PG_MODULE_MAGIC;

extern void _PG_init(void);

/* Runs the self test, so that a build that computes wrongly on this machine releases nothing. */
void _PG_init(void)
{
    indp_status status = indp_self_test();
    if (status != INDP_OK)
        indppg_fail_status("indp", status);
    indppg_define_settings();
    indppg_install_hooks();
}

PG_FUNCTION_INFO_V1(indp_pg_version);

Datum indp_pg_version(PG_FUNCTION_ARGS)
{
    PG_RETURN_TEXT_P(cstring_to_text(indp_version_string()));
}
