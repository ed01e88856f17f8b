/* A self test that always fails. run.sh builds an extension that calls this function instead of
 * indp_self_test, and checks that the extension refuses to load. */
#include "indp.h"

indp_status broken_self_test(void)
{
    return INDP_E_SELF_TEST;
}
